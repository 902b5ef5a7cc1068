"""The player: what it finds, its limits, wrong arguments, threads and Ctrl-C."""

from __future__ import annotations

import _thread
import copy
import pickle
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import STARTS, interrupted, lets_other_threads_run, random_boards, scaled

import setwise
from setwise import Analysis, Board, Move, Player

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"


def check(board: Board, analysis: Analysis, lines: int = 1) -> None:
    """Play the lines, which must be legal, and test what every analysis has."""
    most = min(lines, board.legal_moves.count())
    # Before the first iteration has ended, not every line has been searched.
    assert len(analysis.lines) == most if analysis.depth else 1 <= len(analysis.lines) <= most
    for line in analysis.lines:
        again = board.copy()
        assert line.moves
        for move in line.moves:
            again.push(move)
        assert line.score is None or line.mate is None
    assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines)
    assert analysis.nodes >= 0 and analysis.depth >= 0 and analysis.time >= 0


def test_mate_in_two() -> None:
    board = Board(MATE_IN_TWO)
    for threads in (1, 2):
        analysis = Player(threads=threads).think(board, mate=2, nodes=2_000_000)
        check(board, analysis)
        assert analysis.nodes < 1_000_000
        line = analysis.lines[0]
        assert (line.score, line.mate, len(line.moves)) == (None, 2, 3)
        assert analysis.best == line.moves[0] and analysis.ponder == line.moves[1]
        again = board.copy()
        for move in line.moves:
            again.push(move)
        assert again.is_checkmate()
    board.push(line.moves[0])
    assert Player().think(board, depth=14).lines[0].mate == -1


def test_lines_are_legal() -> None:
    player = Player(1)
    boards = [Board(fen) for fen in STARTS]
    for theirs in random_boards(scaled(500, 60), seed=3):
        boards.append(Board(theirs.fen(), chess960=theirs.chess960 or None))
    for number, board in enumerate(boards):
        lines = 1 + number % 4
        check(board, player.think(board, nodes=400, lines=lines), lines)


def test_positions_without_moves() -> None:
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):
        analysis = Player(1).think(Board(fen), time=60)
        assert (analysis.best, analysis.ponder, analysis.lines) == (None, None, [])


def test_positions_that_cannot_occur() -> None:
    with pytest.warns(setwise.HistoryWarning):
        board = Board("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1")
    check(board, Player(1).think(board, nodes=2000))


def test_limits() -> None:
    player, board = Player(), Board()
    analysis = player.think(board, depth=3)
    assert analysis.depth == 3
    player.forget()
    assert player.think(board, depth=3).nodes == analysis.nodes == Player().think(board, depth=3).nodes
    for nodes in (1, 2, 1000, np.uint16(5000)):
        for lines in (1, 500):
            analysis = Player(1).think(board, nodes=nodes, lines=lines)
            check(board, analysis, lines)
            assert 1 <= analysis.nodes <= nodes
    # There was no time for a search.
    line = Player(1).think(board, nodes=1).lines[0]
    assert line.score is not None and (line.mate, len(line.moves)) == (None, 1)
    # A search that ignored its limit would not end.
    for seconds in (0, 0.0, -0.0, 0.05, np.float32(0.05)):
        check(board, player.think(board, time=seconds))
    analysis = player.think(Board(MATE_IN_TWO), mate=2, time=10**9)
    assert analysis.lines[0].mate == 2
    # A depth beyond the deepest search ends when that is done.
    assert player.think(Board(MATE_IN_TWO), depth=255, nodes=100_000).best
    # Without a limit, the search has the time that the documentation names.
    assert player.think(board).best


def test_scores_are_for_the_side_to_move() -> None:
    for fen in ("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "qq2k3/8/8/8/8/8/8/4K3 b - - 0 1"):
        best = Player(1).think(Board(fen), depth=1).lines[0]
        assert best.mate is not None and best.mate > 0 or best.score is not None and best.score > 500
    losing = Player(1).think(Board("4k3/pppppppp/8/8/8/8/8/QR2K3 b - - 0 1"), depth=4).lines[0]
    assert losing.score is not None and losing.score < -300


def test_moves_to_choose_from() -> None:
    board = Board()
    some = [board.parse_san(san) for san in ("a3", "h3", "a3")]
    for moves in (some, tuple(some), set(some), iter(some)):
        analysis = Player(1).think(board, nodes=500, moves=moves, lines=5)
        assert {line.moves[0] for line in analysis.lines} == set(some)
    assert Player(1).think(board, nodes=5000, moves=some[:1]).best == some[0]


def test_repetitions_are_seen() -> None:
    """A move back into a position of the game is a draw, however much better the side is."""
    board = Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    for san in ("Ka2", "Kg7", "Ka1", "Kh8"):
        board.push_san(san)
    moves = [board.parse_san("Ka2")]

    def score() -> int | None:
        return Player(1).think(board, nodes=5000, moves=moves).lines[0].score

    assert score() == 0
    assert Player(1).think(board, nodes=5000).best != moves[0]
    # What was before a null move does not count.
    for uci in ("0000", "h8g8", "0000", "g8h8"):
        board.push_uci(uci)
    assert score() != 0
    board.clear_stack()
    assert score() != 0


def test_chess960() -> None:
    player = Player(1)
    for chess960, castling in ((False, "e1c1"), (True, "e1a1")):
        board = Board("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", chess960=chess960)
        for form in ("e1c1", "e1a1"):
            analysis = player.think(board, nodes=500, moves=[Move.from_uci(form)])
            assert analysis.best is not None and analysis.best.uci() == castling
    board = Board.from_chess960_pos(5)
    check(board, player.think(board, nodes=2000, lines=3), 3)


def test_the_board_may_change_meanwhile() -> None:
    board, found = Board(), []
    thread = threading.Thread(target=lambda: found.append(Player().think(board, nodes=50_000)))
    thread.start()
    while thread.is_alive():
        board.push_san("e4"), board.pop()
    # The board was copied before or after the move.
    if found[0].lines[0].moves[0] not in board.legal_moves:
        board.push_san("e4")
    check(board, found[0])


def test_a_busy_player_is_an_error() -> None:
    player, errors, found = Player(), [], []

    def work() -> None:
        for _ in range(30):
            try:
                found.append(player.think(Board(), nodes=2000))
                player.forget()
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found and all("busy" in error for error in errors)


def test_a_player_that_searches_is_busy() -> None:
    """The search goes on until another thread has had the error."""
    player = Player(1)

    def forget_until_busy() -> None:
        while True:
            try:
                player.forget()
            except RuntimeError:
                _thread.interrupt_main()
                return
            # The player is free now, and the other thread can begin its search.
            time.sleep(0.01)

    thread = threading.Thread(target=forget_until_busy)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        while True:
            try:
                player.think(Board(), time=10**9)
            except RuntimeError:
                # The other thread was in `forget`.
                pass
    thread.join()
    player.forget()
    check(Board(), player.think(Board(), nodes=1000))


def test_players_think_at_the_same_time() -> None:
    expected = Player(1).think(Board(), depth=6)
    found: list[Analysis] = []
    threads = [
        threading.Thread(target=lambda: found.append(Player(1).think(Board(), depth=6))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(it.lines, it.nodes) for it in found] == 4 * [(expected.lines, expected.nodes)]


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends(threads: int) -> None:
    work = f"setwise.Player(threads={threads}).think(setwise.Board(), time=10**9, lines=2)"
    assert interrupted(work, "import setwise") == "KeyboardInterrupt"


def test_a_player_goes_on_after_ctrl_c() -> None:
    before = "import setwise; player = setwise.Player()"
    work = """
    try:
        player.think(setwise.Board(), depth=120)
    except KeyboardInterrupt:
        print(player.think(setwise.Board(), depth=3).depth)"""
    assert interrupted(work.strip("\n").lstrip(), before) == "3"


def test_other_threads_run_meanwhile() -> None:
    player = Player()
    assert lets_other_threads_run(lambda: player.think(Board(), depth=6))


@pytest.mark.parametrize(
    "options",
    [
        {"moves": []},
        {"moves": [Move.from_uci("e2e5")]},
        {"moves": [Move.from_uci("e2e4"), Move.from_uci("e7e5")]},
        {"moves": [Move.null()]},
    ],
)
def test_wrong_moves(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected|not legal"):
        Player(1).think(Board(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"mate": [2]},
        {"moves": 5},
        {"moves": ["e2e4"]},
        {"moves": "e2e4"},
        {"moves": Move.from_uci("e2e4")},
        {"lines": None},
        {"movetime": 1},
    ],
)
def test_wrong_types(options: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Player(1).think(Board(), **options)  # type: ignore[arg-type]


def test_wrong_boards() -> None:
    for wrong in (None, setwise.STARTING_FEN, 5, Board):
        with pytest.raises(TypeError):
            Player(1).think(wrong, depth=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Player(1).think(Board(), 5)  # type: ignore[call-arg]


def test_wrong_arguments_of_a_player() -> None:
    for wrong in ({"hash_mb": None}, {"size": 1}):
        with pytest.raises(TypeError):
            Player(**wrong)


MEMORY = """
import resource
import setwise

setwise.Player()
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, resource.RLIM_INFINITY))
for arguments in ((2048,), (2**24, 2), (1, 1024)):
    try:
        setwise.Player(*arguments)
    except MemoryError as error:
        print(error)
print(setwise.Player(64).think(setwise.Board(), depth=2).depth)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
def test_too_little_memory() -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "no memory for a hash table of 2048 MiB and 1 thread",
        "no memory for a hash table of 16777216 MiB and 2 threads",
        "no memory for a hash table of 1 MiB and 1024 threads",
        "2",
    ]


def test_texts_and_copies() -> None:
    assert repr(Player()) == "Player(hash_mb=16, threads=1)"
    player = Player(2, 3)
    assert repr(player) == str(player) == "Player(hash_mb=2, threads=3)"
    assert repr(Player(1, threads=None)).startswith("Player(hash_mb=1, threads=")
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="Player"):
            copied(player)
    with pytest.raises(AttributeError):
        player.hash = 3  # type: ignore[attr-defined]
    analysis = player.think(Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), depth=1)
    assert repr(analysis.lines[0]) == "AnalysisLine(score=None, mate=1, moves=[Move.from_uci('a1a8')])"
    assert repr(analysis).startswith("Analysis(lines=[AnalysisLine(score=None, mate=1, moves=[")
    assert pickle.loads(pickle.dumps(analysis)) == analysis == copy.deepcopy(analysis)
    with pytest.raises(AttributeError):
        analysis.depth = 3  # type: ignore[misc]
