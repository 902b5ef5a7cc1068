"""HTML for notebooks: escaped, and of a bounded size."""

from __future__ import annotations

import html.parser

import setwise
from setwise import pgn


class Texts(html.parser.HTMLParser):
    """Collects the tags and the texts outside the pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.open += [tag] if tag != "br" else []

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if "svg" not in self.open else ""


def test_a_game() -> None:
    text = b'[White "<script>A & \'B\'"] [Black "C"] [Event "E"] 1. e4 e5 2. Nf3 Ke6 *'
    (game,) = pgn.read(text, errors="keep")
    shown = Texts(game._repr_html_())
    assert not shown.open and shown.tags.count("svg") == 1 and "script" not in shown.tags
    assert "<script>A & 'B' - C, *" in shown.text and "1. e4 e5 2. Nf3" in shown.text
    assert "2... Ke6: the move is not legal" in shown.text
    # Black moves first.
    (game,) = pgn.read(b'[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7"] 7... e5 8. e4 -- *', accept="lenient")
    assert "7... e5 8. e4 --" in Texts(game._repr_html_()).text


def test_the_size_has_a_bound() -> None:
    moves = " Nf3 Nf6 Ng1 Ng8" * 5000
    (game,) = pgn.read(f'[White "{"&" * 10_000}"] {moves} *'.encode(), accept="lenient")
    assert len(game) == 20_000
    assert len(game._repr_html_()) < 30_000
    many = setwise.Positions.random(10_000, seed=2)._repr_html_()
    assert len(many) < 100_000
    shown = Texts(many)
    assert not shown.open and shown.tags.count("svg") == 6 and "<Positions of 10000 rows>" in shown.text


def test_a_batch() -> None:
    positions = setwise.Positions.random(2, seed=3)
    shown = Texts(positions._repr_html_())
    assert all(f"{row}: {fen}" in shown.text for row, fen in enumerate(positions.to_fens()))
    assert Texts(setwise.Positions.from_fens([])._repr_html_()).text == "<Positions of 0 rows>"
