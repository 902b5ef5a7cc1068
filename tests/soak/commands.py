"""Random commands over damaged files: each ends with a documented code, and none hangs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

import damage
from process import Fault, check, run
from surroundings import conditions

# Commands that may count or search for as long as they are asked to. After SIGINT they must end.
LONG = {"perft", "verify", "diff", "magics", "deep plan", "deep run", "job run", "play", "quiz"}
# Commands in a round, on the same files.
COUNT = 12
# No path outside the folder of the round: some of these become names of files to write.
NONSENSE = ["", "-", "--", "-1", "0", "1", "x", "99999999999999999999", "NaN", "inf", "1e400", "\udcff", "é" * 300,
            "--help", "-h", "%s", "*", "[", "."]
NAMES = ["startpos", "kiwipete", "position3", "position4", "position5", "position6"]
NUMBERS = ["0", "1", "2", "3", "7", "64", "100", "255", "256", "65536", "4294967296", "18446744073709551615", "0.5"]
WORDS = ["startpos", "kiwipete", "position4", "e4", "e2e4", "a1", "h8", "rook", "bishop", "queen", "king", "pawn",
         "legal", "hyperbola", "0x20040000", "0xffffffffffffffff", "white", "KRPvKR", "8/8/8/8/8/8/8/8 w - - 0 1",
         "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "WhiteElo >= 2000 and not (plies < 10)", "error", "date >= 2013"]


# Values that fit what the help calls an argument.
FITTING = {
    "DEPTH": ["1", "2", "3", "3", "100"],
    "POSITION": [*NAMES, "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/K7/8/8/8/8/1QQQQQ2 b - - 0 1"],
    "FEN": ["startpos", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"],
    "SQUARE": ["a1", "e4", "h8", "d4", "e2"],
    "MOVE": ["e2e4", "e1g1", "a7a8q"],
    "MOVES": ["e2e4", "e2e4 e7e5", "g1f3 g8f6 f3g1"],
    "PIECE": ["rook", "bishop", "queen", "king", "pawn"],
    "CONDITION": [
        "WhiteElo >= 2000 and not (plies < 10)", "error", "date >= 2013", "White ~ A or result = *", "plies >= 0",
        "(" * 5000, "not " * 5000 + "error", "plies >= 99999999999999999999", 'White = "',
    ],
    "MATERIAL": ["KRPvKR", "KvK", "KQQQQQQQQQvK", "v", "KKvK"],
    "SHARE": ["0", "0.5", "1", "1e-300", "2"],
    "N": ["0", "1", "2", "3", "4", "64", "1000"],
    "K": ["0", "1", "2", "3"],
    "S": ["1", "7"],
    "T": ["0", "1", "0.5"],
    "SECONDS": ["0", "1", "0.5"],
    "MIB": ["0", "1", "16", "100", "4000", "18446744073709551615"],
    "SET": ["0", "0x20040000", "0xffffffffffffffff", "e4,d5"],
    "HEX": ["0", "0x2020202020000", "0xffffffffffffffff"],
}


@dataclass
class Grammar:
    """A subcommand, read from its help."""

    words: list[str]
    # The long options, each with the name of its value, or None if it takes none.
    options: dict[str, str | None] = field(default_factory=dict)
    # The values that the help lists, by `--option` or `<ARGUMENT>`.
    listed: dict[str, list[str]] = field(default_factory=dict)
    # From the usage: options that are required, and positional arguments as they are written.
    required: list[str] = field(default_factory=list)
    positionals: list[str] = field(default_factory=list)


def grammars(context, words=()) -> list[Grammar]:
    """Reads the help of every subcommand."""
    text = context.plain([*words, "--help"]).out.decode()
    made = Grammar(list(words))
    usage = re.search(r"^Usage: setwise((?:.|\n +)*)", text, re.M)[1].replace("\n", " ")
    for name, positional in re.findall(r"(?<!\[)--([\w-]+) <\w+>|(\[?<?[A-Z]\w*>?\]?(?:\.\.\.)?)(?= |$)", usage):
        if name:
            # A usage of several lines names it again.
            made.required += [name] if name not in made.required else []
        elif positional not in ("[OPTIONS]", "<COMMAND>"):
            made.positionals.append(positional)
    part = current = None
    found = []
    for line in text.splitlines():
        if re.match(r"[A-Z]\w+:$", line):
            part = line
        elif part == "Commands:" and (match := re.match(r"  (\w[\w-]*)\s", line)):
            if match[1] != "help":
                found += grammars(context, [*words, match[1]])
        elif part == "Options:" and (match := re.match(r"\s+(?:-\w, )?--([\w-]+)(?: [<\[](\w+))?", line)):
            made.options[match[1]] = match[2]
            current = f"--{match[1]}"
        elif part == "Arguments:" and (match := re.match(r"  [<\[](\w+)[>\]]", line)):
            current = f"<{match[1]}>"
        elif current and (match := re.match(r"\s+- ([\w-]+):", line)):
            made.listed.setdefault(current, []).append(match[1])
        elif current and "[possible values:" in line:
            # The list may go on in further lines.
            rest = text[text.index(line) :].split("[possible values:", 1)[1].split("]", 1)[0]
            made.listed[current] = re.sub(r"\s", "", rest).split(",")
    return [made, *found]


def anything(random: Random, names: list[str]) -> str:
    """Returns a value that any option or argument may be given."""
    kind = random.random()
    if kind < 0.3:
        return random.choice(names)
    if kind < 0.5:
        return random.choice(NUMBERS)
    if kind < 0.75:
        return random.choice(WORDS)
    if kind < 0.9:
        return random.choice(NONSENSE)
    changed = damage.damaged(random, random.choice(WORDS).encode())[:50_000]
    return changed.replace(b"\0", b"").decode("utf-8", "surrogateescape")


def value(random: Random, context, names: list[str], metavar: str, listed=()) -> str:
    """Returns a value for an option or argument, which mostly fits."""
    if random.random() < 0.07:
        return anything(random, names)
    if listed:
        return random.choice(listed)
    fitting = FITTING.get(metavar)
    if metavar == "FILE" and random.random() < 0.9:
        return random.choice(names)
    if metavar == "JOB":
        return damage.job(random, context)
    if metavar in ("DIR", "NEW"):
        return f"out{random.randrange(20)}"
    return random.choice(fitting) if fitting else anything(random, names)


def arguments(random: Random, context, grammar: Grammar, names: list[str]) -> list[str]:
    """Returns arguments that are mostly sensible."""
    args = []
    has_job = grammar.words[:1] in (["job"], ["deep"]) and grammar.words[1:] != ["plan"]
    for positional in grammar.positionals:
        is_required = not positional.startswith("[")
        metavar = "JOB" if has_job else positional.strip("[]<>.")
        if random.random() < (0.95 if is_required else 0.5):
            most = 3 if positional.endswith("...") and metavar == "FILE" else 1
            listed = grammar.listed.get(positional.strip("[]."), [])
            args += [value(random, context, names, metavar, listed) for _ in range(random.randint(1, most))]
    optional = sorted(set(grammar.options) - set(grammar.required) - {"help"})
    chosen = [name for name in grammar.required if random.random() < 0.97]
    chosen += random.sample(optional, min(len(optional), random.choice([0, 1, 1, 2, 4])))
    for name in chosen:
        option = grammar.options[name]
        if option is None:
            args.append(f"--{name}")
        elif name == "engine":
            args += ["--engine", random.choice(["false", "cat", "yes", "/dev/null", "/nowhere", "true"])]
        else:
            metavar = "NEW" if name in ("output", "svg") else option
            listed = grammar.listed.get(f"--{name}", [])
            args += [f"--{name}", value(random, context, names, metavar, listed)]
    if random.random() < 0.07:
        args.insert(random.randrange(len(args) + 1), random.choice(NONSENSE))
    return args


def round(context, random: Random) -> str:
    """Runs commands on damaged files."""
    names = damage.files(random, context)
    pool = [*names, "folder.pgn", "link.pgn", "missing"]
    codes: dict[int | None, int] = {}
    for _ in range(COUNT):
        grammar = random.choice(context.grammars)
        # A command that has only subcommands is rarely wanted.
        if not grammar.positionals and len(grammar.options) < 2 and random.random() < 0.9:
            continue
        # A pipe that nobody writes to: the command waits, and ends after SIGINT.
        piped = random.random() < 0.03
        args = [*grammar.words, *arguments(random, context, grammar, ["pipe.pgn"] if piped else pool)]
        if "lab" in grammar.words or any(len(arg.encode("utf-8", "surrogateescape")) > 120_000 for arg in args):
            continue
        around = conditions(random, context.cpus, names)
        long = " ".join(grammar.words) in LONG or "pipe.pgn" in args
        seconds = 10 if long else 120
        result = run(context.exe, args, context.directory, around, seconds, interrupt_ok=long)
        try:
            check(result, around)
        except Fault as fault:
            raise Fault(f"setwise {' '.join(args)[:500]!r}: {fault}") from None
        codes[result.code] = codes.get(result.code, 0) + 1
    return f"exit codes {dict(sorted(codes.items()))}"
