"""Arbitrary arguments, and memory in development mode."""

from __future__ import annotations

import pathlib
import subprocess
import types
from collections.abc import Callable
from typing import Any

import chess
import chess.variant
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import setwise
from conftest import LONG, STARTS
from setwise import Board, Move, Positions, SquareSet

settings.register_profile(
    "setwise",
    max_examples=2000 if LONG else 120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
settings.load_profile("setwise")

squares = st.integers(0, 63)
masks = st.integers(0, 2**64 - 1)
seeds = st.integers(0, 2**64 - 1)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Return a board after random moves."""
    board = Board(draw(st.sampled_from([setwise.STARTING_FEN, *STARTS])))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


@given(boards())
def test_texts_come_back(board: Board) -> None:
    assert Board(board.fen(en_passant="fen")) == board
    assert Board(board.shredder_fen()) == Board(board.fen())
    assert Board.from_epd(board.epd(hmvc=board.halfmove_clock, fmvn=board.fullmove_number))[0] == board
    for move in board.legal_moves:
        assert board.parse_san(board.san(move)) == board.parse_san(board.lan(move)) == move
        assert board.parse_uci(move.uci()) == move
        for style in (False, True):
            assert board.parse_uci(board.uci(move, chess960=style)) == move


@given(boards())
def test_moves_are_taken_back(board: Board) -> None:
    before, fen, moves = board.copy(), board.fen(en_passant="fen"), board.move_stack
    for move in board.legal_moves:
        check = board.gives_check(move)
        board.push(move)
        assert board.is_check() == check
        assert board.pop() == move
    assert board == before and board.move_stack == moves and board.fen(en_passant="fen") == fen


@given(boards())
def test_mirror_images(board: Board) -> None:
    image = board.mirror()
    assert image.mirror() == Board(board.fen())
    assert image.legal_moves.count() == board.legal_moves.count()
    assert int(image.checkers().mirror()) == int(board.checkers())


@given(st.lists(boards(), max_size=20))
def test_batches_are_their_boards(rows: list[Board]) -> None:
    batch = Positions.from_boards(rows)
    assert Positions.from_packed(np.asarray(batch)) == batch
    assert Positions.from_fens(batch.to_fens(en_passant="fen")) == batch
    assert batch.count_legal_moves().tolist() == [board.legal_moves.count() for board in rows]
    assert [board.fen() for board in batch] == [board.fen() for board in rows]


@given(masks, masks, masks)
def test_algebra_of_sets(a: int, b: int, c: int) -> None:
    x, y, z = SquareSet(a), SquareSet(b), SquareSet(c)
    assert ~(x & y) == ~x | ~y
    assert x & (y | z) == (x & y) | (x & z)
    assert x ^ y == (x | y) - (x & y)
    assert (x <= y) == (x & y == x)
    assert SquareSet(list(x)) == x and SquareSet(int(x)) == x


# What callers pass by mistake.
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 70),
    st.floats(),
    st.text(max_size=12),
    st.binary(max_size=12),
    st.lists(st.integers(-3, 70), max_size=5),
    st.tuples(st.integers(), st.text(max_size=3)),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    st.sampled_from(
        [
            setwise.STARTING_FEN,
            b"1. e4 e5 (1... c5) *",
            "e2e4",
            "Nf3",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "raise",
            "mask",
            "lc0",
            Move.from_uci("e2e4"),
            Move.null(),
            Board(),
            SquareSet(7),
            setwise.Piece.from_symbol("K"),
            Positions.random(3),
            np.uint64(2**64 - 1),
            np.float32("nan"),
            np.arange(3, dtype=np.uint16),
            np.zeros((2, 30), np.uint8),
            np.zeros((0, 30), np.uint8),
            np.array(["x"], dtype="S1"),
            np.array([[True]]),
            slice(None, None, -1),
            float("inf"),
            "\ud800",
        ]
    ),
)

# What wrong calls may raise. A panic is a PanicException, which is none of these.
EXPECTED = (TypeError, ValueError, LookupError, OSError)
SKIPPED = {"run_command", "__init_subclass__", "__class__", "__reduce_ex__", "__sizeof__"}


def calls() -> list[tuple[str, object]]:
    """Return every function and method, with an object for the methods."""
    found: list[tuple[str, object]] = []
    owners: dict[str, object] = {
        "Board": Board(),
        "Move": Move.from_uci("e7e8q"),
        "Piece": setwise.Piece.from_symbol("n"),
        "SquareSet": SquareSet(0x8100),
        "Positions": Positions.random(5),
        "LegalMoves": Board().legal_moves,
        "Book": setwise.Book(b""),
        "Game": next(setwise.pgn.read(b"1. e4 *")),
        "GameNode": next(setwise.pgn.read(b"1. e4 *")).root,
    }
    for owner in owners.values():
        for name in dir(owner):
            if name not in SKIPPED and callable(getattr(owner, name)):
                found.append((f"{type(owner).__name__}.{name}", owner))
        if hasattr(setwise, type(owner).__name__):
            found.append((type(owner).__name__, None))
    for module in (setwise, setwise.pgn, setwise.svg, setwise.techniques):
        for name in dir(module):
            member = getattr(module, name)
            if callable(member) and not isinstance(member, type) and not name.startswith("_"):
                found.append((f"{module.__name__.removeprefix('setwise.')}.{name}", module))
    return found


@settings(max_examples=20_000 if LONG else 2500)
@given(
    st.sampled_from(calls()),
    st.lists(ANYTHING, max_size=3),
    st.dictionaries(
        st.sampled_from(
            "errors threads chess960 stack dtype values size where accept columns sample".split()
        ),
        ANYTHING,
        max_size=1,
    ),
)
def test_wrong_arguments_raise(
    call: tuple[str, object], arguments: list[object], options: dict[str, object]
) -> None:
    name, owner = call
    function = getattr(setwise, name) if owner is None else getattr(owner, name.split(".")[-1])
    if name.endswith("perft") and any(isinstance(it, int) and it > 3 for it in arguments):
        return
    if name.endswith("random") and any(isinstance(it, int) and it > 1000 for it in arguments):
        return
    if name == "SquareSet.carry_rippler" or name.endswith((".read", "__setattr__", "__delattr__")):
        return
    board = owner.copy() if isinstance(owner, Board) else None
    try:
        function(*arguments, **options)
    except EXPECTED:
        pass
    except AttributeError as error:
        # A frozen attribute, or a method of object such as __format__.
        assert "setwise" in str(error) or "object" in str(error) or name.split(".")[1].startswith("__")
    if isinstance(owner, Board) and board is not None and owner != board:
        owner.reset()


# Objects of other packages, arrays and files that are not taken, with what the message says.
NOT_TAKEN: list[tuple[Callable[[Any], object], Any, str]] = [
    (lambda it: Positions.from_boards([Board(), it]), chess.Move.null(), "^chess.Move is not a setwise.Board"),
    (setwise.svg.board, chess.Board(), "chess.Board is not a setwise.Board"),
    (setwise.Book(b"").find, chess.Board(), "chess.Board is not a setwise.Board"),
    (setwise.Player(hash_mb=1).think, chess.Board(), "chess.Board is not a setwise.Board"),
    (setwise.Expression("check").show, chess.Board(), "chess.Board is not a setwise.Board"),
    (Board, chess.Move.null(), "chess.Move is not a FEN .expected a text, as fen.. returns"),
    (Board, chess.variant.AtomicBoard(), "a board of the variant atomic .expected chess"),
    (lambda it: Positions.from_boards([it]), chess.variant.AtomicBoard(), "variant atomic .expected chess"),
    (setwise.Setup, chess.Board(), "chess.Board is not a FEN"),
    (lambda it: setwise.perft(it, 1), chess.Board(), "chess.Board is not a FEN"),
    (Board().push, chess.Move.from_uci("e2e4"), "chess.Move is not a setwise.Move"),
    (Board().is_legal, chess.Move.from_uci("e2e4"), "chess.Move is not a setwise.Move"),
    (lambda it: Board().variation_san([it]), chess.Move.from_uci("e2e4"), "chess.Move is not a setwise.Move"),
    (setwise.svg.piece, chess.Piece.from_symbol("K"), "chess.Piece is not a setwise.Piece"),
    (Positions.from_packed, np.zeros((2, 30), np.int64), ": int64, shape .2, 30. .expected .* uint8"),
    (Positions.from_packed, np.zeros(30, np.uint8), ": uint8, shape .30,. .expected .* two dimensions"),
    (Positions.from_packed, [b"x"], "^list is not packed positions .expected an array"),
    (lambda it: setwise.find([it], "check"), b"1. e4 *", "bytes is not a path"),
    (setwise.pgn.batches, types.SimpleNamespace(read=lambda size: 5), "read.. returned int .expected bytes or str"),
    (setwise.pgn.batches, b"1. e4 *", "bytes is not a path .*pgn.read takes"),
    (setwise.pgn.batches, 5, "int is not a path"),
    (lambda it: setwise.pgn.to_parquet(it, "out"), 5, "int is not a path"),
]


@pytest.mark.parametrize(("call", "argument", "message"), NOT_TAKEN)
def test_what_is_not_taken_is_named(call: Callable[[Any], object], argument: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call(argument)


URLS: list[Callable[[str], object]] = [
    lambda url: setwise.find(url, "check"),
    lambda url: setwise.pgn.batches(["games.pgn", url]),
    lambda url: setwise.pgn.to_parquet("games.pgn", url),
    lambda url: setwise.pgn.to_training("games.pgn", url),
    setwise.pgn.read,
    setwise.pgn.check,
    lambda url: setwise.data.Batches(url, 4, columns=["ply"]),
    setwise.jobs.open,
]
# They take files of this machine only.
LOCAL: list[Callable[[str], object]] = [
    lambda url: setwise.deep.plan(url, depth=3, split=1),
    lambda url: list(setwise.epd.read(url)),
    setwise.deep.result,
    setwise.Book,
]


@pytest.mark.parametrize("url", ["s3://bucket/a", "https://example.org/a", "gs:/bucket/a", "file:///a"])
def test_urls_are_refused(url: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finds a directory of the name ``s3:``, which was written instead."""
    monkeypatch.chdir(tmp_path)
    pathlib.Path("games.pgn").write_text("1. e4 *")
    unknown = URLS if url.startswith("file") else []
    expected = ["is a URL .expected a path on this machine"] * len(LOCAL) + ["no known kind of store"] * len(unknown)
    for call, message in zip([*LOCAL, *unknown], expected, strict=True):
        for argument in (url, pathlib.PurePosixPath(url)):
            with pytest.raises(ValueError, match=message):
                call(argument)  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


def test_no_leak_in_development_mode(leak_check: subprocess.Popen[str] | None) -> None:
    """Random calls under `python -X dev`; the memory of the process stays flat."""
    if leak_check is None:
        pytest.skip("reads /proc")
    output, errors = leak_check.communicate()
    assert leak_check.returncode == 0, output + errors
    print(output)
