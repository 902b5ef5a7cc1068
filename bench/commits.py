#!/usr/bin/env python3
"""Builds two commits in turns on this machine, and prints ratios of the second to the first.

    bench/commits.py BASE [NEW] [--rounds N] [--only ITEM,...] [--scratch DIR]

NEW is HEAD by default. Items:

    answer   cargo run --release -- perft 6, in a fresh target directory
    tests    cargo test, in a fresh target directory
    library  cargo build --release -p setwise, in a fresh target directory
    perft    setwise perft 7 on one thread
    export   games and positions of 20 MB of games as CSV, on one thread
    find     `count(pinned & a) >= 2` in these games, on one thread
    wheel    the bytes of the Python package's wheel, in the profile dist

Times are user and system seconds of all processes, and for `tests` wall seconds too. The least of the
rounds counts, because what else runs makes a time longer and never shorter. Answers that differ are an
error. A ratio says something about these two commits on this machine; write it into results/ with both.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

ITEMS = ["answer", "tests", "library", "perft", "export", "find", "wheel"]


class Side:
    """A commit, unpacked in a folder of its own, with the measurements of its items."""

    def __init__(self, scratch: pathlib.Path, commit: str, number: int) -> None:
        self.commit = commit
        self.folder = scratch / f"{number}"
        self.target = scratch / "target"
        self.figures: dict[str, list[float]] = {}
        self.answers: dict[str, str] = {}
        self.folder.mkdir()
        archive = subprocess.run(["git", "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-xf", "-", "-C", self.folder], input=archive, check=True)
        self.run("cargo", "fetch", "--quiet", "--locked")
        self.run("cargo", "build", "--quiet", "--release", "-p", "setwise-cli", "--features", "full")
        self.command = self.folder / "setwise"
        shutil.copy(self.target / "release/setwise", self.command)

    def run(self, *words: object) -> str:
        """Run a command in the folder, and return its output."""
        done = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=os.environ | {"CARGO_TARGET_DIR": str(self.target)},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def measure(self, item: str, *words: object) -> str:
        """Run a command and keep its seconds."""
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        output = self.run(*words)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        self.figures.setdefault(f"{item}, CPU seconds", []).append(seconds)
        if item == "tests":
            self.figures.setdefault("tests, wall seconds", []).append(time.monotonic() - began)
        return output

    def item(self, item: str, games: pathlib.Path) -> None:
        """Measure an item once."""
        if item in ("answer", "tests", "library", "wheel"):
            shutil.rmtree(self.target, ignore_errors=True)
        if item == "answer":
            output = self.measure(item, "cargo", "run", "--quiet", "--release", "--", "perft", "6")
            self.answers[item] = output.splitlines()[-1]
        elif item == "tests":
            self.measure(item, "cargo", "test", "--quiet")
        elif item == "library":
            self.measure(item, "cargo", "build", "--quiet", "--release", "-p", "setwise")
        elif item == "perft":
            words = ["perft", 7, "--threads", 1]
            self.answers[item] = self.measure(item, self.command, *words).splitlines()[-1]
        elif item == "export":
            folder = self.folder / "tables"
            shutil.rmtree(folder, ignore_errors=True)
            words = ["pgn", "export", games, "--to", folder, "--format", "csv", "--threads", 1]
            self.measure(item, self.command, *words, "--tables", "games,positions")
            self.answers[item] = self.run("sh", "-c", "cat tables/* | sha256sum")
        elif item == "find":
            words = ["find", "count(pinned & a) >= 2", games, "--count", "--threads", 1]
            self.answers[item] = self.measure(item, self.command, *words)
        elif item == "wheel":
            self.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "wheels", "./python")
            [wheel] = (self.folder / "wheels").glob("*.whl")
            self.figures["wheel, bytes"] = [wheel.stat().st_size]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base")
    parser.add_argument("new", nargs="?", default="HEAD")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default=",".join(ITEMS), metavar="ITEM,...")
    parser.add_argument("--scratch", help="the folder of the builds (default: the system's for temporary files)")
    options = parser.parse_args()
    items = options.only.split(",")
    if unknown := set(items) - set(ITEMS):
        parser.error(f"no item {', '.join(unknown)} (expected of {', '.join(ITEMS)})")
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        scratch = pathlib.Path(name)
        sides = [Side(scratch, commit, number) for number, commit in enumerate([options.base, options.new])]
        games = scratch / "games.pgn"
        example = ["-p", "setwise-tables", "--features", "parquet", "--example", "generate_games"]
        if {"export", "find"} & set(items):
            words = ["cargo", "run", "--quiet", "--release", *example, "--", 20_000_000, "--seed", 1]
            games.write_text(sides[0].run(*words))
        for item in items:
            for round_ in range(1 if item == "wheel" else options.rounds):
                for side in sides if round_ % 2 == 0 else reversed(sides):
                    side.item(item, games)
            answers = [side.answers.get(item) for side in sides]
            if answers[0] != answers[1]:
                raise SystemExit(f"error: {item}: the answers differ: {answers}")
        print(f"{'':24} {options.base:>12} {options.new:>12}  ratio")
        for figure, base in sides[0].figures.items():
            least, new = min(base), min(sides[1].figures[figure])
            print(f"{figure:24} {least:12.1f} {new:12.1f}  {new / least:.3f}", flush=True)


if __name__ == "__main__":
    main()
