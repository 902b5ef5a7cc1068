"""HalfKAv2_hm beside the data loader of nnue-pytorch: the same features, and positions a second.

    python benchmarks/nnue_pytorch.py LOADER FILE.binpack [--compared N] [--rounds N]

LOADER is its shared library, which is not part of this project, built in `data_loader/cpp`:

    g++ -std=c++20 -O3 -DNDEBUG -march=native -mbmi2 -DHAS_BMI2 -fPIC -shared \\
        training_data_loader.cpp training_data_loader_abi.cpp -o loader.so -lpthread

First the features of random positions are compared. Then the loader reads the file, one reader and one
worker, without skipping positions, and `Batches` read a table of the same positions. Time of the CPU of
all threads, the least of rounds in turns, each in a process of its own.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import setwise

SIZE = 4096

FEATURES = b"HalfKAv2_hm"


class Skip(ctypes.Structure):
    _fields_ = [
        ("filtered", ctypes.c_bool),
        ("random_fen_skipping", ctypes.c_int),
        ("wld_filtered", ctypes.c_bool),
        ("early_fen_skipping", ctypes.c_int),
        ("soft_early_fen_skipping", ctypes.c_int),
        ("simple_eval_skipping", ctypes.c_int),
        ("param_index", ctypes.c_int),
        ("weights", ctypes.c_double * 13),
    ]


class Share(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_int), ("world_size", ctypes.c_int)]


class Batch(ctypes.Structure):
    _fields_ = [
        ("num_inputs", ctypes.c_int),
        ("size", ctypes.c_int),
        ("is_white", ctypes.POINTER(ctypes.c_float)),
        ("outcome", ctypes.POINTER(ctypes.c_float)),
        ("score", ctypes.POINTER(ctypes.c_float)),
        ("num_active_white_features", ctypes.c_int),
        ("num_active_black_features", ctypes.c_int),
        ("max_active_features", ctypes.c_int),
        ("white", ctypes.POINTER(ctypes.c_int)),
        ("black", ctypes.POINTER(ctypes.c_int)),
    ]


class Fen(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("text", ctypes.c_char_p)]


class FenBatch(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("fens", ctypes.POINTER(Fen))]


def load(path: str) -> Any:
    loader = ctypes.CDLL(str(pathlib.Path(path).resolve()))
    for kind, batch in (("sparse", Batch), ("fen", FenBatch)):
        getattr(loader, f"create_{kind}_batch_stream").restype = ctypes.c_void_p
        getattr(loader, f"fetch_next_{kind}_batch").restype = ctypes.POINTER(batch)
    loader.get_sparse_batch_from_fens.restype = ctypes.POINTER(Batch)
    return loader


def batches(loader: Any, kind: str, file: str) -> Iterator[Any]:
    """Yield the batches of the file."""
    skip = Skip(early_fen_skipping=-1)
    paths = (ctypes.c_char_p * 1)(file.encode())
    name = [FEATURES] if kind == "sparse" else []
    create = getattr(loader, f"create_{kind}_batch_stream")
    stream = ctypes.c_void_p(create(*name, 1, 1, paths, SIZE, False, skip, Share(0, 1)))
    while batch := getattr(loader, f"fetch_next_{kind}_batch")(stream):
        yield batch.contents
        getattr(loader, f"destroy_{kind}_batch")(batch)
    getattr(loader, f"destroy_{kind}_batch_stream")(stream)


def compare(loader: Any, count: int) -> None:
    """Compare the features of random positions with the loader's features."""
    for seed, start in enumerate(range(0, count, 10_000)):
        positions = setwise.Positions.random(min(10_000, count - start), seed=seed)
        offsets, own, opponent = positions.halfka()
        numbers = (ctypes.c_int * len(positions))()
        fens = (ctypes.c_char_p * len(positions))(*(fen.encode() for fen in positions.to_fens()))
        made = loader.get_sparse_batch_from_fens(FEATURES, len(positions), fens, numbers, numbers, numbers)
        batch = made.contents
        shape = (batch.size, batch.max_active_features)
        sides = [np.ctypeslib.as_array(it, shape) for it in (batch.white, batch.black)]
        turns = positions.turns()[:, None]
        for theirs, ours in ((np.where(turns, *sides), own), (np.where(turns, *sides[::-1]), opponent)):
            assert ((theirs >= 0).sum(axis=1) == np.diff(offsets)).all()
            assert (theirs[theirs >= 0] == ours).all()
        loader.destroy_sparse_batch(made)
    print(f"{count} random positions: the same features", flush=True)


def make_table(loader: Any, file: str, path: str) -> int:
    """Write the positions of the file as a table, and return their number."""
    fens = (fen.text.decode() for batch in batches(loader, "fen", file) for fen in batch.fens[: batch.size])
    rows = 0
    schema = pa.schema([pa.field("position", pa.binary(24), nullable=False)])
    with pq.ParquetWriter(path, schema) as writer:
        while part := list(itertools.islice(fens, 100_000)):
            packed = np.ascontiguousarray(setwise.Positions.from_fens(part).packed()[:, :24])
            column = pa.FixedSizeBinaryArray.from_buffers(
                pa.binary(24), len(packed), [None, pa.py_buffer(packed)]
            )
            writer.write_table(pa.table([column], schema=schema))
            rows += len(packed)
    return rows


def measure(name: str, library: str, file: str, path: str) -> None:
    """Print the nanoseconds of the CPU a position, of the fastest of three runs."""
    loader = load(library)
    times = []
    for _ in range(3):
        began = time.process_time()
        if name == "nnue-pytorch":
            rows = sum(batch.size for batch in batches(loader, "sparse", file))
        else:
            shuffle = name == "shuffled"
            read = setwise.data.Batches(path, SIZE, features="halfka", epochs=1, shuffle=shuffle)
            rows = sum(len(batch["halfka_offsets"]) - 1 for batch in read)
        times.append((time.process_time() - began) / rows * 1e9)
    print(min(times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("loader")
    parser.add_argument("file")
    parser.add_argument("--compared", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, path = options.measure
        measure(name, options.loader, options.file, path)
        return
    loader = load(options.loader)
    compare(loader, options.compared)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/positions.parquet"
        print(f"{make_table(loader, options.file, path)} positions", flush=True)
        least = dict.fromkeys(("nnue-pytorch", "in order", "shuffled"), float("inf"))
        for _ in range(options.rounds):
            for name in least:
                command = [sys.executable, __file__, options.loader, options.file, "--measure", name, path]
                least[name] = min(least[name], float(subprocess.check_output(command)))
    for name, taken in least.items():
        print(f"{name:12} {taken:5.0f} ns a position, {1e3 / taken:5.1f} million/s")


if __name__ == "__main__":
    main()
