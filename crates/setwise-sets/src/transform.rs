//! Transforms of a whole question: colors, files or places exchanged.

use alloc::sync::Arc;
use alloc::vec::Vec;

use setwise::Direction;

use crate::tree::{
    Field, Id, Node, NumberWord, SetFunction, SetWord, Squares, TextTest, Tree, TruthWord,
};
use crate::words::word_of;

/// How a question is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transform {
    /// The question, or the same with colors exchanged.
    Either,
    /// The question, or the same with files exchanged.
    Mirrored,
    /// The question with its squares moved by any displacement that keeps them on the board.
    Shifted,
}

const EVAL: Node = Node::NumberWord(NumberWord::Eval);

/// Returns a word that a transform cannot rewrite, if a question has one: `shifted` moves squares
/// in one direction, and a board that is turned in another.
pub(crate) fn fixed_word(tree: &Tree, root: Id, transform: Transform) -> Option<&'static str> {
    let is_fixed = |node: &&Node| match node {
        Node::Text(Field::San | Field::Position, _) => true,
        Node::SetFunction(function, _) => transform == Transform::Shifted && function.moves_board(),
        _ => false,
    };
    let node = tree.reachable(root).into_iter().map(|id| tree.node(id)).find(is_fixed)?;
    word_of(node).map(|word| word.name)
}

/// Returns a question that is rewritten; `None` if there are too many nodes.
pub(crate) fn rewritten(tree: &mut Tree, root: Id, transform: Transform) -> Option<Id> {
    let other = match transform {
        Transform::Either => colors_exchanged(tree, root)?,
        Transform::Mirrored => tree.map(root, |tree, node| tree.add(exchanged(node, false)))?,
        Transform::Shifted => return shifted(tree, root),
    };
    tree.add(Node::Or(root, other))
}

/// Returns a question with colors exchanged.
fn colors_exchanged(tree: &mut Tree, root: Id) -> Option<Id> {
    tree.map(root, |tree, node| match node {
        EVAL => {
            let eval = tree.add(node)?;
            tree.add(Node::Negative(eval))
        }
        // So that colors that are exchanged twice are the same question.
        Node::Negative(part) => match *tree.node(part) {
            Node::Negative(eval) if *tree.node(eval) == EVAL => Some(eval),
            _ => tree.add(node),
        },
        node => tree.add(exchanged(node, true)),
    })
}

/// Returns a question with its squares moved by any displacement that keeps them on the board.
fn shifted(tree: &mut Tree, root: Id) -> Option<Id> {
    let mut written = Vec::new();
    for id in tree.reachable(root) {
        match tree.node(id) {
            Node::Squares(squares) => written.push(*squares),
            Node::Route(_, squares) => written.extend(squares.iter().copied().map(Squares::of)),
            _ => {}
        }
    }
    let files = displacements(written.iter().map(|squares| squares.files));
    let ranks = displacements(written.iter().map(|squares| squares.ranks));
    let mut all = Some(root);
    for east in files.0..=files.1 {
        for north in ranks.0..=ranks.1 {
            if (east, north) == (0, 0) {
                continue;
            }
            let by = |squares: Squares| Squares {
                files: moved(squares.files, east),
                ranks: moved(squares.ranks, north),
            };
            let moved = tree.map(root, |tree, node| tree.add(with_squares(node, by)))?;
            all = Some(tree.add(Node::Or(all?, moved))?);
        }
    }
    all
}

/// Returns how far ranges can be moved down and up. A range of all eight does not move.
fn displacements(ranges: impl Iterator<Item = (u8, u8)>) -> (i8, i8) {
    let ranges = ranges.filter(|&range| range != (0, 7));
    let limits = ranges.fold(None, |limits: Option<(i8, i8)>, (first, last)| {
        let (down, up) = (-(first as i8), 7 - last as i8);
        Some(limits.map_or((down, up), |(a, b)| (a.max(down), b.min(up))))
    });
    limits.unwrap_or((0, 0))
}

fn moved(range: (u8, u8), by: i8) -> (u8, u8) {
    match range {
        (0, 7) => range,
        (first, last) => ((first as i8 + by) as u8, (last as i8 + by) as u8),
    }
}

/// Returns a node whose written squares are changed by a function.
fn with_squares(node: Node, by: impl Fn(Squares) -> Squares) -> Node {
    match node {
        Node::Squares(squares) => Node::Squares(by(squares)),
        Node::Route(set, route) => {
            let by = |&square| by(Squares::of(square)).single().unwrap_or(square);
            Node::Route(set, route.iter().map(by).collect())
        }
        node => node,
    }
}

/// Returns the function that moves the board as another does if ranks are exchanged, or if files
/// are.
fn flipped_function(function: SetFunction) -> SetFunction {
    use SetFunction::{FlipAntiDiagonal, FlipDiagonal, RotateClockwise, RotateCounterclockwise};
    match function {
        FlipDiagonal => FlipAntiDiagonal,
        FlipAntiDiagonal => FlipDiagonal,
        RotateClockwise => RotateCounterclockwise,
        RotateCounterclockwise => RotateClockwise,
        function => function,
    }
}

/// Returns a node with colors exchanged, and with them ranks, or with files exchanged.
fn exchanged(node: Node, has_colors: bool) -> Node {
    let turned = |(first, last): (u8, u8)| (7 - last, 7 - first);
    let node = with_squares(node, |squares| match has_colors {
        true => Squares { ranks: turned(squares.ranks), ..squares },
        false => Squares { files: turned(squares.files), ..squares },
    });
    match node {
        Node::SetWord(SetWord::Light) => Node::SetWord(SetWord::Dark),
        Node::SetWord(SetWord::Dark) => Node::SetWord(SetWord::Light),
        Node::SetFunction(function, set) => Node::SetFunction(flipped_function(function), set),
        Node::Toward(function, direction, set) => {
            let (east, north) = direction.delta();
            let wanted = if has_colors { (east, -north) } else { (-east, north) };
            let other = Direction::ALL.into_iter().find(|other| other.delta() == wanted);
            Node::Toward(function, other.unwrap_or(direction), set)
        }
        node if !has_colors => node,
        Node::Piece(color, role) => Node::Piece(!color, role),
        Node::Side(color) => Node::Side(!color),
        Node::TagNumber(tag) => Node::TagNumber(other_player(&tag)),
        Node::TruthWord(TruthWord::WhiteToMove) => Node::TruthWord(TruthWord::BlackToMove),
        Node::TruthWord(TruthWord::BlackToMove) => Node::TruthWord(TruthWord::WhiteToMove),
        Node::Text(Field::Result, test) => Node::Text(Field::Result, other_result(test)),
        Node::Text(Field::Tag(tag), test) => {
            let test = if &*tag == "Result" { other_result(test) } else { test };
            Node::Text(Field::Tag(other_player(&tag)), test)
        }
        node => node,
    }
}

/// Returns the tag of the other player.
fn other_player(tag: &Arc<str>) -> Arc<str> {
    let other = |from, to: &str| {
        let rest = tag.strip_prefix(from)?;
        Some(Arc::from([to, rest].concat()))
    };
    other("White", "Black").or_else(|| other("Black", "White")).unwrap_or_else(|| Arc::clone(tag))
}

fn other_result(test: TextTest) -> TextTest {
    let TextTest::Compare(comparison, text) = &test else { return test };
    match &**text {
        "1-0" if comparison.is_equality() => TextTest::Compare(*comparison, Arc::from("0-1")),
        "0-1" if comparison.is_equality() => TextTest::Compare(*comparison, Arc::from("1-0")),
        _ => test,
    }
}
