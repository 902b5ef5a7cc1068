"""Takes the won games of strong players from PGN files into a polars data frame.

    python examples/filter_games.py games.pgn.zst
"""

import sys

import polars

import setwise


def strong_wins(path: str, elo: int = 2000) -> polars.DataFrame:
    """Return the games that White won in which both players have at least a rating."""
    condition = f"WhiteElo >= {elo} and BlackElo >= {elo} and result = 1-0"
    games = polars.DataFrame(setwise.pgn.batches(path, where=condition))
    return games.select("White", "Black", "WhiteElo", "BlackElo", "ECO", "plies").sort("plies")


if __name__ == "__main__":
    print(strong_wins(sys.argv[1]))
