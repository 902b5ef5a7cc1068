"""The entry point of the command `setwise`."""

from __future__ import annotations

import sys

from ._native import run_command


def main() -> int:
    """Run the command line of the process.

    Returns
    -------
    int
        The exit code.
    """
    return run_command(["setwise", *sys.argv[1:]])
