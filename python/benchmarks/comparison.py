"""Comparisons of two functions."""

from __future__ import annotations

import time
from collections.abc import Callable


class Comparison:
    """Runs functions in turns and prints how much faster the first is."""

    def __init__(self, rounds: int, is_cpu: bool) -> None:
        self.rounds, self.is_cpu, self.has_missed = rounds, is_cpu, False

    def run(
        self,
        name: str,
        bound: float | None,
        ours: Callable[[], object],
        theirs: Callable[[], object],
        share: float = 1.0,
        is_parallel: bool = False,
    ) -> None:
        """Compare two functions; the second does only a share of the work.

        The first may use several threads. Then time of the CPU says nothing about the bound.
        """
        clock = time.process_time if self.is_cpu else time.perf_counter
        if is_parallel and self.is_cpu:
            bound = None
        best = [float("inf"), float("inf")]
        for _ in range(self.rounds):
            for index, function in enumerate((ours, theirs)):
                began = clock()
                function()
                best[index] = min(best[index], clock() - began)
        ratio = best[1] / share / best[0]
        missed = bound is not None and ratio < bound
        self.has_missed |= missed
        limit = "" if bound is None else f" (at least {bound:g}{': MISSED' if missed else ''})"
        print(f"{name:62} {ratio:9.1f} times{limit}; {best[0] * 1e3:.2f} ms", flush=True)


def expect(found: object, expected: object) -> None:
    assert found == expected, (found, expected)
