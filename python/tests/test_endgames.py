"""Endgame tables: results, wrong arguments, threads and Ctrl-C."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import threading

import pytest
from conftest import interrupted, lets_other_threads_run

from setwise import Board, Move
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
    said = interrupted("endgames.Tables(threads=1).build('KBNvKN')", "from setwise import endgames")
    assert said.startswith("KeyboardInterrupt")
