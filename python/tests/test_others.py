"""Perft, books, EPD files, techniques and the command."""

from __future__ import annotations

import pathlib
import platform
import random
import struct
import subprocess
import sys

import chess
import chess.polyglot
import pytest

import setwise
from conftest import random_boards, scaled

ROOT = pathlib.Path(__file__).parents[2]


def test_perft_of_known_positions() -> None:
    """The suites of the repository, as deep as takes little time."""
    checked = 0
    for suite in ("random.epd", "chess960.epd"):
        for line in (ROOT / "tests" / "data" / suite).read_text().splitlines()[:: scaled(1, 5)]:
            fen, *counts = line.split(";")
            for count in counts:
                depth, leaves = count.split()
                if int(leaves) < 2_000_000:
                    assert setwise.perft(fen.strip(), int(depth[1:])) == int(leaves), line
                    checked += 1
    assert checked > 200


def test_perft_options() -> None:
    board = setwise.Board()
    assert setwise.perft(board, 0) == 1
    for options in ({}, {"threads": 1}, {"threads": 3}, {"hash_mb": 8}, {"hash_mb": 1, "threads": 2}):
        assert setwise.perft(board, 6, **options) == 119_060_324
        divided = setwise.perft(board, 5, divide=True, **options)
        assert sum(divided.values()) == 4_865_609 and divided["e2e4"] == 405_385
    assert setwise.perft(board, 0, divide=True) == {}
    assert set(setwise.perft("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, divide=True)) > {"e1g1"}
    assert "b1g1" in setwise.perft("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", 1, divide=True)


def test_perft_errors() -> None:
    with pytest.raises(ValueError):
        setwise.perft("?", 1)
    with pytest.raises(TypeError):
        setwise.perft(setwise.STARTING_FEN, None)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        setwise.perft(5, 1)  # type: ignore[call-overload]


@pytest.fixture
def book_file(tmp_path: pathlib.Path) -> pathlib.Path:
    """Return a book of random positions, each with one to three moves."""
    rng, entries = random.Random(5), []
    for board in random_boards(300, seed=30):
        for move in list(board.legal_moves)[:3]:
            # python-chess writes castling as the king's move to its rook.
            move = board._to_chess960(move)
            promotion = move.promotion - 1 if move.promotion else 0
            bits = promotion << 12 | move.from_square << 6 | move.to_square
            key = chess.polyglot.zobrist_hash(board)
            entries.append(struct.pack(">QHHI", key, bits, rng.randrange(4), rng.randrange(2**32)))
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(sorted(set(entries))))
    return path


def test_books_like_python_chess(book_file: pathlib.Path) -> None:
    book, found = setwise.Book(book_file), 0
    assert len(setwise.Book(book_file.read_bytes())) == len(book)
    with chess.polyglot.open_reader(book_file) as reader:
        assert len(reader) == len(book)
        for theirs in random_boards(300, seed=30):
            board = setwise.Board(theirs.fen(), chess960=theirs.chess960 or None)
            for weight in (0, 1, 2):
                expected = [
                    (str(entry.move), entry.weight, entry.learn)
                    for entry in reader.find_all(theirs, minimum_weight=weight)
                ]
                mine = [
                    (str(entry.move), entry.weight, entry.learn)
                    for entry in book.find_all(board, minimum_weight=weight)
                ]
                assert mine == expected
                found += len(mine)
                best = reader.get(theirs, minimum_weight=weight)
                mine_best = book.get(board, minimum_weight=weight)
                assert (best and str(best.move)) == (mine_best and str(mine_best.move))
    assert found > 1000


def test_moves_of_a_book_by_chance() -> None:
    board = setwise.Board()
    key, moves = board.zobrist(), [(12, 28, 3), (11, 27, 1), (6, 21, 0)]
    entries = [struct.pack(">QHHI", key, start << 6 | end, weight, 0) for start, end, weight in moves]
    book, rng = setwise.Book(b"".join(entries)), random.Random(1)
    chosen = [str(book.weighted_choice(board, random=rng).move) for _ in range(4000)]
    assert set(chosen) == {"e2e4", "d2d4"} and 2850 < chosen.count("e2e4") < 3150
    for weight, expected in [(0, {"e2e4", "d2d4", "g1f3"}), (1, {"e2e4", "d2d4"}), (2, {"e2e4"})]:
        chosen = [str(book.choice(board, minimum_weight=weight, random=rng).move) for _ in range(900)]
        share = len(chosen) / len(expected)
        assert set(chosen) == expected
        assert all(0.8 * share < chosen.count(move) <= 1.2 * share for move in expected)
    assert str(book.choice(board).move) in {"e2e4", "d2d4"}
    with pytest.raises(IndexError):
        book.choice(board, minimum_weight=4)
    with pytest.raises(IndexError):
        setwise.Book(b"").weighted_choice(board)
    with pytest.raises(AttributeError):
        book.choice(board, random=5)  # type: ignore[arg-type]


def test_book_errors(tmp_path: pathlib.Path) -> None:
    with pytest.raises(setwise.BookError, match="17"):
        setwise.Book(b"x" * 17)
    with pytest.raises(FileNotFoundError):
        setwise.Book(tmp_path / "missing.bin")
    with pytest.raises(TypeError):
        setwise.Book(5)  # type: ignore[arg-type]
    empty = setwise.Book(b"")
    assert empty.find_all(setwise.Board()) == [] and empty.get(setwise.Board()) is None
    with pytest.raises(IndexError):
        empty.find(setwise.Board())
    key = setwise.Board().zobrist().to_bytes(8, "big")
    with pytest.raises(setwise.BookError):
        setwise.Book(key + b"\xff" * 8).find_all(setwise.Board())


def test_epd_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "lines.epd"
    first, second = '4k3/8/8/8/8/8/8/4K3 w - - id "é";', "4k3/8/8/8/8/8/8/4K3 b - - hmvc 3;"
    path.write_text(f"\ufeff{first}\n\n\ufeff# two\n\ufeff{second}\0\n\0\n\ufeff", "utf-8")
    lines = list(setwise.epd.read(path))
    assert [line.operations for line in lines] == [{"id": "é"}, {"hmvc": 3}]
    assert lines[1].board.halfmove_clock == 3
    with pytest.raises(setwise.EpdError, match="line 2: "):
        list(setwise.epd.read(["4k3/8/8/8/8/8/8/4K3 w - -", "?"]))
    for bad in ("", "x", "4k3/8/8/8/8/8/8/4K3 w - - bm Qa1;", "\0" * 50):
        with pytest.raises(setwise.EpdError):
            setwise.epd.parse(bad)


def test_techniques() -> None:
    names = setwise.techniques.names()
    # Two of them only x86-64 has at all.
    expected = 30 if platform.machine() in ("x86_64", "AMD64") else 28
    assert len(names) == len(set(names)) == expected
    rng, available = random.Random(1), 0
    for name in names:
        card = setwise.techniques.card(name)
        assert card.name == name and card.title
        if not card.is_available:
            with pytest.raises(ValueError, match="CPU"):
                setwise.techniques.attacks(name, setwise.ROOK, setwise.A1)
            continue
        available += 1
        for _ in range(20):
            square, occupied = rng.randrange(64), rng.getrandbits(64) & rng.getrandbits(64)
            board = chess.BaseBoard(None)
            board.occupied = occupied
            for piece_type, table in (
                (setwise.BISHOP, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]),
                (
                    setwise.ROOK,
                    chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
                    | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied],
                ),
            ):
                found = setwise.techniques.attacks(name, piece_type, square, occupied)
                assert int(found) == table, name
        lesson = setwise.techniques.explain(name, setwise.QUEEN, setwise.D4, 0x200000)
        assert lesson.answer == setwise.techniques.attacks(name, setwise.QUEEN, setwise.D4, 0x200000)
        assert lesson.steps and all(step.text and step.text[:20] in str(step) for step in lesson.steps)
    assert available > 25
    black_pawn = setwise.Piece(setwise.PAWN, setwise.BLACK)
    assert list(setwise.techniques.attacks("pext-emulated", black_pawn, setwise.E4)) == [
        setwise.D3,
        setwise.F3,
    ]


def test_errors_of_techniques() -> None:
    for call in (
        lambda: setwise.techniques.card("none"),
        lambda: setwise.techniques.attacks("none", setwise.ROOK, 0),
        lambda: setwise.techniques.attacks("classical", 7, 0),
        lambda: setwise.techniques.attacks("classical", setwise.ROOK, 64),
        lambda: setwise.techniques.explain("classical", setwise.KNIGHT, 0),
        lambda: setwise.techniques.explain("none", setwise.ROOK, 0),
        lambda: setwise.techniques.explain_position("none", setwise.Board()),  # type: ignore[arg-type]
        lambda: setwise.techniques.explain_bits("none", 0),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        setwise.techniques.attacks("classical", "rook", 0)  # type: ignore[arg-type]


COMMAND = [sys.executable, "-c", "import sys, setwise._command as c; sys.exit(c.main())"]


def test_lessons_are_those_of_the_command() -> None:
    board = setwise.Board()
    explain, of_position = setwise.techniques.explain, setwise.techniques.explain_position
    for lesson, words in (
        (explain("hyperbola", setwise.ROOK, setwise.C3, 0x200000), "hyperbola rook c3 --occupied 0x200000"),
        (of_position("boards", board), "boards"),
        (of_position("fills", board), f"fills {board.fen()}"),
        (of_position("legal", board), "legal"),
        (of_position("pawns", board), f"pawns {board.fen()}"),
        (setwise.techniques.explain_bits("count", 0x12), "bits count --hex 0x12"),
    ):

        def printed(*options: str, words: str = words) -> str:
            command = [*COMMAND, "explain", *words.split(), *options]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
            return done.stdout

        assert printed("--json") == lesson.json() + "\n"
        assert printed("--width", "80") == str(lesson)
        assert printed("--svg", "-") == lesson.svg() == lesson._repr_svg_()
        step = lesson.steps[1]
        assert printed("--width", "80", "--step", "2") == str(step)
        assert printed("--svg", "-", "--step", "2") == step.svg() == step._repr_svg_()


def test_steps_of_a_lesson() -> None:
    lesson = setwise.techniques.explain("classical", setwise.BISHOP, setwise.C1, [setwise.E3])
    assert (lesson.topic, lesson.title) == ("classical", "Classical rays: a bishop on c1")
    assert repr(lesson) == f"<Lesson 'classical' of {len(lesson.steps)} steps>"
    step = lesson.steps[0]
    assert repr(step) == "<Step 'ray AND occupied = ray blockers'>"
    assert [name for name, _ in step.figures] == ["ray", "occupied", "ray blockers"]
    assert [int(board) for _, board in step.figures] == [0x0000_8040_2010_0800, 0x100000, 0x100000]
    index = setwise.techniques.explain("magic-fancy", setwise.ROOK, setwise.A1, 0x200).steps[2]
    assert (index.equation, index.figures[1]) == ("product >> shift = index", ("shift", 52))


def test_the_command() -> None:
    done = subprocess.run(
        [*COMMAND, "perft", "4", "--json"], capture_output=True, text=True, timeout=60, check=True
    )
    assert '"nodes":197281' in done.stdout
    for arguments, code in ((["perft", "3", "--expect", "1"], 1), (["nonsense"], 2), (["--help"], 0)):
        done = subprocess.run([*COMMAND, *arguments], capture_output=True, timeout=60)
        assert done.returncode == code
