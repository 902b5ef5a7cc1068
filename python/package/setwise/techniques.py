"""The techniques that find the squares that sliding pieces attack."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from ._native import Piece, SquareSet, technique_attacks, technique_cards, technique_steps

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Card", "Step", "attacks", "card", "explain", "names"]


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


@dataclasses.dataclass(frozen=True)
class Step:
    """A step of a lookup. ``str()`` shows it, a set as a board.

    Attributes
    ----------
    part : str
        The part of the lookup: a direction, a line, one of two pieces.
    name : str
        The name of the result.
    terms : str
        What it was computed from.
    squares : SquareSet or None
        The result, if it is a set.
    number : int or None
        The result, if it is a number.
    """

    part: str
    name: str
    terms: str
    squares: SquareSet | None
    number: int | None

    def __str__(self) -> str:
        title = f"{self.part}: {self.name}" if self.part else self.name
        if self.terms:
            title += f" = {self.terms}"
        result = self.squares if self.squares is not None else f"{self.number:#x}"
        return f"{title}\n{result}"


def names() -> list[str]:
    """Return the names of all techniques.

    Returns
    -------
    list of str
        More than forty names.

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


def explain(
    name: str, piece: Piece | int, square: int, occupied: SquareSet | int | Iterable[int] = 0
) -> list[Step]:
    """Return the steps by which a technique finds the attacked squares.

    Parameters
    ----------
    name : str
        One of `names`.
    piece : Piece or int
        A bishop, a rook or a queen, as a piece or a piece type.
    square : int
        The square of the piece, 0 to 63.
    occupied : SquareSet or int or iterable of int
        The occupied squares.

    Returns
    -------
    list of Step
        The steps, recorded from the code that computes the attacks.

    Raises
    ------
    ValueError
        If no technique has the name, this CPU cannot run it, or the piece does not slide.

    Examples
    --------
    >>> import setwise
    >>> steps = setwise.techniques.explain("classical", setwise.BISHOP, setwise.C1, [setwise.E3])
    >>> steps[0].part
    'north-east'
    """
    return [Step(*fields) for fields in technique_steps(name, piece, square, occupied)]
