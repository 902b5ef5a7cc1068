"""Files and jobs in an object store: moto's server of S3, in this process."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import itertools
import os
import pathlib
import random
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator

import boto3  # type: ignore[import-untyped]
import pytest
import setwise
from conftest import LONG
from moto.server import ThreadedMotoServer

SECRET = "a-secret-that-nothing-shows"
GAMES = "".join(f'[White "{number}"]\n[WhiteElo "{2000 + number}"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' for number in range(300))


class Store:
    """A bucket, and the options of its store."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.options = endpoint, self.options_of(endpoint)
        keys = ("aws_access_key_id", "aws_secret_access_key")
        self.client = boto3.client("s3", endpoint_url=endpoint, **{key: self.options[key] for key in keys})
        self.client.create_bucket(Bucket="bucket", ACL="public-read")

    @staticmethod
    def options_of(endpoint: str) -> dict[str, str]:
        """Return the options of a store."""
        return {
            "aws_endpoint": endpoint,
            "aws_allow_http": "true",
            "aws_region": "us-east-1",
            "aws_access_key_id": "test",
            "aws_secret_access_key": SECRET,
        }

    def put(self, name: str, content: bytes) -> None:
        """Write an object of the bucket, which all may read."""
        self.client.put_object(Bucket="bucket", Key=name, Body=content, ACL="public-read")

    def get(self, name: str) -> bytes:
        """Read an object of the bucket."""
        return bytes(self.client.get_object(Bucket="bucket", Key=name)["Body"].read())


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Start the server."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def store(server: str) -> Store:
    """Return an empty bucket."""
    urllib.request.urlopen(urllib.request.Request(f"{server}/moto-api/reset", method="POST"))
    return Store(server)


def test_a_data_set_in_a_store_is_the_one_of_a_directory(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a part that differs, and one that growth leaves out or makes twice."""
    first, second = tmp_path / "first.pgn", tmp_path / "second.pgn"
    first.write_text(GAMES)
    second.write_text(GAMES.replace("e4", "d4"))
    for paths in ([first], [first, second]):
        made = {}
        for out in ("s3://bucket/out", tmp_path / "out"):
            made[out] = setwise.pgn.to_parquet(
                paths, out, part_bytes=5000, tables=["games", "positions"], storage_options=store.options
            )
        stored, local = made.values()
        assert stored.rows == local.rows and stored.games == local.games
        assert stored.files == {name: f"s3://bucket/out/{name}" for name in local.files}
        files = [path for path in (tmp_path / "out").rglob("part-*") if path.is_file()]
        assert len(files) > 6
        for path in [*files, tmp_path / "out/_setwise.json"]:
            assert store.get(path.relative_to(tmp_path).as_posix()) == path.read_bytes(), path
    job = setwise.jobs.open("s3://bucket/out", storage_options=store.options)
    assert job.directory == "s3://bucket/out"
    assert all(stage.done == stage.shards for stage in job.status())
    assert job.verify(rerun=[0]).faults == []
    assert SECRET.encode() not in store.get("out/job.json")


def test_objects_are_inputs(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds games that are read otherwise from a store than from a file."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    store.put("games/games.pgn", path.read_bytes())
    url, options = "s3://bucket/games/games.pgn", store.options
    made = setwise.pgn.to_parquet(url, "s3://bucket/out", part_bytes=5000, storage_options=options)
    local = setwise.pgn.to_parquet(path, tmp_path / "out", part_bytes=5000)
    assert made.rows == local.rows
    assert len(list(setwise.pgn.read(url))) == 300
    question = "WhiteElo >= 2200 and ply = 4"
    found = [
        sum(batch.num_rows for batch in setwise.find(paths, question, storage_options=options))
        for paths in (path, url, "s3://bucket/games", "s3://bucket/out/games", f"{store.endpoint}/bucket/games/games.pgn")
    ]
    assert found == [100] * 5


def test_batches_are_read_from_a_store(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds rows of training that differ from those of files."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    rows = []
    for out in (tmp_path / "out", "s3://bucket/out"):
        made = setwise.pgn.to_parquet(path, out, tables="positions", storage_options=store.options)
        batches = setwise.data.Batches(
            made.files["positions"], 64, columns=["ply", "key"], epochs=1, storage_options=store.options
        )
        rows.append([(batch["ply"].tolist(), batch["key"].tolist()) for batch in batches])
    assert rows[0] == rows[1] and rows[0]


def test_an_input_that_has_changed_is_an_error(store: Store) -> None:
    """Finds tables of which some parts show an earlier object."""
    store.put("games.pgn", GAMES.encode())
    url, out, options = "s3://bucket/games.pgn", "s3://bucket/out", store.options
    setwise.pgn.to_parquet(url, out, storage_options=options)
    store.put("games.pgn", GAMES.replace("e5", "c5").encode())
    with pytest.raises(setwise.JobError, match="the input has changed"):
        setwise.jobs.open(out).run()
    with pytest.raises(setwise.JobError, match=r"its first \d+ bytes are not the bytes"):
        setwise.pgn.to_parquet(url, out)


def test_a_failure_names_the_object_and_no_secret(store: Store) -> None:
    """Finds an error without a place, or with a key in it."""
    options = store.options
    with pytest.raises(FileNotFoundError, match="s3://bucket/missing.pgn"):
        next(iter(setwise.pgn.batches("s3://bucket/missing.pgn", storage_options=options)))
    with pytest.raises(OSError, match="s3://bucket/missing") as missing:
        setwise.jobs.open("s3://bucket/missing", storage_options=options)
    with pytest.raises(ValueError, match="no known kind of store"):
        setwise.pgn.batches("ftp://bucket/a.pgn")
    assert SECRET not in str(missing.value)


def test_a_data_set_is_not_planned_over_another(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds objects of others that are taken for those of a job, or overwritten."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    store.put("out/mine", b"mine")
    with pytest.raises(setwise.JobError, match="the directory is not empty"):
        setwise.pgn.to_parquet(path, "s3://bucket/out", storage_options=store.options)
    # A server that only answers requests.
    with pytest.raises((OSError, setwise.JobError)):
        setwise.pgn.to_parquet(path, f"{store.endpoint}/bucket/new")


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests on to a server, counts them, and fails as networks and stores do."""

    def __init__(self, endpoint: str, seed: int | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Faulty)
        self.target = endpoint.removeprefix("http://")
        self.random = None if seed is None else random.Random(seed)
        self.lock = threading.Lock()
        self.faults: set[str] = set()
        self.requests = self.bytes = 0
        self.is_deaf = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def options(self, store: Store) -> dict[str, str]:
        """Return the options of the store behind the proxy."""
        return store.options | {"aws_endpoint": f"http://127.0.0.1:{self.server_address[1]}"}

    def fault(self, is_conditional: bool) -> str | None:
        """Return what fails, in a quarter of the requests."""
        kinds = ["lost", "unanswered", "500", "503", "cut", "exists" if is_conditional else "late"]
        with self.lock:
            self.requests += 1
            random = self.random
            fault = random.choice(kinds) if random is not None and random.random() < 0.25 else None
            self.faults.add(fault or "none")
        return fault


class Faulty(http.server.BaseHTTPRequestHandler):
    """A request that may fail."""

    protocol_version = "HTTP/1.1"
    server: Proxy

    def pass_on(self) -> None:
        """Answer a request."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.server.fault("If-None-Match" in self.headers)
        if fault in ("500", "503", "exists"):
            self.send_response({"500": 500, "503": 503, "exists": 412}[fault])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if fault == "lost":
            self.close_connection = True
            return
        if self.server.is_deaf:
            del self.headers["If-None-Match"]
        connection = http.client.HTTPConnection(self.server.target)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        content = answer.read()
        if fault == "unanswered":
            self.close_connection = True
            return
        if fault == "late":
            threading.Event().wait(0.05)
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "date", "server", "transfer-encoding"):
                self.send_header(name, value)
        size = answer.getheader("Content-Length") if self.command == "HEAD" else len(content)
        self.send_header("Content-Length", str(size or 0))
        self.end_headers()
        with self.server.lock:
            self.server.bytes += len(content)
        if fault == "cut":
            content = content[: len(content) // 2]
            self.close_connection = True
        self.wfile.write(content)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = pass_on

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize("seed", range(100 if LONG else 3))
def test_faults_of_the_network_change_nothing(store: Store, tmp_path: pathlib.Path, seed: int) -> None:
    """Finds a request whose failure is taken for an answer, or that is not sent again."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    store.put("games.pgn", GAMES.encode())
    setwise.pgn.to_parquet(path, tmp_path / "out", part_bytes=5000)
    with Proxy(store.endpoint, seed) as proxy:
        options = proxy.options(store)
        setwise.pgn.to_parquet(path, "s3://bucket/out", part_bytes=5000, storage_options=options)
        made = setwise.pgn.to_parquet("s3://bucket/games.pgn", "s3://bucket/other", part_bytes=5000)
        proxy.shutdown()
    assert made.rows == {"games": 300} and len(proxy.faults) > 5
    for part in (tmp_path / "out/games").iterdir():
        assert store.get(f"out/games/{part.name}") == part.read_bytes()


def test_requests_grow_with_the_parts_alone(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a request for each pair of parts, or for each part that is there already."""
    path, more = tmp_path / "games.pgn", tmp_path / "more.pgn"
    path.write_text(GAMES)
    more.write_text(GAMES[: len(GAMES) // 20])
    counts = []
    for parts in (2, 4, 8):
        out = f"s3://bucket/{parts}"
        with Proxy(store.endpoint) as proxy:
            options, size = proxy.options(store), len(GAMES) // parts
            at = [0]
            for use in ("new", "look", "nothing new", "more"):
                if use == "look":
                    assert setwise.jobs.open(out).status()[0].shards in range(parts, parts + 3)
                else:
                    games = more if use == "more" else path
                    setwise.pgn.to_parquet(games, out, part_bytes=size, storage_options=options, threads=1)
                at.append(proxy.requests)
            proxy.shutdown()
        counts.append([end - begin for begin, end in itertools.pairwise(at)])
    more_for_a_part = [(last - first) / 4 for first, last in zip(*counts[1:], strict=True)]
    # The numbers of docs/object-stores.md.
    assert all(more <= most for more, most in zip(more_for_a_part, [6, 1, 3, 2], strict=True)), counts


def test_only_what_is_asked_for_is_downloaded(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a search that reads the columns or the row groups that it does not need."""
    path, noise = tmp_path / "games.pgn", random.Random(1)
    sites = (f'[WhiteElo "{number}"]\n[Site "{noise.randbytes(100).hex()}"]\n\n1. e4 *\n\n' for number in range(20_000))
    path.write_text("".join(sites))
    setwise.pgn.to_parquet(path, "s3://bucket/out", storage_options=store.options)
    read = []
    with Proxy(store.endpoint) as proxy:
        for question in ("Site ~ ff", "WhiteElo >= 0", "WhiteElo = 30000"):
            before = proxy.bytes
            found = setwise.find("s3://bucket/out/games", question, storage_options=proxy.options(store))
            read.append((sum(batch.num_rows for batch in found), proxy.bytes - before))
        proxy.shutdown()
    assert read[0][0] > 0 and [rows for rows, _ in read[1:]] == [40_000, 0]
    texts, ratings, footer = (size for _, size in read)
    assert texts > 2_000_000 and ratings < 500_000 and footer < 250_000, read


def test_a_store_that_overwrites_is_refused(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a store in which two plans would overwrite each other."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    with Proxy(store.endpoint) as proxy:
        proxy.is_deaf = True
        with pytest.raises(OSError, match="overwrites an object though it is asked not to"):
            setwise.pgn.to_parquet(path, "s3://bucket/out", storage_options=proxy.options(store))
        proxy.shutdown()
    assert "Contents" not in store.client.list_objects_v2(Bucket="bucket")


class Hostile(http.server.BaseHTTPRequestHandler):
    """Answers that no honest server gives."""

    protocol_version = "HTTP/1.1"
    size = 300_000

    def do_GET(self) -> None:
        """Answer a request."""
        self.close_connection = True
        name = self.path.split("?")[0].split("/")[-1]
        if name in ("moved.pgn", "circle.pgn", "nowhere.pgn"):
            self.send_response(302)
            if name != "nowhere.pgn":
                self.send_header("Location", "/whole.pgn" if name == "moved.pgn" else "/circle.pgn")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        is_list = self.path.count("/") == 1 and "list-type" in self.path
        if is_list or (name == "endless.pgn" and self.command == "GET"):
            self.send_response(200)
            self.facts()
            self.end_headers()
            with contextlib.suppress(OSError):
                while True:
                    self.wfile.write(b"." * (1 << 16))
        first, last = 0, self.size - 1
        if asked := self.headers.get("Range"):
            first, last = map(int, asked.removeprefix("bytes=").split("-"))
        count = last - first + (name != "short.pgn" or self.command == "HEAD")
        self.send_response(206 if asked else 200)
        self.facts()
        if asked:
            self.send_header("Content-Range", f"bytes {first}-{last}/{self.size}")
        self.send_header("Content-Length", str(count))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write((b"1. e4 *\n\n" * self.size)[first : first + count])

    do_HEAD = do_GET

    def facts(self) -> None:
        """Send what is known of the object."""
        self.send_header("ETag", '"a"' if "changing" not in self.path else f'"{random.random()}"')
        self.send_header("Last-Modified", "Mon, 02 Nov 2026 00:00:00 GMT")

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("{}/circle.pgn", "redirect"),
        ("{}/nowhere.pgn", "missing a location header"),
        ("{}/endless.pgn", "sends more than 65536 bytes"),
        ("{}/short.pgn", "sent 65535 bytes"),
        ("{}/changing.pgn", "has changed meanwhile"),
        ("s3://bucket", "sends more than 16777216 bytes"),
    ],
)
def test_what_a_hostile_server_sends_is_an_error(url: str, message: str) -> None:
    """Finds a read that has no end, takes all memory, or takes what was sent for the object."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        options = Store.options_of(endpoint)
        assert sum(1 for _ in setwise.pgn.read(f"{endpoint}/moved.pgn")) > 30_000
        with pytest.raises(OSError, match=message):
            list(setwise.pgn.batches(url.format(endpoint), storage_options=options))
        server.shutdown()


# After what a killed worker has written: a part, its record, and the same of the list of a data set.
POINTS = ["parts/renamed:2", "parts/record-renamed:2", "dataset/renamed", "dataset/record-renamed", "dataset/recorded"]


def test_a_killed_worker_loses_nothing(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a part without its record that is an obstacle, and a data set that lacks a part."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    local = setwise.pgn.to_parquet(path, tmp_path / "out", part_bytes=5000)
    program = "import setwise, sys; sys.exit(setwise._native.run_command(['setwise', *sys.argv[1:]]))"
    variables = os.environ | {name.upper(): value for name, value in store.options.items()}
    for number, point in enumerate(POINTS):
        out = f"s3://bucket/{number}"

        def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
            environment = variables | more
            return subprocess.run([sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True)

        planned = command("pgn", "plan", str(path), "--to", out, "--part-bytes", "5000")
        assert planned.returncode == 0, planned.stderr
        killed = command("job", "run", out, SETWISE_FAIL_POINT=point)
        assert killed.returncode < 0, (point, killed.stderr)
        job = setwise.jobs.open(out, storage_options=store.options)
        assert any(stage.done < stage.shards for stage in job.status()) == (point not in POINTS[-2:])
        job.run()
        for part in pathlib.Path(local.files["games"]).iterdir():
            assert store.get(f"{number}/games/{part.name}") == part.read_bytes(), point
        assert job.verify(rerun=[0]).faults == []
