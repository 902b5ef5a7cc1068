"""File objects in the place of paths: they are copied to files of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._types import Inputs, Path, Readable

PIECE = 1 << 20


class Copied:
    """A copy of a file object, which is deleted when this object is."""

    def __init__(self, file: Readable) -> None:
        # Importing the package does not need them.
        import shutil
        import tempfile
        import weakref

        directory = tempfile.mkdtemp(prefix="setwise-")
        weakref.finalize(self, shutil.rmtree, directory, ignore_errors=True)
        self.path = os.path.join(directory, _name(file))
        with open(self.path, "wb") as copy:
            while piece := file.read(PIECE):
                if not isinstance(piece, (bytes, str)):
                    raise TypeError(f"read() returned {type(piece).__name__} (expected bytes or str)")
                copy.write(piece.encode() if isinstance(piece, str) else piece)


def of(inputs: Inputs) -> tuple[Path | list[Path], list[Copied]]:
    """Return paths, and the copies that must be kept while they are read."""
    copies: list[Copied] = []

    def path(it: Path | Readable) -> Path:
        if isinstance(it, (str, os.PathLike)) or not hasattr(it, "read"):
            return it  # type: ignore[return-value]
        copies.append(Copied(it))
        return copies[-1].path

    is_one = isinstance(inputs, (str, bytes, os.PathLike)) or hasattr(inputs, "read")
    if is_one or not isinstance(inputs, Iterable):
        return path(inputs), copies  # type: ignore[arg-type]
    return [path(it) for it in inputs], copies


def _name(file: Readable) -> str:
    """Return the name of a copy. What a file contains may be told by the end of its name."""
    import re

    names = (getattr(file, it, None) for it in ("full_name", "path", "name"))
    name = next((it for it in names if isinstance(it, str)), "")
    return re.sub(r"[^\w.-]", "_", os.path.basename(name)).lstrip(".")[-100:] or "games.pgn"
