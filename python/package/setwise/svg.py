"""Pictures of boards as SVG documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import Board, Move, SquareSet, svg_board

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["board"]


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
    arrows : iterable of (int, int)
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
