"""The techniques that find the squares that sliding pieces attack."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from ._native import (
    Lesson,
    Piece,
    SquareSet,
    Step,
    explain,
    explain_bits,
    explain_position,
    technique_attacks,
    technique_cards,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Card",
    "Lesson",
    "Step",
    "attacks",
    "card",
    "explain",
    "explain_bits",
    "explain_position",
    "names",
]


@dataclasses.dataclass(frozen=True)
class Card:
    """The description of a technique.

    Attributes
    ----------
    name : str
        The name in this package.
    title : str
        The name in a sentence.
    people : str
        The people who found it.
    year : str
        The year in which it was found or first published.
    source : str
        The address of a description.
    table_bytes : int
        The size of its tables in bytes.
    needs : str
        What the CPU must have beyond plain 64-bit instructions; empty if nothing.
    is_available : bool
        Whether this CPU can run it.
    """

    name: str
    title: str
    people: str
    year: str
    source: str
    table_bytes: int
    needs: str
    is_available: bool


def names() -> list[str]:
    """Return the names of all techniques.

    Returns
    -------
    list of str
        The simplest first; how many there are depends on the kind of CPU.

    Examples
    --------
    >>> import setwise
    >>> "hyperbola" in setwise.techniques.names()
    True
    """
    return [fields[0] for fields in technique_cards()]


def card(name: str) -> Card:
    """Return the description of a technique.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Card
        The description.

    Raises
    ------
    ValueError
        If no technique has the name.

    Examples
    --------
    >>> import setwise
    >>> setwise.techniques.card("kindergarten").table_bytes
    10240
    """
    for fields in technique_cards():
        if fields[0] == name:
            return Card(*fields)
    raise ValueError(f"technique {name!r} (expected one of {', '.join(names())})")


def attacks(
    name: str, piece: Piece | int, square: int, occupied: SquareSet | int | Iterable[int] = 0
) -> SquareSet:
    """Return the squares that a piece attacks, found by a technique.

    Parameters
    ----------
    name : str
        One of `names`.
    piece : Piece or int
        A piece, or a piece type; a pawn without a color is White's.
    square : int
        The square of the piece, 0 to 63.
    occupied : SquareSet or int or iterable of int
        The occupied squares.

    Returns
    -------
    SquareSet
        The attacked squares, up to and with the first occupied one in each direction.

    Raises
    ------
    ValueError
        If no technique has the name, or this CPU cannot run it.

    Examples
    --------
    >>> import setwise
    >>> len(setwise.techniques.attacks("classical", setwise.ROOK, setwise.A1, [setwise.A3]))
    9
    """
    return technique_attacks(name, piece, square, occupied)
