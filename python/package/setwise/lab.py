"""The browser lab.

``python -m setwise.lab`` serves it on this computer, as ``setwise lab`` does. A package that was
built without the lab says how to get it.
"""

from __future__ import annotations

import sys

from ._command import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main("lab"))
