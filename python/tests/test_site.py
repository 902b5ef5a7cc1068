"""The site: built without a warning, complete, and with examples that are run."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

import setwise
from test_docs import DOCUMENTED, run_blocks

DOCS = pathlib.Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    output = tmp_path_factory.mktemp("site")
    words = ["sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", str(output / ".trees")]
    done = subprocess.run(
        [sys.executable, "-m", *words, str(DOCS), str(output)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return output


def test_every_page_is_there(site: pathlib.Path) -> None:
    pages = {path.stem for path in DOCS.glob("*.md")}
    assert {"index", "quick-start", "recipes", "tables", "analysts", "api"} <= pages
    for page in pages:
        assert (site / f"{page}.html").exists(), page


def test_every_public_name_is_documented(site: pathlib.Path) -> None:
    """Functions, classes, and their methods and properties have an entry."""
    entries = set(re.findall(r'id="(setwise\.[\w.]+)"', (site / "api.html").read_text()))
    missing = []
    for name in DOCUMENTED:
        member = DOCUMENTED[name]
        owner = DOCUMENTED.get(name.rpartition(".")[0])
        if isinstance(owner, type) and issubclass(owner, (Exception, tuple, setwise.Termination)):
            continue
        # A name of a module may be an entry of the package, and the other way round.
        home = getattr(member, "__module__", None)
        last = name.rpartition(".")[2]
        if name not in entries and f"{home}.{last}" not in entries:
            missing.append(name)
    assert not missing


@pytest.mark.parametrize("page", ["quick-start", "recipes", "tables", "analysts"])
def test_examples(page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_blocks(DOCS / f"{page}.md") >= 10


def test_the_columns_are_listed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("*")
    page = (DOCS / "tables.md").read_text(encoding="utf-8")
    for table in ("games", "positions"):
        row = re.search(rf"^\| `{table}` \| (.*) \|$", page, re.MULTILINE)
        assert row is not None
        names = re.findall(r"`(\w+)`", row[1])
        assert names == setwise.pgn.batches(path, table).column_names  # type: ignore[arg-type]
