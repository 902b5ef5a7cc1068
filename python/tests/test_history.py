"""Positions that cannot occur in a game only because of the moves before them."""

from __future__ import annotations

import copy
import pathlib
import pickle
import warnings

import numpy as np
import pytest

import setwise

SUITE = pathlib.Path(__file__).parents[2] / "tests" / "data" / "unreachable.epd"
LINES = [line.split(";") for line in SUITE.read_text(encoding="utf-8").splitlines()]
FENS = [fen.strip() for fen, *_ in LINES]
FIRST = [int(counts[0].removeprefix("D1")) for _, *counts in LINES]


def test_a_board_is_accepted_with_a_warning() -> None:
    with pytest.warns(setwise.HistoryWarning, match="cannot occur in a game: no pawn"):
        board = setwise.Board("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1")
    assert board.legal_moves.count() == 8
    with pytest.warns(setwise.HistoryWarning, match="more than two pieces give check"):
        board.set_fen("2rk4/4b2q/6Q1/2Kb1Q1Q/8/8/8/1R4q1 w - - 0 1")
    assert board.legal_moves.count() == 2


def test_a_board_is_copied_and_pickled_without_another_warning() -> None:
    for fen in FENS:
        with pytest.warns(setwise.HistoryWarning):
            board = setwise.Board(fen)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for again in (copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
                assert again == board
                assert again.fen(en_passant="fen") == board.fen(en_passant="fen")


def test_a_batch_is_accepted_with_one_warning() -> None:
    with pytest.warns(setwise.HistoryWarning, match="row 1, and 31 other rows,") as caught:
        positions = setwise.Positions.from_fens([setwise.STARTING_FEN, *FENS])
    assert len(caught) == 1
    assert positions.count_legal_moves().tolist() == [20, *FIRST]
    with pytest.warns(setwise.HistoryWarning):
        assert setwise.Positions.from_packed(positions.packed()) == positions
    with pytest.warns(setwise.HistoryWarning):
        parsed = setwise.Positions.from_fens([FENS[0], "?"], errors="mask")
    assert np.array_equal(parsed.ok, [True, False])


def test_perft_of_a_fen() -> None:
    for fen, *counts in LINES:
        with pytest.warns(setwise.HistoryWarning):
            assert setwise.perft(fen, 2) == int(counts[1].removeprefix("D2"))


def test_the_warning_as_an_error_leaves_a_board_unchanged() -> None:
    board = setwise.Board()
    with warnings.catch_warnings():
        warnings.simplefilter("error", setwise.HistoryWarning)
        with pytest.raises(setwise.HistoryWarning):
            board.set_fen(FENS[0])
        with pytest.raises(setwise.HistoryWarning):
            setwise.Positions.from_fens(FENS)
    assert board == setwise.Board()


def test_other_wrong_positions_and_pgn_are_refused() -> None:
    with pytest.raises(setwise.FenError, match="white has no king"):
        setwise.Board("4k3/8/8/8/8/8/8/8 w - - 0 1")
    game = f'[FEN "{FENS[0]}"]\n[SetUp "1"]\n\n1... Kc7 *\n'
    with pytest.raises(setwise.PgnError):
        list(setwise.pgn.read(game.encode()))


def test_a_pickle_of_a_batch_does_not_warn_again() -> None:
    with pytest.warns(setwise.HistoryWarning):
        positions = setwise.Positions.from_fens(FENS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = pickle.loads(pickle.dumps(positions))
    assert np.array_equal(again.packed(), positions.packed())
