"""The build backend: maturin, with the folders of the building machine left out of the wheel.

The compiler writes the paths of source files into messages of panics. Here it replaces the folders of
the crates and of the repository by short names. The linker is asked to fold identical functions and
to put similar ones side by side, where it can. And the wheel is packed again by Zopfli, which saves
6 % and takes half a minute.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile
import zipfile

import maturin
import zopfli
from maturin import (
    build_editable as build_editable,
    build_sdist as build_sdist,
    get_requires_for_build_editable as get_requires_for_build_editable,
    get_requires_for_build_sdist as get_requires_for_build_sdist,
    get_requires_for_build_wheel as get_requires_for_build_wheel,
    prepare_metadata_for_build_editable as prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel,
)


def _leave_folders_out() -> None:
    home = pathlib.Path.home()
    cargo = pathlib.Path(os.environ.get("CARGO_HOME", home / ".cargo"))
    repository = pathlib.Path(__file__).resolve().parents[1]
    names = {home: "/home", cargo: "/cargo", repository: "/setwise"}
    flags = [f"--remap-path-prefix={folder}={name}" for folder, name in names.items()]
    # Flags in this form are separated by one character that no path has.
    given = os.environ.get("CARGO_ENCODED_RUSTFLAGS")
    known = given.split("\x1f") if given else os.environ.get("RUSTFLAGS", "").split()
    flags = [*known, *flags]
    os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*flags, *_linker_flags(flags)])


def _linker_flags(known: list[str]) -> list[str]:
    """Return flags for LLD, which is Rust's linker on Linux on x86-64, if an empty library can be linked.

    For another target, which only a build of the host can try, there are none.
    """
    if "CARGO_BUILD_TARGET" in os.environ or "--target" in os.environ.get("MATURIN_PEP517_ARGS", ""):
        return []
    flags = ["-Clink-arg=-Wl,--icf=all", "-Clink-arg=-Wl,--bp-compression-sort=both"]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "empty.rs")
        source.touch()
        compiler = os.environ.get("RUSTC", "rustc")
        command = [compiler, "--crate-type=cdylib", f"--out-dir={folder}", source, *known, *flags]
        try:
            tried = subprocess.run(command, capture_output=True)
        except OSError:
            return []
    return flags if tried.returncode == 0 else []


def _pack(wheel: pathlib.Path) -> None:
    packed = wheel.with_suffix(".packed")
    with zipfile.ZipFile(wheel) as old, zopfli.ZipFile(packed, "w") as new:
        for entry in old.infolist():
            new.writestr(entry, old.read(entry), zipfile.ZIP_DEFLATED)
    packed.replace(wheel)


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, object] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel as maturin does, and return its name."""
    name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    _pack(pathlib.Path(wheel_directory) / name)
    return name


_leave_folders_out()
