"""The time of a job on a Ray cluster of two nodes beside two threads, with the totals compared.

    pip install './python[ray]'
    python python/benchmarks/ray_overhead.py [--depth 9] [--split 5] [--rounds 1] [--to DIR]

Both nodes are on this machine and have a CPU each. The first figure of the cluster is the time of
the run, and the second one the time of the run with the start of the cluster. The exit status is 1
if the overhead of the run is 20 % or more.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time

from setwise import deep

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
from two_nodes import import_ray, two_nodes

BOUND = 0.2


def main() -> int:
    parser = argparse.ArgumentParser(description="The overhead of Ray.")
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--split", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--to", type=pathlib.Path, help="the directory of the jobs (default: a temporary one)")
    options = parser.parse_args()
    ray = import_ray()
    best = {"threads": float("inf"), "run": float("inf"), "start and run": float("inf")}
    with tempfile.TemporaryDirectory(dir=options.to) as directory:
        for number in range(options.rounds):
            local = deep.plan(f"{directory}/local-{number}", depth=options.depth, split=options.split)
            began = time.perf_counter()
            local.run(threads=2, hash_mb=0)
            best["threads"] = min(best["threads"], time.perf_counter() - began)
            job = deep.plan(f"{directory}/ray-{number}", depth=options.depth, split=options.split)
            began = time.perf_counter()
            with two_nodes(ray):
                started = time.perf_counter()
                job.run(executor="ray", hash_mb=0)
                ended = time.perf_counter()
            best["run"] = min(best["run"], ended - started)
            best["start and run"] = min(best["start and run"], ended - began)
            expected, counted = deep.result(local.directory), deep.result(job.directory)
            assert counted.nodes == expected.nodes, (counted, expected)
    print(f"perft {options.depth}, split {options.split}: {counted.nodes}")
    print(f"two threads            {best['threads']:7.1f} s")
    for name in ("run", "start and run"):
        overhead = best[name] / best["threads"] - 1
        print(f"two nodes: {name:14}{best[name]:5.1f} s, {overhead:+.1%}")
    return int(best["run"] >= (1 + BOUND) * best["threads"])


if __name__ == "__main__":
    sys.exit(main())
