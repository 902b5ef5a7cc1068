"""Makes rounds of random calls, and fails if the memory of the process grows.

    MALLOC_ARENA_MAX=1 python -X dev tests/leak_check.py 300

Memory that is free lies in one arena of glibc then, so that it can be told from memory that has leaked.
"""

from __future__ import annotations

import copy
import ctypes
import gc
import os
import pathlib
import pickle
import random
import statistics
import sys
import tempfile

import numpy as np
import pyarrow

import setwise
from setwise import Board, Move, Positions, SquareSet


def some_calls(rng: random.Random) -> None:
    """Make calls of every kind, right and wrong ones."""
    board = Board()
    for _ in range(rng.randint(1, 40)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        board.san_and_push(Move.null()) if not board.is_check() else None
    for move in board.legal_moves:
        board.san(move), board.gives_check(move), board.see(move), board.uci(move)
    board.outcome(claim_draw=True), board.piece_map(), board.unicode(), board._repr_svg_()
    pickle.loads(pickle.dumps(board)), copy.deepcopy(board), board == board.copy(), repr(board)
    line = list(board.legal_moves)[:1]
    Board.from_epd(board.epd(id="x", pv=line) if line else board.epd(id="x"))
    for wrong in ("?", "8/8/8/8/8/8/8/8 w - - 0 1", 5, None):
        try:
            Board(wrong).push_san("Ke9")  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
    squares = SquareSet(rng.getrandbits(64))
    sum(map(int, squares)), squares & 7, squares | [1, 2], list(SquareSet(0xF0).carry_rippler())
    batch = Positions.random(600, seed=rng.getrandbits(64))
    Positions.from_fens(batch.to_fens()), Positions.from_packed(batch.packed())
    offsets, moves = batch.legal_moves()
    with_moves = batch.count_legal_moves() > 0
    batch[with_moves].play(moves[offsets[:-1][with_moves]])
    batch.play(["e2e4"] * 600, errors="mask")
    batch.planes("lc0", "float32"), batch.attacks(), batch.bitboards(), batch.keys(), batch.mirror()
    batch.planes(out=batch.planes(dtype="float16")), batch.halfka(), batch.threats(), batch.policy_mask("lc0")
    some = batch[with_moves]
    some.policy_moves(some.policy_indices(moves[offsets[:-1][with_moves]], "uci"), "uci")
    batch[5], batch[::3], batch[[1, 2]], batch + batch, np.asarray(batch), batch.perft(1)
    list(batch[:20]), setwise.perft(board, 2, divide=True), setwise.techniques.names()
    lesson = setwise.techniques.explain(
        "classical", setwise.ROOK, rng.randrange(64), rng.getrandbits(64)
    )
    lesson.json(), [step.svg() for step in lesson.steps]
    setwise.Book(b"\0" * 64).find_all(board)
    setwise.Player(1, 2).think(board, nodes=300, lines=3)
    some_games(rng)


def some_games(rng: random.Random) -> None:
    """Read games with comments, variations and errors, to their end or not, and tables of them."""
    text = b'[White "A"] 1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 (1... c5 $1 {x}) 2. Nf3 1-0\n\n'
    text += rng.choice([b"1. e4 Ke7 *", b"1. d4 (1. c4", b'[FEN "?"] *', b"{"])
    for game in setwise.pgn.read(text * 20, variations=True, errors="keep"):
        game.moves, game.sans, game.clocks, game.evals, game.tags, game.comments, game.error
        game.board(), game.positions(), [node.nags for node in game.root.variations]
    try:
        next(setwise.pgn.read(b"1. e5 *")), next(setwise.pgn.read("/nowhere"))
    except (setwise.PgnError, OSError):
        pass
    next(setwise.pgn.read(text * 20), None), setwise.pgn.check(text * 20)
    game = next(setwise.pgn.read(b"1. Nf3 {[%clk 0:01:00]} Nf6 Ng1 Ng8 " * 200 + b"*"))
    game.sans, game.clocks, game.board(), game.positions(), len(game)
    path = pathlib.Path(directory.name, "games.pgn")
    path.write_bytes(text * 20)
    for table in ("games", "positions"):
        batches = setwise.pgn.batches(path, table, threads=rng.randint(1, 2))  # type: ignore[arg-type]
        for batch in batches:
            pyarrow.record_batch(batch).column(0).to_pylist()
        next(iter(batches)), batches.__arrow_c_stream__(), batches.__arrow_c_schema__()
    if rng.random() < 0.9:
        return
    # Seldom, because files are flushed to disk.
    with tempfile.TemporaryDirectory() as out:
        setwise.pgn.to_parquet(path, out, tables=["games", "positions"], progress=lambda _: None)
        try:
            setwise.pgn.to_parquet(path, out, where="plies > 3")
        except setwise.JobError:
            pass


directory = tempfile.TemporaryDirectory()


def resident() -> int:
    """Return the resident memory in bytes, without pages of files and what the allocator keeps free."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as numbers:
        _, pages, shared, *_ = map(int, numbers.read().split())
    return (pages - shared) * os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    rounds, rng = int(sys.argv[1]), random.Random(1)
    sizes = []
    for number in range(rounds):
        some_calls(rng)
        # The first third fills caches and the free memory of the allocator.
        if number >= rounds / 3 and number % 5 == 0:
            sizes.append(resident())
    directory.cleanup()
    half = len(sizes) // 2
    # Medians: a sample may have what the allocator keeps for a thread that has just ended.
    before, after = (statistics.median(part) for part in (sizes[:half], sizes[half:]))
    print(f"{rounds} rounds, {before / 2**20:.1f} MiB before, {after / 2**20:.1f} MiB after")
    # If each round leaked one batch of moves, of 48 kB, the 100 rounds between the medians would
    # leak 4.8 MB.
    return 0 if after - before < 2 * 2**20 else 1


if __name__ == "__main__":
    sys.exit(main())
