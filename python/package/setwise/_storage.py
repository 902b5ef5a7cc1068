"""Object stores: URLs in the place of paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ._native import set_storage_options

if TYPE_CHECKING:
    from ._types import Path

StorageOptions = Mapping[str, str]


def use(paths: Path | Iterable[Path], options: StorageOptions | None) -> None:
    """Use options for the stores of URLs, from now on in this process."""
    if options is None:
        return
    for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        set_storage_options(path, dict(options))
