"""Tables of games, read by pyarrow, polars and DuckDB, and compared with python-chess.

Usage: other_programs.py ROOT, in an empty directory, with the commands `setwise` (with every format)
and `generate_games` (an example of setwise-tables) in the path.

It runs every command and program of docs/data.md on generated games, and a job over 50 MB of games
in frames of 32 MiB.
"""

import pathlib
import subprocess
import sys

import polars
import pyarrow

ROOT = pathlib.Path(sys.argv[1])
HERE = ROOT / "crates/setwise-tables/tests/python"
TABLES = ["--tables", "games,positions"]


def run(*words: object, to: str | None = None) -> None:
    """Run a command; its output goes into a file if one is named."""
    print("$", *words, flush=True)
    output = open(to, "wb") if to else None
    subprocess.run([str(word) for word in words], check=True, stdout=output)


def rows(path: str) -> polars.DataFrame:
    """Return the rows of a table without the absolute paths of its files."""
    return polars.read_parquet(path).drop("file", strict=False)


def frame(text: bytes) -> bytes:
    """Return a frame of Zstandard."""
    return pyarrow.compress(text, codec="zstd", asbytes=True)


run("generate_games", 6_000_000, "--seed", 1, to="all.pgn")
# The second month of the page is added to a data set of the first one.
games = pathlib.Path("all.pgn").read_bytes().split(b"\n[Event ")
first = b"\n[Event ".join(games[:2000])
pathlib.Path("games.pgn").write_bytes(first)
second = b"[Event " + b"\n[Event ".join(games[2000:])
pathlib.Path("february.pgn.zst").write_bytes(frame(second))
# Three frames, so that a job has more than one part where it is planned with small ones.
cuts = [0, len(first) // 3, 2 * len(first) // 3, len(first)]
pathlib.Path("games.pgn.zst").write_bytes(
    b"".join(frame(first[start:end]) for start, end in zip(cuts, cuts[1:]))
)
run("setwise", "pgn", "export", "games.pgn", "--to", "compared", *TABLES)
run(sys.executable, HERE / "compare.py", "games.pgn", "compared")

# 50 MB of text, of which a frame ends inside of a game.
run("generate_games", 50_000_000, "--seed", 2, "--form", "frames", to="frames.pgn.zst")
run("setwise", "pgn", "plan", "frames.pgn.zst", "--to", "small", *TABLES, "--part-bytes", 1000)
run("setwise", "job", "run", "small")
run("setwise", "pgn", "export", "frames.pgn.zst", "--to", "whole", *TABLES)
for table in ("games", "positions"):
    found, whole = (rows(f"{folder}/{table}/*.parquet") for folder in ("small", "whole"))
    assert found.height > 20_000 and found.equals(whole), table

run(sys.executable, HERE / "page.py", ROOT / "docs/data.md")
# The data set of the page, to which a month was added, has the rows of a new one of both months. A
# data set that grows may number its games in another way.
for table, order in (("games", ["game_key"]), ("positions", ["game_key", "ply"])):
    grown, new = (
        rows(f"{folder}/{table}/*.parquet").drop("game_id").sort(order)
        for folder in ("dataset", "all")
    )
    assert grown.height > 2400 and grown.equals(new), table
