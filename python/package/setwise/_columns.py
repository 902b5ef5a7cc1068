"""Set expressions asked of columns of packed positions, as Arrow data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._native import Positions

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._native import Expression
    from ._types import ArrowArray, ArrowStream

Question = Callable[["ArrowStream | ArrowArray", "Expression | str"], "npt.NDArray[Any]"]
"""What is asked of a column without missing positions."""

matches: Question = Positions._packed_where
sets: Question = Positions._packed_sets
numbers: Question = Positions._packed_numbers
