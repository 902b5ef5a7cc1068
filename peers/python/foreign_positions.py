"""Finds FENs and moves in any text file, and compares Setwise's answers with python-chess.

Each different FEN counts once. The moves beside it are the words behind it that are written like
moves: `bm` of EPD, solutions of puzzles, arguments of tests. For each FEN the two must agree on
whether it is a position; on its canonical FEN, the key of opening books, the number of legal moves
and the SAN of each, as a line of EPD in which all are `bm`; on what each move beside it means; and,
for a sample, on the words of WORDS in the language of `setwise find`.
"""

import json
import multiprocessing
import random
import re
from collections import Counter, defaultdict
from pathlib import Path

import chess
import chess.polyglot

from foreign import run
from foreign_games import content_of, decoded

LARGEST = 64 << 20
# How many characters behind a FEN are searched for moves, at most up to the next FEN.
BESIDE = 300
SPACE = r"(?: +|_|%20)"
RANK = "[0-9pnbrqkPNBRQK]{1,10}"
FEN = re.compile(
    rf"(?<![\w/])({RANK}(?:/{RANK}){{5,8}})(?![\w/\[~])(?:{SPACE}([wb]){SPACE}"
    rf"(-|[KQkqA-Ha-h]{{1,4}}){SPACE}(-|[a-h][1-8])(?:{SPACE}(\d+)(?:{SPACE}(\d+))?)?(?!\w))?"
)
SAN = re.compile(
    r"(?<![\w/=-])(?:[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[NBRQnbrq])?|[O0]-[O0](?:-[O0])?)"
    r"[+#]?(?![\w/=-])"
)
UCI = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?$")
# What only python-chess refuses: positions that no game reaches, and the letters of castling rights
# in another order than KQkq.
ORDER = "castling rights in another order"
ACCEPTED = {ORDER, "IMPOSSIBLE_CHECK", "TOO_MANY_BLACK_PAWNS", "TOO_MANY_WHITE_PAWNS"}
ONLY_PYTHON_CHESS = "UNEXPLAINED: only python-chess refuses it"
ONLY_SETWISE = "UNEXPLAINED: only Setwise refuses it"
# What only Setwise refuses: a part of its message, and the kind.
REFUSED = {
    "no pawn can have passed": "an en passant square that no double step explains",
    "repeats a right": "a castling right twice",
}


def squares(found):
    return sum(1 << square for square in set(found))


def king_target(board, move):
    """The target of a move; of castling, the king's."""
    if not board.is_castling(move):
        return move.to_square
    file = 2 if board.is_queenside_castling(move) else 6
    return chess.square(file, chess.square_rank(move.from_square))


def attacked(board, color):
    return squares(
        to for at in chess.SquareSet(board.occupied_co[color]) for to in board.attacks(at)
    )


def value(board, color):
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(len(board.pieces(piece, color)) * points for piece, points in worth.items())


def pinned(board):
    return squares(
        at for at in chess.SquareSet(board.occupied) if board.is_pinned(board.color_at(at), at)
    )


WORDS = {
    "checkers": lambda board: board.checkers_mask(),
    "pinned": pinned,
    "attacks(A)": lambda board: attacked(board, chess.WHITE),
    "attacks(a)": lambda board: attacked(board, chess.BLACK),
    "attackers(k)": lambda board: squares(
        at for color in chess.COLORS for at in board.attackers(color, board.king(chess.BLACK))
    ),
    "targets(own)": lambda board: squares(king_target(board, move) for move in board.legal_moves),
    "check_targets(own)": lambda board: squares(
        king_target(board, move) for move in board.legal_moves if board.gives_check(move)
    ),
    "movable(own)": lambda board: squares(move.from_square for move in board.legal_moves),
    "hanging(a)": lambda board: (
        board.occupied_co[chess.BLACK]
        & ~board.kings
        & attacked(board, chess.WHITE)
        & ~attacked(board, chess.BLACK)
    ),
    "between(K, k)": lambda board: chess.between(board.king(chess.WHITE), board.king(chess.BLACK)),
    "castling_rooks": lambda board: board.clean_castling_rights(),
    "moves": lambda board: board.legal_moves.count(),
    "value(A)": lambda board: value(board, chess.WHITE),
    "value(a)": lambda board: value(board, chess.BLACK),
    "halfmoves": lambda board: board.halfmove_clock,
    "move_number": lambda board: board.fullmove_number,
    "check": lambda board: board.is_check(),
    "checkmate": lambda board: board.is_checkmate(),
    "stalemate": lambda board: board.is_stalemate(),
    "white_to_move": lambda board: board.turn,
}
TRUTHS = list(WORDS)[-4:]
NUMBERS = list(WORDS)[-9:-4]
# One expression of which each word is a part: `show --sets` prints the value of each part.
EXPRESSION = " + ".join(
    f"if({word}, 1, 0)" if word in TRUTHS else word if word in NUMBERS else f"count({word})"
    for word in WORDS
)


def is_binary(content):
    """Whether a file has zero bytes and is neither UTF-8 nor UTF-16; some EPD files have a few."""
    if b"\0" not in content or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False


def collect(root):
    """The FENs under a directory, each with its first place and the moves beside it; and counts of
    the files that were read, and of what cannot be compared."""
    fens, files, missing = {}, set(), Counter()
    for file in sorted(file for file in root.rglob("*") if file.is_file()):
        suffix = file.suffix.lower() or "without an ending"
        try:
            content = content_of(file) if file.stat().st_size <= LARGEST else None
        except (OSError, EOFError, ValueError) as error:
            missing[f"files that cannot be read ({type(error).__name__})"] += 1
            continue
        if content is None:
            missing[f"files not read: above {LARGEST >> 20} MiB, or no program zstd"] += 1
        elif is_binary(content):
            missing[f"binary files: {suffix}"] += 1
        else:
            text, at, number = decoded(content).replace("\\/", "/"), 0, 1
            found = list(FEN.finditer(text))
            for match, after in zip(found, [*found[1:], None]):
                number += text.count("\n", at, match.start())
                at = match.start()
                if not match[2]:
                    what = "boards without a side to move, castling rights and en passant"
                    missing[what] += match[1].count("/") == 7
                    continue
                files.add(file)
                fen = " ".join(field for field in match.groups() if field)
                end = min(match.end() + BESIDE, after.start() if after else len(text))
                place = f"{file.relative_to(root)}:{number}"
                fens.setdefault(fen, (place, set()))[1].update(SAN.findall(text, match.end(), end))
    return fens, files, missing


def asked(fen):
    """The board of python-chess or None, and the names of what is wrong with it."""
    board, fields = chess.Board(None, chess960=True), fen.split()
    rights, fields[2] = fields[2], "".join(sorted(fields[2]))
    try:
        board.set_fen(" ".join(fields))
    except ValueError as error:
        return None, [str(error).split(":")[0]]
    board.chess960 = board.has_chess960_castling_rights()
    names = [status.name for status in chess.Status if status & board.status()]
    # Letters of files may have any order.
    is_other = rights != fields[2] and set(rights) <= set("KQkq")
    return board, names + [ORDER] * is_other


def move_of(board, word):
    """What a move beside a position means to python-chess, with castling as king takes rook."""
    try:
        move = board.parse_uci(word) if UCI.match(word) else board.parse_san(word)
    except ValueError:
        return None
    return board.uci(move, chess960=True) if move else None


def compare(item):
    """Compares one position; made to be called in other processes. Returns the differences as
    kinds with texts, the line of EPD with all legal moves, and the meaning of the moves."""
    fen, ours, words = item
    board, wrong = asked(fen)
    if ours is None:
        return [] if wrong else [(ONLY_SETWISE, "")], None, None
    kind = "only python-chess refuses it" if ACCEPTED.issuperset(wrong) else ONLY_PYTHON_CHESS
    differences = [(f"{kind}: {', '.join(wrong)}", "")] if wrong else []
    if board is None:
        return differences, None, None
    theirs = {
        "fen": board.fen(),
        "legal_moves": board.legal_moves.count(),
        "polyglot_key": f"{chess.polyglot.zobrist_hash(board):016x}",
    }
    if sets := ours.get("sets"):
        theirs |= {word: answer(board) for word, answer in WORDS.items()}
        ours = ours | {part["text"]: part["value"] for part in sets}
    for what, expected in theirs.items():
        found = ours[what]
        if isinstance(found, list):
            found = squares(map(chess.parse_square, found))
        if found != expected:
            differences.append(
                (f"UNEXPLAINED: {what}", f"Setwise {found}, python-chess {expected}")
            )
    moves = list(board.legal_moves)
    return (
        differences,
        board.epd(**({"bm": moves} if moves else {})),
        [move_of(board, word) for word in words],
    )


def planted(items):
    """Shows that a wrong answer of each kind would be seen, on the first position."""
    for fen, ours, words in items:
        if ours:
            answers = [{what: "?"} for what in ("fen", "legal_moves", "polyglot_key")]
            sets = ours.get("sets", [])
            answers += [
                {"sets": [*sets, part | {"value": -1}]} for part in sets if part["text"] in WORDS
            ]
            for answer in answers:
                assert compare((fen, ours | answer, words))[0], answer
            return


def lines_of(setwise, path, lines, limit, *words):
    """Runs a command on lines. Returns its lines of output, and the numbers of the lines that it
    refuses with its messages."""
    path.write_text("".join(f"{line}\n" for line in lines))
    ran = run([setwise, *words, path], limit)
    if ran.status not in (0, 1):
        raise SystemExit(f"{ran.line}: status {ran.status}\n{ran.stderr[-400:].decode()}")
    refused = {}
    for line in ran.stderr.decode().splitlines():
        if found := re.match(rf"{re.escape(str(path))}:(\d+)(?::\d+)?: (.*)", line):
            refused[int(found[1])] = found[2]
    return ran.stdout.decode().splitlines(), refused


def objects(setwise, path, lines, limit, *words):
    """The JSON objects of a command for each line, and what it refuses."""
    found, refused = lines_of(setwise, path, lines, limit, *words, "--json")
    return {item["line"]: item for item in map(json.loads, found)}, refused


def compare_positions(arguments, root, work, faults):
    """Compares all FENs of a directory, and prints the counts, the differences and what is
    missing."""
    fens, files, missing = collect(root)
    texts = list(fens)
    setwise, path, limit = arguments.command, Path(work) / "positions.epd", arguments.limit
    shown, refused = objects(setwise, path, texts, limit, "show")
    sample = random.Random(1).sample(range(len(texts)), min(arguments.sample, len(texts)))
    with_words, _ = objects(
        setwise, path, [texts[at] for at in sample], limit, "show", "--sets", EXPRESSION
    )
    for line, item in with_words.items():
        shown[sample[line - 1] + 1] = item
    items = [
        (fen, shown.get(at), sorted(moves)) for at, (fen, (_, moves)) in enumerate(fens.items(), 1)
    ]
    kinds = defaultdict(list)

    def differs(kind, fen, what):
        kinds[kind].append(f"{fens[fen][0]}: {fen}{what and ': '}{what}")

    planted(items)
    epd, words, meanings, both_refuse = [], {False: [], True: []}, {False: [], True: []}, 0
    with multiprocessing.Pool(arguments.processes) as pool:
        results = enumerate(zip(items, pool.imap(compare, items, 200)), 1)
        for number, ((fen, ours, moves), (differences, line, meant)) in results:
            for kind, what in differences:
                why = refused.get(number, "")
                if kind == ONLY_SETWISE:
                    known = [name for part, name in REFUSED.items() if part in why]
                    kind = f"only Setwise refuses it: {known[0]}" if known else kind
                differs(kind, fen, what or why)
            if line is None:
                both_refuse += ours is None and not differences
                continue
            epd.append((fen, line))
            for word, meaning in zip(moves, meant):
                is_uci = bool(UCI.match(word))
                words[is_uci].append((fen, f"{ours['fen']} {word}"))
                meanings[is_uci].append(meaning)
    printed, wrong = lines_of(setwise, path, [line for _, line in epd], limit, "epd")
    printed = iter(printed)
    for number, (fen, line) in enumerate(epd, 1):
        found = wrong[number] if number in wrong else next(printed, "nothing")
        if found != line:
            differs("UNEXPLAINED: the SAN of a move", fen, f"Setwise {found}, python-chess {line}")
    played = 0
    for is_uci, lines in words.items():
        options = ("convert", "--from", "uci" if is_uci else "san", "--to", "uci", "--chess960")
        options += () if is_uci else ("--lenient",)
        found, _ = objects(setwise, path, [line for _, line in lines], limit, *options)
        for at, ((fen, line), meaning) in enumerate(zip(lines, meanings[is_uci]), 1):
            ours = found[at]["moves"][0] if at in found else None
            played += ours is not None and ours == meaning
            if ours != meaning:
                word = line.split()[-1]
                # For python-chess, `xe4` is e4.
                is_known = ours is None and word[0] == "x"
                kind = "a pawn's capture without its file" if is_known else "UNEXPLAINED: a move"
                differs(kind, fen, f"{word}: Setwise {ours}, python-chess {meaning}")
    legal = sum(item["legal_moves"] for item in shown.values())
    print(f"\npositions: {len(files)} files with FENs, {len(texts)} that differ from each other")
    print(f"  {len(shown):>8} positions of Setwise, {legal} legal moves, each with its SAN")
    print(f"  {both_refuse:>8} FENs that both refuse")
    print(f"  {sum(map(len, words.values())):>8} moves beside them, {played} that both play")
    print(f"  {len(with_words):>8} positions with {len(WORDS)} words of find each")
    for kind, places in sorted(kinds.items(), key=lambda kind: -len(kind[1])):
        print(f"  {len(places):>8} {kind}")
        for place in places[: arguments.examples]:
            print(f"           {place}")
        if kind.startswith("UNEXPLAINED"):
            faults.add(f"{len(places)} times {kind}")
    print("not compared:")
    for what, count in missing.most_common():
        print(f"  {count:>8} {what}")
