//! Random expressions, as trees that obey the rules of the language.

use alloc::sync::Arc;
use alloc::vec::Vec;

use setwise::{Color, Direction, Role, Square};
use setwise_testkit::random::Random;

use super::games::TAGS;
use crate::tree::*;

/// Adds the nodes of a random expression to a tree.
pub(super) struct Generator<'r> {
    pub(super) random: &'r mut Random,
    pub(super) tree: Tree,
    /// The quantifiers around the expression.
    nesting: u8,
    /// The variables that may occur: none inside an operator on games.
    visible: Vec<u8>,
}

impl Generator<'_> {
    /// Returns a tree whose root is a truth.
    pub(super) fn tree(random: &mut Random) -> (Tree, Id) {
        let depth = 1 + random.below(5) + random.below(2);
        let mut generator =
            Generator { random, tree: Tree::default(), nesting: 0, visible: Vec::new() };
        let root = generator.truth(depth);
        (generator.tree, root)
    }

    /// Returns a tree whose root asks directly for the value of an operator on games, of a small
    /// operand, so that an error in what the operator carries from ply to ply is seen.
    pub(super) fn tree_over_games(random: &mut Random) -> (Tree, Id) {
        let mut generator =
            Generator { random, tree: Tree::default(), nesting: 0, visible: Vec::new() };
        let operand = generator.truth(0);
        let plies = 1 + generator.random.below(4) as u32;
        let node = match generator.random.below(6) {
            0 => Node::Then(operand, generator.truth(0)),
            1 => Node::Next(operand, generator.truth(0)),
            2 => Node::ForLast(operand, plies),
            3 => Node::WithinLast(operand, plies),
            4 => Node::Ever(operand),
            _ => {
                let times = generator.add(Node::Times(operand));
                let other = generator.number(0);
                Node::Compare(generator.pick(&COMPARISONS), times, other)
            }
        };
        let root = generator.add(node);
        (generator.tree, root)
    }

    fn add(&mut self, node: Node) -> Id {
        self.tree.add(node).expect("few nodes")
    }

    fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.random.below(values.len())]
    }

    /// Adds the operand of an operator on games.
    fn operand(&mut self, depth: usize) -> Id {
        self.without_variables(|generator| generator.truth(depth))
    }

    fn without_variables<T>(&mut self, add: impl FnOnce(&mut Self) -> T) -> T {
        let visible = core::mem::take(&mut self.visible);
        let value = add(self);
        self.visible = visible;
        value
    }

    fn range(&mut self) -> (u8, u8) {
        let (a, b) = (self.random.below(8) as u8, self.random.below(8) as u8);
        match self.random.below(3) {
            0 => (a, a),
            1 => (0, 7),
            _ => (a.min(b), a.max(b)),
        }
    }

    fn set(&mut self, depth: usize) -> Id {
        if let [.., last] = self.visible[..]
            && self.random.below(3) == 0
        {
            return self.add(Node::Variable(last));
        }
        let node = match self.random.below(if depth == 0 { 6 } else { 21 }) {
            0 => Node::Squares(Squares { files: self.range(), ranks: self.range() }),
            1 | 2 => Node::Piece(self.pick(&Color::ALL), self.pick(&Role::ALL)),
            3 => Node::Side(self.pick(&Color::ALL)),
            4 | 5 => Node::SetWord(self.pick(&SET_WORDS)),
            6..9 => {
                let (a, b) = (self.set(depth - 1), self.set(depth - 1));
                Node::Join(self.pick(&SET_OPERATORS), a, b)
            }
            9..15 => {
                let function = self.pick(&SET_FUNCTIONS);
                let a = self.set(depth - 1);
                Node::SetFunction(function, a)
            }
            15..18 => {
                let function = match self.random.below(4) {
                    0 => Toward::Slide,
                    1 => Toward::Fill,
                    2 => Toward::Steps(1),
                    _ => Toward::Steps(self.random.below(10) as u8),
                };
                let direction = self.pick(&Direction::ALL);
                Node::Toward(function, direction, self.set(depth - 1))
            }
            18 | 19 => {
                use PairFunction::{Behind, Between, Line};
                let (a, b) = (self.set(depth - 1), self.set(depth - 1));
                Node::Pair(self.pick(&[Between, Line, Behind]), a, b)
            }
            _ => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.set(depth - 1), self.set(depth - 1));
                Node::If(condition, a, b)
            }
        };
        self.add(node)
    }

    fn number(&mut self, depth: usize) -> Id {
        let node = match self.random.below(if depth == 0 { 5 } else { 18 }) {
            0 => Node::Int(self.random.below(5) as i32),
            1 => Node::Int(match self.random.below(4) {
                0 => i32::MAX,
                1 => 2000,
                _ => self.random.below(40) as i32,
            }),
            2 | 3 => Node::NumberWord(self.pick(&NUMBER_WORDS)),
            4 => Node::TagNumber(self.tag()),
            5 | 6 => Node::Count(self.set(depth - 1)),
            7 => Node::Value(self.set(depth - 1)),
            8 => Node::Times(self.operand(depth - 1)),
            9..13 => {
                use Arithmetic::{Add, Maximum, Minimum, Multiply, Subtract};
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                Node::Arithmetic(self.pick(&[Add, Subtract, Multiply, Minimum, Maximum]), a, b)
            }
            13 => Node::Negative(self.number(depth - 1)),
            14 => Node::Absolute(self.number(depth - 1)),
            15 | 16 if self.nesting < 3 => return self.quantified(Quantifier::Count, depth),
            _ => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                Node::If(condition, a, b)
            }
        };
        self.add(node)
    }

    fn truth(&mut self, depth: usize) -> Id {
        let node = match self.random.below(if depth == 0 { 7 } else { 29 }) {
            0 | 1 => Node::TruthWord(self.pick(&TRUTH_WORDS)),
            2 | 3 => Node::NotEmpty(self.set(depth)),
            4 => self.text(),
            5 => {
                let word = Node::NumberWord(self.pick(&NUMBER_WORDS));
                let (a, b) = (self.add(word), self.number(0));
                Node::Compare(self.pick(&COMPARISONS), a, b)
            }
            6 => {
                let a = self.without_variables(|generator| generator.set(depth));
                let squares = (0..1 + self.random.below(3)).map(|_| self.pick(&Square::ALL));
                let mut squares: Vec<Square> = squares.collect();
                if self.random.below(2) == 0 {
                    // Often met: a knight, the castled king, and the rooks.
                    squares = self.pick(&ROUTES).to_vec();
                }
                Node::Route(a, squares.into())
            }
            7 | 8 | 26 | 27 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                Node::Compare(self.pick(&COMPARISONS), a, b)
            }
            9 => Node::SameSet(self.set(depth - 1), self.set(depth - 1)),
            10 => Node::Within(self.set(depth - 1), self.set(depth - 1)),
            11 | 12 => Node::And(self.truth(depth - 1), self.truth(depth - 1)),
            13 | 14 => Node::Or(self.truth(depth - 1), self.truth(depth - 1)),
            15 => Node::Not(self.truth(depth - 1)),
            16 => Node::Ever(self.operand(depth - 1)),
            17 => Node::ForLast(self.operand(depth - 1), 1 + self.random.below(4) as u32),
            18 => Node::WithinLast(self.operand(depth - 1), 1 + self.random.below(4) as u32),
            19 => Node::Then(self.operand(depth - 1), self.operand(depth - 1)),
            20 => Node::Next(self.operand(depth - 1), self.operand(depth - 1)),
            21..26 if self.nesting < 3 => {
                let quantifier = self.pick(&[Quantifier::Any, Quantifier::All]);
                return self.quantified(quantifier, depth);
            }
            _ => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                Node::If(condition, a, b)
            }
        };
        self.add(node)
    }

    fn quantified(&mut self, quantifier: Quantifier, depth: usize) -> Id {
        let over = self.set(depth.min(2) - 1);
        let variable = self.nesting;
        self.nesting += 1;
        self.visible.push(variable);
        let body = self.truth(depth - 1);
        self.visible.pop();
        self.nesting -= 1;
        self.add(Node::Quantified { quantifier, variable, over, body })
    }

    fn tag(&mut self) -> Arc<str> {
        match self.random.below(10) {
            0 => "Annotator".into(),
            _ => TAGS[self.random.below(TAGS.len())].0.into(),
        }
    }

    fn text(&mut self) -> Node {
        let (field, values): (Field, &[&str]) = match self.random.below(8) {
            0 => (Field::Result, &["1-0", "0-1", "1/2-1/2", "*"]),
            1 => (Field::Variant, &["standard", "chess960", "atomic", "s"]),
            2 => (Field::Date, &["2013", "2013-02", "2013.02.28", "2020", "0"]),
            3 => (Field::Error, &["illegal", "syntax", "L"]),
            4 => (Field::San, &["O-O", "e4", "Nf3", "+", "x", "a", "=Q", "#"]),
            5 => (Field::Material, &MATERIALS),
            6 => (Field::Position, &POSITIONS),
            _ => {
                let (name, values) = TAGS[self.random.below(TAGS.len())];
                (Field::Tag(name.into()), values)
            }
        };
        // The values of these are checked.
        let is_checked = matches!(field, Field::Material | Field::Position | Field::Result);
        let value = match self.random.below(8) {
            0 if !is_checked => self.pick(&["1600", "c", "99"]),
            _ => self.pick(values),
        };
        let test = match (self.random.below(8), &field) {
            (_, Field::Material | Field::Position) => {
                let comparison = self.pick(&[Comparison::Equal, Comparison::NotEqual]);
                TextTest::Compare(comparison, value.into())
            }
            // A rating is above or below whole numbers only.
            (_, Field::Tag(tag)) if tag.ends_with("Elo") && value.parse::<i32>().is_err() => {
                TextTest::Compare(Comparison::NotEqual, value.into())
            }
            (0..4, Field::San) => TextTest::Contains(value.into()),
            (0, _) => TextTest::Present,
            (1 | 2, _) => TextTest::Contains(value.into()),
            _ => TextTest::Compare(self.pick(&COMPARISONS), value.into()),
        };
        Node::Text(field, test)
    }
}

const ROUTES: [&[Square]; 6] = {
    use Square::*;
    [&[B1, C3], &[G1], &[E1], &[A1], &[G8, F6], &[G1, F3, G1]]
};

const MATERIALS: [&str; 4] =
    ["KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP", "KPPvKPP", "KQvK", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP"];

const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "7k/5Q2/5K2/8/8/8/8/8 w - - 30 5",
    "8/2k2PP1/8/8/8/8/1ppK4/8 w - - 0 1",
];

pub(super) const SET_WORDS: [SetWord; 16] = {
    use SetWord::*;
    [
        All,
        Empty,
        Nothing,
        Light,
        Dark,
        Own,
        Enemy,
        Checkers,
        Pinned,
        From,
        To,
        LastFrom,
        LastTo,
        Unmoved,
        CastlingRooks,
        EnPassantSquare,
    ]
};

pub(super) const SET_OPERATORS: [SetOperator; 4] =
    [SetOperator::And, SetOperator::Minus, SetOperator::Xor, SetOperator::Or];

pub(super) const SET_FUNCTIONS: [SetFunction; 25] = {
    use SetFunction::*;
    [
        Complement,
        Attacks,
        Attackers,
        Targets,
        Forward,
        File,
        Rank,
        Diagonal,
        Around,
        Passed,
        Isolated,
        Doubled,
        Connected,
        Backward,
        Hanging,
        PseudoTargets,
        CheckTargets,
        Movable,
        FlipVertical,
        MirrorHorizontal,
        FlipDiagonal,
        FlipAntiDiagonal,
        Rotate180,
        RotateClockwise,
        RotateCounterclockwise,
    ]
};

pub(super) const NUMBER_WORDS: [NumberWord; 8] = {
    use NumberWord::*;
    [Moves, Ply, Plies, MoveNumber, Halfmoves, Repetition, Eval, Clock]
};

pub(super) const TRUTH_WORDS: [TruthWord; 10] = {
    use TruthWord::*;
    [
        Check,
        Checkmate,
        Stalemate,
        WhiteToMove,
        BlackToMove,
        Captures,
        Castles,
        Promotes,
        EnPassant,
        GivesCheck,
    ]
};

pub(super) const COMPARISONS: [Comparison; 6] = {
    use Comparison::*;
    [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]
};
