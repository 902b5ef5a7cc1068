"""Positions that are edited: compared with python-chess's boards, edited in the same way."""

from __future__ import annotations

import copy
import random
import warnings

import chess
import pytest
import setwise
from conftest import random_boards, scaled

SYMBOLS = "PNBRQKpnbrqk"


def edit(theirs: chess.Board, ours: setwise.Setup, rng: random.Random) -> None:
    """Change both in the same way."""
    square, kind = rng.randrange(64), rng.randrange(7)
    if kind < 2:
        symbol = rng.choice(SYMBOLS)
        theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
        ours.set_piece_at(square, setwise.Piece.from_symbol(symbol))
    elif kind < 4:
        removed = theirs.remove_piece_at(square)
        found = ours.remove_piece_at(square)
        assert (found and found.symbol()) == (removed and removed.symbol())
    elif kind == 4:
        theirs.turn = ours.turn = not ours.turn
    elif kind == 5:
        ep_squares = [None, square, *(8 * rank + square % 8 for rank in (2, 5))]
        theirs.ep_square = ours.ep_square = rng.choice(ep_squares)
    else:
        rooks = rng.choice([chess.BB_CORNERS, chess.BB_A1, chess.BB_BACKRANKS, rng.getrandbits(64)])
        theirs.castling_rights = ours.castling_rights = rooks


def assert_same(theirs: chess.Board, ours: setwise.Setup) -> None:
    # Rights of a rook on another rank have no place in a FEN.
    assert ours.fen() == theirs.fen(en_passant="fen")
    assert ours.board_fen() == theirs.board_fen()
    assert ours.clean_castling_rights() == theirs.clean_castling_rights()
    assert int(ours.status()) == int(theirs.status()), ours
    assert ours.is_valid() == theirs.is_valid()
    assert str(ours) == str(theirs)
    assert (ours.king(True), ours.occupied) == (theirs.king(chess.WHITE), theirs.occupied)


def test_edited_boards_are_those_of_python_chess() -> None:
    rng = random.Random(36)
    met = chess.STATUS_VALID
    for board in random_boards(scaled(20_000, 500), seed=37):
        theirs = board.copy(stack=False)
        ours = setwise.Setup(board.fen(en_passant="fen"), chess960=board.chess960)
        assert_same(theirs, ours)
        for _ in range(rng.randint(1, 4)):
            edit(theirs, ours, rng)
        assert_same(theirs, ours)
        met |= theirs.status()
    for name in ("NO_BLACK_KING", "BAD_CASTLING_RIGHTS", "INVALID_EP_SQUARE", "OPPOSITE_CHECK", "IMPOSSIBLE_CHECK"):
        assert met & chess.Status[name], name


def test_positions_without_order_have_the_same_status() -> None:
    rng = random.Random(38)
    met = chess.STATUS_VALID
    for _ in range(scaled(20_000, 500)):
        pieces = {square: rng.choice(SYMBOLS) for square in rng.sample(range(64), rng.choice([0, 3, 8, 40]))}
        theirs, ours = chess.Board(None), setwise.Setup(None)
        theirs.set_piece_map({square: chess.Piece.from_symbol(it) for square, it in pieces.items()})
        ours.set_piece_map({square: setwise.Piece.from_symbol(it) for square, it in pieces.items()})
        assert_same(theirs, ours)
        met |= theirs.status()
    assert met & chess.STATUS_EMPTY and met & chess.STATUS_TOO_MANY_CHECKERS
    ours_only = {status.name: int(status) for status in setwise.Status if status}
    theirs_only = {status.name: int(status) for status in chess.Status if status}
    assert ours_only == {name: it for name, it in theirs_only.items() if not name.startswith("RACE")}


def test_a_setup_is_a_board_where_it_is_legal() -> None:
    rng = random.Random(39)
    legal = refused = 0
    for board in random_boards(scaled(10_000, 700), seed=40):
        theirs = board.copy(stack=False)
        ours = setwise.Setup(board.fen(en_passant="fen"), chess960=board.chess960)
        if rng.random() < 0.7:
            edit(theirs, ours, rng)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", setwise.HistoryWarning)
                made = ours.board()
        except setwise.HistoryWarning:
            assert not theirs.is_valid() or theirs.ep_square is not None
        except setwise.FenError:
            assert not theirs.is_valid(), ours
            refused += 1
        else:
            pawns = chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS
            assert not theirs.status() & ~pawns, ours
            assert made.fen() == theirs.fen()
            again = setwise.Setup(made)
            assert again.fen() == made.fen(en_passant="fen")
            legal += 1
    assert legal > 100 and refused > 100


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 b",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 3 0",
        "r3k3/8/8/8/8/8/8/4KR1R w KQkq e3 7 9",
        "4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1",
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_fens_with_missing_fields_are_read(fen: str, chess960: bool) -> None:
    theirs, ours = chess.Board(fen, chess960=chess960), setwise.Setup(fen, chess960=chess960)
    assert_same(theirs, ours)
    assert ours.castling_rights == theirs.castling_rights


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "0 fields"),
        ("8/8/8/8/8/8/8", "7 ranks in '8/8/8/8/8/8/8' .expected 8"),
        ("8/8/8/8/8/8/8/9", "'9' in rank 1"),
        ("8/8/8/8/8/8/8/44", "'4' in rank 1"),
        ("8/8/8/8/8/8/8/7", "rank 1 of .* has 7 squares"),
        ("8/8/8/8/8/8/8/8P", "'P' in rank 1"),
        ("8/8/8/8/8/8/8/8 x", "side to move 'x'"),
        ("8/8/8/8/8/8/8/8 w X", "castling right 'X'"),
        ("8/8/8/8/8/8/8/8 w - e9", "en passant square 'e9'"),
        ("8/8/8/8/8/8/8/8 w - - a 1", "counters 'a' and '1'"),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", "counters '0' and '-1'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", "7 fields"),
    ],
)
def test_what_is_no_fen_is_refused(fen: str, message: str) -> None:
    ours = setwise.Setup()
    with pytest.raises(setwise.FenError, match=message):
        ours.set_fen(fen)
    assert ours == setwise.Setup()


def test_squares_are_checked_and_copies_are_separate() -> None:
    ours = setwise.Setup()
    for call in (ours.remove_piece_at, ours.piece_at):
        with pytest.raises(ValueError, match="square 64"):
            call(64)
    with pytest.raises(ValueError, match="square -1"):
        ours.set_piece_at(-1, None)
    other = copy.copy(ours)
    assert other == ours
    other.set_piece_at(setwise.E4, setwise.Piece(setwise.QUEEN, True))
    assert other != ours and ours.piece_at(setwise.E4) is None
    ours.castling_rights = setwise.BB_SQUARES[setwise.E4]
    with pytest.raises(setwise.FenError, match="castling rights without king and rook"):
        ours.board()
    with pytest.raises(TypeError):
        hash(ours)
