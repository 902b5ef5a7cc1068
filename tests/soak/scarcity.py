"""Short memory, few threads and a full disk: each run ends with a sentence and a code."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import damage
from process import Conditions, Fault, check, run
from surroundings import environment

# An allocation of less than this may end the process: Rust's collections do that, and the command does not
# replace them. Buffers for a chunk of a file have 1 MiB and a little more. A larger allocation depends on the
# input or on an option, and must be an error.
SMALL = 5 << 18
ABORT = re.compile(rb"memory allocation of (\d+) bytes failed")
# Libraries panic if they do not get memory: bzip2 and zstd for a state of some kilobytes, ruzstd for the window
# of a frame, Rust's standard library for the stack on which a thread would report that its own is full, and
# glibc for what is dropped when a thread ends.
PANIC = re.compile(
    rb"panicked at [^\n]*(/bzip2-[^\n]*/mem\.rs:[^\n]*\n[^\n]*\n *left: -3\n"
    rb"|/zstd-safe-[^\n]*\nzstd returned null pointer when creating new context"
    rb"|/ruzstd-[^\n]*\nAllocating new space for the ringbuffer failed"
    rb"|stack_overflow\.rs:[^\n]*\nfailed to allocate an alternative stack)"
    rb"|Fatal glibc error: failed to register TLS destructor"
)


def commands(random: Random) -> list[list[str]]:
    """Returns commands that need memory, threads and disk space."""
    threads = ["--threads", str(random.choice([1, 2, 3, 8, 64]))]
    hashed = ["--hash", str(random.choice([1, 16, 100, 1000]))]
    kind = random.choice(["csv", "jsonl", "parquet"])
    return [
        ["perft", "3", "kiwipete", *threads, *hashed],
        ["perft", "3", "positions.epd", *threads, "--stats"],
        ["verify", "positions.epd", *threads, "--technique", "all", "--max-nodes", "500"],
        ["pgn", "check", "games.pgn", *threads],
        ["pgn", "check", "games.pgn.gz", *threads],
        ["pgn", "fens", "games.pgn.zst"],
        ["pgn", "stats", "games.pgn.bz2", *threads],
        ["pgn", "export", "games.pgn", "--to", "disk/out", "--force", "--format", kind, *threads],
        ["pgn", "filter", "games.pgn.zst", "--where", "plies > 3"],
        ["pgn", "normalise", "games.pgn"],
        ["book", "make", "games.pgn", "-o", "disk/made.bin", "--min-games", "1"],
        ["deep", "plan", "--depth", "4", "--split", "2", "--shards", "4", "--to", "disk/planned"],
        ["deep", "run", "job", *threads, *hashed],
        ["magics", "--table"],
        ["attacks", "queen", "d4", "--technique", "all"],
        ["svg", "kiwipete", "-o", "disk/board.svg"],
        ["show"],
    ]


def least(context) -> int:
    """Returns the least address space in which the command starts."""
    low, high = 1 << 20, 1 << 30
    while high - low > 1 << 18:
        middle = (low + high) // 2
        conditions = Conditions(env={}, memory=middle)
        ended = run(context.exe, ["techniques"], context.directory, conditions)
        low, high = (low, middle) if ended.code == 0 else (middle, high)
    return high


class Disk:
    """A small file system in memory, or a folder where none can be mounted."""

    def __init__(self, path: Path, size: int, user: int | None):
        path.mkdir(exist_ok=True)
        self.path = path
        options = f"size={size},mode=777"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(path)]
        self.mounted = subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0
        if user is not None:
            path.chmod(0o777)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.mounted:
            subprocess.run(["umount", str(self.path)], check=True)


def round(context, random: Random) -> str:
    """Runs commands with little of everything."""
    data = damage.games(random, random.choice([1, 30, 100]))
    (context.directory / "games.pgn").write_bytes(data)
    (context.directory / "positions.epd").write_bytes(damage.lines(random))
    for extension, command in (("gz", "gzip"), ("bz2", "bzip2"), ("zst", "zstd")):
        with open(context.directory / f"games.pgn.{extension}", "wb") as file:
            subprocess.run([command, "--stdout"], input=data, stdout=file, check=True)
    context.plain(["deep", "plan", "--depth", "4", "--split", "2", "--shards", "4", "--to", "job"])
    floor = least(context)
    ends: dict[str, int] = {}
    for _ in range(16):
        around = Conditions(env=environment(random, context.cpus, 0.1))
        args = random.choice(commands(random))
        kind = random.choice(["memory", "memory", "threads", "files", "disk", "all"])
        if kind in ("memory", "all"):
            # Most limits are just above what the command needs to start.
            around.memory = floor + int((256 << 20) * random.random() ** 3)
        if kind in ("threads", "all") and context.root:
            around.user = 50_000 + random.randrange(10_000)
            around.processes = random.choice([1, 2, 3, 5])
            subprocess.run(["chown", "-R", str(around.user), "job"], cwd=context.directory, check=True)
        if kind in ("files", "all"):
            around.open_files = random.randrange(4, 20)  # the loader needs 4
        if random.random() < 0.1:
            around.stdout = "full"
        size = random.choice([4096, 16384, 65536, 1 << 20]) if kind in ("disk", "all") else 1 << 26
        with Disk(context.directory / "disk", size, around.user) as disk:
            result = run(context.exe, args, context.directory, around, 240)
            if not disk.mounted:
                shutil.rmtree(disk.path)
        aborted = ABORT.search(result.err)
        aborts = result.code == -6 and aborted and int(aborted[1]) < SMALL
        # Builds with debug assertions unwind.
        panics = result.code in (-6, 101) and PANIC.search(result.err)
        if kind in ("memory", "all") and (aborts or panics):
            ends["small allocation"] = ends.get("small allocation", 0) + 1
            continue
        try:
            check(result, around)
        except Fault as fault:
            raise Fault(f"{kind} {around}: setwise {' '.join(args)}: {fault}") from None
        ends[str(result.code)] = ends.get(str(result.code), 0) + 1
    return f"least memory {floor >> 10} KiB, ends {dict(sorted(ends.items()))}"
