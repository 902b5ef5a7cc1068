"""Set expressions asked of columns of packed positions, as Arrow data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._native import Positions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._native import Expression
    from ._types import ArrowArray, ArrowStream

Question = Callable[["ArrowStream | ArrowArray", "Expression | str"], "npt.NDArray[Any]"]
"""What is asked of a column without missing positions."""


# A thread for each CPU would take longer than the rows of one call.
def matches(
    column: ArrowStream | ArrowArray, expression: Expression | str
) -> npt.NDArray[np.bool_]:
    return Positions.from_packed(column, threads=1).where(expression, threads=1)


def sets(column: ArrowStream | ArrowArray, expression: Expression | str) -> npt.NDArray[np.uint64]:
    return Positions.from_packed(column, threads=1).sets(expression, threads=1)


def numbers(
    column: ArrowStream | ArrowArray, expression: Expression | str
) -> npt.NDArray[np.int32]:
    return Positions.from_packed(column, threads=1).numbers(expression, threads=1)
