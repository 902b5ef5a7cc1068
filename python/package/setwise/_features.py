"""Inputs and targets of neural networks, computed of columns of positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._native import Expression, Positions

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._types import Policy, Target

Arrays = dict[str, "npt.NDArray[Any]"]
"""Arrays with a row for each position, by name."""

# The columns that each target needs, beside the position.
_TARGETS = {
    "result": ["outcome"],
    "evaluation": ["eval"],
    "wdl": ["outcome"],
    "moves_left": ["plies_left"],
}

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
        self._dtype = None if dtype is None else np.dtype(dtype)
        if self._dtype is not None and self._dtype.kind not in "bfui":
            raise ValueError(f"dtype {self._dtype} (expected numbers)")
        columns = [column for target in self._targets for column in _TARGETS[target]]
        if policy is not None:
            columns.append("move")
        if self._features or columns:
            columns.insert(0, "position")
        self.columns = list(dict.fromkeys(columns))
        # What is wrong with an expression or a name is said now.
        if self.columns:
            start = Positions.random(1, plies=0)
            zeros: Arrays = {name: np.zeros(1) for name in self.columns}
            names = taken + [name for group in self._groups(start, zeros) for name in group]
            twice = {name for name in names if names.count(name) > 1}
            if twice:
                raise ValueError(f"two arrays have the name {min(twice)!r}")

    def of(self, columns: Arrays) -> Arrays:
        """Return the arrays of the rows of some columns."""
        if not self.columns:
            return {}
        positions = Positions.from_packed(columns["position"])
        return {
            name: array
            for group in self._groups(positions, columns)
            for name, array in group.items()
        }

    def _groups(self, positions: Positions, columns: Arrays) -> Iterable[Arrays]:
        yield from self._inputs(positions)
        turns = positions.turns()
        for target in self._targets:
            yield _target(target, columns, turns)
        if self._policy is not None:
            moves = np.nan_to_num(columns["move"]).astype(np.uint16)
            yield {
                "policy": positions.policy_indices(moves, self._policy),
                "policy_mask": positions.policy_mask(self._policy),
            }

    def _inputs(self, positions: Positions) -> Iterable[Arrays]:
        seen: Positions | None = None
        for name, feature in self._features.items():
            if feature == "halfka":
                arrays = zip(("offsets", "own", "opponent"), positions.halfka(), strict=True)
                yield {f"{name}_{part}": array for part, array in arrays}
                continue
            if not isinstance(feature, Expression):
                yield {name: self._planes(positions, feature)}
                continue
            if seen is None:
                seen = _seen_by_the_mover(positions)
            yield {name: self._values(seen, feature)}

    def _planes(self, positions: Positions, layout: Any) -> npt.NDArray[Any]:
        dtype = self._dtype or np.dtype(np.uint8)
        is_known = dtype.name in ("uint8", "bool", "float16", "float32")
        planes = positions.planes(layout, dtype if is_known else "float32", relative=True)
        planes = planes.astype(dtype, copy=False)
        return planes.reshape(-1, 768) if layout == "pieces" else planes

    def _values(self, positions: Positions, expression: Expression) -> npt.NDArray[Any]:
        values: npt.NDArray[Any]
        if expression.kind == "set":
            squares = positions.sets(expression).astype("<u8").view(np.uint8)
            values = np.unpackbits(squares, bitorder="little").reshape(-1, 8, 8)
        elif expression.kind == "number":
            values = positions.numbers(expression)
        else:
            values = positions.where(expression)
        return values if self._dtype is None else values.astype(self._dtype, copy=False)


def _feature(value: str | Expression) -> str | Expression:
    is_name = value in ("pieces", "alphazero", "lc0", "halfka")
    return value if is_name or isinstance(value, Expression) else Expression(value)


def _seen_by_the_mover(positions: Positions) -> Positions:
    """Return the positions with White to move: where Black is, with the colors exchanged."""
    rows = np.arange(len(positions)) + len(positions) * ~positions.turns()
    return Positions.concatenate(positions, positions.mirror())[rows]


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
