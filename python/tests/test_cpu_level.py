"""The environment variable SETWISE_CPU, in processes of their own."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

PROGRAM = """
import setwise
count = setwise.perft(setwise.STARTING_FEN, 4)
moves = setwise.Positions.random(1000, seed=7).count_legal_moves().sum()
print(count, moves)
for name in setwise.techniques.names():
    card = setwise.techniques.card(name)
    print(name, card.is_available, card.needs, sep="\\t")
"""


def run(level: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    """Run a program with a value of the variable."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "SETWISE_CPU": level},
        capture_output=True,
        text=True,
        timeout=120,
    )


def is_within(needs: str, level: str) -> bool:
    """Return whether code may be used at a level, by the words for what it needs."""
    if level == "baseline":
        return needs in ("", "x86-64")
    return level != "v3" or not any(name in needs for name in ("AVX-512", "GFNI"))


@pytest.mark.parametrize("level", ["baseline", "v3", "v4"])
def test_nothing_beyond_the_level_is_used(level: str) -> None:
    done = run(level)
    if "which this CPU lacks" in done.stderr and level != "baseline":
        pytest.skip(f"this CPU lacks {level}")
    everything = run("")
    assert (done.returncode, everything.returncode) == (0, 0), done.stderr + everything.stderr
    head, *lines = done.stdout.splitlines()
    head_of_everything, *lines_of_everything = everything.stdout.splitlines()
    assert head == head_of_everything
    assert head.startswith("197281 ")
    for line, other in zip(lines, lines_of_everything, strict=True):
        name, available, needs = line.split("\t")
        is_here = other == f"{name}\tTrue\t{needs}"
        assert (available == "True") == (is_here and is_within(needs, level)), line


def test_another_level_is_an_import_error() -> None:
    done = run("v5", "import setwise")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith('ImportError: SETWISE_CPU is "v5", which is no CPU level (expected ')


@pytest.mark.skipif(platform.machine() != "x86_64", reason="has the techniques of x86-64")
def test_a_technique_beyond_the_level_names_it() -> None:
    done = run(
        "baseline",
        "import setwise; setwise.techniques.attacks('pext', setwise.ROOK, setwise.A1, 0)",
    )
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ValueError: this CPU with SETWISE_CPU=baseline cannot run pext: "), last
