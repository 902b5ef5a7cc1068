"""Progress: a function of the caller, or a bar of tqdm."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .jobs import Progress


def _bar(wanted: bool | None, **options: Any) -> Any:
    """Return a bar, or None if none is wanted."""
    if wanted is None:
        wanted = sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None
    return importlib.import_module("tqdm").tqdm(**options) if wanted else None


@contextlib.contextmanager
def of_run(
    progress: bool | Callable[[Progress], object] | None,
) -> Iterator[Callable[[Progress], object] | None]:
    """Yield the function that is told the progress of a run, or None."""
    if callable(progress):
        yield progress
        return
    bar = _bar(progress, total=1.0, bar_format="{percentage:3.0f}%|{bar}| {elapsed} {postfix}")
    if bar is None:
        yield None
        return

    def show(it: Progress) -> None:
        size = it.bytes / 1e6
        left = f"{it.seconds_left:.0f} core-seconds left"
        bar.n = it.share
        bar.set_postfix_str(f"{it.stage} {it.done}/{it.shards}, {it.rows} rows, {size:.1f} MB, {left}")

    with bar:
        yield show


@contextlib.contextmanager
def of_bytes(
    progress: bool | Callable[[int], object] | None,
) -> Iterator[Callable[[int], object] | None]:
    """Yield the function that is told the number of bytes read so far, or None."""
    if callable(progress):
        yield progress
        return
    bar = _bar(progress, unit="B", unit_scale=True)
    if bar is None:
        yield None
        return
    with bar:
        yield lambda read: bar.update(read - bar.n)
