//! Each word on positions and games made by hand.

use alloc::vec::Vec;

use setwise::{Bitboard, Color, Direction, Move, Position, Role, Square};

use super::evaluate_tree;
use crate::tree::*;
use crate::{Game, Value};

/// Returns the set of squares such as `a1 e4`.
fn squares(text: &str) -> Bitboard {
    text.split_whitespace().map(|square| square.parse::<Square>().expect("a square")).collect()
}

/// Adds a set of squares.
fn written(tree: &mut Tree, text: &str) -> Id {
    let add = |tree: &mut Tree, node| tree.add(node).expect("few nodes");
    let nothing = add(tree, Node::SetWord(SetWord::Nothing));
    squares(text).into_iter().fold(nothing, |set, square| {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        let squares = Squares { files: (file, file), ranks: (rank, rank) };
        let square = add(tree, Node::Squares(squares));
        add(tree, Node::Join(SetOperator::Or, set, square))
    })
}

/// Returns the values of a node at each position of a game, of which the moves are in UCI notation;
/// `--` is a null move.
fn values(start: &str, moves: &str, node: impl Fn(&mut Tree) -> Node) -> Vec<Value> {
    evaluated(start, moves, &node)
}

/// What [`values`] does, compiled once.
fn evaluated(start: &str, moves: &str, node: &dyn Fn(&mut Tree) -> Node) -> Vec<Value> {
    let start: Position = start.parse().expect(start);
    let mut position = start;
    let mut list: Vec<Option<Move>> = Vec::new();
    for text in moves.split_whitespace() {
        list.push((text != "--").then(|| position.parse_uci(text).expect(text)));
        position = match list[list.len() - 1] {
            Some(mv) => position.play_unchecked(mv),
            None => position.null_move().expect("no check"),
        };
    }
    let tag = |name: &str| match name {
        "WhiteElo" => Some("2100"),
        "BlackElo" => Some("?"),
        "Date" => Some("2013.02.28"),
        "Variant" => Some("Fischerandom"),
        "Annotator" => Some("Weiß, Ünal; Ανδρέας"),
        _ => None,
    };
    let game = Game {
        start,
        moves: &list,
        positions: &[],
        tag: &tag,
        result: Some("1-0"),
        error: None,
        clocks: &[61_999, Game::NO_CLOCK, 5_000],
        evals: &[-30, Game::NO_EVAL, 31_997],
        depths: &[8, 0, 20],
    };
    let mut tree = Tree::default();
    let node = node(&mut tree);
    let root = tree.add(node).expect("few nodes");
    evaluate_tree(&tree, &game).swap_remove(root.index())
}

fn sets(start: &str, moves: &str, node: Node) -> Vec<Bitboard> {
    let set = |value| match value {
        Value::Set(set) => set,
        value => panic!("{value:?}"),
    };
    values(start, moves, |_| node.clone()).into_iter().map(set).collect()
}

fn numbers(start: &str, moves: &str, word: NumberWord) -> Vec<Option<i32>> {
    let number = |value| match value {
        Value::Number(number) => number,
        value => panic!("{value:?}"),
    };
    values(start, moves, |_| Node::NumberWord(word)).into_iter().map(number).collect()
}

/// Returns the plies at which a node holds.
fn plies(start: &str, moves: &str, node: impl Fn(&mut Tree) -> Node) -> Vec<usize> {
    let values = values(start, moves, node).into_iter().enumerate();
    values.filter(|(_, value)| *value == Value::Truth(true)).map(|(ply, _)| ply).collect()
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn functions_of_a_set() {
    use SetFunction::*;
    let rook = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let few_pawns = "4k3/p7/8/1P6/3p4/8/4P2P/4K3 w - - 0 1";
    let all = "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 \
               e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7 \
               a8 b8 c8 d8 e8 f8 g8 h8";
    for (function, fen, set, expected) in [
        (Complement, rook, &all[9..], "a1 b1 c1"),
        (Complement, rook, all, ""),
        (Attacks, rook, "a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1"),
        (Attacks, rook, "c3", ""),
        (Attacks, few_pawns, "a7 e2", "b6 d3 f3"),
        (Attackers, rook, "d1", "a1 e1"),
        (Attackers, rook, "d4", ""),
        (Targets, rook, "e1", "c1 d1 d2 e2 f2 f1"),
        (Targets, rook, "e8", ""),
        (Forward, few_pawns, "a7 e2 c5", "a6 e3"),
        (Forward, rook, "e8", "e7"),
        (File, rook, "c3", "c1 c2 c3 c4 c5 c6 c7 c8"),
        (Rank, rook, "c3", "a3 b3 c3 d3 e3 f3 g3 h3"),
        (Diagonal, rook, "c3", "a1 b2 c3 d4 e5 f6 g7 h8 a5 b4 d2 e1"),
        (Diagonal, rook, "", ""),
        (Around, rook, "a1", "a2 b1 b2"),
        (Around, rook, "a1 a2", "a1 a2 a3 b1 b2 b3"),
        (Passed, few_pawns, all, "h2"),
        (Passed, few_pawns, "b5 d4", ""),
        (Isolated, "4k3/8/8/8/8/8/PP1P4/4K3 w - - 0 1", all, "d2"),
        (Isolated, "4k3/8/8/8/8/8/PP1P4/4K3 w - - 0 1", "a2 e1", ""),
        (Doubled, "4k3/8/8/8/4P3/4P3/P7/4K3 w - - 0 1", all, "e3 e4"),
        (Doubled, "4k3/8/8/8/4P3/4p3/P7/4K3 w - - 0 1", all, ""),
        (Connected, "4k3/8/8/8/1P6/P3pP2/3p1P2/3K4 w - - 0 1", all, "b4 d2"),
        (Connected, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", all, "a2 b2"),
        (Backward, "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", all, "d3"),
        (Backward, "4k3/8/8/4p3/2PP4/8/8/4K3 w - - 0 1", all, ""),
        (Hanging, "4k3/8/8/3r4/8/8/3Q4/3RK3 b - - 0 1", all, "d5"),
        (Hanging, "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", all, ""),
        (PseudoTargets, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2 e8", "c1 c3 d4 f4 g1 g3"),
        (Targets, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2 e8", ""),
        (CheckTargets, rook, "a1 e1", "a8"),
        (CheckTargets, rook, "e1", ""),
        (Movable, rook, "a1 b1 e1 e8", "a1 e1"),
        (FlipVertical, rook, "a1 b3", "a8 b6"),
        (MirrorHorizontal, rook, "a1 b3", "h1 g3"),
        (FlipDiagonal, rook, "a1 b3", "a1 c2"),
        (FlipAntiDiagonal, rook, "a1 b3", "h8 f7"),
        (Rotate180, rook, "a1 b3", "h8 g6"),
        (RotateClockwise, rook, "a1 b3", "a8 c7"),
        (RotateCounterclockwise, rook, "a1 b3", "h1 f2"),
    ] {
        let value = values(fen, "", |tree| Node::SetFunction(function, written(tree, set)));
        assert_eq!(value, [Value::Set(squares(expected))], "{function:?} of {set} in {fen}");
    }
}

#[test]
fn functions_of_directions_and_of_pairs() {
    let fen = "4k3/8/8/8/8/8/8/R2qK2n w - - 0 1";
    for (function, direction, set, expected) in [
        (Toward::Steps(1), Direction::North, "a1 h8", "a2"),
        (Toward::Steps(3), Direction::SouthEast, "a8 h8", "d5"),
        (Toward::Steps(0), Direction::West, "c3", "c3"),
        (Toward::Steps(8), Direction::West, "h1", ""),
        (Toward::Slide, Direction::East, "a1", "b1 c1 d1"),
        (Toward::Slide, Direction::West, "a1", ""),
        (Toward::Fill, Direction::East, "f2", "f2 g2 h2"),
        (Toward::Fill, Direction::East, "", ""),
    ] {
        let value = values(fen, "", |tree| Node::Toward(function, direction, written(tree, set)));
        assert_eq!(value, [Value::Set(squares(expected))], "{function:?} {direction:?} {set}");
    }
    use PairFunction::*;
    for (function, set, other, expected) in [
        (Between, "a1", "a4", "a2 a3"),
        (Between, "a1", "b3 a1", ""),
        (Line, "b2", "d4", "a1 b2 c3 d4 e5 f6 g7 h8"),
        (Line, "b2", "b2 c4", ""),
        (Behind, "a1", "d1", "e1"),
        (Behind, "a1", "c1", "d1"),
        (Behind, "a1", "e1", ""),
        (Behind, "d1", "d4", "d5 d6 d7 d8"),
    ] {
        let value =
            values(fen, "", |tree| Node::Pair(function, written(tree, set), written(tree, other)));
        assert_eq!(value, [Value::Set(squares(expected))], "{function:?} {set}, {other}");
    }
}

#[test]
fn sets_of_a_position() {
    let fen = "4k3/4r3/8/8/8/8/4B3/4K2R b K - 0 1";
    let value = |word| sets(fen, "", Node::SetWord(word))[0];
    assert_eq!(value(SetWord::Own), squares("e7 e8"));
    assert_eq!(value(SetWord::Enemy), squares("e1 e2 h1"));
    assert_eq!(value(SetWord::Pinned), squares("e2"));
    assert_eq!(value(SetWord::Checkers), squares(""));
    assert_eq!(value(SetWord::Empty).count(), 59);
    assert!(
        value(SetWord::Light).contains(Square::H1) && value(SetWord::Dark).contains(Square::A1)
    );
    assert_eq!((value(SetWord::All).count(), value(SetWord::Nothing).count()), (64, 0));
    let check = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    assert_eq!(sets(check, "", Node::SetWord(SetWord::Checkers)), [squares("e2")]);
    assert_eq!(sets(check, "", Node::SetWord(SetWord::Pinned)), [squares("")]);
    assert_eq!(sets(check, "", Node::Piece(Color::White, Role::Rook)), [squares("h1")]);
    assert_eq!(sets(check, "", Node::Piece(Color::White, Role::Queen)), [squares("")]);
    assert_eq!(sets(check, "", Node::Side(Color::Black)), [squares("e2 e8")]);
}

#[test]
fn moves_played() {
    let castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let word = |word| sets(castles, "e1g1 --", Node::SetWord(word));
    assert_eq!(word(SetWord::From), ["e1", "", ""].map(squares));
    assert_eq!(word(SetWord::To), ["g1", "", ""].map(squares));
    assert_eq!(word(SetWord::LastFrom), ["", "e1", ""].map(squares));
    assert_eq!(word(SetWord::LastTo), ["", "g1", ""].map(squares));
    assert_eq!(word(SetWord::Unmoved), ["e1 e8 h1", "e8", "e8"].map(squares));
    // King and rook change places, and a king castles without leaving its square.
    for fen in ["4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "4k3/8/8/8/8/8/8/6KR w H - 0 1"] {
        let moves = if fen.contains("5KR1") { "f1g1" } else { "g1h1" };
        assert_eq!(sets(fen, moves, Node::SetWord(SetWord::To))[0], squares("g1"));
        assert_eq!(sets(fen, moves, Node::SetWord(SetWord::Unmoved))[1], squares("e8"));
    }
    let moves = "e4d5 c7c5 d5c6 b7c6 b2b4 h2g1q";
    let fen = "4k3/1pp5/8/3p4/4P3/8/1P5p/4K1N1 w - - 0 1";
    let holds = |word| plies(fen, moves, |_| Node::TruthWord(word));
    assert_eq!(holds(TruthWord::Captures), [0, 2, 3, 5]);
    assert_eq!(holds(TruthWord::EnPassant), [2]);
    assert_eq!(holds(TruthWord::Promotes), [5]);
    assert_eq!(holds(TruthWord::GivesCheck), [5]);
    assert_eq!(holds(TruthWord::Check), [6]);
    assert_eq!(holds(TruthWord::WhiteToMove), [0, 2, 4, 6]);
    assert_eq!(holds(TruthWord::BlackToMove), [1, 3, 5]);
    assert_eq!(plies(castles, "e1g1", |_| Node::TruthWord(TruthWord::Castles)), [0]);
    let mate = "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1";
    assert_eq!(plies(mate, "f7g7", |_| Node::TruthWord(TruthWord::Checkmate)), [1]);
    assert_eq!(plies(mate, "f7g7", |_| Node::TruthWord(TruthWord::Stalemate)), [0; 0]);
    assert_eq!(plies(mate, "f6g6", |_| Node::TruthWord(TruthWord::Stalemate)), [1]);
    let stalemate = "7k/8/5KQ1/8/8/8/8/8 b - - 0 1";
    assert_eq!(plies(stalemate, "", |_| Node::TruthWord(TruthWord::Stalemate)), [0]);
}

#[test]
fn routes() {
    use Square::{B5, F1, G6, H2, H6};
    let moves = "f1b5 h7g7 b5f1 g7h7 f1b5 h2h1q b5f1 h1h6 f1b5 h6g6";
    let fen = "8/7k/8/8/8/8/7p/4KB2 w - - 0 1";
    let route = |set: &str, squares: &[Square]| {
        plies(fen, moves, |tree| Node::Route(written(tree, set), squares.into()))
    };
    assert_eq!(route("b5", &[F1, B5]), [1, 2, 5, 6, 9, 10]);
    assert_eq!(route("b5", &[B5, B5]), [5, 6, 9, 10]);
    assert_eq!(route("a1", &[F1, B5]), [0; 0]);
    assert_eq!(route("f1", &[F1]), [0, 3, 4, 7, 8]);
    assert_eq!(route("g6", &[H6, G6]), [10]);
    // The queen is not the pawn.
    assert_eq!(route("g6", &[H2, G6]), [0; 0]);
}

#[test]
fn numbers_of_a_position() {
    let moves = "g1f3 g8f6 f3g1 f6g8 e2e4";
    assert_eq!(numbers(INITIAL, moves, NumberWord::Ply), [0, 1, 2, 3, 4, 5].map(Some));
    assert_eq!(numbers(INITIAL, moves, NumberWord::Plies), [Some(5); 6]);
    assert_eq!(numbers(INITIAL, moves, NumberWord::MoveNumber), [1, 1, 2, 2, 3, 3].map(Some));
    assert_eq!(numbers(INITIAL, moves, NumberWord::Halfmoves), [0, 1, 2, 3, 4, 0].map(Some));
    assert_eq!(numbers(INITIAL, moves, NumberWord::Repetition), [1, 1, 1, 1, 2, 1].map(Some));
    assert_eq!(numbers(INITIAL, moves, NumberWord::Moves)[0], Some(20));
    let eval = [None, Some(-30), None, Some(31_997), None, None];
    assert_eq!(numbers(INITIAL, moves, NumberWord::Eval), eval);
    let depth = [None, Some(8), None, Some(20), None, None];
    assert_eq!(numbers(INITIAL, moves, NumberWord::Depth), depth);
    let clock = [Some(61), None, Some(5), None, None, None];
    assert_eq!(numbers(INITIAL, moves, NumberWord::Clock), clock);
    // A promotion counts four.
    assert_eq!(numbers("8/P6k/8/8/8/8/8/K7 w - - 0 1", "", NumberWord::Moves), [Some(7)]);
}

#[test]
fn arithmetic_and_comparisons() {
    let number = |node: fn(Id, Id, Id) -> Node| {
        let value = values(INITIAL, "", |tree| {
            let numbers = [Node::Int(i32::MAX), Node::Int(-7), Node::NumberWord(NumberWord::Eval)];
            let [max, minus, missing] = numbers.map(|node| tree.add(node).expect("few nodes"));
            node(max, minus, missing)
        });
        value[0]
    };
    use Arithmetic::*;
    assert_eq!(number(|max, _, _| Node::Arithmetic(Add, max, max)), Value::Number(Some(i32::MAX)));
    assert_eq!(
        number(|max, minus, _| Node::Arithmetic(Multiply, max, minus)),
        Value::Number(Some(i32::MIN))
    );
    assert_eq!(
        number(|max, minus, _| Node::Arithmetic(Subtract, max, minus)),
        Value::Number(Some(i32::MAX))
    );
    assert_eq!(
        number(|max, minus, _| Node::Arithmetic(Minimum, max, minus)),
        Value::Number(Some(-7))
    );
    assert_eq!(
        number(|max, minus, _| Node::Arithmetic(Maximum, max, minus)),
        Value::Number(Some(i32::MAX))
    );
    assert_eq!(
        number(|max, _, missing| Node::Arithmetic(Maximum, max, missing)),
        Value::Number(None)
    );
    assert_eq!(number(|_, minus, _| Node::Negative(minus)), Value::Number(Some(7)));
    assert_eq!(number(|_, minus, _| Node::Absolute(minus)), Value::Number(Some(7)));
    assert_eq!(number(|_, _, missing| Node::Absolute(missing)), Value::Number(None));
    use Comparison::*;
    for (comparison, is_above, is_same, is_missing) in [
        (Equal, false, true, false),
        (NotEqual, true, false, true),
        (Less, false, false, false),
        (LessOrEqual, false, true, false),
        (Greater, true, false, false),
        (GreaterOrEqual, true, true, false),
    ] {
        let holds = |pair: fn(Id, Id, Id) -> (Id, Id)| {
            values(INITIAL, "", |tree| {
                let numbers = [Node::Int(9), Node::Int(-7), Node::NumberWord(NumberWord::Eval)];
                let [nine, minus, missing] = numbers.map(|node| tree.add(node).expect("few nodes"));
                let (a, b) = pair(nine, minus, missing);
                Node::Compare(comparison, a, b)
            })
        };
        assert_eq!(holds(|nine, minus, _| (nine, minus)), [Value::Truth(is_above)]);
        assert_eq!(holds(|nine, _, _| (nine, nine)), [Value::Truth(is_same)]);
        assert_eq!(holds(|nine, _, missing| (nine, missing)), [Value::Truth(is_missing)]);
        assert_eq!(holds(|_, _, missing| (missing, missing)), [Value::Truth(is_missing)]);
    }
}

#[test]
fn sets_joined_compared_and_counted() {
    use SetOperator::*;
    for (operator, expected) in [(And, "b1"), (Minus, "a1"), (Xor, "a1 c1"), (Or, "a1 b1 c1")] {
        let value = values(INITIAL, "", |tree| {
            Node::Join(operator, written(tree, "a1 b1"), written(tree, "b1 c1"))
        });
        assert_eq!(value, [Value::Set(squares(expected))], "{operator:?}");
    }
    let truth = |node: fn(Id, Id) -> Node, a: &str, b: &str| {
        let value = values(INITIAL, "", |tree| node(written(tree, a), written(tree, b)));
        value[0] == Value::Truth(true)
    };
    assert!(truth(Node::SameSet, "a1 b1", "b1 a1") && !truth(Node::SameSet, "a1 b1", "b1"));
    assert!(truth(Node::Within, "a1", "a1 b1") && !truth(Node::Within, "a1 b1", "a1"));
    assert!(truth(Node::Within, "", "") && truth(|a, _| Node::NotEmpty(a), "a1", ""));
    assert!(!truth(|a, _| Node::NotEmpty(a), "", ""));
    let number = |node: fn(Id) -> Node| {
        values(INITIAL, "", |tree| node(written(tree, "a1 b1 c1 d1 e1 a2 e4")))
    };
    assert_eq!(number(Node::Count), [Value::Number(Some(7))]);
    assert_eq!(number(Node::Value), [Value::Number(Some(21))]);
}

#[test]
fn operators_on_a_game() {
    let fen = "7k/8/8/8/8/8/1Q6/K7 b - - 0 1";
    let moves = "h8g8 b2b3 g8h8 b3b2 h8g8 b2g2 g8f8";
    // Checks at 0, 2, 4 and 6.
    let plies_of = |node: fn(Id, Id) -> Node| {
        plies(fen, moves, |tree| {
            let check = tree.add(Node::TruthWord(TruthWord::Check)).expect("few nodes");
            let black = tree.add(Node::TruthWord(TruthWord::BlackToMove)).expect("few nodes");
            node(check, black)
        })
    };
    assert_eq!(plies_of(Node::And), [0, 2, 4, 6]);
    assert_eq!(plies_of(|check, _| Node::Not(check)), [1, 3, 5, 7]);
    assert_eq!(plies_of(|check, _| Node::Ever(check)), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(plies_of(Node::Then), [2, 4, 6]);
    assert_eq!(plies_of(Node::Next), [0; 0]);
    assert_eq!(plies_of(Node::Or), [0, 2, 4, 6]);
    assert_eq!(plies_of(|check, _| Node::ForLast(check, 1)), [0, 2, 4, 6]);
    assert_eq!(plies_of(|check, _| Node::ForLast(check, 2)), [0; 0]);
    assert_eq!(plies_of(|check, _| Node::WithinLast(check, 2)), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(plies_of(|check, black| Node::If(check, check, black)), [0, 2, 4, 6]);
    let times = values(fen, moves, |tree| {
        Node::Times(tree.add(Node::TruthWord(TruthWord::Check)).expect("few nodes"))
    });
    assert_eq!(times, [1, 1, 2, 2, 3, 3, 4, 4].map(|times| Value::Number(Some(times))));
}

#[test]
fn quantifiers() {
    // Which of the knights on b1 and g1 attack e2?
    let value = |quantifier, over: &str, target: &str| {
        let value = values(INITIAL, "", |tree| {
            let over = written(tree, over);
            let target = written(tree, target);
            let square = tree.add(Node::Variable(0)).expect("few nodes");
            let attacks = Node::SetFunction(SetFunction::Attacks, square);
            let attacks = tree.add(attacks).expect("few nodes");
            let body = tree.add(Node::Within(target, attacks)).expect("few nodes");
            Node::Quantified { quantifier, variable: 0, over, body }
        });
        value[0]
    };
    assert_eq!(value(Quantifier::Any, "b1 g1", "e2"), Value::Truth(true));
    assert_eq!(value(Quantifier::Any, "b1 g1", "e4"), Value::Truth(false));
    assert_eq!(value(Quantifier::All, "b1 g1", "e2"), Value::Truth(false));
    assert_eq!(value(Quantifier::All, "d1 g1", "e2"), Value::Truth(true));
    assert_eq!(value(Quantifier::All, "", "e2"), Value::Truth(true));
    assert_eq!(value(Quantifier::Count, "b1 g1 d1 f1", "e2"), Value::Number(Some(3)));
}

#[test]
fn texts() {
    use Comparison::*;
    let tag = |name: &str| Field::Tag(name.into());
    let compare = |comparison, text: &str| TextTest::Compare(comparison, text.into());
    for (field, test, expected) in [
        (tag("WhiteElo"), TextTest::Present, true),
        (tag("White"), TextTest::Present, false),
        (tag("White"), compare(NotEqual, "Carlsen"), true),
        (tag("White"), compare(Equal, "Carlsen"), false),
        (tag("WhiteElo"), compare(Greater, "300"), true),
        (tag("WhiteElo"), compare(Equal, "02100"), true),
        (tag("BlackElo"), compare(Greater, "300"), false),
        (tag("BlackElo"), compare(Less, "300"), false),
        (tag("WhiteElo"), compare(Less, "abc"), false),
        (Field::Result, compare(Equal, "1-0"), true),
        (Field::Result, compare(Equal, "0-1"), false),
        (Field::Variant, compare(Equal, "chess960"), true),
        (Field::Variant, TextTest::Contains("CHESS9".into()), true),
        (Field::Variant, TextTest::Contains("std".into()), false),
        (tag("Annotator"), TextTest::Contains("WEISS, ünal".into()), true),
        (tag("Annotator"), TextTest::Contains("ΑΝΔΡΈΑΣ".into()), true),
        (tag("Annotator"), TextTest::Contains("unal".into()), false),
        (Field::Date, compare(Greater, "2013-02"), true),
        (Field::Date, compare(Equal, "2013-02-28"), true),
        (Field::Date, compare(Less, "2013"), false),
        (Field::Error, TextTest::Present, false),
        (Field::Material, compare(Equal, "KPNvKR"), true),
        (Field::Material, compare(Equal, "KRvKNP"), true),
        (Field::Material, compare(Equal, "KRPvKN"), false),
        (Field::Material, compare(NotEqual, "KRPvKN"), true),
        (Field::Position, compare(Equal, "4k1r1/8/8/8/8/8/P7/4K1N1 w - - 7 9"), true),
        (Field::Position, compare(Equal, "4k1r1/8/8/8/8/8/P7/4K1N1 b - - 0 1"), false),
        (Field::San, compare(Equal, "Kd2"), true),
        (Field::San, compare(Equal, "Kd2+"), false),
    ] {
        let fen = "4k1r1/8/8/8/8/8/P7/4K1N1 w - - 0 1";
        let value = values(fen, "e1d2", |_| Node::Text(field.clone(), test.clone()));
        assert_eq!(value[0], Value::Truth(expected), "{field:?} {test:?}");
    }
    let number = |name: &str| values(INITIAL, "", |_| Node::TagNumber(name.into()))[0];
    assert_eq!(number("WhiteElo"), Value::Number(Some(2100)));
    assert_eq!(number("BlackElo"), Value::Number(None));
}
