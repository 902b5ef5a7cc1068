"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .jobs import Failure


class SetwiseError(ValueError):
    """A value that is not valid; the base of the package's exceptions."""

    __module__ = "setwise"


class FenError(SetwiseError):
    """A text that is not the FEN of a legal position.

    Attributes
    ----------
    field : str
        The field of the FEN, such as ``'board'`` or ``'castling rights'``.
    at : int
        The offset of the wrong character in the text, in bytes of UTF-8.
    reason : str or None
        Why the position is not legal, such as ``'no_king'`` or ``'opponent_in_check'``; None if the text
        is not well-formed.

    Examples
    --------
    >>> import setwise
    >>> try:
    ...     setwise.Board("8/8/8/8/8/8/8/4K3 w - - 0 1")
    ... except setwise.FenError as error:
    ...     print(error.field, error.reason)
    board no_king
    """

    __module__ = "setwise"

    def __init__(self, message: str, field: str = "", at: int = 0, reason: str | None = None) -> None:
        super().__init__(message, field, at, reason)
        self.field = field
        self.at = at
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


class ExpressionError(SetwiseError):
    """A text that is not a set expression, or an expression that cannot be asked there.

    The message ends with the text and a caret below the place.

    Attributes
    ----------
    start : int
        Where the wrong part begins in the text, in bytes of UTF-8.
    end : int
        Where it ends.

    Examples
    --------
    >>> import setwise
    >>> try:
    ...     setwise.Positions.random(5).where("count(P) > 3 and ply > 9")
    ... except setwise.ExpressionError as error:
    ...     print(error)
    `ply` asks a game, and the source has positions only
      count(P) > 3 and ply > 9
                       ^
    """

    __module__ = "setwise"

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        super().__init__(message, start, end)
        self.start = start
        self.end = end

    def __str__(self) -> str:
        return str(self.args[0])


class HistoryWarning(UserWarning):
    """A position that cannot occur in a game only because of the moves before it.

    More than two pieces give check, or the king of the side to move was in check before the double step
    of the en passant square. Some perft suites have such positions. They are accepted, and have the legal
    moves that the rules give them. Refuse them by turning this warning into an error.

    Examples
    --------
    >>> import setwise, warnings
    >>> fen = "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1"
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", setwise.HistoryWarning)
    ...     setwise.perft(fen, 4)
    9287
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", setwise.HistoryWarning)
    ...     try:
    ...         setwise.Board(fen)
    ...     except setwise.HistoryWarning:
    ...         print("refused")
    refused
    """

    __module__ = "setwise"


class EpdError(SetwiseError):
    """A text that is not a line of EPD, or an operation that EPD cannot express."""

    __module__ = "setwise"


class BookError(SetwiseError):
    """An opening book that is damaged."""

    __module__ = "setwise"


class InvalidMoveError(SetwiseError):
    """A text that is not a move in the expected notation."""

    __module__ = "setwise"


class IllegalMoveError(SetwiseError):
    """A move that is not legal in the position."""

    __module__ = "setwise"


class AmbiguousMoveError(SetwiseError):
    """A move in SAN that more than one legal move fits."""

    __module__ = "setwise"


class RowError(SetwiseError):
    """A row of a batch that is not valid.

    Attributes
    ----------
    row : int
        The number of the row, from 0.
    """

    __module__ = "setwise"

    def __init__(self, message: str, row: int = 0) -> None:
        super().__init__(message, row)
        self.row = row

    def __str__(self) -> str:
        return str(self.args[0])


class PgnError(SetwiseError):
    """An error in a game.

    The message begins with the file, the line and the column, and names the game and the move.

    Attributes
    ----------
    kind : str
        The name of the kind of error, such as ``'illegal-move'``.
    file : str or None
        The path of the file, if the source is one.
    game : int or None
        The number of the game in its source, from 1; None from batches, which have only its offset.
    line, column : int or None
        The place, from 1; columns count bytes. None from batches.
    byte : int
        The offset of the place in the decompressed source, in bytes; in a Zstandard file of several
        frames, batches give the offset in the frame.
    move : int or None
        The number of the move, if the error is among the moves.
    turn : bool or None
        The side to move, if the error is among the moves.
    text : str or None
        The text of a wrong move.

    Examples
    --------
    >>> import setwise
    >>> try:
    ...     next(setwise.pgn.read(b"1. e4 Ke7 *"))
    ... except setwise.PgnError as error:
    ...     print(error.kind, error.line, error.column, error.text)
    illegal-move 1 7 Ke7
    """

    __module__ = "setwise"

    def __init__(
        self,
        message: str,
        kind: str = "",
        file: str | None = None,
        game: int | None = None,
        line: int | None = None,
        column: int | None = None,
        byte: int = 0,
        move: int | None = None,
        turn: bool | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message, kind, file, game, line, column, byte, move, turn, text)
        self.kind = kind
        self.file = file
        self.game = game
        self.line = line
        self.column = column
        self.byte = byte
        self.move = move
        self.turn = turn
        self.text = text

    def __str__(self) -> str:
        return str(self.args[0])


class JobError(SetwiseError):
    """A job that cannot be run, or a result of it that is wrong.

    Attributes
    ----------
    failures : list of setwise.jobs.Failure
        The shards that failed.
    """

    __module__ = "setwise"

    def __init__(self, message: str, failures: Sequence[Failure] = ()) -> None:
        super().__init__(message, list(failures))
        self.failures: list[Failure] = list(failures)

    def __str__(self) -> str:
        return str(self.args[0])
