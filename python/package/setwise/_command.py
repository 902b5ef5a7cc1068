"""The entry point of the command `setwise`."""

from __future__ import annotations

import signal
import sys

from ._native import run_command


def main(*words: str) -> int:
    """Run the command line of the process.

    Parameters
    ----------
    *words : str
        What stands before the arguments of the process, such as a subcommand.

    Returns
    -------
    int
        The exit code.
    """
    # Otherwise Python would raise KeyboardInterrupt after the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["setwise", *words, *sys.argv[1:]])
