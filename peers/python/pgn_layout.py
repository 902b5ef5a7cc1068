"""Splits PGN text into games as the standard describes them, and writes each in a plain layout.

This is a third reader besides Setwise and python-chess, with regular expressions only. It knows no
chess. A game is a tag section and movetext; it ends at its result, or where the next tags begin.
Empty lines and comments never end it. `foreign.py` gives python-chess the games that are written
here, so that differences of layout vanish and other differences remain.
"""

import re

NAME = r"\[\s*([A-Za-z0-9_+#=:.-]+)\s*"
TAG = re.compile(NAME + r"\"((?:[^\"\\\n]|\\.)*)\"\s*\]")
# Up to the end of its line, with quotation marks that are not escaped, or without an end.
TAG_LINE = re.compile(NAME + r"\"(?:([^\n]*)\"[ \t]*\][ \t]*(?=\n|$)|[^\n]*)")
TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}?)|(?P<rest>;[^\n]*)|(?P<open>\()|(?P<close>\))"
    r"|(?P<escape>(?<![^\n])%[^\n]*)|(?P<lines>[ \t]*\n(?:[ \t]*\n)+)|(?P<space>\s+)"
    r"|(?P<word>\*|\[|[^\s(){};\[*]+)"
)
RESULT = re.compile(r"(1-0|0-1|1/2-1/2|1/2|\*)$")
GLUED_RESULT = re.compile(r".*[a-hKQRBNO][1-8O+#=QRBN-]*(1-0|0-1|1/2-1/2|\*)$")
RAISED = re.compile(r"(\d+\.+)?[SLTDCFAPVJHGМСЛКФП][a-h]?[1-8]?x?[a-h][1-8][+#]?$")
NO_EMPTY_LINE = "no empty line before the tags"
SPACED_RESULT = "a result written 1/2 - 1/2"


class Game:
    """A game: its tags, its movetext without comments, and what is unusual about its layout."""

    def __init__(self):
        self.tags, self.words, self.marks = [], [], set()
        self.depth, self.has_result, self.has_comment = 0, False, False
        self.pending = set()

    def is_empty(self):
        return not self.tags and not self.words

    def add_word(self, word):
        """Adds a word of the movetext; what was seen before it is now inside the game."""
        self.marks |= self.pending
        self.pending = set()
        self.words.append(word)
        if self.depth == 0 and RESULT.match(word):
            self.has_result = True

    def close(self):
        """Says what is missing, once nothing more follows."""
        if not self.tags:
            self.marks.add("no tags")
        elif not self.words:
            self.marks.add("tags only")
        if not self.has_result:
            self.marks.add("no result")
        if any(self.words[at : at + 3] == ["1/2", "-", "1/2"] for at in range(len(self.words) - 2)):
            self.marks.add(SPACED_RESULT)
        if self.depth != 0:
            self.marks.add("parentheses that do not match")
        names = [name for name, _ in self.tags]
        if len(set(names)) < len(names):
            self.marks.add("a tag twice")
        return self

    def text(self, with_variations=True):
        """The game in the plainest layout, for a reader that ends games at empty lines."""
        words, depth = [], 0
        for word in self.words:
            depth += word == "("
            if with_variations or depth == 0:
                words.append(word)
            depth -= word == ")"
        words[-1:-1] = [")"] * (self.depth if with_variations else 0)
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.tags)
        return f"{tags}\n{' '.join(words) or '*'}\n\n"


def games(text):
    """The games of a text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found, game, at = [], Game(), 0
    had_empty_line, tag_end = True, 0

    def end():
        nonlocal game
        if not game.is_empty():
            found.append(game.close())
        game = Game()

    while at < len(text):
        before = text[text.rfind("\n", 0, at) + 1 : at]
        begins_line = not before.strip()
        if text[at] == "[" and (begins_line or not game.words):
            tag = TAG.match(text, at) or TAG_LINE.match(text, at)
        else:
            tag = None
        if tag:
            name, value = tag.groups()
            if game.words or (had_empty_line and game.tags and name == "Event"):
                end()
            if not game.tags and found and not had_empty_line:
                game.marks.add(NO_EMPTY_LINE)
            if before:
                what = "spaces before the tags" if begins_line else "more than a tag in a line"
                game.marks.add(what)
            if value is None or tag.re is TAG_LINE:
                game.marks.add("a malformed tag")
            if value is not None:
                game.tags.append((name, value))
            at, had_empty_line, tag_end = tag.end(), False, tag.end()
            continue
        match = TOKEN.match(text, at)
        if match is None:
            # A brace without a beginning.
            game.marks.add("nested comment")
            at += 1
            continue
        kind, word = match.lastgroup, match.group()
        at = match.end()
        if kind == "lines":
            had_empty_line = True
            if game.words or game.has_comment:
                game.pending.add("an empty line in the movetext")
            elif game.tags and word.count("\n") > 2:
                game.marks.add("two empty lines after the tags")
        elif kind == "comment":
            had_empty_line = False
            if "{" in word[1:]:
                game.marks.add("nested comment")
            if re.search(r"\n[ \t]*\n", word):
                game.marks.add("an empty line in a comment")
            game.has_comment = bool(game.tags)
            if not game.tags and not game.words:
                game.marks.add("a comment before the tags")
        elif kind in ("rest", "escape"):
            had_empty_line = False
            game.marks.add("a line with ; or %")
        elif kind in ("open", "close"):
            had_empty_line = False
            game.depth += 1 if kind == "open" else -1
            if game.depth < 0:
                game.depth = 0
                game.marks.add("parentheses that do not match")
            elif game.words:
                game.add_word(word)
        elif kind == "word":
            had_empty_line = False
            if not game.words and game.tags and "\n" not in text[tag_end:at]:
                game.marks.add("more than a tag in a line")
            game.add_word(word)
            if game.depth == 0 and RESULT.match(word) and word != "1/2":
                end()
    end()
    return found
