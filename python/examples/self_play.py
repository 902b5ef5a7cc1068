"""Plays random games in one batch, and counts how they end.

    python examples/self_play.py [GAMES]
"""

import sys

import numpy as np

import setwise


def self_play(games: int, seed: int = 1, plies: int = 400) -> dict[str, int]:
    """Return how many games ended in which way."""
    rng = np.random.default_rng(seed)
    start = setwise.Positions.from_boards([setwise.Board()])
    batch = start[np.zeros(games, int)]
    endings = {"checkmate": 0, "stalemate": 0, "insufficient material": 0, "not finished": 0}
    for _ in range(plies):
        over = {
            "checkmate": batch.is_checkmate(),
            "stalemate": batch.is_stalemate(),
            "insufficient material": batch.is_insufficient_material(),
        }
        for name, column in over.items():
            endings[name] += int(column.sum())
        batch = batch[~np.any(list(over.values()), axis=0)]
        offsets, moves = batch.legal_moves()
        chosen = offsets[:-1] + (rng.random(len(batch)) * np.diff(offsets)).astype(np.uint32)
        batch = batch.play(moves[chosen])
    endings["not finished"] = len(batch)
    return endings


if __name__ == "__main__":
    for name, count in self_play(int(sys.argv[1]) if len(sys.argv) > 1 else 1000).items():
        print(f"{name:22} {count}")
