"""Bitboard chess at native speed: python-chess's vocabulary, and batches of positions as arrays.

>>> import setwise
>>> board = setwise.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> positions = setwise.Positions.random(1000, seed=7)
>>> positions.planes().shape
(1000, 12, 8, 8)
"""

import importlib as _importlib
import typing as _typing

from ._analysis import (
    Analysis as Analysis,
    AnalysisLine as AnalysisLine,
)
from ._errors import (
    AmbiguousMoveError as AmbiguousMoveError,
    BookError as BookError,
    EpdError as EpdError,
    ExpressionError as ExpressionError,
    FenError as FenError,
    HistoryWarning as HistoryWarning,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    JobError as JobError,
    PgnError as PgnError,
    RowError as RowError,
    SetwiseError as SetwiseError,
)
from ._find import find as find
from ._native import (
    __version__ as __version__,
    Board as Board,
    Book as Book,
    BookEntry as BookEntry,
    Expression as Expression,
    LegalMoves as LegalMoves,
    Move as Move,
    Piece as Piece,
    Player as Player,
    Positions as Positions,
    PseudoLegalMoves as PseudoLegalMoves,
    SquareSet as SquareSet,
    perft as perft,
)
from ._outcome import (
    Outcome as Outcome,
    Termination as Termination,
)
from ._parsed import Parsed as Parsed
from ._setup import Setup as Setup

# All names of the module that do not begin with an underscore.
from ._squares import *
from ._status import Status as Status

if _typing.TYPE_CHECKING:
    from . import data as data
    from . import deep as deep
    from . import duckdb as duckdb
    from . import endgames as endgames
    from . import epd as epd
    from . import jobs as jobs
    from . import pgn as pgn
    from . import polars as polars
    from . import svg as svg
    from . import techniques as techniques
else:
    # They are imported at their first use, because they and what they need take most of the import's time.
    _MODULES = frozenset(["data", "deep", "duckdb", "endgames", "epd", "jobs", "pgn", "polars", "svg", "techniques"])

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return _importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(_MODULES.union(globals()))
