"""What is wrong with a position."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from ._native import Piece
from ._squares import (
    BB_RANK_1,
    BB_RANK_8,
    KING,
    PAWN,
    lsb,
    msb,
    ray,
    scan_forward,
    square_rank,
)

if TYPE_CHECKING:
    from ._setup import Setup


class Status(enum.IntFlag):
    """What is wrong with a position; the names and values are python-chess's."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


def status_of(setup: Setup) -> Status:
    """Return the faults of a position."""
    pieces = setup.piece_map().values()
    found = Status.VALID if pieces else Status.EMPTY
    if sum(piece.piece_type == KING for piece in pieces) > 2:
        found |= Status.TOO_MANY_KINGS
    sides = (
        (True, Status.NO_WHITE_KING, Status.TOO_MANY_WHITE_PAWNS, Status.TOO_MANY_WHITE_PIECES),
        (False, Status.NO_BLACK_KING, Status.TOO_MANY_BLACK_PAWNS, Status.TOO_MANY_BLACK_PIECES),
    )
    for color, no_king, many_pawns, many_pieces in sides:
        pawns = setup.pieces_mask(PAWN, color)
        if setup.king(color) is None:
            found |= no_king
        if pawns.bit_count() > 8:
            found |= many_pawns
        if pawns & (BB_RANK_1 | BB_RANK_8):
            found |= Status.PAWNS_ON_BACKRANK
        if sum(piece.color == color for piece in pieces) > 16:
            found |= many_pieces
    if setup.castling_rights != setup.clean_castling_rights():
        found |= Status.BAD_CASTLING_RIGHTS
    ep_square = _valid_ep_square(setup)
    if setup.ep_square != ep_square:
        found |= Status.INVALID_EP_SQUARE
    other_king = setup.king(not setup.turn)
    if other_king is not None and setup.attackers_mask(setup.turn, other_king):
        found |= Status.OPPOSITE_CHECK
    return found | _status_of_checks(setup, ep_square)


def _status_of_checks(setup: Setup, ep_square: int | None) -> Status:
    king, kings = setup.king(setup.turn), setup.pieces_mask(KING, setup.turn)
    checkers = 0 if king is None else setup.attackers_mask(not setup.turn, king)
    if not checkers:
        return Status.VALID
    found = Status.TOO_MANY_CHECKERS if checkers.bit_count() > 2 else Status.VALID
    if ep_square is None:
        # Two checkers on one line with the king on it cannot both have come by one move.
        line, count = ray(lsb(checkers), msb(checkers)), checkers.bit_count()
        if count > 2 or (count == 2 and line & kings):
            found |= Status.IMPOSSIBLE_CHECK
        return found
    # The pawn has just moved two squares: either it gives check, or it has opened a line.
    step = 8 if setup.turn else -8
    pushed_to, pushed_from = ep_square - step, ep_square + step
    before = setup.occupied & ~(1 << pushed_to) | 1 << pushed_from
    was_attacked = any(
        setup.attackers_mask(not setup.turn, king, before) for king in scan_forward(kings)
    )
    if checkers.bit_count() > 1 or (checkers != 1 << pushed_to and was_attacked):
        found |= Status.IMPOSSIBLE_CHECK
    return found


def _valid_ep_square(setup: Setup) -> int | None:
    """Return the en passant square if a pawn may just have moved over it."""
    square = setup.ep_square
    if square is None or square_rank(square) != (5 if setup.turn else 2):
        return None
    step = 8 if setup.turn else -8
    has_pawn = setup.piece_at(square - step) == Piece(PAWN, not setup.turn)
    is_free = not setup.occupied & (1 << square | 1 << square + step)
    return square if has_pawn and is_free else None


Status.__module__ = "setwise"
