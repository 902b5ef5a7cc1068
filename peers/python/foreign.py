"""Reads what a directory has of chess with Setwise's command, and compares it with python-chess.

    python3 peers/python/foreign.py target/debug/setwise DIRECTORY
    python3 peers/python/foreign.py target/debug/setwise DIRECTORY --damage 7

Takes *.pgn, *.pgn.gz, *.pgn.bz2 and *.pgn.zst in any folder. Runs `pgn check`, `pgn fens`,
`pgn stats` and `pgn export` on the directory, and the latter two also on its folders and its large
files, by the standard and with --lenient. `stats` and `export` run with 1, 2, 3 and 8 threads; the
others have one. It is an error

* if a command does not end in time (it is killed), crashes, panics, or ends with another status
  than 0 and 1;
* if it uses more memory than --memory;
* if another number of threads gives other bytes;
* if the four commands disagree about the games, their errors or their positions;
* if a game or position differs from python-chess 1.11.2 and the difference has no known kind;
* if the directory has a file `differences.tsv`, and it does not list exactly the games that differ.

Games are those of the PGN files, with each position of the main line. Positions are the FENs of all
text files, with the moves beside them; `foreign_positions.py` says how they are compared. At the
end stands what could not be compared, and which programs are missing.

With --damage, copies of the files are damaged first: cut, bytes changed, compressed and cut again.
The status 2 is then right for a file that cannot be read to its end, and python-chess is not asked.
Each error is printed with the command that repeats it. docs/foreign-files.md has results.
"""

import argparse
import bz2
import csv
import gzip
import hashlib
import importlib.util
import io
import json
import multiprocessing
import os
import random
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from itertools import groupby
from pathlib import Path

ENDINGS = (".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst")
THREADS = (1, 2, 3, 8)
MIB = 1 << 20
LARGE = 256 << 10


class Faults:
    """Counts what is wrong, and prints it."""

    def __init__(self):
        self.count = 0

    def add(self, what, line=None):
        self.count += 1
        print(f"FAULT: {what}", flush=True)
        if line:
            print(f"  repeat: {shlex.join(map(str, line))}", flush=True)


class Ran:
    """What a command did."""

    def __init__(self, line, status, stdout, stderr, usage, seconds):
        self.line, self.status, self.stdout, self.stderr = line, status, stdout, stderr
        self.memory = usage.ru_maxrss * 1024
        self.cpu = usage.ru_utime + usage.ru_stime
        self.seconds = seconds


def run(line, limit):
    """Runs a command; after its limit it is killed, and its status is None."""
    line = [str(word) for word in line]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.monotonic()
        child = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        pause, killed = 0.001, False
        while True:
            pid, state, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - began > limit and not killed:
                killed = True
                child.kill()
            time.sleep(pause)
            pause = min(pause * 2, 0.1)
        child.returncode = os.waitstatus_to_exitcode(state)
        out.seek(0)
        err.seek(0)
        status = None if killed else child.returncode
        return Ran(line, status, out.read(), err.read(), usage, time.monotonic() - began)


def is_sound(ran, statuses, memory, faults):
    """Whether a command ended as it should."""
    before = faults.count
    if ran.status is None:
        what = f"did not end in {ran.seconds:.0f} s; it used {ran.cpu:.1f} s of CPU time"
        faults.add(what, ran.line)
    elif ran.status < 0:
        faults.add(f"ended by signal {-ran.status}", ran.line)
    elif b"panicked" in ran.stderr or ran.status == 101:
        faults.add(f"panicked: {ran.stderr[-400:]!r}", ran.line)
    elif ran.status not in statuses:
        faults.add(f"status {ran.status}: {ran.stderr[-400:]!r}", ran.line)
    if ran.memory > memory:
        faults.add(f"used {ran.memory / MIB:.0f} MiB of memory", ran.line)
    return faults.count == before


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def name_of_difference(ours, base):
    """Which output of a command differs from the first run's."""
    for what in ("status", "standard output", "standard error", *ours, *base):
        if ours.get(what) != base.get(what):
            return what
    return None


class Session:
    """The runs over a directory."""

    def __init__(self, arguments, root, faults, work):
        self.command, self.limit, self.memory = (
            arguments.command,
            arguments.limit,
            arguments.memory * MIB,
        )
        self.root, self.faults, self.work = root, faults, Path(work)
        self.statuses = (0, 1, 2) if arguments.damage is not None else (0, 1)
        self.threads = arguments.threads
        self.peaks, self.runs, self.cpu = defaultdict(int), Counter(), Counter()

    def run(self, name, *words):
        line = [self.command, "pgn", *words]
        ran = run(line, self.limit)
        self.peaks[name] = max(self.peaks[name], ran.memory)
        self.runs[name] += 1
        self.cpu[name] += ran.cpu
        return ran if is_sound(ran, self.statuses, self.memory, self.faults) else None

    def same_at_all_threads(self, name, words, target, tables=None):
        """Runs a command with each number of threads; returns the first run, keeps the tables."""
        base = first = None
        for threads in self.threads:
            if tables:
                shutil.rmtree(tables, ignore_errors=True)
            ran = self.run(f"{name}, {threads} threads", *words, "--threads", threads, target)
            if ran is None:
                continue
            seen = {
                "status": ran.status,
                "standard output": ran.stdout,
                "standard error": ran.stderr,
            }
            if tables and tables.exists():
                seen |= {file.name: hash_of(file) for file in sorted(tables.iterdir())}
            if base is None:
                base, first = seen, ran
            elif differs := name_of_difference(seen, base):
                what = f"{threads} threads give another {differs} than {self.threads[0]}"
                self.faults.add(what, ran.line)
        return first

    def target(self, target, is_whole):
        """Runs all commands on a directory or a file."""
        for lenient in ([], ["--lenient"]):
            stats = self.same_at_all_threads("stats", ["stats", "--json", *lenient], target)
            tables = self.work / "tables"
            words = ["export", *lenient, "--format", "csv", "--tables", "games,positions"]
            words += ["--with", "fen,clocks,evals", "--to", tables]
            export = self.same_at_all_threads("export", words, target, tables)
            if is_whole and stats and export:
                self.consistent(target, lenient, json.loads(stats.stdout), tables)
            shutil.rmtree(tables, ignore_errors=True)

    def consistent(self, target, lenient, stats, tables):
        """Compares what the four commands say about the games and positions of a directory."""
        check = self.run("check", "check", "--json", "--files", *lenient, target)
        if check is None:
            return
        *lines, totals = map(json.loads, check.stdout.splitlines())
        wrong = {(line["file"], line["game"]): line for line in lines if line["type"] == "error"}
        files = {line["file"]: line for line in lines if line["type"] == "file"}
        mode = " ".join(["the standard", *lenient][-1:])
        number, errors, in_file, partial, partial_errors = 0, 0, Counter(), 0, 0
        ours, rows = (
            self.positions(target, lenient, files),
            positions_of_export(tables / "positions.csv"),
        )
        exported = next(rows, None)
        with open(tables / "games.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                in_file[row["file"]] += 1
                place = row["file"], in_file[row["file"]]
                if not files[row["file"]]["is_whole"]:
                    # The commands stop at different games of a file that cannot be read further.
                    partial += 1
                    partial_errors += bool(row["error"])
                    if exported and exported[0] == row["game_id"]:
                        exported = next(rows, None)
                    continue
                number += 1
                errors += bool(row["error"])
                error, main = wrong.get(place), next(ours, None)
                theirs = []
                if exported and exported[0] == row["game_id"]:
                    theirs, exported = exported[1], next(rows, None)
                self.same_game(place, row, error, main, theirs, check.line)
        counts = {
            "check": sum(file["games"] for file in files.values() if file["is_whole"]),
            "stats": stats["games"] - partial,
            "games.csv": number,
        }
        if len(set(counts.values())) > 1:
            self.faults.add(f"games, {mode}: {counts}", check.line)
        if errors + partial_errors != sum(stats["errors"].values()):
            self.faults.add(
                f"errors: {errors} in games.csv, {stats['errors']} in stats", check.line
            )
        if totals["games"] != sum(file["games"] for file in files.values()):
            self.faults.add("the files of check have other games than its totals", check.line)
        if totals["wrong"] != len(wrong):
            self.faults.add(f"{totals['wrong']} wrong, {len(wrong)} errors", check.line)
        if next(ours, None) is not None or exported:
            self.faults.add("positions of more games than games.csv has", check.line)
        print(
            f"{mode}: {totals['files']} files, {number} games, {totals['moves']} moves, "
            f"{totals['wrong']} wrong ({errors} in the tables)",
            flush=True,
        )

    def positions(self, target, lenient, files):
        """The positions of each game of the files that are read to their ends, from `fens`."""
        words = ["fens", "--separate", *lenient]
        if all(file["is_whole"] for file in files.values()):
            if fens := self.run("fens", *words, target):
                yield from positions_of_fens(fens.stdout)
            return
        for name, file in files.items():
            fens = self.run("fens", *words, name)
            if fens and file["is_whole"]:
                yield from positions_of_fens(fens.stdout)

    def same_game(self, place, row, error, main, exported, line):
        """Compares a game of check and fens with its rows in the tables."""
        if row["error"] and error is None:
            self.faults.add(f"{place}: only the table has an error, {row['error']}", line)
        if main is None:
            self.faults.add(f"{place}: no positions from fens", line)
            return
        # A game with an error has no rows of positions. Only `check` reads variations.
        rows = exported or [None] * (int(row["plies"]) + 1 if main else 0)
        if len(main) != len(rows) or exported and exported != main:
            what = f"{len(main)} positions from fens, {len(rows)} from export"
            self.faults.add(f"{place}: {what}", line)
        if bool(exported) != (not row["error"] and bool(main)):
            self.faults.add(
                f"{place}: {len(exported)} rows of positions, error {row['error']!r}", line
            )


def positions_of_fens(output):
    """The positions of each game, from `fens --separate`."""
    game = []
    for line in io.BytesIO(output):
        if line := line.decode().rstrip("\n"):
            game.append(line)
        else:
            yield game
            game = []


def positions_of_export(path):
    """The number of each game that has positions, and its positions, from positions.csv."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        heading = next(rows)
        game, fen = heading.index("game_id"), heading.index("fen")
        for number, of_game in groupby(rows, key=lambda row: row[game]):
            yield number, [row[fen] for row in of_game]


def files_of(root):
    return sorted(
        file for file in root.rglob("*") if file.name.lower().endswith(ENDINGS) and file.is_file()
    )


def damaged(content, rng):
    """A file with one to three damages: cut, bytes changed, bytes left out, a part twice."""
    content = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        if not content:
            break
        at = rng.randrange(len(content))
        match rng.randrange(6):
            case 0:
                del content[at:]
            case 1:
                for _ in range(rng.randint(1, 20)):
                    content[rng.randrange(len(content))] = rng.randrange(256)
            case 2:
                del content[at : at + rng.randint(1, 200)]
            case 3:
                content[at:at] = content[at : at + rng.randint(1, 2000)]
            case 4:
                content[at:at] = rng.choice(
                    [b"{", b"(", b")", b'"', b"[", b"}", b";", b"\n%", b"\0"]
                )
            case _:
                content[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 40)))
    return bytes(content)


def damage(root, into, seed):
    """Writes a damaged copy of each file; a quarter is compressed, and damaged once more."""
    rng = random.Random(seed)
    into.mkdir()
    for number, file in enumerate(files_of(root)):
        content = damaged(file.read_bytes(), rng)
        name = f"{number:05}.pgn"
        if rng.random() < 0.25:
            compress, ending = rng.choice([(gzip.compress, ".gz"), (bz2.compress, ".bz2")])
            content, name = compress(content), name + ending
            if rng.random() < 0.7:
                content = damaged(content, rng)
        folder = into / f"{number % 7}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def compare_all(arguments, files, faults):
    """Compares all files that differ from each other with python-chess."""
    from foreign_games import Comparison, planted

    planted()

    unique = {}
    for file in files:
        unique.setdefault(hash_of(file), file)
    comparison = Comparison(arguments.command, arguments.limit)
    totals, kinds, of_kind = Counter(), Counter(), defaultdict(list)
    with multiprocessing.Pool(arguments.processes) as pool:
        found = pool.imap(
            comparison, sorted(unique.values(), key=lambda file: -file.stat().st_size)
        )
        for file, counts, differences in found:
            totals.update(counts)
            name = file.relative_to(arguments.directory)
            for kind, game, what in differences:
                kinds[kind] += 1
                of_kind[kind].append((str(name), game, what))
    print(f"\npython-chess: {len(files)} files, {len(unique)} that differ from each other")
    for what, count in totals.items():
        print(f"  {count:>8} {what}")
    for kind, count in kinds.most_common():
        places = of_kind[kind]
        folders = len({name for name, _, _ in places})
        print(f"  {count:>8} games in {folders} files: {kind}")
        for name, game, what in sorted(places)[: arguments.examples]:
            print(f"           {name}, game {game}: {what}")
    listed = arguments.directory / "differences.tsv"
    if listed.exists():
        rows = [row.split("\t") for row in listed.read_text(encoding="utf-8").splitlines()[1:]]
        expected = {(name, game, kind) for name, game, kind, _ in rows}
        seen = {(name, f"{game}", kind) for kind in kinds for name, game, _ in of_kind[kind]}
        for difference in sorted(expected ^ seen):
            what = "is not listed" if difference in seen else "is listed and does not occur"
            faults.add(f"{difference} {what} in {listed}")
    for name, game, what in sorted(of_kind["unexplained"]):
        faults.add(f"unexplained: {name}, game {game}: {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", type=Path)
    parser.add_argument("directory", type=Path)
    parser.add_argument(
        "--damage", type=int, metavar="SEED", help="damage copies of the files first"
    )
    parser.add_argument("--limit", type=float, default=300, help="seconds for a command")
    parser.add_argument("--memory", type=int, default=1024, help="MiB for a command")
    parser.add_argument(
        "--processes", type=int, default=2, help="files that are compared at a time"
    )
    parser.add_argument("--examples", type=int, default=3, help="places printed for each kind")
    parser.add_argument(
        "--sample", type=int, default=5000, help="positions for which words of find are asked"
    )
    parser.add_argument("--only", choices=["runs", "games", "positions"], help="one part only")
    parser.add_argument(
        "--threads", type=lambda text: tuple(map(int, text.split(","))), default=THREADS
    )
    arguments = parser.parse_args()
    if arguments.damage is None and importlib.util.find_spec("chess") is None:
        sys.exit("python-chess is missing (pip install chess==1.11.2)")
    # Far above the limit of the memory in use: address space of threads' stacks counts here.
    resource.setrlimit(resource.RLIMIT_AS, (arguments.memory * MIB * 8,) * 2)
    faults, began = Faults(), time.monotonic()
    work = Path(tempfile.mkdtemp(prefix="foreign-"))
    root = arguments.directory
    if arguments.damage is not None:
        root = work / "damaged"
        damage(arguments.directory, root, arguments.damage)
    files = files_of(root)
    if not root.is_dir():
        sys.exit(f"{root}: no directory")
    session = Session(arguments, root, faults, work)
    folders = sorted({root / file.relative_to(root).parts[0] for file in files} - set(files))
    large = [file for file in files if file.stat().st_size > LARGE]
    targets = [*(folders if len(folders) > 1 else []), *large]
    if files and arguments.only in (None, "runs"):
        session.target(root, True)
        for target in targets:
            session.target(target, False)
        print("\nruns, CPU time, most memory:")
    for name, peak in session.peaks.items():
        runs, cpu = session.runs[name], session.cpu[name]
        print(f"  {name:<20} {runs:>4} {cpu:>8.1f} s {peak / MIB:>6.0f} MiB")
    if arguments.damage is None and arguments.only in (None, "games"):
        compare_all(arguments, files, faults)
    if arguments.damage is None and arguments.only in (None, "positions"):
        from foreign_positions import compare_positions

        compare_positions(arguments, root, work, faults)
    print(f"{faults.count} faults; {time.monotonic() - began:.0f} s")
    if faults.count and arguments.damage is not None:
        print(f"the damaged files are kept in {root}")
    else:
        shutil.rmtree(work)
    sys.exit(1 if faults.count else 0)


if __name__ == "__main__":
    main()
