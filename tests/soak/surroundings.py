"""Random surroundings: environment variables, limits, standard streams."""

from __future__ import annotations

from random import Random

from process import PLAIN, Conditions, run

VARIABLES = {
    "PATH": ["", "/nowhere", "/usr/bin:/bin", ":::"],
    "HOME": ["", "/", "/nowhere", "\udcff"],
    "LANG": ["", "C", "de_DE.UTF-8", "xx", "\udcff"],
    "LC_ALL": ["", "C", "tr_TR.ISO-8859-9"],
    "COLUMNS": ["", "0", "1", "7", "100000", "18446744073709551616", "-1", "x"],
    "LINES": ["0", "1", "x"],
    "TERM": ["", "dumb", "xterm-256color", "\udcff"],
    "NO_COLOR": ["", "1"],
    "CLICOLOR_FORCE": ["0", "1"],
    "PAGER": ["", "false", "cat", "/nowhere"],
    "TMPDIR": ["", "/nowhere", "/dev/null"],
    # A stack beyond the address space: no thread can be started whose stack has the default size. A smaller
    # stack than the default is no fair test: 100 kB overflow in a build without optimisation.
    "RUST_MIN_STACK": [str(4 << 20), str(1 << 47)],
    "RAYON_NUM_THREADS": ["0", "1", "3", "x"],
}
LEVELS = ["baseline", "v3", "v4"]


def levels(exe, directory) -> list[str]:
    """Returns the values of SETWISE_CPU that this CPU has."""
    def works(level):
        conditions = Conditions(env={**PLAIN, "SETWISE_CPU": level})
        return run(exe, ["perft", "1"], directory, conditions).code == 0
    return [level for level in LEVELS if works(level)]


def environment(random: Random, cpus: list[str], share=0.3) -> dict[str, str]:
    """Returns a random environment; the command's results must not depend on it."""
    variables = dict(PLAIN)
    for name, values in VARIABLES.items():
        if random.random() < share:
            variables[name] = random.choice(values)
    if random.random() < 0.5:
        variables["SETWISE_CPU"] = random.choice(cpus)
    return variables


def conditions(random: Random, cpus: list[str], files: list[str]) -> Conditions:
    """Returns random conditions, most of them usual."""
    made = Conditions(env=environment(random, cpus))
    if random.random() < 0.4:
        made.stdin = random.choice(["closed", "directory", *files])
    if random.random() < 0.2:
        made.stdout = random.choice(["closed", "full", "unread"])
    if random.random() < 0.1:
        made.stderr = random.choice(["closed", "full"])
    if random.random() < 0.2:
        made.open_files = random.choice([4, 5, 8, 16, 64])  # the loader needs 4
    return made
