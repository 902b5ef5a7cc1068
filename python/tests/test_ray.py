"""Jobs on a cluster of Ray with two nodes, both on this machine."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import interrupted, scaled
from two_nodes import NODE, import_ray, limit, two_nodes

import setwise
from setwise import _ray, deep, jobs, pgn

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
    # Ray's own warnings.
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(scope="module")
def ray() -> Any:
    return import_ray()


@pytest.fixture(scope="module")
def cluster(ray: Any) -> Iterator[Any]:
    """Yield a cluster of two nodes. It starts once, for all tests."""
    with two_nodes(ray) as cluster:
        yield cluster


def contents(job: jobs.Job) -> dict[str, bytes]:
    """Return the results of a job, by path."""
    results = job.directory / "results"
    return {
        str(path.relative_to(results)): path.read_bytes()
        for path in results.rglob("*")
        if path.is_file() and path.suffix != ".json"
    }


def test_ctrl_c_on_a_cluster_that_is_started_for_the_run(ray: Any, tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=10, split=4, shards=40)
    environment = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    work = f"setwise.jobs.open({str(job.directory)!r}).run(executor='ray', threads=1, hash_mb=0, progress=False)"
    is_counting = f"glob.glob({str(job.directory / 'temporary/count-*')!r})"
    raised = interrupted(work, "import setwise", until=is_counting, environment=environment)
    assert raised.endswith("KeyboardInterrupt")
    assert job.verify().faults == []
    assert not list(job.directory.rglob("*.tmp"))


def test_an_export_of_games(cluster: Any, tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("\n\n".join(f'[White "{number}"]\n\n1. e4 e5 2. Nf3 *' for number in range(500)))
    local = pgn.to_parquet(games, tmp_path / "local", tables=["games", "positions"], part_bytes=5000)
    with limit(180, "a run"):
        by_ray = pgn.to_parquet(
            games, tmp_path / "ray", tables=["games", "positions"], part_bytes=5000, executor="ray"
        )
    assert by_ray[1:] == local[1:]
    assert contents(jobs.open(tmp_path / "ray")) == contents(jobs.open(tmp_path / "local"))


def test_errors_are_told(cluster: Any, tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=5, split=4, shards=6)
    # A directory stands where a result should go.
    obstacle = job.directory / "results/frontier-4/00002.frontier"
    obstacle.mkdir()
    (obstacle / "file").touch()
    with limit(120, "a run"), pytest.raises(setwise.JobError, match="00002.frontier") as caught:
        job.run(executor="ray", hash_mb=0)
    assert [(it.stage, it.shard) for it in caught.value.failures] == [("frontier-4", 2)]
    (obstacle / "file").unlink()
    obstacle.rmdir()
    with limit(120, "a run"):
        job.run(executor="ray", hash_mb=0)
        assert deep.result(job.directory).nodes == 4_865_609
    # More memory than a node has.
    again = deep.plan(tmp_path / "again", depth=5, split=4)
    with limit(120, "a run"), pytest.raises(setwise.JobError, match="the largest node"):
        again.run(executor="ray", hash_mb=5000)


def test_a_lost_worker_is_asked_again(
    cluster: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = deep.plan(tmp_path / "job", depth=3, split=2)
    lost = tmp_path / "lost"
    look = _ray._look

    def look_or_die(*arguments: Any) -> str | None:
        if not lost.exists():
            lost.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return look(*arguments)

    monkeypatch.setattr(_ray, "_look", look_or_die)
    with limit(180, "a run"):
        job.run(executor="ray", hash_mb=0)
        assert deep.result(job.directory).nodes == 8_902
    assert lost.exists()


def test_a_directory_that_nodes_do_not_see_is_refused(
    cluster: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = deep.plan(tmp_path / "job", depth=3, split=2)
    look = _ray._look
    # As on a node that has mounted something else.
    monkeypatch.setattr(_ray, "_look", lambda directory, *rest: look(f"{directory}-elsewhere", *rest))
    monkeypatch.setattr(_ray, "SEEN_SECONDS", 1)
    with limit(120, "a run"), pytest.raises(setwise.JobError) as caught:
        job.run(executor="ray")
    message = str(caught.value)
    assert message.startswith(f"2 of 2 nodes cannot run shards of {job.directory}"), message
    assert message.count("127.0.0.1 does not see the directory") == 2, message
    assert all(state.done == 0 for state in job.status())


def test_an_existing_cluster_is_used(cluster: Any, ray: Any, tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=4, split=3, shards=2)
    work = f"setwise.jobs.open({str(job.directory)!r}).run(executor='ray', threads=1, hash_mb=0, progress=show)"
    show = "show = lambda progress: print(progress.stage)"
    program = f"import setwise\n{show}\n{work}\nimport ray\nprint(ray.is_initialized())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "RAY_ADDRESS": cluster.address},
        timeout=120,
    )
    assert done.stdout.endswith("count\ncount\nFalse\n"), done.stdout + done.stderr
    assert deep.result(job.directory).nodes == 197_281


def test_two_nodes_one_of_them_killed(cluster: Any, tmp_path: pathlib.Path) -> None:
    whole = deep.plan(tmp_path / "whole", depth=7, split=4, shards=40)
    whole.run()
    expected = deep.result(whole.directory)
    for number in range(scaled(5, 1)):
        job = deep.plan(tmp_path / f"job-{number}", depth=7, split=4, shards=40)
        told: list[jobs.Progress] = []
        killed: list[Any] = []

        def watch(progress: jobs.Progress) -> None:
            told.append(progress)
            if progress.stage == "count" and progress.done == 5 and not killed:
                node = cluster.list_all_nodes()[1]
                killed.append(node)
                # As a power cut does: the node says nothing, and its shards are lost.
                for process in node.all_processes.values():
                    for info in process:
                        info.process.kill()

        with limit(180, "a run"):
            job.run(executor="ray", hash_mb=16, progress=watch)
        counted = deep.result(job.directory)
        assert killed
        assert counted.nodes == expected.nodes
        assert counted.frontiers == expected.frontiers
        assert contents(job) == contents(whole)
        assert (told[-1].stage, told[-1].done) == ("count", 40)
        with limit(60, "the start of a node"):
            cluster.remove_node(killed[0], allow_graceful=False)
            cluster.add_node(node_ip_address="127.0.0.1", **NODE)
            cluster.wait_for_nodes()


def test_a_cluster_that_is_scaled_to_zero_may_start_any_node() -> None:
    head = {"Alive": True, "Resources": {"memory": 1 << 30}}
    ray = types.SimpleNamespace(nodes=lambda: [head])
    _ray._check_memory(ray, "count", 2 << 30)
    head["Resources"] = {"memory": 1 << 30, "CPU": 1.0}
    with pytest.raises(setwise.JobError, match="the largest node of the cluster has 1024 MiB"):
        _ray._check_memory(ray, "count", 2 << 30)
