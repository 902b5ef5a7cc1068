"""Planes with the history of games, compared with python-chess on the moves of the games."""

from __future__ import annotations

import io
import pathlib
import random
from typing import Any

import chess
import chess.pgn
import numpy as np
import pyarrow.parquet as pq
import pytest

import setwise
from conftest import random_move, scaled, start
from setwise import data

REAL = pathlib.Path(__file__).parents[2] / "peers/python/games/chess.js-1.4.0/benchmark.pgn"

# A known draw by repetition, of the Berlin defence.
DRAW = """1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. dxe5 Nxb5 7. a4 Nbd4 8. Nxd4 Nxd4 9. Qxd4 d5
10. exd6 Qxd6 11. Qe4+ Qe6 12. Qd4 Qd6 13. Qe4+ Qe6 14. Qd4 Qd6 1/2-1/2
"""


def random_game(number: int, rng: random.Random) -> chess.Board:
    """Return the end of a game with many repetitions, and a null move now and then."""
    board = start(number, rng)
    for _ in range(rng.randrange(scaled(120, 50))):
        move = random_move(board, rng)
        if move is None:
            break
        board.push(chess.Move.null() if rng.random() < 0.02 and not board.is_check() else move)
    return board


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pathlib.Path]:
    """Return the tables of real and random games, in small row groups."""
    folder, rng = tmp_path_factory.mktemp("games"), random.Random(36)
    boards = [random_game(number, rng) for number in range(scaled(200, 25))]
    texts = [f"{chess.pgn.Game.from_board(board)}\n\n" for board in boards]
    (folder / "games.pgn").write_text("\n".join([DRAW, *texts, REAL.read_text()]))
    made = setwise.pgn.to_parquet(
        folder / "games.pgn", folder / "out", tables=["games", "positions"], accept="lenient"
    )
    assert not made.errors and made.games == len(texts) + 101
    for name, rows in (("games", 4), ("positions", 60)):
        pq.write_table(pq.read_table(made.files[name]), folder / name, row_group_size=rows)
    return {name: folder / name for name in ("pgn", "games", "positions")} | {"pgn": folder / "games.pgn"}


def boards_by_game(tables: dict[str, pathlib.Path]) -> dict[int, chess.Board]:
    """Return the board at the end of each game, as python-chess reads it."""
    ids = pq.read_table(tables["games"])["game_id"].to_pylist()
    file = io.StringIO(tables["pgn"].read_text())
    boards = {}
    for game_id in ids:
        game = chess.pgn.read_game(file)
        assert game is not None
        boards[game_id] = game.end().board()
    return boards


def expected(board: chess.Board, layout: str) -> Any:
    """Return the planes of the position of a board, by their definition."""
    width, count = (14, 119) if layout == "alphazero" else (13, 112)
    planes = np.zeros((count, 8, 8), int)
    before = board.copy()
    for step in range(8):
        for square, piece in before.piece_map().items():
            plane = width * step + 6 * (piece.color != board.turn) + piece.piece_type - 1
            seen = square if board.turn else chess.square_mirror(square)
            planes[plane, seen // 8, seen % 8] = 1
        for times in range(width - 12):
            planes[width * step + 12 + times] = before.is_repetition(2 + times)
        if not before.move_stack:
            break
        before.pop()
    rights = [
        has(color)
        for color in (board.turn, not board.turn)
        for has in (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
    ]
    if layout == "alphazero":
        rest = [board.turn, board.fullmove_number, *rights, board.halfmove_clock]
    else:
        rest = [rights[1], rights[0], rights[3], rights[2], not board.turn, board.halfmove_clock, 0, 1]
    planes[8 * width :] = np.array(rest)[:, None, None]
    return planes


def test_planes_have_the_history_of_games(tables: dict[str, pathlib.Path]) -> None:
    ends = boards_by_game(tables)
    options: Any = {"columns": ["game_id", "ply"], "epochs": 1, "mixed": 2, "games": tables["games"]}
    features = {"a": "alphazero", "l": "lc0", "pieces": "pieces", "N & e5": "N & e5"}
    rows, repeated, without_start = 0, 0, 0
    for batch in data.Batches(tables["positions"], 47, features=features, dtype="float32", **options):
        for row, (game_id, ply) in enumerate(zip(batch["game_id"], batch["ply"], strict=True)):
            board = ends[int(game_id)].copy()
            while len(board.move_stack) > ply:
                board.pop()
            for name, layout in (("a", "alphazero"), ("l", "lc0")):
                assert (batch[name][row] == expected(board, layout)).all(), (board, layout)
            assert (batch["pieces"][row].reshape(12, 8, 8) == batch["l"][row, :12]).all()
            rows += 1
            repeated += board.is_repetition(3)
            without_start += ply > 7
    assert rows == pq.read_metadata(tables["positions"]).num_rows
    assert repeated > 10 and min(without_start, rows - without_start) > 500
    for dtype in ("uint8", "float16"):
        batches = data.Batches(tables["positions"], 30, features=["alphazero", "lc0"], dtype=dtype, **options)
        one = next(iter(batches))
        assert {name: (one[name].shape, one[name].dtype.name) for name in ("alphazero", "lc0")} == {
            "alphazero": ((30, 119, 8, 8), dtype),
            "lc0": ((30, 112, 8, 8), dtype),
        }


def test_games_that_do_not_fit(tables: dict[str, pathlib.Path], tmp_path: pathlib.Path) -> None:
    games = pq.read_table(tables["games"])

    def first(table: Any) -> None:
        pq.write_table(table, tmp_path / "games")
        options: Any = {"features": "lc0", "shuffle": False, "games": [tmp_path / "games"]}
        next(iter(data.Batches(tables["positions"], 50, **options)))

    first(games)
    with pytest.raises(ValueError, match=r"no game \d+ .expected the games of the positions"):
        first(games.slice(1))
    others = games.set_column(games.column_names.index("moves"), "moves", games["moves"].take([1, 0, *range(2, len(games))]))
    with pytest.raises(setwise.RowError, match=r"row \d: the game has another position"):
        first(others)
    with pytest.raises(KeyError, match="no column 'moves' .expected a table of games"):
        first(games.drop_columns(["moves"]))
    with pytest.raises(ValueError, match="column 'moves' is string .expected list"):
        first(games.set_column(games.column_names.index("moves"), "moves", games["White"].cast("string")))


def test_moves_that_are_not_legal() -> None:
    begin = setwise.Positions.from_fens([setwise.STARTING_FEN] * 2)
    e4 = setwise.Move.from_uci("e2e4")
    moves = setwise.Positions.from_fens([setwise.STARTING_FEN]).legal_moves()[1]
    word = next(int(it) for it in moves if setwise.Move.from_bits(it) == e4).to_bytes(2, "little")
    for game, ply, message in [
        ((None, word), 1, "row 1: the game has another position"),
        ((None, word), 2, "row 1: ply 2 of a game of 1 moves .expected at most 1"),
        ((None, word + word), 2, "row 1: move 2 of its game, 0x.*, is not legal"),
        ((None, b"\xff\xff"), 1, "row 1: move 1 of its game, 0xffff, is not legal"),
        (("?", b""), 0, "row 1: the start of its game: board, character 1"),
        ((setwise.STARTING_FEN.replace(" w ", " b "), b""), 0, "row 1: the game has another position"),
    ]:
        with pytest.raises(setwise.RowError, match=message):
            begin._planes_of_games("lc0", "uint8", [(None, b""), game], np.array([0, ply], np.uint32), None)
    with pytest.raises(ValueError, match="1 games and 2 plies for 2 rows"):
        begin._planes_of_games("lc0", "uint8", [(None, b"")], np.zeros(2, np.uint32), 1)
