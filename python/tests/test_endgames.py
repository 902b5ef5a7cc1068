"""Endgame tables: results, wrong arguments, threads and Ctrl-C."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import threading
import warnings

import duckdb
import polars as pl
import pytest
from conftest import interrupted, lets_other_threads_run

import setwise
from setwise import Board, Move, Player
from setwise.endgames import Result, Tables

BISHOP_AND_KNIGHT = "8/8/8/4k3/8/8/8/KBN5 w - - 0 1"


def test_best_moves_lead_to_mate() -> None:
    """Finds a result that is not that of the best move, or of the wrong side."""
    tables, board = Tables(), Board(BISHOP_AND_KNIGHT)
    result = tables.probe(board)
    assert result == Result("win", 59) and result.moves == 30
    while moves := tables.moves(board):
        assert moves[0][1] == tables.probe(board)
        assert {move for move, _ in moves} == set(board.legal_moves)
        board.push(random.Random(len(moves)).choice([move for move, it in moves if it == moves[0][1]]))
    assert board.is_checkmate() and board.ply() == 59
    assert tables.probe(board) == Result("loss", 0)


def test_draws_and_bare_kings() -> None:
    tables = Tables(memory_mb=1, threads=2)
    for fen in ("8/8/8/4k3/8/8/8/K7 w - - 0 1", "k7/P7/K7/8/8/8/8/8 b - - 0 1"):
        result = tables.probe(Board(fen))
        assert (result.result, result.plies, result.moves) == ("draw", None, None)
    assert tables.moves(Board("k7/P7/K7/8/8/8/8/8 b - - 0 1")) == []
    assert tables.build("KQK") == tables.build("KvKQ") == "KQvK"
    assert {"KvK", "KPvK", "KQvK"} <= set(tables.materials)
    assert 0 < tables.nbytes <= 1 << 20


def test_en_passant_is_exact() -> None:
    tables, board = Tables(), Board("8/8/8/8/1pP5/8/8/K1k5 b - c3 0 1")
    capture = Move.from_uci("b4c3")
    results = dict(tables.moves(board))
    board.push(capture)
    after = tables.probe(board)
    assert after.result == "loss" and after.plies is not None
    assert results[capture] == Result("win", after.plies + 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Tables(0), "memory_mb 0"),
        (lambda: Tables(threads=0), "threads 0"),
        (lambda: Tables().build("QK"), "'?QK'?.*the pieces begin with Q"),
        (lambda: Tables().probe(Board()), "32 pieces"),
        (lambda: Tables().moves(Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")), "castling rights"),
        (lambda: Tables(memory_mb=5).build("KBNvK"), r"need 11 MiB \(expected at most 5; memory_mb"),
    ],
)
def test_wrong_arguments(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=message):
        call()


def test_files_are_read_and_damaged_ones_refused(tmp_path: pathlib.Path) -> None:
    """Finds a directory that is not read."""
    program = "import sys; from setwise._native import run_command; sys.exit(run_command(sys.argv))"
    words = [sys.executable, "-c", program, "endgame", "build", str(tmp_path), "KQvK"]
    subprocess.run(words, check=True)
    file = tmp_path / "KQvK.endgame"
    assert sorted(it.name for it in tmp_path.iterdir()) == [file.name, "KvK.endgame"]
    assert Tables(directory=tmp_path).build("KQK") == "KQvK"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"KQvK.endgame: the table cannot be read"):
        Tables(directory=str(tmp_path)).build("KQK")


FENS = {
    "A": "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",  # won in 16
    "B": "8/8/8/8/8/2k5/1R6/7K b - - 0 1",  # drawn
    "C": "7k/8/6K1/8/8/8/8/R7 b - - 0 1",  # lost in 1
    "D": "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1",  # five pieces
}


def test_every_function_that_takes_expressions_has_tables(tmp_path: pathlib.Path) -> None:
    """Finds a function where the words are errors or mean something else."""
    games = tmp_path / "games.pgn"
    games.write_text("".join(f'[White "{name}"]\n[FEN "{fen}"]\n[SetUp "1"]\n\n*\n\n' for name, fen in FENS.items()))
    positions = setwise.Positions.from_fens(list(FENS.values()))
    frame = pl.DataFrame({"fen": list(FENS.values())})
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    for word, names in {"won": "A", "drawn": "B", "lost": "C", "mate_in = 16": "A", "mate_in > 0": "AC"}.items():
        expected = [name in names for name in FENS]
        assert positions.where(word).tolist() == expected
        assert positions.where(setwise.Expression(word)).tolist() == expected
        assert frame.select(setwise.polars.matches("fen", word)).to_series().to_list() == expected
        rows = connection.sql(f"select setwise_matches(fen, '{word}') from frame").fetchall()
        assert [row[0] for row in rows] == expected
        found = pl.DataFrame(setwise.find(games, word, tags=["White"]))
        assert "".join(found["White"]) == names
        taken = pl.DataFrame(setwise.pgn.batches(games, where=word))
        assert "".join(taken["White"]) == names
        board = setwise.Board(FENS["A"])
        assert f"{word}: {str('A' in names).lower()}" in str(setwise.Expression(word).show(board))
    made = setwise.pgn.to_parquet(games, tmp_path / "to", tables="positions", columns={"left": "mate_in"})
    assert pl.read_parquet(made.files["positions"])["left"].to_list() == [16, None, 1, None]
    by = pl.DataFrame(setwise.find(games, "won or lost", by="mate_in")).select("group", "positions")
    assert by.rows() == [(1, 1), (16, 1)]


@pytest.mark.parametrize("fault", ["short", "byte", "material"])
def test_the_player_uses_tables_and_names_a_damaged_file(tmp_path: pathlib.Path, fault: str) -> None:
    program = "import sys; from setwise._native import run_command; sys.exit(run_command(sys.argv))"
    words = [sys.executable, "-c", program, "endgame", "build", str(tmp_path), "KRvK", "KQvK"]
    subprocess.run(words, check=True)
    file, board = tmp_path / "KRvK.endgame", Board(FENS["A"])
    whole = file.read_bytes()

    def think(player: Player) -> int | None:
        return player.think(board, mate=16).lines[0].mate

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert think(Player(endgames=True)) == 16
        assert think(Player(endgames=True, directory=tmp_path)) == 16
    other = (tmp_path / "KQvK.endgame").read_bytes()
    damaged = {"short": whole[:-9], "byte": whole[:-1] + bytes([whole[-1] ^ 1]), "material": other}
    file.write_bytes(damaged[fault])
    with pytest.warns(UserWarning, match=r"KRvK.endgame: .*; the table is computed"):
        assert think(Player(endgames=True, directory=str(tmp_path))) == 16
    with pytest.raises(NotADirectoryError, match=r"KRvK.endgame is no directory"):
        Player(endgames=True, directory=file)
    with pytest.raises(ValueError, match="without endgames=True"):
        Player(directory=tmp_path)


def test_tables_are_shared_by_threads() -> None:
    tables, found = Tables(), []
    board = Board(BISHOP_AND_KNIGHT)
    threads = [threading.Thread(target=lambda: found.append(tables.probe(board))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [Result("win", 59)] * 4


def test_the_gil_is_released_and_ctrl_c_stops() -> None:
    assert lets_other_threads_run(lambda: Tables(threads=1).build("KQvKR"))
    board, won = Board(FENS["A"]), setwise.Expression("won")
    assert lets_other_threads_run(lambda: won.show(board))
    assert lets_other_threads_run(lambda: board.sets("if(won, R, K)"))
    positions = setwise.Positions.from_fens([FENS["A"]])
    assert lets_other_threads_run(lambda: positions.where(won))
    said = interrupted("endgames.Tables(threads=1).build('KBNvKN')", "from setwise import endgames")
    assert said.startswith("KeyboardInterrupt")
