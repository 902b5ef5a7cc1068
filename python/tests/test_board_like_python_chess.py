"""Every method that `Board` shares with python-chess gives the same, on random positions and games."""

from __future__ import annotations

import random
import subprocess
import sys
import types
from typing import Any

import chess
import chess.polyglot
import pytest

import setwise
from conftest import random_boards, random_move, scaled, start

POSITIONS = scaled(20_000, 1_200)
GAMES = scaled(2_000, 90)


def twin(board: chess.Board) -> setwise.Board:
    """Return the board of this package with the same position."""
    return setwise.Board(board.fen(en_passant="fen"), chess960=board.chess960 or None)


def ours(move: chess.Move) -> setwise.Move:
    return setwise.Move.from_uci(move.uci())


def value(found: object) -> object:
    """Return a value that can be compared with the other package's."""
    if isinstance(found, (chess.SquareSet, setwise.SquareSet)):
        return int(found)
    if isinstance(found, (chess.Move, setwise.Move, chess.Piece, setwise.Piece)):
        return str(found)
    if isinstance(found, (chess.Outcome, setwise.Outcome)):
        return (found.termination.name, found.winner, found.result())
    if isinstance(found, (chess.Board, setwise.Board)):
        return found.fen(en_passant="fen")
    if isinstance(found, dict):
        return {key: value(item) for key, item in found.items()}
    return found


ATTRIBUTES = """turn castling_rights ep_square halfmove_clock fullmove_number pawns knights bishops
rooks queens kings occupied""".split()

WITHOUT_ARGUMENTS = """ply root checkers is_check is_checkmate is_stalemate is_insufficient_material
is_seventyfive_moves is_fifty_moves is_fivefold_repetition is_repetition can_claim_draw
can_claim_fifty_moves can_claim_threefold_repetition outcome is_game_over result has_legal_en_passant
has_pseudo_legal_en_passant has_chess960_castling_rights mirror fen shredder_fen board_fen epd
piece_map unicode chess960_pos __str__""".split()

WITH_COLOR = """has_insufficient_material king has_castling_rights has_kingside_castling_rights
has_queenside_castling_rights""".split()

WITH_SQUARE = "piece_at piece_type_at color_at attacks".split()

WITH_COLOR_AND_SQUARE = "attackers is_attacked_by pin is_pinned".split()

WITH_MOVE = """is_capture is_en_passant is_castling is_kingside_castling is_queenside_castling
is_zeroing is_irreversible gives_check san lan uci is_legal""".split()


def compare_position(theirs: chess.Board, board: setwise.Board) -> None:
    """Compare everything that does not depend on a move."""
    for name in ATTRIBUTES:
        assert getattr(board, name) == getattr(theirs, name), name
    assert board.occupied_co == tuple(theirs.occupied_co)
    for name in WITHOUT_ARGUMENTS:
        assert value(getattr(board, name)()) == value(getattr(theirs, name)()), name
    assert value(board.outcome(claim_draw=True)) == value(theirs.outcome(claim_draw=True))
    assert board.result(claim_draw=True) == theirs.result(claim_draw=True)
    for style in ("legal", "fen", "xfen"):
        assert board.fen(en_passant=style) == theirs.fen(en_passant=style)  # type: ignore[arg-type]
    assert board.zobrist() == chess.polyglot.zobrist_hash(theirs)
    for color in (True, False):
        for name in WITH_COLOR:
            assert getattr(board, name)(color) == getattr(theirs, name)(color), name
        for piece_type in chess.PIECE_TYPES:
            assert value(board.pieces(piece_type, color)) == value(theirs.pieces(piece_type, color))
        for square in chess.SQUARES:
            for name in WITH_COLOR_AND_SQUARE:
                found = value(getattr(board, name)(color, square))
                assert found == value(getattr(theirs, name)(color, square)), (name, square)
    for square in chess.SQUARES:
        for name in WITH_SQUARE:
            assert value(getattr(board, name)(square)) == value(getattr(theirs, name)(square)), name


def compare_moves(theirs: chess.Board, board: setwise.Board) -> None:
    """Compare the legal moves and everything that depends on a move."""
    moves = list(theirs.legal_moves)
    assert sorted(map(str, board.legal_moves)) == sorted(map(str, moves))
    assert board.legal_moves.count() == len(board.legal_moves) == len(moves)
    assert bool(board.legal_moves) == bool(moves)
    pseudo_legal = sorted(map(str, board.pseudo_legal_moves))
    assert pseudo_legal == sorted(map(str, theirs.pseudo_legal_moves))
    assert board.pseudo_legal_moves.count() == len(pseudo_legal)
    captures = sorted(map(str, board.generate_legal_captures()))
    assert captures == sorted(map(str, theirs.generate_legal_captures()))
    for move in moves:
        mine = ours(move)
        assert mine in board.legal_moves
        for name in WITH_MOVE:
            assert getattr(board, name)(mine) == getattr(theirs, name)(move), (name, move)
        san, lan = theirs.san(move), theirs.lan(move)
        assert str(board.parse_san(san)) == str(theirs.parse_san(san)) == str(move)
        assert str(board.parse_san(lan)) == str(move)
        assert str(board.parse_uci(theirs.uci(move))) == str(move)
        for chess960 in (False, True):
            text = theirs.uci(move, chess960=chess960)
            assert board.uci(mine, chess960=chess960) == text


def test_random_positions() -> None:
    for theirs in random_boards(POSITIONS, seed=1):
        # python-chess's answers depend on the moves before; a new board has none on either side.
        theirs = chess.Board(theirs.fen(en_passant="fen"), chess960=theirs.chess960)
        board = twin(theirs)
        compare_position(theirs, board)
        compare_moves(theirs, board)


def test_a_wrong_answer_is_seen() -> None:
    """The comparison fails for boards that differ in one thing."""
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 2",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 1 1",
        "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1",
    ]:
        with pytest.raises(AssertionError):
            compare_position(chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), setwise.Board(fen))


def test_random_pairs_of_squares(rng: random.Random) -> None:
    """Legality of any move, also with both forms of castling, from any square to any other."""
    for theirs in random_boards(POSITIONS // 20, seed=2):
        board = twin(theirs)
        for _ in range(200):
            squares = rng.randrange(64), rng.randrange(64)
            promotion = rng.choice([None, None, 2, 3, 4, 5])
            move = chess.Move(*squares, promotion)
            mine = setwise.Move(*squares, promotion)
            assert board.is_legal(mine) == theirs.is_legal(move), (theirs.fen(), move)
            assert board.is_pseudo_legal(mine) == theirs.is_pseudo_legal(move), (theirs.fen(), move)
            assert (mine in board.pseudo_legal_moves) == theirs.is_pseudo_legal(move)


def test_random_games() -> None:
    """Outcome, claims, repetition, FEN and moves at every ply of random games; then back to the start."""
    rng = random.Random(3)
    endings = set()
    for number in range(GAMES):
        theirs = start(number, rng)
        board = twin(theirs)
        for _ in range(rng.randint(1, 160)):
            move = random_move(theirs, rng)
            if move is None:
                break
            if rng.random() < 0.3:
                assert board.push_san(theirs.san(move)) == ours(move)
            elif rng.random() < 0.5:
                assert board.push_uci(theirs.uci(move)) == ours(move)
            else:
                board.push(ours(move))
            theirs.push(move)
            assert board.fen(en_passant="fen") == theirs.fen(en_passant="fen")
            assert value(board.outcome()) == value(theirs.outcome())
            assert value(board.outcome(claim_draw=True)) == value(theirs.outcome(claim_draw=True))
            for count in (2, 3, 5):
                assert board.is_repetition(count) == theirs.is_repetition(count)
            assert board.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition()
            assert board.can_claim_fifty_moves() == theirs.can_claim_fifty_moves()
            assert str(board.peek()) == str(theirs.peek())
            ending = theirs.outcome(claim_draw=True)
            endings.add(ending and ending.termination.name)
        assert list(map(str, board.move_stack)) == list(map(str, theirs.move_stack))
        assert value(board.root()) == value(theirs.root())
        assert board.root().variation_san(board.move_stack) == theirs.root().variation_san(
            theirs.move_stack
        )
        while theirs.move_stack:
            assert str(board.pop()) == str(theirs.pop())
            assert board.fen(en_passant="fen") == theirs.fen(en_passant="fen")
    assert len(endings) >= 5, endings


def test_every_chess960_start() -> None:
    for number in range(960):
        theirs = chess.Board.from_chess960_pos(number)
        board = setwise.Board.from_chess960_pos(number)
        assert board.fen() == theirs.fen()
        assert board.chess960_pos() == number


def test_epd() -> None:
    rng = random.Random(4)
    texts = ["", "a text", "BK.01; back rank", "é ♔"]
    lines = unread = 0
    for theirs in random_boards(scaled(5000, 500), seed=5):
        moves = list(theirs.legal_moves)
        if not moves:
            continue
        board = twin(theirs)
        operations: dict[str, object] = {
            "bm": rng.sample(moves, min(len(moves), 3)),
            "am": rng.sample(moves, 1),
            "sm": rng.choice(moves),
            "pv": moves[:1],
            "id": rng.choice(texts),
            "c0": rng.choice(texts),
            "acd": rng.randrange(100),
            "ce": rng.randint(-32767, 32767),
            "hmvc": theirs.halfmove_clock,
            "fmvn": theirs.fullmove_number,
            "Own_1": rng.choice([None, 7, -7, "text", 1.5]),
        }
        chosen = rng.sample(sorted(operations), rng.randint(0, 6))

        def convert(operand: object) -> object:
            if isinstance(operand, list):
                return [ours(move) for move in operand]
            return ours(operand) if isinstance(operand, chess.Move) else operand

        line = theirs.epd(**{name: operations[name] for name in chosen})  # type: ignore[arg-type]
        assert board.epd(**{name: convert(operations[name]) for name in chosen}) == line  # type: ignore[arg-type]
        read, found = setwise.Board.from_epd(line)
        lines += 1
        try:
            other, expected = chess.Board.from_epd(line, chess960=theirs.chess960)
        except chess.IllegalMoveError:
            # python-chess does not read every castling that it wrote itself.
            unread += 1
            assert "O-O" in line
            continue
        assert read.fen() == other.fen()
        for name, operand in expected.items():
            if isinstance(operand, list):
                assert sorted(map(str, found[name])) == sorted(map(str, operand))  # type: ignore[arg-type]
            elif isinstance(operand, float):
                assert float(found[name]) == operand  # type: ignore[arg-type]
            else:
                assert str(found[name]) == str(operand)
    assert unread * 100 <= lines


def test_square_sets() -> None:
    rng = random.Random(6)
    for _ in range(scaled(5000, 500)):
        b = rng.getrandbits(64)
        a = rng.choice([b & rng.getrandbits(64), rng.getrandbits(64), b])
        x, y = setwise.SquareSet(a), setwise.SquareSet(b)
        u, v = chess.SquareSet(a), chess.SquareSet(b)
        for name in "union intersection difference symmetric_difference".split():
            assert int(getattr(x, name)(y)) == int(getattr(u, name)(v)), name
        for name in "isdisjoint issubset issuperset".split():
            assert getattr(x, name)(y) == getattr(u, name)(v), name
        for operator in "__and__ __or__ __xor__ __sub__ __eq__".split():
            found, expected = getattr(x, operator)(y), getattr(u, operator)(v)
            assert value(found) == value(expected), operator
        assert (x <= y, x < y, x >= y, x > y) == (
            set(x) <= set(y),
            set(x) < set(y),
            set(x) >= set(y),
            set(x) > set(y),
        )
        assert list(x) == list(u) and list(reversed(x)) == list(reversed(u))
        assert (str(x), repr(x), len(x), bool(x), int(x)) == (str(u), repr(u), len(u), bool(u), int(u))
        assert int(~x) == int(~u) and int(x.mirror()) == int(u.mirror())
        assert int(x << 3) == int(u << 3) and int(x >> 9) == int(u >> 9)
        assert x.tolist() == u.tolist()
        assert x == a and hash(x) == hash(a)
    few = 0x0000_8100_0000_4201
    assert list(map(int, setwise.SquareSet(few).carry_rippler())) == list(
        map(int, chess.SquareSet(few).carry_rippler())
    )
    for i in range(64):
        for j in range(64):
            assert int(setwise.SquareSet.between(i, j)) == int(chess.SquareSet.between(i, j))
            assert int(setwise.SquareSet.ray(i, j)) == int(chess.SquareSet.ray(i, j))


def test_attackers_with_occupied() -> None:
    rng = random.Random(7)
    for theirs in random_boards(scaled(2000, 200), seed=8):
        board, occupied = twin(theirs), rng.getrandbits(64)
        for square in range(64):
            found = board.attackers(True, square, occupied)
            assert int(found) == int(theirs.attackers(True, square, chess.SquareSet(occupied)))


def test_constants() -> None:
    """Every constant of the same name has the same value."""
    names = [name for name in dir(setwise) if name.isupper() and not name.startswith("_")]
    assert len(names) > 170
    for name in names:
        mine, theirs = getattr(setwise, name), getattr(chess, name)
        assert (list(mine) if isinstance(mine, range) else mine) == theirs, name


def test_functions_of_squares() -> None:
    for a in range(64):
        for name in "square_file square_rank square_name square_mirror".split():
            assert getattr(setwise, name)(a) == getattr(chess, name)(a)
        for b in range(64):
            for name in "square_distance square_manhattan_distance square_knight_distance ray between".split():
                assert getattr(setwise, name)(a, b) == getattr(chess, name)(a, b), (name, a, b)
        assert setwise.parse_square(chess.square_name(a)) == a
        assert setwise.square(a % 8, a // 8) == a
    for piece_type in chess.PIECE_TYPES:
        assert setwise.piece_symbol(piece_type) == chess.piece_symbol(piece_type)
        assert setwise.piece_name(piece_type) == chess.piece_name(piece_type)


def test_functions_of_masks() -> None:
    rng = random.Random(18)
    for mask in [0, 1, 1 << 63, chess.BB_ALL, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(500))]:
        for name in "lsb msb popcount".split():
            assert getattr(setwise, name)(mask) == getattr(chess, name)(mask)
        for name in "scan_forward scan_reversed".split():
            assert list(getattr(setwise, name)(mask)) == list(getattr(chess, name)(mask))


def test_pieces() -> None:
    for symbol in "PNBRQKpnbrqk":
        mine, theirs = setwise.Piece.from_symbol(symbol), chess.Piece.from_symbol(symbol)
        assert (mine.piece_type, mine.color) == (theirs.piece_type, theirs.color)
        assert (str(mine), repr(mine), mine.symbol()) == (str(theirs), repr(theirs), theirs.symbol())
        for invert in (False, True):
            assert mine.unicode_symbol(invert_color=invert) == theirs.unicode_symbol(
                invert_color=invert
            )


def test_unicode_with_options() -> None:
    for theirs in random_boards(20, seed=9):
        board = twin(theirs)
        for borders in (False, True):
            for orientation in (False, True):
                found = board.unicode(borders=borders, orientation=orientation, empty_square=".")
                assert found == theirs.unicode(
                    borders=borders, orientation=orientation, empty_square="."
                )


def test_null_moves() -> None:
    theirs, board = chess.Board(), setwise.Board()
    for uci in ("e2e4", "0000", "e4e5", "d7d5"):
        theirs.push_uci(uci)
        board.push_uci(uci)
        assert board.fen(en_passant="fen") == theirs.fen(en_passant="fen")
    assert not setwise.Move.null() and setwise.Move.null().uci() == "0000"
    assert board.san(setwise.Move.null()) == theirs.san(chess.Move.null()) == "--"
    assert board.parse_san("--") == setwise.Move.null()


def test_boards_of_python_chess_are_taken() -> None:
    boards = list(random_boards(scaled(3000, 300), 31))
    for theirs in boards:
        board = setwise.Board(theirs)
        assert board.fen(shredder=True, en_passant="fen") == theirs.fen(shredder=True, en_passant="fen")
        assert [move.uci() for move in board.move_stack] == [move.uci() for move in theirs.move_stack]
        assert board.chess960 == theirs.chess960
        assert board.root().fen(shredder=True) == theirs.root().fen(shredder=True)
    batch = setwise.Positions.from_boards([setwise.Board(), *boards])
    expected = [theirs.fen(shredder=True, en_passant="fen") for theirs in boards]
    assert batch.to_fens(shredder=True, en_passant="fen")[1:] == expected


def test_boards_of_python_chess_that_are_refused() -> None:
    theirs = chess.Board()
    theirs.push_san("Nf3")
    theirs.turn = chess.WHITE
    with pytest.raises(ValueError, match="the moves of the board lead to .* b KQkq - 1 1 .expected .* w KQkq"):
        setwise.Board(theirs)
    with pytest.raises(setwise.FenError):
        setwise.Board(chess.Board(None))
    with pytest.raises(setwise.RowError, match="^row 1: ") as caught:
        setwise.Positions.from_boards([theirs, chess.Board(None)])
    assert caught.value.row == 1
    theirs = chess.Board()
    theirs.push(chess.Move.from_uci("e2e5"))
    with pytest.raises(setwise.IllegalMoveError, match="e2e5"):
        setwise.Board(theirs)
    with pytest.raises(setwise.FenError, match="chess960"):
        setwise.Board(chess.Board.from_chess960_pos(3), chess960=False)


@pytest.mark.parametrize("board", [5, lambda: 5, type("Board", (), {}), None])
def test_another_module_of_the_name(board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", types.SimpleNamespace(Board=board))
    for it in (5, board() if callable(board) else 5):
        with pytest.raises(TypeError, match="is not a FEN"):
            setwise.Board(it)
        with pytest.raises(TypeError, match="is not a setwise.Board"):
            setwise.Positions.from_boards([it])


def test_python_chess_is_not_imported() -> None:
    program = "import sys, setwise\ntry: setwise.Board(5)\nexcept TypeError: print('chess' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
