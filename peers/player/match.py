"""Plays a match of two UCI programs with fastchess, in slices, and goes on where it was stopped.

    match.py DIRECTORY OPENINGS FIRST SECOND [--games 400] [--tc 8+0.08 | --nodes 20000]

FIRST and SECOND are `name=program`, with options of the program behind commas:
`stockfish=stockfish,UCI_LimitStrength=true,UCI_Elo=2400`. OPENINGS is a file of FENs, which the
example `openings` of setwise-player writes; each is played twice, with colors exchanged. A slice
is 40 games, two at once; a slice that was interrupted is played again. Prints the score of FIRST,
the difference in Elo with its error (two standard deviations of pairs of games), what ended the
games that a program lost outside the board, and the SHA-256 of the games.
"""

import argparse
import collections
import hashlib
import math
import pathlib
import re
import shutil
import subprocess
import sys

SLICE = 40
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
# A game ends early if both programs say so: eight moves within 8 hundredths after move 40, or four
# moves of at least seven pawns.
AGREED = ["-draw", "movenumber=40", "movecount=8", "score=8", "-resign", "movecount=4", "score=700"]
AGREED += ["twosided=true"]
FAULTS = "illegal|time|disconnect|stall|crash"


def engine(text: str) -> list[str]:
    """Returns the arguments of fastchess for `name=program,option=value…`."""
    name, _, rest = text.partition("=")
    program, *options = rest.split(",")
    found = shutil.which(program)
    if found is None:
        sys.exit(f"{name}: {program} is no program")
    path = pathlib.Path(found).resolve()
    return ["-engine", f"name={name}", f"cmd={path}", *(f"option.{option}" for option in options)]


def play(arguments: argparse.Namespace, number: int, to: pathlib.Path) -> None:
    """Plays a slice, and renames its games into place."""
    unfinished = to.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    limit = [f"nodes={arguments.nodes}", "tc=inf"] if arguments.nodes else [f"tc={arguments.tc}"]
    variant = ["-variant", "fischerandom"] if arguments.chess960 else []
    hash_size = [f"option.Hash={arguments.hash}"]
    agreed = AGREED if arguments.adjudicate else []
    command = [
        *(arguments.fastchess, *engine(arguments.first), *engine(arguments.second)),
        *("-each", *limit, *hash_size, *variant),
        *("-openings", f"file={arguments.openings}", "format=epd", "order=sequential"),
        *(f"start={number * SLICE // 2 + 1}", "-rounds", str(SLICE // 2), "-games", "2", "-repeat"),
        *("-concurrency", str(arguments.concurrency), "-recover", *agreed),
        *("-pgnout", f"file={unfinished}", "notation=uci"),
        *("-config", "outname=/dev/null"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=to.parent)
    games = unfinished.read_text().count("[Result ") if unfinished.exists() else 0
    if done.returncode != 0 or games != SLICE:
        sys.exit(f"fastchess played {games} games of {SLICE}:\n{done.stdout[-2000:]}{done.stderr}")
    unfinished.rename(to)


def points(text: str, first: str) -> list[float]:
    """Returns the points of a program in each pair of games with the same opening."""
    pairs: dict[str, float] = collections.defaultdict(float)
    for game in re.split(r"(?=^\[Event )", text, flags=re.MULTILINE)[1:]:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
        white = POINTS[tags["Result"]]
        pairs[tags["Round"].split(".")[0]] += white if tags["White"] == first else 1 - white
    return list(pairs.values())


def elo(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("openings", type=pathlib.Path)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--tc", default="8+0.08")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--adjudicate", action="store_true", help="end games that both think over")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--fastchess", default="fastchess")
    arguments = parser.parse_args()
    arguments.openings = arguments.openings.resolve()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    first = arguments.first.partition("=")[0]
    results: list[float] = []
    faults: collections.Counter[str] = collections.Counter()
    digest = hashlib.sha256()
    for number in range(math.ceil(arguments.games / SLICE)):
        games = (arguments.directory / f"{number:03}.pgn").resolve()
        if not games.exists():
            play(arguments, number, games)
        text = games.read_text()
        digest.update(text.encode())
        results += points(text, first)
        faults.update(re.findall(rf'^\[Termination ".*({FAULTS}).*"\]$', text, re.MULTILINE))
        share = sum(results) / len(results) / 2
        variance = sum((result / 2 - share) ** 2 for result in results) / len(results)
        error = 2 * math.sqrt(variance / len(results))
        print(
            f"{2 * len(results)} games: {100 * share:.1f} %, {elo(share):+.0f} Elo "
            f"({elo(share - error):+.0f} to {elo(share + error):+.0f}), "
            f"faults: {dict(faults) or 'none'}, SHA-256 {digest.hexdigest()[:16]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
