"""Positions that are edited, and need not be legal."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ._errors import FenError
from ._native import Board, Piece, technique_attacks
from ._squares import (
    BB_ALL,
    BB_RANK_1,
    BB_RANK_8,
    FILE_NAMES,
    KING,
    ROOK,
    SQUARE_NAMES,
    STARTING_FEN,
    _checked,
    lsb,
    msb,
    scan_reversed,
    square_file,
)
from ._status import Status, status_of

if TYPE_CHECKING:
    from ._types import Color, Int


class Setup:
    """A position that is edited, and need not be legal.

    A `Board` is always a legal position. A setup has any pieces on any squares: edit it, ask `status` what
    is wrong, and make a board of it. Names are as in python-chess's ``Board``.

    Parameters
    ----------
    fen : str or Board or None
        A FEN, whose fields after the first may be missing; a board; or None for a position without pieces.
    chess960 : bool
        Whether castling follows the rules of Chess960. A board has its own.

    Attributes
    ----------
    turn : bool
        The side to move, True for White.
    castling_rights : int
        The mask of the rooks that may castle.
    ep_square : int or None
        The square behind a pawn that has just moved two squares.
    halfmove_clock : int
        The number of moves of both sides since the last capture or pawn move.
    fullmove_number : int
        The number of the move, from 1.
    chess960 : bool
        Whether castling follows the rules of Chess960.

    Raises
    ------
    FenError
        If the text is not a FEN.

    Examples
    --------
    >>> import setwise
    >>> setup = setwise.Setup(None)
    >>> setup.set_piece_at(setwise.E1, setwise.Piece.from_symbol("K"))
    >>> setup.status()
    <Status.NO_BLACK_KING: 2>
    >>> setup.set_piece_at(setwise.E8, setwise.Piece.from_symbol("k"))
    >>> setup.turn = setwise.BLACK
    >>> setup.board().fen()
    '4k3/8/8/8/8/8/8/4K3 b - - 0 1'
    """

    __slots__ = (
        "_pieces",
        "castling_rights",
        "chess960",
        "ep_square",
        "fullmove_number",
        "halfmove_clock",
        "turn",
    )

    turn: bool
    castling_rights: int
    ep_square: int | None
    halfmove_clock: int
    fullmove_number: int
    chess960: bool
    _pieces: dict[int, Piece]

    def __init__(self, fen: str | Board | None = STARTING_FEN, *, chess960: bool = False) -> None:
        self.chess960 = chess960
        if isinstance(fen, Board):
            self.chess960 = fen.chess960
            self._pieces = fen.piece_map()
            self.turn, self.castling_rights = fen.turn, fen.castling_rights
            self.ep_square = fen.ep_square
            self.halfmove_clock, self.fullmove_number = fen.halfmove_clock, fen.fullmove_number
        elif fen is None:
            self.clear()
        else:
            self.set_fen(fen)

    def clear(self) -> None:
        """Remove all pieces; White is to move, without castling rights."""
        self.clear_board()
        self.turn, self.castling_rights, self.ep_square = True, 0, None
        self.halfmove_clock, self.fullmove_number = 0, 1

    def clear_board(self) -> None:
        """Remove all pieces, and nothing else."""
        self._pieces = {}

    def set_piece_at(self, square: Int, piece: Piece | None) -> None:
        """Put a piece on a square, in place of what is there.

        Parameters
        ----------
        square : int
            The square.
        piece : Piece or None
            The piece; None empties the square.

        Raises
        ------
        ValueError
            If `square` is not one.
        """
        self.remove_piece_at(square)
        if piece is not None:
            self._pieces[operator.index(square)] = piece

    def remove_piece_at(self, square: Int) -> Piece | None:
        """Empty a square.

        Parameters
        ----------
        square : int
            The square.

        Returns
        -------
        Piece or None
            The piece that was there.

        Raises
        ------
        ValueError
            If `square` is not one.
        """
        return self._pieces.pop(_checked(square), None)

    def piece_at(self, square: Int) -> Piece | None:
        """Return the piece on a square.

        Parameters
        ----------
        square : int
            The square.

        Returns
        -------
        Piece or None
            None if it is empty.

        Raises
        ------
        ValueError
            If `square` is not one.
        """
        return self._pieces.get(_checked(square))

    def piece_map(self, *, mask: int = BB_ALL) -> dict[int, Piece]:
        """Return the pieces by their squares.

        Parameters
        ----------
        mask : int
            The squares that are asked.

        Returns
        -------
        dict of int to Piece
            A new dict.
        """
        return {square: piece for square, piece in self._pieces.items() if mask >> square & 1}

    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Put pieces on the board in place of all others.

        Parameters
        ----------
        pieces : mapping of int to Piece
            The pieces by their squares.

        Raises
        ------
        ValueError
            If a key is not a square.
        """
        self._pieces = {_checked(square): piece for square, piece in pieces.items()}

    def pieces_mask(self, piece_type: Int, color: Color) -> int:
        """Return the squares of the pieces of a type and a color.

        Parameters
        ----------
        piece_type : int
            The type, from `PAWN` to `KING`.
        color : bool
            True for White.

        Returns
        -------
        int
            A mask.
        """
        wanted = Piece(piece_type, color)
        return sum(1 << square for square, piece in self._pieces.items() if piece == wanted)

    @property
    def occupied(self) -> int:
        """The mask of the squares with a piece.

        Returns
        -------
        int
            A mask.
        """
        return sum(1 << square for square in self._pieces)

    def king(self, color: Color) -> int | None:
        """Return the square of a king.

        Parameters
        ----------
        color : bool
            True for White.

        Returns
        -------
        int or None
            The last of several; None if there is none.
        """
        kings = self.pieces_mask(KING, color)
        return msb(kings) if kings else None

    def attackers_mask(self, color: Color, square: Int, occupied: int | None = None) -> int:
        """Return the squares of the pieces of one side that attack a square.

        Parameters
        ----------
        color : bool
            The side, True for White.
        square : int
            The square.
        occupied : int, optional
            A mask of the squares that block, in place of those with a piece.

        Returns
        -------
        int
            A mask; pinned pieces are part of it.
        """
        to, blockers = _checked(square), self.occupied if occupied is None else occupied
        found = 0
        for start, piece in self._pieces.items():
            if piece.color == color and to in technique_attacks("kindergarten", piece, start, blockers):
                found |= 1 << start
        return found

    def set_fen(self, fen: str) -> None:
        """Set up the position of a FEN.

        Parameters
        ----------
        fen : str
            The FEN. Fields after the first may be missing: White is to move, without castling rights, an en
            passant square and counters.

        Raises
        ------
        FenError
            If it is not a FEN. The setup is then unchanged.
        """
        if not isinstance(fen, str):
            kind = f"{type(fen).__module__}.{type(fen).__qualname__}"
            raise TypeError(f"{kind} is not a FEN (expected a text, as fen() returns)")
        fields = fen.split()
        if not 1 <= len(fields) <= 6:
            raise FenError(f"{len(fields)} fields in FEN {fen!r} (expected 1 to 6)")
        board, turn, castling, ep_square, halfmoves, fullmoves = [
            *fields,
            *["-", "w", "-", "-", "0", "1"][len(fields) :],
        ]
        if turn not in ("w", "b"):
            raise FenError(f"side to move {turn!r} in FEN {fen!r} (expected w or b)", "side to move")
        if ep_square != "-" and ep_square not in SQUARE_NAMES:
            raise FenError(
                f"en passant square {ep_square!r} in FEN {fen!r} (expected a square or -)",
                "en passant square",
            )
        if not (halfmoves.isdecimal() and fullmoves.isdecimal()):
            raise FenError(f"counters {halfmoves!r} and {fullmoves!r} in FEN {fen!r} (expected numbers)")
        new = Setup(None, chess960=self.chess960)
        new.set_board_fen(board)
        new.set_castling_fen(castling)
        self._pieces, self.castling_rights = new._pieces, new.castling_rights
        self.turn = turn == "w"
        self.ep_square = None if ep_square == "-" else SQUARE_NAMES.index(ep_square)
        self.halfmove_clock, self.fullmove_number = int(halfmoves), max(int(fullmoves), 1)

    def set_board_fen(self, fen: str) -> None:
        """Put the pieces of the first field of a FEN on the board.

        Parameters
        ----------
        fen : str
            Eight ranks, the eighth first.

        Raises
        ------
        FenError
            If it is not one. The setup is then unchanged.
        """
        ranks, pieces = fen.split("/"), {}
        if len(ranks) != 8:
            raise FenError(f"{len(ranks)} ranks in {fen!r} (expected 8)", "board")
        for rank, text in zip(range(7, -1, -1), ranks, strict=True):
            file, after_digit = 0, False
            for letter in text:
                is_digit = letter in "12345678"
                if is_digit and not after_digit:
                    file += int(letter)
                elif letter in "PNBRQKpnbrqk" and file < 8:
                    pieces[8 * rank + file] = Piece.from_symbol(letter)
                    file += 1
                else:
                    raise FenError(f"{letter!r} in rank {rank + 1} of {fen!r}", "board")
                after_digit = is_digit
            if file != 8:
                raise FenError(f"rank {rank + 1} of {fen!r} has {file} squares (expected 8)", "board")
        self._pieces = pieces

    def set_castling_fen(self, fen: str) -> None:
        """Set the castling rights of the third field of a FEN.

        Parameters
        ----------
        fen : str
            ``'-'``, or letters such as ``'KQkq'``, which name the outermost rook of the side, or the file of a
            rook, such as ``'HAha'``.

        Raises
        ------
        FenError
            If it is not one. The setup is then unchanged.
        """
        rights = 0
        for letter in "" if fen == "-" else fen:
            color, name = letter.isupper(), letter.lower()
            rank = BB_RANK_1 if color else BB_RANK_8
            rooks, king = self.pieces_mask(ROOK, color) & rank, self.king(color)
            if name == "k":
                is_there = king is not None and rooks and king < msb(rooks)
                rights |= 1 << msb(rooks) if is_there else rank & 0x8080_8080_8080_8080
            elif name == "q":
                is_there = king is not None and rooks and king > lsb(rooks)
                rights |= 1 << lsb(rooks) if is_there else rank & 0x0101_0101_0101_0101
            elif name in FILE_NAMES:
                rights |= rank & 0x0101_0101_0101_0101 << FILE_NAMES.index(name)
            else:
                raise FenError(f"castling right {letter!r} in {fen!r}", "castling rights")
        self.castling_rights = rights

    def board_fen(self) -> str:
        """Return the first field of the FEN.

        Returns
        -------
        str
            The ranks, the eighth first.
        """
        ranks = []
        for rank in range(7, -1, -1):
            pieces = (self._pieces.get(8 * rank + file) for file in range(8))
            text = "".join(piece.symbol() if piece else "." for piece in pieces)
            for count in range(8, 0, -1):
                text = text.replace("." * count, str(count))
            ranks.append(text)
        return "/".join(ranks)

    def fen(self) -> str:
        """Return the FEN, with the castling rights for which king and rook are in place.

        Returns
        -------
        str
            The en passant square is written if there is one.
        """
        ep_square = "-" if self.ep_square is None else SQUARE_NAMES[self.ep_square]
        turn, rights = "w" if self.turn else "b", self._castling_fen()
        return (
            f"{self.board_fen()} {turn} {rights} {ep_square} {self.halfmove_clock} {self.fullmove_number}"
        )

    def _castling_fen(self) -> str:
        letters, rights = "", self.clean_castling_rights()
        for color, rank in ((True, BB_RANK_1), (False, BB_RANK_8)):
            king, rooks = self.king(color), self.pieces_mask(ROOK, color) & rank
            if king is None:
                continue
            for rook in scan_reversed(rights & rank):
                # A rook further out has the same side, so the letter names the file.
                is_east = square_file(rook) >= square_file(king)
                is_outer = rook == (msb(rooks) if is_east else lsb(rooks))
                letter = ("k" if is_east else "q") if is_outer else FILE_NAMES[square_file(rook)]
                letters += letter.upper() if color else letter
        return letters or "-"

    def clean_castling_rights(self) -> int:
        """Return the castling rights for which king and rook are in place.

        Returns
        -------
        int
            A mask of rooks, at most one on each side of each king.
        """
        rights = 0
        for color, rank in ((True, BB_RANK_1), (False, BB_RANK_8)):
            rooks = self.castling_rights & self.pieces_mask(ROOK, color) & rank
            kings = self.pieces_mask(KING, color) & rank
            if not self.chess960:
                if kings & 0x10 << (0 if color else 56):
                    rights |= rooks & 0x8100_0000_0000_0081
            elif kings and rooks:
                king, west, east = msb(kings), lsb(rooks), msb(rooks)
                rights |= (1 << west if west < king else 0) | (1 << east if east > king else 0)
        return rights

    def status(self) -> Status:
        """Return the faults of the position.

        Returns
        -------
        Status
            `Status.VALID`, which is false, or flags. `board` accepts more than eight pawns, if the side has at
            most sixteen pieces, and positions of which only the moves before tell that they cannot occur in a
            game, with a `HistoryWarning`.
        """
        return status_of(self)

    def is_valid(self) -> bool:
        """Return whether nothing is wrong with the position.

        Returns
        -------
        bool
            Whether `status` is `Status.VALID`.
        """
        return self.status() == Status.VALID

    def board(self) -> Board:
        """Return the position as a board.

        Returns
        -------
        Board
            A new board.

        Raises
        ------
        FenError
            If the position is not legal.
        """
        if self.castling_rights != self.clean_castling_rights():
            message = "castling rights without king and rook in place"
            raise FenError(message, "castling rights", 0, "castling_rights")
        return Board(self.fen())

    def copy(self) -> Setup:
        """Return a copy.

        Returns
        -------
        Setup
            Changing it does not change this one.
        """
        new = Setup(None, chess960=self.chess960)
        for name in Setup.__slots__:
            setattr(new, name, getattr(self, name))
        new._pieces = dict(self._pieces)
        return new

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Setup.__slots__)

    # Python itself sets it, because the class defines equality.
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Setup({self.fen()!r})"

    def __str__(self) -> str:
        rows = (
            (self._pieces.get(8 * rank + file) for file in range(8)) for rank in range(7, -1, -1)
        )
        return "\n".join(" ".join(piece.symbol() if piece else "." for piece in row) for row in rows)


Setup.__module__ = "setwise"
