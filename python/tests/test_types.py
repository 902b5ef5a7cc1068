"""The type stubs: complete, true, and accepted by strict checkers."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

import setwise

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(setwise.__file__).parent

# A program that uses the package as its users do.
PROGRAM = '''
from typing import Any, assert_type

import chess
import numpy as np
import numpy.typing as npt

import setwise
from setwise import Board, Move, Parsed, Positions, SquareSet

board = Board()
assert_type(board.push_san("e4"), Move)
assert_type([board.san(move) for move in board.legal_moves], list[str])
assert_type(board.attackers(setwise.WHITE, setwise.E4) & setwise.BB_RANK_4, SquareSet)
assert_type(board.piece_at(np.uint8(4)), setwise.Piece | None)
assert_type(Positions.from_fens([board.fen()]), Positions)
assert_type(Positions.from_fens([board.fen()], errors="mask"), Parsed)
assert_type(Positions.from_boards([Board(chess.Board()), chess.Board()]), Positions)
assert_type(Positions.random(5)[0], Board)
assert_type(Positions.random(5)[1:], Positions)
offsets, moves = Positions.random(5).legal_moves()
assert_type(moves, npt.NDArray[np.uint16])
assert_type(Positions.random(5).play(moves[offsets[:-1]]), Positions)
assert_type(setwise.perft(board, 3), int)
analysis = setwise.Player(threads=None).think(board, time=0.1, moves=list(board.legal_moves))
assert_type(analysis.best, Move | None)
assert_type([line.score for line in analysis.lines], list[int | None])
assert_type(setwise.perft(board, 3, divide=True), dict[str, int])
outcome = board.outcome()
if outcome is not None:
    assert_type(outcome.termination, setwise.Termination)
picture: str = setwise.svg.board(board, arrows=[(setwise.E2, setwise.E4)])
for step in setwise.techniques.explain("classical", setwise.ROOK, setwise.A1).steps:
    assert_type(step.figures, list[tuple[str, setwise.SquareSet | int]])
assert_type(setwise.techniques.explain_position("legal", board).answer, setwise.SquareSet | None)
for game in setwise.pgn.read(b"1. e4 *", variations=True):
    assert_type(game.sans, list[str])
    assert_type(game.evals, list[setwise.pgn.Evaluation | None])
    assert_type(game.root.variations[0].clock(), float | None)
assert_type(setwise.pgn.check("games.pgn", accept=["null-move"]).games, int)
for batch in setwise.pgn.batches(["games.pgn"], "positions", threads=2):
    assert_type(batch, setwise.pgn.RecordBatch)
fork = setwise.Expression("any s in N: attacks(s) & k and attacks(s) & q")
assert_type(fork.show(board).answer, SquareSet | None)
assert_type(board.sets("pinned"), SquareSet)
assert_type(Positions.random(5).where(fork), npt.NDArray[np.bool_])
assert_type(Positions.random(5).sets("pinned"), npt.NDArray[np.uint64])
assert_type(Positions.random(5).numbers("moves", threads=2), npt.NDArray[np.int32])
assert_type(setwise.find("games.pgn", fork, tags=["White"]), setwise.pgn.RecordBatches)
made = setwise.pgn.to_parquet(["games.pgn"], "out", tables=["games", "positions"], executor="ray")
assert_type(made.errors, dict[str, int])
assert_type(setwise.pgn.to_parquet("games.pgn", "out", tables="positions").files, dict[str, Any])
for line in setwise.epd.read(["4k3/8/8/8/8/8/8/4K3 b - -"]):
    assert_type(line.board, Board)
'''

# Each line is an error of types.
WRONG = '''
import setwise
setwise.Board().push("e2e4")
setwise.Board(5)
setwise.Positions.from_fens(["x"], errors="other")
setwise.Positions.random(5).planes("other")
setwise.Move.from_uci("e2e4").from_square = 3
setwise.Positions.from_fens([5])
setwise.nothing
setwise.pgn.read(5)
setwise.pgn.batches("x", table="moves")
setwise.pgn.to_parquet("x", "out", tables=["moves"])
setwise.Player().think("e2e4")
setwise.find("x", 5)
'''


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=HERE)


@pytest.fixture
def program(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def wrong(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    return path


def test_the_stubs_are_what_the_module_has() -> None:
    done = run("mypy.stubtest", "setwise", "--allowlist", str(HERE / "stubtest_allowed.txt"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy(program: pathlib.Path, wrong: pathlib.Path) -> None:
    done = run("mypy", "--strict", str(program))
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("mypy", "--strict", "-p", "setwise")
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("mypy", "--strict", str(wrong))
    lines = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", done.stdout)}
    assert lines == set(range(3, 15)), done.stdout


def test_pyright(program: pathlib.Path, wrong: pathlib.Path) -> None:
    done = run("pyright", "--pythonpath", sys.executable, str(program))
    if "npm error" in done.stderr:
        pytest.fail(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("pyright", "--pythonpath", sys.executable, str(wrong))
    lines = {int(line) for line in re.findall(r"wrong\.py:(\d+):\d+ - error", done.stdout)}
    assert lines == set(range(3, 15)), done.stdout


def test_pyright_knows_every_type() -> None:
    """Nothing that is exported has an unknown type."""
    done = run("pyright", "--pythonpath", sys.executable, "--verifytypes", "setwise", "--ignoreexternal")
    assert "Type completeness score: 100%" in done.stdout, done.stdout + done.stderr


def test_the_marker_of_types_is_there() -> None:
    assert (PACKAGE / "py.typed").exists()
