"""Runs the shards of a job as tasks of Ray Core."""

from __future__ import annotations

import collections
import contextlib
import importlib
import os
import pathlib
import time
from typing import TYPE_CHECKING, Any

from . import _storage
from ._errors import JobError
from ._native import JobHandle, JobTally, __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ._storage import StorageOptions
    from ._types import Int

# The stage, the number in the stage, the reason.
Failed = tuple[str, int, str]

# The most seconds until every node has answered, which includes the start of a process on each.
ANSWER_SECONDS = 120
# The most seconds until a new file is seen on another node.
SEEN_SECONDS = 10


def run(
    directory: pathlib.Path | str,
    *,
    threads: Int | None,
    hash_mb: Int,
    retries: int,
    storage_options: StorageOptions | None,
    report: Callable[[tuple[Any, ...]], None],
) -> list[Failed]:
    """Run what is left of a job, and return the shards that failed."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        message = "executor 'ray' needs Ray: pip install './python[ray]' in a checkout of setwise"
        raise ImportError(message, name="ray") from error
    handle = JobHandle(directory, 0)
    with _cluster(ray, threads):
        _check_nodes(ray, handle, storage_options)
        tally = JobTally(handle)
        for index in range(len(handle.stages())):
            failed = _run_stage(ray, handle, index, hash_mb, retries, storage_options, tally, report)
            if failed:
                return failed
            handle.complete_stage(index)
    return []


@contextlib.contextmanager
def _cluster(ray: Any, threads: Int | None) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine."""
    if ray.is_initialized():
        yield
        return
    if os.environ.get("RAY_ADDRESS"):
        ray.init()
    else:
        cpus = None if threads is None else int(threads)
        ray.init(num_cpus=cpus, include_dashboard=False)
    try:
        yield
    finally:
        ray.shutdown()


def _check_nodes(ray: Any, handle: JobHandle, options: StorageOptions | None) -> None:
    """Raise an error if a node that runs shards does not see the job, or has another version."""
    affinity = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) > 0]
    look = ray.remote(num_cpus=0, max_retries=3)(_look)
    answers = {
        look.options(scheduling_strategy=affinity(node["NodeID"], soft=False)).remote(
            str(handle.directory), handle.id, __version__, SEEN_SECONDS, options
        ): node["NodeManagerAddress"]
        for node in nodes
    }
    ready, late = ray.wait(list(answers), num_returns=len(answers), timeout=ANSWER_SECONDS)
    wrong = [f"{answers[it]} does not answer" for it in late]
    for it in ready:
        try:
            problem = ray.get(it)
        except ray.exceptions.RayError as error:
            problem = f"cannot be asked: {_reason(error)}"
        if problem is not None:
            wrong.append(f"{answers[it]} {problem}")
    if wrong:
        raise JobError(
            f"{len(wrong)} of {len(nodes)} nodes cannot run shards of {handle.directory} (expected storage that "
            f"all nodes see, and setwise {__version__} on each): {'; '.join(wrong)}"
        )


def _look(directory: str, job: str, version: str, seconds: float, options: StorageOptions | None) -> str | None:
    """Return what is wrong with this node."""
    if version != __version__:
        return f"has setwise {__version__}"
    _storage.use(directory, options)
    begun = time.monotonic()
    while True:
        try:
            if JobHandle(directory, 0).id == job:
                return None
            problem = "sees another job in the directory"
        except (OSError, JobError) as error:
            problem = f"does not see the directory: {error}"
        if time.monotonic() - begun > seconds:
            return problem
        time.sleep(0.1)


# The job that this worker has open, with the hash table that it keeps from shard to shard.
_opened: dict[tuple[str, int, str], JobHandle] = {}


def _run_shard(
    directory: str, hash_mb: int, job: str, number: int, options: StorageOptions | None
) -> None:
    key = (directory, hash_mb, job)
    if key not in _opened:
        _storage.use(directory, options)
        _opened.clear()
        _opened[key] = JobHandle(directory, hash_mb)
    _opened[key].run_shard(number)


def _run_stage(
    ray: Any,
    handle: JobHandle,
    index: int,
    hash_mb: Int,
    retries: int,
    options: StorageOptions | None,
    tally: JobTally,
    report: Callable[[tuple[Any, ...]], None],
) -> list[Failed]:
    name, shards, memory = handle.stages()[index]
    first = sum(shards for _, shards, _ in handle.stages()[:index])
    waiting = collections.deque(handle.open_shards(index))
    running: dict[Any, int] = {}
    failed: list[Failed] = []
    report(tally.begin(index, shards - len(waiting)))
    needed = memory + (int(hash_mb) << 20)
    _check_memory(ray, name, needed)
    task = ray.remote(num_cpus=1, memory=needed, max_retries=retries)(_run_shard)
    try:
        while waiting or running:
            # Twice as many as run at once, so that no CPU waits; not all, because Ray keeps them in memory.
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < most:
                number = waiting.popleft()
                running[task.remote(str(handle.directory), int(hash_mb), handle.id, number, options)] = number
            ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
            for it in ready:
                number = running.pop(it)
                try:
                    ray.get(it)
                    report(tally.add(number))
                except ray.exceptions.RayError as error:
                    failed.append((name, number - first, _reason(error)))
    except BaseException:
        # Ctrl-C, or an error of `report`: a shard that is cancelled leaves nothing behind.
        for it in running:
            ray.cancel(it)
        if running:
            ray.wait(list(running), num_returns=len(running), timeout=10.0)
        raise
    return failed


def _check_memory(ray: Any, stage: str, needed: int) -> None:
    """Raise an error if no node has the memory that a shard needs; Ray would wait for one for ever.

    A cluster that is scaled to zero has no node for shards yet; which ones it starts is not known.
    """
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) > 0]
    most = max((node.get("memory", 0) for node in nodes), default=needed)
    if needed > most:
        raise JobError(
            f"a shard of stage {stage} needs about {needed >> 20} MiB of memory with its hash table (the "
            f"largest node of the cluster has {int(most) >> 20} MiB)"
        )


def _reason(error: Any) -> str:
    """Return the message of an exception in a task, or of the loss of a task."""
    cause = getattr(error, "cause", None) or error
    return str(cause).strip() or type(cause).__name__
