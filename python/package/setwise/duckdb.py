"""Set expressions in the SQL of DuckDB.

It needs the packages ``duckdb`` and ``pyarrow``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._columns import Question, matches, numbers, sets

if TYPE_CHECKING:
    import duckdb

__all__ = ["register"]


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Add functions that ask a column of packed positions.

    A position is 24 bytes, as in the column ``position`` of the table of positions. The expression is
    a text. The value is null where the position is. Bytes that are no legal position, and an
    expression that is wrong or needs games, are errors of the statement.

    =========================================  ===========  =======================================
    function                                   type         value
    =========================================  ===========  =======================================
    ``setwise_matches(position, expression)``  ``BOOLEAN``  whether a question holds
    ``setwise_set(position, expression)``      ``UBIGINT``  a set; bit *n* is square *n*
    ``setwise_number(position, expression)``   ``INTEGER``  a number
    =========================================  ===========  =======================================

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        The connection that has the functions from now on.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    duckdb.Error
        If the connection is closed, or has functions of these names.

    Examples
    --------
    >>> import duckdb, pyarrow
    >>> import setwise
    >>> packed = setwise.Positions.random(1000, seed=7).packed()[:, :24]
    >>> positions = pyarrow.table({"position": [bytes(row) for row in packed]})
    >>> connection = duckdb.connect()
    >>> setwise.duckdb.register(connection)
    >>> question = "setwise_matches(position, 'check')"
    >>> connection.sql(f"select count(*) from positions where {question}").fetchall()
    [(47,)]
    """
    _add(connection, "setwise_matches", matches, "BOOLEAN")
    _add(connection, "setwise_set", sets, "UBIGINT")
    _add(connection, "setwise_number", numbers, "INTEGER")


def _add(connection: duckdb.DuckDBPyConnection, name: str, question: Question, kind: str) -> None:
    import pyarrow as pa  # type: ignore[import-untyped]

    def values(positions: Any, texts: Any) -> Any:
        """Return the values of some rows, of which none is null."""
        return pa.array(question(positions, texts))

    # Versions of DuckDB have different types of these options.
    options: Any = {"type": "arrow", "null_handling": "default"}
    connection.create_function(name, values, ["BLOB", "VARCHAR"], kind, **options)
