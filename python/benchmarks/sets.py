"""Set expressions on many positions: Python, SQL and python-chess beside the columns of Rust.

    python benchmarks/sets.py [--rows N] [--rounds N]

The columns of Rust are `Positions.where` on one thread without anything around it:
`cargo run --release -p setwise-sets --example evaluate_speed ROWS QUESTION...` times them on positions
of random games. Each line has a question, the nanoseconds a row, and the ratio to Rust. The last lines
have the nanoseconds a row of a function in SQL that does nothing, which no function can be faster
than, and the geometric means, and the ratio to python-chess for `pinned`.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

import chess
import duckdb
import numpy as np
import pyarrow as pa

import setwise

QUESTIONS = [
    "count(P) > count(p) + 1",
    "Pd4 and not P & [c1-8 e1-8]",
    "R & attackers(k)",
    "count(pinned & a) >= 2",
    "any s in N: attacks(s) & k and attacks(s) & q",
    "hanging(q)",
    "pinned",
    "moves < 5",
]

# As many as DuckDB passes to a function.
NONE = np.zeros(2048, np.bool_)


def best(rounds: int, function: Callable[[], object]) -> float:
    """Return the seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        function()
        times.append(time.perf_counter() - began)
    return min(times)


def nothing(positions: pa.ChunkedArray, texts: pa.ChunkedArray) -> pa.Array:
    return pa.array(NONE[: len(positions)])


def pinned(board: chess.Board) -> bool:
    return any(
        board.is_pinned(color, square)
        for color in chess.COLORS
        for square in chess.SquareSet(board.occupied_co[color])
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rows: int = options.rows
    part = setwise.Positions.random(max(1, rows // 10), seed=1)
    positions = setwise.Positions.concatenate(*[part] * 10)[:rows]
    rows = len(positions)
    packed = np.ascontiguousarray(positions.packed()[:, :24])
    column = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(24), rows, [None, pa.py_buffer(packed)]
    )
    arrow_rows = pa.table({"position": column})
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    kind: Any = "arrow"
    connection.create_function("nothing", nothing, ["BLOB", "VARCHAR"], "BOOLEAN", type=kind)
    connection.execute("create table packed as select * from arrow_rows")
    assert len(arrow_rows) == rows
    words = ["cargo", "run", "--quiet", "--release", "-p", "setwise-sets", "--example", "evaluate_speed"]
    root = pathlib.Path(__file__).parents[2]
    done = subprocess.run(
        [*words, str(rows), *QUESTIONS], cwd=root, check=True, capture_output=True, text=True
    )
    rust = [float(line.split()[0]) for line in done.stdout.splitlines()]
    ratios: list[tuple[float, float]] = []
    for question, nanoseconds in zip(QUESTIONS, rust, strict=True):
        query = f"select count(*) from packed where setwise_matches(position, $${question}$$)"
        hits = int(positions.where(question).sum())
        assert connection.sql(query).fetchall() == [(hits,)]
        found = best(options.rounds, lambda: positions.where(question, threads=1)) / rows * 1e9
        sql = best(options.rounds, lambda: connection.sql(query).fetchall()) / rows * 1e9
        ratios.append((nanoseconds / found, nanoseconds / sql))
        print(
            f"{nanoseconds:7.1f} ns in Rust, where {found:7.1f} ({ratios[-1][0]:.2f}), "
            f"SQL {sql:7.1f} ({ratios[-1][1]:.2f}), {hits} hits: {question}",
            flush=True,
        )
    query = "select count(*) from packed where nothing(position, 'count(pinned & a) >= 2')"
    least = best(options.rounds, lambda: connection.sql(query).fetchall()) / rows * 1e9
    print(f"{least:7.1f} ns in SQL for nothing")
    boards = [chess.Board(fen) for fen in part[:1000].to_fens()]
    slow = best(1, lambda: [pinned(board) for board in boards]) / len(boards) * 1e9
    fast = best(options.rounds, lambda: positions.where("pinned", threads=1)) / rows * 1e9
    where, sql = (statistics.geometric_mean(ratio) for ratio in zip(*ratios, strict=True))
    print(f"where {where:.2f} (at least 0.5), SQL {sql:.2f} (at least 0.4), pinned {slow / fast:.0f} times python-chess (at least 300)")


if __name__ == "__main__":
    main()
