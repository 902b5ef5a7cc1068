"""Batches for training, beside reading the table and the loops that they are made of.

    python benchmarks/training.py [--games N] [--rounds N] [--memory ROWS]

The table of positions is made of random games. Time of the CPU on one thread, the least of rounds in
turns, each in a process of its own. With `--memory`, the table is listed again and again until it has
that many rows, and a new process reads all of them shuffled.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow.parquet as pq

import setwise

# Codes of pieces as planes, as on docs/data.md.
PLANES = np.array([*range(12), 0, 3, 9, 11])

SIZE = 4096


def make_table(folder: pathlib.Path, games: int) -> str:
    """Return the table of positions of random games."""
    rng = random.Random(36)
    with (folder / "games.pgn").open("w") as file:
        for _ in range(games):
            board, words = setwise.Board(), []
            for _ in range(rng.randrange(60, 180)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                words.append(board.san_and_push(rng.choice(moves)))
            print(*words, "1/2-1/2\n", file=file)
    made = setwise.pgn.to_parquet(folder / "games.pgn", folder / "out", tables="positions")
    assert not made.errors
    return str(made.files["positions"] / "part-00000.parquet")


def batches(paths: list[str], **options: Any) -> int:
    """Return the number of rows of all batches of pieces."""
    made = setwise.data.Batches(paths, SIZE, features="pieces", epochs=1, **options)
    return sum(len(batch["pieces"]) for batch in made)


def packed(path: str) -> Iterator[Any]:
    """Yield the positions of each row group."""
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            column = file.read_row_group(group, columns=["position"])["position"].combine_chunks()
            yield np.frombuffer(column.buffers()[1], np.uint8).reshape(-1, 24)


def by_numpy(path: str) -> int:
    """Unpack the rows as the page docs/data.md does."""
    rows = 0
    for group in packed(path):
        for start in range(0, len(group), SIZE):
            part = group[start : start + SIZE]
            occupied = np.unpackbits(part[:, :8], axis=1, bitorder="little")
            row, square = np.nonzero(occupied)
            index = (np.cumsum(occupied, axis=1, dtype=np.int64) - 1)[row, square]
            code = part[row, 8 + index // 2] >> (index % 2 * 4) & 15
            plane = PLANES[code]
            plane[(code == 12) & (square // 8 == 4)] = 6
            result = np.zeros((len(part), 12, 64), np.uint8)
            result[row, plane, square] = 1
            rows += len(result)
    return rows


def unpacked(path: str) -> int:
    """Read the table and unpack its rows: the least that batches can do."""
    out = np.empty((SIZE, 12, 8, 8), np.uint8)
    rows = 0
    for group in packed(path):
        for start in range(0, len(group), SIZE):
            positions = setwise.Positions.from_packed(group[start : start + SIZE], threads=1)
            positions.planes(relative=True, out=out[: len(positions)], threads=1)
            rows += len(positions)
    return rows


def resumed(path: str, count: int) -> None:
    """Resume batches at 20 random places, and compare all that follow."""
    options: Any = {"columns": ["ply"], "features": "pieces", "seed": 36, "mixed": 2}
    reader = setwise.data.Batches(path, 1024, **options)
    whole, states = [], [reader.state()]
    for number, batch in enumerate(reader, 1):
        whole.append(hash((batch["ply"].tobytes(), batch["pieces"].tobytes())))
        states.append(reader.state())
        if number == count:
            break
    for place in random.Random(36).sample(range(count), 20):
        other = setwise.data.Batches(path, 1024, **options)
        other.restore(states[place])
        for expected, batch in zip(whole[place:], other, strict=False):
            assert hash((batch["ply"].tobytes(), batch["pieces"].tobytes())) == expected
    print(f"{count} batches resumed at 20 places: the same")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--memory", type=int, metavar="ROWS")
    parser.add_argument("--repeat", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(*options.measure)
        return
    if options.repeat:
        path, times = options.repeat
        began = time.process_time()
        rows = batches([path] * int(times))
        seconds = time.process_time() - began
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{rows} rows shuffled: {seconds:.0f} s of the CPU, at most {most:.0f} MiB of memory")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = make_table(pathlib.Path(folder), options.games)
        meta = pq.read_metadata(path)
        print(f"{meta.num_rows} rows in {meta.num_row_groups} row groups", flush=True)
        if options.memory:
            times = str(-(-options.memory // meta.num_rows))
            subprocess.run([sys.executable, __file__, "--repeat", path, times], check=True)
        else:
            compare(path, options.rounds)


def measure(path: str, name: str) -> None:
    """Print the nanoseconds a row of a function, of the fastest of three runs."""
    rows = next(packed(path))[:50_000]
    positions = setwise.Positions.from_packed(rows)
    out = np.empty((len(positions), 12, 8, 8), np.uint8)
    functions: dict[str, Callable[[], int | tuple[Any, ...]]] = {
        "read": lambda: sum(len(group) for group in packed(path)),
        "read and unpacked": lambda: unpacked(path),
        "batches in order": lambda: batches([path], shuffle=False),
        "batches shuffled": lambda: batches([path]),
        "batches by numpy": lambda: by_numpy(path),
        "from_packed": lambda: len(setwise.Positions.from_packed(rows, threads=1)),
        "pieces": lambda: len(positions.planes(relative=True, out=out, threads=1)),
        "halfka": lambda: positions.halfka(threads=1),
        "threats": lambda: positions.threats(threads=1),
    }
    times = []
    for _ in range(3):
        began = time.process_time()
        found = functions[name]()
        taken = time.process_time() - began
        times.append(taken / (found if isinstance(found, int) else len(rows)) * 1e9)
    print(min(times))


def compare(path: str, rounds: int) -> None:
    """Print what the functions take, their ratios, and whether batches can be resumed."""
    names = ["read", "read and unpacked", "batches in order", "batches shuffled", "batches by numpy"]
    names += ["from_packed", "pieces", "halfka", "threats"]
    times = dict.fromkeys(names, float("inf"))
    for _ in range(rounds):
        for name in names:
            command = [sys.executable, __file__, "--measure", path, name]
            times[name] = min(times[name], float(subprocess.check_output(command)))
    for name, taken in times.items():
        print(f"{name:20} {taken:7.0f} ns a row, {1e3 / taken:6.2f} million rows/s")
    in_order = times["batches in order"]
    print(f"batches in order / read and unpacked: {in_order / times['read and unpacked']:.2f}")
    print(f"batches by numpy / batches in order: {times['batches by numpy'] / in_order:.1f}")
    print(f"shuffled / in order: {times['batches shuffled'] / in_order:.2f}")
    resumed(path, 1000)


if __name__ == "__main__":
    main()
