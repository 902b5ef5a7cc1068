"""Too little memory is a `MemoryError`, not the end of the interpreter."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from setwise import Positions

# Each call is made in processes of its own, with less or more memory than it needs. A process that is
# ended by a signal, or that prints a traceback, is the fault that this test finds.
PROGRAM = """
import os, resource, sys
import numpy as np
import pyarrow
import setwise
from setwise import Positions

ROWS = 120_000
some = Positions.random(1000, seed=1)
batch = some[np.arange(ROWS) % len(some)]
packed = batch.packed()
# Further arguments, none of which is made when memory is scarce.
fens = some.to_fens() * (ROWS // len(some))
texts = np.array(fens)
wrong = ["?"] * ROWS
wrong_packed = np.zeros((ROWS, 30), np.uint8)
offsets, moves = batch.legal_moves()
has_moves = np.diff(offsets) > 0
moving, first = batch[has_moves], moves[offsets[:-1][has_moves]]
named = [setwise.Move.from_bits(move) for move in first]
null = np.zeros(ROWS, np.uint16)
boards = [setwise.Board()] * ROWS
arrow = pyarrow.array(fens)
arrow_packed = pyarrow.array([row.tobytes() for row in packed], pyarrow.binary(30))
mask, numbers, reverse = np.ones(ROWS, bool), np.arange(ROWS), slice(None, None, -1)

CALLS = {
    "to_fens": lambda: batch.to_fens(threads=threads),
    "packed": lambda: batch.packed(threads=threads),
    "legal_moves": lambda: batch.legal_moves(threads=threads),
    "count_legal_moves": lambda: batch.count_legal_moves(threads=threads),
    "perft": lambda: batch.perft(1, threads=threads),
    "planes": lambda: batch.planes(threads=threads),
    "planes of bools": lambda: batch.planes(dtype="bool", threads=threads),
    "planes of float16": lambda: batch.planes(dtype="float16", threads=threads),
    "halfka": lambda: batch.halfka(threads=threads),
    "threats": lambda: batch.threats(threads=threads),
    "policy_mask": lambda: batch.policy_mask("uci", threads=threads),
    "policy_indices": lambda: batch.policy_indices(null, "uci", threads=threads),
    "policy_moves": lambda: batch.policy_moves(null, "uci", threads=threads),
    "bitboards": lambda: batch.bitboards(threads=threads),
    "attacks": lambda: batch.attacks(threads=threads),
    "keys": lambda: batch.keys(threads=threads),
    "is_check": lambda: batch.is_check(threads=threads),
    "mirror": lambda: batch.mirror(threads=threads),
    "play": lambda: moving.play(first, threads=threads),
    "play moves": lambda: moving.play(named, threads=threads),
    "play wrong moves": lambda: batch.play(null, errors="mask", threads=threads),
    "from_fens": lambda: Positions.from_fens(fens, threads=threads),
    "from_fens, numpy": lambda: Positions.from_fens(texts, threads=threads),
    "from_fens, Arrow": lambda: Positions.from_fens(arrow, threads=threads),
    "from_fens, wrong": lambda: Positions.from_fens(wrong, errors="mask", threads=threads),
    "from_packed": lambda: Positions.from_packed(packed, threads=threads),
    "from_packed, Arrow": lambda: Positions.from_packed(arrow_packed, threads=threads),
    "from_packed, wrong": lambda: Positions.from_packed(wrong_packed, errors="mask", threads=threads),
    "from_boards": lambda: Positions.from_boards(boards),
    "random": lambda: Positions.random(ROWS, plies=0, threads=threads),
    "concatenate": lambda: Positions.concatenate(batch, batch),
    "add": lambda: batch + batch,
    "numbers": lambda: batch[numbers],
    "mask": lambda: batch[mask],
    "slice": lambda: batch[reverse],
}


def outcome(call, kilobytes):
    child = os.fork()
    if child == 0:
        try:
            pages = int(open("/proc/self/statm").read().split()[0])
            now = pages * resource.getpagesize()
            limits = (now + (kilobytes << 10), resource.RLIM_INFINITY)
            # First all memory is used that the process has and that is free.
            resource.setrlimit(resource.RLIMIT_AS, (now, resource.RLIM_INFINITY))
            used = []
            try:
                while True:
                    used.append(bytearray(8192))
            except MemoryError:
                resource.setrlimit(resource.RLIMIT_AS, limits)
            call()
            os._exit(0)
        except MemoryError:
            os._exit(1)
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


NAMES = {0: "done", 1: "MemoryError", 2: "another exception"}
threads = int(sys.argv[1])
for name, call in CALLS.items():
    outcomes = [outcome(call, kilobytes) for kilobytes in [100, 1_000, 6_000, 2_000_000]]
    print(name, *(NAMES.get(it, f"signal {-it}") for it in outcomes), sep="; ")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.parametrize("threads", [1, 2])
def test_too_little_memory_is_an_exception(threads: int) -> None:
    """Finds results and arguments of a batch that are allocated without a check."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(threads)], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 35
    for line in lines:
        name, *outcomes = line.split("; ")
        assert set(outcomes) <= {"done", "MemoryError"}, line + done.stderr
        # The smallest limit is too small, and the largest is not.
        assert outcomes[0] == "MemoryError" and outcomes[-1] == "done", line


def test_planes_of_more_memory_than_the_machine_has() -> None:
    """Finds an array of numpy that is made without a check: 86 GB raised `PanicException`."""
    rows = Positions.random(1000)[np.zeros(3_000_000, np.int64)]
    try:
        np.zeros((len(rows), 112, 8, 8), np.float32)
    except MemoryError as error:
        expected = str(error)
    else:
        pytest.skip("this machine gives 86 GB to numpy")
    with pytest.raises(MemoryError) as raised:
        rows.planes("lc0", "float32")
    assert str(raised.value) == expected


LYING = """
import sys
import setwise

class Lying(list):
    def __len__(self):
        return int(sys.argv[1])

fens = setwise.Positions.random(2).to_fens()
assert setwise.Positions.from_fens(Lying(fens)).to_fens() == fens
"""


@pytest.mark.parametrize("length", [0, 1, 3 * 10**10, 10**11, 10**12, 2**62])
def test_the_length_of_an_argument_is_not_believed(length: int) -> None:
    """Finds an allocation of the length that an argument claims: it ended the interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", LYING, str(length)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
