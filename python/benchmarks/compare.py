"""Speed beside other packages, in one run, taking turns, with the answers compared.

    pip install rust-chess rust-pgn-reader-python-binding
    python benchmarks/compare.py [--quick] [--cpu] [--rounds N]

Each line is a ratio of the best times. A bound in brackets is what the package must reach; the exit
status is 1 if it misses one. Slow rivals work on a part of the rows, and their time is scaled up.

With `--cpu`, the CPU time of all threads together is measured: on a machine that does other work
too, it is what one thread would need. Bounds for several threads are then not judged.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys

import chess
import numpy as np
import rust_chess

import setwise
from comparison import Comparison, expect
from games import compare_games
from setwise import Positions

# The most milliseconds of the CPU that the import may take after the import of numpy.
IMPORT_MS = 30


def perft(board: setwise.Board, depth: int, is_bulk: bool = False) -> int:
    """Count leaves by playing every move or, in bulk, every move but the last."""
    if depth == is_bulk:
        return board.legal_moves.count() if is_bulk else 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1, is_bulk)
        board.pop()
    return leaves


def compare_perft(comparison: Comparison, depth: int) -> None:
    leaves = {3: 8_902, 4: 197_281, 5: 4_865_609}[depth]
    theirs = chess.Board()
    slow = lambda: expect(perft(theirs, depth), leaves)  # type: ignore[arg-type]  # noqa: E731
    board = setwise.Board()
    name = f"perft {depth} by push and pop"
    comparison.run(name, 15, lambda: expect(perft(board, depth), leaves), slow)
    name = f"perft {depth} by push, pop and legal_moves.count()"
    comparison.run(name, 60, lambda: expect(perft(board, depth, is_bulk=True), leaves), slow)
    name = f"perft({depth})"
    comparison.run(name, 2000, lambda: expect(setwise.perft(board, depth), leaves), slow)


def compare_batches(comparison: Comparison, rows: int) -> None:
    positions = Positions.random(rows, seed=1, plies=120)
    fens = positions.to_fens(en_passant="fen")
    part = min(rows, 2000)
    share = part / rows
    boards = [chess.Board(fen) for fen in fens[:part]]
    counts = positions.count_legal_moves()
    expected = counts[:part].tolist()

    def list_moves() -> None:
        expect([len(list(board.legal_moves)) for board in boards], expected)

    for threads in (2, 1):
        name = f"legal moves of {rows} positions, threads={threads}, python-chess"

        def ours(threads: int = threads) -> None:
            offsets, moves = positions.legal_moves(threads=threads)
            assert len(moves) == offsets[-1] == counts.sum()

        comparison.run(name, 200 if threads == 2 else None, ours, list_moves, share, threads > 1)

    batch = rust_chess.BoardBatch.from_fens(fens)

    def list_in_rust_chess() -> None:
        batch.reset_move_generator()
        found = [len(list(moves)) for moves in batch.generate_legal_moves()]
        assert len(found) == rows and found[:part] == expected

    name = f"legal moves of {rows} positions, rust-chess"
    comparison.run(name, 10, lambda: positions.legal_moves(), list_in_rust_chess, is_parallel=True)

    def parse() -> None:
        for fen in fens[:part]:
            chess.Board(fen)

    for threads in (2, 1):
        name = f"FENs of {rows} positions, threads={threads}, python-chess"
        comparison.run(
            name,
            100 if threads == 2 else None,
            lambda threads=threads: expect(Positions.from_fens(fens, threads=threads), positions),
            parse,
            share,
            threads > 1,
        )


def fill_planes(boards: list[chess.Board]) -> np.ndarray:
    """Fill planes of python-chess boards by a loop over their pieces."""
    planes = np.zeros((len(boards), 12, 8, 8), np.uint8)
    for row, board in enumerate(boards):
        for color in chess.COLORS:
            for piece_type in chess.PIECE_TYPES:
                plane = piece_type - 1 + (0 if color else 6)
                for square in board.pieces(piece_type, color):
                    planes[row, plane, square >> 3, square & 7] = 1
    return planes


def compare_planes(comparison: Comparison, rows: int) -> None:
    positions = Positions.random(rows, seed=2)
    planes = positions.planes()
    part = min(rows, 2000)
    boards = [chess.Board(fen) for fen in positions[:part].to_fens()]
    assert (fill_planes(boards) == planes[:part]).all()
    name = f"uint8 planes of {rows} positions, a copy of the same array"
    comparison.run(name, 0.5, lambda: positions.planes(), lambda: planes.copy(), is_parallel=True)
    name = f"uint8 planes of {rows} positions, python-chess"
    comparison.run(name, 100, lambda: positions.planes(), lambda: fill_planes(boards), part / rows)


def compare_import(rounds: int) -> bool:
    """Print the time of the CPU that the import takes after numpy's; return whether it is short."""
    program = "import time, numpy; t = time.process_time(); import setwise; print(time.process_time() - t)"
    words = [sys.executable, "-c", program]
    best = 1e3 * min(float(subprocess.check_output(words)) for _ in range(2 * rounds))
    missed = best >= IMPORT_MS
    print(f"import over numpy's: {best:.1f} ms of the CPU (at most {IMPORT_MS}{': MISSED' if missed else ''})")
    return not missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller work")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each comparison")
    parser.add_argument("--cpu", action="store_true", help="time of the CPU")
    options = parser.parse_args()
    print(f"setwise {setwise.__version__}, python-chess {chess.__version__}, numpy {np.__version__}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}")
    comparison = Comparison(options.rounds, options.cpu)
    for depth in (3,) if options.quick else (4, 5):
        compare_perft(comparison, depth)
    compare_batches(comparison, 20_000 if options.quick else 100_000)
    compare_planes(comparison, 20_000 if options.quick else 100_000)
    compare_games(comparison, 5 if options.quick else 100)
    is_slow = not compare_import(options.rounds)
    return int(comparison.has_missed or is_slow)


if __name__ == "__main__":
    sys.exit(main())
