"""Set expressions in the queries of polars.

It needs the package ``polars``. Each function takes a column of positions, packed in 24 bytes each as in
the column ``position`` of the table of positions, or FENs, and returns an expression of polars. The set
expression may be a column of texts, each of which is parsed once for a batch of rows. The value is null
where the position or the text is. What is no legal position is an error of the query.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _columns
from ._native import Expression

if TYPE_CHECKING:
    import polars as pl

__all__ = ["matches", "numbers", "sets"]


def matches(column: str | pl.Expr, expression: Expression | str | pl.Expr) -> pl.Expr:
    """Return whether an expression holds at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The positions.
    expression : Expression, str or polars.Expr
        A question; a set holds if it is not empty.

    Returns
    -------
    polars.Expr
        Of type ``Boolean``.

    Raises
    ------
    ExpressionError
        If the text is no expression, or the expression is a number or needs games.

    Examples
    --------
    >>> import polars
    >>> import setwise
    >>> table = polars.DataFrame({"position": setwise.Positions.random(1000, seed=7)})
    >>> table.filter(setwise.polars.matches("position", "check")).height
    47
    """
    return _asked(column, expression, _columns.matches, "Boolean")


def sets(column: str | pl.Expr, expression: Expression | str | pl.Expr) -> pl.Expr:
    """Return the set that an expression is at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The positions.
    expression : Expression, str or polars.Expr
        A set.

    Returns
    -------
    polars.Expr
        Of type ``UInt64``; bit *n* is square *n*.

    Raises
    ------
    ExpressionError
        If the text is no expression, or the expression is no set or needs games.
    """
    return _asked(column, expression, _columns.sets, "UInt64")


def numbers(column: str | pl.Expr, expression: Expression | str | pl.Expr) -> pl.Expr:
    """Return the number that an expression is at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The positions.
    expression : Expression, str or polars.Expr
        A number.

    Returns
    -------
    polars.Expr
        Of type ``Int32``.

    Raises
    ------
    ExpressionError
        If the text is no expression, or the expression is no number or needs games.
    """
    return _asked(column, expression, _columns.numbers, "Int32")


def _asked(
    column: str | pl.Expr, expression: Expression | str | pl.Expr, question: _columns.Question, name: str
) -> pl.Expr:
    import polars as pl

    kind: pl.DataType = getattr(pl, name)()
    positions = pl.col(column) if isinstance(column, str) else column
    if isinstance(expression, pl.Expr):
        columns = pl.struct(positions.alias("position"), expression.alias("expression"))
        return columns.map_batches(functools.partial(_values_of_texts, question, kind), kind, is_elementwise=True)
    asked = Expression(expression) if isinstance(expression, str) else expression
    # A wrong expression is an error here, not only when the query runs.
    question(pl.Series([], dtype=pl.Binary()), asked)

    def values(positions: pl.Series) -> pl.Series:
        present = positions.is_not_null()
        return _scattered(question(positions.filter(present), asked), present, kind)

    return positions.map_batches(values, kind, is_elementwise=True)


def _values_of_texts(question: _columns.Question, kind: pl.DataType, rows: pl.Series) -> pl.Series:
    """Return the values of rows with a position and an expression each."""
    positions, texts = rows.struct.field("position"), rows.struct.field("expression")
    present = positions.is_not_null() & texts.is_not_null()
    positions, texts = positions.filter(present), texts.filter(present)
    asked, text_of_row = np.unique(texts.to_numpy(), return_inverse=True)
    found = _columns.of_texts(question, lambda some: positions[some], asked.tolist(), text_of_row, object)
    return _scattered(found.tolist(), present, kind)


def _scattered(found: Any, present: pl.Series, kind: pl.DataType) -> pl.Series:
    """Return a column with values in the rows that have one, and null in the others."""
    import polars as pl

    values = pl.Series(found, dtype=kind)
    if len(values) == len(present):
        return values
    return pl.Series([None] * len(present), dtype=kind).scatter(present.arg_true(), values)
