"""Measures each technique of the player: the Elo difference when it is taken out.

    without.py DIRECTORY OPENINGS [--games 1000] [--nodes 20000] [NAME…]
    without.py --check

For each technique the crate is copied, an edit of the list below takes the technique out, and a
match against the whole player is played at a fixed number of nodes a move, so that the result does
not depend on the speed of the machine. Games end early if both players agree. Goes on where it was
stopped. `--check` only tells whether every edit fits the source.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# Technique, file, text, and what replaces it.
EDITS = [
    (
        "null move",
        "search",
        "                && may_pass\n",
        "                && may_pass && false\n",
    ),
    (
        "late move reductions",
        "search",
        "let is_late = depth >= 3\n",
        "let is_late = depth >= 300\n",
    ),
    ("reverse futility", "search", "if depth <= 8\n", "if depth <= 0\n"),
    (
        "late move pruning",
        "search",
        "if count as i32 > enough && !position.gives_check(mv) {",
        "if false && count as i32 > enough {",
    ),
    (
        "SEE pruning",
        "search",
        "if depth <= 9 && !position.static",
        "if depth <= 0 && !position.static",
    ),
    (
        "SEE in quiescence",
        "search/quiescence",
        "if !position.static_exchange_at_least(mv, 0) {",
        "if false {",
    ),
    (
        "singular extensions",
        "search",
        "                && depth >= 7\n",
        "                && depth >= 700\n",
    ),
    (
        "continuation history",
        "search",
        "        let before = self.before(ply);\n",
        "        let before = [None; 2];\n",
    ),
    (
        "aspiration windows",
        "search",
        "if depth >= 5 && !is_mate(guess)",
        "if depth >= 500 && !is_mate(guess)",
    ),
]


def source(edit: tuple[str, str, str, str]) -> pathlib.Path:
    return pathlib.Path("crates/setwise-player/src", f"{edit[1]}.rs")


def edited(edit: tuple[str, str, str, str]) -> str:
    """Returns a file without a technique."""
    name, file, old, new = edit
    text = (ROOT / source(edit)).read_text()
    places = text.count(old)
    if places != 1:
        sys.exit(f"{name}: the text is in {places} places of {file}.rs: {old.strip()}")
    return text.replace(old, new)


def program(directory: pathlib.Path, edit: tuple[str, str, str, str] | None) -> pathlib.Path:
    """Builds the player, with an edit, and returns its path."""
    name = edit[0].replace(" ", "-") if edit else "whole"
    to = directory / f"player-{name}"
    if to.exists():
        return to
    copy = directory / "source"
    shutil.rmtree(copy, ignore_errors=True)
    # As new files: cargo does not build again what is older than the build.
    shutil.copytree(
        ROOT,
        copy,
        ignore=shutil.ignore_patterns(".git", "target", "node_modules", "dist"),
        copy_function=shutil.copy,
    )
    if edit:
        (copy / source(edit)).write_text(edited(edit))
    target = directory / "target"
    build = [
        "cargo",
        "build",
        "--quiet",
        "--release",
        "--package=setwise-player",
        "--example=engine",
    ]
    subprocess.run([*build, f"--target-dir={target}"], cwd=copy, check=True)
    shutil.copy(target / "release/examples/engine", to)
    shutil.rmtree(copy)
    return to


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path, nargs="?")
    parser.add_argument("openings", type=pathlib.Path, nargs="?")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fastchess", default="fastchess")
    arguments = parser.parse_args()
    if arguments.check:
        print("\n".join(f"{edit[0]}: fits" for edit in EDITS if edited(edit)))
        return
    if arguments.openings is None:
        parser.error("DIRECTORY and OPENINGS are missing")
    directory = arguments.directory.resolve()
    directory.mkdir(parents=True, exist_ok=True)
    whole = program(directory, None)
    for edit in EDITS:
        if arguments.names and edit[0] not in arguments.names:
            continue
        without = program(directory, edit)
        print(f"without {edit[0]}", flush=True)
        match = [sys.executable, HERE / "match.py", directory / edit[0].replace(" ", "-")]
        match += [arguments.openings, f"without={without}", f"whole={whole}", "--hash=16"]
        match += ["--adjudicate"]
        match += [f"--games={arguments.games}", f"--nodes={arguments.nodes}"]
        subprocess.run([*match, f"--fastchess={arguments.fastchess}"], check=True)


if __name__ == "__main__":
    main()
