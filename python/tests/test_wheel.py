"""The wheel: its size, its files, what it needs and how fast it is imported."""

from __future__ import annotations

import email
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

WHEEL = os.environ.get("SETWISE_WHEEL", "")

needs_wheel = pytest.mark.skipif(not WHEEL, reason="SETWISE_WHEEL names no wheel; .ci/python does")


@needs_wheel
def test_size() -> None:
    assert pathlib.Path(WHEEL).stat().st_size < 6_000_000


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


@needs_wheel
def test_no_path_of_the_machine() -> None:
    """Folders of the build, the home and the crates are in no file; the same search finds a planted one."""
    home, target = str(pathlib.Path.home()), os.environ.get("CARGO_TARGET_DIR", "")
    here = str(pathlib.Path(__file__).resolve().parents[2])
    folders = [path.encode() for path in (home, target, here, ".cargo/registry", "rustup") if path]

    def found(contents: bytes) -> list[bytes]:
        return [folder for folder in folders if folder in contents]

    assert found(b"x" + here.encode() + b"/src/lib.rs")
    with zipfile.ZipFile(WHEEL) as wheel:
        for name in wheel.namelist():
            assert not found(wheel.read(name)), name


def test_import_is_quick() -> None:
    """The import takes less than 30 ms more than numpy's, in the best of several runs.

    Time of the CPU, because other processes may run at the same time.
    """
    program = """
import time
import numpy
began = time.process_time()
import setwise
print(time.process_time() - began)
"""
    times = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
        for _ in range(7)
    ]
    assert min(times) < 0.030, times
