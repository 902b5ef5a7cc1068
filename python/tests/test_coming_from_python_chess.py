"""The page "coming from python-chess" lists every name, and says the truth about it."""

from __future__ import annotations

import inspect
import pathlib
import re

import chess
import chess.pgn
import chess.polyglot
import chess.svg
import pytest

import setwise

PAGE = pathlib.Path(__file__).parents[1] / "docs" / "coming-from-python-chess.md"

OWNERS = {
    "Board": (chess.Board, setwise.Board),
    "Setup": (chess.Board, setwise.Setup),
    "Move": (chess.Move, setwise.Move),
    "Piece": (chess.Piece, setwise.Piece),
    "SquareSet": (chess.SquareSet, setwise.SquareSet),
    "Outcome": (chess.Outcome, setwise.Outcome),
    "Termination": (chess.Termination, setwise.Termination),
    "chess": (chess, setwise),
    "chess.pgn": (chess.pgn, setwise.pgn),
    "chess.pgn.Game": (chess.pgn.Game, setwise.pgn.Game),
    "chess.pgn.GameNode": (chess.pgn.ChildNode, setwise.pgn.GameNode),
    "chess.pgn.EditableGame": (chess.pgn.Game, setwise.pgn.EditableGame),
    "chess.polyglot": (chess.polyglot, None),
    "chess.polyglot.MemoryMappedReader": (chess.polyglot.MemoryMappedReader, setwise.Book),
    "chess.polyglot.Entry": (chess.polyglot.Entry, setwise.BookEntry),
    "chess.svg": (chess.svg, setwise.svg),
}


def names_of_python_chess(owner: str) -> set[str]:
    theirs = OWNERS[owner][0]
    if inspect.ismodule(theirs) and owner != "chess":
        # Functions and classes, and no names that the module imports.
        return {
            name
            for name, it in vars(theirs).items()
            if not name.startswith("_") and getattr(it, "__module__", None) == owner
        }
    names = {name for name in dir(theirs) if not name.startswith("_")}
    if owner == "chess":
        # Names that python-chess's module has only because it imports them.
        names = {
            name
            for name in names
            if not inspect.ismodule(getattr(chess, name))
            and getattr(getattr(chess, name), "__module__", "chess") in ("chess", "builtins")
            and name not in {"annotations"}
        }
    if owner in ("Board", "Setup"):
        # Fields that are set in the constructor.
        names |= set(vars(chess.Board())) - {"_stack"}
    if owner.startswith("chess.pgn."):
        names |= set(chess.pgn.GameNode.__annotations__) | set(getattr(theirs, "__annotations__", {}))
    if owner in ("Move", "Piece", "Outcome"):
        names |= set(getattr(theirs, "__annotations__", {}))
    return {name for name in names if not name.startswith("_")}


def table() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the verdict and the remark of each name on the page; a name may end in ``*``."""
    found, owner = {}, ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## `([\w.]+)`", line):
            owner = heading[1]
        row = re.match(r"\| (`.+?`) \| (same|different|absent|new) \| (.*) \|$", line)
        if row:
            for name in re.findall(r"`([^`]+)`", row[1]):
                assert (owner, name) not in found, f"{owner}.{name} is listed twice"
                found[owner, name] = (row[2], row[3].strip())
    return found


TABLE = table()


def lookup(owner: str, name: str) -> tuple[str, str] | None:
    if (owner, name) in TABLE:
        return TABLE[owner, name]
    patterns = [
        pattern
        for other, pattern in TABLE
        if other == owner and pattern.endswith("*") and name.startswith(pattern[:-1])
    ]
    return TABLE[owner, max(patterns, key=len)] if patterns else None


@pytest.mark.parametrize("owner", OWNERS)
def test_every_name_of_python_chess_is_listed(owner: str) -> None:
    ours = OWNERS[owner][1]
    # The page says of a setup that it lacks all names that are not listed.
    known = names_of_python_chess(owner)
    for name in sorted(known & set(dir(ours)) if owner == "Setup" else known):
        row = lookup(owner, name)
        assert row is not None, f"{owner}.{name} is not on the page"
        verdict, remark = row
        has = hasattr(ours, name) or name in getattr(ours, "__annotations__", {})
        assert has == (verdict in ("same", "different")), f"{owner}.{name}"
        assert verdict == "same" or remark, f"{owner}.{name}: what is different, or why is it absent?"


@pytest.mark.parametrize("owner", OWNERS)
def test_every_name_of_setwise_is_listed(owner: str) -> None:
    theirs, ours = OWNERS[owner]
    known = names_of_python_chess(owner)
    for name in sorted(getattr(ours, "__all__", dir(ours))):
        if name.startswith("_"):
            continue
        row = lookup(owner, name)
        assert row is not None, f"{owner}.{name} is not on the page"
        assert (row[0] == "new") == (name not in known), f"{owner}.{name}"


def test_the_page_lists_nothing_else() -> None:
    for owner, name in TABLE:
        if not name.endswith("*"):
            theirs, ours = OWNERS[owner]
            assert name in names_of_python_chess(owner) or hasattr(ours, name), f"{owner}.{name}"


def test_signatures_of_same_names() -> None:
    """A method that is the same takes at least the parameters of python-chess."""
    differ = []
    for (owner, name), (verdict, _) in TABLE.items():
        if verdict != "same" or name.endswith("*"):
            continue
        theirs, ours = (getattr(it, name, None) for it in OWNERS[owner])
        if not (inspect.isfunction(theirs) or inspect.ismethod(theirs)):
            continue
        expected = [it for it in inspect.signature(theirs).parameters if it not in ("self", "promoted")]
        found = [it for it in inspect.signature(ours).parameters if it != "self"]
        if expected != found:
            differ.append((owner, name, expected, found))
    assert not differ


def test_names_in_remarks() -> None:
    """Every name of this package in a remark or in the last table exists."""
    names = re.findall(r"`setwise\.(?!_)([\w.]+)", PAGE.read_text(encoding="utf-8"))
    assert len(names) > 20
    for name in names:
        owner: object = setwise
        for part in name.split("."):
            owner = getattr(owner, part)
