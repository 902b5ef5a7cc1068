"""Long jobs as directories: run them, go on after an interruption, show and verify them.

A job is a directory that the command or a function such as `setwise.deep.plan` has created. It has stages
of shards. The result of a shard is written under a temporary name, flushed to disk and renamed, so a job can
be killed at any moment and run again; and several processes, on several machines, can run it at once.
"""

from __future__ import annotations

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _progress, _storage
from ._errors import JobError
from ._native import JobHandle, location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ._storage import StorageOptions
    from ._types import Int

__all__ = ["Failure", "Job", "Progress", "Stage", "StageStatus", "Verification", "open"]


class Stage(NamedTuple):
    """A stage of a job. Its shards depend on the stages before, not on one another.

    Attributes
    ----------
    name : str
        The name.
    shards : int
        The number of shards.
    """

    name: str
    shards: int


class Progress(NamedTuple):
    """How far a run is.

    Attributes
    ----------
    stage : str
        The stage that is run.
    shards : int
        The number of its shards.
    done : int
        The number of its shards that are done.
    rows : int
        The rows of the results of this stage that this run has made.
    bytes : int
        The bytes of these results.
    share : float
        The share of the whole job that is done, from 0 to 1, estimated from the time of the shards.
    seconds_left : float
        An estimate of the time that the shards that are left take on one core.
    """

    stage: str
    shards: int
    done: int
    rows: int
    bytes: int
    share: float
    seconds_left: float


class Failure(NamedTuple):
    """A shard that has failed.

    Attributes
    ----------
    stage : str
        The name of the stage.
    shard : int
        The number of the shard in its stage.
    reason : str
        Why it failed.
    """

    stage: str
    shard: int
    reason: str


class StageStatus(NamedTuple):
    """The state of the shards of a stage.

    Attributes
    ----------
    stage : str
        The name.
    shards : int
        The number of shards.
    done : int
        The number of shards that have a result.
    rows : int
        The rows of the results.
    bytes : int
        The bytes of the results.
    seconds : float
        The core-seconds that the results took.
    damaged : list of Failure
        The shards whose record is cut off: a run makes them again.
    """

    stage: str
    shards: int
    done: int
    rows: int
    bytes: int
    seconds: float
    damaged: list[Failure]


class Verification(NamedTuple):
    """What the check of all results found.

    Attributes
    ----------
    results : int
        The number of results that fit their records.
    not_run : int
        The number of shards that have no result yet.
    faults : list of str
        A message for each wrong result, which begins with the name of the file.
    """

    results: int
    not_run: int
    faults: list[str]


class Job:
    """A job: a directory with a file ``job.json``.

    Parameters
    ----------
    directory : str or path-like
        The directory, or the URL of one in an object store.
    storage_options : mapping of str to str, optional
        As for `setwise.pgn.batches`.

    Raises
    ------
    OSError
        If the directory cannot be read.
    JobError
        If ``job.json`` is not valid, or of another version of the program.

    Examples
    --------
    >>> import setwise, tempfile
    >>> job = setwise.deep.plan(tempfile.mkdtemp(), depth=4, split=2)
    >>> job.kind, job.stages[0]
    ('deep-perft', Stage(name='frontier-1', shards=1))
    >>> job.run()
    >>> job.verify()
    Verification(results=4, not_run=0, faults=[])
    """

    def __init__(
        self, directory: str | os.PathLike[str], *, storage_options: StorageOptions | None = None
    ) -> None:
        _storage.use(directory, storage_options)
        self._storage_options = storage_options
        # Ray's workers have other working directories.
        self._directory = location(directory)
        handle = JobHandle(self._directory, 0)
        self._id = handle.id
        self._description: dict[str, Any] = json.loads(handle.description())
        self._stages = tuple(Stage(name, shards) for name, shards, _ in handle.stages())

    def __repr__(self) -> str:
        return f"Job({str(self._directory)!r})"

    @property
    def directory(self) -> Any:
        """The directory: an absolute `pathlib.Path`, or the text of a URL."""
        return self._directory

    @property
    def id(self) -> str:
        """The identity: half of the SHA-256 of what is to be done. Every result has it."""
        return self._id

    @property
    def kind(self) -> str:
        """The name of what the job does, such as ``'deep-perft'``."""
        return str(self._description["kind"])

    @property
    def options(self) -> dict[str, Any]:
        """The options that the job was planned with."""
        return dict(self._description["options"])

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, in order."""
        return self._stages

    def run(
        self,
        *,
        executor: Literal["local", "ray"] = "local",
        threads: Int | None = None,
        memory_mb: Int = 1536,
        hash_mb: Int = 256,
        retries: int = 3,
        share: str | None = None,
        wait: bool = True,
        progress: bool | Callable[[Progress], object] | None = None,
    ) -> None:
        """Run what is left of the job: a new one, or one that was stopped, killed or has failed shards.

        Ctrl-C stops the run; the same call goes on with the job. Several processes may run it at once, and
        do twice what they begin at the same time; with shares they do not.

        Parameters
        ----------
        executor : str
            ``'local'`` for threads of this process, or ``'ray'`` for the tasks of a Ray cluster: the one
            that Ray is connected to, else the one of the environment variable ``RAY_ADDRESS``, else
            one that is started on this machine for the run. All nodes must see the directory.
        threads : int, optional
            The number of threads, or of CPUs of a local Ray cluster; by default one for each CPU.
        memory_mb : int
            The memory in MiB that all local threads may use besides the hash table. With Ray, each shard
            asks for the memory that it needs.
        hash_mb : int
            The size in MiB of the hash table of deep counts, which local threads share. Each worker of Ray
            has its own.
        retries : int
            How often Ray runs a shard again whose node or process was lost.
        share : str, optional
            Run only share K of N of a job that N processes run, as in ``'2/4'``: every Nth shard of each
            stage. Not for Ray, which hands out the shards by itself.
        wait : bool
            Whether a share waits where a stage needs the results of the others. Else it is an error that
            names what is missing.
        progress : bool or callable, optional
            A function that is called with a `Progress` after each shard; True for a bar of tqdm; False for
            none. By default there is a bar if tqdm is installed and standard error is a terminal.

        Raises
        ------
        JobError
            If shards fail, or a check finds a wrong result. The other shards of the stage are done. Or if
            a share does not wait, and the others are not done.
        OSError
            If the directory cannot be read.
        ValueError
            If an option is not valid.
        ImportError
            If Ray or tqdm is wanted and not installed.
        """
        if executor == "ray" and share is not None:
            raise ValueError("share is for the executor 'local': Ray hands out the shards by itself")
        with _progress.of_run(progress) as report:

            def tell(it: tuple[Any, ...]) -> None:
                if report is not None:
                    report(Progress(*it))

            if executor == "local":
                handle = JobHandle(self._directory, hash_mb)
                failed = handle.run(share, wait, threads, memory_mb, tell if report is not None else None)
            elif executor == "ray":
                from . import _ray

                failed = _ray.run(
                    self._directory,
                    threads=threads,
                    hash_mb=hash_mb,
                    retries=retries,
                    storage_options=self._storage_options,
                    report=tell,
                )
            else:
                raise ValueError(f"executor {executor!r} (expected 'local' or 'ray')")
        if failed:
            failures = [Failure(*it) for it in failed]
            stage, shard, reason = failures[0]
            shards = "1 shard" if len(failures) == 1 else f"{len(failures)} shards"
            raise JobError(f"{shards} of stage {stage} failed; shard {shard}: {reason}", failures)

    def clean(self) -> int:
        """Delete what killed processes have left: temporary files, and results that no stage needs.

        No process may run the job meanwhile: its shards would fail.

        Returns
        -------
        int
            The number of files that were deleted.

        Raises
        ------
        OSError
            If the directory cannot be read, or a file cannot be deleted.
        """
        return self._handle().clean()

    def status(self) -> list[StageStatus]:
        """Return the state of all shards.

        Returns
        -------
        list of StageStatus
            One for each stage.

        Raises
        ------
        JobError
            If a record is not valid.
        """
        states = []
        for stage, shards, done, rows, size, seconds, cut_off in self._handle().status():
            damaged = [Failure(stage, number, reason) for number, reason in cut_off]
            states.append(StageStatus(stage, shards, done, rows, size, seconds, damaged))
        return states

    def verify(
        self, *, rerun: Iterable[Int] = (), progress: bool | Callable[[int], object] | None = None
    ) -> Verification:
        """Read every result, compare its SHA-256 with its record, and check every complete stage.

        Parameters
        ----------
        rerun : iterable of int
            Shards to run again, by their numbers in the job; the results must be the same.
        progress : bool or callable, optional
            A function that is called with the number of bytes before each result is read; True for a bar of
            tqdm; False for none. By default there is a bar if tqdm is installed and standard error is a
            terminal.

        Returns
        -------
        Verification
            The numbers of good results and of shards that are not run, and the wrong results.

        Raises
        ------
        OSError
            If the directory cannot be read.
        """
        handle = self._handle()
        with _progress.of_bytes(progress) as report:
            results, not_run, faults = handle.verify(report)
        for number in rerun:
            try:
                handle.recheck_shard(number)
            except JobError as error:
                faults.append(str(error))
        return Verification(results, not_run, faults)

    def _handle(self) -> JobHandle:
        return JobHandle(self._directory, 0)


def open(directory: str | os.PathLike[str], *, storage_options: StorageOptions | None = None) -> Job:
    """Open the directory of a job.

    Parameters
    ----------
    directory : str or path-like
        The directory, or the URL of one in an object store.
    storage_options : mapping of str to str, optional
        As for `setwise.pgn.batches`.

    Returns
    -------
    Job
        The job.

    Raises
    ------
    OSError
        If the directory cannot be read.
    JobError
        If it has no job, or a job of another version of the program.
    """
    return Job(directory, storage_options=storage_options)
