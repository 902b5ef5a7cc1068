"""Jobs and deep counts, on threads of one process."""

from __future__ import annotations

import concurrent.futures
import pathlib

import pytest
from conftest import interrupted, planned_export

import setwise
from setwise import deep, jobs

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_a_count(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=6, split=4)
    assert job.verify() == (0, sum(stage.shards for stage in job.stages), [])
    with pytest.raises(setwise.JobError, match="stage frontier-1 is not complete: 0 of 1 shards are done"):
        deep.result(job.directory)
    job.run(threads=2)
    counted = deep.result(job.directory)
    assert counted.nodes == 119_060_324
    assert counted.moves is None
    assert counted.recounted >= 50
    assert counted.frontiers[3] == deep.Frontier(4, 72_078, 197_281)
    # Nothing is left to do.
    job.run(hash_mb=0)
    assert deep.result(job.directory) == counted
    states = job.status()
    assert [(state.stage, state.shards) for state in states] == list(job.stages)
    assert all(state.done == state.shards and not state.damaged for state in states)
    assert {state.stage: state.rows for state in states}["frontier-4"] == 72_078
    assert job.verify(rerun=[0]).faults == []


def test_each_root_move_and_boards(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", setwise.Board(KIWIPETE), depth=4, split=2, divide=True)
    assert job.options["divide"] is True
    job.run()
    counted = deep.result(job.directory)
    assert counted.moves == setwise.perft(KIWIPETE, 4, divide=True)
    assert counted.nodes == 4_085_603


def test_any_job_is_opened(tmp_path: pathlib.Path) -> None:
    planned = deep.plan(tmp_path / "job", depth=3, split=2, shards=3)
    job = jobs.open(str(tmp_path / "job"))
    assert (job.kind, job.id, job.directory) == ("deep-perft", planned.id, tmp_path / "job")
    assert job.stages[-1] == jobs.Stage("count", 3)
    assert repr(job) == f"Job({str(tmp_path / 'job')!r})"
    job.run()
    job.run(executor="local", threads=1)
    # The runs are deleted, of which there is one.
    assert job.verify().results == sum(stage.shards for stage in job.stages) - 1


def test_an_export_of_games_is_a_job(tmp_path: pathlib.Path) -> None:
    planned_export(tmp_path / "one")
    planned_export(tmp_path / "two")
    one, two = jobs.open(tmp_path / "one"), jobs.open(tmp_path / "two")
    assert one.kind == "export"
    assert one.stages[0].shards > 5
    one.run(threads=1)
    two.run(threads=2)
    assert one.verify().faults == []
    for table in ("games", "positions"):
        parts = sorted((one.directory / table).iterdir())
        rows = [part.read_bytes() for part in parts]
        assert rows == [(two.directory / table / part.name).read_bytes() for part in parts]
        assert b"".join(rows).count(b"\n") > 100


def test_shares_of_a_job(tmp_path: pathlib.Path) -> None:
    whole = deep.plan(tmp_path / "whole", depth=5, split=4, shards=7)
    whole.run()
    job = deep.plan(tmp_path / "job", depth=5, split=4, shards=7)
    with pytest.raises(setwise.JobError, match="^this share is done; stage frontier-1 lacks shard 0$"):
        job.run(share="2/2", wait=False)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda number: job.run(share=f"{number}/3", threads=1, hash_mb=1), [1, 2, 3]))
    found, expected = deep.result(job.directory), deep.result(whole.directory)
    assert (found.nodes, found.frontiers) == (expected.nodes, expected.frontiers)
    for wrong in ["", "2", "0/2", "3/2", "1/2/3", "a/b"]:
        with pytest.raises(ValueError, match="expected K/N with K from 1 to N"):
            job.run(share=wrong)
    with pytest.raises(ValueError, match="Ray hands out the shards"):
        job.run(executor="ray", share="1/2")


def test_what_killed_processes_left_is_deleted(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=4, split=2)
    job.run()
    (job.directory / "temporary" / "00000.perft.abc.tmp").write_bytes(b"half")
    assert (job.clean(), job.clean()) == (1, 0)
    assert job.verify().faults == []


def test_progress_is_told(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=5, split=4, shards=3)
    told: list[jobs.Progress] = []
    job.run(progress=told.append)
    assert [it.stage for it in told if it.done == 0] == [stage.name for stage in job.stages]
    assert told[-1].stage == "count"
    assert (told[-1].done, told[-1].shards, told[-1].rows) == (3, 3, 72_078)
    assert told[-1].share == pytest.approx(1)
    assert told[-1].seconds_left == 0
    read: list[int] = []
    job.verify(progress=read.append)
    assert read == sorted(read)
    assert read[-1] > 100_000


def test_a_bar_of_tqdm(tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    job = deep.plan(tmp_path / "job", depth=4, split=3)
    job.run(progress=True)
    job.verify(progress=True)
    assert "count 1/1, 5362 rows" in capfd.readouterr().err
    job.run(progress=False)
    job.run()
    assert capfd.readouterr().err == ""


def test_an_error_of_the_callback_stops_a_run_which_can_go_on(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=6, split=5)

    def stop(progress: jobs.Progress) -> None:
        if progress.stage == "expand-5" and progress.done == 2:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        job.run(threads=1, progress=stop)
    states = {state.stage: state for state in job.status()}
    assert 2 <= states["expand-5"].done <= states["expand-5"].shards
    assert states["count"].done == 0
    job.run()
    assert deep.result(job.directory).nodes == 119_060_324


def test_damage_is_found(tmp_path: pathlib.Path) -> None:
    job = deep.plan(tmp_path / "job", depth=3, split=2)
    job.run()
    path = job.directory / "results/frontier-2/00000.frontier"
    damaged = bytearray(path.read_bytes())
    damaged[300] ^= 1
    path.write_bytes(damaged)
    (fault,) = job.verify().faults
    assert fault.startswith(f"{path}: its SHA-256 is")
    # The shard that reads it fails, and says why.
    (job.directory / "results/count/00000.json").unlink()
    message = "1 shard of stage count failed; shard 0: .*00000.frontier"
    with pytest.raises(setwise.JobError, match=message) as caught:
        job.run()
    (failure,) = caught.value.failures
    assert (failure.stage, failure.shard) == ("count", 0)
    assert isinstance(caught.value, setwise.SetwiseError)


def test_wrong_arguments(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="job.json"):
        jobs.open(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        deep.result(tmp_path / "none")
    with pytest.raises(setwise.FenError):
        deep.plan(tmp_path / "job", "no fen", depth=3, split=2)
    with pytest.raises(setwise.JobError, match=r"the split is 4 \(expected 1 to 3, which is the depth\)"):
        deep.plan(tmp_path / "job", depth=3, split=4)
    with pytest.raises(ValueError, match="depth 256"):
        deep.plan(tmp_path / "job", depth=256, split=4)
    with pytest.raises(setwise.JobError, match="GB of disk"):
        deep.plan(tmp_path / "job", depth=14, split=13)
    job = deep.plan(tmp_path / "job", depth=14, split=13, force=True)
    with pytest.raises(setwise.JobError, match="MiB of memory"):
        job.run()
    with pytest.raises(setwise.JobError, match="the directory is not empty"):
        deep.plan(tmp_path / "job", depth=3, split=2)
    with pytest.raises(ValueError, match=r"executor 'other' \(expected 'local' or 'ray'\)"):
        job.run(executor="other")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory_mb 0"):
        job.run(memory_mb=0)
    with pytest.raises(ValueError, match="threads 0"):
        job.run(threads=0)
    (tmp_path / "job/job.json").write_text("{}")
    with pytest.raises(setwise.JobError, match="job.json: it has layout null"):
        jobs.open(tmp_path / "job")


def test_ctrl_c_stops_a_run_which_can_go_on(tmp_path: pathlib.Path) -> None:
    """A thread of Python interrupts the run, so other threads run meanwhile."""
    job = deep.plan(tmp_path / "job", depth=10, split=4)
    work = f"setwise.jobs.open({str(job.directory)!r}).run(hash_mb=0, progress=False)"
    is_counting = f"glob.glob({str(job.directory / 'temporary/count-*')!r})"
    assert interrupted(work, "import setwise", until=is_counting) == "KeyboardInterrupt"
    assert job.verify().faults == []
    assert job.status()[-2].done == job.stages[-2].shards
    # Shards that were stopped leave no files.
    assert not list(job.directory.rglob("*.tmp"))
