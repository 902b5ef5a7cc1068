"""Types of arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, TypeAlias, Union

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._native import Move, SquareSet


class ArrowStream(Protocol):
    """An object with Arrow data in chunks."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """An object with one array of Arrow data."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...


class Readable(Protocol):
    """A file of bytes or of text."""

    def read(self, size: int, /) -> bytes | str: ...


class PythonChessBoard(Protocol):
    """A board of python-chess."""

    chess960: bool

    def root(self) -> Any: ...
    def has_kingside_castling_rights(self, color: bool) -> bool: ...


Int: TypeAlias = SupportsIndex
"""An int or a scalar of numpy: a square from 0 to 63, a piece type from 1 to 6, or another number."""

Color: TypeAlias = Union[bool, "np.bool_"]
"""True for White, False for Black."""

Squares: TypeAlias = Union["SquareSet", SupportsIndex, Iterable[SupportsIndex]]
"""A set of squares, a mask, or squares."""

Texts: TypeAlias = Union[Iterable[str], "npt.NDArray[Any]", ArrowStream, ArrowArray]
"""A collection of texts."""

EnPassant: TypeAlias = Literal["legal", "fen", "xfen"]
"""When an en passant square is written."""

Operation: TypeAlias = Union[str, int, float, "Move", "list[Move]", "list[str | int]", None]
"""The value of an operation of EPD."""

Source: TypeAlias = Union[str, "os.PathLike[str]", bytes, Readable]
"""A path, the contents of a file, or a file."""

Path: TypeAlias = Union[str, "os.PathLike[str]"]
"""A path of a file."""

Inputs: TypeAlias = Union[Path, Readable, Iterable[Union[Path, Readable]]]
"""Files, directories and patterns, or files that are open."""

Comments: TypeAlias = Literal["commands", "engine"]
"""The form of comments with evaluations."""

Accept: TypeAlias = Union[Literal["strict", "common", "default", "lenient"], Iterable[str]]
"""A set of deviations from the standard of PGN, or their names."""

Table: TypeAlias = Literal["games", "positions"]
"""A table of games."""

TrainingFormat: TypeAlias = Literal["bulletformat", "plain", "viriformat"]
"""A format of training data."""

Policy: TypeAlias = Literal["uci", "alphazero", "lc0"]
"""The outputs of a neural network, one for each move."""

Target: TypeAlias = Literal["result", "evaluation", "wdl", "moves_left"]
"""What a neural network is trained to predict of a position."""
