"""A slow random test of the command, in rounds that can be repeated from their seed.

Each part has an equal share of the time. A round of a part has random numbers of its own, so that it can
be repeated alone: `soak.py SEED 0 --only PART:ROUND`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import commands
import kills
import positions
import process
import scarcity
import surroundings

PARTS = {"positions": positions, "commands": commands, "kills": kills, "scarcity": scarcity}
# After so many faults, more would say the same.
MOST_FAULTS = 20


@dataclass
class Context:
    """What the rounds of a part share."""

    exe: Path
    directory: Path
    full: bool = False
    root: bool = False
    cpus: list[str] = field(default_factory=list)
    # By the value of SETWISE_CPU; under "" what there is without it.
    backends: dict[str, list[str]] = field(default_factory=dict)
    techniques: dict[str, list[str]] = field(default_factory=dict)
    grammars: list[commands.Grammar] = field(default_factory=list)

    def plain(self, args: list[str], level: str = "") -> process.Result:
        """Runs a command in usual surroundings."""
        conditions = process.Conditions(env={**process.PLAIN, "SETWISE_CPU": level})
        result = process.run(self.exe, args, self.directory, conditions, 400)
        process.check(result, conditions)
        return result


def context(exe: Path, directory: Path) -> Context:
    """Asks the command what it has on this CPU."""
    made = Context(exe, directory, root=os.geteuid() == 0)
    made.cpus = surroundings.levels(exe, directory)
    made.grammars = commands.grammars(made)
    perft = next(grammar for grammar in made.grammars if grammar.words == ["perft"])

    def working(option, level):
        names = perft.listed[option]
        return [name for name in names if made.plain(["perft", "1", option, name], level).code == 0]

    for level in ["", *made.cpus]:
        made.backends[level] = working("--backend", level)
        made.techniques[level] = working("--technique", level)
    made.plain(["perft", "0"])
    (directory / "one.pgn").write_text("1. e4 *\n")
    made.full = made.plain(["pgn", "export", "one.pgn", "--to", "one"]).code == 0
    if len(made.backends[""]) < 2 or len(made.techniques[""]) < 20 or len(made.grammars) < 25:
        sys.exit(f"error: the help of the command is read wrongly: {made}")
    return made


def main() -> int:
    """Runs rounds until the time is up; returns 1 if any found a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--only", metavar="PART:ROUND", help="repeat one round")
    parser.add_argument("--exe", type=Path, action="append", required=True)
    arguments = parser.parse_args()
    top = Path(tempfile.mkdtemp(prefix=f"setwise-soak-{arguments.seed}-"))
    # Users without rights must reach the program and the files.
    top.chmod(0o755)
    contexts = []
    for number, path in enumerate(arguments.exe):
        exe = top / f"setwise-{number}"
        shutil.copy(path, exe)
        exe.chmod(0o755)
        first = top / f"first-{number}"
        first.mkdir()
        contexts.append(context(exe, first))
        found = contexts[-1]
        backends = ", ".join(found.backends[""])
        print(f"{path}: CPU levels {found.cpus}, back-ends {backends},",
              f"{len(found.grammars)} subcommands, all formats: {found.full}", flush=True)
    spent = dict.fromkeys(PARTS, 0.0)
    rounds = dict.fromkeys(PARTS, 0)
    began = time.monotonic()
    faults = 0
    only = re.fullmatch(r"(\w+):(\d+)", arguments.only) if arguments.only else None
    while only or (time.monotonic() - began < arguments.minutes * 60 and faults < MOST_FAULTS):
        part = only[1] if only else min(spent, key=lambda name: spent[name])
        number = int(only[2]) if only else rounds[part]
        rounds[part] += 1
        chosen = contexts[number % len(contexts)]
        chosen.directory = top / f"{part}-{number}"
        chosen.directory.mkdir()
        chosen.directory.chmod(0o777)
        start = time.monotonic()
        at = f"{(start - began) / 60:5.1f} min {part}:{number}"
        try:
            said = PARTS[part].round(chosen, Random(f"{arguments.seed}/{part}/{number}"))
            print(f"{at} {chosen.exe.name}: {said}", flush=True)
            shutil.rmtree(chosen.directory)
        except process.Fault as fault:
            faults += 1
            print(f"{at} FAULT: {fault}\n  files and repeat.sh (the last command): {chosen.directory}",
                  f"\n  the round again: .ci/soak {arguments.seed} 0 --only {part}:{number}", flush=True)
        spent[part] += time.monotonic() - start
        if only:
            break
    total = ", ".join(f"{rounds[part]} of {part} ({spent[part] / 60:.0f} min)" for part in PARTS)
    print(f"{faults} faults; rounds: {total}")
    if not faults:
        shutil.rmtree(top)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
