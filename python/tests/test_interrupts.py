"""Ctrl-C ends long work, and other threads run while it goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import setwise

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends a signal of POSIX")

LONG_WORK = {
    "perft": "setwise.perft(setwise.STARTING_FEN, 12)",
    "perft, divided": "setwise.perft(setwise.STARTING_FEN, 12, divide=True, threads=1)",
    "perft, with a table": "setwise.perft(setwise.STARTING_FEN, 12, hash_mb=16)",
    "perft of a batch": "setwise.Positions.random(100_000, plies=0).perft(4)",
    "deep perft of a batch": "setwise.Positions.random(4).perft(12)",
    "random": "setwise.Positions.random(3_000_000, plies=1000, threads=1)",
    "moves": "[many.legal_moves() for _ in range(10**6)]",
    "planes": "[many.planes('lc0') for _ in range(10**6)]",
    "FENs": "[setwise.Positions.from_fens(fens) for _ in range(10**6)]",
}


@pytest.mark.parametrize("work", LONG_WORK)
def test_ctrl_c_ends(work: str) -> None:
    program = f"""
import setwise
many = setwise.Positions.random(20_000)
fens = many.to_fens()
print("ready", flush=True)
try:
    {LONG_WORK[work]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert output == "interrupted\n", errors
    # Usually some tenths of a second; a machine that does other work needs longer.
    assert time.monotonic() - began < 20


def test_the_command_answers_ctrl_c() -> None:
    program = "import sys, setwise._command as c; sys.exit(c.main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "perft", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130


def test_other_threads_run_meanwhile() -> None:
    """A thread of Python counts while the library works, which holds the GIL only at the ends."""
    counts, is_done = [0], threading.Event()

    def count() -> None:
        while not is_done.is_set():
            counts[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    while time.monotonic() - began < 0.5:
        before = counts[0]
        setwise.perft(setwise.STARTING_FEN, 6, threads=1)
    is_done.set()
    thread.join()
    assert counts[0] > before
    assert counts[0] > 10
