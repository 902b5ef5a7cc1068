"""Training data: the positions, their scores, what is left out, and errors."""

from __future__ import annotations

import gzip
import pathlib
import random

import chess
import numpy as np
import pytest
from conftest import interrupted
from setwise import pgn
from test_pgn import random_game


@pytest.fixture
def games(tmp_path: pathlib.Path) -> tuple[pathlib.Path, list[tuple[chess.Board, chess.Move | None, int, int]]]:
    """Return a file of games, and their positions with a score: with the move, the score and the result."""
    rng = random.Random(36)
    text, expected = [], []
    for number in range(20):
        game = random_game(number, rng)
        game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(game.headers["Result"])
        for node in game.mainline():
            node.comment = ""
            if rng.random() < 0.7:
                score = rng.randint(-2000, 2000)
                node.comment = f"[%eval {score / 100:.2f}]"
                if result is not None:
                    following = node.next()
                    expected.append((node.board(), following and following.move, score, result))
        text.append(str(game))
    path = tmp_path / "games.pgn"
    path.write_text("\n\n".join(text))
    assert len(expected) > 200
    return path, expected


def test_plain_text_is_that_of_python_chess(games, tmp_path: pathlib.Path) -> None:  # type: ignore[no-untyped-def]
    path, expected = games
    made = pgn.to_training(path, tmp_path / "data.plain", format="plain")
    lines = (tmp_path / "data.plain").read_text().splitlines()
    found = [dict(line.split(" ", 1) for line in lines[at : at + 5]) for at in range(0, len(lines), 6)]
    assert set(lines[5::6]) == {"e"}
    expected = [it for it in expected if it[1] is not None]
    assert made.positions == len(found) == len(expected)
    for one, (board, move, score, result) in zip(found, expected, strict=True):
        sign = 1 if board.turn else -1
        same = chess.Board(one["fen"], chess960=board.chess960)
        assert same.fen() == board.fen()
        assert (same.parse_uci(one["move"]), int(one["score"])) == (move, sign * score)
        assert (int(one["result"]), int(one["ply"])) == (sign * result, board.ply())


def test_bulletformat_has_the_board_of_the_side_to_move(games, tmp_path: pathlib.Path) -> None:  # type: ignore[no-untyped-def]
    path, expected = games
    kind = np.dtype(
        [("occupied", "<u8"), ("pieces", "u1", 16), ("score", "<i2"), ("result", "u1"), ("rest", "u1", 5)]
    )
    made = pgn.to_training(path, tmp_path / "a" / "data.bin")
    found = np.fromfile(tmp_path / "a" / "data.bin", kind)
    assert made.positions == len(found) == len(expected)
    for one, (board, _, score, result) in zip(found, expected, strict=True):
        sign = 1 if board.turn else -1
        turned = board if board.turn else board.mirror()
        assert one["occupied"] == turned.occupied
        pieces = [one["pieces"][at // 2] >> at % 2 * 4 & 15 for at in range(turned.occupied.bit_count())]
        assert pieces == [
            piece.piece_type - 1 + 8 * (not piece.color) for _, piece in sorted(turned.piece_map().items())
        ]
        assert (one["score"], one["result"]) == (sign * score, 1 + sign * result)
        kings = (turned.king(True), turned.king(False))
        assert (one["rest"][0], one["rest"][1] ^ 56) == kings


def test_what_is_left_out_is_counted(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 {[%eval 1]} e5 1-0  1. e4 *  1. e4 Ke7 *  1. d4 {[%eval 1]} 0-1")
    made = pgn.to_training(path, tmp_path / "out")
    assert made == pgn.Training(4, 1, 2, 2, 3, 0)
    made = pgn.to_training(path, tmp_path / "out", format="plain", replace=True, threads=1)
    assert made == pgn.Training(4, 1, 1, 2, 3, 1)
    made = pgn.to_training(path, tmp_path / "out", format="viriformat", replace=True)
    # Only the last position of a game needs no score.
    assert made == pgn.Training(4, 1, 3, 1, 0, 0)
    assert (tmp_path / "out").stat().st_size == 2 * 36 + 3 * 4
    chosen = pgn.to_training(path, tmp_path / "chosen", where="result = 0-1", min_ply=1)
    assert (chosen.games, chosen.positions) == (1, 1)


@pytest.mark.parametrize(
    "games, reason",
    [
        ("", "games: 0, with errors: 0"),
        ("1. e4 {[%eval 1]} Ke7 1-0", "games: 1, with errors: 1"),
        ("1. e4 e5 1-0", "3 without an evaluation"),
        ("1. e4 *", "2 without a result"),
    ],
)
def test_no_position_is_a_warning_and_no_file(games: str, reason: str, tmp_path: pathlib.Path) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "a" / "out"
    path.write_text(games)
    for _ in range(2):
        with pytest.warns(UserWarning, match=f"no position, so no file was written .*{reason}"):
            assert pgn.to_training(path, out).positions == 0
        assert not out.parent.exists()


def test_errors(tmp_path: pathlib.Path) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "out"
    path.write_text("1. e4 {[%eval 1]} e5 1-0\n")
    with pytest.raises(ValueError, match="unknown training format 'x'|unknown training format \"x\""):
        pgn.to_training(path, out, format="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="viriformat has whole games"):
        pgn.to_training(path, out, format="viriformat", max_ply=8)
    with pytest.raises(FileNotFoundError):
        pgn.to_training(tmp_path / "none.pgn", out)
    with pytest.raises(OSError, match="Not a directory|exists"):
        pgn.to_training(path, path / "out")
    assert not out.exists()
    out.write_text("mine")
    with pytest.raises(FileExistsError, match=r"replace=True replaces it"):
        pgn.to_training(path, out)
    assert out.read_text() == "mine"
    with pytest.warns(UserWarning, match="no position"), pytest.warns(UserWarning, match="WhitElo"):
        pgn.to_training(path, out, where="WhitElo >= 5", replace=True)
    assert out.read_text() == "mine"
    damaged = tmp_path / "games.pgn.gz"
    damaged.write_bytes(gzip.compress(path.read_bytes() * 1000)[:-20])
    with pytest.raises(OSError, match=r"games\.pgn\.gz"):
        pgn.to_training(damaged, out, replace=True)
    assert out.stat().st_size % 32 == 0


def test_ctrl_c_leaves_no_file(tmp_path: pathlib.Path) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "a" / "out"
    path.write_text("1. e4 {[%eval 1]} e5 {[%eval 1]} 2. Nf3 {[%eval 1]} Nc6 1-0\n\n" * 20_000)
    call = f"setwise.pgn.to_training([{str(path)!r}] * 100_000, {str(out)!r}, threads=1)"
    assert interrupted(call, "import setwise") == "KeyboardInterrupt"
    assert list(tmp_path.iterdir()) == [path]
