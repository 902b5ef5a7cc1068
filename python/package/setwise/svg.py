"""Pictures of boards as SVG documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._native import Board, Move, SquareSet, svg_board
from ._squares import parse_square, square_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Arrow", "board"]


class Arrow(NamedTuple):
    """An arrow of a picture, or a ring if it ends where it begins.

    It is a pair of squares. All arrows of a picture have one color.

    Attributes
    ----------
    tail : int
        The square where it begins.
    head : int
        The square where it ends.
    """

    tail: int
    head: int

    def pgn(self) -> str:
        """Return the text in ``[%cal ...]`` or ``[%csl ...]`` of a comment.

        Returns
        -------
        str
            Such as ``'Ge2e4'``, or ``'Ge4'`` for a ring.
        """
        head = "" if self.tail == self.head else square_name(self.head)
        return f"G{square_name(self.tail)}{head}"

    @staticmethod
    def from_pgn(pgn: str) -> Arrow:
        """Parse the text of an arrow.

        Parameters
        ----------
        pgn : str
            The letter of a color, which is not kept, and one or two squares.

        Returns
        -------
        Arrow
            The arrow.

        Raises
        ------
        ValueError
            If the text has another form.
        """
        if len(pgn) not in (3, 5) or pgn[0] not in "GRYB":
            raise ValueError(f"arrow {pgn!r} (expected a color and squares, such as Ge2e4)")
        return Arrow(parse_square(pgn[1:3]), parse_square(pgn[-2:]))


def board(
    board: Board | None = None,
    *,
    orientation: bool = True,
    lastmove: Move | None = None,
    arrows: Iterable[tuple[int, int]] = (),
    squares: SquareSet | int | Iterable[int] = 0,
    frame: SquareSet | int | Iterable[int] = 0,
    size: int = 400,
    coordinates: bool = True,
) -> str:
    """Return a picture of a board.

    Parameters
    ----------
    board : Board, optional
        The board; by default one without pieces. A king in check is highlighted.
    orientation : bool
        The side at the bottom, True for White.
    lastmove : Move, optional
        A move whose squares are highlighted.
    arrows : iterable of Arrow or (int, int)
        Pairs of squares; an arrow from a square to itself is a ring.
    squares : SquareSet or int or iterable of int
        Squares that are filled.
    frame : SquareSet or int or iterable of int
        Squares that have a frame.
    size : int
        The width and the height in pixels.
    coordinates : bool
        Whether files and ranks are named.

    Returns
    -------
    str
        An SVG document that refers to no other file.

    Examples
    --------
    >>> import setwise
    >>> picture = setwise.svg.board(setwise.Board(), arrows=[(setwise.E2, setwise.E4)], size=200)
    >>> picture[:55]
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" hei'
    """
    return svg_board(
        board, orientation, lastmove, list(arrows), squares, frame, size, coordinates
    )
