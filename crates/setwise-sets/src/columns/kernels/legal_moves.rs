//! Counts legal moves with shifts and fills: the targets of the pieces that move in one direction,
//! no two of which have a target in common.

use setwise::attacks as leapers;
use setwise::attacks::slide;
use setwise::{Bitboard, Color, Direction, Rank, Role};

use super::{Pieces, attacks, roles};

/// What stands in a direction from a king.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The pinned piece of the king's side.
    pub(super) pinned: Bitboard,
    /// The slider that gives check.
    checker: Bitboard,
    /// The checker and the squares between it and the king.
    path: Bitboard,
}

impl Line {
    #[inline(always)]
    fn or(self, other: Line) -> Line {
        Line {
            pinned: self.pinned | other.pinned,
            checker: self.checker | other.checker,
            path: self.path | other.path,
        }
    }
}

/// The pieces that move, except the king.
struct Movers<'p> {
    pieces: &'p Pieces,
    /// The pieces of the side that are not pinned.
    free: Bitboard,
    white_pawns: Bitboard,
    black_pawns: Bitboard,
    /// The squares where a move ends each check.
    mask: Bitboard,
    own: Bitboard,
}

impl Movers<'_> {
    /// Returns the targets of sliders in a direction, given the line that it is part of.
    #[inline(always)]
    fn sliders(&self, direction: Direction, line: Line) -> Bitboard {
        let sliders = self.pieces.sliders(direction) & (self.free | line.pinned);
        (slide(direction, sliders, self.pieces.empty()) & self.mask) - self.own
    }

    /// Returns the targets of knights that go two squares in a direction and one in another.
    #[inline(always)]
    fn knights(&self, far: Direction, near: Direction) -> Bitboard {
        let knights = self.pieces.role(Role::Knight) & self.free;
        (knights.shift(far).shift(far).shift(near) & self.mask) - self.own
    }

    /// Returns the captures of pawns on a line, given the direction of each color.
    #[inline(always)]
    fn captures(&self, white: Direction, black: Direction, line: Line) -> Bitboard {
        let movers = self.free | line.pinned;
        let captures =
            (self.white_pawns & movers).shift(white) | (self.black_pawns & movers).shift(black);
        (captures & self.mask) - self.own - self.pieces.empty()
    }

    /// Returns the targets of pawns that move one square, and two squares.
    #[inline(always)]
    fn steps(&self, line: Line) -> (Bitboard, Bitboard) {
        let (movers, empty) = (self.free | line.pinned, self.pieces.empty());
        let white = (self.white_pawns & movers).shift(Direction::North) & empty;
        let black = (self.black_pawns & movers).shift(Direction::South) & empty;
        let twice = (white & Bitboard::rank(Rank::Third)).shift(Direction::North)
            | (black & Bitboard::rank(Rank::Sixth)).shift(Direction::South);
        ((white | black) & self.mask, twice & empty & self.mask)
    }
}

/// Returns the number of legal moves of the side with some pieces, except castling and captures en
/// passant; `black` is full if it is Black's.
#[inline(always)]
pub(in crate::columns) fn count_moves(pieces: &Pieces, black: Bitboard) -> i32 {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let (own, enemy) = (pieces.of_turn(black), pieces.of_turn(!black));
    let king = pieces.role(Role::King) & own;
    let vertical = line(pieces, North, king, own).or(line(pieces, South, king, own));
    let horizontal = line(pieces, East, king, own).or(line(pieces, West, king, own));
    let rising = line(pieces, NorthEast, king, own).or(line(pieces, SouthWest, king, own));
    let falling = line(pieces, NorthWest, king, own).or(line(pieces, SouthEast, king, own));
    let all = vertical.or(horizontal).or(rising).or(falling);

    let by_pawns =
        leapers::pawns(Color::White, king - black) | leapers::pawns(Color::Black, king & black);
    let by_knights = leapers::knights(king) & pieces.role(Role::Knight);
    let leaping = enemy & (by_pawns & pieces.role(Role::Pawn) | by_knights);
    let checkers = all.checker | leaping;
    let mask = if checkers.is_empty() {
        Bitboard::UNIVERSE
    } else if checkers.more_than_one() {
        Bitboard::EMPTY
    } else {
        all.path | leaping
    };

    // A slider also attacks the squares behind the king.
    let [white_pieces, black_pieces] = pieces.colors;
    let without_king = Pieces { colors: [white_pieces - king, black_pieces - king], ..*pieces };
    let king_steps = leapers::kings(king) - own - attacks::<{ roles::ALL }>(&without_king, enemy);

    let pawns = pieces.role(Role::Pawn) & own;
    let (white_pawns, black_pawns) = (pawns - black, pawns & black);
    let free = own - all.pinned;
    let movers = Movers { pieces, free, white_pawns, black_pawns, mask, own };
    let (once, twice) = movers.steps(vertical);
    let rising_captures = movers.captures(NorthEast, SouthWest, rising);
    let falling_captures = movers.captures(NorthWest, SouthEast, falling);
    // A promotion is four moves.
    let last = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    let (promotions, two) = add([once & last, rising_captures & last, falling_captures & last]);
    let promotions = promotions.count() + 2 * two.count();

    let moves = count_all([
        [
            movers.sliders(North, vertical),
            movers.sliders(South, vertical),
            movers.sliders(East, horizontal),
            movers.sliders(West, horizontal),
            movers.sliders(NorthEast, rising),
            movers.sliders(SouthWest, rising),
            movers.sliders(NorthWest, falling),
        ],
        [
            movers.sliders(SouthEast, falling),
            movers.knights(North, East),
            movers.knights(North, West),
            movers.knights(South, East),
            movers.knights(South, West),
            movers.knights(East, North),
            movers.knights(East, South),
        ],
        [
            movers.knights(West, North),
            movers.knights(West, South),
            king_steps,
            once,
            twice,
            rising_captures,
            falling_captures,
        ],
    ]);
    (moves + 3 * promotions) as i32
}

/// Returns the ray from a king in a direction, with its checker, blocker or pinned piece.
#[inline(always)]
pub(super) fn line(pieces: &Pieces, direction: Direction, king: Bitboard, own: Bitboard) -> Line {
    let (empty, sliders) = (pieces.empty(), pieces.sliders(direction) - own);
    let ray = slide(direction, king, empty);
    let (checker, blocker) = (ray & sliders, ray & own);
    let is_pinned = slide(direction, blocker, empty).meets(sliders);
    Line {
        pinned: if is_pinned { blocker } else { Bitboard::EMPTY },
        checker,
        path: if checker.any() { ray } else { Bitboard::EMPTY },
    }
}

/// Adds the bits at each place of three words: returns the ones and the twos of the sums.
#[inline(always)]
fn add([a, b, c]: [Bitboard; 3]) -> (Bitboard, Bitboard) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// Returns the number of bits of 21 words.
///
/// **Source.** Counting after additions of bits: Robert Harley and David Seal.
#[inline(always)]
fn count_all(words: [[Bitboard; 7]; 3]) -> u32 {
    let [[a1, a2, a4], [b1, b2, b4], [c1, c2, c4]] =
        [add_all(words[0]), add_all(words[1]), add_all(words[2])];
    let (ones, twos) = add([a1, b1, c1]);
    let (more_twos, fours) = add([a2, b2, c2]);
    let (more_fours, eights) = add([a4, b4, c4]);
    ones.count()
        + 2 * (twos.count() + more_twos.count())
        + 4 * (fours.count() + more_fours.count())
        + 8 * eights.count()
}

/// Adds the bits at each place of seven words: returns the ones, twos and fours of the sums.
#[inline(always)]
fn add_all([a, b, c, d, e, f, g]: [Bitboard; 7]) -> [Bitboard; 3] {
    let (abc, twos_of_abc) = add([a, b, c]);
    let (def, twos_of_def) = add([d, e, f]);
    let (ones, twos) = add([abc, def, g]);
    let (twos, fours) = add([twos_of_abc, twos_of_def, twos]);
    [ones, twos, fours]
}
