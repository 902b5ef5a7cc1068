"""The vocabulary of python-chess: colors, piece types, squares and masks.

The package has every name of this module that does not begin with an underscore.
"""

from collections.abc import Iterator as _Iterator
from typing import Final as _Final, SupportsIndex as _SupportsIndex, TypeAlias as _TypeAlias

from ._native import SquareSet as _SquareSet

Color: _TypeAlias = bool
PieceType: _TypeAlias = int
Square: _TypeAlias = int
Bitboard: _TypeAlias = int

WHITE: _Final = True
BLACK: _Final = False
COLORS: _Final = [WHITE, BLACK]
COLOR_NAMES: _Final = ["black", "white"]

PAWN: _Final = 1
KNIGHT: _Final = 2
BISHOP: _Final = 3
ROOK: _Final = 4
QUEEN: _Final = 5
KING: _Final = 6
PIECE_TYPES: _Final = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: _Final[list[str | None]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: _Final[list[str | None]] = [
    None,
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
]
UNICODE_PIECE_SYMBOLS: _Final = {
    "R": "♖",
    "r": "♜",
    "N": "♘",
    "n": "♞",
    "B": "♗",
    "b": "♝",
    "Q": "♕",
    "q": "♛",
    "K": "♔",
    "k": "♚",
    "P": "♙",
    "p": "♟",
}

FILE_NAMES: _Final = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES: _Final = ["1", "2", "3", "4", "5", "6", "7", "8"]

STARTING_FEN: _Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN: _Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

SQUARES: _Final = range(64)
SQUARES_180: _Final = [square ^ 56 for square in SQUARES]
SQUARE_NAMES: _Final = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

BB_EMPTY: _Final = 0
BB_ALL: _Final = 2**64 - 1
BB_SQUARES: _Final = [1 << square for square in SQUARES]
BB_CORNERS: _Final = 1 << A1 | 1 << H1 | 1 << A8 | 1 << H8
BB_CENTER: _Final = 1 << D4 | 1 << E4 | 1 << D5 | 1 << E5
BB_LIGHT_SQUARES: _Final = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: _Final = 0xAA55_AA55_AA55_AA55

BB_FILE_A: _Final = 0x0101_0101_0101_0101 << 0
BB_FILE_B: _Final = 0x0101_0101_0101_0101 << 1
BB_FILE_C: _Final = 0x0101_0101_0101_0101 << 2
BB_FILE_D: _Final = 0x0101_0101_0101_0101 << 3
BB_FILE_E: _Final = 0x0101_0101_0101_0101 << 4
BB_FILE_F: _Final = 0x0101_0101_0101_0101 << 5
BB_FILE_G: _Final = 0x0101_0101_0101_0101 << 6
BB_FILE_H: _Final = 0x0101_0101_0101_0101 << 7
BB_FILES: _Final = [BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H]

BB_RANK_1: _Final = 0xFF << 0
BB_RANK_2: _Final = 0xFF << 8
BB_RANK_3: _Final = 0xFF << 16
BB_RANK_4: _Final = 0xFF << 24
BB_RANK_5: _Final = 0xFF << 32
BB_RANK_6: _Final = 0xFF << 40
BB_RANK_7: _Final = 0xFF << 48
BB_RANK_8: _Final = 0xFF << 56
BB_RANKS: _Final = [BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8]
BB_BACKRANKS: _Final = BB_RANK_1 | BB_RANK_8

BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]


def _checked(square: _SupportsIndex) -> int:
    """Return a square as an int, or raise an error that names it."""
    # The set refuses what is not a square.
    _SquareSet.from_square(square)
    return int(square)


def square(file_index: int, rank_index: int) -> int:
    """Return the square of a file and a rank.

    Parameters
    ----------
    file_index, rank_index : int
        From 0 to 7; the a file and rank 1 are 0.

    Returns
    -------
    int
        The square, 0 to 63.

    Raises
    ------
    ValueError
        If a number is out of range.
    """
    if file_index not in range(8) or rank_index not in range(8):
        raise ValueError(f"file {file_index!r} and rank {rank_index!r} (expected 0 to 7)")
    return int(rank_index) * 8 + int(file_index)


def parse_square(name: str) -> int:
    """Return the square of a name.

    Parameters
    ----------
    name : str
        Such as ``'e4'``.

    Returns
    -------
    int
        The square, 0 to 63.

    Raises
    ------
    ValueError
        If the text is not the name of a square.
    """
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"square {name!r} (expected a1 to h8)") from None


def square_name(square: int) -> str:
    """Return the name of a square.

    Parameters
    ----------
    square : int
        A square, 0 to 63.

    Returns
    -------
    str
        Such as ``'e4'``.
    """
    return SQUARE_NAMES[_checked(square)]


def square_file(square: int) -> int:
    """Return the file of a square.

    Parameters
    ----------
    square : int
        A square, 0 to 63.

    Returns
    -------
    int
        0 for the a file to 7 for the h file.
    """
    return _checked(square) % 8


def square_rank(square: int) -> int:
    """Return the rank of a square.

    Parameters
    ----------
    square : int
        A square, 0 to 63.

    Returns
    -------
    int
        0 for rank 1 to 7 for rank 8.
    """
    return _checked(square) // 8


def square_distance(a: int, b: int) -> int:
    """Return the number of king's moves between two squares.

    Parameters
    ----------
    a, b : int
        Squares, 0 to 63.

    Returns
    -------
    int
        0 to 7.
    """
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_manhattan_distance(a: int, b: int) -> int:
    """Return the number of a rook's single steps between two squares.

    Parameters
    ----------
    a, b : int
        Squares, 0 to 63.

    Returns
    -------
    int
        0 to 14.
    """
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: int, b: int) -> int:
    """Return the number of knight's moves between two squares on an empty board.

    Parameters
    ----------
    a, b : int
        Squares, 0 to 63.

    Returns
    -------
    int
        0 to 6.
    """
    reached, moves = {_checked(a)}, 0
    while _checked(b) not in reached:
        reached = {
            file + 8 * rank
            for at in reached
            for file, rank in (
                (at % 8 + sign * step, at // 8 + other * (3 - step))
                for step in (1, 2)
                for sign in (-1, 1)
                for other in (-1, 1)
            )
            if file in range(8) and rank in range(8)
        }
        moves += 1
    return moves


def ray(a: int, b: int) -> int:
    """Return the line through two squares as a mask: a rank, a file or a diagonal.

    Parameters
    ----------
    a, b : int
        Squares, 0 to 63.

    Returns
    -------
    int
        The line from edge to edge; 0 if the squares are the same, or on no line.
    """
    return int(_SquareSet.ray(a, b))


def between(a: int, b: int) -> int:
    """Return the squares between two squares of a line as a mask.

    Parameters
    ----------
    a, b : int
        Squares, 0 to 63.

    Returns
    -------
    int
        0 if there is no square between them, or they are on no line.
    """
    return int(_SquareSet.between(a, b))


def lsb(bb: int) -> int:
    """Return the lowest square of a mask.

    Parameters
    ----------
    bb : int
        A mask of 64 bits.

    Returns
    -------
    int
        The number of the lowest bit; -1 for 0.
    """
    return (bb & -bb).bit_length() - 1


def msb(bb: int) -> int:
    """Return the highest square of a mask.

    Parameters
    ----------
    bb : int
        A mask of 64 bits.

    Returns
    -------
    int
        The number of the highest bit; -1 for 0.
    """
    return bb.bit_length() - 1


def popcount(bb: int) -> int:
    """Return the number of squares of a mask.

    Parameters
    ----------
    bb : int
        A mask of 64 bits.

    Returns
    -------
    int
        0 to 64.
    """
    return bb.bit_count()


def scan_forward(bb: int) -> _Iterator[int]:
    """Return the squares of a mask, the lowest first.

    Parameters
    ----------
    bb : int
        A mask of 64 bits.

    Returns
    -------
    iterator of int
        Squares, 0 to 63.
    """
    return iter(_SquareSet(bb))


def scan_reversed(bb: int) -> _Iterator[int]:
    """Return the squares of a mask, the highest first.

    Parameters
    ----------
    bb : int
        A mask of 64 bits.

    Returns
    -------
    iterator of int
        Squares, 0 to 63.
    """
    return reversed(_SquareSet(bb))


def square_mirror(square: int) -> int:
    """Return a square mirrored from top to bottom.

    Parameters
    ----------
    square : int
        A square, 0 to 63.

    Returns
    -------
    int
        The square on the same file; rank 1 becomes rank 8.
    """
    return _checked(square) ^ 56


def piece_symbol(piece_type: int) -> str:
    """Return the lower-case letter of a piece type.

    Parameters
    ----------
    piece_type : int
        From ``PAWN`` (1) to ``KING`` (6).

    Returns
    -------
    str
        One of ``pnbrqk``.

    Raises
    ------
    ValueError
        If the number is out of range.
    """
    return _named(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: int) -> str:
    """Return the English name of a piece type.

    Parameters
    ----------
    piece_type : int
        From ``PAWN`` (1) to ``KING`` (6).

    Returns
    -------
    str
        Such as ``'pawn'``.

    Raises
    ------
    ValueError
        If the number is out of range.
    """
    return _named(PIECE_NAMES, piece_type)


def _named(names: list[str | None], piece_type: int) -> str:
    name = names[piece_type] if piece_type in PIECE_TYPES else None
    if name is None:
        raise ValueError(f"piece type {piece_type!r} (expected 1 for a pawn to 6 for a king)")
    return name
