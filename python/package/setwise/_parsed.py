"""The result of reading a batch whose bad rows are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._native import Positions


class Parsed(NamedTuple):
    """The good rows of a batch, and which rows were bad.

    Attributes
    ----------
    positions : Positions
        The good rows, in order.
    ok : ndarray of bool
        For each row of the input, whether it is good.
    messages : list of (int, str)
        The numbers of the bad rows, from 0, and what is wrong with each.
    """

    positions: Positions
    ok: npt.NDArray[np.bool_]
    messages: list[tuple[int, str]]


Parsed.__module__ = "setwise"
