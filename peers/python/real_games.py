"""Setwise's command beside python-chess on real PGN files, game by game.

    python3 peers/python/real_games.py target/debug/setwise                  # the committed files
    python3 peers/python/real_games.py target/debug/setwise FOLDER           # all files of the manifest
    python3 peers/python/real_games.py target/debug/setwise FOLDER --download
    python3 peers/python/real_games.py --add target/debug/setwise FOLDER REPOSITORY COMMIT LICENCE

Needs python-chess 1.11.2. FOLDER has the files of the manifest as OWNER/NAME/PATH; --download
fetches those that are missing from GitHub. Each file must have the hash and the number of games of
the manifest. --add prints the lines of the manifest for the files of a repository.

For each file, `setwise pgn fens --lenient` and `pgn check --lenient` must find the same games as
python-chess: as many, with the same positions of the main line, and the same ones wrong. A game that
both find wrong must have the same positions up to the first error. Exceptions are listed in
differences.tsv with a reason, and the list must be exact: a difference that is not listed, and a
listed one that does not occur, are both errors.
"""

import argparse
import difflib
import hashlib
import io
import json
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter
from pathlib import Path

import chess
import chess.pgn

HERE = Path(__file__).parent
COMMITTED = HERE / "games"
MANIFEST = HERE / "manifest.tsv"
DIFFERENCES = HERE / "differences.tsv"


def rows(path):
    """The rows of a table separated by tabs, without its heading and comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:] if line and not line.startswith("#")]


class Recorder(chess.pgn.BaseVisitor):
    """Records the positions of the main line, and whether there was an error."""

    def begin_game(self):
        self.fens, self.is_wrong, self.depth = [], False, 0

    def visit_board(self, board):
        if not self.fens:
            self.fens.append(board.fen())

    def begin_variation(self):
        self.depth += 1

    def end_variation(self):
        self.depth -= 1

    def visit_move(self, board, move):
        if self.depth == 0:
            after = board.copy(stack=False)
            after.push(move)
            self.fens.append(after.fen())

    def handle_error(self, error):
        self.is_wrong = True

    def result(self):
        return self.is_wrong, tuple(self.fens)


def decoded(content):
    """The text of a file as Setwise decodes it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def games_of_python_chess(content):
    """Whether each game is wrong, and its positions."""
    handle, games = io.StringIO(decoded(content), newline=None), []
    while (game := chess.pgn.read_game(handle, Visitor=Recorder)) is not None:
        games.append(game)
    return games


def run(command, *words):
    line = [command, *words]
    done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", timeout=600)
    if done.returncode not in (0, 1):
        sys.exit(f"{line}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def games_of_setwise(command, file):
    """Whether each game is wrong, and its positions; and the totals of the check."""
    checked = run(command, "pgn", "check", "--lenient", "--json", str(file))
    *errors, totals = map(json.loads, checked.splitlines())
    wrong = {error["game"] for error in errors}
    games, game = [], []
    for line in run(command, "pgn", "fens", "--lenient", "--separate", str(file)).splitlines():
        if line:
            game.append(line)
        else:
            games.append((len(games) + 1 in wrong, tuple(game)))
            game = []
    assert len(games) == totals["games"] and not game, file
    return games, totals


def is_same(ours, theirs):
    """Whether two games are the same; a wrong one may end before its first error."""
    if ours == theirs:
        return True
    return ours[0] and theirs[0] and theirs[1][: len(ours[1])] == ours[1]


def described(ours, theirs):
    """What differs between two games."""
    if ours[0] != theirs[0]:
        return "only Setwise refuses it" if ours[0] else "only python-chess refuses it"
    return "other positions"


def differences(ours, theirs):
    """The differences between two lists of games: the game's number in ours, and a text."""
    if len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs), 1):
            if not is_same(*pair):
                yield f"{number}", described(*pair)
        return
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    for what, start, end, from_, to in matcher.get_opcodes():
        if what == "equal":
            continue
        if end - start == to - from_ and all(map(is_same, ours[start:end], theirs[from_:to])):
            continue
        yield f"{start + 1}", f"{end - start} games of Setwise, {to - from_} of python-chess"


def compare(command, name, file, content, listed, totals):
    """Compares a file; returns whether all its differences are listed."""
    theirs = games_of_python_chess(content)
    ours, found = games_of_setwise(command, file)
    totals["files"] += 1
    totals["games"] += found["games"]
    totals["moves"] += found["moves"]
    totals["games of python-chess"] += len(theirs)
    totals["positions compared"] += sum(len(fens) for _, fens in theirs)
    totals["wrong games"] += found["wrong"]
    for deviation, count in found["accepted"].items():
        totals[f"accepted {deviation}"] += count
    expected = {(game, what) for path, game, what, _ in listed if path == name}
    seen = set(differences(ours, theirs))
    totals["listed differences"] += len(seen & expected)
    for game, what in sorted(seen - expected):
        print(f"{name}\t{game}\t{what}")
    for game, what in sorted(expected - seen):
        print(f"{name}\t{game}\t{what}: listed, but not so")
    return seen == expected, len(ours)


def planted(ours):
    """Shows that differences of every kind would be seen."""
    is_wrong, fens = next(game for game in ours if len(game[1]) > 3)
    assert list(differences(ours, [*ours, ours[-1]])), "one game more"
    assert list(differences(ours, ours[:-1])), "one game less"
    for other in [(not is_wrong, fens), (is_wrong, fens[:-1]), (is_wrong, (*fens[:-1], "x"))]:
        if not is_wrong:
            assert list(differences([(is_wrong, fens)], [other])), "another game"


def download(folder, name, repository, commit, path):
    """Fetches a file from GitHub."""
    url = f"https://raw.githubusercontent.com/{repository}/{commit}/{urllib.parse.quote(path)}"
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    with urllib.request.urlopen(url, timeout=60) as response:
        file.write_bytes(response.read())


def add(command, folder, repository, commit, licence):
    """Prints the lines of the manifest for the files of a repository in the folder."""
    for file in sorted((Path(folder) / repository).rglob("*")):
        if file.suffix.lower() == ".pgn":
            content = file.read_bytes()
            path = file.relative_to(Path(folder) / repository).as_posix()
            count = len(games_of_setwise(command, file)[0])
            hash = hashlib.sha256(content).hexdigest()
            print(repository, commit, path, hash, count, licence, sep="\t")


def main():
    if sys.argv[1:2] == ["--add"]:
        return add(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--download", action="store_true")
    arguments = parser.parse_args()
    began, totals, all_same = time.monotonic(), Counter(), True
    listed = rows(DIFFERENCES)
    if arguments.folder is None:
        files = [(file.relative_to(COMMITTED).as_posix(), file, None, None) for file in sorted(COMMITTED.rglob("*.pgn"))]
    else:
        files = []
        for repository, commit, path, hash, count, _ in rows(MANIFEST):
            name = f"{repository}/{path}"
            file = arguments.folder / name
            if not file.exists() and arguments.download:
                download(arguments.folder, name, repository, commit, path)
            files.append((name, file, hash, int(count)))
    missing = 0
    for name, file, hash, count in files:
        if not file.exists():
            missing += 1
            continue
        content = file.read_bytes()
        if hash and hashlib.sha256(content).hexdigest() != hash:
            sys.exit(f"{file} has not the hash of the manifest")
        is_listed, games = compare(arguments.command, name, file, content, listed, totals)
        if count not in (None, games):
            print(f"{name}: {games} games (the manifest says {count})")
            is_listed = False
        all_same &= is_listed
    planted(games_of_setwise(arguments.command, COMMITTED / "own/tags_in_any_order.pgn")[0])
    for what, count in totals.items():
        print(f"{what}: {count}")
    print(f"{missing} files missing; {time.monotonic() - began:.0f} s")
    sys.exit(0 if all_same and totals["files"] and not missing else 1)


if __name__ == "__main__":
    main()
