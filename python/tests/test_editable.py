"""Games that are made, edited and written: compared with python-chess, edited in the same way."""

from __future__ import annotations

import gc
import io
import random
import weakref

import chess
import chess.engine
import chess.pgn
import chess.svg
import pytest
import setwise
from conftest import random_move, scaled, start
from setwise import pgn
from test_pgn import random_game

COMMENTS = ["", "plain", "a } b", "two words " * 12, "[%csl Gd4]"]


def ours_of(move: chess.Move) -> setwise.Move:
    return setwise.Move(move.from_square, move.to_square, move.promotion) if move else setwise.Move.null()


def add(theirs: chess.pgn.GameNode, ours: pgn.EditableNode, rng: random.Random) -> tuple[chess.pgn.GameNode, pgn.EditableNode] | None:
    """Add the same move to both nodes."""
    board = theirs.board()
    move = random_move(board, rng)
    if move is None or theirs.has_variation(move):
        return None
    if rng.random() < 0.05 and not board.is_check():
        move = chess.Move.null()
    comment, starting, nags = rng.choice(COMMENTS), rng.choice(COMMENTS), rng.sample(range(1, 140), rng.randrange(3))
    kind = rng.randrange(4)
    if kind == 0:
        return theirs.add_main_variation(move, comment=comment, nags=nags), ours.add_main_variation(
            ours_of(move), comment=comment, nags=nags
        )
    if kind == 1:
        moves = [move]
        board.push(move)
        if reply := random_move(board, rng):
            moves.append(reply)
        return theirs.add_line(moves, comment=comment, starting_comment=starting, nags=nags), ours.add_line(
            map(ours_of, moves), comment=comment, starting_comment=starting, nags=nags
        )
    return theirs.add_variation(move, comment=comment, starting_comment=starting, nags=nags), ours.add_variation(
        ours_of(move), comment=comment, starting_comment=starting, nags=nags
    )


COLORS = ["green", "red", "yellow", "blue"]


def same_annotations(theirs: chess.pgn.GameNode, ours: pgn.EditableNode) -> None:
    assert (ours.clock(), ours.emt(), ours.eval_depth()) == (theirs.clock(), theirs.emt(), theirs.eval_depth())
    found, expected = ours.eval(), theirs.eval()
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        for color in (True, False):
            mine, other = found.pov(color), expected.pov(color)
            assert (mine.score(), mine.mate()) == (other.score(), other.mate())
            assert mine.score(mate_score=9999) == other.score(mate_score=9999)
    assert [(*it,) for it in ours.arrows()] == [(it.tail, it.head, it.color) for it in theirs.arrows()]


def test_annotations_in_comments() -> None:
    node = pgn.EditableGame()
    theirs = chess.pgn.Game()
    for comment in [
        "",
        "[%clk 0:09:58][%emt 1:02:03.25] [%eval -0.31,20] [%csl Ra1,Gb2][%cal Yc3c4,Be1h8] text",
        "a [%eval #-3] b [%eval 5] c [%clk 1:2:3.] [%clk 5:6:7]",
        "[%eval +.5,7] [%cal Gz1] [%cal e2e4] [%csl Ge2, Re4] [%clk 1:00] [%emt x] [%eval 1.234]",
        "[%csl Ge2]\n[%cal Ge2e4]\nend",
        "[%eval #0]",
        "[%eval #-0,7]",
    ]:
        node.comment = theirs.comment = comment
        same_annotations(theirs, node)
        for arrows in ([], [(8, 9), (3, 3)]):
            node.comment = theirs.comment = comment
            node.set_arrows(arrows)
            theirs.set_arrows(arrows)
            assert node.comment == theirs.comment
    game = next(pgn.read(b"1. e4 {[%cal Re2e4] [%csl Gd5]} *", variations=True))
    assert game.root.variations[0].arrows() == [(setwise.E2, setwise.E4, "red"), (setwise.D5, setwise.D5, "green")]


def annotate(theirs: chess.pgn.GameNode, ours: pgn.EditableNode, rng: random.Random) -> None:
    seconds = rng.choice([None, 0, 59.5, 3723.25, 360_000])
    theirs.set_clock(seconds)
    ours.set_clock(seconds)
    theirs.set_emt(seconds)
    ours.set_emt(seconds)
    score, depth = rng.randint(-900, 900), rng.choice([None, 20])
    if rng.random() < 0.5:
        theirs.set_eval(chess.engine.PovScore(chess.engine.Cp(score), chess.WHITE), depth)
        ours.set_eval(pgn.Evaluation(score, None, depth))
    else:
        theirs.set_eval(chess.engine.PovScore(chess.engine.Mate(score), chess.WHITE), depth)
        ours.set_eval(pgn.Evaluation(None, score, depth))
    arrows = [chess.svg.Arrow(*rng.choices(range(64), k=2), color=rng.choice(COLORS)) for _ in range(rng.randrange(3))]
    arrows += [chess.svg.Arrow(35, 35)] * (rng.random() < 0.3)
    theirs.set_arrows(arrows)
    ours.set_arrows(setwise.svg.Arrow(it.tail, it.head, it.color) for it in arrows)
    assert [it.pgn() for it in ours.arrows()] == [it.pgn() for it in theirs.arrows()]
    assert ours.comment == theirs.comment
    same_annotations(theirs, ours)
    if rng.random() < 0.3:
        theirs.set_eval(None)
        ours.set_eval(None)
    assert ours.comment == theirs.comment


def same_node(theirs: chess.pgn.GameNode, ours: pgn.EditableNode) -> None:
    assert ours.turn() == theirs.turn()
    assert ours.board().fen() == theirs.board().fen()
    assert len(ours.board().move_stack) == len(theirs.board().move_stack)
    assert ours.is_end() == theirs.is_end()
    assert ours.is_mainline() == theirs.is_mainline()
    assert ours.is_main_variation() == theirs.is_main_variation()
    assert ours.starts_variation() == theirs.starts_variation()
    assert ours.ply() == theirs.ply()
    assert len(ours.mainline()) == len(list(theirs.mainline()))
    assert [move.uci() for move in ours.mainline_moves()] == [move.uci() for move in theirs.mainline_moves()]
    if theirs.parent is not None:
        assert ours.san() == theirs.san()
        assert ours.uci() == theirs.uci()
        assert (ours.nags, ours.comment) == (theirs.nags, theirs.comment)


def test_games_are_written_as_python_chess_writes_them() -> None:
    rng = random.Random(36)
    nested = 0
    for number in range(scaled(500, 15)):
        board = start(number, rng)
        theirs, ours = chess.pgn.Game(), pgn.EditableGame()
        theirs.setup(board)
        ours.setup(setwise.Board(board.fen(), chess960=board.chess960 or None))
        theirs.headers["White"] = ours.headers["White"] = f"Player {number}"
        theirs.headers["Result"] = ours.headers["Result"] = rng.choice(["1-0", "*"])
        theirs.comment = ours.comment = rng.choice(COMMENTS)
        pairs: list[tuple[chess.pgn.GameNode, pgn.EditableNode]] = [(theirs, ours)]
        for _ in range(rng.randint(0, 60)):
            # Usually at the end, so that lines are long.
            at = pairs[-1] if rng.random() < 0.7 else rng.choice(pairs)
            if added := add(*at, rng):
                pairs.append(added)
        for their_node, our_node in pairs[1:]:
            if rng.random() < 0.2:
                annotate(their_node, our_node, rng)
        for their_node, our_node in pairs:
            count = len(their_node.variations)
            if count > 1 and rng.random() < 0.7:
                nested += 1
                index, name = rng.randrange(count), rng.choice(["promote", "demote", "promote_to_main"])
                getattr(their_node, name)(index)
                getattr(our_node, name)(index)
        if rng.random() < 0.3:
            node, same = rng.choice(pairs)
            if node.variations:
                node.remove_variation(0)
                same.remove_variation(0)
        assert str(ours) == str(theirs)
        for columns in (80, 40):
            assert ours.text(columns=columns) == theirs.accept(chess.pgn.StringExporter(columns=columns))
        same_node(theirs, ours)
        waiting: list[tuple[chess.pgn.GameNode, pgn.EditableNode]] = [(theirs, ours)]
        while waiting:
            their_node, our_node = waiting.pop()
            same_node(their_node, our_node)
            assert our_node.game() is ours
            waiting += zip(their_node.variations, our_node.variations, strict=True)
    assert nested > 4


def test_games_that_were_read_are_written_again() -> None:
    rng = random.Random(37)
    texts = [str(random_game(number, rng)) for number in range(scaled(500, 60))]
    text = "\n\n".join(texts)
    found = [
        str(pgn.EditableGame.from_game(game))
        for game in pgn.read(text.encode(), variations=True, accept="lenient")
    ]
    assert found == texts


def test_the_game_of_a_board() -> None:
    rng = random.Random(38)
    for number in range(30):
        board = start(number, rng)
        ours = setwise.Board(board.fen(), chess960=board.chess960 or None)
        for _ in range(rng.randint(0, 80)):
            if move := random_move(board, rng):
                ours.push(ours_of(move))
                board.push(move)
        assert str(pgn.EditableGame.from_board(ours)) == str(chess.pgn.Game.from_board(board))


def test_tags_are_escaped() -> None:
    game = pgn.EditableGame({"White": 'A "B" \\ C', "Opening": "two\nlines"})
    (read,) = pgn.read(str(game).encode())
    assert (read.tags["White"], read.tags["Opening"]) == ('A "B" \\ C', "two lines")
    assert str(read) == str(game).replace("two\nlines", "two lines") and repr(read).startswith("<Game 1")


def test_what_is_wrong_is_refused() -> None:
    game = pgn.EditableGame()
    with pytest.raises(setwise.IllegalMoveError):
        game.add_variation(setwise.Move.from_uci("e2e5"))
    assert game.variations == []
    with pytest.raises(setwise.IllegalMoveError):
        game.add_line([setwise.Move.from_uci("e2e4"), setwise.Move.from_uci("e2e4")])
    assert game.mainline_moves() == [setwise.Move.from_uci("e2e4")]
    assert game.has_variation(0) and game.has_variation(setwise.Move.from_uci("e2e4"))
    assert not game.has_variation(1) and not game.has_variation(setwise.Move.from_uci("d2d4"))
    with pytest.raises(IndexError):
        game.variation(1)
    with pytest.raises(KeyError):
        game.remove_variation(setwise.Move.from_uci("d2d4"))
    with pytest.raises(ValueError, match="the game has moves"):
        game.setup(setwise.Board())
    for call in (game.san, game.uci):
        with pytest.raises(ValueError, match="the game has no move"):
            call()


def test_deep_variations_need_no_recursion() -> None:
    game = pgn.EditableGame()
    node: pgn.EditableNode = game
    moves = [setwise.Move.from_uci(text) for text in ("g1f3", "g8f6", "f3g1", "f6g8")]
    other = [setwise.Move.from_uci(text) for text in ("b1c3", "b8c6", "c3b1", "c6b8")]
    for number in range(3000):
        node.add_variation(other[number % 4] if number % 4 < 2 else moves[number % 4])
        node = node.add_variation(moves[number % 4])
    assert str(game).count("(") > 1000


def test_read_game_reads_one_game_after_the_other() -> None:
    rng = random.Random(39)
    texts = [str(random_game(number, rng)) for number in range(20)]
    ours, theirs = io.StringIO("\n\n".join(texts)), io.StringIO("\n\n".join(texts))
    for _ in texts:
        game, expected = pgn.read_game(ours), chess.pgn.read_game(theirs)
        assert game is not None and expected is not None
        assert [move.uci() for move in game.mainline_moves()] == [it.uci() for it in expected.mainline_moves()]
        assert str(pgn.EditableGame.from_game(game)) == str(expected)
    assert pgn.read_game(ours) is None and chess.pgn.read_game(theirs) is None
    assert pgn.read_game(ours) is None
    wrong = pgn.read_game(io.BytesIO(b"1. e4 Ke7 *"))
    assert wrong is not None and wrong.error is not None and wrong.sans == ["e4"]
    with pytest.raises(TypeError, match="str is not a file"):
        pgn.read_game("games.pgn")  # type: ignore[arg-type]


def test_read_game_does_not_keep_a_file() -> None:
    file = io.StringIO("1. e4 *\n\n" * 1000)
    assert pgn.read_game(file) is not None
    gone = weakref.ref(file)
    del file
    gc.collect()
    assert gone() is None


def test_the_expected_result_is_that_of_python_chess() -> None:
    for centipawns in range(-3000, 3000, 7):
        theirs = chess.engine.Cp(centipawns).wdl(model="lichess")
        ours = pgn.Score(centipawns, None).wdl()
        assert tuple(ours) == (theirs.wins, theirs.draws, theirs.losses)
        assert ours.expectation() == theirs.expectation()
    for mate in (-30, -3, -1, 1, 2, 9, 10, 11, 50):
        found = chess.engine.Mate(mate).wdl(model="lichess")
        assert tuple(pgn.Score(None, mate).wdl()) == (found.wins, found.draws, found.losses)
    with pytest.raises(ValueError, match="model 'sf'"):
        pgn.Score(0, None).wdl(model="sf")  # type: ignore[arg-type]


def test_arrows() -> None:
    for text in ("Ge2e4", "Ge4", "Ya1h8", "Rb2", "Be1e2", "e2e4"):
        ours, theirs = setwise.svg.Arrow.from_pgn(text), chess.svg.Arrow.from_pgn(text)
        assert (ours.tail, ours.head, ours.color) == (theirs.tail, theirs.head, theirs.color)
        assert ours.pgn() == theirs.pgn()
    for text in ("", "G", "Ge2e", "Xe2e4", "Ge9e4", "Ge2e4e6"):
        with pytest.raises(ValueError, match=r"arrow|square"):
            setwise.svg.Arrow.from_pgn(text)
    arrow = setwise.svg.Arrow(setwise.E2, setwise.E4, "red")
    assert setwise.svg.board(arrows=[arrow]) == setwise.svg.board(arrows=[(setwise.E2, setwise.E4)])


def test_pictures_of_pieces() -> None:
    for symbol in "PNBRQKpnbrqk":
        piece = setwise.Piece.from_symbol(symbol)
        for other in "PNBRQKpnbrqk":
            picture = setwise.svg.piece(setwise.Piece.from_symbol(other), 45)
            assert (picture == setwise.svg.piece(piece, 45)) == (other == symbol)
    assert setwise.svg.piece(piece).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="50"')
    with pytest.raises(ValueError, match="size"):
        setwise.svg.piece(piece, -1)
