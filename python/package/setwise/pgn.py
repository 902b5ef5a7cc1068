"""Games in PGN: reading them one by one, checking them, and tables of them as Arrow data.

Sources are plain text or compressed with gzip, bzip2 or Zstandard, which their first bytes tell.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary, ref

from . import _copied, _storage
from ._editable import EditableGame
from ._editable_node import EditableNode
from ._errors import PgnError
from ._evaluation import Evaluation, Score, Wdl
from ._native import (
    Game,
    GameNode,
    GameReader,
    RecordBatch,
    RecordBatches,
    check_games,
    export_outcome,
    export_plan,
    read_games,
    table_batches,
)
from ._training import Training, to_training

if TYPE_CHECKING:
    import os
    import pathlib
    from collections.abc import Callable, Iterable

    from ._native import Expression
    from ._storage import StorageOptions
    from ._types import Accept, Comments, Inputs, Int, Readable, Source, Table
    from .jobs import Progress

__all__ = [
    "Checked",
    "Dataset",
    "EditableGame",
    "EditableNode",
    "Evaluation",
    "Game",
    "GameNode",
    "GameReader",
    "PgnError",
    "RecordBatch",
    "RecordBatches",
    "Score",
    "Training",
    "Wdl",
    "batches",
    "check",
    "read",
    "read_game",
    "to_parquet",
    "to_training",
]


class Checked(NamedTuple):
    """What `check` found.

    Attributes
    ----------
    games : int
        The number of games.
    moves : int
        The number of moves, with the moves of variations.
    wrong : int
        The number of games with an error.
    errors : list of PgnError
        The errors of the first of them.
    accepted : dict of str to int
        How often each deviation from the standard was accepted.
    """

    games: int
    moves: int
    wrong: int
    errors: list[PgnError]
    accepted: dict[str, int]


class Dataset(NamedTuple):
    """What `to_parquet` has made.

    Attributes
    ----------
    files : dict of str to pathlib.Path or str
        The directory of the Parquet files of each table, by the table's name: a path, or the text of a URL.
    rows : dict of str to int
        The number of rows of each table.
    games : int
        The number of games that were taken, those with an error included, and those that are left out
        because they occurred before.
    moves : int
        The number of moves of their main lines.
    errors : dict of str to int
        The number of games with an error, by its kind, such as ``'illegal-move'``.
    repeated : int
        The number of games that occurred before, by their ``game_key``; an estimate if there are more than
        917,504 different games and they are not left out.
    """

    files: dict[str, Any]
    rows: dict[str, int]
    games: int
    moves: int
    errors: dict[str, int]
    repeated: int


def read(
    source: Source,
    *,
    variations: bool = False,
    accept: Accept = "default",
    errors: Literal["raise", "keep"] = "raise",
) -> GameReader:
    """Read the games of a source one by one; every move is checked.

    Memory holds a few games, however large the source is. The GIL is released while games are read.

    Parameters
    ----------
    source : str or path-like or bytes or file
        The path of a file, the contents of one, or an object with a method ``read`` that returns bytes or
        text.
    variations : bool
        Whether variations are read. Without them, games are read faster.
    accept : {'strict', 'common', 'default', 'lenient'} or iterable of str
        The deviations from the standard that are accepted: none; harmless forms of SAN such as ``0-0``;
        also a missing result and one that differs from the tag; all that python-chess accepts. A list
        has names of deviations, such as ``'null-move'``, and accepts them and the deviations of ``'common'``.
    errors : {'raise', 'keep'}
        Whether a game with an error is an exception, after which the iterator goes on with the next
        game, or a game like the others, with the moves before the error and its attribute ``error``.

    Returns
    -------
    GameReader
        An iterator of `Game`.

    Raises
    ------
    OSError
        If the file cannot be read; also from the iterator, if the source is damaged or truncated.
    PgnError
        From the iterator, if a game has an error and `errors` is ``'raise'``.

    Examples
    --------
    >>> import setwise
    >>> for game in setwise.pgn.read(b"1. e4 e5 1-0  1. e4 Ke7 *", errors="keep"):
    ...     print(game.number, game.result, game.sans, game.error)
    1 1-0 ['e4', 'e5'] None
    2 * ['e4'] 1:21: game 2, 1... Ke7: the move is not legal in this position
    """
    return read_games(source, variations, accept, errors)


# The readers of files from which `read_game` has read.
_READERS: WeakKeyDictionary[object, GameReader] = WeakKeyDictionary()


class _Weak:
    """A file that is not kept open by its reader."""

    def __init__(self, file: Readable) -> None:
        self._file = ref(file)

    def read(self, size: int) -> bytes | str:
        file = self._file()
        assert file is not None, "read_game has the file"
        return file.read(size)


def read_game(file: Readable) -> Game | None:
    """Read the next game of a file, as python-chess does; `read` is faster.

    All deviations from the standard are accepted that python-chess accepts, and variations are read. A game
    with an error has the moves before it.

    Parameters
    ----------
    file : file
        An object with a method ``read``, always the same one. It is read ahead, so nothing else should read
        it, nor another thread, and its position is not where the game ends.

    Returns
    -------
    Game or None
        None at the end of the file.

    Raises
    ------
    OSError
        If the file cannot be read.
    TypeError
        If it is no file.

    Examples
    --------
    >>> import io
    >>> import setwise
    >>> file = io.StringIO("1. e4 e5 1-0  1. d4 *")
    >>> while game := setwise.pgn.read_game(file):
    ...     print(game.sans)
    ['e4', 'e5']
    ['d4']
    """
    if not hasattr(file, "read"):
        raise TypeError(f"{type(file).__name__} is not a file (expected an object with a method read)")
    if file not in _READERS:
        _READERS[file] = read(_Weak(file), variations=True, accept="lenient", errors="keep")
    return next(_READERS[file], None)


def check(source: Source, *, accept: Accept = "default", max_errors: Int = 100) -> Checked:
    """Check every move of every game of a source, also in variations.

    It works on one thread, without the GIL, in constant memory.

    Parameters
    ----------
    source : str or path-like or bytes or file
        As for `read`.
    accept : {'strict', 'common', 'default', 'lenient'} or iterable of str
        As for `read`.
    max_errors : int
        The number of errors that are listed.

    Returns
    -------
    Checked
        The numbers of games, moves and wrong games, the first errors, and the accepted deviations.

    Raises
    ------
    OSError
        If the source cannot be read, or is damaged or truncated.

    Examples
    --------
    >>> import setwise
    >>> checked = setwise.pgn.check(b"1. e4 e5 1-0  1. e4 Ke7 *")
    >>> checked.games, checked.wrong
    (2, 1)
    >>> checked.errors[0].line, checked.errors[0].column, checked.errors[0].kind
    (1, 21, 'illegal-move')
    """
    return Checked(*check_games(source, accept, max_errors))


def batches(
    paths: Inputs,
    table: Table = "games",
    *,
    columns: Iterable[str] | Mapping[str, Expression | str | None] = (),
    where: Expression | str | None = None,
    sample: float = 1.0,
    min_ply: Int = 0,
    max_ply: Int | None = None,
    sample_positions: float = 1.0,
    accept: Accept = "default",
    comments: Comments = "commands",
    errors: Literal["raise", "keep"] = "keep",
    threads: Int | None = None,
    storage_options: StorageOptions | None = None,
) -> RecordBatches:
    """Read games as a table, in Arrow record batches.

    The table ``games`` has a row for each game, and ``positions`` one for each position of each game
    without an error. A page of the documentation lists the columns and what the readers of other
    packages convert.

    Parameters
    ----------
    paths : str or path-like or file, or iterable of them
        Files, directories, patterns such as ``games/*.pgn.zst``, and URLs: ``https://`` and those of object
        stores, ``s3://bucket/games.pgn.zst``, ``gs://`` and ``az://``. An object with a method ``read`` is
        copied to a temporary file first, whose path is in the column ``file``.
    table : {'games', 'positions'}
        The table.
    columns : iterable of str, or mapping of str to Expression, str or None
        Further columns: ``'san'``, ``'clocks'``, ``'evals'`` and ``'depths'`` of games; ``'uci'``,
        ``'clock_before'``, ``'WhiteElo'``, ``'BlackElo'``, ``'TimeControl'``, ``'Termination'`` and
        ``'Variant'`` of positions, and ``'fen'`` in place of the packed position. In a mapping these have
        None, and each other name is a column of positions with the value of an expression:
        ``{"mobility": "moves", "uci": None}``.
    where : str or Expression, optional
        A set expression, as `setwise.find` takes, such as ``"WhiteElo >= 2000 and result = 1-0"`` or
        ``"count(Q) = 2"``. It takes the games with a position at which it holds, in a game with an error
        up to the error. A question to tags only is decided without replaying a move. If no game has a tag
        of it, or of a column with an expression, a `UserWarning` says so at the end of the games.
    sample : float
        The share of games that are taken, by their ``game_key``: the same games in any files and order.
    min_ply, max_ply : int, optional
        The first and the last position of each game, in moves from its start; only of positions.
    sample_positions : float
        The share of positions that are taken, by ``game_key`` and ``ply``; only of positions.
    accept : {'strict', 'common', 'default', 'lenient'} or iterable of str
        As for `read`.
    comments : {'commands', 'engine'}
        Whether the comments of engines, such as ``+0.31/24 0.5s``, are evaluations too, as fishtest,
        OpenBench, CCRL, fastchess and cutechess write them.
    errors : {'keep', 'raise'}
        Whether a game with an error is a row of the table ``games`` with its error, or an exception.
    threads : int, optional
        The number of threads, 1 to 1024; by default one for each CPU. The rows do not depend on it.
    storage_options : mapping of str to str, optional
        Credentials, region, endpoint and so on of the object stores of URLs, such as ``{"aws_region": ...}``,
        by the names of the crate object_store. They are kept for this process, and come before those of
        environment variables.

    Returns
    -------
    RecordBatches
        An iterable of `RecordBatch`, and an Arrow stream of all rows.

    Raises
    ------
    ExpressionError
        If `where` is no question.
    FileNotFoundError
        If a file does not exist.
    OSError
        If a file cannot be opened; from the iterator, if one is damaged, after all that can be read.
    PgnError
        From the iterator, if a game has an error and `errors` is ``'raise'``.
    RuntimeError
        From the iterator, if a thread fails, for example because it cannot be started.
    ValueError
        If there is no path, a pattern fits no file, or another argument is not valid.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> text = '[White "A"] [WhiteElo "2100"] 1. e4 1-0 [White "B"] [WhiteElo "1900"] *'
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = pathlib.Path(directory, "games.pgn")
    ...     _ = path.write_text(text)
    ...     batch = next(iter(setwise.pgn.batches(path, where="WhiteElo >= 2000")))
    >>> batch.num_rows, batch.column_names[:3]
    (1, ['game_id', 'game_key', 'file'])
    """
    chosen = (where, sample, accept, comments)
    plies = (min_ply, max_ply, sample_positions)
    found, copies = _copied.of(paths)
    _storage.use(found, storage_options)
    return table_batches(found, table, *_columns(columns), plies, chosen, errors, threads, copies)


def to_parquet(
    paths: Inputs,
    out: str | os.PathLike[str],
    *,
    tables: Table | Iterable[Table] = "games",
    columns: Iterable[str] | Mapping[str, Expression | str | None] = (),
    where: Expression | str | None = None,
    sample: float = 1.0,
    min_ply: Int = 0,
    max_ply: Int | None = None,
    sample_positions: float = 1.0,
    accept: Accept = "default",
    comments: Comments = "commands",
    executor: Literal["local", "ray"] = "local",
    threads: Int | None = None,
    part_bytes: Int | None = None,
    unique_games: bool = False,
    replace: bool = False,
    retries: int = 3,
    progress: bool | Callable[[Progress], object] | None = None,
    storage_options: StorageOptions | None = None,
) -> Dataset:
    """Write games as tables in Parquet files.

    The work is a job in the directory `out` (`setwise.jobs`): after Ctrl-C, a crash or failed shards, the same
    call goes on with it, and the files are the same, byte for byte. Several machines can work on one directory.

    The directory is a data set that grows: the same call with further files, or with files that have grown,
    reads only what is new and adds parts. ``_setwise.json``, which lists the files, is replaced at the end, as
    a whole.

    Parameters
    ----------
    paths : str or path-like or file, or iterable of them
        As for `batches`. A data set takes further files, and what is new in files that have grown; files that
        are not named stay in it. The copy of an object with a method ``read`` is a new file in each call, so
        another call does not go on with the job, and adds the games again.
    out : str or path-like
        The directory of the job, also in an object store. If it exists, it must be empty or have a job with
        the same options. Directories above it are created.
    tables : {'games', 'positions'} or iterable of them
        The tables.
    columns, where, sample, min_ply, max_ply, sample_positions : various
        As for `batches`.
    accept : {'common', 'default', 'lenient'} or iterable of str
        As for `read`, but ``'strict'`` is not possible.
    comments : {'commands', 'engine'}
        As for `batches`.
    executor : {'local', 'ray'}
        Threads of this process, or the tasks of a Ray cluster, as for `setwise.jobs.Job.run`.
    threads : int, optional
        The number of threads, or of CPUs of a local Ray cluster; by default one for each CPU.
    part_bytes : int
        The least size in bytes of the parts of files that are read at the same time, as the files lie on
        disk. A compressed file that is smaller is one part. By default 128 MiB.
    unique_games : bool
        Whether games that occurred before, by their ``game_key``, are left out. It needs about 16 bytes of
        memory for each game.
    replace : bool
        Whether the parts of a file in a data set are made again if it has changed other than by growing;
        without it, that is an error.
    retries : int
        How often Ray runs a shard again whose node or process was lost.
    progress : bool or callable, optional
        As for `setwise.jobs.Job.run`: a function, True for a bar of tqdm, or False.
    storage_options : mapping of str to str, optional
        As for `batches`; for `paths` and `out`.

    Returns
    -------
    Dataset
        The files, their rows, and the games with errors. A game with an error is a row of the table ``games``.

    Raises
    ------
    ExpressionError
        If `where` is no question.
    JobError
        If shards fail; if a file is damaged: then the tables have the games before the damage; if an input
        has changed since the job was planned; or if the directory belongs to another job.
    FileNotFoundError
        If a file does not exist.
    OSError
        If a file cannot be read, or the directory cannot be written.
    ValueError
        If there is no path, a pattern fits no file, or another argument is not valid.
    ImportError
        If Ray or tqdm is wanted and not installed.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> directory = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (directory / "games.pgn").write_text("1. e4 e5 1-0  1. e4 Ke7 *")
    >>> made = setwise.pgn.to_parquet(directory / "games.pgn", directory / "out", tables=["games", "positions"])
    >>> made.rows, made.errors
    ({'games': 2, 'positions': 3}, {'illegal-move': 1})
    >>> made.files["games"].relative_to(directory).as_posix()
    'out/games'

    A file is added:

    >>> _ = (directory / "more.pgn").write_text("1. d4 d5 1/2-1/2")
    >>> made = setwise.pgn.to_parquet(directory / "more.pgn", directory / "out", tables=["games", "positions"])
    >>> made.rows, sorted(path.name for path in made.files["games"].iterdir())
    ({'games': 3, 'positions': 6}, ['part-00000.parquet', 'part-00001.parquet'])
    """
    # It needs modules that the other functions do not.
    from .jobs import Job

    chosen = (where, sample, accept, comments)
    plies = (min_ply, max_ply, sample_positions)
    again = (unique_games, replace)
    # The copies are kept until the job is done.
    found, _copies = _copied.of(paths)
    _storage.use(found, storage_options)
    _storage.use(out, storage_options)
    export_plan(out, found, _names(tables), *_columns(columns), plies, chosen, part_bytes, again)
    job = Job(out, storage_options=storage_options)
    job.run(executor=executor, threads=threads, hash_mb=0, retries=retries, progress=progress)
    games, moves, errors, repeated, files = export_outcome(job.directory)
    return Dataset(
        {table: path for table, path, _ in files},
        {table: rows for table, _, rows in files},
        games,
        moves,
        errors,
        repeated,
    )


def _columns(
    columns: Iterable[str] | Mapping[str, Expression | str | None],
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the names of optional columns, and the names and texts of computed ones."""
    if not isinstance(columns, Mapping):
        return _names(columns), []
    computed = [(name, str(text)) for name, text in columns.items() if text is not None]
    return [name for name, text in columns.items() if text is None], computed


def _names(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)
