"""Batches: the same as the boards one by one, from every source, on any number of threads."""

from __future__ import annotations

import io
import pathlib
import pickle
from typing import Any

import chess
import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import setwise
from conftest import random_boards, scaled
from setwise import Positions

COUNT = scaled(20_000, 1_500)


@pytest.fixture(scope="module")
def fens() -> list[str]:
    """Return FENs of random positions, standard and Chess960."""
    boards = random_boards(COUNT, seed=11)
    return [board.fen(en_passant="fen") for board in boards]


@pytest.fixture(scope="module")
def positions(fens: list[str]) -> Positions:
    return Positions.from_fens(fens)


def test_fens_come_back(fens: list[str], positions: Positions) -> None:
    assert positions.to_fens(en_passant="fen") == fens
    assert positions.to_fens(shredder=True)[5] == positions[5].shredder_fen()


def test_every_source_of_fens(fens: list[str], positions: Positions) -> None:
    sources = [
        tuple(fens),
        (fen for fen in fens),
        np.array(fens),
        np.array(fens, dtype=object),
        np.array(fens, dtype="S"),
        np.array(fens, dtype=np.dtypes.StringDType()),  # type: ignore[attr-defined,unused-ignore]
        pa.array(fens),
        pa.array(fens, pa.large_string()),
        pa.array(fens, pa.string_view()),
        pa.chunked_array([fens[:7], fens[7:]]),
        pa.array(["x", *fens])[1:],
        pl.Series(fens),
    ]
    for source in sources:
        assert Positions.from_fens(source) == positions, type(source)


def test_answers_are_those_of_the_boards(fens: list[str], positions: Positions) -> None:
    boards = [setwise.Board(fen) for fen in fens]
    for name in ("is_check", "is_checkmate", "is_stalemate", "is_insufficient_material"):
        column = getattr(positions, name)()
        assert column.dtype == np.bool_
        assert column.tolist() == [getattr(board, name)() for board in boards], name
    assert positions.turns().tolist() == [board.turn for board in boards]
    assert positions.keys().dtype == np.uint64
    assert positions.keys().tolist() == [board.zobrist() for board in boards]
    assert positions.mirror().to_fens() == [board.mirror().fen() for board in boards]


def test_legal_moves(fens: list[str], positions: Positions) -> None:
    offsets, moves = positions.legal_moves()
    assert (offsets.dtype, moves.dtype, offsets.shape) == (np.uint32, np.uint16, (len(fens) + 1,))
    assert offsets[0] == 0 and offsets[-1] == len(moves)
    assert (np.diff(offsets) == positions.count_legal_moves()).all()
    for row, fen in enumerate(fens):
        board = chess.Board(fen, chess960=True)
        found = [
            setwise.Move.from_bits(move, chess960=True).uci()
            for move in moves[offsets[row] : offsets[row + 1]]
        ]
        assert sorted(found) == sorted(map(str, board.legal_moves)), fen


def test_every_bad_row_has_its_message() -> None:
    """Finds messages that are joined or divided on their way to Python."""
    letters = [*map(chr, range(0x20)), "\x7f", "\x85", "\u2028", "é", "𝄞"]
    good = setwise.STARTING_FEN
    bad = [f"{good[:at]}{letter}{good[at:]}" for letter in letters for at in (0, 5, 44, 46, 51)]
    parsed = Positions.from_fens([good, *bad, good], errors="mask")
    found = dict(parsed.messages)
    assert sorted(found) == (~parsed.ok).nonzero()[0].tolist()
    for row, message in found.items():
        with pytest.raises(setwise.FenError) as raised:
            setwise.Board([good, *bad, good][row])
        assert message == str(raised.value)
    assert len(found) > 150 and not {0, len(bad) + 1} & set(found)
    assert Positions.from_fens([good], errors="mask").messages == []
    assert Positions.from_fens([], errors="mask").messages == Positions.from_fens([]).to_fens() == []


def test_play(fens: list[str], positions: Positions) -> None:
    offsets, moves = positions.legal_moves()
    has_move = positions.count_legal_moves() > 0
    some = positions[has_move]
    last = moves[offsets[1:][has_move] - 1]
    played = some.play(last)
    expected = []
    for board, bits in zip(some, last, strict=True):
        board.push(setwise.Move.from_bits(bits, chess960=True))
        expected.append(board.fen(en_passant="fen"))
    assert played.to_fens(en_passant="fen") == expected
    as_moves = [setwise.Move.from_bits(bits, chess960=True) for bits in last]
    assert some.play(as_moves) == played
    assert some.play([str(move) for move in as_moves]) == played
    assert some.play(last.tolist()) == played


def test_play_refuses_illegal_moves() -> None:
    positions = Positions.from_fens([setwise.STARTING_FEN] * 3)
    with pytest.raises(setwise.RowError, match="row 1: the move e2e5 is not legal") as caught:
        positions.play(["e2e4", "e2e5", "d2d4"])
    assert caught.value.row == 1
    played, ok, messages = positions.play(["e2e4", "e2e5", "d2d4"], errors="mask")
    assert len(played) == 2 and ok.tolist() == [True, False, True]
    assert messages == [(1, "the move e2e5 is not legal")]
    with pytest.raises(setwise.RowError, match="0xffff"):
        positions.play(np.full(3, 0xFFFF, np.uint16))
    with pytest.raises(ValueError, match="2 moves for 3 rows"):
        positions.play(["e2e4", "e2e4"])
    for bad in ("e2e4", 5, [1.5, 1.5, 1.5], [None] * 3):
        with pytest.raises(TypeError):
            positions.play(bad)  # type: ignore[call-overload]
    with pytest.raises(setwise.InvalidMoveError):
        positions.play(["?"] * 3)


def test_the_planes_of_the_page_on_data(positions: Positions) -> None:
    """The page docs/data.md says that its function makes the same planes, and that 24 bytes are enough."""
    page = (pathlib.Path(__file__).parents[2] / "docs/data.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {"np": np}
    exec(page[page.index("PLANES = ") : page.index("table = ds.")], names)
    packed = positions.packed()
    planes = positions.planes().reshape(-1, 12, 64)
    assert (names["planes"](packed[:, :24]) == planes).all()
    loaded = Positions.from_packed(np.ascontiguousarray(packed[:, :24]))
    assert (loaded.planes().reshape(-1, 12, 64) == planes).all()
    assert {(board.halfmove_clock, board.fullmove_number) for board in loaded} == {(0, 1)}


def python_chess_planes(fen: str) -> np.ndarray:
    board, planes = chess.Board(fen), np.zeros((12, 8, 8), np.uint8)
    for square, piece in board.piece_map().items():
        plane = piece.piece_type - 1 + (0 if piece.color else 6)
        planes[plane, chess.square_rank(square), chess.square_file(square)] = 1
    return planes


def test_piece_planes(fens: list[str], positions: Positions) -> None:
    planes = positions.planes()
    assert (planes.shape, planes.dtype) == ((len(fens), 12, 8, 8), np.uint8)
    assert (planes == np.array([python_chess_planes(fen) for fen in fens])).all()
    for dtype in (np.float32, "bool", np.dtype("uint8")):
        other = positions.planes(dtype=dtype)
        assert other.dtype == np.dtype(dtype) and (other == planes).all()
    # Seen by Black: mirrored from top to bottom, Black's pieces first.
    relative, turns = positions.planes(relative=True), positions.turns()
    assert (relative[turns] == planes[turns]).all()
    mirrored = planes[~turns][:, :, ::-1]
    assert (relative[~turns] == np.concatenate([mirrored[:, 6:], mirrored[:, :6]], axis=1)).all()


def test_alphazero_planes(positions: Positions) -> None:
    planes = positions.planes("alphazero", "float32")
    assert planes.shape[1:] == (21, 8, 8)
    assert (planes[:, :12] == positions.planes(relative=True)).all()
    assert (planes == planes[:, :, :1, :1])[:, 12:].all()
    for board, found in zip(positions, planes[:, 12:, 0, 0], strict=True):
        us = board.turn
        assert found.tolist() == [
            0,
            0,
            board.turn,
            board.fullmove_number,
            board.has_kingside_castling_rights(us),
            board.has_queenside_castling_rights(us),
            board.has_kingside_castling_rights(not us),
            board.has_queenside_castling_rights(not us),
            board.halfmove_clock,
        ]


def test_lc0_planes(positions: Positions) -> None:
    planes = positions.planes("lc0", "float32")
    assert planes.shape[1:] == (112, 8, 8)
    assert (planes[:, :12] == positions.planes(relative=True)).all()
    assert not planes[:, 12:104].any()
    for board, found in zip(positions, planes[:, 104:, 0, 0], strict=True):
        us = board.turn
        assert found.tolist() == [
            board.has_queenside_castling_rights(us),
            board.has_kingside_castling_rights(us),
            board.has_queenside_castling_rights(not us),
            board.has_kingside_castling_rights(not us),
            not board.turn,
            board.halfmove_clock,
            0,
            1,
        ]


def test_large_numbers_in_planes() -> None:
    positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 300 70000"])
    assert positions.planes("lc0")[0, 109, 0, 0] == 255
    assert positions.planes("lc0", "float32")[0, 109, 0, 0] == 300
    assert positions.planes("alphazero", "float32")[0, 15, 0, 0] == 70000


def test_sets(fens: list[str], positions: Positions) -> None:
    sets, attacks = positions.bitboards(), positions.attacks()
    assert (sets.shape, sets.dtype) == ((len(fens), 8), np.uint64)
    assert (attacks.shape, attacks.dtype) == ((len(fens), 2), np.uint64)
    for fen, row, attacked in zip(fens, sets.tolist(), attacks.tolist(), strict=True):
        board = chess.Board(fen)
        assert row == [
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[True],
            board.occupied_co[False],
        ]
        for index, color in ((0, True), (1, False)):
            expected = chess.SquareSet()
            for square in chess.SquareSet(board.occupied_co[color]):
                expected |= board.attacks(square)
            assert attacked[index] == int(expected)


def test_perft(positions: Positions) -> None:
    few = positions[:20]
    for depth in (0, 1, 2, 3, 5):
        expected = [setwise.perft(board, depth) for board in few]
        assert few.perft(depth).tolist() == expected
    assert few.perft(1).tolist() == few.count_legal_moves().tolist()


def test_any_number_of_threads_gives_the_same(positions: Positions) -> None:
    for threads in (1, 2, 7):
        for name in ("legal_moves", "planes", "keys", "attacks", "bitboards", "packed", "to_fens"):
            one, other = getattr(positions, name)(threads=threads), getattr(positions, name)()
            if name == "legal_moves":
                assert all((a == b).all() for a, b in zip(one, other, strict=True))
            elif name == "to_fens":
                assert one == other
            else:
                assert (one == other).all()
        again = Positions.random(3000, seed=5, threads=threads)
        assert again == Positions.random(3000, seed=5)


def test_random() -> None:
    a, b = Positions.random(500, seed=1), Positions.random(500, seed=2)
    assert a == Positions.random(500, seed=1) and a != b
    # A longer batch begins with the same rows.
    assert Positions.random(900, seed=1)[:500] == a
    assert len(set(a.to_fens())) > 400
    assert Positions.random(50, plies=0).to_fens() == [setwise.STARTING_FEN] * 50
    assert len(set(Positions.random(500, plies=0, chess960=True).to_fens())) > 350
    # The same seed gives the same positions in later revisions.
    assert Positions.random(1, seed=7, plies=20).to_fens() == RANDOM_7


RANDOM_7 = ["rnbk1bnr/pp1pppp1/2q4p/2p5/2PNP2P/5P2/PP1P2PR/RNBQKB2 b Q - 2 8"]


def test_index(positions: Positions) -> None:
    fens = positions.to_fens()
    count = len(fens)
    assert [board.fen() for board in positions] == fens
    assert positions[-1].fen() == fens[-1] and positions[np.int64(3)].fen() == fens[3]
    for part in (
        slice(5, 20),
        slice(None, None, 3),
        slice(50, 10, -2),
        slice(-10, None),
        slice(9, 3),
        slice(-(10**30), 10**30),
    ):
        assert positions[part].to_fens() == fens[part]
    assert positions[5:50][3:10].to_fens() == fens[8:15]
    picks = np.array([4, 4, 0, -1])
    for index in (picks, picks.astype(np.int8), [4, 4, 0, -1]):
        assert positions[index].to_fens() == [fens[4], fens[4], fens[0], fens[-1]]
    assert len(positions[[]]) == 0
    mask = np.arange(count) % 3 == 0
    assert positions[mask].to_fens() == fens[::3]
    assert positions[mask.tolist()].to_fens() == fens[::3]
    for bad in (count, -count - 1, 10**30, [count], np.array([2**63], np.uint64)):
        with pytest.raises(IndexError):
            positions[bad]  # type: ignore[index]
    for bad in (1.5, "x", None, [1.5], np.zeros((2, 2), int)):
        with pytest.raises(TypeError):
            positions[bad]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="mask"):
        positions[np.array([True])]


def test_concatenate(positions: Positions) -> None:
    a, b = positions[:10], positions[10:15]
    assert (a + b) == positions[:15] == Positions.concatenate(a, b)
    assert len(Positions.concatenate()) == 0
    with pytest.raises(TypeError):
        Positions.concatenate(a, [1])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        a + 1  # type: ignore[operator]


def test_saved_arrays_come_back(positions: Positions) -> None:
    file = io.BytesIO()
    np.save(file, positions)
    file.seek(0)
    loaded = np.load(file, allow_pickle=False)
    assert loaded.shape == (len(positions), 30)
    assert Positions.from_packed(loaded) == positions
    assert Positions.from_packed(np.asfortranarray(loaded)) == positions
    assert Positions.from_packed(loaded[::2]) == positions[::2]
    assert pickle.loads(pickle.dumps(positions)) == positions


def test_arrow_data_of_a_batch(positions: Positions) -> None:
    """The column goes to other packages and their queries, and comes back with its counters."""
    array = pa.array(positions)
    assert array.type == pa.binary(30) and array.null_count == 0
    assert array.to_pylist() == [bytes(row) for row in positions.packed()]
    assert Positions.from_packed(array) == positions
    assert pa.array(positions[3:9], pa.binary()).to_pylist() == array.to_pylist()[3:9]
    assert len(pa.array(positions[:0])) == 0
    series = pl.Series(positions).alias("position")
    table = pl.DataFrame([series])
    checks = table.select(setwise.polars.matches("position", "check")).to_series()
    assert checks.to_list() == positions.where("check").tolist()
    connection = duckdb.connect()
    setwise.duckdb.register(connection)
    rows = pa.table({"position": array})
    counted = connection.sql("select count(*) from rows where setwise_matches(position, 'check')")
    assert counted.fetchall() == [(int(positions.where("check").sum()),)] and rows.num_rows == len(positions)


def test_loaded_data_is_checked(positions: Positions) -> None:
    packed = positions[:3].packed()
    packed[1, 0] ^= 0xFF
    with pytest.raises(setwise.RowError, match="row 1"):
        Positions.from_packed(packed)
    good, ok, messages = Positions.from_packed(packed, errors="mask")
    assert len(good) == 2 and ok.tolist() == [True, False, True] and messages[0][0] == 1
    with pytest.raises(ValueError, match="29"):
        Positions.from_packed(np.zeros((1, 29), np.uint8))
    for bad in (np.zeros((1, 30)), np.zeros(30, np.uint8), b"x", None, [[0] * 30]):
        with pytest.raises(TypeError):
            Positions.from_packed(bad)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore::setwise.HistoryWarning")
def test_random_bytes_never_crash() -> None:
    rng = np.random.default_rng(1)
    packed = rng.integers(0, 256, (2000, 30), np.uint8)
    _, ok, messages = Positions.from_packed(packed, errors="mask")
    assert len(messages) == (~ok).sum() > 1900
    # Changes of one byte of good positions.
    packed = Positions.random(5000, seed=3).packed()
    packed[np.arange(5000), rng.integers(0, 30, 5000)] = rng.integers(0, 256, 5000)
    good, ok, _ = Positions.from_packed(packed, errors="mask")
    assert (good.packed() == packed[ok]).all()
    good.legal_moves()
    good.planes("lc0")


def test_bad_fens() -> None:
    fens = [setwise.STARTING_FEN, "", "8/8/8/8/8/8/8/8 w - - 0 1", setwise.STARTING_FEN]
    with pytest.raises(setwise.RowError, match="row 1: ") as caught:
        Positions.from_fens(fens)
    assert caught.value.row == 1 and isinstance(caught.value, ValueError)
    good, ok, messages = Positions.from_fens(fens, errors="mask")
    assert len(good) == 2 and ok.tolist() == [True, False, False, True]
    assert [row for row, _ in messages] == [1, 2] and "king" in messages[1][1]
    good, ok, messages = Positions.from_fens(pa.array([None, setwise.STARTING_FEN]), errors="mask")
    assert ok.tolist() == [False, True] and "null" in messages[0][1]
    with pytest.raises(ValueError, match="errors"):
        Positions.from_fens([], errors="other")  # type: ignore[call-overload]


def test_wrong_types_of_fens() -> None:
    for bad in (setwise.STARTING_FEN, b"x", 5, None, [5], [None], [b"x"], np.zeros(3), pa.array([1])):
        with pytest.raises(TypeError):
            Positions.from_fens(bad)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="expected strings"):
        Positions.from_fens(pa.table({"fen": [setwise.STARTING_FEN]}))  # type: ignore[call-overload]
    with pytest.raises(UnicodeEncodeError):
        Positions.from_fens(["\ud800"])


def test_invalid_arrow_data_is_refused() -> None:
    """pyarrow does not check buffers; the encoding and the offsets are wrong here."""
    offsets = pa.py_buffer(np.array([0, 2], np.int32).tobytes())
    wrong_text = pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(b"\xff\xff")])
    with pytest.raises(ValueError, match="Arrow"):
        Positions.from_fens(wrong_text)
    offsets = pa.py_buffer(np.array([0, 9, 2], np.int32).tobytes())
    wrong_offsets = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"abcd")])
    with pytest.raises(ValueError, match="Arrow"):
        Positions.from_fens(wrong_offsets)


def test_empty_batches() -> None:
    empty = Positions.from_fens([])
    assert len(empty) == 0 and repr(empty) == "<Positions of 0 rows>"
    offsets, moves = empty.legal_moves()
    assert offsets.tolist() == [0] and len(moves) == 0
    assert empty.planes().shape == (0, 12, 8, 8)
    assert empty.packed().shape == (0, 30)
    assert Positions.from_packed(empty.packed()) == empty
    assert empty.play([]) == empty and empty.perft(3).tolist() == []
    assert len(Positions.from_boards([])) == 0
    assert Positions.from_fens(pa.array([], pa.string())) == empty


def test_boards_in_and_out(positions: Positions) -> None:
    boards = [positions[i] for i in range(10)]
    assert Positions.from_boards(boards) == positions[:10]
    with pytest.raises(TypeError):
        Positions.from_boards([1])  # type: ignore[list-item]


def test_unknown_layouts_and_types(positions: Positions) -> None:
    for arguments in (("other",), ("pieces", "int64"), ("pieces", "complex128")):
        with pytest.raises(ValueError):
            positions.planes(*arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        positions.planes("pieces", "nonsense")


@pytest.mark.filterwarnings("ignore::setwise.HistoryWarning")
def test_packed_rows_are_read_one_by_one_or_together() -> None:
    """Rows with flipped bits, with and without counters, and null: the same positions and messages."""
    random = np.random.default_rng(3)
    packed = Positions.random(3_000, seed=3, plies=60).packed()
    rows: list[bytes | None] = []
    for number, row in enumerate(packed):
        for _ in range(number % 3):
            row[random.integers(0, 24)] ^= 1 << random.integers(0, 8)
        rows.append(bytes(row[: 24 if number % 5 else 30]) if number % 101 else None)
    # A position that cannot occur in a game is accepted: three pieces give check.
    rows.insert(500, bytes(Positions.from_fens(["4k3/8/3N1N2/4Q3/8/8/8/4K3 b - - 0 1"]).packed()[0]))
    column = pa.array(rows, pa.binary())
    good, ok, messages = Positions.from_packed(column, errors="mask")
    assert 500 < len(messages) == len(rows) - ok.sum()
    alone = [Positions.from_packed(column[row : row + 1], errors="mask") for row in range(len(rows))]
    assert good == Positions.concatenate(*[one for one, _, _ in alone])
    assert messages == [(row, text) for row, (_, _, one) in enumerate(alone) for _, text in one]
    with pytest.raises(setwise.RowError) as raised:
        Positions._ask_column("bool", column, "check")
    assert str(raised.value) == f"row {messages[0][0]}: {messages[0][1]}"
    with pytest.warns(setwise.HistoryWarning, match="row 1 cannot occur"):
        assert Positions._ask_column("bool", column.take([3, 500]), ".").tolist() == [True, True]
