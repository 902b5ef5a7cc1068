"""Games read one by one: sources, contents, errors and places, and the same as python-chess."""

from __future__ import annotations

import gzip
import io
import pathlib
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import chess
import chess.pgn
import pyarrow
import pytest

import setwise
from conftest import interrupted, lets_other_threads_run, random_move, scaled, start
from setwise import pgn

GAMES = pathlib.Path(__file__).parents[2] / "peers" / "python" / "games"
TEXT = b"""[Event "x"]
[White "A"]
[Black "B"]
[Event2 "G\xfcnther"]

1. e4 {[%eval 0.17,12] [%clk 0:10:00.5] good} e5 $1 $4 (1... c5 {sharp} (1... e6) 2. Nf3)
2. Qh5 {first} {second [%eval #-3]} Nc6 ({before} 2... g6 ! {[%emt 0:00:07]}) 3. Bc4 Nf6 4. Qxf7# 1-0

[White "C"]
[Black "D"]

1. e4 e5 2. Ke3 Nc6 1/2-1/2

1. d4 d5 *
"""


def compressed(bytes_: bytes) -> dict[str, bytes]:
    """Return forms of a text that have the same games."""
    middle = bytes_.index(b"\n\n1. d4")
    zstd = pyarrow.Codec("zstd")
    frames = [zstd.compress(part, asbytes=True) for part in (bytes_[:middle], bytes_[middle:])]
    return {
        "plain": bytes_,
        "gzip": gzip.compress(bytes_),
        "two members of gzip": gzip.compress(bytes_[:middle]) + gzip.compress(bytes_[middle:]),
        "zstd": zstd.compress(bytes_, asbytes=True),
        "two frames of zstd": b"".join(frames),
        "a skippable frame": b"\x50\x2a\x4d\x18\x04\0\0\0\1\2\3\4" + b"".join(frames),
    }


def test_contents() -> None:
    game = next(pgn.read(TEXT))
    assert (game.number, game.offset, game.result, len(game)) == (1, 0, "1-0", 7)
    assert game.tags == {"Event": "x", "White": "A", "Black": "B", "Event2": "Günther"}
    assert game.sans == "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#".split()
    assert [move.uci() for move in game.moves][-1] == "h5f7"
    assert game.clocks == [600.5] + [None] * 6
    assert game.evals == [pgn.Evaluation(17, None, 12), None, pgn.Evaluation(None, -3)] + [None] * 4
    assert game.comments[2] == "first second [%eval #-3]" and game.comments[3] == ""
    assert game.board().is_checkmate() and game.board().move_stack == game.moves
    assert game.start == setwise.Board()
    assert game.positions().to_fens()[-1] == game.board().fen() and len(game.positions()) == 8
    assert repr(game) == "<Game 1: A - B, 1-0>" and game.error is None


def test_the_side_to_move_is_mated_in_a_mate_on_the_board() -> None:
    for moves, winner in [("1. f3 e5 2. g4 Qh4#", False), ("1. e4 e5 2. Qh5 Ke7 3. Qxe5#", True)]:
        game = next(pgn.read(f"{moves} {{[%eval #-0,3]}} *".encode(), variations=True))
        evaluation = game.evals[-1]
        assert evaluation is not None
        assert evaluation == game.end().eval() == pgn.Evaluation(None, 0, 3, winner)
        for color in (True, False):
            assert evaluation.pov(color).score(mate_score=9) == (9 if color == winner else -9)
            assert evaluation.pov(color).wdl().wins == (1000 if color == winner else 0)


def test_variations() -> None:
    def replies(variations: bool) -> list[str]:
        e4 = next(pgn.read(TEXT, variations=variations)).root.next()
        assert e4 is not None
        return [node.san() for node in e4.variations]

    assert replies(False) == ["e5"] and replies(True) == ["e5", "c5", "e6"]
    root = next(pgn.read(TEXT, variations=True)).root
    assert root.move is None and root.parent is None and repr(root) == "<GameNode: the root>"
    with pytest.raises(ValueError, match="the root has no move"):
        root.san()
    with pytest.raises(ValueError, match="the root has no move"):
        root.uci()
    sharp = root.variations[0].variations[1]
    assert sharp.uci() == "c7c5" and sharp.game().tags["White"] == "A"
    assert repr(sharp.root()) == repr(root) and sharp.root().mainline()[1].san() == "e5"
    e4 = root.variation(0)
    assert sharp.move is not None
    for named in (sharp, sharp.move, 1, -2):
        assert e4.has_variation(named) and e4.variation(named).san() == "c5"
    other = next(pgn.read(TEXT, variations=True)).root.variation(0).variation(1)
    for missing in (3, -4, other, setwise.Move.from_uci("a7a6")):
        assert not e4.has_variation(missing)
        with pytest.raises(KeyError, match="no such variation"):
            e4.variation(missing)
    with pytest.raises(TypeError):
        e4.variation("c5")  # type: ignore[arg-type]
    assert (sharp.comment, sharp.nags, repr(sharp)) == ("sharp", set(), "<GameNode c5>")
    assert root.variations[0].variations[0].nags == {1, 4}
    knight = root.variations[0].variations[0].variations[0].variations[1]
    assert (knight.san(), knight.starting_comment, knight.emt()) == ("g6", "before", 7.0)


def place(node: chess.pgn.GameNode | pgn.GameNode) -> tuple[object, ...]:
    """Describe where a node is in its game, by names that both packages have."""
    return (
        node.ply(),
        node.turn(),
        node.is_end(),
        node.is_mainline(),
        node.is_main_variation(),
        node.starts_variation(),
        node.eval_depth(),
        [str(move) for move in node.mainline_moves()],
        [following.comment for following in node.mainline()],
        node.end().board().fen(),
        [str(node.variation(place).move) for place in range(len(node.variations))],
    )


def nodes_of(root: chess.pgn.GameNode | pgn.GameNode) -> list[tuple[object, ...]]:
    """Describe the tree of a game, by names that both packages have."""
    found = []
    todo: list[Any] = [root]
    while todo:
        node = todo.pop()
        parent = node.parent
        assert parent is None or any(it.san() == node.san() for it in parent.variations)
        found.append(
            (
                None if node.move is None else str(node.move),
                node.board().fen(),
                node.comment,
                node.starting_comment,
                frozenset(node.nags),
                node.clock(),
                place(node),
            )
        )
        todo.extend(node.variations)
    return found


def random_game(number: int, rng: random.Random) -> chess.pgn.Game:
    """Return a random game of python-chess with comments, glyphs and variations."""
    board = start(number, rng)
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"], game.headers["Black"] = f"Player {number}", "O'Neil"
    node: chess.pgn.GameNode = game
    board = board.copy()
    for _ in range(rng.randint(0, 60)):
        move = random_move(board, rng)
        if move is None:
            break
        if rng.random() < 0.1 and board.legal_moves.count() > 1:
            other = rng.choice([it for it in board.legal_moves if it != move])
            main = node.add_variation(move)
            side = node.add_variation(other, starting_comment=rng.choice(["", "or"]))
            reply = random_move(side.board(), rng)
            if reply:
                side.add_variation(reply, comment="reply")
            node = main
        else:
            node = node.add_variation(move)
        if rng.random() < 0.2:
            node.comment = rng.choice(["plain", "[%eval -1.05] well", "[%csl Gd4]"])
        if rng.random() < 0.5:
            node.set_clock(rng.randrange(72_000) / 10)
        if rng.random() < 0.1:
            node.nags.add(rng.randint(1, 139))
        board.push(move)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def test_random_games_are_the_same() -> None:
    """Tags, moves, comments, glyphs, clocks and variations of games that python-chess wrote."""
    rng = random.Random(16)
    games = [random_game(number, rng) for number in range(scaled(2000, 150))]
    text = "\n\n".join(map(str, games))
    stream = io.StringIO(text)
    count = 0
    for game in pgn.read(text.encode(), variations=True):
        theirs = chess.pgn.read_game(stream)
        assert theirs is not None and not theirs.errors
        count += 1
        assert game.tags == dict(theirs.headers)
        assert list(game.headers.items()) == list(theirs.headers.items())
        assert game.end().board().fen() == theirs.end().board().fen()
        assert game.result == theirs.headers["Result"]
        line = list(theirs.mainline())
        assert game.sans == [node.san() for node in line]
        assert [str(move) for move in game.moves] == [str(node.move) for node in line]
        assert game.clocks == [node.clock() for node in line]
        assert nodes_of(game.root) == nodes_of(theirs)
        for mine, node in zip(game.evals, line, strict=True):
            score = node.eval()
            assert (mine is None) == (score is None)
            if mine is not None and score is not None:
                assert mine.centipawns == score.white().score() and mine.mate == score.white().mate()
                assert mine.is_mate() == score.is_mate()
                for color in (True, False):
                    ours, other = mine.pov(color), score.pov(color)
                    assert (ours.mate(), ours.is_mate()) == (other.mate(), other.is_mate())
                    assert ours.score(mate_score=9999) == other.score(mate_score=9999)
    assert count == len(games)
    assert pgn.check(text.encode()).wrong == 0


# The games that python-chess reads differently, and why.
DIFFERENCES = GAMES / "differences.tsv"


def test_the_corpus_is_read_as_python_chess_reads_it() -> None:
    lines = DIFFERENCES.read_text(encoding="utf-8").splitlines()[1:]
    different = {tuple(line.split("\t")[:2]) for line in lines if line and not line.startswith("#")}
    compared = 0
    for path in sorted(GAMES.rglob("*.pgn")):
        name = str(path.relative_to(GAMES))
        contents = path.read_bytes()
        if contents.startswith((b"\xff\xfe", b"\xfe\xff")):
            # python-chess does not know the encoding.
            continue
        try:
            stream = io.StringIO(contents.decode("utf-8-sig"))
        except UnicodeDecodeError:
            stream = io.StringIO(contents.decode("latin-1"))
        for game in pgn.read(path, accept="lenient", errors="keep"):
            theirs = chess.pgn.read_game(stream)
            if any(file.endswith(name) or name.endswith(file) for file, _ in different):
                break
            assert theirs is not None, (name, game.number)
            moves = [str(node.move) for node in theirs.mainline()]
            assert bool(game.error) == bool(theirs.errors), (name, game.number, game.error)
            mine = [str(move) for move in game.moves]
            assert mine == moves[: len(mine)], (name, game.number)
            assert game.error or len(mine) == len(moves), (name, game.number)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("form", compressed(TEXT))
@pytest.mark.parametrize("source", ["path", "text path", "bytes", "file", "unbuffered"])
def test_sources(form: str, source: str, tmp_path: pathlib.Path) -> None:
    contents = compressed(TEXT)[form]
    path = tmp_path / "games.pgn"
    path.write_bytes(contents)
    opened = open(path, "rb", buffering=0 if source == "unbuffered" else -1)
    found = {"path": path, "text path": str(path), "bytes": contents}.get(source, opened)
    with opened:
        games = list(pgn.read(found, errors="keep"))
    assert [game.result for game in games] == ["1-0", "*", "*"]
    assert [len(game) for game in games] == [7, 2, 2]
    assert games[0].offset == 0 and TEXT[games[1].offset :].startswith(b"[White")


def test_files_of_text() -> None:
    games = list(pgn.read(io.StringIO("[White \"Ærø\"]\n\n1. e4 *")))
    assert games[0].tags == {"White": "Ærø"}


def test_errors_are_exceptions_with_a_place(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    reader = pgn.read(path)
    assert next(reader).number == 1
    with pytest.raises(setwise.PgnError) as caught:
        next(reader)
    error = caught.value
    line = TEXT[: TEXT.index(b"Ke3")].count(b"\n") + 1
    assert (error.kind, error.file, error.game, error.line, error.column) == (
        "illegal-move", str(path), 2, line, 13,
    )  # fmt: skip
    assert TEXT[error.byte :].startswith(b"Ke3")
    assert (error.move, error.turn, error.text) == (2, setwise.WHITE, "Ke3")
    expected = f"{path}:{line}:13: game 2 (C - D), 2. Ke3: the move is not legal in this position"
    assert str(error) == expected
    # The next game is read after the exception.
    assert [game.number for game in reader] == [3]


def test_errors_are_kept() -> None:
    one, two, three = pgn.read(TEXT, errors="keep")
    assert one.error is None and three.error is None
    assert isinstance(two.error, setwise.PgnError) and two.error.game == 2
    assert two.sans == ["e4", "e5"] and two.result == "*"


@pytest.mark.parametrize(
    ("accept", "wrong"),
    [("strict", 3), ("common", 2), ("default", 1), ("lenient", 0), (["null-move"], 1)],
)
def test_deviations(accept: str | list[str], wrong: int) -> None:
    text = b'1. Ng1f3 *\n\n1. e4 e5\n\n[Event "x"]\n\n1. e4 -- *'
    checked = pgn.check(text, accept=accept)  # type: ignore[arg-type]
    assert (checked.games, checked.wrong) == (3, wrong)


def test_check() -> None:
    checked = pgn.check(TEXT)
    assert (checked.games, checked.wrong, checked.accepted) == (3, 1, {})
    assert checked.moves == 7 + 4 + 2 + 2
    assert str(checked.errors[0]) == str(next(it.error for it in pgn.read(TEXT, errors="keep") if it.error))
    accepted = pgn.check(b"1. e4 -- 2. d4 *", accept="lenient").accepted
    assert accepted == {"null-move": 1}
    many = b"1. e5 *\n" * 50
    checked = pgn.check(many, max_errors=3)
    assert checked.wrong == 50 and [it.game for it in checked.errors] == [1, 2, 3]


def test_null_moves() -> None:
    game = next(pgn.read(b"1. e4 -- 2. d4 *", accept="lenient"))
    assert game.sans == ["e4", "--", "d4"] and not game.moves[1]
    assert game.board().turn == setwise.BLACK


def test_chess960() -> None:
    text = b'[FEN "4k3/8/8/8/8/8/8/RK5R w HA - 0 1"] [SetUp "1"] [Variant "Chess960"] 1. O-O *'
    game = next(pgn.read(text))
    assert game.sans == ["O-O"] and game.moves[0].uci() == "b1h1" and game.board().chess960


class Failing:
    """A file that fails after some bytes."""

    def __init__(self, answer: object) -> None:
        self.answers = [b"1. e4 *\n\n" * 10_000, answer]

    def read(self, size: int, /) -> bytes:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]


@pytest.mark.parametrize("answer", [RuntimeError("broken"), KeyError("x"), 5, None])
def test_errors_of_files_come_through(answer: object) -> None:
    reader = pgn.read(Failing(answer))
    kind = type(answer) if isinstance(answer, Exception) else TypeError
    count = 0
    with pytest.raises(kind):
        for _ in reader:
            count += 1
    assert count > 1000
    assert list(reader) == []


@pytest.mark.parametrize("form", [form for form in compressed(TEXT) if form != "plain"])
def test_damaged_files(form: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "damaged.pgn"
    path.write_bytes(compressed(TEXT)[form][:-9])
    with pytest.raises(OSError, match="damaged.pgn"):
        for _ in pgn.read(path, errors="keep"):
            pass
    with pytest.raises(OSError, match="damaged.pgn"):
        pgn.check(path)


def test_missing_files() -> None:
    for function in (pgn.read, pgn.check):
        with pytest.raises(FileNotFoundError, match="nowhere.pgn"):
            function("nowhere.pgn")
        with pytest.raises(IsADirectoryError):
            function("/")


@pytest.mark.parametrize("source", [None, 5, 1.5, object(), [], {}])
def test_wrong_sources(source: object) -> None:
    with pytest.raises(TypeError, match="is not a source of games"):
        pgn.read(source)  # type: ignore[arg-type]


def test_wrong_options() -> None:
    for options in ({"accept": "some"}, {"accept": ["x"]}, {"errors": "ignore"}):
        with pytest.raises(ValueError, match="expected"):
            pgn.read(b"", **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pgn.read(b"", accept=5)  # type: ignore[arg-type]


def test_threads_read_from_one_iterator() -> None:
    reader = pgn.read(b"1. e4 e5 *\n\n" * 3000)
    numbers: list[int] = []

    def work() -> None:
        while True:
            try:
                numbers.append(next(reader).number)
            except StopIteration:
                return
            except ValueError:
                # Another thread is reading.
                time.sleep(0)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 3001))


@pytest.fixture(scope="module")
def long_game() -> pgn.Game:
    """Return a game of 400,000 moves with comments."""
    moves = b" {[%clk 0:01:00]} ".join([b"Nf3", b"Nf6", b"Ng1", b"Ng8", b""])
    return next(pgn.read(moves * 100_000 + b"*"))


GETTERS: dict[str, Callable[[pgn.Game], object]] = {
    "board": lambda game: game.board(),
    "clocks": lambda game: game.clocks,
    "positions": lambda game: game.positions(),
    "sans": lambda game: game.sans,
}


@pytest.mark.parametrize("getter", GETTERS)
def test_other_threads_run_while_a_long_game_is_examined(getter: str, long_game: pgn.Game) -> None:
    assert lets_other_threads_run(lambda: GETTERS[getter](long_game))


ENDLESS = """
import setwise
class Endless:
    def read(self, size):
        return b"{" * size
class Games:
    def read(self, size):
        return b"1. e4 e5 2. Nf3 Nc6 *\\n\\n" * 1000
"""

LONG_WORK = {
    "one game that does not end": "next(setwise.pgn.read(Endless()))",
    "many games": "[game.sans for game in setwise.pgn.read(Games())]",
    "check": "setwise.pgn.check(Games())",
}


@pytest.mark.parametrize("work", LONG_WORK)
def test_ctrl_c_ends(work: str) -> None:
    assert interrupted(LONG_WORK[work], ENDLESS) == "KeyboardInterrupt"
