"""Set expressions in the SQL of DuckDB.

It needs the packages ``duckdb`` and ``pyarrow``.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ._columns import Question, matches, numbers, of_texts, sets

if TYPE_CHECKING:
    import duckdb

__all__ = ["register"]


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Add functions that ask a column of positions.

    A position is 24 bytes, as in the column ``position`` of the table of positions, or a FEN. The
    expression is a text, or a column of texts, each of which is parsed once for a batch of rows. The value
    is null where the position or the expression is. What is no legal position, and an expression that is
    wrong or needs games, are errors of the statement.

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
        The connection to the database that has the functions from now on. Its functions of Python with
        these names are replaced. Functions that another connection to the database has added stay.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    duckdb.Error
        If the connection is closed.

    Examples
    --------
    >>> import duckdb, pyarrow
    >>> import setwise
    >>> positions = setwise.Positions.random(1000, seed=7)
    >>> packed = pyarrow.table({"position": pyarrow.array(positions)})
    >>> connection = duckdb.connect()
    >>> setwise.duckdb.register(connection)
    >>> question = "setwise_matches(position, 'check')"
    >>> connection.sql(f"select count(*) from packed where {question}").fetchall()
    [(47,)]
    """
    _add(connection, "setwise_matches", matches, "BOOLEAN")
    _add(connection, "setwise_set", sets, "UBIGINT")
    _add(connection, "setwise_number", numbers, "INTEGER")


def _add(connection: duckdb.DuckDBPyConnection, name: str, question: Question, kind: str) -> None:
    import duckdb
    import pyarrow as pa  # type: ignore[import-untyped]

    kinds: dict[str, type[np.generic]] = {"BOOLEAN": np.bool_, "UBIGINT": np.uint64, "INTEGER": np.int32}

    def values(positions: Any, texts: Any) -> Any:
        """Return the values of some rows, of which none is null."""
        encoded = texts.combine_chunks().dictionary_encode()

        def take(rows: Any) -> Any:
            return positions if len(rows) == len(texts) else positions.take(pa.array(rows))

        asked, text_of_row = encoded.dictionary.to_pylist(), encoded.indices.to_numpy()
        return pa.array(of_texts(question, take, asked, text_of_row, kinds[kind]))

    with contextlib.suppress(duckdb.Error):
        connection.remove_function(name)
    # Versions of DuckDB have different types of these options.
    options: Any = {"type": "arrow", "null_handling": "default"}
    # A database has one function of a name, which only the connection that added it can remove.
    with contextlib.suppress(duckdb.CatalogException):
        # Without types of parameters it takes any: bytes and texts.
        connection.create_function(name, values, return_type=kind, **options)
