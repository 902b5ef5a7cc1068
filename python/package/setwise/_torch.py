"""Batches as a data set of PyTorch. It is imported only where PyTorch is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from torch.utils.data import (  # type: ignore[import-not-found,unused-ignore]
    IterableDataset,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from .data import Batches


class BatchesOfTorch(IterableDataset):  # type: ignore[misc,type-arg,unused-ignore]
    """The batches as dicts of tensors, which share the memory of the arrays."""

    def __init__(self, batches: Batches) -> None:
        super().__init__()
        self.batches = batches

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self.batches:
            yield {name: torch.from_numpy(_known(array)) for name, array in batch.items()}


def _known(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return numbers of a type that every version of PyTorch has."""
    is_unknown = array.dtype.kind == "u" and array.itemsize > 1
    return array.astype(np.int64) if is_unknown else array
