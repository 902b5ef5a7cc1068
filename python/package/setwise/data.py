"""Rows of tables in random order, for training.

It needs the package ``pyarrow``.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._types import Int

__all__ = ["Batches"]


class _Group(NamedTuple):
    """A row group of a file."""

    path: str
    number: int
    rows: int


class Batches:
    """Batches of rows of Parquet files, in random order.

    The order of each epoch depends on the seed and the number of the epoch only. Row groups are taken in
    random order, `mixed` at a time, and their rows are mixed. So memory has the chosen columns of `mixed` row
    groups, twice, and rows mix within them. An iterator goes on where the last one has stopped, also in
    the middle of an epoch; use one at a time.

    Parameters
    ----------
    paths : str or path-like or iterable of them
        Parquet files with the same columns, such as the files that `setwise.pgn.to_parquet` writes.
    batch_size : int
        The number of rows of a batch. The last batch of an epoch may have fewer.
    columns : iterable of str
        The columns.
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
        The number of row groups whose rows are mixed.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    KeyError
        If a file lacks a column.
    OSError
        If a file cannot be read.
    ValueError
        If an argument is out of range, or a column is neither numbers nor bytes of a fixed length.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> directory = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (directory / "games.pgn").write_text("1. e4 e5 2. Nf3 1-0  1. d4 d5 0-1")
    >>> made = setwise.pgn.to_parquet(directory / "games.pgn", directory / "out", tables="positions")
    >>> columns = ["position", "outcome"]
    >>> batches = setwise.data.Batches(made.files["positions"], 4, columns=columns, epochs=1)
    >>> for batch in batches:
    ...     planes = setwise.Positions.from_packed(batch["position"]).planes()
    ...     print(planes.shape, batch["outcome"].dtype)
    (4, 12, 8, 8) float64
    (3, 12, 8, 8) float64
    """

    def __init__(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        batch_size: Int,
        *,
        columns: Iterable[str],
        shuffle: bool = True,
        seed: Int = 0,
        epochs: Int | None = None,
        rank: Int = 0,
        world_size: Int = 1,
        mixed: Int = 16,
    ) -> None:
        self._columns = list(columns)
        self._batch_size = _at_least("batch_size", batch_size, 1)
        self._seed = _at_least("seed", seed, 0)
        self._epochs = None if epochs is None else _at_least("epochs", epochs, 0)
        self._world_size = _at_least("world_size", world_size, 1)
        self._rank = _at_least("rank", rank, 0)
        self._mixed = _at_least("mixed", mixed, 1)
        self._shuffle = shuffle
        if self._rank >= self._world_size:
            raise ValueError(f"rank {rank} (expected less than world_size {world_size})")
        if not self._columns:
            raise ValueError("no columns (expected at least one)")
        files = [paths] if isinstance(paths, (str, os.PathLike)) else paths
        self._groups = [
            group
            for path in files
            for group in _groups_of(os.fspath(path), self._columns)
            if group.rows
        ]
        self._epoch = self._batch = 0

    def state(self) -> dict[str, int]:
        """Return the place in the data: where the next batch of an iterator is.

        Returns
        -------
        dict of str to int
            The numbers of the epoch and of the batch in it; and `seed`, `batch_size`, `rank`,
            `world_size`, `mixed`, `shuffle` and the number of rows, which must be the same for `restore`.
        """
        return self._options() | {"epoch": self._epoch, "batch": self._batch}

    def _options(self) -> dict[str, int]:
        return {
            "seed": self._seed,
            "batch_size": self._batch_size,
            "rank": self._rank,
            "world_size": self._world_size,
            "mixed": self._mixed,
            "shuffle": int(self._shuffle),
            "rows": sum(group.rows for group in self._groups),
        }

    def restore(self, state: Mapping[str, int]) -> None:
        """Go to a place in the data.

        The next iterator reads at most `mixed` row groups before its first batch.

        Parameters
        ----------
        state : mapping of str to int
            What `state` has returned, in any process.

        Raises
        ------
        KeyError
            If a number is missing.
        ValueError
            If the state is of other data or options.
        """
        for name, value in self._options().items():
            if state[name] != value:
                raise ValueError(f"{name} {state[name]} in the state (expected {value})")
        self._epoch, self._batch = state["epoch"], state["batch"]

    def __iter__(self) -> Iterator[dict[str, npt.NDArray[Any]]]:
        # A process without rows has no batches, however many epochs there are.
        has_rows = self._rank < len(self._groups)
        while has_rows and (self._epochs is None or self._epoch < self._epochs):
            for batch in self._rest_of_epoch():
                # The place after this batch, before the caller has it and may save it.
                self._batch += 1
                yield batch
            self._epoch, self._batch = self._epoch + 1, 0

    def _rest_of_epoch(self) -> Iterator[dict[str, npt.NDArray[Any]]]:
        windows = self._windows()
        skipped = self._batch * self._batch_size
        kept: dict[str, npt.NDArray[Any]] = {}
        for number, window in enumerate(windows):
            rows = sum(group.rows for group in window)
            if skipped >= rows:
                skipped -= rows
                continue
            columns = self._read(window)
            if self._shuffle:
                order = np.random.default_rng([self._seed, self._epoch, 1, number]).permutation(rows)
                columns = {name: array[order[skipped:]] for name, array in columns.items()}
            else:
                columns = {name: array[skipped:] for name, array in columns.items()}
            skipped = 0
            if kept:
                columns = {name: np.concatenate([kept[name], columns[name]]) for name in columns}
            count = len(columns[self._columns[0]])
            whole = count - count % self._batch_size
            for start in range(0, whole, self._batch_size):
                yield {
                    name: array[start : start + self._batch_size] for name, array in columns.items()
                }
            kept = {name: array[whole:] for name, array in columns.items()}
        if kept and len(kept[self._columns[0]]):
            yield kept

    def _windows(self) -> list[list[_Group]]:
        """Return the row groups of this process in the order of the epoch, as they are mixed."""
        groups = self._groups
        if self._shuffle:
            order = np.random.default_rng([self._seed, self._epoch, 0]).permutation(len(groups))
            groups = [groups[index] for index in order]
        groups = groups[self._rank :: self._world_size]
        return [groups[at : at + self._mixed] for at in range(0, len(groups), self._mixed)]

    def _read(self, window: list[_Group]) -> dict[str, npt.NDArray[Any]]:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        tables = []
        for group in window:
            with pq.ParquetFile(group.path) as file:
                tables.append(file.read_row_group(group.number, columns=self._columns))
        table = pa.concat_tables(tables)
        return {name: _array(table, name) for name in self._columns}


def _at_least(name: str, value: Int, least: int) -> int:
    number = operator.index(value)
    if number < least:
        raise ValueError(f"{name} {number} (expected at least {least})")
    return number


def _groups_of(path: str, columns: list[str]) -> list[_Group]:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        for name in columns:
            if name not in schema.names:
                raise KeyError(f"{path}: no column {name!r} (expected one of {schema.names})")
            kind = schema.field(name).type
            if _bytes_of(kind) is None and not _is_number(kind):
                raise ValueError(f"{path}: column {name!r} is {kind} (expected numbers or fixed bytes)")
        meta = file.metadata
        return [
            _Group(path, number, meta.row_group(number).num_rows) for number in range(meta.num_row_groups)
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
        return np.concatenate(chunks) if chunks else np.empty((0, width), np.uint8)
    numbers = column.to_numpy()
    if not field.nullable:
        return np.asarray(numbers)
    return np.asarray(numbers, np.float64)
