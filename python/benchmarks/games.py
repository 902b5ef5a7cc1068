"""Speed of reading games beside python-chess and rust-pgn-reader-python-binding; see `compare.py`.

The games are the 100 real ones of `peers/python/games/chess.js-1.4.0`, repeated.
"""

from __future__ import annotations

import io
import pathlib
import tempfile

import chess.pgn
import pyarrow
import rust_pgn_reader_python_binding as rust_reader

import setwise
from comparison import Comparison, expect

GAMES = pathlib.Path(__file__).parents[2] / "peers/python/games/chess.js-1.4.0/benchmark.pgn"
MOVES_OF_FILE = 6193


class Counter(chess.pgn.BaseVisitor[int]):
    """Counts the moves of the main line; python-chess checks each of them to call this."""

    def begin_game(self) -> None:
        self.moves = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.moves += 1

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def result(self) -> int:
        return self.moves


def moves_by_python_chess(text: str) -> int:
    """Count the moves of all games."""
    stream, moves = io.StringIO(text), 0
    while (found := chess.pgn.read_game(stream, Visitor=Counter)) is not None:
        moves += found
    return moves


def games_by_python_chess(text: str) -> int:
    """Build all games, and write every move in SAN."""
    stream, moves = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        moves += len([node.san() for node in game.mainline()])
    return moves


def rows(path: pathlib.Path, table: str, threads: int) -> int:
    """Return the number of rows of a table."""
    columns = ["clocks", "evals"] if table == "games" else []
    batches = setwise.pgn.batches(path, table, columns=columns, threads=threads)  # type: ignore[arg-type]
    return sum(len(batch) for batch in batches)


def compare_games(comparison: Comparison, copies: int) -> None:
    """Compare readers of PGN on files with some copies of the games."""
    text = GAMES.read_text(encoding="utf-8")
    strings = ["[Event " + game for game in text.split("[Event ")[1:]]
    part, share = text, 1 / copies
    games, moves = 100 * copies, MOVES_OF_FILE * copies
    with tempfile.TemporaryDirectory() as directory:
        plain = pathlib.Path(directory, "games.pgn")
        plain.write_text((text.rstrip() + "\n\n") * copies, encoding="utf-8")
        size = plain.stat().st_size / 1e6
        about = f"{games} games, {size:.1f} MB"

        comparison.run(
            f"check, one thread, {about}: python-chess counts moves",
            100,
            lambda: expect(setwise.pgn.check(plain)[:3], (games, moves, 0)),
            lambda: expect(moves_by_python_chess(part), MOVES_OF_FILE),
            share,
        )
        comparison.run(
            f"read, with the SAN of every move, {about}: python-chess",
            100,
            lambda: expect(sum(len(game.sans) for game in setwise.pgn.read(plain)), moves),
            lambda: expect(games_by_python_chess(part), MOVES_OF_FILE),
            share,
        )

        def positions_by_rust_reader() -> None:
            found = rust_reader.parse_games_from_strings(strings * copies, num_threads=1)
            expect((found.num_games, found.num_moves), (games, moves))

        # That package stores moves, clocks, evaluations and boards, but no keys of positions.
        for table, count, bound in (("games", games, 1.5), ("positions", moves + games, None)):
            comparison.run(
                f"table {table}, one thread: rust-pgn-reader-python-binding",
                bound,
                lambda table=table, count=count: expect(rows(plain, table, 1), count),
                positions_by_rust_reader,
            )
        # Ten times the file, because threads start and end once; and two megabytes of text in a frame.
        zstd, contents = pyarrow.Codec("zstd"), plain.read_bytes() * 10
        plain.write_bytes(contents)
        ten_times = (moves + games) * 10
        frames = [contents[at : at + (2 << 20)] for at in range(0, len(contents), 2 << 20)]
        framed = pathlib.Path(directory, "games.pgn.zst")
        framed.write_bytes(b"".join(zstd.compress(frame, asbytes=True) for frame in frames))
        for name, path in (("a plain file", plain), ("Zstandard frames", framed)):
            comparison.run(
                f"positions of {name}: two threads against one",
                1.8,
                lambda path=path: expect(rows(path, "positions", 2), ten_times),
                lambda path=path: expect(rows(path, "positions", 1), ten_times),
                is_parallel=True,
            )
