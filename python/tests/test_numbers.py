"""The numbers among arguments: their limits and messages, and that the command has the same ones."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sysconfig
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import setwise
from setwise import Board, Player, Positions, data, pgn

HASH, ANY = 2**24, 2**64 - 1
ONE = Positions.from_fens([setwise.STARTING_FEN])
SEE = setwise.Move.from_uci("e2e4")
GAMES = pathlib.Path("no games.pgn")

# What is called, the argument, the least and the greatest value, and the arguments of the command that take the
# same number.
WHOLE: list[tuple[Callable[[Any], object], str, int, int, str]] = [
    (lambda n: setwise.perft(Board(), n), "depth", 0, 100, "perft {}"),
    (lambda n: setwise.perft(Board(), 1, threads=n), "threads", 1, 1024, "perft 1 --threads={}"),
    (lambda n: setwise.perft(Board(), 1, hash_mb=n), "hash_mb", 0, HASH, "perft 1 --hash={}"),
    (lambda n: ONE.perft(n), "depth", 0, 100, "perft {}"),
    (lambda n: ONE.keys(threads=n), "threads", 1, 1024, ""),
    (lambda n: Player(n), "hash_mb", 1, HASH, ""),
    (lambda n: Player(1, n), "threads", 1, 1024, ""),
    (lambda n: Player(1).think(Board(), depth=n), "depth", 1, 255, "uci bench --depth={}"),
    (lambda n: Player(1).think(Board(), mate=n), "mate", 1, 255, ""),
    (lambda n: Player(1).think(Board(), nodes=n), "nodes", 1, ANY, ""),
    (lambda n: Player(1).think(Board(), depth=1, lines=n), "lines", 1, 500, ""),
    (lambda n: setwise.svg.board(size=n), "size", 8, 100_000, "svg --size={}"),
    (lambda n: setwise.svg.piece(setwise.Piece.from_symbol("K"), size=n), "size", 8, 100_000, ""),
    (lambda n: setwise.deep.plan("x", depth=n, split=1), "depth", 1, 100, "deep plan --depth={}"),
    (lambda n: setwise.deep.plan("x", depth=3, split=n), "split", 1, 100, "deep plan --split={}"),
    (lambda n: setwise.deep.plan("x", depth=3, split=1, shards=n), "shards", 1, 99_999, "deep plan --shards={}"),
    (lambda n: Positions.random(n), "n", 0, (4 << 30) // 80, ""),
    (lambda n: Positions.random(1, n), "seed", 0, ANY, "quiz --seed={}"),
    (lambda n: Positions.random(1, plies=n), "plies", 0, 1000, ""),
    (lambda n: Board.from_chess960_pos(n), "Chess960 position", 0, 959, ""),
    (lambda n: Board().is_repetition(n), "count", 0, ANY, ""),
    (lambda n: Board().copy(stack=n), "stack", 0, ANY, ""),
    (lambda n: Board().see(SEE, values=[n] * 6), "value", -(2**15), 2**15 - 1, ""),
    (lambda n: setwise.SquareSet(n), "mask", 0, ANY, ""),
    (lambda n: ONE.play([n]), "move", 0, 65535, ""),
    (lambda n: setwise.Book(b"").find_all(Board(), minimum_weight=n), "minimum_weight", 0, ANY, ""),
    (lambda n: setwise.BookEntry(SEE, n, 0), "weight", 0, 2**16 - 1, ""),
    (lambda n: setwise.BookEntry(SEE, 0, n), "learn", 0, 2**32 - 1, ""),
    (lambda n: pgn.check(b"", max_errors=n), "max_errors", 0, ANY, ""),
    (lambda n: pgn.batches(GAMES, "positions", min_ply=n), "min_ply", 0, 2**32 - 1, "pgn plan --min-ply={}"),
    (lambda n: pgn.batches(GAMES, "positions", max_ply=n), "max_ply", 0, 2**32 - 1, "pgn plan --max-ply={}"),
    (lambda n: pgn.to_parquet(GAMES, "x", part_bytes=n), "part_bytes", 1, 2**40, "pgn plan --part-bytes={}"),
    (lambda n: data.Batches(GAMES, n, columns=["ply"]), "batch_size", 1, ANY, ""),
    (lambda n: data.Batches(GAMES, 1, columns=["ply"], seed=n), "seed", 0, ANY, "quiz --seed={}"),
    (lambda n: data.Batches(GAMES, 1, columns=["ply"], epochs=n), "epochs", 0, ANY, ""),
    (lambda n: data.Batches(GAMES, 1, columns=["ply"], world_size=n), "world_size", 1, ANY, ""),
    (lambda n: data.Batches(GAMES, 1, columns=["ply"], rank=n, world_size=3), "rank", 0, 2, ""),
    (lambda n: data.Batches(GAMES, 1, columns=["ply"], mixed=n), "mixed", 1, ANY, ""),
]
REAL: list[tuple[Callable[[Any], object], str, float, float, str]] = [
    (lambda n: Player(1).think(Board(), time=n), "time", 0, 10**9, ""),
    (lambda n: pgn.batches(GAMES, sample=n), "sample", 0, 1, "pgn filter --sample={}"),
    (lambda n: pgn.batches(GAMES, "positions", sample_positions=n), "sample_positions", 0, 1, "pgn plan --sample={}"),
]


def refused(call: Callable[[Any], object], name: str, found: object, shown: object, limits: str) -> None:
    message = re.escape(f"{name} {shown} (expected {limits})")
    with pytest.raises(ValueError, match=f"^{message}"):
        call(found)


@pytest.mark.parametrize(("call", "name", "least", "most", "command"), WHOLE)
def test_whole_numbers(call: Callable[[Any], object], name: str, least: int, most: int, command: str) -> None:
    limits = f"{least} to {most}"
    for found in {least - 1, -1 if least >= 0 else least - 1, -(2**63), most + 1}:
        refused(call, name, found, found if found <= ANY else "beyond 64 bits", limits)
    for found in (2**64, 10**30, 10**400, -(2**63) - 1, -(10**30)):
        refused(call, name, found, "beyond 64 bits", limits)
    refused(call, name, np.int64(least - 1), least - 1, limits)
    for wrong in (1.5, float("nan"), 1j):
        with pytest.raises(TypeError):
            call(wrong)
    by_command(command, [least - 1, most + 1, 10**400, 1.5, "x", "NaN"], limits)


@pytest.mark.parametrize(("call", "name", "least", "most", "command"), REAL)
def test_real_numbers(call: Callable[[Any], object], name: str, least: float, most: float, command: str) -> None:
    limits = f"{least} to {most}"
    for found, shown in [
        (-0.001, "-0.001"),
        (most * 1.1, repr(most * 1.1).removesuffix(".0")),
        (float("nan"), "NaN"),
        (float("-inf"), "-inf"),
        (float("inf"), "inf"),
        (10**400, "inf"),
        (np.float32("nan"), "NaN"),
    ]:
        refused(call, name, found, shown, limits)
    for wrong in ("1", b"1", 1j):
        with pytest.raises(TypeError):
            call(wrong)
    by_command(command, [-0.001, most * 1.1, "NaN", "inf", "x"], limits)


def by_command(command: str, values: list[object], limits: str) -> None:
    """Check that the command has the same limits in its message."""
    program = os.path.join(sysconfig.get_path("scripts"), "setwise")
    for found in values if command else []:
        arguments = [program, *command.format(found).split(" ")]
        run = subprocess.run(arguments, capture_output=True, text=True)
        assert run.returncode == 2 and f": expected {limits}\n" in run.stderr, (arguments, run.stderr)


def test_the_limits_are_accepted() -> None:
    for depth in (0, 100):
        assert setwise.perft("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", depth) == int(depth == 0)
    assert setwise.perft(Board(), 1, threads=1, hash_mb=0) == setwise.perft(Board(), 1, threads=1024) == 20
    assert Player(1).think(Board(), depth=1, nodes=ANY, mate=255, lines=500, time=10**9).depth == 1
    assert 'width="8"' in setwise.svg.board(size=8) and 'width="100000"' in setwise.svg.board(size=100_000)
    for seed in (0, ANY):
        assert len(Positions.random(1, seed, plies=1000)) == 1
    assert not Board().is_repetition(ANY) and Board().is_repetition(0)
