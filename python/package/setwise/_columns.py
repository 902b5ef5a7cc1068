"""Set expressions asked of columns of positions, as Arrow data of packed positions or FENs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import RowError
from ._native import Positions

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._native import Expression
    from ._types import ArrowArray, ArrowStream

Question = Callable[["ArrowStream | ArrowArray", "Expression | str"], "npt.NDArray[Any]"]
"""What is asked of a column without missing positions."""

matches: Question = functools.partial(Positions._ask_column, "bool")
sets: Question = functools.partial(Positions._ask_column, "set")
numbers: Question = functools.partial(Positions._ask_column, "number")


def of_texts(
    question: Question, take: Callable[[npt.NDArray[np.intp]], Any], texts: Sequence[str], text_of_row: Any, kind: Any
) -> npt.NDArray[Any]:
    """Return the values of rows that have an expression each, the number of one of some texts.

    Each text is asked once, for the rows that `take` returns.
    """
    found = np.empty(len(text_of_row), kind)
    for number, text in enumerate(texts):
        rows = np.flatnonzero(text_of_row == number)
        try:
            found[rows] = question(take(rows), text)
        except RowError as error:
            row = int(rows[error.row])
            raise RowError(str(error).replace(f"row {error.row}:", f"row {row}:", 1), row) from None
    return found
