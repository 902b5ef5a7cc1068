"""Pictures of boards as SVG documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._native import Board, Move, Piece, SquareSet, svg_board, svg_piece
from ._squares import parse_square, square_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Arrow", "board", "piece"]

_LETTERS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}


class Arrow(NamedTuple):
    """An arrow of a picture, or a ring if it ends where it begins.

    All arrows of a picture have one color; `color` is for comments of games.

    Attributes
    ----------
    tail : int
        The square where it begins.
    head : int
        The square where it ends.
    color : str
        One of ``'green'``, ``'red'``, ``'yellow'`` and ``'blue'``.
    """

    tail: int
    head: int
    color: str = "green"

    def pgn(self) -> str:
        """Return the text in ``[%cal ...]`` or ``[%csl ...]`` of a comment.

        Returns
        -------
        str
            Such as ``'Ge2e4'``, or ``'Ge4'`` for a ring. Other colors become green.
        """
        head = "" if self.tail == self.head else square_name(self.head)
        return f"{_LETTERS.get(self.color, 'G')}{square_name(self.tail)}{head}"

    @staticmethod
    def from_pgn(pgn: str) -> Arrow:
        """Parse the text of an arrow.

        Parameters
        ----------
        pgn : str
            The letter of a color, and one or two squares; without a letter it is green.

        Returns
        -------
        Arrow
            The arrow.

        Raises
        ------
        ValueError
            If the text has another form.
        """
        colors = [color for color, letter in _LETTERS.items() if pgn.startswith(letter)]
        squares = pgn[1:] if colors else pgn
        if len(squares) not in (2, 4):
            raise ValueError(f"arrow {pgn!r} (expected a color and squares, such as Ge2e4)")
        tail, head = parse_square(squares[:2]), parse_square(squares[-2:])
        return Arrow(tail, head, *colors)


def board(
    board: Board | None = None,
    *,
    orientation: bool = True,
    lastmove: Move | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
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
        Arrows or pairs of squares; an arrow from a square to itself is a ring.
    squares : SquareSet or int or iterable of int
        Squares that are filled.
    frame : SquareSet or int or iterable of int
        Squares that have a frame.
    size : int
        The width and the height in pixels, 8 to 100,000.
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
    pairs = [(arrow[0], arrow[1]) for arrow in arrows]
    return svg_board(board, orientation, lastmove, pairs, squares, frame, size, coordinates)


def piece(piece: Piece, size: int = 50) -> str:
    """Return a picture of a piece, without a board.

    Parameters
    ----------
    piece : Piece
        The piece.
    size : int
        The width and the height in pixels, 8 to 100,000.

    Returns
    -------
    str
        An SVG document that refers to no other file.

    Examples
    --------
    >>> import setwise
    >>> picture = setwise.svg.piece(setwise.Piece.from_symbol("q"), 45)
    >>> picture[:55]
    '<svg xmlns="http://www.w3.org/2000/svg" width="45" heig'
    """
    return svg_piece(piece, size)
