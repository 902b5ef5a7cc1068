"""A cluster of Ray with two nodes, both on this machine."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
from collections.abc import Iterator
from typing import Any

# What makes a cluster on 127.0.0.1 work. All must be set before Ray is imported.
SETTINGS = {
    # Otherwise Ray replaces 127.0.0.1 by the host's address, and nodes on 127.0.0.1 wait for ever.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    # A killed node refuses connections at once, so its loss is noticed after some seconds. A node
    # that is only slow has 10 seconds for each answer.
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "10000",
    "RAY_health_check_failure_threshold": "6",
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_USAGE_STATS_ENABLED": "0",
}

# Nodes share the machine, so each gets a part of its memory.
NODE = {"num_cpus": 1, "object_store_memory": 100 << 20, "memory": 2 << 30}


@contextlib.contextmanager
def limit(seconds: int, what: str) -> Iterator[None]:
    """Fail if the body takes longer: a cluster that cannot be reached waits for ever."""

    def too_late(*_: object) -> None:
        raise TimeoutError(f"{what} took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def import_ray() -> Any:
    """Import Ray with settings for nodes on 127.0.0.1."""
    for name, value in SETTINGS.items():
        os.environ[name] = value
    return importlib.import_module("ray")


@contextlib.contextmanager
def two_nodes(ray: Any) -> Iterator[Any]:
    """Yield a cluster of two nodes with a CPU each, to which Ray is connected."""
    utils = importlib.import_module("ray.cluster_utils")
    with limit(60, "the start of a cluster"):
        cluster = utils.Cluster()
        # No dashboard; a small object store, because shards return a bool.
        cluster.add_node(include_dashboard=False, node_ip_address="127.0.0.1", **NODE)
        cluster.add_node(node_ip_address="127.0.0.1", **NODE)
        ray.init(address=cluster.address, log_to_driver=False)
        cluster.wait_for_nodes()
    assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"] * 2
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
