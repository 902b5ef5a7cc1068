"""Finding positions in games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _copied, _storage
from ._native import find_games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._native import Expression, RecordBatches
    from ._storage import StorageOptions
    from ._types import Accept, Comments, Inputs, Int


def find(
    paths: Inputs,
    expression: Expression | str,
    *,
    tags: Iterable[str] = (),
    by: Expression | str | None = None,
    heat: Expression | str | None = None,
    accept: Accept = "default",
    comments: Comments = "commands",
    threads: Int | None = None,
    storage_options: StorageOptions | None = None,
) -> RecordBatches:
    """Find the positions of games that match an expression, as ``setwise find`` does.

    Every position of the main line is asked, of a game with an error up to its last legal move. Memory
    does not depend on the size of the files, and the GIL is released.

    Parameters
    ----------
    paths : str or path-like or file, or iterable of them
        PGN files, tables of games (Parquet or Arrow files), directories of them, and patterns such as
        ``games/*.pgn.zst``; also as URLs. An object with a method ``read`` is copied to a temporary file first.
    expression : Expression or str
        The question; a set holds if it is not empty.
    tags : iterable of str
        Tags that are columns, as texts.
    by : Expression or str, optional
        A number, or the name of a tag, by which the positions are counted, as by ``setwise find --by``.
    heat : Expression or str, optional
        A set: on how many of the positions each square is in it is counted.
    accept : {'strict', 'common', 'default', 'lenient'} or iterable of str
        As for `setwise.pgn.read`.
    comments : {'commands', 'engine'}
        As for `setwise.pgn.batches`.
    threads : int, optional
        The number of threads, 1 to 1024; by default one for each CPU. The rows do not depend on it.
    storage_options : mapping of str to str, optional
        As for `setwise.pgn.batches`.

    Returns
    -------
    setwise.pgn.RecordBatches
        An iterable of record batches, and an Arrow stream of all rows: ``game``, which counts all
        games from 1; ``ply``, 0 at the start; ``key``, the Polyglot key; and the tags. With `by` one batch
        of ``group``, ``positions``, ``games`` and ``white_score``, the points of White for each game with a
        result; with `heat` one of ``square`` and ``positions``.

    Raises
    ------
    ExpressionError
        If the text is no expression, or the expression is a number.
    FileNotFoundError
        If a file does not exist.
    OSError
        If a file cannot be opened; from the iterator, if one is damaged, after all that can be read.
    RuntimeError
        From the iterator, if a thread fails, for example because it cannot be started, or if the groups of
        `by` take more than 64 MiB.
    ValueError
        If there is no path, a pattern fits no file, two columns have one name, or both `by` and `heat` are
        given.

    Warns
    -----
    UserWarning
        At the end of the games, if no game has one of the tags.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = pathlib.Path(directory, "games.pgn")
    ...     _ = path.write_text('[White "A"] 1. f3 e5 2. g4 Qh4# 0-1')
    ...     batch = next(iter(setwise.find(path, "checkmate", tags=["White"])))
    >>> batch.num_rows, batch.column_names
    (1, ['game', 'ply', 'key', 'White'])

    The table of counts has a row for each group:

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = pathlib.Path(directory, "games.pgn")
    ...     _ = path.write_text("1. f3 e5 2. g4 Qh4# 0-1")
    ...     batch = next(iter(setwise.find(path, ".", by="count(a-h3 & P)")))
    >>> batch.num_rows, batch.column_names
    (2, ['group', 'positions', 'games', 'white_score'])
    """
    if by is not None and heat is not None:
        raise ValueError("by and heat (expected one of them)")
    if tags and (by is not None or heat is not None):
        raise ValueError("tags: a table of counts has no tags")
    found, copies = _copied.of(paths)
    _storage.use(found, storage_options)
    names = [tags] if isinstance(tags, str) else list(tags)
    return find_games(found, expression, names, by, heat, (accept, comments), threads, copies)
