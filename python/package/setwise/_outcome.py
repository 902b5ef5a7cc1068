"""How games end."""

from __future__ import annotations

import dataclasses
import enum


class Termination(enum.Enum):
    """The reason why a game has ended."""

    CHECKMATE = 1
    """The side to move is in check and has no legal move."""
    STALEMATE = 2
    """The side to move is not in check and has no legal move."""
    INSUFFICIENT_MATERIAL = 3
    """Neither side has enough material to give mate."""
    SEVENTYFIVE_MOVES = 4
    """Each side has made 75 moves without a capture or a pawn move."""
    FIVEFOLD_REPETITION = 5
    """The position has occurred five times."""
    FIFTY_MOVES = 6
    """Each side has made 50 moves without a capture or a pawn move, and a player claims the draw."""
    THREEFOLD_REPETITION = 7
    """The position has occurred three times, and a player claims the draw."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a game has ended.

    Attributes
    ----------
    termination : Termination
        The reason.
    winner : bool or None
        The side that has won, True for White, or None for a draw.
    """

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """Return the result in PGN notation.

        Returns
        -------
        str
            ``1-0``, ``0-1`` or ``1/2-1/2``.
        """
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


Termination.__module__ = "setwise"
Outcome.__module__ = "setwise"


def make_outcome(termination: str, winner: bool | None) -> Outcome:
    """Return the outcome of a name; the native part calls this."""
    return Outcome(Termination[termination], winner)
