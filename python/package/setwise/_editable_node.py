"""Moves of games that are made, edited and written."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from ._annotated import AnnotatedNode
from ._native import Board, Move

if TYPE_CHECKING:
    from ._editable import EditableGame
    from ._types import Int


class EditableNode(AnnotatedNode):
    """A move of an `EditableGame`, with its comments, glyphs and variations.

    Names are as in python-chess's ``GameNode``. Nodes are made by `add_variation`.

    Parameters
    ----------
    board : Board
        The board after the move.
    parent : EditableNode, optional
        The node of the move before.
    move : Move, optional
        The move.

    Attributes
    ----------
    parent : EditableNode or None
        The node of the move before; None for the game.
    move : Move or None
        The move; None for the game.
    comment : str
        The text after the move; before the first move for the game.
    starting_comment : str
        The text before the move.
    nags : set of int
        Annotation glyphs, such as 1 for a good move (``!``).
    variations : list of EditableNode
        The nodes of the moves that follow: the main line first.
    """

    __slots__ = ("move", "nags", "parent", "starting_comment", "variations")

    def __init__(self, board: Board, parent: EditableNode | None = None, move: Move | None = None) -> None:
        self._board = board
        self.parent: EditableNode | None = parent
        self.move: Move | None = move
        self.comment: str = ""
        self.starting_comment: str = ""
        self.nags: set[int] = set()
        self.variations: list[EditableNode] = []

    def add_variation(
        self,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> EditableNode:
        """Add a move after this one, as the last variation.

        Parameters
        ----------
        move : Move
            A legal move; the null move if the side to move is not in check.
        comment : str
            The text after the move.
        starting_comment : str
            The text before it.
        nags : iterable of int
            Annotation glyphs.

        Returns
        -------
        EditableNode
            The node of the move.

        Raises
        ------
        IllegalMoveError
            If the move is not legal.
        """
        board = self._board.copy(stack=False)
        board.push(move)
        # The form that castling has on this board.
        node = EditableNode(board, self, board.peek())
        board.clear_stack()
        node.comment, node.starting_comment, node.nags = comment, starting_comment, set(nags)
        self.variations.append(node)
        return node

    def add_main_variation(
        self, move: Move, *, comment: str = "", nags: Iterable[int] = ()
    ) -> EditableNode:
        """Add a move after this one, as the main line.

        Parameters
        ----------
        move : Move
            As for `add_variation`.
        comment : str
            The text after the move.
        nags : iterable of int
            Annotation glyphs.

        Returns
        -------
        EditableNode
            The node of the move.

        Raises
        ------
        IllegalMoveError
            If the move is not legal.
        """
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> EditableNode:
        """Add moves one after the other.

        Parameters
        ----------
        moves : iterable of Move
            The moves.
        comment : str
            The text after the last one.
        starting_comment : str
            The text before the first one.
        nags : iterable of int
            Annotation glyphs of the last one.

        Returns
        -------
        EditableNode
            The node of the last move; this one if there is none.

        Raises
        ------
        IllegalMoveError
            If a move is not legal. The moves before it are added.
        """
        node = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = " ".join(text for text in (node.comment, comment) if text)
        node.nags.update(nags)
        return node

    def _index(self, move: Int | Move | EditableNode) -> int:
        for index, node in enumerate(self.variations):
            if node is move or (isinstance(move, Move) and node.move == move):
                return index
        if isinstance(move, (Move, EditableNode)):
            raise KeyError(move)
        return range(len(self.variations))[operator.index(move)]

    def variation(self, move: Int | Move | EditableNode) -> EditableNode:
        """Return one of the nodes that follow.

        Parameters
        ----------
        move : int or Move or EditableNode
            Its index, its move, or itself.

        Returns
        -------
        EditableNode
            The node.

        Raises
        ------
        IndexError
            If the index is too large.
        KeyError
            If no node has the move.
        """
        return self.variations[self._index(move)]

    def has_variation(self, move: Int | Move | EditableNode) -> bool:
        """Return whether one of the nodes that follow is meant.

        Parameters
        ----------
        move : int or Move or EditableNode
            As for `variation`.

        Returns
        -------
        bool
            Whether `variation` returns a node.
        """
        try:
            self._index(move)
        except LookupError:
            return False
        return True

    def remove_variation(self, move: Int | Move | EditableNode) -> None:
        """Remove one of the nodes that follow, with all after it.

        Parameters
        ----------
        move : int or Move or EditableNode
            As for `variation`.

        Raises
        ------
        IndexError
            If the index is too large.
        KeyError
            If no node has the move.
        """
        self.variations.pop(self._index(move))

    def _move_to(self, index: int, target: int) -> None:
        if 0 <= target < len(self.variations):
            self.variations.insert(target, self.variations.pop(index))

    def promote(self, move: Int | Move | EditableNode) -> None:
        """Exchange a variation with the one before it.

        Parameters
        ----------
        move : int or Move or EditableNode
            As for `variation`.

        Raises
        ------
        IndexError
            If the index is too large.
        KeyError
            If no node has the move.
        """
        index = self._index(move)
        self._move_to(index, index - 1)

    def demote(self, move: Int | Move | EditableNode) -> None:
        """Exchange a variation with the one after it.

        Parameters
        ----------
        move : int or Move or EditableNode
            As for `variation`.

        Raises
        ------
        IndexError
            If the index is too large.
        KeyError
            If no node has the move.
        """
        index = self._index(move)
        self._move_to(index, index + 1)

    def promote_to_main(self, move: Int | Move | EditableNode) -> None:
        """Make a variation the main line.

        Parameters
        ----------
        move : int or Move or EditableNode
            As for `variation`.

        Raises
        ------
        IndexError
            If the index is too large.
        KeyError
            If no node has the move.
        """
        self._move_to(self._index(move), 0)

    def _line(self) -> list[EditableNode]:
        """Return the nodes from the game to this one."""
        node: EditableNode | None = self
        line = []
        while node is not None:
            line.append(node)
            node = node.parent
        return line[::-1]

    def board(self) -> Board:
        """Return the board after the move.

        Returns
        -------
        Board
            A new board with the moves that lead to the node.
        """
        first, *others = self._line()
        board = first._board.copy()
        for node in others:
            assert node.move is not None
            board.push(node.move)
        return board

    def _played(self) -> tuple[Board, Move]:
        """Return the board before the move, and the move."""
        if self.parent is None or self.move is None:
            raise ValueError("the game has no move (expected the node of a move)")
        return self.parent._board, self.move

    def san(self) -> str:
        """Return the move in standard algebraic notation.

        Returns
        -------
        str
            As `Board.san` writes it; a null move is ``'--'``.

        Raises
        ------
        ValueError
            For the game, which has no move.
        """
        board, move = self._played()
        return board.san(move)

    def uci(self) -> str:
        """Return the move in the notation of UCI.

        Returns
        -------
        str
            Castling has the form of the game's boards.

        Raises
        ------
        ValueError
            For the game, which has no move.
        """
        board, move = self._played()
        return board.uci(move)

    def turn(self) -> bool:
        """Return the side to move after the move.

        Returns
        -------
        bool
            True for White.
        """
        return self._board.turn

    def ply(self) -> int:
        """Return the number of halfmoves after the move, by the move number.

        Returns
        -------
        int
            As `Board.ply`, with the move number of the start.
        """
        return 2 * (self._board.fullmove_number - 1) + (not self._board.turn)

    def next(self) -> EditableNode | None:
        """Return the node of the next move of the line.

        Returns
        -------
        EditableNode or None
            The first of `variations`; None at the end.
        """
        return self.variations[0] if self.variations else None

    def game(self) -> EditableGame:
        """Return the game of the node.

        Returns
        -------
        EditableGame
            The first node.
        """
        return cast("EditableGame", self._line()[0])

    def end(self) -> EditableNode:
        """Return the last node of the line.

        Returns
        -------
        EditableNode
            This one if no move follows.
        """
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Return whether no move follows.

        Returns
        -------
        bool
            Whether `variations` is empty.
        """
        return not self.variations

    def is_mainline(self) -> bool:
        """Return whether the node is part of the main line of the game.

        Returns
        -------
        bool
            Whether every move to it is the first variation.
        """
        return all(node.is_main_variation() for node in self._line())

    def is_main_variation(self) -> bool:
        """Return whether the move is the first one of its variations.

        Returns
        -------
        bool
            True for the game.
        """
        return self.parent is None or self.parent.variations[0] is self

    def starts_variation(self) -> bool:
        """Return whether the move begins a variation.

        Returns
        -------
        bool
            Whether it is not the first one.
        """
        return not self.is_main_variation()

    def mainline(self) -> list[EditableNode]:
        """Return the nodes that follow, along the first variations.

        Returns
        -------
        list of EditableNode
            In order.
        """
        line, node = [], self
        while node.variations:
            node = node.variations[0]
            line.append(node)
        return line

    def mainline_moves(self) -> list[Move]:
        """Return the moves that follow, along the first variations.

        Returns
        -------
        list of Move
            In order.
        """
        return [node.move for node in self.mainline() if node.move is not None]

    def __repr__(self) -> str:
        return f"<EditableNode {self.san()}>"


EditableNode.__module__ = "setwise.pgn"
