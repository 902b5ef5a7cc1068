"""Plots how often each first move is played, by rating, and how long the games are.

    python examples/opening_shares.py games.pgn.zst shares.svg
"""

import sys

import matplotlib.pyplot as plt
import polars

import setwise


def shares(path: str) -> polars.DataFrame:
    """Return the share of the first moves in steps of 200 points of White's rating."""
    games = polars.DataFrame(setwise.pgn.batches(path, columns=["san"], where="plies > 0"))
    games = games.filter(polars.col("WhiteElo").is_not_null()).with_columns(
        rating=polars.col("WhiteElo") // 200 * 200,
        first=polars.col("san").str.split(" ").list.first(),
    )
    counts = games.group_by("rating", "first").len()
    return counts.with_columns(share=polars.col("len") / polars.col("len").sum().over("rating"))


def plot(path: str, output: str) -> None:
    """Write both plots to a file, whose name has the format."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4))
    table = shares(path).pivot("first", index="rating", values="share").sort("rating").fill_null(0)
    names = sorted(table.columns[1:], key=lambda name: -table[name].mean())[:6]
    left.stackplot(table["rating"], *(table[name] for name in names), labels=names)
    left.set(xlabel="rating of White", ylabel="share of the games", title="first moves")
    left.legend(loc="lower left")
    plies = polars.DataFrame(setwise.pgn.batches(path))["plies"]
    right.hist(plies, bins=40)
    right.set(xlabel="moves of both sides", ylabel="games", title="length of the games")
    figure.tight_layout()
    figure.savefig(output)
    plt.close(figure)


if __name__ == "__main__":
    plot(sys.argv[1], sys.argv[2])
