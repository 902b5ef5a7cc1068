"""Inputs and targets of neural networks, computed of columns of positions."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import ExpressionError
from ._native import Expression, Positions

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._types import Int, Policy, Target

Arrays = dict[str, "npt.NDArray[Any]"]
"""Arrays with a row for each position, by name."""

GAMES = "the games"
"""The column of the games of the rows, which is no column of a file."""

# The columns that each target needs, beside the position.
_TARGETS = {
    "result": ["outcome"],
    "evaluation": ["eval"],
    "wdl": ["outcome"],
    "moves_left": ["plies_left"],
}

_NAMES = ("pieces", "alphazero", "lc0", "halfka", "threats")

# The numbers of planes of the layouts, without history.
_PLANES = {"pieces": 12, "alphazero": 21, "lc0": 112}

Features = str | Iterable[str] | Mapping[str, str | Expression]
"""Features as `Batches` takes them."""


class Recipe:
    """The arrays of a batch that are computed of its columns."""

    def __init__(
        self,
        taken: list[str],
        features: Features,
        targets: Target | Iterable[Target],
        policy: Policy | None,
        dtype: npt.DTypeLike | None,
        has_games: bool,
        threads: Int | None,
    ) -> None:
        if isinstance(features, str):
            features = [features]
        if not isinstance(features, Mapping):
            features = {name: name for name in features}
        self._features = {name: _feature(value) for name, value in features.items()}
        self._targets = [targets] if isinstance(targets, str) else list(targets)
        for target in self._targets:
            if target not in _TARGETS:
                raise ValueError(f"target {target!r} (expected one of {', '.join(_TARGETS)})")
        self._policy = policy
        self._threads = threads
        try:
            self._dtype = None if dtype is None else np.dtype(dtype)
        except TypeError:
            raise ValueError(f"dtype {dtype!r} (expected a type of numbers)") from None
        if self._dtype is not None and self._dtype.kind not in "bfui":
            raise ValueError(f"dtype {self._dtype} (expected numbers)")
        columns = [column for target in self._targets for column in _TARGETS[target]]
        if policy is not None:
            columns.append("move")
        layouts = ("alphazero", "lc0") if has_games else ()
        self._of_games = {name for name, value in self._features.items() if value in layouts}
        if self._of_games:
            columns += ["game_id", "ply"]
        if self._features or columns:
            columns.insert(0, "position")
        self.columns = list(dict.fromkeys(columns))
        # What is wrong with an expression or a name is said now.
        if self.columns:
            start = Positions.random(1, plies=0)
            zeros: Arrays = {name: np.zeros(1) for name in self.columns}
            zeros[GAMES] = np.fromiter([(None, b"")], object)
            names = taken + [name for group in self._groups(start, zeros) for name in group]
            twice = {name for name in names if names.count(name) > 1}
            if twice:
                raise ValueError(f"two arrays have the name {min(twice)!r}")

    def of(self, columns: Arrays) -> Arrays:
        """Return the arrays of the rows of some columns."""
        if not self.columns:
            return {}
        positions = Positions.from_packed(columns["position"], threads=self._threads)
        return {
            name: array
            for group in self._groups(positions, columns)
            for name, array in group.items()
        }

    def _groups(self, positions: Positions, columns: Arrays) -> Iterable[Arrays]:
        yield from self._inputs(positions, columns)
        turns = positions.turns(threads=self._threads)
        for target in self._targets:
            yield _target(target, columns, turns)
        if self._policy is not None:
            moves = np.nan_to_num(columns["move"]).astype(np.uint16)
            yield {
                "policy": positions.policy_indices(moves, self._policy, threads=self._threads),
                "policy_mask": positions.policy_mask(self._policy, threads=self._threads),
            }

    def _inputs(self, positions: Positions, columns: Arrays) -> Iterable[Arrays]:
        seen: Positions | None = None
        for name, feature in self._features.items():
            if feature in ("halfka", "threats"):
                sparse = positions.halfka if feature == "halfka" else positions.threats
                arrays = zip(("offsets", "own", "opponent"), sparse(threads=self._threads), strict=True)
                yield {f"{name}_{part}": array for part, array in arrays}
                continue
            if not isinstance(feature, Expression):
                games = columns if name in self._of_games else None
                yield {name: self._planes(positions, feature, games)}
                continue
            if seen is None:
                seen = _seen_by_the_mover(positions, self._threads)
            yield {name: self._values(seen, feature)}

    def _planes(self, positions: Positions, layout: Any, games: Arrays | None) -> npt.NDArray[Any]:
        dtype = self._dtype or np.dtype(np.uint8)
        name = dtype.name if dtype.name in ("uint8", "bool", "float16", "float32") else "float32"
        if games is None:
            # Memory that is not set to zero first.
            out = np.empty((len(positions), _PLANES[layout], 8, 8), name)
            planes = positions.planes(layout, relative=True, out=out, threads=self._threads)
        else:
            plies = games["ply"].astype(np.uint32)
            of_rows = games[GAMES].tolist()
            planes = positions._planes_of_games(layout, name, of_rows, plies, self._threads)
        planes = planes.astype(dtype, copy=False)
        return planes.reshape(-1, 768) if layout == "pieces" else planes

    def _values(self, positions: Positions, expression: Expression) -> npt.NDArray[Any]:
        values: npt.NDArray[Any]
        if expression.kind == "set":
            squares = positions.sets(expression, threads=self._threads).astype("<u8").view(np.uint8)
            values = np.unpackbits(squares, bitorder="little").reshape(-1, 8, 8)
        elif expression.kind == "number":
            values = positions.numbers(expression, threads=self._threads)
        else:
            values = positions.where(expression, threads=self._threads)
        return values if self._dtype is None else values.astype(self._dtype, copy=False)


def _feature(value: str | Expression) -> str | Expression:
    if value in _NAMES:
        return value
    try:
        expression = value if isinstance(value, Expression) else Expression(value)
        if expression.needs_game:
            Positions.random(1, plies=0).where(expression)
    except ExpressionError as error:
        near = difflib.get_close_matches(str(value).lower(), _NAMES, 1, 0.8)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        names = ", ".join(_NAMES)
        message = f"feature {str(value)!r} (expected {names}, or a set expression{hint}): {error}"
        raise ExpressionError(message, error.start, error.end) from None
    return expression


def _seen_by_the_mover(positions: Positions, threads: Int | None) -> Positions:
    """Return the positions with White to move: where Black is, with the colors exchanged."""
    rows = np.arange(len(positions)) + len(positions) * ~positions.turns(threads=threads)
    return Positions.concatenate(positions, positions.mirror(threads=threads))[rows]


def _target(target: Target, columns: Arrays, turns: npt.NDArray[np.bool_]) -> Arrays:
    if target == "moves_left":
        return {"moves_left": columns["plies_left"].astype(np.float32)}
    sign = np.where(turns, np.float32(1), np.float32(-1))
    if target == "evaluation":
        values = columns["eval"].astype(np.float32) * sign
        is_known = ~np.isnan(values)
        return {"evaluation": np.where(is_known, values, 0), "evaluation_mask": is_known}
    result = columns["outcome"].astype(np.float32) * sign
    if target == "result":
        return {"result": result}
    wdl = (result[:, None] == np.array([1, 0, -1])).astype(np.float32)
    wdl[np.isnan(result)] = np.nan
    return {"wdl": wdl}
