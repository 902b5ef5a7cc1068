"""What a search of a player has found."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Move


@dataclasses.dataclass(frozen=True)
class AnalysisLine:
    """A move with its score, and the moves that are expected after it.

    Attributes
    ----------
    score : int or None
        Hundredths of a pawn for the side to move; None if it is a mate. If the search ended before
        a move had a score, it is the value of the position.
    mate : int or None
        The number of moves to mate, negative if the side to move is mated; None if it is no mate.
    moves : list of Move
        The expected moves, the move of the line first.
    """

    score: int | None
    mate: int | None
    moves: list[Move]


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What a search of `Player.think` has found.

    Attributes
    ----------
    lines : list of AnalysisLine
        The lines, the best first; empty if the position has no legal move.
    depth : int
        The depth in plies of the last iteration that was completed.
    nodes : int
        The number of positions that were searched.
    time : float
        The time of the search in seconds.
    """

    lines: list[AnalysisLine]
    depth: int
    nodes: int
    time: float

    @property
    def best(self) -> Move | None:
        """The best move.

        Returns
        -------
        Move or None
            The first move of the best line, or None if the position has no legal move.
        """
        return self.lines[0].moves[0] if self.lines else None

    @property
    def ponder(self) -> Move | None:
        """The expected answer to the best move.

        Returns
        -------
        Move or None
            The second move of the best line, or None if the search has not found one.
        """
        return self.lines[0].moves[1] if self.lines and len(self.lines[0].moves) > 1 else None


Analysis.__module__ = "setwise"
AnalysisLine.__module__ = "setwise"


def make_analysis(
    lines: list[tuple[int | None, int | None, list[Move]]], depth: int, nodes: int, time: float
) -> Analysis:
    """Return the result of a search; the native part calls this."""
    return Analysis([AnalysisLine(*line) for line in lines], depth, nodes, time)
