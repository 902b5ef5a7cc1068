"""Set expressions: asked of positions, of boards and of games."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import chess
import numpy as np
import pytest

import setwise
from conftest import STARTS, interrupted, lets_other_threads_run
from setwise import Expression, ExpressionError, Positions

FORK = "any s in N: attacks(s) & k and attacks(s) & q"


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions.random(2_000, seed=3)


def test_an_expression_has_its_parts() -> None:
    fork = Expression(FORK)
    assert (fork.text, str(fork), fork.kind, fork.needs_game) == (FORK, FORK, "bool", False)
    assert repr(fork) == f"Expression({FORK!r})"
    kinds = {text: Expression(text).kind for text in ("attacks(N)", "moves", "check")}
    assert kinds == {"attacks(N)": "set", "moves": "number", "check": "bool"}
    assert Expression("castles then castles").needs_game
    assert "isolated" in Expression("iqp").meaning and Expression("iqp").kind == "bool"


def test_expressions_are_equal_if_they_mean_the_same() -> None:
    same, other = Expression("R & [a1 b1]"), Expression("R  &  [b1 a1]")
    assert Expression("P|N") == Expression("(P | N)") and hash(Expression("P|N")) == hash(Expression("(P | N)"))
    assert same != Expression("R") and same != "R & [a1 b1]"
    for expression in (same, other, Expression("ever check")):
        again = pickle.loads(pickle.dumps(expression))
        assert again == expression and again.text == expression.text


WRONG = {
    "isolate(P)": (0, 7, "`isolate`: did you mean `isolated`?\n  isolate(P)\n  ^"),
    "pinned and": (10, 10, "the end was found (expected a set, a number, a word or `(`)\n  pinned and\n            ^"),
    "": (0, 0, "the end was found (expected a set, a number, a word or `(`)\n  \n  ^"),
    "é": (0, 2, None),
    "(" * 100_000: (None, None, None),
    "P | " * 5_000 + "P": (None, None, None),
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_a_wrong_text_is_an_error_with_its_place(text: str) -> None:
    start, end, message = WRONG[text]
    with pytest.raises(ValueError) as caught:
        Expression(text)
    error = caught.value
    assert isinstance(error, ExpressionError)
    assert start is None or (error.start, error.end) == (start, end)
    assert message is None or str(error) == message
    with pytest.raises(ExpressionError):
        Positions.random(1).where(text)


def test_what_is_no_expression_is_refused(positions: Positions) -> None:
    with pytest.raises(TypeError, match="int is not an expression"):
        positions.where(5)  # type: ignore[arg-type]
    with pytest.raises(ExpressionError, match="`moves` is a number"):
        positions.where("moves")
    with pytest.raises(ExpressionError, match=r"`moves` is a number \(expected a set\)"):
        positions.sets("moves")
    with pytest.raises(ExpressionError, match=r"`R` is a set \(expected a number\)"):
        positions.numbers("R")
    for text in ("check then check", "WhiteElo > 2000", "ply > 3", "to & e4", "eval > 50"):
        with pytest.raises(ExpressionError, match="asks a game, and the source has positions only"):
            positions.where(text)
        with pytest.raises(ExpressionError, match="asks a game"):
            Expression(text).show(setwise.Board())


def test_positions_agree_with_other_methods(positions: Positions) -> None:
    assert np.array_equal(positions.where("check"), positions.is_check())
    assert np.array_equal(positions.where("checkmate"), positions.is_checkmate())
    assert np.array_equal(positions.where("white_to_move"), positions.turns())
    moves = positions.numbers("moves")
    assert moves.dtype == np.int32 and np.array_equal(moves, positions.count_legal_moves())
    attacked = positions.sets("attacks(A)")
    assert attacked.dtype == np.uint64 and np.array_equal(attacked, positions.attacks()[:, 0])
    clocks = [board.halfmove_clock for board in positions]
    assert positions.numbers(Expression("halfmoves")).tolist() == clocks


def test_positions_agree_with_boards(positions: Positions) -> None:
    boards = [chess.Board(fen) for fen in positions[:200].to_fens()]
    pinned = [
        sum(1 << square for side in chess.COLORS for square in chess.SquareSet(board.occupied_co[side])
            if board.is_pinned(side, square))
        for board in boards
    ]
    assert positions[:200].sets("pinned").tolist() == pinned
    for fen in STARTS:
        board = setwise.Board(fen)
        assert board.sets("attackers(e4) & A") == board.attackers(setwise.WHITE, setwise.E4)
        assert board.sets("castling_rooks") == setwise.SquareSet(board.castling_rights)


@pytest.mark.parametrize("count", [0, 1, 300, 1_025, 2_000])
def test_any_number_of_rows_and_threads(count: int, positions: Positions) -> None:
    rows = positions[:count]
    one = rows.where(FORK, threads=1)
    assert one.shape == (count,) and one.dtype == np.bool_
    assert np.array_equal(one, rows.where(Expression(FORK), threads=3))
    assert np.array_equal(rows.numbers("moves"), positions.numbers("moves", threads=3)[:count])


def test_the_parts_are_drawn() -> None:
    parts = Expression("attacks(N) & a-h3").show(setwise.Board())
    assert parts._repr_svg_().startswith("<svg ")
    assert "attacks(N): 6 squares" in str(parts)


DEAR = "moves + (count s in .: targets(s) & k)"


@pytest.mark.parametrize("work", ["where('{} > 3')", "numbers('{}', threads=1)"])
def test_ctrl_c_ends(work: str) -> None:
    before = "import setwise; many = setwise.Positions.concatenate(*[setwise.Positions.random(1_000)] * 1_000)"
    assert interrupted(f"many.{work.format(DEAR)}", before) == "KeyboardInterrupt"


def test_other_threads_run_meanwhile() -> None:
    many = Positions.concatenate(*[Positions.random(1_000)] * 30)
    assert lets_other_threads_run(lambda: many.numbers(DEAR, threads=1))


def test_expressions_of_many_texts_in_many_threads() -> None:
    """The expressions of the last texts are kept: each call has the answer of its own text."""
    rows = Positions.random(300, seed=4)
    texts = [f"count(P) = {number % 9} or {number} = 99" for number in range(40)]
    expected = [rows.where(Expression(text)).tolist() for text in texts]

    def ask(number: int) -> bool:
        return rows.where(texts[number % 40]).tolist() == expected[number % 40]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(2_000)))
    for text in ("count(P) = ", "count(", "moves"):
        for _ in range(2):
            with pytest.raises(ExpressionError):
                rows.where(text)
