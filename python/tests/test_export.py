"""Games as Parquet files: the rows, the description, jobs that stop and go on, and errors."""

from __future__ import annotations

import gzip
import pathlib
import random
from typing import Any, Literal

import polars
import pyarrow
import pyarrow.parquet
import pytest

import setwise
from conftest import interrupted
from setwise import jobs, pgn
from test_pgn import random_game

# Small parts, so that some games lie in two of them.
PART = 5000


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Return a directory of games with ratings, and a game with an error."""
    rng = random.Random(19)
    folder = tmp_path_factory.mktemp("games")
    for name in ("a.pgn", "b.pgn"):
        text = []
        for number in range(30):
            game = random_game(number, rng)
            game.headers["WhiteElo"] = str(rng.randint(1000, 2800))
            text.append(str(game))
        (folder / name).write_text("\n\n".join([*text, "1. e4 Ke7 *"]))
    return folder


def same(made: pgn.Dataset, table: str, batches: pgn.RecordBatches) -> bool:
    """Return whether a file has the rows of batches, its own columns aside."""
    # The path of a file is absolute.
    found = polars.read_parquet(made.files[table]).drop("file", strict=False)
    expected = polars.DataFrame(batches).drop("file", strict=False)
    return found.height > 0 and found.equals(expected)


def test_the_rows_are_those_of_batches(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "out"
    made = pgn.to_parquet(games, out, tables=["games", "positions"], part_bytes=PART)
    assert jobs.open(out).stages[0].shards > 4
    assert same(made, "games", pgn.batches(games))
    assert same(made, "positions", pgn.batches(games, "positions"))
    assert made.files == {
        "games": out / "games",
        "positions": out / "positions",
    }
    assert len(list(made.files["games"].iterdir())) > 3
    whole = pyarrow.table(pgn.batches(games))
    assert made.rows["games"] == made.games == whole.num_rows == 62
    assert made.moves == sum(whole["plies"].to_pylist())
    assert made.rows["positions"] == pyarrow.parquet.read_table(made.files["positions"]).num_rows
    assert made.errors == {"illegal-move": 2}
    # All is done.
    again = pgn.to_parquet(games, out, tables=("games", "positions"), part_bytes=PART, progress=False)
    assert again == made


def test_columns_of_expressions(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """In a job and in batches; they have the values of the positions."""
    columns = {"mobility": "moves", "uci": None, "forks": setwise.Expression("attacks(N) & [kq]"), "late": "ply > 30"}
    made = pgn.to_parquet(games, tmp_path / "out", tables="positions", columns=columns, part_bytes=PART)
    assert same(made, "positions", pgn.batches(games, "positions", columns=columns))
    found = polars.read_parquet(made.files["positions"])
    assert found.columns[-3:] == ["mobility", "forks", "late"] and "uci" in found.columns
    positions = setwise.Positions.from_packed(pyarrow.parquet.read_table(made.files["positions"])["position"])
    assert found["mobility"].to_list() == positions.numbers("moves").tolist()
    assert found["forks"].to_list() == positions.sets("attacks(N) & [kq]").tolist()
    assert found["late"].to_list() == [ply > 30 for ply in found["ply"]]
    assert [str(kind) for kind in found.dtypes[-3:]] == ["Int32", "UInt64", "Boolean"]
    for wrong, message in {
        "a b": "is no name of a column", "Key": "two columns have the name", "x": "column \"x\", byte 4: `isolate`"
    }.items():
        with pytest.raises(ValueError, match=message):
            pgn.to_parquet(games, tmp_path / "no", tables="positions", columns={wrong: "P & isolate(P)"})
    with pytest.raises(ValueError, match="computed columns are for the table"):
        pgn.batches(games, columns={"x": "moves"})
    assert not (tmp_path / "no").exists()


def test_options(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    chosen = {"where": "WhiteElo >= 1800", "sample": 0.8, "accept": ["null-move"]}
    made = pgn.to_parquet(games, tmp_path / "games", columns=["san", "clocks"], part_bytes=PART, **chosen)
    assert same(made, "games", pgn.batches(games, columns=["san", "clocks"], **chosen))
    assert 10 < made.games < 50
    plies = {"min_ply": 4, "max_ply": 30, "sample_positions": 0.5, "columns": ["uci", "fen"]}
    made = pgn.to_parquet(games, tmp_path / "positions", tables="positions", part_bytes=PART, **plies)
    assert same(made, "positions", pgn.batches(games, "positions", **plies))
    assert list(made.files) == list(made.rows) == ["positions"]
    question = f"position = '{setwise.STARTING_FEN}' and material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"
    king = {"where": question}
    made = pgn.to_parquet(games, tmp_path / "material", accept="common", **king)
    assert same(made, "games", pgn.batches(games, accept="common", **king))


def test_one_that_was_stopped_goes_on(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def stop(progress: jobs.Progress) -> None:
        if progress.done == 2:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        pgn.to_parquet(games, tmp_path / "stopped", part_bytes=PART, threads=1, progress=stop)
    told: list[jobs.Progress] = []
    stopped = pgn.to_parquet(games, tmp_path / "stopped", part_bytes=PART, progress=told.append)
    assert told[0].done >= 2 and told[-1].share == pytest.approx(1)
    whole = pgn.to_parquet(games, tmp_path / "whole", part_bytes=PART, threads=1)
    files = [{file.name: file.read_bytes() for file in it.files["games"].iterdir()} for it in (stopped, whole)]
    assert files[0] == files[1] and len(files[0]) > 3
    assert stopped[1:] == whole[1:]


def test_a_bar_of_tqdm(
    games: pathlib.Path, tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pgn.to_parquet(games, tmp_path / "one", progress=True)
    assert "parts 2/2, 62 rows" in capfd.readouterr().err
    pgn.to_parquet(games, tmp_path / "two", progress=False)
    assert capfd.readouterr().err == ""


def zstandard(path: pathlib.Path) -> bytes:
    return bytes(pyarrow.Codec("zstd").compress(path.read_bytes(), asbytes=True))


def test_compressed_files(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    files = [tmp_path / "a.pgn.gz", tmp_path / "b.pgn.zst"]
    files[0].write_bytes(gzip.compress((games / "a.pgn").read_bytes()))
    files[1].write_bytes(zstandard(games / "b.pgn"))
    made = pgn.to_parquet(files, tmp_path / "out")
    assert same(made, "games", pgn.batches(files))
    assert made.games == 62


def test_a_damaged_file_is_an_error_and_the_others_are_read(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    damaged = tmp_path / "c.pgn.zst"
    whole = zstandard(games / "a.pgn")
    damaged.write_bytes(whole[:-60] + b"?" * 60)
    paths = [games / "a.pgn", damaged, games / "b.pgn"]
    for _ in range(2):
        with pytest.raises(setwise.JobError, match="c.pgn.zst: the Zstandard data is damaged"):
            pgn.to_parquet(paths, tmp_path / "out")
    assert [(it.done, it.shards) for it in jobs.open(tmp_path / "out").status()] == [(3, 3), (1, 1)]
    frame = polars.read_parquet(tmp_path / "out/games")
    assert frame.filter(~polars.col("file").cast(polars.String).str.contains("c.pgn.zst")).height == 62
    # Another file in its place is not what was planned.
    damaged.write_bytes(whole)
    with pytest.raises(setwise.JobError, match="the input has changed .*replace=True"):
        pgn.to_parquet(paths, tmp_path / "out")
    again = pgn.to_parquet(paths, tmp_path / "out", replace=True)
    assert again.games == 62 + pgn.to_parquet(games / "a.pgn", tmp_path / "a").games


def test_a_data_set_of_parts_grows(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """By further files and by files that have grown; a file that has changed is replaced on request."""
    files = sorted(games.iterdir())
    first, last = files[:-1], files[-1]

    def made(paths: list[pathlib.Path], name: str = "set", **options: Any) -> pgn.Dataset:
        tables: list[Literal["games", "positions"]] = ["games", "positions"]
        out = tmp_path / name
        return pgn.to_parquet(paths, out, tables=tables, part_bytes=PART, **options)

    def rows(found: pgn.Dataset, table: str = "games") -> polars.DataFrame:
        frame = polars.read_parquet(found.files[table]).drop("game_id")
        assert frame.height == found.rows[table]
        return frame.sort(frame.columns[:4])

    before = made(first)
    assert before.files == {table: tmp_path / "set" / table for table in ("games", "positions")}
    assert made(first) == before
    grown = tmp_path / "grown.pgn"
    grown.write_text("1. e4 e5 *\n\n1. d4 *\n\n")
    assert made([grown]).games == before.games + 2
    grown.write_text("1. e4 e5 *\n\n1. d4 *\n\n1. c4 c5 *\n\n1. e4 e5 *\n\n")
    now = made([*first, grown, last])
    # A game of the file that has grown, and the game with an error of both files.
    assert (before.repeated, now.repeated) == (0, 2)
    whole = made([*first, grown, last], "whole")
    for table in ("games", "positions"):
        assert rows(now, table).equals(rows(whole, table)), table
    assert now[1:] == whole[1:]
    grown.write_text("1. c4 e5 *\n\n")
    with pytest.raises(setwise.JobError, match="grown.pgn: the input has changed .*replace=True"):
        made([grown])
    assert made([grown], replace=True).games == now.games - 3
    assert jobs.open(tmp_path / "set").verify().faults == []
    (tmp_path / "set/games/part-77777.parquet").write_text("")
    (fault,) = jobs.open(tmp_path / "set").verify().faults
    assert "part-77777.parquet: _setwise.json does not list it" in fault
    unique = pgn.to_parquet([grown, grown], tmp_path / "unique", unique_games=True)
    assert (unique.games, unique.rows["games"], unique.repeated) == (2, 1, 1)


def test_another_job_is_refused(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pgn.to_parquet(games / "a.pgn", tmp_path / "out")
    with pytest.raises(setwise.JobError, match="a job with other options"):
        pgn.to_parquet(games / "a.pgn", tmp_path / "out", where="plies > 10")


def test_wrong_arguments(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for options in (
        {"tables": "moves"},
        {"tables": []},
        {"tables": ["games", "x"]},
        {"columns": ["uci"]},
        {"columns": "san", "tables": "positions"},
        {"where": "WhiteElo >="},
        {"where": "position = '?'"},
        {"where": "material = KK"},
        {"sample": 2.0},
        {"min_ply": 3},
        {"accept": "strict"},
        {"threads": 0},
        {"executor": "other"},
    ):
        with pytest.raises(ValueError):
            pgn.to_parquet(games, tmp_path / "out", **options)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        pgn.to_parquet("nowhere.pgn", tmp_path / "out")
    # An empty list was an export of 0 games, without a word.
    for nothing in ([], iter(()), str(tmp_path / "*.pgn")):
        with pytest.raises(ValueError):
            pgn.to_parquet(nothing, tmp_path / "nothing")
        with pytest.raises(ValueError):
            pgn.batches(nothing)
    assert not (tmp_path / "nothing").exists()
    with pytest.raises(TypeError):
        pgn.to_parquet(5, tmp_path / "out")  # type: ignore[arg-type]
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    with pytest.raises(setwise.JobError, match="not empty"):
        pgn.to_parquet(games, tmp_path / "full")
    with pytest.raises(OSError, match="full/file/out"):
        pgn.to_parquet(games, tmp_path / "full/file/out")


def test_directories_above_are_created(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert pgn.to_parquet(games, tmp_path / "above/out").rows["games"] > 0


def test_ctrl_c_ends_the_search_for_frames(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn.zst"
    with path.open("wb") as file:
        # The header of a frame. Each three zeros behind it are an empty block.
        file.write(b"\x28\xb5\x2f\xfd\x00\x00")
        # A hole, which takes no space.
        file.truncate(100 << 30)
    call = f"setwise.pgn.to_parquet({str(path)!r}, {str(tmp_path / 'out')!r})"
    assert interrupted(call, "import setwise") == "KeyboardInterrupt"
    assert not (tmp_path / "out").exists()
