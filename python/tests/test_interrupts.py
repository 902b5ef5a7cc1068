"""Ctrl-C ends long work, and other threads run while it goes on."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from conftest import interrupted, lets_other_threads_run

import setwise

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
    before = "import setwise; many = setwise.Positions.random(20_000); fens = many.to_fens()"
    assert interrupted(LONG_WORK[work], before) == "KeyboardInterrupt"


# Tells when the command has its own handler of SIGINT.
COMMAND = """
import signal, sys, threading, time
import setwise._command

def tell():
    while True:
        with open("/proc/self/status") as lines:
            caught = next(int(line.split()[1], 16) for line in lines if line.startswith("SigCgt"))
        if caught >> (signal.SIGINT - 1) & 1:
            print("ready", flush=True)
            return
        time.sleep(0.01)

signal.signal(signal.SIGINT, signal.SIG_DFL)
threading.Thread(target=tell, daemon=True).start()
sys.exit(setwise._command.main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_command_answers_ctrl_c() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "perft", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130


def test_other_threads_run_meanwhile() -> None:
    assert lets_other_threads_run(lambda: setwise.perft(setwise.STARTING_FEN, 5, threads=1))
