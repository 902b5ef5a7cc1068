"""File objects in the place of paths: the same rows, and copies that do not stay."""

from __future__ import annotations

import gc
import gzip
import io
import pathlib
import tempfile
import time
from collections.abc import Callable
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import setwise
from setwise import pgn

TEXT = b'[White "\xc3\x85"] 1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 Ke6 *'


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return the directory of temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def copies(folder: pathlib.Path) -> list[str]:
    return sorted(path.name for path in folder.glob("setwise-*/*"))


def wait_until_they_are_deleted(folder: pathlib.Path) -> None:
    """Wait for the thread that has read ahead: it ends some time after its reader is gone."""
    while copies(folder):
        gc.collect()
        # Objects that were freed by other threads are deleted when the package is called.
        setwise.Board()
        time.sleep(0.001)


class Remote:
    """A file as fsspec has it: of a store, with a name, and without more than `read`."""

    def __init__(self, name: str, contents: bytes) -> None:
        self.full_name, self.file = name, io.BytesIO(contents)

    def read(self, size: int = -1) -> bytes:
        return self.file.read(min(size, 7))


SOURCES: list[Callable[[], Any]] = [
    lambda: io.BytesIO(TEXT),
    lambda: io.StringIO(TEXT.decode()),
    lambda: gzip.GzipFile("games.pgn.gz", fileobj=io.BytesIO(gzip.compress(TEXT))),
    lambda: Remote("bucket/games.pgn.gz", gzip.compress(TEXT)),
    lambda: [io.BytesIO(TEXT)],
    lambda: (file for file in [io.BytesIO(TEXT)]),
]


@pytest.mark.parametrize("source", SOURCES)
def test_they_are_read_as_files_are(source: Callable[[], Any], folder: pathlib.Path) -> None:
    batches = pgn.batches(source())
    # Two times: the copy stays while something reads it.
    for _ in range(2):
        table = pyarrow.table(batches)
        assert table["White"].to_pylist() == ["Å", None]
        assert table["plies"].to_pylist() == [4, 1]
    reader = iter(batches)
    del batches, table
    assert len(copies(folder)) == 1
    assert next(reader).num_rows == 2
    del reader
    wait_until_they_are_deleted(folder)
    assert pyarrow.table(setwise.find(source(), "checkmate"))["ply"].to_pylist() == [4]
    with pytest.warns(UserWarning, match="games: 2, with errors: 1; .* 5 without an evaluation"):
        pgn.to_training(source(), folder / "out")
    made = pgn.to_parquet(source(), folder / "made")
    assert (made.games, made.moves, made.errors) == (2, 5, {"illegal-move": 1})
    assert pyarrow.parquet.read_table(made.files["games"])["plies"].to_pylist() == [4, 1]
    wait_until_they_are_deleted(folder)
    # The data set grows without the first copy.
    assert pgn.to_parquet(source(), folder / "made").games == 4
    wait_until_they_are_deleted(folder)


def test_files_and_paths(folder: pathlib.Path) -> None:
    (folder / "games.pgn").write_bytes(TEXT)
    with open(folder / "games.pgn", "rb") as file:
        batches = pgn.batches([folder / "games.pgn", file])
    names = [pathlib.Path(name).name for name in pyarrow.table(batches)["file"].to_pylist()]
    assert names == ["games.pgn"] * 4
    # A table of games is recognized too.
    made = pgn.to_parquet(folder / "games.pgn", folder / "made")
    (part,) = made.files["games"].iterdir()
    with open(part, "rb") as file:
        assert pyarrow.table(setwise.find(file, "checkmate"))["ply"].to_pylist() == [4]


def test_any_name(folder: pathlib.Path) -> None:
    for name in ["..", "a/..", "", "x" * 500 + ".pgn", "a\0b", "s3://b/a:b?.pgn", 5, b"x"]:
        batches = pgn.batches(Remote(name, TEXT))  # type: ignore[arg-type]
        assert pyarrow.table(batches).num_rows == 2
        (copy,) = copies(folder)
        assert len(copy) <= 100 and not copy.startswith(".")
        del batches
        wait_until_they_are_deleted(folder)


def test_errors_of_a_file_are_those_of_python(folder: pathlib.Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise TimeoutError("the store does not answer")

    calls: list[Callable[[Any], object]] = [
        pgn.batches,
        lambda it: setwise.find([it], "check"),
        lambda it: pgn.to_training(it, folder / "o"),
        lambda it: pgn.to_parquet(it, folder / "o"),
    ]
    for call in calls:
        with pytest.raises(TimeoutError, match="the store does not answer"):
            call(Broken())
    damaged = gzip.compress(TEXT)[:-12]
    with pytest.raises(OSError, match=r"games\.pgn\.gz: "):
        list(pgn.batches(Remote("games.pgn.gz", damaged)))
    wait_until_they_are_deleted(folder)
