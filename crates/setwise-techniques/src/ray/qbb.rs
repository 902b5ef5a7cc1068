//! QBB: rays are shifted constants, cut by the rays that come back from the blockers.
//!
//! **Idea.** A ray needs no table. The long diagonal, shifted so that it begins on the slider, is
//! the ray to the north-east, together with some stray bits that wrapped around to the other side.
//! All squares of the edges where rays of that direction end count as blockers. So a bit scan
//! always finds the end of the ray, before any stray bit. The same is done in the opposite
//! direction. From each end, the constant is then shifted back, and the intersection of the two is
//! the line between the ends. For the bishop on b4, with a blocker on d6 (and a stray bit on h1):
//!
//! ```text
//!  north-east of b4  south-west        back from d6      back from a3      both
//!  . . . . . X . .   . . . . . . . .   . . . . . . . .   . . . . . X . .   . . . . . . . .
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . X . . .   . . . . . . . .
//!  . . . X . . . .   . . . . . . . .   . . . X . . . .   . . . X . . . .   . . . X . . . .
//!  . . . . . . . .   . . . . . . . .   . . X . . . . .   . . X . . . . .   . . X . . . . .
//!  . b . . . . . .   . b . . . . . .   . X . . . . . .   . X . . . . . .   . X . . . . . .
//!  . . . . . . . .   X . . . . . . .   X . . . . . . .   X . . . . . . .   X . . . . . . .
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!  . . . . . . . .   . . . . . . . X   . . . . . . . X   . . . . . . . .   . . . . . . . .
//! ```
//!
//! The slider is removed from the occupancy first and from the result last. If it stands on the
//! edge where a ray ends, it is the end itself.
//!
//! **Cost.** No table, only constants. A line takes four shifts, five other operations and two bit
//! scans.
//!
//! **When it wins.** Where tables are expensive and shifts and bit scans are cheap, as on GPUs, and
//! with AVX-512, which has both for lanes.
//!
//! **Literature.** Fabio Gobbato, QBBEngine, a didactic engine, by 2020;
//! <https://www.chessprogramming.org/QBBEngine>.

use crate::Card;
use crate::trace::{Expression, Sentences, Set, Trace, Traced, combine, silent};
use setwise::attacks::walk;
use setwise::{Bitboard, Direction, File, Rank, Square};

/// The technique of QBB; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Qbb(());

/// The constants of one of the four lines.
struct Line {
    name: &'static str,
    /// The longest ray in the positive direction, shifted down so that it begins on a1.
    up: u64,
    /// The longest ray in the negative direction, shifted up so that it begins on h8.
    down: u64,
    upper_edge: Bitboard,
    lower_edge: Bitboard,
}

/// Returns the constants of a line whose positive direction ends on a rank, on a file, or on both.
const fn line(name: &'static str, up: Direction, upper_edge: Bitboard) -> Line {
    // The longest ray begins in a corner opposite to the edges where it ends.
    let start = match up {
        Direction::NorthWest => Square::H1,
        _ => Square::A1,
    };
    let ray = walk::ray(start, up, Bitboard::EMPTY).with(start).0 >> start as u32;
    let lower_edge = Bitboard(upper_edge.0.reverse_bits());
    Line { name, up: ray, down: ray.reverse_bits(), upper_edge, lower_edge }
}

const EIGHTH: Bitboard = Bitboard::rank(Rank::Eighth);
const H_FILE: Bitboard = Bitboard::file(File::H);
const A_FILE: Bitboard = Bitboard::file(File::A);

const FILE: Line = line("file", Direction::North, EIGHTH);
const RANK: Line = line("rank", Direction::East, H_FILE);
const DIAGONAL: Line = line("diagonal", Direction::NorthEast, EIGHTH.union(H_FILE));
const ANTI_DIAGONAL: Line = line("anti-diagonal", Direction::NorthWest, EIGHTH.union(A_FILE));

/// Returns the squares of a line between the blockers of both sides, with the blockers and the
/// slider.
#[inline(always)]
fn between<T: Trace>(line: &Line, from: Square, others: Bitboard, trace: &mut T) -> Bitboard {
    trace.part(line.name);
    let slider = Set("slider", Bitboard::of(from));
    let from = from as u32;
    let (above, below) = (Bitboard(line.up << from), Bitboard(line.down >> (63 - from)));
    let upper = Set("blockers and edge", others | line.upper_edge);
    let upper_ends = trace.set("upper ends", Set("ray up", above) & upper);
    let lower = Set("blockers and edge", others | line.lower_edge);
    let lower_ends = trace.set("lower ends", Set("ray down", below) & lower);
    let back_down = line.down >> (63 - (upper_ends.value().trailing_zeros() & 63));
    let back_down = combine((), "ray down from the lowest of", upper_ends, back_down);
    let back_down = trace.set("back down", back_down);
    let back_up = line.up << (63 - (lower_ends.value().leading_zeros() & 63));
    let back_up = combine((), "ray up from the highest of", lower_ends, back_up);
    let back_up = trace.set("back up", back_up);
    let between = trace.set("between", back_down & back_up);
    // Only shown: the slider is removed once for both lines.
    trace.set("attacked", between & !slider);
    *between
}

#[inline(always)]
fn both<T: Trace>(lines: [&Line; 2], from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let others = occupied.without(from);
    (between(lines[0], from, others, trace) | between(lines[1], from, others, trace)).without(from)
}

silent!(Qbb);

impl Traced for Qbb {
    const CARD: Card = Card {
        title: "QBB",
        people: "Fabio Gobbato",
        year: "2020",
        source: "https://www.chessprogramming.org/QBBEngine",
        documents: &[],
        page: crate::page!("qbb.rs"),
        table_bytes: 0,
        needs: "",
    };

    fn new() -> Option<Qbb> {
        Some(Qbb(()))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        both([&FILE, &RANK], from, occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        both([&DIAGONAL, &ANTI_DIAGONAL], from, occupied, trace)
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        (
            "upper ends",
            "Count the edge of the board as a blocker, so that there is always one. AND keeps \
             those on the ray upwards.",
        ),
        ("lower ends", "The same for the ray downwards."),
        ("back down", "From the nearest blocker above, look back down the line."),
        ("back up", "From the nearest blocker below, look back up the line."),
        (
            "between",
            "Both look over the squares between the two blockers. The slider's own square is among \
             them.",
        ),
        ("attacked", "The slider's own square is removed."),
    ])];
}
