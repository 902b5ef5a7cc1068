"""The moves of the games of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._native import StoredFile

if TYPE_CHECKING:
    import numpy.typing as npt

_COLUMNS = {"game_id": "uint64", "start": "string", "moves": "list<uint16>"}


class _Group(NamedTuple):
    """A row group of a table of games, with the footer of the file and the least and greatest `game_id`."""

    path: str
    footer: Any
    number: int
    least: int
    greatest: int


class Games:
    """The starts and moves of games, which are read when they are asked for."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._groups = [group for path in paths for group in _groups_of(path)]

    def of(self, ids: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the game of each row, by its `game_id`: its start, a FEN or None, and its moves as bytes."""
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        needed, rows = np.unique(ids.astype(np.uint64), return_inverse=True)
        games = np.full(len(needed), None, object)
        for group in self._groups:
            first = np.searchsorted(needed, np.uint64(group.least))
            end = np.searchsorted(needed, np.uint64(group.greatest), side="right")
            if first < end:
                with pq.ParquetFile(group.path, metadata=group.footer) as file:
                    table = file.read_row_group(group.number, columns=list(_COLUMNS))
                _take(table, needed[first:end], games[first:end])
        for game, found in zip(needed, games, strict=True):
            if found is None:
                raise ValueError(f"no game {game} (expected the games of the positions)")
        return games[rows]


def open_parquet(path: str, footer: Any = None) -> Any:
    """Open a Parquet file, whose footer may be known; what is wrong with it is said with its path."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(StoredFile(path) if "://" in path else path, metadata=footer)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path}: {error}") from None


def _take(table: Any, needed: npt.NDArray[Any], games: npt.NDArray[Any]) -> None:
    """Store the games of a table that are needed; `needed` is sorted."""
    ids = table["game_id"].to_numpy()
    places = np.searchsorted(needed, ids).clip(max=len(needed) - 1)
    taken = np.flatnonzero(needed[places] == ids)
    rows = table.take(taken)
    moves, starts = rows["moves"].combine_chunks(), rows["start"].to_pylist()
    words = moves.values.fill_null(0).to_numpy().astype("<u2", copy=False)
    ends = moves.offsets.to_numpy()
    for place, start, first, end in zip(places[taken], starts, ends, ends[1:], strict=False):
        games[place] = (start, words[first:end].tobytes())


def _groups_of(path: str) -> Iterable[_Group]:
    import pyarrow.types as kinds  # type: ignore[import-untyped]

    with open_parquet(path) as file:
        names, meta = file.schema_arrow, file.metadata
        for name, kind in _COLUMNS.items():
            if name not in names.names:
                raise KeyError(f"{path}: no column {name!r} (expected a table of games)")
            found = names.field(name).type
            found = f"list<{found.value_type}>" if kinds.is_list(found) else str(found)
            if found != kind:
                raise ValueError(f"{path}: column {name!r} is {found} (expected {kind})")
        for number in range(meta.num_row_groups):
            group = meta.row_group(number)
            columns = [group.column(index) for index in range(group.num_columns)]
            column = next(it for it in columns if it.path_in_schema == "game_id")
            range_of_ids = (0, 2**64 - 1)
            if column.is_stats_set and column.statistics.has_min_max:
                range_of_ids = (column.statistics.min, column.statistics.max)
            yield _Group(path, meta, number, *range_of_ids)
