//! QBB: rays made by shifting a constant, and cut by the rays that come back from the blockers.
//!
//! **Idea.** A ray needs no table: the long diagonal, shifted until it begins on the slider, is its
//! ray to the north-east, and some stray bits that have come in again on the other side. All squares
//! of the edges on which rays of that direction end are counted among the blockers. So a bit scan
//! always finds where the ray ends, and finds it before a stray bit. The same is done in the other
//! direction. From each end the constant then goes back, and what the two share is the line between
//! them. For the bishop on b4, with a blocker on d6 (and a stray bit on h1):
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
//! The slider is taken out of the occupancy first and out of the answer last. One that stands on the
//! edge where a ray ends is its end itself.
//!
//! **Cost.** No table, but constants: a line takes four shifts, five other operations and two bit
//! scans.
//!
//! **When it wins.** Where tables are dear and shifts and bit scans are cheap, as on GPUs; and with
//! AVX-512, which does both in lanes.
//!
//! **Literature.** Fabio Gobbato, QBBEngine, a didactic engine, by 2020;
//! <https://www.chessprogramming.org/QBBEngine>.

use setwise::attacks::trace::{Expression, Set, combine};
use setwise::attacks::walk;
use setwise::attacks::{Card, Sliders, Trace};
use setwise::{Bitboard, Direction, File, Rank, Square};

/// QBB's way; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Qbb(());

/// The constants of one of the four lines.
struct Line {
    name: &'static str,
    /// The longest ray in the positive direction, moved down to begin on a1.
    up: u64,
    /// The same in the negative direction, moved up to begin on h8.
    down: u64,
    upper_edge: Bitboard,
    lower_edge: Bitboard,
}

/// The constants of a line whose positive direction ends on a rank or on a file.
const fn line(name: &'static str, up: Direction, upper_edge: Bitboard) -> Line {
    // The rays that begin on the rank and file opposite: of those the one that ends in a corner.
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

/// The squares of a line between the blockers of both sides, they and the slider among them.
#[inline(always)]
fn between<T: Trace>(line: &Line, from: Square, others: Bitboard, trace: &mut T) -> Bitboard {
    trace.part(line.name);
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
    *trace.set("between", back_down & back_up)
}

#[inline(always)]
fn both<T: Trace>(lines: [&Line; 2], from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let others = occupied.without(from);
    (between(lines[0], from, others, trace) | between(lines[1], from, others, trace)).without(from)
}

impl Sliders for Qbb {
    const CARD: Card = Card {
        title: "QBB",
        people: "Fabio Gobbato",
        year: "2020",
        source: "https://www.chessprogramming.org/QBBEngine",
        documents: &[],
        table_bytes: 0,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Qbb> {
        Some(Qbb(()))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        both([&FILE, &RANK], from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        both([&DIAGONAL, &ANTI_DIAGONAL], from, *occupied, trace)
    }
}
