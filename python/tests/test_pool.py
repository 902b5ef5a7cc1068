"""Values of the package in other processes: pickles, also hostile ones, and pools."""

from __future__ import annotations

import multiprocessing
import pathlib
import pickle
import random
from typing import Any

import pytest

import setwise
from conftest import LONG
from setwise import pgn

GAMES = pathlib.Path(__file__).parents[2] / "peers" / "python" / "games"
TEXT = """[White "A & B"]
[Variant "Chess960"]
[FEN "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha - 0 1"]

1. e4 {one [%clk 0:01:00]} {two} e5 $1 $4 (1... c5 {sharp} (1... e6) 2. d3) ({before} 1... d6) 2. d3 -- 3. d4 1-0

1. e4 {[%eval 0.3,12]} Ke6 *

{nothing} *
"""


def tree(node: pgn.GameNode) -> object:
    """Return all that a node and the nodes after it have."""
    move = node.move and node.move.uci()
    children = [tree(child) for child in node.variations]
    return move, node.comment, node.starting_comment, node.nags, node.clock(), node.eval(), children


def contents(value: Any) -> object:
    """Return all that a value has, as values of Python."""
    if isinstance(value, pgn.Game):
        error = value.error and value.error.args
        facts = (value.number, value.offset, value.result, value.tags, value.start.fen(), value.start.chess960)
        return facts, error, value.moves, value.clocks, tree(value.root)
    if isinstance(value, pgn.GameNode):
        return contents(value.game()), tree(value), value.ply(), value.board().fen(), value.is_mainline()
    if isinstance(value, setwise.Board):
        return value.fen(), value.move_stack, value.chess960
    if isinstance(value, setwise.Positions):
        return value.to_fens()
    if isinstance(value, setwise.Parsed):
        return value.positions.to_fens(), value.ok.tolist(), value.messages
    if isinstance(value, (setwise.PgnError, setwise.FenError)):
        return value.args
    return value.text() if isinstance(value, pgn.EditableGame) else value


def games() -> list[pgn.Game]:
    return list(pgn.read(TEXT.encode(), variations=True, errors="keep", accept="lenient"))


def test_a_pool(tmp_path: pathlib.Path) -> None:
    """Finds a value that a pool of processes cannot send."""
    board = setwise.Board()
    board.push_san("e4")
    values: list[object] = [
        board,
        board.peek(),
        setwise.Piece.from_symbol("k"),
        setwise.SquareSet([1, 63]),
        setwise.Positions.random(5),
        setwise.Positions.from_fens([board.fen(), "?"], errors="mask"),
        setwise.Expression("check"),
        setwise.Setup(),
        pgn.check(TEXT.encode()).accepted,
        pgn.EditableGame.from_game(games()[0]),
        *games(),
        *nodes(games()[0].root),
        setwise.BookEntry(board.peek(), 5, 7),
        pgn.read(b"1. e4 {[%eval 0.3]} *").__next__().evals,
        setwise.Player(1).think(board, depth=1).lines[0].score,
        *(game.error for game in games() if game.error),
    ]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(contents, values) == [contents(value) for value in values]
        # The values come back too.
        assert [contents(it) for it in pool.map(games_again, [0])[0]] == [contents(it) for it in games()]


def nodes(node: pgn.GameNode) -> list[pgn.GameNode]:
    """Return a node and all nodes after it."""
    return [node, *(later for child in node.variations for later in nodes(child))]


def games_again(_: int) -> list[pgn.Game]:
    return games()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_real_games(protocol: int) -> None:
    paths = sorted(GAMES.rglob("*.pgn*")) if LONG or protocol == pickle.DEFAULT_PROTOCOL else sorted(GAMES.rglob("*.pgn*"))[:3]
    count = 0
    for path in paths:
        for game in pgn.read(path, variations=True, errors="keep", accept="lenient"):
            assert contents(pickle.loads(pickle.dumps(game, protocol))) == contents(game)
            count += 1
    assert count > 3


def test_hostile_pickles_are_refused() -> None:
    """Each value of the state is replaced by others: it is an error, or a game with legal moves."""
    rng = random.Random(5)
    restore, state = games()[0].__reduce__()
    values = [None, -1, 2**40, 2**70, "x", b"", b"\0" * 30, [], (), [(9, 9)], [(0, 0, 0, 9**9)], [(7, 1, 0, 0)], 1.5]

    def changed(value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or not value or rng.random() < 0.2:
            return rng.choice(values)
        index = rng.randrange(len(value))
        parts = [*value[:index], changed(value[index]), *value[index + 1 :]]
        return type(value)(parts[:-1] if rng.random() < 0.05 else parts)

    refused = 0
    for _ in range(20_000 if LONG else 2000):
        try:
            game = restore(*changed(state))
        except (TypeError, ValueError, OverflowError):
            refused += 1
        else:
            contents(game)
    assert refused > 500
    (_, _, (start, moves, notes, text), _) = state
    for tree_, message in [
        ((start[:29], moves, notes, text), "29 bytes"),
        ((start, [(1, moves[0][1])], [], b""), "a move after the node 1"),
        ((start, [(0, 0xFFFF)], [], b""), "the illegal move 0xffff"),
        ((start, [], [(1, 2, 1, 0)], b""), "a note of the node 1"),
        ((start, [], [(0, 1, 0, 1)], b""), "the note 1 at 0 to 1"),
    ]:
        with pytest.raises(ValueError, match=f"^a pickled game has .*{message}"):
            restore(state[0], [], tree_, None)
    node, number = games()[0].root.variations[0].__reduce__()
    assert number == (1,)
    last = len(nodes(games()[0].root)) - 1
    for wrong in (-1, last + 1, 2**32):
        with pytest.raises(ValueError, match=f"node {wrong} .expected 0 to {last}"):
            node(wrong)
    with pytest.raises(ValueError, match='the result "2-0"'):
        restore((1, 0, False, "2-0"), [], state[2], None)
    with pytest.raises(ValueError, match="rows of 29 bytes"):
        setwise.Positions._restore(setwise.Positions.random(2).packed()[:, :29])  # type: ignore[attr-defined]
