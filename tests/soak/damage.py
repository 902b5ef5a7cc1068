"""Files for the command to read: good ones, and the same with damage."""

from __future__ import annotations

import bz2
import gzip
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import chess
import chess.pgn
from positions import placed, played


def game(random: Random) -> str:
    """Returns the text of a game with tags, comments and variations."""
    headers = {"Event": random.choice(["", "A", '"x"', "é\\"]), "Result": "*"}
    made = chess.pgn.Game(headers)
    headers = {"White": "A, B", "WhiteElo": str(random.randrange(4000)), "Date": "2013.02.??"}
    for name, value in headers.items():
        if random.random() < 0.7:
            made.headers[name] = value
    if random.random() < 0.2:
        made.setup(played(random))
    node = made
    for _ in range(random.choice([0, 1, 10, 40, 90])):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        if random.random() < 0.05:
            node.add_variation(random.choice(moves), comment="a ; (variation")
        comment = random.choice(["", "", "", "[%clk 0:01:02]", "[%eval -1.5]", "{", "text"])
        node = node.add_main_variation(random.choice(moves), comment=comment)
    return f"{made}\n\n"


def games(random: Random, count: int) -> bytes:
    """Returns the text of games."""
    return "".join(game(random) for _ in range(count)).encode()


def lines(random: Random) -> bytes:
    """Returns positions, with EPD operations or counts."""
    ends = ["", " 0 1", ' bm Nf3; id "x";', " ;D1 20 ;D2 400", " c0 \"a\\\"b\"; acd 7;"]
    text = ""
    for _ in range(random.randrange(1, 30)):
        fen = random.choice([placed, played])(random).fen(shredder=True)
        text += " ".join(fen.split()[:4]) + random.choice(ends) + "\n"
    return text.encode()


def compressed(random: Random, data: bytes) -> tuple[str, bytes]:
    """Returns an extension and compressed data, which may have several members."""
    kind = random.choice([".gz", ".bz2", ".zst"])
    parts = [data]
    if random.random() < 0.3:
        parts = [data[: len(data) // 2], data[len(data) // 2 :]]
    if kind == ".gz":
        return kind, b"".join(gzip.compress(part, mtime=0) for part in parts)
    if kind == ".bz2":
        return kind, b"".join(bz2.compress(part) for part in parts)
    zstd = ["zstd", "--stdout", f"-{random.randrange(1, 19)}", "--quiet"]
    return kind, b"".join(subprocess.run(zstd, input=part, stdout=-1, check=True).stdout for part in parts)


TOKENS = [
    b"A" * 100_000, b"9" * 5000, b"(" * 50_000, b"{" * 1000, b"$" + b"9" * 40, b"[" * 3000,
    b"18446744073709551616", b"-1", b"4294967296.", b"\0" * 100, b"\xff\xfe", b"\xef\xbb\xbf", b"\r\r\n",
    b'"', b"\\", b";", b"%", b"\n%", b" ;D18446744073709551616 1", b" ;D3 340282366920938463463374607431768211456",
    b"1/2-1/2", b"O-O-O-O", b"--", b"e9e10", b"Nxxf3", b"/" * 300, b"99999999999",
]


def damaged(random: Random, data: bytes) -> bytes:
    """Returns data with some damage, or as it is."""
    for _ in range(random.choice([0, 1, 1, 2, 5])):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(8)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            changed = bytearray(data)
            for _ in range(random.choice([1, 3, 50])):
                if changed:
                    changed[random.randrange(len(changed))] = random.randrange(256)
            data = bytes(changed)
        elif kind in (2, 3):
            data = data[:at] + random.choice(TOKENS) + data[at:]
        elif kind == 4:
            data = data[:at] + data[random.randrange(len(data) + 1) :]
        elif kind == 5:
            data = data[:at] + random.randbytes(random.randrange(1000)) + data[at:]
        elif kind == 6:
            data = data + data[:at]
        elif random.random() < 0.2:
            data = random.choice([b"", data.decode("latin-1").encode("utf-16")])
    return data


def job(random: Random, context) -> str:
    """Makes the directory of a job, and damages one of its files."""
    name = f"job{random.randrange(1000)}"
    if (context.directory / name).exists():
        return name
    if random.random() < 0.5:
        args = ["deep", "plan", "--depth", "4", "--split", "2", "--shards", "3", "--to", name]
        then = ["deep", "run", name, "--hash", "1"]
    else:
        (context.directory / "plan.pgn").write_bytes(games(random, 5))
        args = ["pgn", "plan", "plan.pgn", "--to", name, "--format", random.choice(["csv", "jsonl"])]
        then = ["job", "run", name]
    context.plain(args)
    if random.random() < 0.6:
        context.plain(then)
    files = sorted(path for path in (context.directory / name).rglob("*") if path.is_file())
    for path in random.sample(files, min(len(files), random.choice([0, 1, 1, 3]))):
        if random.random() < 0.1:
            path.unlink()
        else:
            path.write_bytes(damaged(random, path.read_bytes()))
    return name


def files(random: Random, context) -> list[str]:
    """Makes files of every kind; returns their names."""
    directory: Path = context.directory
    names = []
    for number in range(8):
        kind = random.choice(["pgn", "pgn", "epd", "fen", "perft", "bin"])
        if kind == "pgn":
            data = games(random, random.choice([0, 1, 3, 12]))
        elif kind == "bin":
            (directory / "book.pgn").write_bytes(games(random, 3))
            context.plain(["book", "make", "book.pgn", "-o", "made.bin", "--min-games", "1"])
            made = directory / "made.bin"
            data = made.read_bytes() if made.exists() else random.randbytes(160)
        elif kind == "perft":
            data = b"id a\nepd " + chess.STARTING_BOARD_FEN.encode() + b" w KQkq -\nperft 1 20\nperft 2 400\n"
        else:
            data = lines(random)
        name = f"f{number}.{kind}"
        if random.random() < 0.5:
            data = damaged(random, data)
        if random.random() < 0.4 and kind != "bin":
            extension, data = compressed(random, data)
            name += extension
            data = damaged(random, data)
        (directory / name).write_bytes(data)
        names.append(name)
    (directory / "folder.pgn").mkdir(exist_ok=True)
    shutil.copy(directory / names[0], directory / "folder.pgn" / "inside.pgn")
    if not (directory / "pipe.pgn").exists():
        os.mkfifo(directory / "pipe.pgn")
        os.symlink("nowhere", directory / "link.pgn")
    return names
