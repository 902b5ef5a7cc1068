"""Setwise's command beside python-chess: random games as PGN, books made from them, lines of EPD, and
moves in SAN.

    python3 peers/python/compare.py target/debug/setwise

Needs python-chess 1.11.2 (`pip install chess==1.11.2 pytest`), and plays random moves as the tests of
the Python package do. python-chess makes and writes everything; what Setwise prints must be what
python-chess says, letter by letter. Seeds are fixed.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

sys.path.insert(0, str(Path(__file__).parents[2] / "python" / "tests"))
from conftest import random_move, start  # noqa: E402

GAMES = 300
PLIES = 100
LINES = 1500

WORDS = ["open", "a (good) move", "1-0", "$5 ; % [x]", "é ♔ ж", '"so"', "12...", "\\", "long " * 30]
# Neither quotation marks nor backslashes: in tags python-chess writes them bare and the standard
# escaped, in EPD python-chess escaped and the standard not at all.
TEXTS = ["", "a text", "BK.01; back rank", "é ♔", "1.5"]


def talk(node, rng):
    """Adds comments and judgements to some nodes."""
    if rng.random() < 0.15:
        node.comment = rng.choice(WORDS)
    if rng.random() < 0.1:
        node.nags.update(rng.sample(range(1, 140), rng.randint(1, 2)))


def extend(node, plies, depth, rng):
    """Plays random moves from a node on, with variations of variations beside them."""
    board = node.board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        main = random_move(board, rng)
        if main is None:
            break
        others = [move for move in rng.sample(moves, min(len(moves), 2)) if move != main]
        parent, node = node, node.add_main_variation(main)
        talk(node, rng)
        if depth < 3:
            for move in others:
                if rng.random() < 0.05:
                    side = parent.add_variation(move)
                    side.starting_comment = rng.choice(WORDS + [""] * 9)
                    talk(side, rng)
                    extend(side, rng.randint(0, 6), depth + 1, rng)
        board.push(main)
    return board


def random_game(number, rng):
    game = chess.pgn.Game()
    game.setup(start(number, rng))
    game.headers["Event"] = rng.choice(TEXTS)
    game.comment = rng.choice(WORDS + [""] * 9)
    game.headers["Result"] = extend(game, PLIES, 0, rng).result()
    return game


def count_moves(game):
    """The moves of a game and of its variations."""
    count, open_nodes = 0, [game]
    while open_nodes:
        children = open_nodes.pop().variations
        count += len(children)
        open_nodes += children
    return count


def random_line(board, rng):
    """A line of EPD with some of the standard's operations and one that it has not."""
    moves = list(board.legal_moves)
    pv, after = [], board.copy(stack=False)
    for _ in range(rng.randint(1, 4)):
        if not any(after.legal_moves):
            break
        pv.append(rng.choice(list(after.legal_moves)))
        after.push(pv[-1])
    operations = {
        "bm": rng.sample(moves, min(len(moves), rng.randint(1, 3))),
        "am": rng.sample(moves, 1),
        "sm": rng.choice(moves),
        "pv": pv,
        "id": rng.choice(TEXTS),
        "c0": rng.choice(TEXTS),
        "c9": None,
        "acd": rng.randrange(100),
        "acn": rng.randrange(10**12),
        "ce": rng.randint(-32767, 32767),
        "dm": rng.randint(-9, 9),
        "hmvc": board.halfmove_clock,
        "fmvn": board.fullmove_number,
        "Own_1": rng.choice([None, 7, -7, "text"]),
    }
    chosen = rng.sample(sorted(operations), rng.randint(0, 6))
    return board.epd(**{opcode: operations[opcode] for opcode in chosen})


def read_line(board, san):
    """The line of EPD that a move in SAN makes with a position; None if python-chess refuses it."""
    try:
        return board.epd(sm=board.parse_san(san))
    except ValueError:
        return None


def differences(asked, expected, found):
    """A text for each place where two lists of lines differ; None is a line that is refused."""
    if len(expected) != len(found):
        yield f"{len(expected)} lines of python-chess, {len(found)} of Setwise"
    for what, ours, theirs in zip(asked, found, expected):
        if theirs != ours:
            yield f"{what}\n  python-chess: {theirs}\n  Setwise:      {ours}"


def compare(name, asked, expected, found):
    """Tells the first differences, and shows that a planted one would be seen."""
    planted, middle = list(expected), len(expected) // 2
    planted[middle] = f"{planted[middle]} "
    assert any(differences(asked, expected, planted)), "a planted difference is not seen"
    wrong = list(differences(asked, expected, found))
    print(f"{name}: {len(expected)} lines, {len(wrong)} differ")
    for text in wrong[:5]:
        print(text)
    return not wrong


class Setwise:
    """The command, given its texts as files."""

    def __init__(self, command, folder):
        self.command, self.file = command, Path(folder) / "text"

    def run(self, text, *words):
        self.file.write_text(text, encoding="utf-8", newline="\n")
        line = [self.command, *words, str(self.file)]
        done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", timeout=300)
        if done.returncode not in (0, 1):
            sys.exit(f"{line}: exit status {done.returncode}\n{done.stderr}")
        return done

    def lines_of_epd(self, lines, *options):
        """What it makes of each line; None for one that it refuses."""
        done = self.run("\n".join(lines) + "\n", "epd", *options)
        start, printed = f"{self.file}:", iter(done.stdout.splitlines())
        errors = [line for line in done.stderr.splitlines() if line.startswith(start)]
        refused = {int(line.removeprefix(start).split(":")[0]) for line in errors}
        return [None if line in refused else next(printed) for line in range(1, len(lines) + 1)]


def compare_games(setwise, games, rng):
    """The positions of the main lines, and that every move of every variation is accepted."""
    writers = [chess.pgn.StringExporter(columns=rng.choice([None, 80])) for _ in games]
    text = "\n\n".join(game.accept(writer) for game, writer in zip(games, writers))
    asked, expected = [], []
    for number, game in enumerate(games, 1):
        for node in [game, *game.mainline()]:
            asked.append(f"game {number}, ply {node.ply()}")
            expected.append(node.board().fen())
    fens = setwise.run(text, "pgn", "fens").stdout.splitlines()
    are_same = compare("PGN, positions", asked, expected, fens)

    checked = setwise.run(text, "pgn", "check", "--strict", "--json")
    said = json.loads(checked.stdout)
    found = tuple(said[what] for what in ("games", "moves", "wrong"))
    written = len(games), sum(map(count_moves, games)), 0
    print(f"PGN, games, moves and wrong ones: {written}, Setwise {found}")
    print(checked.stderr, end="")
    return are_same and checked.returncode == 0 and found == written


def points(result, turn):
    """What a move scores for its side: 2 for a win, 0 for a loss, 1 otherwise."""
    winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(result)
    return 1 if winner is None else 2 if winner == turn else 0


def compare_books(setwise, games, rng):
    """The moves and weights of a book, as python-chess finds them in each position of the games."""
    for game in games:
        game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    # Half of the games twice, so that their moves were played often enough.
    games, depth, least = games + games[::2], 12, 2
    boards, played, scored = {}, Counter(), Counter()
    for game in games:
        for node in list(game.mainline())[:depth]:
            board = node.parent.board()
            key = chess.polyglot.zobrist_hash(board)
            boards.setdefault(key, board)
            played[key, node.move] += 1
            scored[key, node.move] += points(game.headers["Result"], board.turn)
    expected = defaultdict(dict)
    for (key, move), score in scored.items():
        if score > 0 and played[key, move] >= least:
            expected[key][move.uci()] = score
    text = "\n\n".join(str(game) for game in games)
    book = str(setwise.file) + ".bin"
    options = "-o", book, "--depth", f"{depth}", "--min-games", f"{least}"
    made = setwise.run(text, "book", "make", *options)
    print(made.stderr, end="")
    asked, lines, found = [], [], []
    with chess.polyglot.open_reader(book) as reader:
        entries = sum(1 for _ in reader)
        for key, board in boards.items():
            moves = {entry.move.uci(): entry.weight for entry in reader.find_all(board)}
            asked.append(board.fen())
            lines.append(str(sorted(expected[key].items())))
            found.append(str(sorted(moves.items())))
    written = sum(map(len, expected.values()))
    print(f"book: {entries} entries, {written} expected")
    return compare("book", asked, lines, found) and entries == written > 100


def main():
    began, rng = time.monotonic(), random.Random(1994)
    games = [random_game(number, rng) for number in range(GAMES)]
    boards = [node.board() for game in games for node in game.mainline()]
    boards = rng.sample([board for board in boards if any(board.legal_moves)], LINES)
    lines = [random_line(board, rng) for board in boards]
    # The moves of one position in another: mostly illegal, often ambiguous.
    moves = [rng.choice(list(board.legal_moves)) for board in boards]
    sans = [board.san(move) for board, move in zip(boards, moves)]
    rng.shuffle(sans)
    foreign = [f"{board.epd()} sm {san};" for board, san in zip(boards, sans)]
    read = [read_line(board, san) for board, san in zip(boards, sans)]
    with tempfile.TemporaryDirectory() as folder:
        setwise = Setwise(sys.argv[1], folder)
        good = [
            compare_games(setwise, games, rng),
            compare_books(setwise, games, random.Random(1985)),
            compare("EPD", lines, lines, setwise.lines_of_epd(lines)),
            compare("SAN", foreign, read, setwise.lines_of_epd(foreign, "--lenient")),
        ]
    accepted = sum(line is not None for line in read)
    print(f"{accepted} of {len(read)} moves in SAN can be played; {time.monotonic() - began:.0f} s")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
