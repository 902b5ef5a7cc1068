"""Parquet files of the command `setwise pgn export` beside the files of other packages.

    pip install chess duckdb pyarrow
    python benchmarks/tables.py [--setwise COMMAND] [--copies N] FILE.pgn...

- The time of the CPU that a table of games takes, beside a script of python-chess and pyarrow. The command
  reads some copies of each file, so that its start hardly counts; the time of the script is scaled up.
- The sizes of the tables of games and positions, beside the same rows written by pyarrow and DuckDB with the
  same compression, Zstandard level 1.

The exit status is 1 if a bound is missed. The command must have Parquet.
"""

from __future__ import annotations

import argparse
import datetime
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import chess
import chess.pgn
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

TIMES = 50
SIZE = 1.1

# The columns of `setwise pgn export` that a reader of Lichess's games would take.
TEXTS = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "Opening", "Termination", "TimeControl"]
NUMBERS = ["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"]
OUTCOMES = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
SCHEMA = pa.schema(
    [(name, pa.string()) for name in TEXTS]
    + [(name, pa.int16()) for name in NUMBERS]
    + [("UTCDate", pa.date32()), ("outcome", pa.int8()), ("moves", pa.list_(pa.uint16())), ("plies", pa.uint32())]
)


def number(text: str | None) -> int | None:
    """Read a number that may have a sign."""
    return int(text) if text and text.lstrip("+-").isdigit() else None


def date(text: str | None) -> datetime.date | None:
    """Read a whole date."""
    return datetime.date(*map(int, text.split("."))) if text and "?" not in text else None


def row(game: chess.pgn.Game) -> dict[str, object]:
    """Return a row of the table."""
    headers = game.headers
    moves = [
        move.from_square | move.to_square << 6 | (move.promotion or 0) << 12 for move in game.mainline_moves()
    ]
    found: dict[str, object] = {name: headers.get(name) for name in TEXTS}
    found.update({name: number(headers.get(name)) for name in NUMBERS})
    found.update(UTCDate=date(headers.get("UTCDate")), outcome=OUTCOMES.get(headers["Result"]))
    found.update(moves=moves, plies=len(moves))
    return found


def by_python_chess(pgn: pathlib.Path, parquet: pathlib.Path) -> int:
    """Write the table of games; return the number of games."""
    games, rows = 0, []
    with pgn.open(encoding="utf-8") as file, pq.ParquetWriter(parquet, SCHEMA, compression="zstd") as writer:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            rows.append(row(game))
            if len(rows) == 10_000:
                writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
                rows.clear()
        writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
    return games


def export(command: str, pgn: pathlib.Path, directory: pathlib.Path, tables: str) -> float:
    """Write tables; return the seconds of the CPU."""

    def seconds() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    shutil.rmtree(directory, ignore_errors=True)
    began = seconds()
    arguments = ["pgn", "export", str(pgn), "--to", str(directory), "--tables", tables, "--threads", "1"]
    subprocess.run([command, *arguments], check=True, stdout=subprocess.DEVNULL)
    return seconds() - began


def compare_times(command: str, pgn: pathlib.Path, directory: pathlib.Path, copies: int) -> bool:
    """Compare the times of a table of games; return whether the bound is met."""
    many = directory / "copies.pgn"
    many.write_bytes((pgn.read_bytes().rstrip() + b"\n\n") * copies)
    ours = min(export(command, many, directory / "tables", "games") for _ in range(5)) / copies
    games = pq.read_metadata(directory / "tables/games/part-00000.parquet").num_rows
    began = time.process_time()
    expected = by_python_chess(pgn, directory / "other.parquet")
    theirs = time.process_time() - began
    assert games == expected * copies, (games, expected)
    met = theirs >= TIMES * ours
    print(
        f"{pgn.name}, {expected} games: {theirs / ours:.0f} times as fast as python-chess with pyarrow"
        f" (at least {TIMES}{'' if met else ': MISSED'}); {ours * 1e3:.2f} ms and {theirs:.2f} s of the CPU",
        flush=True,
    )
    return met


def compare_sizes(table: pathlib.Path, name: str) -> bool:
    """Compare the sizes of a table; return whether the bound is met."""
    ours, other = table.stat().st_size, table.with_suffix(".other")
    sizes = {}
    pq.write_table(pq.read_table(table), other, compression="zstd", compression_level=1)
    sizes["pyarrow"] = other.stat().st_size
    options = "format parquet, compression zstd, compression_level 1"
    duckdb.execute(f"copy (select * from read_parquet('{table}')) to '{other}' ({options})")
    sizes["DuckDB"] = other.stat().st_size
    met = all(ours <= SIZE * size for size in sizes.values())
    beside = ", ".join(f"{ours / size:.2f} of {package}'s {size}" for package, size in sizes.items())
    print(f"{name}, {table.parent.name}: {ours} bytes, {beside} (at most {SIZE:g}{'' if met else ': MISSED'})", flush=True)
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setwise", default="setwise", help="the command (default: the one of the environment)")
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    met = True
    for pgn in arguments.files:
        with tempfile.TemporaryDirectory() as temporary:
            directory = pathlib.Path(temporary)
            export(arguments.setwise, pgn, directory / "tables", "games,positions")
            for table in ("games", "positions"):
                met &= compare_sizes(directory / f"tables/{table}/part-00000.parquet", pgn.name)
            met &= compare_times(arguments.setwise, pgn, directory, arguments.copies)
    sys.exit(not met)


if __name__ == "__main__":
    main()
