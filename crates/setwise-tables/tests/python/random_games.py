"""Writes games with random moves, clock times and evaluations as PGN.

Usage: random_games.py GAMES
"""

import random
import sys

import chess


def main(games):
    choose = random.Random(20131)
    results = ["1-0", "0-1", "1/2-1/2"]
    for number in range(games):
        board, moves = chess.Board(), []
        for ply in range(choose.randrange(120)):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = choose.choice(legal)
            dots = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
            comment = f"{{ [%eval {choose.randrange(-500, 500) / 100}] [%clk 0:{59 - ply // 3:02}:{ply % 60:02}] }}"
            moves.append(f"{dots} {board.san(move)} {comment}")
            board.push(move)
        result = choose.choice(results)
        tags = {
            "Event": "Rated Blitz game",
            "Site": f"https://lichess.org/{number:08}",
            "Date": "2013.01.01",
            "White": f"player{choose.randrange(100)}",
            "Black": f"player{choose.randrange(100)}",
            "Result": result,
            "UTCDate": f"2013.01.{number % 28 + 1:02}",
            "UTCTime": f"{number % 24:02}:00:59",
            "WhiteElo": choose.randrange(1000, 2500),
            "BlackElo": choose.randrange(1000, 2500),
            "ECO": f"{choose.choice('ABCDE')}{choose.randrange(100):02}",
            "Opening": "Sicilian Defense",
            "TimeControl": "300+0",
            "Termination": "Normal",
        }
        print("\n".join(f'[{name} "{value}"]' for name, value in tags.items()))
        print(f"\n{' '.join(moves)} {result}\n")


main(int(sys.argv[1]))
