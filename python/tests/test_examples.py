"""The examples run, and find what they should. Those of the quick start are short."""

from __future__ import annotations

import ast
import importlib.util
import pathlib
import random
import subprocess
import sys
import types

import numpy as np
import pytest

import setwise
from test_pgn import random_game

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
SHORT = ["filter_games", "training_data", "mates_in_one"]

FENS = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    setwise.STARTING_FEN,
]


def load(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Return the path of random games with ratings."""
    rng = random.Random(18)
    games = [random_game(number, rng) for number in range(60)]
    for game in games:
        game.headers["WhiteElo"] = str(rng.randint(1500, 2500))
        game.headers["BlackElo"] = str(rng.randint(1500, 2500))
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text("\n\n".join(map(str, games)))
    return path


def test_every_example_is_tested() -> None:
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    assert names == {*SHORT, "opening_shares", "self_play"}


@pytest.mark.parametrize("name", SHORT)
def test_they_are_short(name: str) -> None:
    """Under twenty lines of code, the imports and the command line included."""
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node):
            node.body.pop(0)
    assert len(ast.unparse(tree).replace("\n\n", "\n").splitlines()) < 20


def test_filter_games(path: pathlib.Path) -> None:
    frame = load("filter_games").strong_wins(str(path), elo=1800)
    expected = []
    for game in setwise.pgn.read(path):
        elos = [int(game.tags[name]) for name in ("WhiteElo", "BlackElo")]
        if min(elos) >= 1800 and game.result == "1-0":
            expected.append((game.tags["White"], *elos, len(game)))
    found = frame.select("White", "WhiteElo", "BlackElo", "plies").rows()
    assert sorted(found) == sorted(expected) and expected


def test_training_data(path: pathlib.Path) -> None:
    planes, results = load("training_data").data_set(str(path))
    values = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
    games = [game for game in setwise.pgn.read(path) if game.result != "*"]
    expected = [game.positions()[10:] for game in games]
    assert (planes == setwise.Positions.concatenate(*expected).planes()).all()
    counts = [len(batch) for batch in expected]
    assert results.tolist() == np.repeat([values[game.result] for game in games], counts).tolist()


def test_mates_in_one() -> None:
    mates = load("mates_in_one").mates_in_one(FENS)
    assert mates == [["Ra8#"], ["Qxf7#"], []]


@pytest.mark.parametrize("name", ["mates_in_one", "filter_games", "training_data"])
def test_they_are_programs(name: str, path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    arguments = {"mates_in_one": FENS, "training_data": [str(path), str(tmp_path / "data.npz")]}
    words = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments.get(name, [str(path)])]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_self_play() -> None:
    endings = load("self_play").self_play(200)
    assert sum(endings.values()) == 200 and endings["checkmate"] > 5


def test_opening_shares(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    example = load("opening_shares")
    shares = example.shares(str(path))
    for _, group in shares.group_by("rating"):
        assert abs(group["share"].sum() - 1) < 1e-9
    assert shares["len"].sum() == sum(len(game) > 0 for game in setwise.pgn.read(path))
    example.plot(str(path), str(tmp_path / "shares.svg"))
    assert (tmp_path / "shares.svg").read_text().count("<path") > 20
