"""Tables of games as Arrow data: what other packages read, where numbers lie, errors and threads."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys

import chess
import chess.pgn
import duckdb
import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.types
import pytest

import setwise
from conftest import interrupted, scaled
from setwise import pgn
from test_pgn import TEXT, compressed, random_game


@pytest.fixture(scope="module")
def games() -> list[chess.pgn.Game]:
    rng = random.Random(17)
    games = [random_game(number, rng) for number in range(scaled(1000, 120))]
    for game in games:
        if rng.random() < 0.7:
            game.headers["WhiteElo"] = str(rng.randint(1000, 2800))
            game.headers["UTCDate"] = "2013.02.01"
    return games


@pytest.fixture(scope="module")
def path(games: list[chess.pgn.Game], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text("\n\n".join(map(str, games)), encoding="utf-8")
    return path


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_games_are_those_of_python_chess(
    path: pathlib.Path, games: list[chess.pgn.Game], threads: int
) -> None:
    batches = pgn.batches(path, columns=["san", "clocks", "evals"], threads=threads)
    rows = pyarrow.table(batches).to_pylist()
    assert len(rows) == len(games)
    text = path.read_bytes()
    for row, game in zip(rows, games, strict=True):
        line = list(game.mainline())
        board = game.board()
        assert (row["White"], row["Result"]) == (game.headers["White"], game.headers["Result"])
        assert row["WhiteElo"] == (int(game.headers.get("WhiteElo", 0)) or None)
        assert str(row["UTCDate"]) == game.headers.get("UTCDate", "None").replace(".", "-")
        assert row["plies"] == len(line) == len(row["moves"])
        assert row["san"].split() == [node.san() for node in line]
        uci = [
            setwise.Move.from_bits(bits, chess960=board.chess960).uci() for bits in row["moves"]
        ]
        assert uci == [node.move.uci() for node in line]
        clocks = [None if it is None else round(it * 1000) for it in (n.clock() for n in line)]
        assert row["clocks"] == (clocks if any(it is not None for it in clocks) else None)
        last = setwise.Positions.from_packed(np.frombuffer(row["last_position"], np.uint8)[None])
        assert last[0].board_fen() == game.end().board().board_fen()
        assert row["error"] is None and text[row["offset"] :].startswith(b"[Event ")
        assert (row["start"] or chess.STARTING_FEN).split()[0] == board.fen().split()[0]


def test_positions_are_those_of_python_chess(
    path: pathlib.Path, games: list[chess.pgn.Game]
) -> None:
    table = pyarrow.table(pgn.batches(path, "positions", columns=["uci"]))
    batch = setwise.Positions.from_packed(table["position"])
    boards = [node.board() for game in games for node in (game, *game.mainline())]
    assert len(boards) == len(batch) == table.num_rows
    expected = [board.fen().split()[:4] for board in boards]
    assert [fen.split()[:4] for fen in batch.to_fens()] == expected
    assert batch.keys().tolist() == table["key"].to_pylist()
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": None}
    outcomes = [results[game.headers["Result"]] for game in games for _ in (game, *game.mainline())]
    assert table["outcome"].to_pylist() == outcomes
    fens = pyarrow.table(pgn.batches(path, "positions", columns=["fen"]))
    assert [fen.split()[0] for fen in fens["fen"].to_pylist()] == [fen[0] for fen in expected]
    read = setwise.Positions.from_fens(fens["fen"])
    assert [fen.split()[:4] for fen in read.to_fens()] == expected


def addresses(array: pyarrow.Array) -> list[int]:
    """Return where the values of an array lie, and its items if it is one of lists."""
    buffers = array.buffers()
    assert array.offset == 0
    if pyarrow.types.is_list(array.type):
        return [buffers[1].address, buffers[3].address]
    return [buffers[1].address]


NUMBERS = {
    "games": "game_id offset WhiteElo UTCDate outcome moves plies split clocks evals error_ply".split(),
    "positions": "game_id ply key move clock eval outcome split".split(),
}


@pytest.mark.parametrize("table", ["games", "positions"])
def test_numbers_are_not_copied(path: pathlib.Path, table: str) -> None:
    """Readers that each take the same batch find the numbers at one address: none has made a copy."""
    columns = ["clocks", "evals"] if table == "games" else []
    batch = next(iter(pgn.batches(path, table, columns=columns)))  # type: ignore[arg-type]
    one, two = pyarrow.record_batch(batch), pyarrow.record_batch(batch)
    frame = polars.DataFrame(batch)
    assert one.num_rows == frame.height == len(batch) > 50
    for name in NUMBERS[table]:
        place = addresses(one[name])
        assert place == addresses(two[name]), name
        if pyarrow.types.is_list(one[name].type):
            # polars has lists with offsets of 64 bits; the items are not copied.
            assert frame[name].to_arrow().buffers()[3].address == place[1], name
        else:
            assert [frame[name].to_arrow().buffers()[1].address] == place, name
        if one[name].null_count == 0 and table == "positions":
            assert frame[name].to_numpy(allow_copy=False).ctypes.data == place[0], name
            assert one[name].to_numpy(zero_copy_only=True).ctypes.data == place[0], name
    # A copy has another address, so the comparison can fail.
    copy = pyarrow.array(one["split"].to_pylist(), one["split"].type)
    assert addresses(copy) != addresses(one["split"])


def test_a_batch_outlives_its_owner(path: pathlib.Path) -> None:
    array = pyarrow.record_batch(next(iter(pgn.batches(path, "positions"))))["ply"]
    before = array.to_pylist()
    others = [pyarrow.table(pgn.batches(path, "positions")) for _ in range(5)]
    assert array.to_pylist() == before and len(others) == 5


def test_what_polars_converts(path: pathlib.Path) -> None:
    """The page on tables says which types polars changes."""
    schema = polars.DataFrame(pgn.batches(path)).schema
    assert schema["last_position"] == polars.Binary
    assert schema["Event"] == polars.Categorical
    assert schema["moves"] == polars.List(polars.UInt16)
    assert schema["UTCDate"] == polars.Date and schema["UTCTime"] == polars.Time
    assert schema["WhiteElo"] == polars.Int16 and schema["game_id"] == polars.UInt64
    positions = polars.DataFrame(pgn.batches(path, "positions"))
    assert positions.schema["position"] == polars.Binary
    assert len(setwise.Positions.from_packed(positions["position"])) == positions.height


def test_pyarrow_keeps_every_type(path: pathlib.Path) -> None:
    schema = pyarrow.table(pgn.batches(path)).schema
    assert schema.field("last_position").type == pyarrow.binary(24)
    assert schema.field("Event").type == pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    assert schema.field("moves").type.value_type == pyarrow.uint16()
    assert schema.metadata[b"setwise.table"] == b"games"
    assert pyarrow.schema(pgn.batches(path)) == schema
    assert b"tag WhiteElo" in schema.field("WhiteElo").metadata[b"description"]


def test_duckdb(path: pathlib.Path, games: list[chess.pgn.Game]) -> None:
    batches = pgn.batches(path)
    rows = duckdb.sql("select count(*), sum(plies), max(WhiteElo) from batches").fetchall()[0]
    elos = [int(game.headers["WhiteElo"]) for game in games if "WhiteElo" in game.headers]
    plies = sum(len(list(game.mainline())) for game in games)
    assert rows == (len(games), plies, max(elos))
    types = dict(duckdb.sql("select column_name, column_type from (describe from batches)").fetchall())
    assert types["last_position"] == "BLOB" and types["moves"] == "USMALLINT[]"
    assert types["Event"] == "VARCHAR" and types["WhiteElo"] == "SMALLINT"
    assert types["UTCDate"] == "DATE" and types["UTCTime"] == "TIME"


def test_pandas(path: pathlib.Path, games: list[chess.pgn.Game]) -> None:
    frame = pandas.DataFrame.from_arrow(pgn.batches(path))
    assert len(frame) == len(games) and list(frame.columns) == pgn.batches(path).column_names
    assert frame["plies"].tolist() == [len(list(game.mainline())) for game in games]
    assert frame["plies"].dtype == np.uint32
    # A column of integers with missing values is one of floats in numpy's types.
    assert frame["WhiteElo"].dtype == np.float64
    assert isinstance(frame["Event"].dtype, pandas.CategoricalDtype)
    for name in ("UTCDate", "UTCTime", "last_position", "moves"):
        assert frame[name].dtype == np.object_
    assert isinstance(frame["moves"][0], np.ndarray) and isinstance(frame["last_position"][0], bytes)


def test_where(path: pathlib.Path, games: list[chess.pgn.Game]) -> None:
    def count(**options: object) -> int:
        return pyarrow.table(pgn.batches(path, **options)).num_rows  # type: ignore[arg-type]

    expected = sum(int(game.headers.get("WhiteElo", 0)) >= 2000 for game in games)
    assert count(where="WhiteElo >= 2000") == expected > 0
    expected = sum(game.headers["Result"] == "1-0" for game in games)
    assert count(where="result = 1-0") == expected > 0
    assert count(sample=0.0) == 0 < count(sample=0.5) < len(games)
    assert 0 < count(where=f"position = '{setwise.STARTING_FEN}'") < len(games)
    assert count(where="material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP") > 0
    assert count(table="positions", min_ply=2, max_ply=3) == sum(
        max(0, min(2, len(list(game.mainline())) - 1)) for game in games
    )
    assert count(table="positions", sample_positions=0.0) == 0


@pytest.mark.parametrize(
    "question",
    [
        "checkmate and WhiteElo > 1500",
        "captures and ply < 10",
        "Qh5 then Qf7",
        "moves > 30 and not check",
        "plies = ply and error",
    ],
)
def test_where_is_an_expression(path: pathlib.Path, question: str) -> None:
    found = pyarrow.table(setwise.find(path, question))["game"].unique().to_pylist()
    for where in (question, setwise.Expression(question)):
        assert pyarrow.table(pgn.batches(path, where=where)).num_rows == len(found)
    for wrong, message in {
        "chek": "^`chek`: did you mean `check`",
        "WhiteElo >= 2000 && !Annotator": "write `and`",
        "result = 1-0 || White": "write `or`",
        "!White": "write `not`",
        "result == 1-0": "write `=`",
        "whiteelo > 2000": "did you mean `WhiteElo`",
        "moves": "`moves` is a number",
    }.items():
        with pytest.raises(setwise.ExpressionError, match=message):
            pgn.batches(path, where=wrong)


def test_errors_are_rows(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "wrong.pgn"
    path.write_bytes(TEXT)
    rows = pyarrow.table(pgn.batches(path)).to_pylist()
    assert [row["error"] for row in rows] == [None, "illegal-move", None]
    wrong = rows[1]
    assert wrong["error_text"] == "the move is not legal in this position"
    assert wrong["plies"] == wrong["error_ply"] == 2
    assert TEXT[wrong["offset"] + wrong["error_offset"] :].startswith(b"Ke3")
    positions = pyarrow.table(pgn.batches(path, "positions"))
    assert set(positions["game_id"].to_pylist()) == {rows[0]["game_id"], rows[2]["game_id"]}


@pytest.mark.parametrize("table", ["games", "positions"])
def test_errors_are_exceptions_with_a_place(tmp_path: pathlib.Path, table: str) -> None:
    path = tmp_path / "wrong.pgn"
    path.write_bytes(TEXT)
    batches = pgn.batches(path, table, errors="raise")  # type: ignore[arg-type]
    with pytest.raises(setwise.PgnError) as caught:
        list(batches)
    error = caught.value
    assert (error.kind, error.file) == ("illegal-move", str(path))
    assert TEXT[error.byte :].startswith(b"Ke3")
    start = TEXT.index(b'[White "C"')
    assert str(error) == (
        f"{path}: game at byte {start} (C - D), after 2 plies, at byte {error.byte}: "
        "the move is not legal in this position"
    )
    with pytest.raises(Exception, match="the move is not legal"):
        pyarrow.table(batches)
    # A game that is not taken is no error.
    assert len(list(pgn.batches(path, where="White = A", errors="raise"))) == 1


def test_a_tag_that_no_game_has_is_a_warning(path: pathlib.Path) -> None:
    """Finds the fault that a misspelt tag in `where` was not reported: no game was found."""
    batches = pgn.batches(path, where="Whte = x")
    with pytest.warns(UserWarning, match='no game read has the tag "Whte" \\(did you mean "White"'):
        assert list(batches) == []
    with pytest.warns(UserWarning, match="Whte"):
        assert pyarrow.table(batches).num_rows == 0
    with pytest.warns(UserWarning, match="Whte"):
        assert list(pgn.batches(path, where="check and Whte = x")) == []
    with pytest.warns(UserWarning, match="WhitElo"):
        assert list(pgn.batches(path, "positions", columns={"elo": "number(WhitElo)"}))


@pytest.mark.parametrize("form", compressed(TEXT))
def test_compressed_files(form: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(compressed(TEXT)[form])
    rows = pyarrow.table(pgn.batches([path, str(path)])).to_pylist()
    assert [row["plies"] for row in rows] == [7, 2, 2] * 2
    assert len({row["game_id"] for row in rows}) == 6
    if form != "plain":
        path.write_bytes(compressed(TEXT)[form][:-9])
        with pytest.raises(OSError, match="games.pgn"):
            list(pgn.batches(path))


def test_many_files(tmp_path: pathlib.Path) -> None:
    for name in ("b.pgn", "a.pgn", "sub/c.pgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f'[Event "{name}"]\n\n*\n')
    (tmp_path / "other.txt").write_text("x")
    events = pyarrow.table(pgn.batches(tmp_path))["Event"].to_pylist()
    assert events == ["a.pgn", "b.pgn", "sub/c.pgn"]
    assert pyarrow.table(pgn.batches(tmp_path / "*.pgn")).num_rows == 2


def test_wrong_arguments(path: pathlib.Path) -> None:
    for options in (
        {"where": "WhiteElo >="},
        {"table": "moves"},
        {"columns": ["x"]},
        {"columns": "san", "table": "positions"},
        {"where": "position = '?'"},
        {"where": "material = KK"},
        {"threads": 0},
        {"min_ply": 3},
        {"errors": "mask"},
        {"accept": "all"},
    ):
        with pytest.raises(ValueError):
            pgn.batches(path, **options)  # type: ignore[arg-type]
    for wrong in (5, None, b"x", [5]):
        with pytest.raises(TypeError):
            pgn.batches(wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        pgn.batches("nowhere.pgn")
    with pytest.raises(ValueError, match="no file found"):
        pgn.batches("nowhere*.pgn")


def test_a_stream_that_is_not_read(path: pathlib.Path) -> None:
    for _ in range(20):
        batches = pgn.batches(path, "positions")
        batches.__arrow_c_stream__()
        next(iter(batches))


# The stacks of 1024 threads do not fit into the address space, so one of them cannot be started.
FEW_THREADS = """
import resource, sys
import pyarrow
import setwise

read = {
    "batches": lambda batches: sum(batch.num_rows for batch in batches),
    "pyarrow": lambda batches: pyarrow.table(batches).num_rows,
}[sys.argv[2]]
batches = setwise.pgn.batches(sys.argv[1], threads=1024)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (300 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    print("rows:", read(batches))
except Exception as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.parametrize("reader", ["batches", "pyarrow"])
def test_rows_are_complete_although_threads_cannot_be_started(reader: str, path: pathlib.Path) -> None:
    """Finds a stream that ends as if it were complete: it had no rows.

    Also finds the fault that the process ended, because the threads left no memory for the work: it
    was once in `setwise-pgn/src/threads.rs`.
    """
    command = [sys.executable, "-c", FEW_THREADS, str(path), reader]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "rows: 120\n"


def test_packed_rows_are_checked() -> None:
    rows = pyarrow.array([b"\0" * 24, None, b"x"], pyarrow.binary())
    parsed = setwise.Positions.from_packed(rows, errors="mask")
    assert not parsed.ok.any() and [row for row, _ in parsed.messages] == [0, 1, 2]
    assert "null" in parsed.messages[1][1] and "1 bytes" in parsed.messages[2][1]
    with pytest.raises(setwise.RowError):
        setwise.Positions.from_packed(rows)
    with pytest.raises(TypeError, match="expected byte strings"):
        setwise.Positions.from_packed(pyarrow.array(["x"]))
    packed = setwise.Positions.random(50).packed()
    for kind in (pyarrow.binary(), pyarrow.binary(30), pyarrow.large_binary(), pyarrow.binary_view()):
        array = pyarrow.array([row.tobytes() for row in packed], kind)
        assert (setwise.Positions.from_packed(array).packed() == packed).all()


def test_ctrl_c_ends(path: pathlib.Path) -> None:
    read = f"while True: list(setwise.pgn.batches({str(path)!r}, 'positions'))"
    assert interrupted(read, "import setwise") == "KeyboardInterrupt"


@pytest.mark.parametrize("rows", ["pgn.batches({}, 'games')", "pgn.batches({}, 'positions')", "find({}, '.')"])
def test_ctrl_c_ends_a_stream_that_never_pauses(rows: str, path: pathlib.Path) -> None:
    """Between the signal and the next batch, which is ready, runs no code in Python."""
    before = f"""
import atexit, collections, ctypes, operator, pyarrow, setwise
reader = pyarrow.RecordBatchReader.from_stream(setwise.{rows.format([str(path)] * 500)})
reader.read_next_batch()
# The reader is ahead now, and it is time for a check of signals.
time.sleep(0.5)
returned = []
atexit.register(lambda: print(len(returned)))
calls = [ctypes.pythonapi.PyErr_SetInterrupt, reader.read_next_batch]
calls = map(returned.append, map(operator.call, calls))
def read():
    try:
        collections.deque(calls, maxlen=0)
    except Exception:
        # The reader's own exception; Ctrl-C comes again.
        while True:
            pass
"""
    assert interrupted("read()", before, until="False") == "KeyboardInterrupt\n1"


@pytest.mark.parametrize("reader", ["pyarrow.table", "polars.DataFrame"])
def test_ctrl_c_is_not_lost_in_a_reader_of_the_stream(reader: str, path: pathlib.Path) -> None:
    """The reader has an exception of its own for it, which a program may catch."""
    before = f"""
import {reader.split(".")[0]}, setwise
def read():
    while True:
        try:
            {reader}(setwise.pgn.batches([{str(path)!r}] * 500, "positions"))
        except Exception:
            pass
"""
    assert interrupted("read()", before) == "KeyboardInterrupt"


def test_comments_of_engines_are_read_when_asked_for(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. f3 {book} e5 {+1.20/9 0.01s} 2. g4 {-M2/20 0.1s} Qh4# {+M1/20} 0-1")
    for comments, evals in [("commands", None), ("engine", [None, -120, -31_999, -32_000])]:
        batch = next(iter(pgn.batches(path, columns=["evals", "depths"], comments=comments)))
        assert pyarrow.record_batch(batch)["evals"].to_pylist() == [evals]
        found = pyarrow.table(setwise.find(path, "depth >= 9", comments=comments))
        assert found.num_rows == (3 if evals else 0)
    assert pyarrow.record_batch(batch)["depths"].to_pylist() == [[None, 9, 20, 20]]
    with pytest.raises(ValueError, match="comments \"human\" .expected 'commands' or 'engine'"):
        pgn.batches(path, comments="human")
