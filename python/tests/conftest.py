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

# A background job of a shell ignores SIGINT. Then Python would install no handler of it, neither
# here nor in the processes that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

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
    rounds = str(scaled(3000, 300))
    script = pathlib.Path(__file__).parent / "leak_check.py"
    process = subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", str(script), rounds],
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
    options = ["--tables", "games,positions", "--format", "csv", "--part-bytes", "10000"]
    subprocess.run(
        [sys.executable, "-c", program, "pgn", "plan", str(games), "--to", str(directory), *options],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def interrupted(
    work: str,
    before: str = "",
    *,
    until: str = "cpu_seconds() > 0.1",
    environment: dict[str, str] | None = None,
) -> str:
    """Run work in a process of its own, interrupt it, and return its output and its exception.

    A second thread of Python sends the signal when a condition is true. By default this is when the
    work has used some CPU time, so the speed of the machine does not matter. While a call keeps the
    GIL, the thread cannot run, so such a call is not interrupted.
    """
    if os.name != "posix":
        pytest.skip("sends a signal of POSIX")
    program = f"""
import glob, os, signal, threading, time
{before}

def cpu_seconds():
    return time.process_time() - time.thread_time() - began

def interrupt():
    while not {until}:
        time.sleep(0.005)
    os.kill(os.getpid(), signal.SIGINT)

began = time.process_time()
threading.Thread(target=interrupt, daemon=True).start()
try:
    {work}
except BaseException as error:
    print(type(error).__name__, flush=True)
"""
    # Usually less than a second. The timeout only ends a process that hangs.
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def lets_other_threads_run(call: Callable[[], object]) -> bool:
    """Return whether another thread of Python runs during a call.

    The interpreter takes the GIL from no thread meanwhile, so the other thread runs only if the
    call releases the GIL. The call is repeated until the other thread has run in it, because the
    call may end before the other thread gets a CPU. A call that keeps the GIL is repeated for 60
    seconds.
    """
    gate, has_run = threading.Lock(), threading.Event()

    def run() -> None:
        with gate:
            has_run.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    gate.acquire()
    thread = threading.Thread(target=run)
    # This thread goes on when the other one waits at the gate.
    thread.start()
    try:
        gate.release()
        end = time.monotonic() + 60
        while not has_run.is_set() and time.monotonic() < end:
            call()
        return has_run.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
