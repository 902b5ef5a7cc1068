"""Batches of rows in random order: every row once, the same order again, and resumed in the middle."""

from __future__ import annotations

import json
import pathlib
import pickle
import random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setwise
from setwise import data

COLUMNS = ["position", "ply", "outcome"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[pathlib.Path]:
    """Return tables of positions with small row groups; each row has a ply of its own."""
    folder = tmp_path_factory.mktemp("tables")
    paths = []
    for number, rows in enumerate((1000, 0, 370, 2500)):
        packed = setwise.Positions.random(rows, seed=number + 1).packed()[:, :24] if rows else []
        outcomes = [None if row % 5 == 0 else row % 3 - 1 for row in range(rows)]
        table = pa.table(
            {
                "position": pa.array([bytes(row) for row in packed], pa.binary(24)),
                "ply": pa.array(range(10_000 * number, 10_000 * number + rows), pa.uint32()),
                "outcome": pa.array(outcomes, pa.int8()),
                "text": pa.array(["x"] * rows, pa.string()),
            },
            schema=pa.schema(
                [
                    pa.field("position", pa.binary(24), nullable=False),
                    pa.field("ply", pa.uint32(), nullable=False),
                    pa.field("outcome", pa.int8()),
                    pa.field("text", pa.string()),
                ]
            ),
        )
        paths.append(folder / f"{number}.parquet")
        pq.write_table(table, paths[-1], row_group_size=130)
    return paths


def plies(batches: data.Batches) -> list[list[int]]:
    return [batch["ply"].tolist() for batch in batches]


def test_every_row_comes_once_in_each_epoch(files: list[pathlib.Path]) -> None:
    rows = {int(ply) for path in files for ply in pq.read_table(path)["ply"].to_numpy()}
    for batch_size in (1, 7, 64, 1300, 10_000):
        found = plies(data.Batches(files, batch_size, columns=["ply"], epochs=2, mixed=3))
        assert sum(found, []).__len__() == 2 * len(rows)
        first = found[: len(found) // 2]
        assert sorted(sum(first, [])) == sorted(rows)
        assert all(len(batch) == batch_size for batch in first[:-1]) and len(first[-1]) <= batch_size


def test_columns_belong_together(files: list[pathlib.Path]) -> None:
    whole = pa.concat_tables([pq.read_table(path, columns=COLUMNS) for path in files])
    expected = {row["ply"]: row for row in whole.to_pylist()}
    for batch in data.Batches(files, 50, columns=COLUMNS, epochs=1):
        assert batch["position"].dtype == np.uint8 and batch["position"].shape[1] == 24
        assert (batch["ply"].dtype, batch["outcome"].dtype) == (np.uint32, np.float64)
        for position, ply, outcome in zip(batch["position"], batch["ply"], batch["outcome"], strict=True):
            row = expected.pop(int(ply))
            assert bytes(position) == row["position"]
            assert np.isnan(outcome) if row["outcome"] is None else outcome == row["outcome"]
    assert not expected
    assert setwise.Positions.from_packed(batch["position"]).planes().shape[1:] == (12, 8, 8)


def test_the_order_is_random_and_the_same_for_the_same_seed(files: list[pathlib.Path]) -> None:
    def order(**options: int) -> list[int]:
        return sum(plies(data.Batches(files, 100, columns=["ply"], epochs=2, **options)), [])

    assert order(seed=1) == order(seed=1) != order(seed=2)
    first, second = order()[:3870], order()[3870:]
    assert first != second and sorted(first) == sorted(second)
    # Rows far from each other are near: the mean of a batch is that of all rows.
    means = [np.mean(first[at : at + 500]) for at in range(0, 3500, 500)]
    assert np.std(means) < 0.2 * np.std(first)
    in_order = data.Batches(files, 100, columns=["ply"], epochs=1, shuffle=False)
    assert sum(plies(in_order), []) == sorted(first)


def test_batches_go_on_in_the_middle(files: list[pathlib.Path]) -> None:
    rng = random.Random(36)
    for shuffle in (True, False):
        options = {"columns": ["ply"], "epochs": 3, "mixed": 4, "seed": 5, "shuffle": shuffle}
        whole = plies(data.Batches(files, 33, **options))  # type: ignore[arg-type]
        for _ in range(20):
            stop = rng.randrange(len(whole))
            batches = data.Batches(files, 33, **options)  # type: ignore[arg-type]
            for number, batch in enumerate(batches, 1):
                assert batch["ply"].tolist() == whole[number - 1]
                if number > stop:
                    break
            state = json.loads(json.dumps(batches.state()))
            other = data.Batches(files, 33, **options)  # type: ignore[arg-type]
            other.restore(state)
            assert plies(other) == whole[stop + 1 :]
            # The same object goes on, and so does a copy of it.
            assert plies(pickle.loads(pickle.dumps(batches))) == whole[stop + 1 :]
            assert plies(batches) == whole[stop + 1 :]


def test_processes_share_the_rows(files: list[pathlib.Path]) -> None:
    for world_size in (1, 2, 3, 50):
        found = [
            sum(plies(data.Batches(files, 64, columns=["ply"], epochs=1, rank=rank, world_size=world_size)), [])
            for rank in range(world_size)
        ]
        assert len(sum(found, [])) == len(set(sum(found, []))) == 3870


def test_what_is_wrong_is_refused(files: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    for options, message in [
        ({"batch_size": 0}, "batch_size 0 .expected at least 1"),
        ({"rank": 1}, "rank 1 .expected less than world_size 1"),
        ({"mixed": 0}, "mixed 0"),
        ({"seed": -1}, "seed -1"),
        ({"columns": []}, "no columns"),
        ({"columns": ["text"]}, "column 'text' is string"),
    ]:
        arguments = {"batch_size": 5, "columns": ["ply"]} | options
        with pytest.raises(ValueError, match=message):
            data.Batches(files, **arguments)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="no column 'none'"):
        data.Batches(files, 5, columns=["none"])
    with pytest.raises(FileNotFoundError):
        data.Batches(tmp_path / "none.parquet", 5, columns=["ply"])
    batches = data.Batches(files, 5, columns=["ply"])
    with pytest.raises(ValueError, match="seed 1 in the state .expected 0"):
        batches.restore(data.Batches(files, 5, columns=["ply"], seed=1).state())
    with pytest.raises(KeyError):
        batches.restore({})
    # No rows are no batch, however many epochs.
    assert plies(data.Batches(files[1], 5, columns=["ply"])) == []
