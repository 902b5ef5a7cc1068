"""Rows of tables in random order, for training.

It needs the package ``pyarrow``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from . import _storage
from ._features import GAMES, Arrays, Features, Recipe
from ._games import Games, open_parquet
from ._native import Expression, Positions, check_number, input_files, rows_of_keys, take_rows

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._storage import StorageOptions
    from ._types import Int, Policy, Target

__all__ = ["Batches"]


Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A path, or paths."""


MOST_ROWS = 2**22
"""The most rows of several row groups that are mixed."""


class _Group(NamedTuple):
    """A row group of a file, with the footer of the file."""

    path: str
    footer: Any
    number: int
    rows: int


class Batches:
    """Batches of rows of Parquet files, in random order.

    Each batch is a dict of arrays: columns of the files, inputs of neural networks, and targets. The order of
    each epoch depends on the seed and the number of the epoch only. Row groups are taken in random order,
    `mixed` at a time, and their rows are mixed. So memory has the needed columns of `mixed` row groups,
    twice while they are read, and rows mix within them. An iterator goes on where the last one has
    stopped, also in the middle of an epoch; use one at a time.

    In a worker process of PyTorch's ``DataLoader``, the rows are those of the worker: see `to_torch`.

    Parameters
    ----------
    paths : str or path-like or iterable of them
        Parquet files with the same columns, directories of them, such as `setwise.pgn.to_parquet` writes, and
        patterns such as ``tables/*.parquet``.
    batch_size : int
        The number of rows of a batch. The last batch of an epoch may have fewer.
    columns : iterable of str
        The columns that the batches have.
    features : str or iterable of str, or mapping of str to str or Expression
        The inputs, by the names that the arrays have; see the notes. The column ``position`` is needed.
    targets : str or iterable of str
        Some of ``'result'``, ``'evaluation'``, ``'wdl'`` and ``'moves_left'``; see the notes.
    policy : {'uci', 'alphazero', 'lc0'}, optional
        The indices of moves, as for `Positions.policy_indices`: ``policy`` is that of the column ``move``,
        or -1 without one, and ``policy_mask`` that of the legal moves.
    games : str or path-like or iterable of them, optional
        The tables of games of the same export. With them ``'alphazero'`` and ``'lc0'`` have the history of the
        games. The columns ``game_id`` and ``ply`` are needed.
    where : str or Expression, optional
        The question that the rows answer which are taken: a set expression about the position.
    dtype : dtype, optional
        The type of features; by default ``uint8``, ``int32`` for numbers, and bool for questions.
    shuffle : bool
        Whether the order is random; otherwise it is that of the files.
    seed : int
        The seed of the order.
    epochs : int, optional
        The number of epochs; without end by default.
    rank, world_size : int
        The number of this process, and of all. Each takes every `world_size`-th row group of the random order,
        so their numbers of batches may differ by those of a row group.
    mixed : int
        The number of row groups whose rows are mixed; fewer if they have more than 4,194,304 rows.
    threads : int, optional
        The number of threads that compute the arrays of a batch; None is one for each CPU.
    storage_options : mapping of str to str, optional
        As for `setwise.pgn.batches`; for `paths`.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    KeyError
        If a file lacks a column.
    OSError
        If a file cannot be read.
    RowError
        If a position is not legal, or its game has another one; when the batch is made.
    ValueError
        If an argument is out of range, a directory or pattern has no file, a file is no Parquet file, a name
        or an expression is unknown, two arrays have one name, or a column is neither numbers nor bytes of a
        fixed length. When a batch is made: if a game is missing.

    Notes
    -----
    Features, as the side to move sees the position:

    - ``'pieces'``, shape (n, 768): the planes ``'pieces'`` of `Positions.planes`, in one row;
    - ``'alphazero'`` and ``'lc0'``: the planes of these names. Without `games` they have no history: 21 and
      112 planes, and counters as at the start of a game. With `games` they have 119 and 112; see below;
    - ``'halfka'`` and ``'threats'``: the three arrays of `Positions.halfka` and `Positions.threats`. Their
      names end with ``_offsets``, ``_own`` and ``_opponent``; they are ``int32`` always;
    - a set expression: a set is a plane of shape (n, 8, 8), a number or a question a column. If Black is to
      move, it is that of the position with the colors exchanged: White is always the side to move.

    With `games`, ``'alphazero'`` has 8 time steps of 14 planes, the position first: the pieces, a plane of ones
    if the position has occurred before in the game, and one if it has twice. The last 7 planes show the
    position alone. ``'lc0'`` has 8 steps of 13 planes, with one plane of repetitions. All steps are seen by
    the side to move of the position; steps before the start of the game are zeros. Castling rights, the move
    number and the halfmove clock are as in the game.

    Targets are ``float32``, for the side to move:

    - ``'result'``: 1, 0 or -1; NaN where the game has no result;
    - ``'wdl'``, shape (n, 3): 1 at win, draw or loss, and else 0; NaN where the game has no result;
    - ``'evaluation'``: hundredths of a pawn, 32,000 - n for mate in n; 0 where there is none, which
      ``evaluation_mask`` tells;
    - ``'moves_left'``: the plies to the end of the game, from a column ``plies_left``, which
      ``to_parquet(columns={'plies_left': 'plies - ply'})`` writes.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> directory = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (directory / "games.pgn").write_text("1. e4 e5 2. Nf3 1-0  1. d4 d5 0-1")
    >>> made = setwise.pgn.to_parquet(directory / "games.pgn", directory / "out", tables="positions")
    >>> batches = setwise.data.Batches(
    ...     made.files["positions"], 4, columns=["ply"], features="pieces", targets="result", epochs=1
    ... )
    >>> for batch in batches:
    ...     print(sorted(batch), batch["pieces"].shape, batch["result"].dtype)
    ['pieces', 'ply', 'result'] (4, 768) float32
    ['pieces', 'ply', 'result'] (3, 768) float32
    """

    def __init__(
        self,
        paths: Paths,
        batch_size: Int,
        *,
        columns: Iterable[str] = (),
        features: Features = (),
        targets: Target | Iterable[Target] = (),
        policy: Policy | None = None,
        games: Paths | None = None,
        where: Expression | str | None = None,
        dtype: npt.DTypeLike | None = None,
        shuffle: bool = True,
        seed: Int = 0,
        epochs: Int | None = None,
        rank: Int = 0,
        world_size: Int = 1,
        mixed: Int = 16,
        threads: Int | None = 1,
        storage_options: StorageOptions | None = None,
    ) -> None:
        _storage.use(paths, storage_options)
        self._columns = list(columns)
        self._threads = threads
        has_games = games is not None
        self._recipe = Recipe(self._columns, features, targets, policy, dtype, has_games, threads)
        self._where = where if where is None or isinstance(where, Expression) else Expression(where)
        self._needed = list(dict.fromkeys([*self._columns, *self._recipe.columns]))
        if not self._needed:
            raise ValueError("no columns, features, targets or policy (expected at least one)")
        if self._where is not None:
            Positions.random(1, plies=0).where(self._where, threads=threads)
            self._needed = list(dict.fromkeys([*self._needed, "position"]))
        self._batch_size = check_number("batch_size", batch_size, 1)
        self._seed = check_number("seed", seed, 0)
        self._epochs = None if epochs is None else check_number("epochs", epochs, 0)
        self._world_size = check_number("world_size", world_size, 1)
        self._rank = check_number("rank", rank, 0, self._world_size - 1)
        self._mixed = check_number("mixed", mixed, 1)
        self._shuffle = shuffle
        self._groups = [
            group for path in _listed(paths) for group in _groups_of(path, self._needed) if group.rows
        ]
        self._games = None if games is None else Games(_listed(games))
        # The next batch begins after some rows of a window: of row groups whose rows are mixed.
        self._epoch = self._window = self._row = 0

    def state(self) -> dict[str, int | str]:
        """Return the place in the data: where the next batch of an iterator is.

        Returns
        -------
        dict of str to int or str
            The numbers of the epoch, of the row groups that are mixed, and of the row in them; and `seed`,
            `batch_size`, `rank`, `world_size`, `mixed`, `shuffle`, `where` and the number of rows, which must
            be the same for `restore`.
        """
        place = {"epoch": self._epoch, "window": self._window, "row": self._row}
        return self._options() | place

    def _options(self) -> dict[str, int | str]:
        return {
            "seed": self._seed,
            "batch_size": self._batch_size,
            "rank": self._rank,
            "world_size": self._world_size,
            "mixed": self._mixed,
            "shuffle": int(self._shuffle),
            "where": "" if self._where is None else self._where.text,
            "rows": sum(group.rows for group in self._groups),
        }

    def restore(self, state: Mapping[str, int | str]) -> None:
        """Go to a place in the data.

        The next iterator reads at most `mixed` row groups more than without `restore`.

        Parameters
        ----------
        state : mapping of str to int or str
            What `state` has returned, in any process.

        Raises
        ------
        KeyError
            If a number is missing.
        TypeError
            If the state is no mapping.
        ValueError
            If the state is of other data or options.
        """
        if not isinstance(state, Mapping):
            kind = type(state).__name__
            raise TypeError(f"the state is a {kind} (expected the mapping that state() has returned)")
        for name, value in self._options().items():
            if state[name] != value:
                raise ValueError(f"{name} {state[name]!r} in the state (expected {value!r})")
        places = [check_number(name, int(state[name]), 0) for name in ("epoch", "window", "row")]
        self._epoch, self._window, self._row = places

    def to_torch(self) -> Any:
        """Return the batches as a data set of PyTorch.

        It is for ``torch.utils.data.DataLoader(batches.to_torch(), batch_size=None)``. Tensors share the memory of
        the arrays; unsigned numbers of more than 8 bits become ``int64``, with a copy. Each worker process is a
        rank of its own, so each row comes once however many workers there are. Workers have copies of the
        batches, so one pass of the loader has all epochs, and `state` counts the batches of this process only.

        Returns
        -------
        torch.utils.data.IterableDataset
            The data set, which shares the place in the data.

        Raises
        ------
        ImportError
            If PyTorch is not installed.
        """
        from ._torch import BatchesOfTorch

        return BatchesOfTorch(self)

    def __iter__(self) -> Iterator[Arrays]:
        # A process without rows has no batches, however many epochs there are.
        rank, world_size = self._share()
        has_rows = rank < len(self._groups)
        while has_rows and (self._epochs is None or self._epoch < self._epochs):
            has_rows = False
            for columns in self._rest_of_epoch():
                has_rows = True
                chosen = {name: columns[name] for name in self._columns}
                yield chosen | self._recipe.of(columns)
            has_rows |= self._window > 0
            self._epoch, self._window, self._row = self._epoch + 1, 0, 0

    def _share(self) -> tuple[int, int]:
        """Return the rank of this process, and the number of all: each worker of PyTorch is one."""
        torch = sys.modules.get("torch.utils.data")
        worker = torch.get_worker_info() if torch is not None else None
        if worker is None:
            return self._rank, self._world_size
        workers = worker.num_workers
        return self._rank * workers + worker.id, self._world_size * workers

    def _rest_of_epoch(self) -> Iterator[Arrays]:
        """Return the rows of each batch; before one is given, the place is that of the next."""
        windows = self._windows()
        first, start = self._window, self._row
        kept: Arrays = {}
        for number in range(first, len(windows)):
            columns = self._columns_of(windows[number])
            order = self._order_of(number, _length(columns))
            while start < _length(columns):
                end = min(start + self._batch_size - _length(kept), _length(columns))
                taken = slice(start, end) if order is None else order[start:end]
                # Copies, so that a batch does not keep the window in memory.
                rows = {name: _copied(array, taken) for name, array in columns.items()}
                if kept:
                    rows = {name: np.concatenate([kept[name], rows[name]]) for name in rows}
                kept, start = rows, end
                if _length(kept) == self._batch_size:
                    # The place after this batch, before the caller has it and may save it.
                    self._window, self._row = number, end
                    rows, kept = kept, {}
                    yield rows
            start = 0
            # Before the next window is read.
            del columns, order
        if kept:
            self._window, self._row = len(windows), 0
            yield kept

    def _columns_of(self, window: list[_Group]) -> Arrays:
        """Return the columns of the rows of a window."""
        groups = [self._read(group) for group in window]
        # The parts of each column are freed when it has been made.
        columns = {name: np.concatenate([group.pop(name) for group in groups]) for name in self._needed}
        if self._games is not None and "game_id" in self._recipe.columns:
            columns[GAMES] = self._games.of(columns["game_id"])
        return columns

    def _order_of(self, number: int, rows: int) -> npt.NDArray[np.intp] | None:
        """Return the rows of a window in the order of the epoch; None is their own order."""
        if not self._shuffle:
            return None
        # Rows with equal keys keep their order, which is spread over the window all the same.
        rng = np.random.default_rng([self._seed, self._epoch, 1, number])
        return rows_of_keys(rng.integers(0, 2**16, rows, dtype=np.uint16))

    def _windows(self) -> list[list[_Group]]:
        """Return the row groups of this process in the order of the epoch, as they are mixed."""
        groups = self._groups
        if self._shuffle:
            order = np.random.default_rng([self._seed, self._epoch, 0]).permutation(len(groups))
            groups = [groups[index] for index in order]
        rank, world_size = self._share()
        groups = groups[rank::world_size]
        windows: list[list[_Group]] = []
        for group in groups:
            window = windows[-1] if windows else []
            rows = sum(other.rows for other in window) + group.rows
            if not window or len(window) == self._mixed or rows > MOST_ROWS:
                windows.append([])
            windows[-1].append(group)
        return windows

    def _read(self, group: _Group) -> Arrays:
        """Return the columns of the rows of a row group that are taken."""
        with open_parquet(group.path, group.footer) as file:
            table = file.read_row_group(group.number, columns=self._needed)
        columns = {name: _array(table, name) for name in self._needed}
        if self._where is None:
            return columns
        positions = Positions.from_packed(columns["position"], threads=self._threads)
        taken = positions.where(self._where, threads=self._threads)
        return {name: array[taken] for name, array in columns.items()}


def _length(columns: Arrays) -> int:
    return len(next(iter(columns.values()))) if columns else 0


def _copied(array: npt.NDArray[Any], rows: slice | npt.NDArray[np.intp]) -> npt.NDArray[Any]:
    """Return a copy of some rows of a column."""
    if isinstance(rows, slice):
        return array[rows].copy()
    return take_rows(array, rows) if array.ndim > 1 else array.take(rows)


def _listed(paths: Paths) -> list[str]:
    if isinstance(paths, (str, os.PathLike)) and os.path.exists(os.path.join(paths, "_setwise.json")):
        table = os.path.join(paths, "positions")
        raise ValueError(f"{os.fspath(paths)}: a data set of tables (expected a table of it, such as {table})")
    return [str(path) for path in input_files(paths)]


def _groups_of(path: str, columns: list[str]) -> list[_Group]:
    with open_parquet(path) as file:
        schema = file.schema_arrow
        for name in columns:
            if name not in schema.names:
                raise KeyError(f"{path}: no column {name!r} (expected one of {schema.names})")
            kind = schema.field(name).type
            if _bytes_of(kind) is None and not _is_number(kind):
                raise ValueError(f"{path}: column {name!r} is {kind} (expected numbers or fixed bytes)")
        meta = file.metadata
        return [
            _Group(path, meta, number, meta.row_group(number).num_rows) for number in range(meta.num_row_groups)
        ]


def _is_number(kind: Any) -> bool:
    import pyarrow.types as kinds  # type: ignore[import-untyped]

    return bool(kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_boolean(kind))


def _bytes_of(kind: Any) -> int | None:
    import pyarrow.types as kinds

    return kind.byte_width if kinds.is_fixed_size_binary(kind) else None


def _array(table: Any, name: str) -> npt.NDArray[Any]:
    """Return a column; numbers that may be missing are floats, and missing ones NaN."""
    field, column = table.schema.field(name), table.column(name)
    width = _bytes_of(field.type)
    if width is not None:
        chunks = [
            np.frombuffer(chunk.buffers()[1], np.uint8)[
                chunk.offset * width : (chunk.offset + len(chunk)) * width
            ].reshape(-1, width)
            for chunk in column.chunks
        ]
        return chunks[0] if len(chunks) == 1 else np.concatenate([np.empty((0, width), np.uint8), *chunks])
    numbers = column.to_numpy()
    if not field.nullable:
        return np.asarray(numbers)
    return np.asarray(numbers, np.float64)
