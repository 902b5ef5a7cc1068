"""Finds all mates in one in a list of FENs.

    python examples/mates_in_one.py FEN [FEN ...]
"""

import sys

import numpy as np

import setwise

FENS = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
    setwise.STARTING_FEN,
]


def mates_in_one(fens: list[str]) -> dict[str, list[str]]:
    """Return the mating moves in SAN by FEN."""
    positions = setwise.Positions.from_fens(fens)
    offsets, moves = positions.legal_moves()
    row = np.repeat(np.arange(len(positions)), np.diff(offsets))
    is_mate = positions[row].play(moves).is_checkmate()
    mates: dict[str, list[str]] = {fen: [] for fen in fens}
    for i, move in zip(row[is_mate], moves[is_mate], strict=True):
        board = positions[i]
        mates[fens[i]].append(board.san(setwise.Move.from_bits(move, chess960=board.chess960)))
    return mates


if __name__ == "__main__":
    for fen, mates in mates_in_one(sys.argv[1:] or FENS).items():
        print(fen, *mates or ["none"])
