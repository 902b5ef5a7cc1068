"""Finds all mates in one in a list of FENs.

    python examples/mates_in_one.py FEN [FEN ...]
"""

import sys

import numpy as np

import setwise


def mates_in_one(fens: list[str]) -> list[list[str]]:
    """Return the mating moves of each position in SAN."""
    positions = setwise.Positions.from_fens(fens)
    offsets, moves = positions.legal_moves()
    row = np.repeat(np.arange(len(positions)), np.diff(offsets))
    is_mate = positions[row].play(moves).is_checkmate()
    mates: list[list[str]] = [[] for _ in fens]
    for i, move in zip(row[is_mate], moves[is_mate], strict=True):
        mates[i].append(positions[i].san(setwise.Move.from_bits(move)))
    return mates


if __name__ == "__main__":
    for fen, mates in zip(sys.argv[1:], mates_in_one(sys.argv[1:]), strict=True):
        print(fen, *mates or ["none"])
