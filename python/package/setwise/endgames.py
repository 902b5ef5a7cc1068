"""Endgames of few pieces: win, draw or loss, and the moves to mate, by tables that are computed when asked."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Literal

from ._native import EndgameTables

if TYPE_CHECKING:
    import os

    from ._native import Board, Move
    from ._types import Int

__all__ = ["Result", "Tables"]


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of a position with best play, for one side.

    The fifty-move rule and repetitions do not count.

    Attributes
    ----------
    result : {"win", "draw", "loss"}
        Whether the side wins.
    plies : int or None
        The number of moves of both sides to mate, 0 if the side is checkmated; None in a draw.
    """

    result: Literal["win", "draw", "loss"]
    plies: int | None

    @property
    def moves(self) -> int | None:
        """The number of moves to mate of the side that wins.

        Returns
        -------
        int or None
            The number of moves, or None in a draw.
        """
        return None if self.plies is None else (self.plies + 1) // 2


class Tables:
    """Endgame tables of three to five pieces, both kings included.

    A table is computed when the first position needs it, with the tables after captures and
    promotions: three pieces take a few milliseconds, four a second or a few, five a minute or more.
    A table of three pieces takes 0.1 MB, of four 5 to 12 MB, of five 320 to 768 MiB.

    Parameters
    ----------
    memory_mb : int
        The most memory of all tables in MiB, 1 to 16777216.
    threads : int or None
        The number of threads that compute a table, 1 to 1024; None is one for each CPU.
    directory : str or path-like, optional
        A directory with files of tables, as `setwise endgame build` writes them. A table that has a
        file is read instead of computed.

    Raises
    ------
    ValueError
        If a number is out of range. The methods raise it if a file of the directory is damaged.

    Notes
    -----
    The GIL is released while tables are computed, and Ctrl-C stops that. Threads can share an object.

    Examples
    --------
    >>> import setwise
    >>> tables = setwise.endgames.Tables()
    >>> board = setwise.Board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    >>> tables.probe(board).result, tables.probe(board).moves
    ('win', 16)
    """

    def __init__(
        self,
        memory_mb: Int = 2048,
        threads: Int | None = None,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        self._tables = EndgameTables(memory_mb, threads, directory)

    def build(self, material: str) -> str:
        """Compute the table of some material, and the tables after captures and promotions.

        Parameters
        ----------
        material : str
            The pieces of both sides, such as `KRvKN` or `KRKN`.

        Returns
        -------
        str
            The name of the table, whose first side is the stronger one.

        Raises
        ------
        ValueError
            If the text is no material, or the tables need more memory than `memory_mb`.

        Examples
        --------
        >>> import setwise
        >>> setwise.endgames.Tables().build("KKR")
        'KRvK'
        """
        return self._tables.build(material)

    def probe(self, board: Board) -> Result:
        """Return the result of a position, for the side to move.

        Parameters
        ----------
        board : Board
            A position of at most five pieces.

        Returns
        -------
        Result
            Win, draw or loss, and the plies to mate.

        Raises
        ------
        ValueError
            If there are more pieces or castling rights, or the tables need more memory than
            `memory_mb`.

        Examples
        --------
        >>> import setwise
        >>> setwise.endgames.Tables().probe(setwise.Board("R6k/8/6K1/8/8/8/8/8 b - - 0 1"))
        Result(result='loss', plies=0)
        """
        return Result(*self._tables.probe(board))

    def moves(self, board: Board) -> list[tuple[Move, Result]]:
        """Return the legal moves of a position, each with its result for the side that makes it.

        Parameters
        ----------
        board : Board
            A position of at most five pieces.

        Returns
        -------
        list of tuple of Move and Result
            The best move first: the fastest win, or the longest resistance. The plies count the move.

        Raises
        ------
        ValueError
            As by `probe`.

        Examples
        --------
        >>> import setwise
        >>> board = setwise.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
        >>> move, result = setwise.endgames.Tables().moves(board)[0]
        >>> board.san(move), result.moves
        ('Ra8#', 1)
        """
        return [(move, Result(result, plies)) for move, result, plies in self._tables.moves(board)]

    @property
    def materials(self) -> list[str]:
        """The materials of the tables that have been computed.

        Returns
        -------
        list of str
            Names such as `KRvK`, in no particular order.
        """
        return self._tables.materials()

    @property
    def nbytes(self) -> int:
        """The memory of the tables that have been computed.

        Returns
        -------
        int
            The number of bytes.
        """
        return self._tables.nbytes
