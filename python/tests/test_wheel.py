"""The wheel: its files, what it needs and what its import loads."""

from __future__ import annotations

import email
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile

import pytest

import setwise

WHEEL = os.environ.get("SETWISE_WHEEL", "")

needs_wheel = pytest.mark.skipif(not WHEEL, reason="SETWISE_WHEEL names no wheel; .ci/python does")


@needs_wheel
def test_one_wheel_for_all_versions() -> None:
    assert "-cp311-abi3-" in pathlib.Path(WHEEL).name


@needs_wheel
def test_metadata() -> None:
    with zipfile.ZipFile(WHEEL) as wheel:
        names = wheel.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        message = email.message_from_string(wheel.read(metadata).decode())
        entry = next(name for name in names if name.endswith("entry_points.txt"))
        assert b"setwise=setwise._command:main" in wheel.read(entry).replace(b" ", b"")
    assert message["License-Expression"] == "MIT OR Apache-2.0"
    required = [text for text in message.get_all("Requires-Dist", []) if "extra ==" not in text]
    assert [re.split(r"[<>=;]", text)[0] for text in required] == ["numpy"]
    for name in ("setwise/py.typed", "setwise/_native.pyi", "setwise/__init__.py"):
        assert name in names
    assert any(name.endswith("LICENSE-MIT") for name in names)
    assert not [name for name in names if "sbom" in name]


def is_free(licence: str) -> bool:
    """Return whether a licence leaves a choice without GPL and MPL."""
    alternatives = re.split(r"\bOR\b|/", licence)
    return any(not re.search(r"GPL|MPL", alternative) for alternative in alternatives)


def test_no_gpl_or_mpl_in_the_crates() -> None:
    """No crate that is linked into the wheel requires the GPL or the MPL."""
    assert is_free("MIT OR GPL-3.0") and not is_free("MPL-2.0") and not is_free("LGPL-3.0-or-later")
    if shutil.which("cargo") is None:
        pytest.skip("needs cargo")
    words = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
    here = pathlib.Path(__file__).resolve().parents[1]
    done = subprocess.run(words, capture_output=True, text=True, cwd=here)
    assert done.returncode == 0, done.stderr
    metadata = json.loads(done.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    edges = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    todo = [key for key, package in packages.items() if package["name"] == "setwise-python"]
    linked = set(todo)
    while todo:
        for edge in edges[todo.pop()]:
            is_normal = any(kind["kind"] is None for kind in edge["dep_kinds"])
            if is_normal and edge["pkg"] not in linked:
                linked.add(edge["pkg"])
                todo.append(edge["pkg"])
    assert len(linked) > 50
    licences = {packages[key]["name"]: packages[key]["license"] for key in linked}
    assert not {name: text for name, text in licences.items() if not is_free(text or "GPL")}


@needs_wheel
def test_gpl_and_mpl_packages_are_only_for_tests() -> None:
    with zipfile.ZipFile(WHEEL) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        message = email.message_from_string(wheel.read(name).decode())
    required = message.get_all("Requires-Dist", [])
    for package in ("chess", "hypothesis"):
        found = [text for text in required if re.split(r"[<>=; ]", text)[0] == package]
        assert len(found) == 1 and re.search(r"extra == ['\"]test['\"]", found[0])


# Modules of the standard library that the import may need; together they take about a millisecond.
CHEAP = {"__future__", "collections", "copy", "dataclasses", "enum", "importlib", "inspect", "typing"}

# Modules that something in the package needs, at its first use.
LATER = ["asyncio", "chess", "importlib.util", "json", "matplotlib", "pathlib", "polars", "pyarrow", "ray", "tqdm"]


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a statement loads in a new interpreter."""
    program = f"""
import sys
before = set(sys.modules)
{statement}
print(*set(sys.modules) - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_import_loads_little() -> None:
    """Beside numpy, the modules that `benchmarks/compare.py` finds quick to import."""
    numpys = loaded_by("import numpy")
    found = loaded_by("import setwise") - numpys
    own = {name for name in found if name.split(".")[0] == "setwise"}
    public = {name for name in own if not name.startswith("setwise._")}
    assert public == {"setwise"} and "setwise._native" in own
    # Implementations in Python of modules of C look for Java's.
    others = {name for name in found - own if name.split(".")[0] not in CHEAP | {"org"}}
    assert not others
    assert not (found - numpys).intersection(LATER)


def test_submodules_are_loaded_at_their_first_use() -> None:
    for name in ("deep", "epd", "jobs", "pgn", "svg", "techniques"):
        found = loaded_by(f"import setwise; assert {name!r} in dir(setwise); setwise.{name}")
        assert f"setwise.{name}" in found
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        setwise.nothing  # type: ignore[attr-defined]


def test_the_lab_is_served_or_says_how_to_get_it() -> None:
    """A package is built without the lab where there is no Node."""
    words = [sys.executable, "-m", "setwise.lab", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as lab:
        assert lab.stdout and lab.stderr
        address = re.search(r"http://\S+", lab.stdout.readline())
        if address:
            with urllib.request.urlopen(address[0]) as page:
                assert b"<title>Setwise lab</title>" in page.read()
            lab.terminate()
        else:
            assert "this build has no browser lab (in a checkout, with Node: " in lab.stderr.read()
