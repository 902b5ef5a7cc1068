"""Positions with one right answer, made and judged by another program, and asked of Setwise.

    positions.py mates FILE [--count 500]      positions with a mate in 1, 2, 3 and 4 moves
    positions.py clear FILE [--count 40]       positions with one move that is far better
    positions.py ask FILE PLAYER [--nodes N | --seconds S]
    positions.py stop FILE PLAYER

`mates` plays games of Stockfish against random moves, and `clear` weak games of Stockfish against
itself. `mates` keeps a position if Stockfish proves a mate in n moves and, in a second search, none
in n - 1. `clear` keeps it if the best move, at depth 22, is at least 200 hundredths of a pawn above
the second, neither is a mate, and the move does not only take back. A line is a FEN and what is
asked: `;dm 3` or `;bm e2e4`. The same seed and the same Stockfish give the same positions. `ask`
prints how many PLAYER (`setwise uci`) finds; a mate counts if it is announced in at most that many
moves. `stop` prints the time from `stop` to the answer. Needs the package `chess` and, for making,
Stockfish.
"""

import argparse
import collections
import pathlib
import random
import shlex
import statistics
import sys
import time

import chess
import chess.engine

GAP = 200
DEPTH = 22
MOST_MOVES = 4


def mates(engine: chess.engine.SimpleEngine, seed: int, count: int) -> list[str]:
    """Returns positions with a mate in 1 to 4 moves, and no sooner."""
    rng = random.Random(seed)
    found: dict[int, list[str]] = {moves: [] for moves in range(1, MOST_MOVES + 1)}
    while any(len(lines) < count for lines in found.values()):
        board = chess.Board()
        strong = rng.choice(chess.COLORS)
        while not board.is_game_over():
            if board.turn != strong or board.ply() < 8:
                board.push(rng.choice(list(board.legal_moves)))
                continue
            best = engine.analyse(board, chess.engine.Limit(nodes=20_000))
            moves = best["score"].relative.mate() or 0
            if 1 <= moves <= MOST_MOVES and len(found[moves]) < count:
                sooner = chess.engine.Limit(mate=moves - 1, nodes=500_000)
                score = engine.analyse(board, sooner)["score"] if moves > 1 else best["score"]
                if score.relative.mate() == moves:
                    found[moves].append(f"{board.fen()};dm {moves}")
            board.push(best["pv"][0])
        print({moves: len(lines) for moves, lines in found.items()}, file=sys.stderr)
    return [line for lines in found.values() for line in lines]


def clear(engine: chess.engine.SimpleEngine, seed: int, count: int) -> list[str]:
    """Returns positions whose best move is far better than the second."""
    rng = random.Random(seed)
    lines: list[str] = []
    while len(lines) < count:
        board = chess.Board()
        for ply in range(100):
            if board.is_game_over():
                break
            weak = chess.engine.Limit(depth=1 if ply < 8 else 4)
            several = engine.analyse(board, weak, multipv=4 if ply < 20 else 2)
            # A shallow search tells where a deep one is worth its time.
            if ply >= 16 and best_by_far(engine, board, 10):
                best = best_by_far(engine, board, DEPTH)
                if best is not None:
                    lines.append(f"{board.fen()};bm {best}")
                    print(lines[-1], file=sys.stderr)
                    break
            board.push(rng.choice(several)["pv"][0])
    return lines[:count]


def best_by_far(
    engine: chess.engine.SimpleEngine, board: chess.Board, depth: int
) -> chess.Move | None:
    """Returns the best move if it is far better than the second, neither is a mate, and it does not
    only take back."""
    lines = engine.analyse(board, chess.engine.Limit(depth=depth), multipv=2)
    if len(lines) < 2:
        return None
    best, second = (line["score"].relative.score() for line in lines)
    move = lines[0]["pv"][0]
    takes_back = bool(board.move_stack) and board.peek().to_square == move.to_square
    is_far = best is not None and second is not None and best - second >= GAP
    return move if is_far and not takes_back else None


def ask(engine: chess.engine.SimpleEngine, lines: list[str], limit: chess.engine.Limit) -> None:
    """Asks a player, and prints what it did not find."""
    right: collections.Counter[str] = collections.Counter()
    asked: collections.Counter[str] = collections.Counter()
    for line in lines:
        fen, _, question = line.partition(";")
        kind, _, answer = question.partition(" ")
        # Positions do not follow from each other.
        result = engine.play(chess.Board(fen), limit, info=chess.engine.INFO_SCORE, game=line)
        if kind == "dm":
            announced = result.info["score"].relative.mate() if "score" in result.info else None
            is_right = announced is not None and 0 < announced <= int(answer)
            question, said = f"mate in {answer}", f"{result.move}, mate {announced}"
        else:
            is_right, question, said = str(result.move) == answer, "best move", str(result.move)
        asked[question] += 1
        right[question] += is_right
        if not is_right:
            print(f"{line}: {said}")
    for question, count in asked.items():
        print(f"{question}: {right[question]} of {count}")


def stop(engine: chess.engine.SimpleEngine, lines: list[str]) -> None:
    """Prints how long a player takes to answer after it was told to stop."""
    times = []
    for line in lines:
        with engine.analysis(chess.Board(line.partition(";")[0]), game=line) as analysis:
            time.sleep(0.05)
            began = time.perf_counter()
            analysis.stop()
            analysis.wait()
            times.append(1000 * (time.perf_counter() - began))
    print(
        f"{len(times)} searches: median {statistics.median(times):.1f} ms, most {max(times):.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["mates", "clear", "ask", "stop"])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("player", nargs="?", default="stockfish")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    arguments = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(shlex.split(arguments.player)) as engine:
        if arguments.what == "ask":
            limit = chess.engine.Limit(time=arguments.seconds, nodes=arguments.nodes)
            ask(engine, arguments.file.read_text().splitlines(), limit)
            return
        if arguments.what == "stop":
            stop(engine, arguments.file.read_text().splitlines())
            return
        make, count = (mates, 500) if arguments.what == "mates" else (clear, 40)
        lines = make(engine, arguments.seed, arguments.count or count)
        arguments.file.write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
