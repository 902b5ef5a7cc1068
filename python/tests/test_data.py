"""Batches of rows in random order: every row once, the same order again, and resumed in the middle.

And the inputs and targets that they have.
"""

from __future__ import annotations

import json
import multiprocessing
import pathlib
import pickle
import random
import types
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setwise
from setwise import _native, data

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


def test_a_footer_is_read_once(files: list[pathlib.Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Finds a footer that is read again for each row group, which an object store answers slowly."""
    opened = []

    class Opened(pq.ParquetFile):  # type: ignore[misc]
        def __init__(self, path: str, *, metadata: Any = None) -> None:
            opened.append((path, metadata is not None))
            super().__init__(path, metadata=metadata)

    monkeypatch.setattr(pq, "ParquetFile", Opened)
    batches = data.Batches(files, 64, columns=["ply"], epochs=1)
    assert opened == [(str(path), False) for path in files]
    # A pool of processes pickles it.
    assert sum(plies(pickle.loads(pickle.dumps(batches))), []).__len__() == 3870
    assert all(has_footer for _, has_footer in opened[len(files) :]) and len(opened) > 30


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
    # A directory or a pattern is its files in the order of their names.
    folder = files[0].parent
    for paths in (files, folder, folder / "*.parquet"):
        in_order = data.Batches(paths, 100, columns=["ply"], epochs=1, shuffle=False)
        assert sum(plies(in_order), []) == sorted(first)


def test_the_order_of_a_seed_and_columns_of_any_width(tmp_path: pathlib.Path) -> None:
    """Also Python finds the order, so a state goes on in later versions."""
    rng = np.random.default_rng(36)
    # Keys with many rows, few and none.
    rows = 70_000
    columns = {f"b{width}": rng.integers(0, 256, (rows, width), np.uint8) for width in (1, 3, 24, 30)}
    columns["number"] = np.arange(rows, dtype=np.int16)
    arrays = [
        pa.array([bytes(row) for row in column], pa.binary(column.shape[1]))
        if column.ndim > 1
        else pa.array(column)
        for column in columns.values()
    ]
    fields = [pa.field(name, it.type, nullable=False) for name, it in zip(columns, arrays, strict=True)]
    pq.write_table(pa.table(arrays, schema=pa.schema(fields)), tmp_path / "a.parquet", row_group_size=rows)
    batches = list(data.Batches(tmp_path, 999, columns=columns, seed=7, epochs=2))
    found = {name: np.concatenate([batch[name] for batch in batches]) for name in columns}
    places = []
    for epoch in (0, 1):
        keys = np.random.default_rng([7, epoch, 1, 0]).integers(0, 2**16, rows, dtype=np.uint16)
        places.append(epoch * rows + keys.argsort(kind="stable"))
    for name, column in columns.items():
        expected = np.empty((2 * rows, *column.shape[1:]), column.dtype)
        for place in places:
            expected[place] = column
        assert found[name].dtype == column.dtype and (found[name] == expected).all()


def test_rows_that_do_not_exist_are_refused() -> None:
    for width in (3, 24):
        rows = np.zeros((5, width), np.uint8)
        assert _native.take_rows(rows, np.array([4, 0])).shape == (2, width)
        for wrong in (-1, 5, np.iinfo(np.intp).max):
            with pytest.raises(IndexError, match="a row is out of range"):
                _native.take_rows(rows, np.array([0, wrong]))
    assert _native.take_rows(np.zeros((5, 0), np.uint8), np.array([4, 0])).shape == (2, 0)
    assert _native.rows_of_keys(np.array([], np.uint16)).tolist() == []
    assert _native.rows_of_keys(np.array([9, 0, 9, 65535], np.uint16)).tolist() == [1, 0, 2, 3]


def test_batches_go_on_in_the_middle(files: list[pathlib.Path]) -> None:
    rng = random.Random(36)
    # Of the last rows, one batch needs several row groups.
    for shuffle, where, mixed in [(True, None, 4), (False, None, 4), (True, "moves > 40", 1)]:
        options: Any = {"columns": ["ply"], "epochs": 3, "mixed": mixed, "seed": 5, "shuffle": shuffle}
        options["where"] = where
        whole = plies(data.Batches(files, 33, **options))
        assert len(whole) > 20
        for _ in range(20):
            stop = rng.randrange(len(whole))
            batches = data.Batches(files, 33, **options)
            for number, batch in enumerate(batches, 1):
                assert batch["ply"].tolist() == whole[number - 1]
                if number > stop:
                    break
            state = json.loads(json.dumps(batches.state()))
            other = data.Batches(files, 33, **options)
            other.restore(state)
            assert plies(other) == whole[stop + 1 :]
            # The same object goes on, and so does a copy of it.
            assert plies(pickle.loads(pickle.dumps(batches))) == whole[stop + 1 :]
            assert plies(batches) == whole[stop + 1 :]


def test_a_thousand_batches_go_on_at_twenty_places(files: list[pathlib.Path]) -> None:
    options: Any = {"columns": ["ply"], "mixed": 4, "seed": 9, "where": "white_to_move", "epochs": 18}
    whole = plies(data.Batches(files, 33, **options))
    assert len(whole) >= 1000
    batches = data.Batches(files, 33, **options)
    places = [batches.state()]
    for _ in batches:
        places.append(batches.state())
    for place in random.Random(20).sample(range(len(whole)), 20):
        other = data.Batches(files, 33, **options)
        other.restore(places[place])
        assert plies(other) == whole[place:]


def test_few_large_row_groups_are_mixed(
    files: list[pathlib.Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def batches(**options: Any) -> data.Batches:
        return data.Batches(files, 100, columns=["ply"], epochs=1, **options)

    expected = plies(batches(mixed=2))
    assert expected != plies(batches())
    # Two row groups have at most 260 rows, and no three neighbours in this order have fewer than 271.
    monkeypatch.setattr(data, "MOST_ROWS", 270)
    assert plies(batches()) == expected
    # A row group is mixed however large it is.
    monkeypatch.setattr(data, "MOST_ROWS", 1)
    assert plies(batches()) == plies(batches(mixed=1)) != expected


def test_rows_are_chosen(files: list[pathlib.Path]) -> None:
    expected = set()
    for path in files:
        table = pq.read_table(path)
        if len(table):
            positions = setwise.Positions.from_packed(table["position"])
            expected |= set(table["ply"].to_numpy()[positions.where("moves > 30")].tolist())
    assert 100 < len(expected) < 3000
    for shuffle in (True, False):
        for batch_size in (7, 200, 10_000):
            options: Any = {"columns": ["ply"], "where": "moves > 30", "epochs": 1, "shuffle": shuffle}
            found = plies(data.Batches(files, batch_size, **options))
            assert sorted(sum(found, [])) == sorted(expected)
            assert all(len(batch) == batch_size for batch in found[:-1])
    # A batch may need many row groups, and an epoch has none.
    options = {"columns": ["ply"], "mixed": 1, "epochs": 1}
    few = plies(data.Batches(files, 30, where="checkmate or stalemate", **options))
    assert [len(batch) for batch in few[:-1]] == [30] * (len(few) - 1)
    assert plies(data.Batches(files, 30, columns=["ply"], where="N & n")) == []


def test_processes_share_the_rows(files: list[pathlib.Path]) -> None:
    for world_size in (1, 2, 3, 50):
        found = [
            sum(plies(data.Batches(files, 64, columns=["ply"], epochs=1, rank=rank, world_size=world_size)), [])
            for rank in range(world_size)
        ]
        assert len(sum(found, [])) == len(set(sum(found, []))) == 3870


def test_what_is_wrong_is_refused(files: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    for options, message in [
        ({"columns": []}, "no columns"),
        ({"columns": ["text"]}, "column 'text' is string"),
        ({"targets": "moves"}, "target 'moves' .expected one of result, evaluation, wdl, moves_left"),
        ({"features": "nothing"}, "nothing"),
        ({"features": {"ply": "moves"}}, "two arrays have the name 'ply'"),
        ({"features": "either(moves > 5"}, "expected"),
        ({"features": "eval > 5"}, "eval"),
        ({"features": "halfkp"}, "feature 'halfkp' .expected pieces, .*; did you mean 'halfka'"),
        ({"features": "HalfKA"}, "feature 'HalfKA' .expected pieces, .*; did you mean 'halfka'"),
        ({"where": "moves"}, "number"),
        ({"policy": "az"}, "policy"),
        ({"features": "pieces", "dtype": "str"}, "dtype <U0 .expected numbers"),
        ({"features": "pieces", "dtype": "float17"}, "dtype 'float17' .expected a type of numbers"),
    ]:
        arguments = {"batch_size": 5, "columns": ["ply"]} | options
        with pytest.raises(ValueError, match=message):
            data.Batches(files, **arguments)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="no column 'none'"):
        data.Batches(files, 5, columns=["none"])
    with pytest.raises(KeyError, match="no column 'plies_left'"):
        data.Batches(files, 5, targets="moves_left")
    with pytest.raises(FileNotFoundError):
        data.Batches(tmp_path / "none.parquet", 5, columns=["ply"])
    for empty, message in [(tmp_path, "no file found"), ([], "no path")]:
        with pytest.raises(ValueError, match=message):
            data.Batches(empty, 5, columns=["ply"])
    (tmp_path / "_setwise.json").touch()
    with pytest.raises(ValueError, match="a data set of tables .expected a table of it, such as .*positions"):
        data.Batches(tmp_path, 5, columns=["ply"])
    batches = data.Batches(files, 5, columns=["ply"])
    with pytest.raises(ValueError, match="seed 1 in the state .expected 0"):
        batches.restore(data.Batches(files, 5, columns=["ply"], seed=1).state())
    with pytest.raises(KeyError):
        batches.restore({})
    with pytest.raises(TypeError, match=r"the state is a str .expected the mapping that state\(\)"):
        batches.restore("state")  # type: ignore[arg-type]
    text = tmp_path / "games.pgn"
    text.write_text("1. e4 *")
    with pytest.raises(ValueError, match=r"games\.pgn: Parquet"):
        data.Batches(text, 5, columns=["ply"])
    # No rows are no batch, however many epochs.
    assert plies(data.Batches(files[1], 5, columns=["ply"])) == []


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[pathlib.Path, list[setwise.pgn.Game]]:
    """Return a table of positions of random games with evaluations, and the games."""
    folder, rng = tmp_path_factory.mktemp("games"), random.Random(8)
    texts = []
    for number in range(30):
        board, words = setwise.Board(), []
        for _ in range(rng.randrange(1, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            words.append(board.san(move := rng.choice(moves)))
            board.push(move)
            if rng.random() < 0.7:
                words.append(rng.choice(["{[%eval 0.31]}", "{[%eval -5.02]}", "{[%eval #-3]}"]))
        result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4]
        texts.append(f'[Result "{result}"]\n\n{" ".join(words)} {result}\n\n')
    path = folder / "games.pgn"
    path.write_text("".join(texts))
    left: Any = {"plies_left": "plies - ply"}
    made = setwise.pgn.to_parquet(path, folder / "out", tables="positions", columns=left)
    return made.files["positions"], list(setwise.pgn.read(path))


def test_targets(games: tuple[pathlib.Path, list[setwise.pgn.Game]]) -> None:
    path, games_in_order = games
    ids = np.unique(pq.read_table(path)["game_id"].to_numpy()).tolist()
    read = dict(zip(ids, games_in_order, strict=True))
    targets: Any = ["result", "evaluation", "wdl", "moves_left"]
    options: Any = {"columns": ["game_id", "ply"], "targets": targets, "policy": "uci", "epochs": 1}
    rows = 0
    for batch in data.Batches(path, 100, **options):
        assert {batch[name].dtype for name in targets} == {np.dtype(np.float32)}
        for row in range(len(batch["ply"])):
            game, ply = read[int(batch["game_id"][row])], int(batch["ply"][row])
            board = game.positions()[ply]
            sign = 1 if board.turn else -1
            white = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(game.result)
            if white is None:
                assert np.isnan(batch["result"][row]) and np.isnan(batch["wdl"][row]).all()
            else:
                assert batch["result"][row] == sign * white
                assert batch["wdl"][row].tolist() == [sign * white == it for it in (1, 0, -1)]
            evaluation = game.evals[ply - 1] if ply else None
            assert batch["evaluation_mask"][row] == (evaluation is not None)
            expected = 0
            if evaluation is not None:
                expected = sign * (evaluation.white().score(mate_score=32_000) or 0)
            assert batch["evaluation"][row] == expected
            assert batch["moves_left"][row] == len(game.moves) - ply
            only = setwise.Positions.from_boards([board])
            move = [game.moves[ply]] if ply < len(game.moves) else ["0000"]
            assert batch["policy"][row] == only.policy_indices(move, "uci")[0]
            assert (batch["policy_mask"][row] == only.policy_mask("uci")[0]).all()
            rows += 1
    assert rows == sum(len(game.moves) + 1 for game in games_in_order)


def test_features(files: list[pathlib.Path]) -> None:
    features: Any = {"x": "pieces", "lc0": "lc0", "king": "halfka", "pins": "pinned & N", "moves": "moves"}
    features["pairs"] = "threats"
    features["knight"] = setwise.Expression("N & e5")
    for dtype in (None, "float16", "float64"):
        given = data.Batches(files, 100, columns=["position"], features=features, dtype=dtype, epochs=1)
        for batch in given:
            positions = setwise.Positions.from_packed(batch["position"])
            mirrored = positions.mirror()
            seen = [b if b.turn else m for b, m in zip(positions, mirrored, strict=True)]
            of_white = setwise.Positions.from_boards(seen)
            assert (batch["x"].reshape(-1, 12, 8, 8) == of_white.planes()).all()
            assert (batch["lc0"] == positions.planes("lc0")).all()
            for part, array in zip(("offsets", "own", "opponent"), positions.halfka(), strict=True):
                assert (batch[f"king_{part}"] == array).all()
            for part, array in zip(("offsets", "own", "opponent"), positions.threats(), strict=True):
                assert (batch[f"pairs_{part}"] == array).all()
            planes = [setwise.SquareSet(mask).tolist() for mask in of_white.sets("pinned & N")]
            assert (batch["pins"].reshape(-1, 64) == np.array(planes)).all()
            assert batch["moves"].tolist() == positions.count_legal_moves().tolist()
            assert (batch["knight"].reshape(-1, 64).any(axis=1) == of_white.where("N & e5")).all()
            types = {name: np.uint8 for name in ("x", "lc0", "pins", "knight")} | {"moves": np.int32}
            assert {name: batch[name].dtype for name in types} == {
                name: np.dtype(dtype or it) for name, it in types.items()
            }
    one = next(iter(data.Batches(files, 5, features=["pieces", "moves > 30"])))
    for array in one.values():
        assert np.shares_memory(np.from_dlpack(array), array)
    assert {name: array.dtype for name, array in one.items()} == {"pieces": np.uint8, "moves > 30": bool}


def every_ply(batches: data.Batches, queue: Any) -> None:
    queue.put(sum(plies(batches), []))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_other_processes_have_the_same_batches(files: list[pathlib.Path], method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    context: Any = multiprocessing.get_context(method)
    options: Any = {"columns": ["ply"], "features": ["pieces", "N & e5"], "epochs": 1, "where": "moves > 9"}
    batches = [data.Batches(files, 100, rank=rank, world_size=2, **options) for rank in (0, 1)]
    queue = context.Queue()
    processes = [context.Process(target=every_ply, args=(it, queue)) for it in batches]
    for process in processes:
        process.start()
    found = [queue.get(timeout=600) for _ in processes]
    for process in processes:
        process.join()
    assert sorted(found) == sorted(sum(plies(it), []) for it in batches)


def test_each_worker_of_pytorch_has_a_share(
    files: list[pathlib.Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process that is one of several."""
    found = []
    for rank in range(2):
        for worker in range(3):
            info = types.SimpleNamespace(id=worker, num_workers=3)
            module: Any = types.ModuleType("torch.utils.data")
            module.get_worker_info = lambda info=info: info
            monkeypatch.setitem(__import__("sys").modules, "torch.utils.data", module)
            batches = data.Batches(files, 64, columns=["ply"], epochs=1, rank=rank, world_size=2)
            found.append(sum(plies(batches), []))
    assert len(sum(found, [])) == len(set(sum(found, []))) == 3870
    assert all(found)


def test_a_data_set_of_pytorch(files: list[pathlib.Path]) -> None:
    loader = pytest.importorskip("torch.utils.data").DataLoader
    options: Any = {"columns": ["ply"], "features": ["pieces", "halfka"], "epochs": 1}
    expected = sorted(sum(plies(data.Batches(files, 64, **options)), []))
    for workers, method in [(0, None), (1, "fork"), (2, "spawn"), (2, "fork")]:
        batches = data.Batches(files, 64, **options).to_torch()
        given = loader(batches, batch_size=None, num_workers=workers, multiprocessing_context=method)
        found: list[int] = []
        for batch in given:
            found += batch["ply"].tolist()
            assert batch["pieces"].shape == (len(batch["ply"]), 768)
        assert sorted(found) == expected


def test_a_data_set_of_pytorch_with_the_games(tmp_path: pathlib.Path) -> None:
    loader = pytest.importorskip("torch.utils.data").DataLoader
    (tmp_path / "games.pgn").write_text("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0\n\n1. d4 d5 2. c4 0-1\n\n" * 50)
    made = setwise.pgn.to_parquet(tmp_path / "games.pgn", tmp_path / "out", tables=["games", "positions"])
    options: Any = {"features": "lc0", "columns": ["game_id", "ply"], "epochs": 1}

    def batches() -> data.Batches:
        return data.Batches(made.files["positions"], 64, games=made.files["games"], **options)

    def rows(given: Any) -> list[tuple[int, int, bytes]]:
        columns = ("game_id", "ply", "lc0")
        arrays = [[np.asarray(batch[name]) for name in columns] for batch in given]
        return sorted((int(i), int(p), lc0.tobytes()) for it in arrays for i, p, lc0 in zip(*it, strict=True))

    expected = rows(batches())
    assert len(expected) == 500
    for method in ("fork", "spawn"):
        given = batches().to_torch()
        given = loader(given, batch_size=None, num_workers=2, multiprocessing_context=method)
        assert rows(given) == expected
