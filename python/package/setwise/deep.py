"""Deep perft: counts over frontiers of unique positions, on disk, on one machine or many.

The frontier of ply *P* is the set of different positions after *P* plies, each with the number of move
sequences that end in it. It is computed ply by ply up to the split; the remaining plies are counted once for
each of its positions. The work is a job, so it can be stopped at any moment and goes on: `setwise.jobs.Job.run` runs
it, and `result` returns the counts.
The page ``docs/deep-perft.md`` of the repository explains the method, the files and the checks.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from . import _native
from ._squares import STARTING_FEN
from .jobs import Job

if TYPE_CHECKING:
    from ._native import Board
    from ._types import Int

__all__ = ["Frontier", "Result", "plan", "result"]


class Frontier(NamedTuple):
    """The numbers of a frontier.

    Attributes
    ----------
    ply : int
        The ply.
    positions : int
        The number of different positions.
    paths : int
        The number of move sequences that end in them.
    """

    ply: int
    positions: int
    paths: int


class Result(NamedTuple):
    """The counts of a complete deep count.

    Attributes
    ----------
    nodes : int
        The number of move sequences.
    moves : dict of str to int, or None
        The counts by root move in UCI notation, if the count was planned with `divide`.
    recounted : int
        The number of positions that were counted a second time, one at a time and without a table.
    frontiers : list of Frontier
        The frontiers, from ply 1 to the split.
    """

    nodes: int
    moves: dict[str, int] | None
    recounted: int
    frontiers: list[Frontier]


def plan(
    directory: str | os.PathLike[str],
    position: Board | str = STARTING_FEN,
    *,
    depth: Int,
    split: Int,
    divide: bool = False,
    shards: Int | None = None,
    force: bool = False,
) -> Job:
    """Create the directory of a deep count.

    Parameters
    ----------
    directory : str or path-like
        The directory, which must be empty if it exists. Directories above it are created.
    position : Board or str
        A board or a FEN.
    depth : int
        The number of plies, 1 to 100.
    split : int
        The ply of the last frontier, 1 to `depth`.
    divide : bool
        Whether to count each root move by itself.
    shards : int, optional
        The number of files of the last frontier, and of the shards that count; by default one for each
        million positions, at least 16 and at most 1024.
    force : bool
        Whether to plan even if the disk seems too small.

    Returns
    -------
    Job
        The job.

    Raises
    ------
    FenError
        If the FEN is not valid.
    ValueError
        If a number is out of range.
    JobError
        If the directory is not empty, or the disk is too small.
    OSError
        If the directory cannot be created.
    """
    _native.deep_plan(os.fspath(directory), position, depth, split, divide, shards, force)
    return Job(directory)


def result(directory: str | os.PathLike[str]) -> Result:
    """Return the counts of a complete deep count, after all checks of its records.

    Parameters
    ----------
    directory : str or path-like
        The directory.

    Returns
    -------
    Result
        The counts.

    Raises
    ------
    JobError
        If a stage is not complete, or fails its check.
    OSError
        If the directory cannot be read.

    Examples
    --------
    >>> import setwise, tempfile
    >>> job = setwise.deep.plan(tempfile.mkdtemp(), depth=5, split=3)
    >>> job.run()
    >>> counted = setwise.deep.result(job.directory)
    >>> counted.nodes, counted.frontiers[-1]
    (4865609, Frontier(ply=3, positions=5362, paths=8902))
    """
    nodes, moves, recounted, frontiers = _native.deep_result(os.fspath(directory))
    return Result(
        nodes,
        None if moves is None else dict(moves),
        recounted,
        [Frontier(ply, *numbers) for ply, numbers in enumerate(frontiers, 1)],
    )
