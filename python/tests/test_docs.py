"""Docstrings: complete, in numpydoc's form, and their examples are run."""

from __future__ import annotations

import doctest
import inspect
import pathlib

import numpydoc.docscrape
import numpydoc.validate
import pytest

import setwise
import setwise.data
import setwise.deep
import setwise.duckdb
import setwise.endgames
import setwise.epd
import setwise.jobs
import setwise.pgn
import setwise.polars
import setwise.svg
import setwise.techniques

ROOT = pathlib.Path(__file__).parents[1]
MODULES = [
    setwise,
    setwise.data,
    setwise.deep,
    setwise.duckdb,
    setwise.endgames,
    setwise.epd,
    setwise.jobs,
    setwise.pgn,
    setwise.polars,
    setwise.svg,
    setwise.techniques,
]


def members(owner: type) -> dict[str, object]:
    """Return the members of a class, with those of bases that are not public."""
    bases = [it for it in owner.__mro__[1:] if it.__module__.startswith("setwise._")]
    return {name: member for it in [*bases, owner] for name, member in vars(it).items()}


def documented() -> dict[str, object]:
    """Return every public function, class, method and property by name."""
    found: dict[str, object] = {}
    for module in MODULES:
        for name in getattr(module, "__all__", vars(module)):
            member = getattr(module, name)
            # Names of types of the language, such as `setwise.Square`.
            if name.startswith("_") or not callable(member) or member in (bool, int):
                continue
            full = f"{module.__name__}.{name}"
            found[full] = member
            if inspect.isclass(member) and member.__module__.startswith("setwise"):
                for inner, method in members(member).items():
                    if not inner.startswith("_") and (
                        callable(method)
                        or inspect.isgetsetdescriptor(method)
                        or isinstance(method, (staticmethod, property))
                    ):
                        found[f"{full}.{inner}"] = getattr(member, inner)
    return found


DOCUMENTED = documented()


def is_plain(name: str) -> bool:
    """Return whether numpydoc's rules apply: not to exceptions, enums, named tuples and data classes."""
    owner = DOCUMENTED[name]
    if hasattr(owner, "__dataclass_fields__"):
        return False
    parent = DOCUMENTED.get(name.rpartition(".")[0])
    for it in (owner, parent):
        if inspect.isclass(it) and issubclass(it, (Exception, tuple, setwise.Status, setwise.Termination)):
            return False
    return True


def test_enough_is_found() -> None:
    assert len(DOCUMENTED) > 150
    for name in ("setwise.Board.push", "setwise.Board.turn", "setwise.Positions.from_fens"):
        assert name in DOCUMENTED


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples(name: str) -> None:
    text = inspect.getdoc(DOCUMENTED[name])
    assert text, f"{name} has no docstring"
    case = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(case)
    assert result.failed == 0


def test_enough_examples() -> None:
    examples = [name for name in DOCUMENTED if ">>>" in (inspect.getdoc(DOCUMENTED[name]) or "")]
    assert len(examples) >= 25


# What numpydoc asks for and this package does not have: examples and extended summaries everywhere, a
# "See Also" section, and checks that only work with the source of a function in Python.
IGNORED = {"GL02", "EX01", "ES01", "SA01", "GL08", "YD01", "PR02", "GL01", "RT03", "RT05", "PR08", "PR09"}


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if is_plain(name)])
def test_docstrings_have_the_form(name: str) -> None:
    found = numpydoc.validate.validate(name)["errors"]
    wrong = [(code, text) for code, text in found if code not in IGNORED]
    assert not wrong


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if is_plain(name)])
def test_parameters_are_those_of_the_signature(name: str) -> None:
    member = DOCUMENTED[name]
    if not callable(member) or inspect.isclass(member) and "Parameters" not in (member.__doc__ or ""):
        return
    section = numpydoc.docscrape.NumpyDocString(inspect.getdoc(member) or "")["Parameters"]
    documented = [
        part.strip().lstrip("*") for parameter in section for part in parameter.name.split(",")
    ]
    signature = [it for it in inspect.signature(member).parameters if it != "self"]
    assert documented == signature


def run_blocks(path: pathlib.Path) -> int:
    """Run the examples of a page, and return their number."""
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    return result.attempted


def test_the_page_of_set_expressions(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_blocks(ROOT.parent / "docs" / "find.md") > 10


def test_the_readme() -> None:
    assert run_blocks(ROOT / "README.md") > 10
