"""What comments of games tell in a form for programs: clocks, evaluations, arrows."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ._evaluation import Evaluation
from ._native import Board
from .svg import Arrow

_TIME = r"(\d+):(\d+):(\d+(?:\.\d*)?)"
_CLOCK = re.compile(rf"\[%clk\s{_TIME}\]")
_EMT = re.compile(rf"\[%emt\s{_TIME}\]")
_EVAL = re.compile(r"\[%eval\s(?:#([+-]?\d+)|([+-]?(?:\d*\.\d{1,2}|\d+\.?)))(?:,(\d+))?\]")
_ARROW = "[RGYB](?:[a-h][1-8]){1,2}"
_ARROWS = re.compile(rf"(\s?)\[%c[sa]l\s({_ARROW}(?:,{_ARROW})*)\](\s?)")


class AnnotatedNode:
    """A node whose comment is read and written."""

    __slots__ = ("_board", "comment")

    _board: Board
    comment: str

    def clock(self) -> float | None:
        """Return the clock time after the move, from a comment such as ``[%clk 0:09:58]``.

        Returns
        -------
        float or None
            Seconds, of the first one.
        """
        return _seconds(_CLOCK.search(self.comment))

    def emt(self) -> float | None:
        """Return the time that the move took, from a comment such as ``[%emt 0:00:02]``.

        Returns
        -------
        float or None
            Seconds, of the first one.
        """
        return _seconds(_EMT.search(self.comment))

    def eval(self) -> Evaluation | None:
        """Return the evaluation after the move, from a comment such as ``[%eval 0.31,20]``.

        Returns
        -------
        Evaluation or None
            The evaluation for White, with its depth if the comment has it; of the first one.
        """
        found = _EVAL.search(self.comment)
        if found is None:
            return None
        mate, pawns, depth = found.groups()
        return Evaluation(
            None if pawns is None else round(float(pawns) * 100),
            None if mate is None else int(mate),
            None if depth is None else int(depth),
            not self._board.turn if mate is not None and int(mate) == 0 else None,
        )

    def eval_depth(self) -> int | None:
        """Return the depth of the evaluation in the comment.

        Returns
        -------
        int or None
            The depth in plies; None if there is none.
        """
        found = self.eval()
        return None if found is None else found.depth

    def arrows(self) -> list[Arrow]:
        """Return the arrows in the comment, from ``[%cal ...]`` and ``[%csl ...]``.

        Returns
        -------
        list of Arrow
            In order; rings are arrows that end where they begin.
        """
        return arrows_of(self.comment)

    def _annotate(self, pattern: str, text: str | None) -> None:
        """Replace what fits a pattern in the comment, or add the text at the end."""
        new, found = re.subn(rf"\s*\[%{pattern}\]", f" {text}" if text else "", self.comment, count=1)
        self.comment = new.strip() if found else f"{new.rstrip()} {text}".strip() if text else new

    def set_clock(self, seconds: float | None) -> None:
        """Write the clock time into the comment, as in ``[%clk 1:02:03.5]``.

        Parameters
        ----------
        seconds : float or None
            Seconds, written to milliseconds; None removes it.
        """
        self._annotate(r"clk\s[^\]]*", None if seconds is None else f"[%clk {_time(seconds)}]")

    def set_emt(self, seconds: float | None) -> None:
        """Write the time that the move took into the comment, as in ``[%emt 0:00:03]``.

        Parameters
        ----------
        seconds : float or None
            Seconds, written to milliseconds; None removes it.
        """
        self._annotate(r"emt\s[^\]]*", None if seconds is None else f"[%emt {_time(seconds)}]")

    def set_eval(self, score: Evaluation | None) -> None:
        """Write an evaluation into the comment, as in ``[%eval 0.31,20]`` or ``[%eval #-3]``.

        Parameters
        ----------
        score : Evaluation or None
            The evaluation for White, with its depth; None removes it.
        """
        text = None
        if score is not None:
            depth = "" if score.depth is None else f",{score.depth}"
            value = f"#{score.mate}" if score.mate is not None else f"{(score.centipawns or 0) / 100:.2f}"
            text = f"[%eval {value}{depth}]"
        self._annotate(r"eval\s[^\]]*", text)

    def set_arrows(self, arrows: Iterable[Arrow | tuple[int, int]]) -> None:
        """Write arrows into the comment, in place of those that are there.

        Parameters
        ----------
        arrows : iterable of Arrow or (int, int)
            The arrows; pairs of squares are green.
        """
        texts = [Arrow(*arrow).pgn() for arrow in arrows]
        # What stands around an annotation is kept apart by one space.
        rest = _ARROWS.sub(lambda found: found[1] and found[3], self.comment)
        rings = ",".join(text for text in texts if len(text) == 3)
        lines = ",".join(text for text in texts if len(text) == 5)
        new = (f"[%csl {rings}]" if rings else "") + (f"[%cal {lines}]" if lines else "")
        is_apart = not new or not rest or rest.startswith((" ", "\n"))
        self.comment = f"{new}{rest}" if is_apart else f"{new} {rest}"


def arrows_of(comment: str) -> list[Arrow]:
    """Return the arrows in a comment."""
    groups = [found[2] for found in _ARROWS.finditer(comment)]
    return [Arrow.from_pgn(text) for group in groups for text in group.split(",")]


def _seconds(found: re.Match[str] | None) -> float | None:
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _time(seconds: float) -> str:
    milliseconds = max(round(seconds * 1000), 0)
    minutes, rest = divmod(milliseconds, 60_000)
    text = f"{rest / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"{minutes // 60}:{minutes % 60:02}:{text}"
