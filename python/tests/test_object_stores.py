"""Files and jobs in an object store: moto's server of S3, in this process."""

from __future__ import annotations

import http.client
import http.server
import pathlib
import random
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
        self.endpoint = endpoint
        self.options = {
            "aws_endpoint": endpoint,
            "aws_allow_http": "true",
            "aws_region": "us-east-1",
            "aws_access_key_id": "test",
            "aws_secret_access_key": SECRET,
        }
        keys = ("aws_access_key_id", "aws_secret_access_key")
        self.client = boto3.client("s3", endpoint_url=endpoint, **{key: self.options[key] for key in keys})
        self.client.create_bucket(Bucket="bucket", ACL="public-read")

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
    path, counts = tmp_path / "games.pgn", []
    path.write_text(GAMES)
    for number, parts in enumerate((10, 20, 40)):
        out, count = f"s3://bucket/out-{number}", []
        with Proxy(store.endpoint) as proxy:

            def made(path: pathlib.Path, out: str = out, proxy: Proxy = proxy, count: list[int] = count) -> None:
                before = proxy.requests
                setwise.pgn.to_parquet(
                    path, out, part_bytes=len(GAMES) // parts, storage_options=proxy.options(store), threads=1
                )
                count.append(proxy.requests - before)

            made(path)
            job = setwise.jobs.open(out)
            before = proxy.requests
            assert job.status()[0].shards in range(parts, parts + 3)
            count.append(proxy.requests - before)
            # Nothing is new, and then one part.
            made(path)
            more = tmp_path / "more.pgn"
            more.write_text(GAMES[: len(GAMES) // 20])
            made(more)
            proxy.shutdown()
        counts.append(count)
    print(counts)
    for ten, twenty, forty in zip(*counts, strict=True):
        assert forty - twenty <= 2 * (twenty - ten) + 8, counts


def test_only_what_is_asked_for_is_downloaded(store: Store, tmp_path: pathlib.Path) -> None:
    """Finds a search that reads the columns or the row groups that it does not need."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES * 40)
    setwise.pgn.to_parquet(path, "s3://bucket/out", storage_options=store.options)
    size = store.client.head_object(Bucket="bucket", Key="out/games/part-00000.parquet")["ContentLength"]
    read = []
    with Proxy(store.endpoint) as proxy:
        for question in ("WhiteElo = 5000", "WhiteElo = 2001 and ply = 1", "count(Q) = 2"):
            before = proxy.bytes
            found = setwise.find("s3://bucket/out/games", question, storage_options=proxy.options(store))
            rows = sum(batch.num_rows for batch in found)
            read.append((rows, proxy.bytes - before))
        proxy.shutdown()
    print(size, read)


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
