"""Games as training data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import _copied
from ._native import export_training_data

if TYPE_CHECKING:
    import os

    from ._native import Expression
    from ._types import Accept, Comments, Inputs, Int, TrainingFormat


class Training(NamedTuple):
    """What `to_training` has written.

    Attributes
    ----------
    games : int
        The number of games that were taken, those with an error included.
    wrong : int
        The number of games with an error, which are left out.
    positions : int
        The number of positions that were written.
    without_result : int
        The number of positions that are left out because their game has no result.
    without_score : int
        The number of positions that are left out because they have no evaluation, and in a format of
        whole games of those whose game lacks an evaluation after a move other than the last one.
    without_move : int
        The number of positions that are left out because the format needs a move and they have none, and
        in a format of whole games of those whose game has a null move.
    """

    games: int
    wrong: int
    positions: int
    without_result: int
    without_score: int
    without_move: int


def to_training(
    paths: Inputs,
    out: str | os.PathLike[str],
    *,
    format: TrainingFormat = "bulletformat",
    where: Expression | str | None = None,
    sample: float = 1.0,
    min_ply: Int = 0,
    max_ply: Int | None = None,
    sample_positions: float = 1.0,
    accept: Accept = "default",
    comments: Comments = "commands",
    threads: Int | None = None,
    replace: bool = False,
) -> Training:
    """Write games as training data of evaluation networks.

    The score of a position is the evaluation in the comment of the move before it, so games need evaluations
    and results. A mate in n moves is a score of 32,000 - n. Positions that lack a score or a result are left
    out, and counted. A page of the documentation describes the formats.

    Parameters
    ----------
    paths : str or path-like or file, or iterable of them
        As for `batches`.
    out : str or path-like
        The file. It has its name only when it is whole. Directories above it are created. If no position
        is written, there is no file but an earlier one, and a ``UserWarning`` says why.
    format : {'bulletformat', 'plain', 'viriformat'}
        Positions of 32 bytes, as bullet reads them; positions as text, as Stockfish's tools read it; or whole
        games of 32 bytes and four bytes a move, as Viridithas reads them.
    where : str or Expression, optional
        The question that the games answer which are taken, as for `batches`.
    sample : float
        The share of games that are taken, by their key, which is a hash.
    min_ply, max_ply : int, optional
        The first and the last position of each game, in moves from its start; not of ``'viriformat'``.
    sample_positions : float
        The share of positions that are taken, by a hash; not of ``'viriformat'``.
    accept : {'strict', 'common', 'default', 'lenient'} or iterable of str
        As for `read`.
    comments : {'commands', 'engine'}
        As for `batches`.
    threads : int, optional
        The number of threads, 1 to 1024; by default one for each CPU. The file does not depend on it.
    replace : bool
        Whether a file that exists is replaced.

    Returns
    -------
    Training
        The numbers of games and positions, and of what is left out.

    Raises
    ------
    ExpressionError
        If `where` is no question.
    FileExistsError
        If the file exists and may not be replaced.
    FileNotFoundError
        If a file does not exist.
    OSError
        If the file cannot be written; or if an input is damaged, after all that can be read is written.
    ValueError
        If there is no path, a pattern fits no file, positions are chosen in a format of whole games, or
        another argument is not valid.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import setwise
    >>> directory = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (directory / "games.pgn").write_text("1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 1-0")
    >>> out = directory / "games.plain"
    >>> setwise.pgn.to_training(directory / "games.pgn", out, format="plain").positions
    1
    >>> print(out.read_text())
    fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    move e7e5
    score -30
    ply 1
    result -1
    e
    <BLANKLINE>
    """
    chosen = (where, sample, accept, comments)
    plies = (min_ply, max_ply, sample_positions)
    found, _copies = _copied.of(paths)
    return Training(
        *export_training_data(found, out, format, plies, chosen, threads, replace)
    )


Training.__module__ = to_training.__module__ = "setwise.pgn"
