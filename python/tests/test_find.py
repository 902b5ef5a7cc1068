"""Set expressions, asked of games and of columns of positions."""

from __future__ import annotations

import collections
import pathlib
from typing import Any

import chess.polyglot
import duckdb
import polars as pl
import pyarrow as pa
import pytest

import setwise
from conftest import interrupted
from setwise import ExpressionError, Positions

TEXT = """
[White "A"] [WhiteElo "2100"]
1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "B"]
1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "C"]
1. e4 e5 2. Qh5 Ke6 *
"""


@pytest.fixture
def games(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "games.pgn"
    path.write_text(TEXT)
    return path


def rows(batches: setwise.pgn.RecordBatches) -> list[tuple[Any, ...]]:
    return pl.DataFrame(batches).rows()


def test_rows_have_game_ply_key_and_tags(games: pathlib.Path) -> None:
    found = setwise.find(games, "checkmate", tags=["White", "WhiteElo"])
    assert found.column_names == ["game", "ply", "key", "White", "WhiteElo"]
    keys = []
    for moves in ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "e4 e5 Qh5 Ke7 Qxe5#"):
        board = chess.Board()
        for san in moves.split():
            board.push_san(san)
        keys.append(chess.polyglot.zobrist_hash(board))
    assert rows(found) == [(1, 7, keys[0], "A", "2100"), (2, 5, keys[1], "B", None)]
    assert "found: 5 columns" in repr(found) and rows(found) == rows(found)


def test_operators_over_a_game(games: pathlib.Path) -> None:
    """A game with an error is asked up to it."""
    assert [row[:2] for row in rows(setwise.find([games, games], "ply = plies"))] == [
        (1, 7), (2, 5), (3, 3), (4, 7), (5, 5), (6, 3)
    ]
    sequence = setwise.Expression("from & Q and to & h5 then checkmate")
    assert [row[0] for row in rows(setwise.find(games, sequence, threads=3))] == [1, 2]
    assert [row[0] for row in rows(setwise.find(games, "error and ply = 0"))] == [3]


def test_a_table_of_games_has_the_same_rows(games: pathlib.Path) -> None:
    table = setwise.pgn.to_parquet(games, games.parent / "out").files["games"]
    question = "checkers & Q or moves > 30"
    assert rows(setwise.find(table, question, tags=["White"])) == rows(
        setwise.find(games, question, tags=["White"])
    )


def test_counts_are_those_of_the_rows(games: pathlib.Path) -> None:
    """By a number and by a tag; a missing value is null. A table of games has the same counts."""
    hits = pl.DataFrame(setwise.find(games, "attacks(Q) & p", tags=["White", "WhiteElo"]))
    score = {1: 1.0, 2: 1.0, 3: None}
    table = setwise.pgn.to_parquet(games, games.parent / "out").files["games"]
    for path in (games, table):
        for by, column in {"White": "White", "number(WhiteElo)": "WhiteElo", "ply": "ply"}.items():
            found = setwise.find(path, "attacks(Q) & p", by=by, threads=2)
            assert found.column_names == ["group", "positions", "games", "white_score"]
            expected = set()
            for (group,), part in hits.group_by(column):
                numbers = part["game"].unique().to_list()
                scores = [score[number] for number in numbers if score[number] is not None]
                mean = sum(scores) / len(scores) if scores else None
                key = int(group) if by != "White" and group is not None else group
                expected.add((key, len(part), len(numbers), mean))
            assert set(rows(found)) == expected
        heat = dict(rows(setwise.find(path, "attacks(Q) & p", heat=setwise.Expression("Q"))))
        assert len(heat) == 64 and sum(heat.values()) == len(hits)
        assert heat["h5"] == len(rows(setwise.find(path, "attacks(Q) & p and Qh5")))
    assert "RecordBatches of the table squares: 2 columns" in repr(setwise.find(games, "check", heat="K"))
    assert rows(setwise.find(games, "stalemate", by="ply")) == []


def test_wrong_questions_of_games(games: pathlib.Path) -> None:
    with pytest.raises(ExpressionError, match="`moves` is a number"):
        setwise.find(games, "moves")
    with pytest.raises(ValueError, match='"ply" is the name of two columns'):
        setwise.find(games, "check", tags=["ply"])
    with pytest.raises(ExpressionError, match=r"`\[Nn\]` is a set \(expected a number\)"):
        setwise.find(games, "check", by="[Nn]")
    with pytest.raises(ExpressionError, match="`moves` is a number"):
        setwise.find(games, "check", heat="moves")
    with pytest.raises(ValueError, match="expected one of them"):
        setwise.find(games, "check", by="moves", heat="N")
    with pytest.raises(ValueError, match="has no tags"):
        setwise.find(games, "check", by="moves", tags=["White"])
    with pytest.raises(FileNotFoundError):
        setwise.find("nothing.pgn", "check")
    with pytest.warns(UserWarning, match='did you mean "White"'):
        assert rows(setwise.find(games, "Whit = A")) == []


@pytest.mark.parametrize("question", ["check", "count(Q) = 60"])
def test_ctrl_c_ends(question: str, tmp_path: pathlib.Path) -> None:
    """Also where nothing matches."""
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n" * 20_000)
    work = f"[len(batch) for batch in setwise.find([{str(path)!r}] * 3_000, {question!r})]"
    assert interrupted(work, "import setwise") == "KeyboardInterrupt"


@pytest.fixture(scope="module")
def column() -> dict[str, list[bytes | None]]:
    packed = Positions.random(5_000, seed=5).packed()[:, :24]
    column: list[bytes | None] = [bytes(row) for row in packed]
    return {"position": [None, *column, None]}


SQL = {
    "setwise_matches": ("count(pinned) = 2", "where", setwise.polars.matches),
    "setwise_set": ("attacks(N) & a", "sets", setwise.polars.sets),
    "setwise_number": ("moves - count(P)", "numbers", setwise.polars.numbers),
}


@pytest.mark.parametrize("name", SQL)
def test_columns_of_positions(name: str, column: dict[str, list[bytes | None]]) -> None:
    question, method, function = SQL[name]
    positions = pa.table(column)
    expected = getattr(Positions.random(5_000, seed=5), method)(question).tolist()
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    found = connection.sql(f"select {name}(position, '{question}') from positions").fetchall()
    assert [row[0] for row in found] == [None, *expected, None]
    lazy = pl.from_arrow(positions).lazy().select(function("position", question))  # type: ignore[union-attr]
    assert lazy.collect().to_series().to_list() == [None, *expected, None]
    assert len(positions) == 5_002
    several = f"select {name}(position, case when i % 2 = 0 then '{question}' end) from positions, (select 0 i)"
    assert [row[0] for row in connection.sql(several).fetchall()] == [None, *expected, None]


def test_an_expression_is_asked_once_for_the_rows_that_have_it(
    column: dict[str, list[bytes | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def matches(rows: Any, text: Any) -> Any:
        asked.append(text)
        return question(rows, text)

    question = setwise.duckdb.matches
    monkeypatch.setattr(setwise.duckdb, "matches", matches)
    positions = pa.table({**column, "row": list(range(5_002))})
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    each = "case row % 3 when 0 then 'check' when 1 then 'moves > 30' else 'checkmate or ' || '.' end"
    for texts in ["'check'", each]:
        connection.sql(f"select setwise_matches(position, {texts}) from positions").fetchall()
    counts = collections.Counter(asked)
    assert counts.pop("check") == 2 * counts["moves > 30"]
    assert set(counts) == {"moves > 30", "checkmate or ."} and len(set(counts.values())) == 1


def test_functions_are_registered_again(column: dict[str, list[bytes | None]]) -> None:
    positions, nulls = pa.table(column), pa.table({"position": pa.nulls(3_000, pa.binary())})
    connection = duckdb.connect()
    for again in [connection, connection, connection.cursor()]:
        setwise.duckdb.register(again)
        for table, expected in {"positions": 5_000, "nulls": 0}.items():
            query = f"select count(setwise_matches(position, '.')) from {table}"
            assert again.sql(query).fetchall() == [(expected,)]
    connection.close()
    with pytest.raises(duckdb.Error):
        setwise.duckdb.register(connection)
    assert len(positions) == 5_002 and len(nulls) == 3_000


def test_each_row_may_have_an_expression(column: dict[str, list[bytes | None]]) -> None:
    positions = pa.table({"position": column["position"][1:3], "text": ["count(P)", "count(p)"]})
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    found = connection.sql("select setwise_number(position, text) from positions").fetchall()
    rows = Positions.random(5_000, seed=5)[:2]
    assert found == [(rows.numbers("count(P)")[0],), (rows.numbers("count(p)")[1],)]
    assert len(positions) == 2


def test_wrong_questions_of_columns(column: dict[str, list[bytes | None]]) -> None:
    positions = pa.table(column)
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    for question, message in {
        "castles then castles": "`castles` asks a game",
        "isolate(P)": "did you mean `isolated`",
        "moves": "`moves` is a number",
    }.items():
        with pytest.raises(duckdb.Error, match=message):
            connection.sql(f"select setwise_matches(position, '{question}') from positions").fetchall()
        with pytest.raises(ExpressionError, match=message):
            setwise.polars.matches("position", question)
    with pytest.raises(duckdb.Error, match="row 0: 3 bytes"):
        connection.sql("select setwise_matches('abc'::blob, 'check') from positions").fetchall()
    with pytest.raises(duckdb.Error, match="row 1: 3 bytes"):
        wrong = "case i when 0 then position else 'abc'::blob end, if(i = 0, 'check', 'checkmate')"
        first = "(select position from positions where position is not null limit 1), range(2) t(i)"
        connection.sql(f"select setwise_matches({wrong}) from {first}").fetchall()
    with pytest.raises(duckdb.Error, match="row 0: .*an e.p|row 0: board"):
        connection.sql("select setwise_matches('9/8 w - -', 'check')").fetchall()
    with pytest.raises(duckdb.Error, match="expected byte strings, packed positions, or strings, FENs"):
        connection.sql("select setwise_matches(3, 'check')").fetchall()
    with pytest.raises(Exception, match="expected byte strings, packed positions, or strings, FENs"):
        pl.DataFrame({"fen": [3]}).select(setwise.polars.matches("fen", "check"))
    frame = pl.DataFrame({"position": [b"abc"]})
    with pytest.raises(Exception, match="row 0: 3 bytes"):
        frame.select(setwise.polars.matches("position", "check"))


@pytest.mark.parametrize("name", SQL)
def test_columns_of_fens_and_of_expressions(name: str) -> None:
    """A FEN may have four fields, as those of Lichess's evaluations; a row may have its own expression."""
    question, method, function = SQL[name]
    positions = Positions.random(5_000, seed=5)
    fens = [None, *(" ".join(fen.split()[:4]) for fen in positions.to_fens())]
    texts = [question if row % 3 else f"let x = . in {question}" for row in range(5_001)]
    texts[7] = None
    expected = [None, *getattr(positions, method)(question).tolist()]
    rows = pa.table({"fen": fens, "text": texts})
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    found = connection.sql(f"select {name}(fen, '{question}'), {name}(fen, text) from rows").fetchall()
    assert [row[0] for row in found] == expected
    frame = pl.from_arrow(rows).lazy()  # type: ignore[union-attr]
    asked = frame.select(a=function("fen", question), b=function("fen", pl.col("text"))).collect()
    assert asked["a"].to_list() == expected
    expected[7] = None
    assert [row[1] for row in found] == expected
    assert asked["b"].to_list() == expected
    assert len(rows) == 5_001


def test_a_wrong_row_of_a_column_of_expressions_is_named() -> None:
    frame = pl.DataFrame({"fen": [setwise.STARTING_FEN, "8/8"], "text": ["check", "checkmate"]})
    with pytest.raises(Exception, match="row 1: "):
        frame.select(setwise.polars.matches("fen", pl.col("text")))
    with pytest.raises(Exception, match="did you mean"):
        frame.select(setwise.polars.matches("fen", pl.lit("isolate(P)").repeat_by(2).explode()))
