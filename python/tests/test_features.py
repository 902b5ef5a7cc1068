"""Inputs and outputs of neural networks: HalfKAv2_hm, threats, policies and the types of planes.

The definitions here are written out. Indices that other programs made, or hashes of them, pin their orders.
"""

from __future__ import annotations

import hashlib
import pathlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import setwise
from conftest import random_boards, scaled
from setwise import Positions

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def sha256(items: list[Any]) -> str:
    return hashlib.sha256(" ".join(map(str, items)).encode()).hexdigest()


def steps(move: str) -> tuple[int, int]:
    """Return the steps of a move to the right and up."""
    return ord(move[2]) - ord(move[0]), int(move[3]) - int(move[1])


def is_queen(move: str) -> bool:
    x, y = map(abs, steps(move))
    return (x, y) != (0, 0) and (x == 0 or y == 0 or x == y)


def is_knight(move: str) -> bool:
    return sorted(map(abs, steps(move))) == [1, 2]


PLAIN = [a + b for a in SQUARES for b in SQUARES if is_queen(a + b) or is_knight(a + b)]
FORWARD = [f"{a}7{b}8" for a in "abcdefgh" for b in "abcdefgh" if abs(ord(a) - ord(b)) < 2]

LC0 = PLAIN + [move + letter for move in FORWARD for letter in "qrb"]

UCI = [a + b for a in SQUARES for kind in (is_queen, is_knight) for b in SQUARES if kind(a + b)] + [
    f"{file}{here}{chr(ord(file) + step)}{there}{letter}"
    for here, there in ("21", "78")
    for file in "abcdefgh"
    for step in (0, -1, 1)
    if "a" <= chr(ord(file) + step) <= "h"
    for letter in "qrbn"
]

COMPASS = "N NE E SE S SW W NW".split()
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def alphazero(move: str) -> int:
    x, y = steps(move)
    if move[4:] in ("n", "b", "r"):
        plane = 64 + 3 * (x + 1) + "nbr".index(move[4:])
    elif is_knight(move):
        plane = 56 + KNIGHT.index((x, y))
    else:
        north, east = "S N"[(y > 0) - (y < 0) + 1].strip(), "W E"[(x > 0) - (x < 0) + 1].strip()
        plane = 7 * COMPASS.index(north + east) + max(abs(x), abs(y)) - 1
    return 73 * SQUARES.index(move[:2]) + plane


def mirrored(move: str) -> str:
    """Return a move as Black sees it."""
    return f"{move[0]}{9 - int(move[1])}{move[2]}{9 - int(move[3])}{move[4:]}"


def index(board: setwise.Board, move: setwise.Move, policy: str) -> int:
    """Return the index of a legal move by the definitions above."""
    text, takes_rook = board.uci(move, chess960=False), board.uci(move, chess960=True)
    if not board.turn and policy != "uci":
        text, takes_rook = mirrored(text), mirrored(takes_rook)
    if policy == "uci":
        return UCI.index(text)
    return alphazero(text) if policy == "alphazero" else LC0.index(takes_rook.removesuffix("n"))


SIZES = {"uci": 1968, "alphazero": 4672, "lc0": 1858}


def all_moves() -> list[str]:
    """Return FENs of positions that have every move of queens and knights, and every promotion."""
    rng, fens = random.Random(5), []
    for square in range(64):
        for _ in range(16):
            kings = rng.sample([other for other in range(64) if other != square], 2)
            for piece in (setwise.Piece.from_symbol("Q"), setwise.Piece.from_symbol("N")):
                setup = setwise.Setup(None)
                setup.set_piece_at(square, piece)
                for king, symbol in zip(kings, "Kk", strict=True):
                    setup.set_piece_at(king, setwise.Piece.from_symbol(symbol))
                fens.append(setup.fen())
    for file in range(8):
        around = [file, 7 - file]
        pawn = "P".join(str(count or "") for count in around)
        knights = "1".join(count * "n" for count in around)
        fens.append(f"{knights}/{pawn}/8/8/7k/8/8/K7 w - - 0 1")
        fens.append(f"k7/8/8/7K/8/8/{pawn.lower()}/{knights.upper()} b - - 0 1")
    return fens


@pytest.fixture(scope="module")
def positions() -> Positions:
    """Return random positions, standard and Chess960, and some that have every move together."""
    boards = [board.fen(en_passant="fen") for board in random_boards(scaled(5000, 800), seed=36)]
    return Positions.from_fens(boards) + Positions.from_fens(all_moves(), errors="mask").positions


def test_the_orders_are_those_of_other_programs() -> None:
    # kMoveStrs of lc0, commit 909a4082.
    assert sha256(LC0) == "c4c47aca96e213995c772d1aab24498e3ad9c91209d3467889f20fa1a10678dd"
    # ACTION_TO_MOVE of searchless_chess, commit 90ae0e6b.
    assert sha256(UCI) == "467a89204a9f85546a466ed43e9dbef722f862b2f8481ba44d265847dcc0af9f"
    # gym-chess, commit 6a5eb436: the indices of these moves of White.
    indices = [alphazero(move) for move in PLAIN + [move + letter for move in FORWARD for letter in "qrbn"]]
    assert sha256(indices) == "7a698bbefdb412717ad423a2d437d5b78e78d6ec1b876857d86d5076e96b1d2d"
    assert len(PLAIN) == 1792 and (len(UCI), len(LC0)) == (1968, 1858) == (len(set(UCI)), len(set(LC0)))


@pytest.mark.parametrize("policy", SIZES)
def test_policies(positions: Positions, policy: Any) -> None:
    offsets, moves = positions.legal_moves()
    of_row = np.repeat(np.arange(len(positions)), np.diff(offsets))
    every = positions[of_row]
    found = every.policy_indices(moves, policy)
    assert found.dtype == np.int32
    boards = list(positions)
    for row, bits, it in zip(of_row, moves, found, strict=True):
        assert it == index(boards[row], setwise.Move.from_bits(bits), policy)
    expected = np.zeros((len(positions), SIZES[policy]), bool)
    expected[of_row, found] = True
    mask = positions.policy_mask(policy)
    assert (mask == expected).all() and mask.sum() == len(moves)
    assert (every.policy_moves(found, policy) == moves).all()
    # Every move that there is: of the 4,672 indices 1,858, as White's underpromotions show.
    assert mask.any(axis=0).sum() == {"uci": 1968, "alphazero": 1858, "lc0": 1858}[policy]
    assert (positions.policy_mask(policy, threads=1) == mask).all()


def test_what_is_no_legal_move_has_no_index() -> None:
    start: Any = Positions.from_fens([setwise.STARTING_FEN] * 4)
    moves = ["e2e4", "e2e5", "0000", 0]
    for policy in SIZES:
        indices = start.policy_indices(moves, policy)
        assert indices[0] >= 0 and indices[1:].tolist() == [-1, -1, -1]
        back = start.policy_moves([indices[0], -1, 5000, 2**40], policy)
        assert setwise.Move.from_bits(back[0]).uci() == "e2e4" and not back[1:].any()


def refused(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_wrong_arguments_of_policies() -> None:
    start: Any = Positions.from_fens([setwise.STARTING_FEN])
    refused(lambda: start.policy_mask("az"), ValueError, "policy \"az\" .expected 'uci', 'alphazero' or 'lc0'")
    refused(lambda: start.policy_indices(["e2e4", "e2e4"], "uci"), ValueError, "2 moves for 1 rows")
    refused(lambda: start.policy_moves([1, 2], "uci"), ValueError, "2 indices for 1 rows")
    refused(lambda: start.policy_moves([1.5], "uci"), TypeError, "Cannot cast")
    refused(lambda: start.policy_moves([[1]], "uci"), TypeError, "dimension")


def halfka(board: setwise.Board, us: bool) -> list[int]:
    """Return the features by the definition: a walk over the squares."""
    king = board.king(us)
    assert king is not None

    def seen(square: int) -> tuple[int, int]:
        file, rank = square % 8, square // 8
        return 7 - file if king % 8 < 4 else file, rank if us else 7 - rank

    king_file, king_rank = seen(king)
    bucket = [28, 24, 20, 16, 12, 8, 4, 0][king_rank] + 3 - (king_file - 4)
    features = []
    for square in range(64):
        piece = board.piece_at(square)
        if piece is not None:
            kind = "PpNnBbRrQqKk".index(piece.symbol() if us else piece.symbol().swapcase())
            file, rank = seen(square)
            features.append(bucket * 768 + kind * 64 + rank * 8 + file)
    return features


def test_halfka(positions: Positions) -> None:
    offsets, own, opponent = positions.halfka()
    assert {array.dtype for array in (offsets, own, opponent)} == {np.dtype(np.int32)}
    assert len(offsets) == len(positions) + 1 and offsets[-1] == len(own) == len(opponent)
    for board, start, end in zip(positions, offsets, offsets[1:], strict=False):
        assert own[start:end].tolist() == halfka(board, board.turn)
        assert opponent[start:end].tolist() == halfka(board, not board.turn)
    for one, other in zip(positions.halfka(threads=1), (offsets, own, opponent), strict=True):
        assert (one == other).all()
    assert [len(array) for array in positions[:0].halfka()] == [1, 0, 0]


def test_halfka_is_that_of_nnue_pytorch() -> None:
    """The file has 1,000 positions, and the indices that nnue-pytorch gives for them.

    Its function `get_sparse_batch_from_fens` made them with the features HalfKAv2_hm, commit
    9f72946529c4187d3679014036cd22c3be419716.
    """
    with np.load(pathlib.Path(__file__).parent / "nnue_pytorch.npz") as file:
        fens = file["fens"].tobytes().decode().split("\n")
        counts, own, opponent = file["counts"], file["own"], file["opponent"]
    found = Positions.from_fens(fens).halfka()
    assert len(counts) == 1000 and counts.sum() == len(own) == len(opponent) > 20_000
    for ours, theirs in zip(found, (np.append(0, counts.cumsum()), own, opponent), strict=True):
        np.testing.assert_array_equal(ours, theirs)


KINDS = "PpNnBbRrQqKk"

STEPS = {
    "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    "B": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
    "R": [(0, 1), (1, 0), (0, -1), (-1, 0)],
}
STEPS["Q"] = STEPS["K"] = STEPS["B"] + STEPS["R"]


def attacked(kind: str, square: int, occupied: set[int]) -> list[int]:
    """Return the squares that a piece attacks, of a side that moves up if it is own: a walk."""
    found = []
    steps = STEPS.get(kind.upper()) or [(x, 1 if kind == "P" else -1) for x in (-1, 1)]
    for x, y in steps:
        file, rank = square % 8 + x, square // 8 + y
        while 0 <= file < 8 and 0 <= rank < 8:
            found.append(8 * rank + file)
            if kind.upper() in "PNK" or found[-1] in occupied:
                break
            file, rank = file + x, rank + y
    return sorted(found)


PAIRS = [
    (kind, square, target)
    for kind in KINDS
    for square in range(64)
    if kind not in "Pp" or 8 <= square < 56
    for target in attacked(kind, square, set())
]
NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}


def threats(board: setwise.Board, us: bool) -> list[int]:
    """Return the threats by the definition: a walk from each piece."""
    king = board.king(us)
    assert king is not None
    flip = (7 if king % 8 < 4 else 0) ^ (0 if us else 56)
    symbols = {square: piece.symbol() for square, piece in board.piece_map().items()}
    seen = {square ^ flip: symbol if us else symbol.swapcase() for square, symbol in symbols.items()}
    return [
        12 * NUMBERS[seen[square ^ flip], square ^ flip, target] + KINDS.index(seen[target])
        for square in sorted(symbols)
        for target in sorted(attacked(seen[square ^ flip], square ^ flip, set(seen)), key=lambda it: it ^ flip)
        if target in seen
    ]


def test_threats(positions: Positions) -> None:
    assert len(PAIRS) == 7504
    offsets, own, opponent = positions.threats()
    assert {array.dtype for array in (offsets, own, opponent)} == {np.dtype(np.int32)}
    assert len(offsets) == len(positions) + 1 and offsets[-1] == len(own) == len(opponent)
    for board, start, end in zip(positions, offsets, offsets[1:], strict=False):
        assert own[start:end].tolist() == threats(board, board.turn)
        assert opponent[start:end].tolist() == threats(board, not board.turn)
    for one, other in zip(positions.threats(threads=1), (offsets, own, opponent), strict=True):
        assert (one == other).all()
    assert [len(array) for array in positions[:0].threats()] == [1, 0, 0]


@pytest.mark.parametrize("layout", ["pieces", "alphazero", "lc0"])
def test_types_and_memory_of_planes(positions: Positions, layout: Any) -> None:
    numbers = positions.planes(layout, "float32")
    assert (positions.planes(layout, "bool") == (numbers != 0)).all()
    halves = positions.planes(layout, "float16")
    assert halves.dtype == np.float16 and (halves == numbers.astype(np.float16)).all()
    for dtype in ("uint8", "bool", "float16", "float32"):
        expected = positions.planes(layout, dtype)
        out = np.full_like(expected, 1)
        found = positions.planes(layout, out=out)
        assert np.shares_memory(found, out) and found.dtype == dtype and (out == expected).all()


def test_large_numbers_of_16_bits() -> None:
    for moves in (1, 2047, 2049, 4097, 9999, 65503, 65504, 65519, 65535):
        fen = f"4k3/8/8/8/8/8/8/4K3 w - - 0 {moves}"
        planes = Positions.from_fens([fen]).planes("alphazero", "float16")
        assert planes[0, 15, 0, 0] == np.float16(min(moves, 65504))


def test_wrong_memory_of_planes() -> None:
    one: Any = Positions.from_fens([setwise.STARTING_FEN])
    fixed = np.zeros((1, 12, 8, 8), np.uint8)
    fixed.flags.writeable = False
    shape = (1, 12, 8, 8)
    refused(lambda: one.planes(out=np.zeros(shape)), ValueError, "dtype float64")
    refused(lambda: one.planes(out=np.zeros(shape, ">f2")), TypeError, "out has the type >f2 .expected float16")
    refused(lambda: one.planes("pieces", "uint8", out=np.zeros(shape, "f4")), TypeError, "expected uint8")
    refused(lambda: one.planes(out=np.zeros((2, 12, 8, 8), "u1")), ValueError, "8, 8. .expected .1, 12, 8, 8.")
    refused(lambda: one.planes(out=np.zeros(shape, "u1", order="F")), ValueError, "out is not contiguous")
    refused(lambda: one.planes(out=np.zeros((1, 24, 8, 8), "u1")[:, ::2]), ValueError, "out is not contiguous")
    refused(lambda: one.planes(out=np.zeros((1, 768), "u1")), ValueError, "out has the shape .1, 768.")
    refused(lambda: one.planes(out=fixed), TypeError, "^out is not writeable")
    refused(lambda: one.planes(out=5), TypeError, "array")
