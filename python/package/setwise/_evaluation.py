"""Evaluations in the comments of games."""

from __future__ import annotations

from typing import NamedTuple


class Evaluation(NamedTuple):
    """An evaluation of a position, for White.

    Attributes
    ----------
    centipawns : int or None
        Hundredths of a pawn; None if it is a mate.
    mate : int or None
        The number of moves to mate, negative if Black mates; None if it is no mate.
    depth : int or None
        The depth of the search in plies, if the comment has it.
    """

    centipawns: int | None
    mate: int | None
    depth: int | None = None


Evaluation.__module__ = "setwise.pgn"
