"""`Board`, `Move`, `Piece` and `SquareSet`: what is not in python-chess, and errors."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import setwise


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    board = setwise.Board()
    board.push_san("e4")
    for bad in ("e2e4", "e7e4", "e1g1", "a7a8q"):
        with pytest.raises(setwise.IllegalMoveError, match=bad):
            board.push(setwise.Move.from_uci(bad))
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert len(board.move_stack) == 1


def test_null_move_in_check_is_refused() -> None:
    board = setwise.Board("4k3/8/8/8/8/8/8/K3R3 b - - 0 1")
    with pytest.raises(setwise.IllegalMoveError, match="in check"):
        board.push(setwise.Move.null())


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", setwise.InvalidMoveError),
        ("e", setwise.InvalidMoveError),
        ("e2", setwise.IllegalMoveError),
        ("Nf9", setwise.InvalidMoveError),
        ("Nd4", setwise.IllegalMoveError),
        ("é", setwise.InvalidMoveError),
        ("x" * 100_000, setwise.InvalidMoveError),
    ],
)
def test_errors_of_san(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        setwise.Board().parse_san(text)


def test_ambiguous_san() -> None:
    board = setwise.Board("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1")
    board.push_san("Nf3")
    board.push_san("Kd8")
    with pytest.raises(setwise.AmbiguousMoveError, match="b1 f3"):
        board.parse_san("Nd2")


@pytest.mark.parametrize(
    ("fen", "field", "reason"),
    [
        ("", "board", None),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "board", "no_king"),
        ("4k3/8/8/8/8/8/8/4K2Q x - - 0 1", "side to move", None),
        ("4k2Q/8/8/8/8/8/8/4K3 w - - 0 1", "board", "opponent_in_check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", None, None),
    ],
)
def test_errors_of_fen(fen: str, field: str | None, reason: str | None) -> None:
    with pytest.raises(setwise.FenError) as caught:
        setwise.Board(fen)
    assert isinstance(caught.value, ValueError)
    if field is not None:
        assert (caught.value.field, caught.value.reason) == (field, reason)
    assert pickle.loads(pickle.dumps(caught.value)).reason == caught.value.reason


def test_none_is_no_board() -> None:
    """Finds None as the initial position, where python-chess gives an empty board."""
    with pytest.raises(TypeError, match="None .expected a FEN, or no argument for the initial position"):
        setwise.Board(None)  # type: ignore[arg-type]
    assert setwise.Board() == setwise.Board(setwise.STARTING_FEN) == setwise.Board(fen=setwise.STARTING_FEN)
    for wrong in (5, b"8/8", setwise.Board()):
        with pytest.raises(TypeError):
            setwise.Board(wrong)  # type: ignore[arg-type]


def test_chess960_is_found_or_refused() -> None:
    fen = "1rk3r1/8/8/8/8/8/8/1RK2BR1 w GBgb - 0 1"
    assert setwise.Board(fen).chess960
    with pytest.raises(setwise.FenError, match="chess960"):
        setwise.Board(fen, chess960=False)
    assert not setwise.Board().chess960
    board = setwise.Board(chess960=True)
    for san in ("Nf3", "Nf6", "g3", "g6", "Bg2", "Bg7"):
        board.push_san(san)
    assert board.parse_san("O-O").uci() == "e1h1"
    assert board.parse_uci("e1g1").uci() == "e1h1"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol: int) -> None:
    board = setwise.Board(chess960=True)
    for uci in ("e2e4", "d7d5", "e4e5", "0000"):
        board.push_uci(uci)
    values = [
        board,
        setwise.Move.from_uci("e7e8q"),
        setwise.Move.null(),
        setwise.Piece.from_symbol("k"),
        setwise.SquareSet([1, 63]),
        board.outcome(),
    ]
    for value in values:
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and type(again) is type(value)
    again = pickle.loads(pickle.dumps(board, protocol))
    assert again.move_stack == board.move_stack and again.chess960
    assert again.root() == board.root()


def test_hostile_pickles_are_refused() -> None:
    from setwise import _native

    restore = _native._restore_board
    with pytest.raises(ValueError, match="29 bytes"):
        restore(b"\0" * 29, False, [])
    with pytest.raises(ValueError, match="no king"):
        restore(b"\0" * 30, False, [])
    start = setwise.Positions.from_boards([setwise.Board()]).packed().tobytes()
    for bits in (1, 0x8000, 0xFFFF, 1 << 12 | 28 << 6 | 11):
        with pytest.raises(ValueError, match="illegal move"):
            restore(start, False, [bits])
    with pytest.raises(ValueError, match="65536"):
        restore(start, False, [65536])


def test_copies_are_independent() -> None:
    board = setwise.Board()
    board.push_san("e4")
    board.push_san("e5")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert other == board and other.move_stack == board.move_stack
        other.push_san("Nf3")
        assert other != board
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=1).move_stack == board.move_stack[1:]
    assert board.copy(stack=1).root().ply() == 1


def test_equality_and_hashes() -> None:
    move = setwise.Move.from_uci("e2e4")
    assert move == setwise.Move(setwise.E2, setwise.E4) != setwise.Move(setwise.E2, setwise.E3)
    assert len({move, setwise.Move.from_uci("e2e4")}) == 1
    assert move != "e2e4" and setwise.Piece.from_symbol("P") != "P"
    assert len({setwise.Piece.from_symbol("P"), setwise.Piece(setwise.PAWN, setwise.WHITE)}) == 1
    assert len({setwise.SquareSet(5), setwise.SquareSet([0, 2])}) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(setwise.Board())
    # The same position by another order of moves.
    boards = [setwise.Board(), setwise.Board()]
    for board, sans in zip(boards, (["Nf3", "Nf6", "Nc3"], ["Nc3", "Nf6", "Nf3"]), strict=True):
        for san in sans:
            board.push_san(san)
    assert boards[0] == boards[1]


def test_numpy_scalars_are_accepted() -> None:
    board = setwise.Board()
    assert board.piece_at(np.uint8(4)) == board.piece_at(np.int64(4)) == setwise.Piece.from_symbol("K")
    assert board.king(np.bool_(True)) == 4
    assert board.pieces(np.int32(1), np.bool_(False)) == 0xFF << 48
    assert setwise.Move(np.uint16(12), np.uint16(28)) == setwise.Move.from_uci("e2e4")
    assert setwise.SquareSet(np.uint64(2**63)) == 1 << 63
    assert setwise.SquareSet(np.array([0, 1])) == 3
    assert setwise.perft(board, np.int8(2)) == 400


@pytest.mark.parametrize("bad", [64, -1, 2**40, 2**70, -(2**70)])
def test_squares_out_of_range(bad: int) -> None:
    board = setwise.Board()
    for call in (
        lambda: board.piece_at(bad),
        lambda: board.attacks(bad),
        lambda: board.attackers(True, bad),
        lambda: setwise.Move(bad, 0),
        lambda: setwise.SquareSet([bad]),
        lambda: setwise.SquareSet.from_square(bad),
        lambda: setwise.square_name(bad),
        lambda: setwise.svg.board(arrows=[(bad, 0)]),
    ):
        with pytest.raises(ValueError, match="square"):
            call()


@pytest.mark.parametrize("bad", ["e4", 1.0, None, b"e4", object()])
def test_squares_of_a_wrong_type(bad: object) -> None:
    board = setwise.Board()
    for call in (
        lambda: board.piece_at(bad),  # type: ignore[arg-type]
        lambda: setwise.Move(bad, 0),  # type: ignore[arg-type]
        lambda: setwise.SquareSet([bad]),  # type: ignore[list-item]
    ):
        with pytest.raises(TypeError):
            call()


def test_other_values_out_of_range() -> None:
    board = setwise.Board()
    for call in (
        lambda: board.pieces(7, True),
        lambda: board.pieces(0, True),
        lambda: board.king(2),  # type: ignore[arg-type]
        lambda: setwise.Move(0, 1, setwise.KING),
        lambda: setwise.Move.from_bits(0),
        lambda: setwise.Move.from_bits(65536),
        lambda: setwise.Move.from_bits(-1),
        lambda: setwise.Piece.from_symbol("x"),
        lambda: setwise.Piece.from_symbol(""),
        lambda: setwise.Piece.from_symbol("PP"),
        lambda: board.fen(en_passant="other"),  # type: ignore[arg-type]
        lambda: board.see(setwise.Move.from_uci("e2e4"), values=[1, 2, 3]),
        lambda: board.epd(ce=2**80),
        lambda: board.epd(ce=float("nan")),
        lambda: board.epd(bm="e4"),
        lambda: setwise.Board.from_epd("4k3/8/8/8/8/8/8/4K3 w - - bm e4;"),
        lambda: setwise.square(8, 0),
        lambda: setwise.parse_square("i1"),
        lambda: setwise.piece_name(0),
    ):
        with pytest.raises(ValueError):
            call()


def test_pop_and_peek_without_moves() -> None:
    with pytest.raises(IndexError):
        setwise.Board().pop()
    with pytest.raises(IndexError):
        setwise.Board().peek()


def test_legal_moves_follow_the_board() -> None:
    board = setwise.Board()
    moves = board.legal_moves
    iterator = iter(moves)
    next(iterator)
    board.push_san("e4")
    assert "e5" in repr(moves) and setwise.Move.from_uci("e7e5") in moves
    # An iterator that has begun goes on with its position.
    assert len(list(iterator)) == 19
    for move in board.legal_moves:
        board.push(move)
        board.pop()
    with pytest.raises(TypeError):
        "e7e5" in moves  # type: ignore[operator]


def test_moves_between_sets() -> None:
    board = setwise.Board()
    knights = board.pieces(setwise.KNIGHT, setwise.WHITE)
    assert {move.uci() for move in board.generate_legal_moves(knights)} == {
        "b1a3",
        "b1c3",
        "g1f3",
        "g1h3",
    }
    assert [move.uci() for move in board.generate_legal_moves(to_mask=[setwise.E4])] == ["e2e4"]


def test_pictures() -> None:
    board = setwise.Board()
    board.push_san("e4")
    for picture in (
        board._repr_svg_(),
        setwise.SquareSet([1])._repr_svg_(),
        setwise.svg.board(),
        setwise.svg.board(
            board,
            orientation=setwise.BLACK,
            lastmove=board.peek(),
            squares=[setwise.E4],
            frame=setwise.SquareSet(setwise.BB_RANK_1),
            coordinates=False,
        ),
    ):
        assert picture.startswith("<svg xmlns=") and picture.rstrip().endswith("</svg>")


def test_sets_draw_their_board() -> None:
    assert str(setwise.SquareSet([setwise.A8])).splitlines()[0] == "1 . . . . . . ."


def test_classes_of_exceptions() -> None:
    for name in dir(setwise):
        if name.endswith("Error"):
            assert issubclass(getattr(setwise, name), setwise.SetwiseError)
    assert issubclass(setwise.SetwiseError, ValueError)
