"""Jobs whose processes are killed at random instants have the results of undisturbed ones."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path
from random import Random

import damage
from positions import played
from process import Conditions, Fault, run, start
from surroundings import environment

# What differs from run to run in a record.
VARYING = ("notes", "host", "seconds", "attempt", "finished")


def results(job: Path) -> dict[str, object]:
    """Returns the contents of a job's results, by path, without temporary files."""
    found: dict[str, object] = {}
    for path in sorted((job / "results").rglob("*")):
        if path.suffix == ".json":
            record = json.loads(path.read_bytes())
            found[str(path.relative_to(job))] = {k: v for k, v in record.items() if k not in VARYING}
        elif path.is_file():
            found[str(path.relative_to(job))] = path.read_bytes()
    return found


def make_older(job: Path) -> None:
    """Sets the times of temporary files to an hour ago, so that the next run deletes them."""
    old = time.time() - 3600
    for path in job.rglob("*.tmp"):
        os.utime(path, (old, old))


def plan(context, random: Random) -> tuple[list[str], list[str]]:
    """Returns the commands that plan and run a job, without its directory."""
    shards = str(random.choice([1, 3, 10, 30]))
    if random.random() < 0.5:
        board = played(random)
        fen = board.fen(shredder=True)
        depth, split = random.choice([("4", "2"), ("4", "3"), ("3", "2"), ("5", "3")])
        args = ["deep", "plan", fen, "--depth", depth, "--split", split, "--shards", shards]
        if random.random() < 0.5:
            args.append("--divide")
        return args + ["--to"], ["deep", "run"]
    data = damage.games(random, random.choice([50, 200]))
    (context.directory / "games.pgn").write_bytes(data)
    kinds = ["csv", "jsonl"] + (["parquet", "arrow"] if context.full else [])
    args = ["pgn", "plan", "games.pgn", "--tables", "games,positions", "--format", random.choice(kinds)]
    args += ["--layout", random.choice(["parts", "one"])]
    args += ["--part-bytes", str(len(data) // random.choice([1, 3, 10, 30]) + 1)]
    return args + ["--to"], ["job", "run"]


def must(context, args: list[str], code=0):
    """Runs a command that must succeed."""
    result = context.plain(args)
    if result.code != code:
        raise Fault(f"{args}: {result.code}: {result.err[-600:].decode(errors='replace')}")
    return result


def round(context, random: Random) -> str:
    """Kills the processes of a job several times, then lets it end."""
    planning, running = plan(context, random)
    # A position without a move at the split has no frontier; such a plan is refused.
    planned = context.plain([*planning, "whole"])
    if planned.code != 0:
        if b"error:" not in planned.err:
            raise Fault(f"{planning}: {planned.code} without a message")
        return f"refused: {planned.err[-90:].decode(errors='replace').strip()}"
    begun = time.monotonic()
    whole = must(context, [*running, "whole"])
    took = time.monotonic() - begun
    must(context, [*planning, "job"])
    killed = 0
    for _ in range(random.choice([3, 6, 12])):
        children = []
        for number in range(random.choice([1, 1, 2, 3])):
            directory = context.directory / f"worker{number}"
            directory.mkdir(exist_ok=True)
            args = [*running, "../job", "--threads", str(random.choice([1, 2, 4]))]
            around = Conditions(env=environment(random, context.cpus, 0.1))
            children.append(start(context.exe, args, directory, around))
        for child in children:
            time.sleep(took * random.random() ** 2)
            if child.poll() is None:
                killed += 1
                child.send_signal(random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]))
        for number, child in enumerate(children):
            code = child.wait(300)
            # SIGTERM ends the process at once until the handler is there.
            if code not in (0, -9, -15, 130, 143):
                text = (context.directory / f"worker{number}" / "stderr").read_bytes()
                raise Fault(f"a worker ended with {code}: {text[-600:].decode(errors='replace')}")
    must(context, [*running, "job"])
    make_older(context.directory / "job")
    last = must(context, [*running, "job"])
    # The command names the files of the job.
    if last.out.replace(b"job/", b"whole/") != whole.out:
        raise Fault(f"after {killed} kills the result is\n{last.out.decode()}\nnot\n{whole.out.decode()}")
    found, expected = (results(context.directory / name) for name in ("job", "whole"))
    for path in sorted(found.keys() | expected.keys()):
        if found.get(path) != expected.get(path):
            raise Fault(f"after {killed} kills, {path} differs")
    must(context, ["job", "verify", "job"])
    left = list((context.directory / "job" / "claims").glob("*"))
    if left:
        raise Fault(f"claims are left: {left}")
    shutil.rmtree(context.directory / "job")
    return f"{running[0]}: {killed} kills, {len(expected)} files equal"
