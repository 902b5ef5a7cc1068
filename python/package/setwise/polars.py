"""Set expressions in the queries of polars.

It needs the package ``polars``. Each function takes a column of packed positions, 24 bytes each as in
the column ``position`` of the table of positions, and returns an expression of polars. The value is
null where the position is. Bytes that are no legal position are an error of the query.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _columns
from ._native import Expression

if TYPE_CHECKING:
    import polars as pl

__all__ = ["matches", "numbers", "sets"]


def matches(column: str | pl.Expr, expression: Expression | str) -> pl.Expr:
    """Return whether an expression holds at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The packed positions.
    expression : Expression or str
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
    import polars as pl

    return _asked(column, expression, _columns.matches, pl.Boolean())


def sets(column: str | pl.Expr, expression: Expression | str) -> pl.Expr:
    """Return the set that an expression is at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The packed positions.
    expression : Expression or str
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
    import polars as pl

    return _asked(column, expression, _columns.sets, pl.UInt64())


def numbers(column: str | pl.Expr, expression: Expression | str) -> pl.Expr:
    """Return the number that an expression is at each position.

    Parameters
    ----------
    column : str or polars.Expr
        The packed positions.
    expression : Expression or str
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
    import polars as pl

    return _asked(column, expression, _columns.numbers, pl.Int32())


def _asked(
    column: str | pl.Expr, expression: Expression | str, question: _columns.Question, kind: pl.DataType
) -> pl.Expr:
    import polars as pl

    asked = Expression(expression) if isinstance(expression, str) else expression
    # A wrong expression is an error here, not only when the query runs.
    question(pl.Series([], dtype=pl.Binary()), asked)

    def values(positions: pl.Series) -> pl.Series:
        present = positions.is_not_null()
        found = pl.Series(question(positions.filter(present), asked), dtype=kind)
        if len(found) == len(positions):
            return found
        return pl.Series([None] * len(positions), dtype=kind).scatter(present.arg_true(), found)

    positions = pl.col(column) if isinstance(column, str) else column
    return positions.map_batches(values, return_dtype=kind, is_elementwise=True)
