"""Compares wins, draws and losses of `setwise find` with Syzygy tables, read by python-chess.

The arguments are the command and a directory of files `.rtbw`, such as `data/syzygy/regular` of
python-chess's repository. Of each material random legal positions of both sides to move are asked, among
them positions in which a pawn may be captured en passant. A win that takes more than 50 moves without a
capture or pawn move is a cursed win of Syzygy tables, and a win of Setwise.
"""

import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.syzygy

POSITIONS = 2000
WORDS = {"won": {1, 2}, "drawn": {0}, "lost": {-1, -2}}


def placed(material, rng):
    """A random board of some material, or None if it is not legal."""
    board = chess.Board(None)
    board.turn = rng.random() < 0.5
    white, black = material.split("v")
    squares = rng.sample(chess.SQUARES, len(white + black))
    if material == "KPvKP" and rng.random() < 0.5:
        # Pawns beside each other: the last move may have been a double step.
        pawn = 8 * (4 if board.turn else 3) + rng.randrange(7)
        pawns = rng.sample([pawn, pawn + 1], 2)
        squares[1], squares[3] = pawns
        board.ep_square = pawns[1] + 8 if board.turn else pawns[0] - 8
    for square, symbol in zip(squares, white + black.lower()):
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    is_whole = len(board.piece_map()) == len(squares)
    if not is_whole or not board.is_valid():
        return None
    if board.ep_square is not None:
        # Before the double step the king of the side to move was not in check: Setwise asks that.
        before, step = board.copy(), -8 if board.turn else 8
        before.set_piece_at(board.ep_square - step, before.remove_piece_at(board.ep_square + step))
        before.turn = not board.turn
        if before.was_into_check():
            return None
    return board


def main(command, directory):
    rng = random.Random(1)
    results = {}
    with chess.syzygy.open_tablebase(directory) as tables, tempfile.TemporaryDirectory() as folder:
        for material in sorted(path.stem for path in Path(directory).glob("*.rtbw")):
            found = 0
            while found < POSITIONS:
                sides = material.split("v")
                board = placed("v".join(sides if rng.random() < 0.5 else sides[::-1]), rng)
                if board:
                    results[board.fen()] = tables.probe_wdl(board)
                    found += 1
        file = Path(folder) / "positions.fen"
        file.write_text("".join(f"{fen}\n" for fen in results))
        wrong = 0
        for word, values in WORDS.items():
            run = subprocess.run([command, "find", word, file], capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(run.stderr)
            expected = {fen for fen, value in results.items() if value in values}
            for fen in sorted(expected.symmetric_difference(run.stdout.splitlines())):
                print(f"{word}: {fen}: Syzygy has {results[fen]}")
                wrong += 1
    kinds = Counter(results.values())
    with_en_passant = sum(fen.split()[3] != "-" for fen in results)
    cursed = kinds[1] + kinds[-1]
    print(f"{len(results)} positions, {with_en_passant} with en passant, {cursed} cursed wins or losses")
    print(f"won {kinds[2]}, drawn {kinds[0]}, lost {kinds[-2]}; {wrong} differences")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
