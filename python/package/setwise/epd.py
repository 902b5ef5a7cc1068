"""Files of EPD: positions with operations, one a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ._errors import EpdError
from ._native import Board, local_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ._types import Operation

__all__ = ["Line", "parse", "read"]


class Line(NamedTuple):
    """A line of EPD.

    Attributes
    ----------
    board : Board
        The position.
    operations : dict of str to object
        Texts, numbers, moves and lists of moves by opcode.
    """

    board: Board
    operations: dict[str, Operation]


def parse(line: str, *, chess960: bool | None = None) -> Line:
    """Parse a line of EPD.

    Parameters
    ----------
    line : str
        Four fields of a FEN, and operations.
    chess960 : bool, optional
        As for `Board`.

    Returns
    -------
    Line
        The board and the operations.

    Raises
    ------
    EpdError
        If the line is not EPD, the position is not legal, or a move is not legal.

    Examples
    --------
    >>> import setwise
    >>> setwise.epd.parse("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#;").operations["bm"]
    [Move.from_uci('a1a8')]
    """
    return Line(*Board.from_epd(line, chess960=chess960))


def read(
    source: str | os.PathLike[str] | Iterable[str], *, chess960: bool | None = None
) -> Iterator[Line]:
    """Read the lines of a file of EPD; empty lines, and lines that begin with ``#``, are left out.

    As in the command ``setwise epd``, a byte order mark may be before a line, and zero bytes after it.

    Parameters
    ----------
    source : str or path-like or iterable of str
        The path of a file in UTF-8, or lines.
    chess960 : bool, optional
        As for `Board`.

    Yields
    ------
    Line
        A board and its operations.

    Raises
    ------
    EpdError
        If a line is not valid; the message begins with its number.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import setwise
    >>> [line.board.turn for line in setwise.epd.read(["4k3/8/8/8/8/8/8/4K3 b - -"])]
    [False]
    """
    if isinstance(source, (str, os.PathLike)):
        with open(local_path(source), encoding="utf-8") as lines:
            yield from read(lines, chess960=chess960)
        return
    for number, line in enumerate(source, 1):
        text = line.lstrip("\ufeff").rstrip("\r\n").rstrip("\0")
        if text.strip() and not text.startswith("#"):
            try:
                yield parse(text, chess960=chess960)
            except ValueError as error:
                raise EpdError(f"line {number}: {error}") from error
