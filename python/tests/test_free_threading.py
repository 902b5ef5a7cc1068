"""Objects that threads share: right results or an error that says why, also without a GIL."""

from __future__ import annotations

import contextlib
import pathlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import pytest

import setwise
from conftest import scaled
from setwise import Board, Move, Positions, SquareSet

THREADS = 8
ROUNDS = 200
# The key of the initial position, and 1. e4 with weight 3.
BOOK = Board().zobrist().to_bytes(8, "big") + bytes([3, 28, 0, 3, 0, 0, 0, 0])
T = TypeVar("T")


def on_threads(call: Callable[[int], T], threads: int = THREADS) -> list[T]:
    """Return the results of a call in threads that begin together; the first exception is raised."""
    gate, results = threading.Barrier(threads), dict[int, T]()
    errors: list[BaseException] = []

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = call(number)
        # A panic is no Exception.
        except BaseException as error:
            errors.append(error)

    started = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(timeout=600)
    assert not any(thread.is_alive() for thread in started), "threads wait for one another"
    if errors:
        raise errors[0]
    return [results[number] for number in range(threads)]


def attempt(call: Callable[[], T], busy: Counter[str]) -> T | None:
    """Return the result of a call, or None if another thread changes the object."""
    try:
        return call()
    except RuntimeError as error:
        assert "lready" in str(error) or "busy" in str(error)
        busy[str(error)] += 1
        return None


def drained(iterator: Iterator[T]) -> list[T]:
    """Return the items that threads take from one iterator, each as often as it was given."""

    def take(_: int) -> list[T]:
        items = []
        while True:
            try:
                items.append(next(iterator))
            except StopIteration:
                return items
            except ValueError as error:
                assert str(error) == "another thread reads a game from this iterator"

    return [item for items in on_threads(take) for item in items]


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions.random(3000, seed=5, threads=1)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    text = '[Event "{0}"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'
    path.write_text("".join(text.format(number) for number in range(600)))
    return path


def played(number: int) -> Board:
    board = Board()
    for ply in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[(ply * 7 + number % 2) % len(moves)])
    return board


def test_boards_of_their_own() -> None:
    boards = on_threads(played)
    for number in range(2):
        for board in boards[number::2]:
            assert board == boards[number] and board.move_stack == boards[number].move_stack
            assert board.fen() == played(number).fen()


def test_a_board_with_a_lock() -> None:
    board, lock = Board(), threading.Lock()

    def play(number: int) -> None:
        for round in range(ROUNDS):
            with lock:
                moves = list(board.legal_moves)
                before = board.fen()
                move = moves[(number + round) % len(moves)]
                board.push(move)
                assert board.peek() == move and board.pop() == move and board.fen() == before

    on_threads(play)
    assert board == Board() and board.move_stack == []


def test_a_board_without_a_lock() -> None:
    """A reader sees the board before or after each change, or the error of a board in use."""
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    board, move = Board(fen), Move.from_uci("e2a6")
    after = board.copy()
    after.push(move)
    fens, counts = {board.fen(), after.fen()}, {board.legal_moves.count(), after.legal_moves.count()}
    pseudo = {board.pseudo_legal_moves.count(), after.pseudo_legal_moves.count()}
    busy: Counter[str] = Counter()

    def use(number: int) -> None:
        for _ in range(ROUNDS):
            if number == 0:
                while attempt(lambda: (board.push(move), True), busy) is None:
                    pass
                while attempt(board.pop, busy) is None:
                    pass
                continue
            assert attempt(board.fen, busy) in fens | {None}
            assert attempt(board.legal_moves.count, busy) in counts | {None}
            assert attempt(lambda: len(list(board.legal_moves)), busy) in counts | {None}
            assert attempt(lambda: len(list(board.pseudo_legal_moves)), busy) in pseudo | {None}
            assert attempt(lambda: bool(board.legal_moves), busy) in (True, None)
            assert attempt(lambda: str(board.legal_moves).startswith("<LegalMoves ("), busy) in (True, None)
            copied = attempt(board.copy, busy)
            assert copied is None or copied.fen() in fens
            batch = attempt(lambda: Positions.from_boards([board]), busy)
            assert batch is None or batch[0].fen() in fens
            assert attempt(lambda: setwise.perft(board, 1, threads=1), busy) in counts | {None}

    on_threads(use)
    assert board == Board(fen)


def test_a_board_that_all_threads_change() -> None:
    """Every answer is one of the board at some time."""
    board, busy = Board(), Counter[str]()

    def use(number: int) -> None:
        rng = np.random.default_rng(number)

        def change() -> None:
            moves = list(board.legal_moves)
            if moves and rng.random() < 0.7:
                board.push(moves[rng.integers(len(moves))])
            else:
                board.pop()
            board.fen(), board.outcome(claim_draw=True), board.move_stack, board.copy()
            if rng.random() < 0.01:
                board.set_fen(setwise.STARTING_FEN)

        for _ in range(scaled(4000, 600)):
            # Another thread may be faster.
            with contextlib.suppress(setwise.IllegalMoveError, IndexError):
                attempt(change, busy)

    on_threads(use)
    assert Board(board.fen()).fen() == board.fen()


def test_equality_of_a_board_that_changes() -> None:
    """A board that is set to the position that it has is always equal to a copy."""
    board, copied, fen = Board(), Board(), Board().fen()
    busy: Counter[str] = Counter()

    def use(number: int) -> None:
        # Two calls rarely meet.
        for _ in range(50 * ROUNDS):
            if number % 4 == 0:
                attempt(lambda: board.set_fen(fen), busy)
            elif number % 4 == 1:
                assert attempt(board.legal_moves.count, busy) in (20, None)
            else:
                assert attempt(lambda: board == copied, busy) in (True, None)
                assert attempt(lambda: copied == board, busy) in (True, None)
                assert attempt(lambda: board != copied, busy) in (False, None)

    on_threads(use)


def test_boards_compare_with_boards_only() -> None:
    board, other = Board(), Board()
    other.push_san("e4")
    assert board == Board() and not board != Board() and board != other and not board == other
    assert board != board.fen() and not board == 1
    with pytest.raises(TypeError):
        board < other  # type: ignore[operator]


def test_items_of_an_iterator_come_once(positions: Positions, games: pathlib.Path) -> None:
    fens = Counter(positions.to_fens(en_passant="fen"))
    assert Counter(board.fen(en_passant="fen") for board in drained(iter(positions))) == fens
    for iterator in (iter(SquareSet(2**64 - 1)), reversed(SquareSet(2**64 - 1))):
        assert sorted(drained(iterator)) == list(range(64))
    subsets = drained(SquareSet(0x3FF).carry_rippler())
    assert sorted(map(int, subsets)) == list(range(1024))
    board = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    for moves in (board.legal_moves, board.pseudo_legal_moves):
        assert Counter(drained(iter(moves))) == Counter(moves)
    read = drained(setwise.pgn.read(games))
    assert sorted(game.number for game in read) == list(range(1, 601))
    batches = setwise.pgn.batches(games, "positions", threads=1)
    expected = sorted(batch.num_rows for batch in batches)
    assert sorted(batch.num_rows for batch in drained(iter(batches))) == expected


def test_one_plan_read_by_each_thread(games: pathlib.Path) -> None:
    found = setwise.find(games, "checkmate", threads=1)
    tables = setwise.pgn.batches(games, "positions", threads=2)
    for plan, rows in ((found, 600), (tables, 600 * 8)):
        counts = on_threads(lambda _: sum(batch.num_rows for batch in plan))
        assert set(counts) in ({rows}, {rows - 600})


def test_positions_and_expressions(positions: Positions) -> None:
    """The cache of texts and the evaluators of an expression are used by all threads at once."""
    expression = setwise.Expression("attacks(N) & [kq]")
    texts = [f"count(attacks(Q) & p) + {number}" for number in range(20)]
    planes, counts = positions.planes(threads=1), positions.count_legal_moves(threads=1)
    keys, (offsets, _) = positions.keys(threads=1), positions.legal_moves(threads=1)
    forks = positions.sets(expression)
    numbers = [positions.numbers(text) for text in texts]

    def use(number: int) -> None:
        for round in range(20):
            text = (number * 3 + round) % len(texts)
            assert np.array_equal(positions.numbers(texts[text]), numbers[text])
            assert np.array_equal(positions.sets(expression), forks)
        assert np.array_equal(positions.planes(threads=2), planes)
        assert np.array_equal(positions.count_legal_moves(threads=2), counts)
        assert np.array_equal(positions.keys(threads=2), keys)
        assert np.array_equal(positions.legal_moves(threads=2)[0], offsets)
        assert Positions.from_packed(np.asarray(positions)) == positions
        assert positions[number].fen() == positions[number : number + 1][0].fen()

    on_threads(use)


def test_moves_are_made_once() -> None:
    """The object of a move is the same one for all threads."""
    listed = on_threads(lambda _: [list(board.legal_moves) for board in Positions.random(200, seed=9, threads=1)])
    for moves in zip(*listed, strict=True):
        for same in zip(*moves, strict=True):
            assert len(set(map(id, same))) == 1


def test_players() -> None:
    """Players of their own search at the same time; one player has one search at a time."""
    board, busy = Board(), Counter[str]()
    expected = setwise.Player(1).think(board, depth=3)
    for analysis in on_threads(lambda _: setwise.Player(1).think(board, depth=3)):
        assert (analysis.best, analysis.nodes) == (expected.best, expected.nodes)
    player = setwise.Player(1)
    results = on_threads(lambda _: attempt(lambda: player.think(board, depth=3), busy))
    assert any(results) and len([result for result in results if result is None]) == busy.total()
    player.forget()
    assert player.think(board, depth=3).nodes == expected.nodes


def test_a_book(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(BOOK)
    for book in (setwise.Book(path), setwise.Book(BOOK)):

        def use(_: int, book: setwise.Book = book) -> None:
            for _ in range(ROUNDS):
                board = Board()
                assert book.find(board).move.uci() == book.weighted_choice(board).move.uci() == "e2e4"
                assert len(book) == 1

        on_threads(use)
