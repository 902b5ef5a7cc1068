//! The words and operators of the nodes of a tree.

use alloc::sync::Arc;
use core::cmp::Ordering;

use setwise::Square;

/// A rectangle of squares, as written: `e4`, `a-h7`, `c-f3-6`. Files and ranks count from 0, and
/// the last of each belongs to the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Squares {
    pub(crate) files: (u8, u8),
    pub(crate) ranks: (u8, u8),
}

impl Squares {
    pub(crate) fn of(square: Square) -> Squares {
        let (file, rank) = (square as u8 % 8, square as u8 / 8);
        Squares { files: (file, file), ranks: (rank, rank) }
    }

    /// Returns the square, if it is one.
    pub(crate) fn single(self) -> Option<Square> {
        let Squares { files, ranks } = self;
        let is_single = files.0 == files.1 && ranks.0 == ranks.1;
        is_single.then(|| Square::ALL[usize::from(8 * ranks.0 + files.0)])
    }
}

/// A set that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SetWord {
    /// `.`
    All,
    /// `_`
    Empty,
    /// `[]`
    Nothing,
    Light,
    Dark,
    Own,
    Enemy,
    Checkers,
    Pinned,
    CastlingRooks,
    EnPassantSquare,
    // Those from here on are of the moves of a game.
    From,
    To,
    LastFrom,
    LastTo,
    Unmoved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SetOperator {
    And,
    Minus,
    Xor,
    Or,
}

impl SetOperator {
    /// Returns the sign.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            SetOperator::And => "&",
            SetOperator::Minus => "-",
            SetOperator::Xor => "^",
            SetOperator::Or => "|",
        }
    }
}

/// A function from a set to a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SetFunction {
    Complement,
    Attacks,
    Attackers,
    Targets,
    PseudoTargets,
    CheckTargets,
    File,
    Rank,
    Diagonal,
    Around,
    Forward,
    Movable,
    Passed,
    Isolated,
    Doubled,
    Connected,
    Backward,
    Hanging,
    FlipVertical,
    MirrorHorizontal,
    FlipDiagonal,
    FlipAntiDiagonal,
    Rotate180,
    RotateClockwise,
    RotateCounterclockwise,
}

impl SetFunction {
    /// Returns whether the generator of moves computes it.
    pub(super) fn asks_moves(self) -> bool {
        use SetFunction::{CheckTargets, Movable, PseudoTargets, Targets};
        matches!(self, Targets | PseudoTargets | CheckTargets | Movable)
    }

    /// Returns whether its set has at most as many squares as the set that it is given.
    pub(crate) fn adds_no_square(self) -> bool {
        self >= SetFunction::Forward
    }

    /// Returns whether it moves the whole board, about its center.
    pub(crate) fn moves_board(self) -> bool {
        self >= SetFunction::FlipVertical
    }
}

/// A function of a direction and a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Toward {
    /// This number of steps; squares that would leave the board are dropped.
    Steps(u8),
    Slide,
    Fill,
}

/// A function from two sets to a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PairFunction {
    Between,
    Line,
    Behind,
}

/// A number that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum NumberWord {
    Moves,
    Ply,
    Plies,
    MoveNumber,
    Halfmoves,
    Repetition,
    Eval,
    Depth,
    Clock,
    MateIn,
}

/// An operator on two numbers. The result is missing if one of them is, and saturates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Minimum,
    Maximum,
}

/// A truth that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TruthWord {
    Check,
    Checkmate,
    Stalemate,
    WhiteToMove,
    BlackToMove,
    Won,
    Drawn,
    Lost,
    // Those from here on are of the move that is played from a position.
    Captures,
    Castles,
    Promotes,
    EnPassant,
    GivesCheck,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    const ALL: [(&'static str, Comparison); 6] = [
        ("=", Comparison::Equal),
        ("!=", Comparison::NotEqual),
        ("<", Comparison::Less),
        ("<=", Comparison::LessOrEqual),
        (">", Comparison::Greater),
        (">=", Comparison::GreaterOrEqual),
    ];

    /// Returns the comparison of a sign.
    pub(crate) fn of_sign(sign: &str) -> Option<Comparison> {
        Comparison::ALL.into_iter().find(|known| known.0 == sign).map(|known| known.1)
    }

    /// Returns whether it is `=` or `!=`.
    pub(crate) fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }

    /// Returns whether two values with this order compare so.
    pub(crate) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }

    /// Returns whether it holds if a value is missing.
    pub(crate) fn holds_if_missing(self) -> bool {
        self == Comparison::NotEqual
    }

    /// Returns the sign.
    pub(crate) fn sign(self) -> &'static str {
        Comparison::ALL[self as usize].0
    }
}

/// A text of a game or of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Field {
    /// The value of a tag.
    Tag(Arc<str>),
    Result,
    Variant,
    Date,
    Error,
    /// The move played from the position, with + and #.
    San,
    /// The material of either color, such as `KRPvKR`.
    Material,
    /// The position without its counters, as FEN.
    Position,
}

impl Field {
    /// Returns whether its texts are dates.
    pub(crate) fn is_date(&self) -> bool {
        match self {
            Field::Date => true,
            Field::Tag(name) => name.ends_with("Date"),
            _ => false,
        }
    }
}

/// What is asked of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TextTest {
    /// The game has it.
    Present,
    Compare(Comparison, Arc<str>),
    /// In any case of ASCII letters.
    Contains(Arc<str>),
}

/// What a quantifier asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Quantifier {
    Any,
    All,
    /// A number: of the squares for which the body holds.
    Count,
}
