"""One large file among many small ones is read to its end, by any number of threads."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

THREADS = (1, 2, 3, 8, 20)
TINY = 100
LARGE = 30_000

# The command of the package runs in a process of its own.
PROGRAMS = {
    "batches": """
for threads in map(int, sys.argv[2:]):
    for table in ("games", "positions"):
        batches = setwise.pgn.batches(sys.argv[1], table, threads=threads)
        print(sum(batch.num_rows for batch in batches), flush=True)
""",
    "to_parquet": """
# Each file is a shard, so this takes longer than the others.
for threads in map(int, sys.argv[3::2]):
    out = pathlib.Path(sys.argv[1]).with_name(f"out-{threads}")
    made = setwise.pgn.to_parquet(sys.argv[1], out, threads=threads, part_bytes=1 << 16)
    print(made.rows["games"], flush=True)
""",
    "pgn stats": """
for threads in sys.argv[2:]:
    done = setwise._native.run_command(["setwise", "pgn", "stats", sys.argv[1], "--threads", threads])
    assert done == 0
""",
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Return a directory of one large file and many small ones, before and behind it."""
    folder = tmp_path_factory.mktemp("many") / "games"
    folder.mkdir()
    for number in range(TINY):
        (folder / f"{'am'[number % 2]}{number}.pgn").write_text("1. e4 e5 *\n")
    (folder / "large.pgn").write_text('[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' * LARGE)
    return folder


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_large_file_and_many_small_ones(name: str, games: pathlib.Path) -> None:
    """Finds a pipeline in which all threads wait for a chunk that none of them may take.

    With two threads or more, the ends of small files filled the room for results, and the chunk that had
    to come next was never read.
    """
    program = f"import pathlib, sys\nimport setwise\nimport setwise._native\n{PROGRAMS[name]}"
    command = [sys.executable, "-c", program, str(games), *map(str, THREADS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    rows = [str(LARGE + TINY), str(LARGE * 5 + TINY * 3)]
    if name == "batches":
        assert done.stdout.split() == rows * len(THREADS)
    if name == "to_parquet":
        assert done.stdout.split() == rows[:1] * 2
