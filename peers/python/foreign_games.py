"""Compares the games of a file as Setwise and python-chess read them, and names each difference.

Where the two differ, the file is split a third time, by `pgn_layout.py`, and python-chess reads
each of those games alone. If it then finds what Setwise finds, the difference is one of layout, and
the kind is what is unusual about the layout. Other differences are named by Setwise's error. What
has no name is `unexplained`.
"""

import bz2
import gzip
import io
import json
import logging
import re
import shutil
import subprocess
from collections import Counter

import chess.pgn

import pgn_layout
from foreign import run


class MainLine(chess.pgn.BaseVisitor):
    """Keeps the positions of the main line, and the errors."""

    def begin_game(self):
        self.fens, self.errors, self.depth = [], [], 0

    def begin_variation(self):
        self.depth += 1

    def end_variation(self):
        self.depth -= 1

    def visit_board(self, board):
        if self.depth == 0:
            self.fens.append(board.fen())

    def handle_error(self, error):
        self.errors.append(f"{error}")

    def result(self):
        return Game(self.fens, f"{self.errors[0]}"[:90] if self.errors else None)


class Game:
    """A game: the positions of its main line, and its error if it is wrong."""

    def __init__(self, fens, error):
        self.fens, self.error = fens, error

    def is_same(self, other):
        """Whether both readers found the same; a wrong game may end before its first error."""
        if (self.error is None) != (other.error is None):
            return False
        return self.fens == (other.fens if self.error is None else other.fens[: len(self.fens)])

    def described(self):
        text = self.error
        if isinstance(text, dict):
            text = f"{text['kind']} {text['text'] or ''}"
        error = f", error: {text}" if text else ""
        return f"{len(self.fens) - 1} plies, {self.fens[-1] if self.fens else None}{error}"


def planted():
    """Shows that a difference of each kind between two games would be seen."""
    game = Game(["a", "b"], None)
    for fens, error in [(["a"], None), (["a", "c"], None), (["a", "b"], "error"), ([], "error")]:
        assert game.is_same(game) and not game.is_same(Game(fens, error)), (fens, error)


def read_all(text):
    """All games of a text, by python-chess."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    handle, games = io.StringIO(text, newline=None), []
    while (game := chess.pgn.read_game(handle, Visitor=MainLine)) is not None:
        games.append(game)
    return games


def content_of(file):
    """The content of a file, decompressed; None if there is no program for it."""
    content = file.read_bytes()
    if content.startswith(b"\x1f\x8b"):
        return gzip.decompress(content)
    if content.startswith(b"BZh"):
        return bz2.decompress(content)
    if content.startswith(b"\x28\xb5\x2f\xfd"):
        if not shutil.which("zstd"):
            return None
        return subprocess.run(
            ["zstd", "-dcq"], input=content, capture_output=True, check=True
        ).stdout
    return content


def decoded(content):
    """The text of a file as Setwise decodes it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def kind_of_layout(marks):
    """The most telling mark of a game whose layout made the difference."""
    for mark in (
        pgn_layout.SPACED_RESULT,
        "a comment before the tags",
        pgn_layout.NO_EMPTY_LINE,
        "spaces before the tags",
        "more than a tag in a line",
        "a malformed tag",
        "two empty lines after the tags",
        "tags only",
        "an empty line in the movetext",
        "no tags",
        "an empty line in a comment",
        "a line with ; or %",
        "nested comment",
        "parentheses that do not match",
        "a tag twice",
        "no result",
    ):
        if mark in marks:
            return f"layout: {mark}"
    return "layout: other"


def kind_of_words(ours, theirs, game):
    """The kind of a difference between two games with the same text."""
    kind = ours.error["kind"] if ours.error else None
    if kind == "unsupported-variant":
        return "a variant"
    if kind is None and "illegal san: '0-0'" in theirs.described():
        return "0-0 as a result"
    text = ours.error["text"] or "" if ours.error else ""
    if pgn_layout.GLUED_RESULT.match(text):
        return "a result glued to a move"
    if pgn_layout.RAISED.match(text):
        return "letters of another language"
    if "nested comment" in game.marks:
        return "nested comment"
    tags = dict(game.tags)
    if kind == "invalid-fen" and not (theirs.fens and chess.Board(tags["FEN"]).is_valid()):
        return "the tag FEN"
    if re.match("[nrqk][a-h]?[1-8]?x?[a-h][1-8]", text):
        return "a piece letter in lower case"
    if tags.get("SetUp") == "0" and "FEN" in tags:
        return "the tag SetUp is 0, so FEN does not count"
    return "unexplained"


class Comparison:
    """Compares a file; made to be called in other processes."""

    def __init__(self, command, limit):
        self.command, self.limit = command, limit

    def games_of_setwise(self, file):
        check = run([self.command, "pgn", "check", "--lenient", "--json", file], self.limit)
        fens = run([self.command, "pgn", "fens", "--lenient", "--separate", file], self.limit)
        if check.status not in (0, 1) or fens.status not in (0, 1):
            return None
        *lines, totals = map(json.loads, check.stdout.splitlines())
        errors = {line["game"]: line for line in lines if line["type"] == "error"}
        games, game = [], []
        for line in fens.stdout.decode().splitlines():
            if line:
                game.append(line)
            else:
                games.append(Game(game, errors.get(len(games) + 1)))
                game = []
        return games if len(games) == totals["games"] else None

    def __call__(self, file):
        counts, content = Counter(), content_of(file)
        if content is None:
            return file, Counter({"files not compared: no program zstd": 1}), []
        ours, text = self.games_of_setwise(file), decoded(content)
        if ours is None:
            return file, counts, [("unexplained", 0, "check or fens failed, or they disagree")]
        theirs = read_all(text)
        counts["files"] += 1
        counts["games of Setwise"] += len(ours)
        counts["games of python-chess"] += len(theirs)
        has_same_number = len(ours) == len(theirs)
        if has_same_number:
            rest = [at for at, pair in enumerate(zip(ours, theirs)) if not pair[0].is_same(pair[1])]
        else:
            counts["files with another number of games"] += 1
            keys = Counter((game.error is None, *game.fens) for game in theirs)
            rest = []
            for at, game in enumerate(ours):
                key = game.error is None, *game.fens
                if keys[key]:
                    keys[key] -= 1
                else:
                    rest.append(at)
        counts["games that are the same"] += len(ours) - len(rest)
        if has_same_number and not rest:
            counts["files that are the same"] += 1
            counts["games that both refuse"] += sum(game.error is not None for game in ours)
            return file, counts, []
        return file, counts, list(self.differences(ours, theirs, rest, text))

    def differences(self, ours, theirs, rest, text):
        """A kind, a number and a text for each game that differs."""
        split = pgn_layout.games(text)
        if len(split) != len(ours):
            if not rest and theirs:
                rest = [0]
            numbers = f"{len(ours)} games of Setwise, {len(theirs)} of python-chess"
            kind = "HTML between tags" if "]<br" in text else "unexplained"
            yield kind, rest[0] + 1, f"{numbers}, {len(split)} by layout"
            return
        if not rest:
            # All games are the same, and python-chess has others between them.
            kinds = Counter(kind_of_layout(game.marks) for game in split)
            kind = min(
                kinds,
                key=lambda kind: (kind in ("layout: other", "layout: no result"), kinds[kind]),
            )
            yield kind, 1, f"{len(ours)} games of Setwise, {len(theirs)} of python-chess"
        for at in rest:
            alone = read_all(split[at].text())
            if len(alone) == 1 and ours[at].is_same(alone[0]):
                marks = split[at].marks | (split[at - 1].marks if at else set())
                if at + 1 < len(split):
                    marks |= {
                        m
                        for m in split[at + 1].marks
                        if m in ("a comment before the tags", pgn_layout.NO_EMPTY_LINE)
                    }
                yield kind_of_layout(marks), at + 1, ours[at].described()
            else:
                other = alone[0] if len(alone) == 1 else Game([], f"{len(alone)} games")
                what = f"Setwise {ours[at].described()}; python-chess {other.described()}"
                main = read_all(split[at].text(with_variations=False))
                if ours[at].error and other.error and len(main) == 1 and not main[0].error:
                    if ours[at].fens == main[0].fens:
                        yield "an error in a variation", at + 1, what
                        continue
                yield kind_of_words(ours[at], other, split[at]), at + 1, what
