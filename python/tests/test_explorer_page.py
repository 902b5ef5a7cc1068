"""The page docs/explorer.md: its programs are run, and their counts fit the games."""

from __future__ import annotations

import collections
import pathlib
import random
import re
from typing import Any

import pytest

import setwise

PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "explorer.md").read_text(encoding="utf-8")


def test_the_page_is_run(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(3)
    text = []
    for number in range(400):
        board, words = setwise.Board(), []
        for ply in range(rng.randint(0, 60)):
            moves = [board.san(move) for move in board.legal_moves]
            if not moves:
                break
            words.append("e4" if ply == 0 and number % 3 else rng.choice(moves))
            board.push_san(words[-1])
        result, rating = rng.choice(["1-0", "0-1", "1/2-1/2", "*"]), rng.randint(1000, 2800)
        text.append(f'[WhiteElo "{rating}"]\n[Result "{result}"]\n\n{" ".join(words)} {result}\n\n')
    pathlib.Path("games.pgn").write_text("".join(text))
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "explorer.md", "exec"), names)
    assert len(capsys.readouterr().out.splitlines()) > 30

    # The moves of the page's board, counted without the tables.
    board, counts, results = names["board"], collections.Counter[str](), collections.Counter[str]()
    for game in setwise.pgn.read("games.pgn"):
        for before, move in zip(game.positions(), game.moves, strict=False):
            if before.zobrist() == board.zobrist():
                counts[before.san(move)] += 1
                results[game.result] += 1
    for query in ("MOVES", "COUNTED"):
        names["show"](board, names[query])
        rows = [line.split() for line in capsys.readouterr().out.splitlines()]
        least = 2 if query == "COUNTED" else 1
        assert {row[0]: int(row[1]) for row in rows} == {
            san: games for san, games in counts.items() if games >= least
        }
        if query == "MOVES":
            found = [sum(int(row[column]) for row in rows) for column in (2, 3, 4)]
            assert found == [results[result] for result in ("1-0", "1/2-1/2", "0-1")]
