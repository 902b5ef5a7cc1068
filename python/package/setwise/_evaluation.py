"""Evaluations in the comments of games."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple


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
    winner : bool or None
        The side that has mated if `mate` is 0, the mate on the board: True for White.
    """

    centipawns: int | None
    mate: int | None
    depth: int | None = None
    winner: bool | None = None

    def is_mate(self) -> bool:
        """Return whether it is a mate.

        Returns
        -------
        bool
            Whether `mate` is not None.
        """
        return self.mate is not None

    def pov(self, color: bool) -> Score:
        """Return the evaluation as a score of one side.

        Parameters
        ----------
        color : bool
            True for White.

        Returns
        -------
        Score
            Positive if the side is better.
        """
        sign = 1 if color else -1
        centipawns, mate = (value and sign * value for value in (self.centipawns, self.mate))
        return Score(centipawns, mate, has_mated=self.winner == color)

    def white(self) -> Score:
        """Return the evaluation as a score of White.

        Returns
        -------
        Score
            Positive if White is better.
        """
        return self.pov(True)

    def black(self) -> Score:
        """Return the evaluation as a score of Black.

        Returns
        -------
        Score
            Positive if Black is better.
        """
        return self.pov(False)


class Score:
    """An evaluation for one side, as python-chess's ``Score``.

    Parameters
    ----------
    centipawns : int or None
        Hundredths of a pawn; None if it is a mate.
    mate : int or None
        The number of moves to mate, negative if the other side mates; None if it is no mate.
    has_mated : bool
        Whether the side has mated if `mate` is 0: else it is mated.

    Examples
    --------
    >>> import setwise
    >>> evaluation = setwise.pgn.Evaluation(None, -3)
    >>> evaluation.black().mate(), evaluation.black().score(mate_score=10000)
    (3, 9997)
    """

    __slots__ = ("_centipawns", "_is_won", "_mate")

    def __init__(self, centipawns: int | None, mate: int | None, *, has_mated: bool = False) -> None:
        self._centipawns = centipawns
        self._mate = mate
        self._is_won = mate is not None and (mate > 0 or mate == 0 and has_mated)

    def is_mate(self) -> bool:
        """Return whether it is a mate.

        Returns
        -------
        bool
            Whether `mate` returns a number.
        """
        return self._mate is not None

    def mate(self) -> int | None:
        """Return the number of moves to mate.

        Returns
        -------
        int or None
            Negative if the other side mates; None if it is no mate.
        """
        return self._mate

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return the score as a number.

        Parameters
        ----------
        mate_score : int, optional
            What a mate on the board is worth; one in `n` moves is worth `n` less.

        Returns
        -------
        int or None
            Hundredths of a pawn; None for a mate without `mate_score`.
        """
        if self._mate is None or mate_score is None:
            return self._centipawns
        return mate_score - self._mate if self._is_won else -mate_score - self._mate

    def wdl(self, *, model: Literal["lichess"] = "lichess") -> Wdl:
        """Return the expected result of a game.

        Parameters
        ----------
        model : {'lichess'}
            The formula that Lichess uses for games of people (https://lichess.org/page/accuracy), which knows
            no draws. A mate counts as 1,100 to 2,100 hundredths of a pawn, the closer the more, another score
            as at most 1,000.

        Returns
        -------
        Wdl
            Wins, draws and losses among 1,000 games.

        Raises
        ------
        ValueError
            If the model is not known.
        """
        if model != "lichess":
            raise ValueError(f"model {model!r} (expected 'lichess')")
        if self._mate is None:
            centipawns = max(-1000, min(1000, self._centipawns or 0))
        else:
            distance = 100 * (21 - min(10, abs(self._mate)))
            centipawns = distance if self._is_won else -distance
        wins = round(1000 / (1 + math.exp(-0.00368208 * centipawns)))
        return Wdl(wins, 0, 1000 - wins)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int | None, int | None, bool]:
        return self._centipawns, self._mate, self._is_won

    def __repr__(self) -> str:
        if self._mate is None:
            return f"<Score {self._centipawns:+}>"
        return f"<Score #{'+' if self._is_won else '-'}{abs(self._mate)}>"


class Wdl(NamedTuple):
    """Wins, draws and losses of a side.

    Attributes
    ----------
    wins : int
        The number of wins.
    draws : int
        The number of draws.
    losses : int
        The number of losses.
    """

    wins: int
    draws: int
    losses: int

    def expectation(self) -> float:
        """Return the expected score of a game.

        Returns
        -------
        float
            From 0 to 1; a draw is a half.
        """
        return (self.wins + self.draws / 2) / sum(self)


Evaluation.__module__ = Score.__module__ = Wdl.__module__ = "setwise.pgn"
