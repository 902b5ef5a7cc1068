"""Reads exported tables with pyarrow, polars and DuckDB, and compares them with python-chess.

Usage: compare.py GAMES.pgn DIRECTORY [GAMES]

DIRECTORY is a data set of games and positions, exported from GAMES.pgn with the default columns. The
first GAMES games (300 by default) are compared column by column with what python-chess reads.
"""

import itertools
import struct
import sys

import chess
import chess.pgn
import chess.polyglot
import duckdb
import polars
import pyarrow.parquet

ROLES = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]


def move_bits(board, move):
    """Returns the 16 bits of a move: see the metadata `setwise.move`."""
    target, kind = move.to_square, 1
    if board.is_castling(move):
        kingside = chess.square_file(move.to_square) > chess.square_file(move.from_square)
        rank = chess.BB_RANKS[chess.square_rank(move.from_square)]
        rooks = board.clean_castling_rights() & rank
        target, kind = (chess.msb(rooks) if kingside else chess.lsb(rooks)), 2
    elif board.is_en_passant(move):
        kind = 3
    elif move.promotion:
        kind = 4 + ROLES.index(move.promotion)
    return move.from_square | target << 6 | kind << 12


def packed(board):
    """Returns the 24 bytes of a position: see the documentation of setwise's packed positions."""
    codes = []
    double_step = None
    if board.ep_square is not None:
        double_step = board.ep_square + (8 if board.turn == chess.BLACK else -8)
    castling = board.clean_castling_rights()
    for square in chess.scan_forward(board.occupied):
        piece = board.piece_at(square)
        code = piece.piece_type - 1 + (0 if piece.color else 6)
        if square == double_step:
            code = 12
        elif chess.BB_SQUARES[square] & castling:
            code = 13 if piece.color else 14
        elif piece.piece_type == chess.KING and not piece.color and board.turn == chess.BLACK:
            code = 15
        codes.append(code)
    codes += [0] * (32 - len(codes))
    halves = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2]))
    return struct.pack("<Q", board.occupied) + halves


def main():
    pgn, directory = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    names = [f"{directory}/{table}/part-00000.parquet" for table in ("games", "positions")]
    games, positions = (pyarrow.parquet.read_table(name) for name in names)
    metadata = games.schema.metadata
    assert metadata[b"setwise.table"] == b"games" and metadata[b"setwise.schema_version"] == b"2"

    # The three readers see the same rows.
    for name, table in zip(names, (games, positions)):
        frame = polars.read_parquet(name)
        assert frame.height == table.num_rows, name
        rows, ids = duckdb.sql(f"select count(*), sum(game_id) from '{name}'").fetchall()[0]
        assert rows == table.num_rows, name
        assert ids == sum(table["game_id"].to_pylist()) == frame["game_id"].cast(polars.Int128).sum()
        assert frame["game_id"].is_sorted()
    assert duckdb.sql(f"select sum(plies) + count(*) from '{names[0]}' where error is null").fetchall()[0][0] == len(positions)

    rows = games.slice(0, count).to_pylist()
    position_rows = iter(positions.slice(0, sum(row["plies"] + 1 for row in rows if not row["error"])).to_pylist())
    with open(pgn, encoding="utf-8") as file:
        compared = 0
        for row in rows:
            game = chess.pgn.read_game(file)
            if row["error"]:
                assert game.errors, row
                continue
            assert not game.errors, (row["offset"], game.errors)
            headers = game.headers
            for name in ("Event", "Site", "White", "Black", "Result", "ECO", "Opening", "Termination", "TimeControl"):
                assert row[name] == headers.get(name), (name, row[name], headers.get(name))
            for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"):
                text = headers.get(name, "").lstrip("+")
                number = int(text) if text.lstrip("-").isdigit() else None
                assert row[name] == number, (name, row[name], headers.get(name))
            if row["UTCDate"]:
                assert row["UTCDate"].strftime("%Y.%m.%d") == headers["UTCDate"]
            if row["UTCTime"]:
                assert row["UTCTime"].strftime("%H:%M:%S") == headers["UTCTime"]
            outcome = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(headers["Result"])
            assert row["outcome"] == outcome
            board = game.board()
            nodes = list(game.mainline())
            assert row["plies"] == len(nodes)
            for ply, node in itertools.zip_longest(range(len(nodes) + 1), nodes):
                position = next(position_rows)
                assert position["game_id"] == row["game_id"] and position["ply"] == ply
                assert position["position"] == packed(board), (board.fen(), ply)
                assert position["key"] == chess.polyglot.zobrist_hash(board), board.fen()
                assert position["split"] == row["split"] == row["game_key"] >> 56
                assert position["game_key"] == row["game_key"] and position["outcome"] == outcome
                before = node.parent if node else nodes[-1] if nodes else None
                if before is not None and before.eval() is not None:
                    score = before.eval().white()
                    assert score.is_mate() or position["eval"] == score.score(), ply
                if node is None:
                    assert position["move"] is None
                    continue
                assert position["move"] == row["moves"][ply] == move_bits(board, node.move)
                clock = node.clock()
                assert position["clock"] == (None if clock is None else round(1000 * clock))
                board.push(node.move)
            assert row["last_position"] == packed(board)
            compared += 1
    print(f"{compared} games and their positions are equal; {games.num_rows} and {positions.num_rows} rows")


main()
