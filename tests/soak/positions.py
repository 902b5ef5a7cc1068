"""Counts of random positions: every back-end and technique against python-chess and a slow walk."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import chess
from process import Conditions, Fault, check, run
from surroundings import environment

# Positions in a round.
COUNT = 12
# The most leaves that python-chess, and the slow walk, count from one position.
PYTHON_LEAVES = 20_000
WALK_LEAVES = 2_000_000


def played(random: Random) -> chess.Board:
    """Returns the position after random moves from a standard or a Chess960 start."""
    if random.random() < 0.5:
        board = chess.Board.from_chess960_pos(random.randrange(960))
    else:
        board = chess.Board(chess960=True)
    for _ in range(random.choice([0, 1, 5, 20, 60, 120])):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board


def placed(random: Random) -> chess.Board:
    """Returns a random placement, which may be impossible in a game."""
    board = chess.Board(None, chess960=True)
    squares = list(chess.SQUARES)
    random.shuffle(squares)
    board.turn = random.random() < 0.5
    roles = random.choice(["Q", "QR", "QQQN", "PPPP", "PPNBRQ", "P", "RB", "N"])
    for color in chess.COLORS:
        rank = 0 if color else 7
        if random.random() < 0.4:
            # A king and rooks with castling rights.
            files = sorted(random.sample(range(8), 3))
            for file, role in zip(files, (chess.ROOK, chess.KING, chess.ROOK), strict=True):
                square = chess.square(file, rank)
                if square in squares:
                    squares.remove(square)
                    board.set_piece_at(square, chess.Piece(role, color))
                if role == chess.ROOK and random.random() < 0.8:
                    board.castling_rights |= chess.BB_SQUARES[square]
        else:
            board.set_piece_at(squares.pop(), chess.Piece(chess.KING, color))
        # A pawn that stands on the rank before promotion.
        for letter in random.choices(roles, k=random.randrange(15)):
            square = squares.pop()
            if letter == "P" and random.random() < 0.4:
                square = chess.square(chess.square_file(square), 6 if color else 1)
                if square not in squares:
                    continue
                squares.remove(square)
            board.set_piece_at(square, chess.Piece.from_symbol(letter if color else letter.lower()))
    if random.random() < 0.4:
        file = random.randrange(8)
        rank = 5 if board.turn else 2
        step = 8 if board.turn else -8
        square = chess.square(file, rank)
        for empty in (square, square + step):
            board.remove_piece_at(empty)
        board.set_piece_at(square - step, chess.Piece(chess.PAWN, not board.turn))
        for beside in (-1, 1):
            if 0 <= file + beside < 8 and random.random() < 0.7:
                pawn = chess.Piece(chess.PAWN, board.turn)
                board.set_piece_at(square - step + beside, pawn)
        board.ep_square = square
    return board


# What only the moves before a position rule out: the command counts such a position.
HISTORY = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK


def positions(random: Random) -> list[tuple[chess.Board, bool]]:
    """Returns positions, and whether a game can have come to them."""
    found = []
    while len(found) < COUNT:
        from_game = random.random() < 0.4
        board = played(random) if from_game else placed(random)
        if board.status() & ~HISTORY == 0:
            found.append((board, board.status() == 0))
    return found


def leaves(board: chess.Board, depth: int) -> int:
    """Counts with python-chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += leaves(board, depth - 1)
        board.pop()
    return total


def counted(context, fens: list[str], depth: int, options: list[str], env) -> list[dict]:
    """Runs `perft` on positions, and returns what it prints for each."""
    file = Path(context.directory) / "positions.fen"
    file.write_text("\n".join(fens) + "\n")
    conditions = Conditions(env=env)
    args = ["perft", str(depth), "positions.fen", "--json", "--chess960", *options]
    result = run(context.exe, args, context.directory, conditions, seconds=500)
    check(result, conditions)
    if result.code != 0:
        raise Fault(f"positions are refused: {result.err[:800].decode(errors='replace')}")
    return [json.loads(line) for line in result.out.splitlines()]


def settings(random: Random, context, level: str) -> list[str]:
    """Returns a random way to count that a CPU level has."""
    options = ["--threads", str(random.choice([1, 2, 3, 4, 4, 64]))]
    backends = context.backends[level]
    backend = random.choice([*backends, "technique", "no-bulk"])
    if backend == "technique":
        options += ["--technique", random.choice(context.techniques[level])]
    elif backend == "no-bulk":
        options.append("--no-bulk")
    else:
        options += ["--backend", backend]
        if random.random() < 0.3:
            options.append("--each-alone")
    if backend in backends and random.random() < 0.4:
        options += ["--hash", str(random.choice([1, 2, 16]))]
    return options


def compare(found: list[dict], expected: list[dict], how: str) -> None:
    """Raises a fault if two ways to count differ."""
    for one, other in zip(found, expected, strict=True):
        for key in ("fen", "depth", "nodes", "moves"):
            if one[key] != other[key]:
                raise Fault(
                    f"{how}: {one['fen']} at depth {one['depth']}: "
                    f"{one['nodes']}, expected {other['nodes']} ({key} differ)"
                )


def round(context, random: Random) -> str:
    """Counts some positions at depths 1 to 4 in several ways."""
    boards = positions(random)
    fens = [board.fen(en_passant=random.choice(["fen", "legal"])) for board, _ in boards]
    slow = ["--technique", "walk", "--no-bulk", "--threads", "1"]
    suite = []
    rows = list(range(len(boards)))
    ways = 0
    for depth in range(1, 5):
        env = environment(random, context.cpus)
        expected = counted(context, [fens[row] for row in rows], depth, slow, env)
        for row, line in zip(rows, expected, strict=True):
            board, possible = boards[row]
            if possible and line["nodes"] <= PYTHON_LEAVES:
                right = leaves(board, depth)
                suite.append(f"{fens[row]} ;D{depth} {right}")
                if line["nodes"] != right:
                    raise Fault(f"python-chess counts {right} at depth {depth}: {line}")
        for _ in range(6):
            env = environment(random, context.cpus)
            way = settings(random, context, env.get("SETWISE_CPU", ""))
            found = counted(context, [fens[row] for row in rows], depth, way, env)
            compare(found, expected, " ".join(way))
            ways += 1
        # The next depth takes what the slow walk can count.
        factor = {1: 40, 2: 40, 3: 40}.get(depth, 1)
        rows = [
            row for row, line in zip(rows, expected, strict=True)
            if line["nodes"] * factor <= WALK_LEAVES
        ][: 4 if depth == 3 else None]
        if not rows:
            break
    random.shuffle(suite)
    (context.directory / "suite.epd").write_text("\n".join(suite[:8]) + "\n")
    if suite:
        conditions = Conditions(env=environment(random, context.cpus))
        args = ["verify", "suite.epd", "--technique", "all", "--max-nodes", "3000"]
        result = run(context.exe, args, context.directory, conditions, seconds=500)
        check(result, conditions)
        if result.code != 0:
            raise Fault(f"verify --technique all: {result.out[-600:].decode(errors='replace')}")
    return f"{len(boards)} positions, {ways} ways, {len(suite)} counts of python-chess"
