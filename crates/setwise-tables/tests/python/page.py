"""Runs the commands and programs of a page in the current directory.

Usage: page.py PAGE.md

Blocks of the language `sh` are run by bash, blocks of `python` by this Python; each must succeed.
"""

import pathlib
import re
import subprocess
import sys

text = pathlib.Path(sys.argv[1]).read_text()
blocks = re.findall(r"^```(sh|python)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
assert len(blocks) >= 6, len(blocks)
for language, block in blocks:
    print(f"-- {language}\n{block}", flush=True)
    command = ["bash", "-e", "-c", block] if language == "sh" else [sys.executable, "-c", block]
    subprocess.run(command, check=True)
print(f"{len(blocks)} blocks run")
