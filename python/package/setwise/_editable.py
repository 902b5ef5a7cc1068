"""Games that are made, edited and written."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._editable_node import EditableNode
from ._native import Board
from ._squares import STARTING_FEN

if TYPE_CHECKING:
    from ._native import Game, GameNode
    from ._types import Int

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}


class EditableGame(EditableNode):
    """A game that is made, edited and written; it is the node before the first move.

    Names are as in python-chess's ``Game``. ``str(game)`` is the text of the game as python-chess
    writes it, with all moves in one line; `text` breaks lines.

    Parameters
    ----------
    headers : dict of str to str, optional
        Tags besides the seven of the roster, or in their place.

    Attributes
    ----------
    headers : dict of str to str
        The tags in the order in which they are written.

    Examples
    --------
    >>> import setwise
    >>> game = setwise.pgn.EditableGame({"White": "A"})
    >>> node = game.add_variation(setwise.Move.from_uci("e2e4"), comment="best")
    >>> _ = node.add_variation(setwise.Move.from_uci("e7e5"))
    >>> _ = node.add_variation(setwise.Move.from_uci("c7c5"), nags=[5])
    >>> print(str(game).splitlines()[-1])
    1. e4 { best } 1... e5 ( 1... c5 $5 ) *
    """

    __slots__ = ("headers",)

    def __init__(self, headers: dict[str, str] | None = None) -> None:
        super().__init__(Board())
        self.headers: dict[str, str] = ROSTER | (headers or {})

    def setup(self, board: Board) -> None:
        """Set the position before the first move, and the tags that tell it.

        Parameters
        ----------
        board : Board
            The position. Its moves are not taken.

        Raises
        ------
        ValueError
            If the game has moves.
        """
        if self.variations:
            raise ValueError("the game has moves (expected none)")
        self._board = board.copy(stack=False)
        for name in ("FEN", "SetUp", "Variant"):
            self.headers.pop(name, None)
        if board.fen() != STARTING_FEN:
            self.headers["FEN"] = board.fen()
            self.headers["SetUp"] = "1"
        if board.chess960:
            self.headers["Variant"] = "Chess960"

    @staticmethod
    def from_board(board: Board) -> EditableGame:
        """Return the game of a board: its moves, from where they begin, and its result.

        Parameters
        ----------
        board : Board
            The board.

        Returns
        -------
        EditableGame
            A new game.
        """
        game = EditableGame({"Result": board.result()})
        game.setup(board.root())
        game.add_line(board.move_stack)
        return game

    @staticmethod
    def from_game(game: Game) -> EditableGame:
        """Return a game that was read, to edit it.

        Parameters
        ----------
        game : Game
            The game; its variations are taken if it was read with ``variations=True``.

        Returns
        -------
        EditableGame
            A new game, with the tags of the game, and all seven of the roster.
        """
        new = EditableGame()
        new.setup(game.start)
        new.headers = ROSTER | game.tags
        new.headers["Result"] = game.result
        new.comment = game.root.comment
        waiting: list[tuple[EditableNode, GameNode]] = [(new, game.root)]
        while waiting:
            ours, theirs = waiting.pop()
            for node in theirs.variations:
                assert node.move is not None
                added = ours.add_variation(
                    node.move,
                    comment=node.comment,
                    starting_comment=node.starting_comment,
                    nags=node.nags,
                )
                waiting.append((added, node))
        return new

    def text(self, *, columns: Int | None = 80) -> str:
        """Return the text of the game, with its tags, comments, glyphs and variations.

        Parameters
        ----------
        columns : int, optional
            The longest line of moves, its line end included. Words and comments are not broken. None writes
            one line.

        Returns
        -------
        str
            The game in PGN, without a line end. Games of a file are separated by an empty line.
        """
        tags = [f'[{name} "{_escaped(value)}"]' for name, value in self.headers.items()]
        longest = math.inf if columns is None else operator.index(columns)
        lines, line = [], ""
        for word in _words(self):
            if line and len(line) + len(word) + 2 > longest:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        return "\n".join([*tags, "", *lines, line])

    def __str__(self) -> str:
        return self.text(columns=None)

    def __repr__(self) -> str:
        return f"<EditableGame {self.headers['White']!r} - {self.headers['Black']!r}>"


def _words(game: EditableGame) -> Iterator[str]:
    """Yield what is not broken between lines, from the first move to the result."""
    if game.comment:
        yield _comment(game.comment)
    has_number = True
    # What is to be written, the next one last: a word, the move of a node, or all after its move.
    waiting: list[str | tuple[EditableNode, bool]] = [(game, False)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            has_number = True
            continue
        node, is_move = item
        if is_move:
            yield from _move_words(node, has_number)
            has_number = bool(node.comment)
        elif node.variations:
            main, *others = node.variations
            waiting.append((main, False))
            for other in reversed(others):
                waiting += [")", (other, False), (other, True), "("]
            waiting.append((main, True))
    yield game.headers.get("Result", "*")


def _move_words(node: EditableNode, has_number: bool) -> Iterator[str]:
    """Yield a move with its number, if it is wanted, its glyphs and comments."""
    assert node.parent is not None
    board = node.parent._board
    if node.starting_comment:
        yield _comment(node.starting_comment)
    if board.turn or has_number or node.starting_comment:
        yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
    yield node.san()
    yield from (f"${nag}" for nag in sorted(node.nags))
    if node.comment:
        yield _comment(node.comment)


def _comment(text: str) -> str:
    return f"{{ {text.replace('}', '').strip()} }}"


def _escaped(value: str) -> str:
    r"""Return the value of a tag with a backslash before quotation marks and backslashes."""
    return " ".join(value.replace("\\", r"\\").replace('"', r"\"").splitlines())


EditableGame.__module__ = "setwise.pgn"
