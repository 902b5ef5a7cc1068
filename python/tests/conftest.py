"""Options and helpers of the tests."""

from __future__ import annotations

import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import chess
import chess.pgn
import pytest

# SETWISE_LONG=1 runs the tests in their full size.
LONG = os.environ.get("SETWISE_LONG") == "1"

# Positions with many promotions, castlings, en passant captures, pins and ambiguous moves.
STARTS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 34",
    "8/7k/1Q3Q2/8/3N1N2/8/1Q3Q2/K2N1N2 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 95 70",
]


def scaled(full: int, short: int) -> int:
    """Return the size of a test: the full one, or a short one for CI."""
    return full if LONG else short


def start(number: int, rng: random.Random) -> chess.Board:
    """Return the board that a random game begins with."""
    if number % 3 == 1:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    return chess.Board(rng.choice(STARTS)) if number % 3 == 2 else chess.Board()


def random_move(board: chess.Board, rng: random.Random) -> chess.Move | None:
    """Return a legal move; rare kinds and moves back are preferred now and then."""
    moves = list(board.legal_moves)
    if not moves:
        return None
    rare = [
        move
        for move in moves
        if move.promotion or board.is_castling(move) or board.is_en_passant(move)
    ]
    if rare and rng.random() < 0.4:
        return rng.choice(rare)
    if len(board.move_stack) >= 2 and rng.random() < 0.5:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    return rng.choice(moves)


def random_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """Yield boards of random games, standard and Chess960; they must not be changed."""
    rng = random.Random(seed)
    number = made = 0
    while made < count:
        board = start(number, rng)
        number += 1
        for _ in range(rng.randint(1, 100)):
            if rng.random() < 0.4:
                yield board
                made += 1
                if made == count:
                    return
            move = random_move(board, rng)
            if move is None:
                break
            board.push(move)


@pytest.fixture
def rng() -> random.Random:
    """Return a generator with a fixed seed."""
    return random.Random(20)


LEAK_TEST = "test_no_leak_in_development_mode"


@pytest.fixture(scope="session")
def leak_check() -> Iterator[subprocess.Popen[str] | None]:
    """Yield the process of the leak check, which the first test starts; None where it cannot run."""
    if sys.platform != "linux":
        yield None
        return
    seconds = os.environ.get("SETWISE_LEAK_SECONDS", "600" if LONG else "60")
    script = pathlib.Path(__file__).parent / "leak_check.py"
    process = subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", str(script), seconds],
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


@pytest.fixture(scope="session", autouse=True)
def started_early(request: pytest.FixtureRequest) -> None:
    """Start the leak check before all tests if it is among them, so that it takes no time of its own."""
    if any(item.name == LEAK_TEST for item in request.session.items):
        request.getfixturevalue("leak_check")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the test that waits for the leak check last."""
    items.sort(key=lambda item: item.name == LEAK_TEST)


def planned_export(directory: pathlib.Path) -> None:
    """Plan the export of some hundred games to tables, in parts of 10 kB."""
    games = directory.parent / "games.pgn"
    if not games.exists():
        boards = (board for board in random_boards(300, 17) if board.move_stack and not board.chess960)
        games.write_text("".join(f"{chess.pgn.Game.from_board(board)}\n\n" for board in boards))
    program = "import sys, setwise._command as c; sys.exit(c.main())"
    options = ["--tables", "games,positions", "--format", "csv", "--part-bytes", "10000", "--layout", "one"]
    subprocess.run(
        [sys.executable, "-c", program, "pgn", "plan", str(games), "--to", str(directory), *options],
        check=True,
        stdout=subprocess.DEVNULL,
    )


# The beginning of a program: the function `show`, which prints the stage of a job as it makes progress.
SHOW = """
import setwise
show = lambda it: print(it.stage, flush=True)
"""


def interrupted(
    work: str,
    before: str = "",
    *,
    until: str = "ready",
    wait: float = 0.5,
    environment: dict[str, str] | None = None,
) -> str:
    """Run work in a process of its own, interrupt it, and return what it raises, after what it prints.

    The signal is sent some seconds after the process has printed a line, by default that before the work.
    The work goes on until then, so no machine is too slow for the test.
    """
    if os.name != "posix":
        pytest.skip("sends a signal of POSIX")
    program = f"""
{before}
try:
    print("ready", flush=True)
    {work}
except BaseException as error:
    print(type(error).__name__, flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    try:
        while process.stdout.readline() != f"{until}\n":
            assert process.poll() is None
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        # Usually some tenths of a second.
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    return output.strip()


def turns_of_another_thread(call: Callable[[], object]) -> int:
    """Return how often another thread of Python runs during a call, up to 10.

    The call is repeated until that is reached, for at most 60 seconds. A call that keeps the GIL lets the
    other thread run only before and after it.
    """
    turns, most, is_done = [0], 0, threading.Event()

    def count() -> None:
        while not is_done.is_set():
            turns[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    while most < 10 and time.monotonic() - began < 60:
        before = turns[0]
        call()
        most = max(most, turns[0] - before)
    is_done.set()
    thread.join()
    return min(most, 10)
