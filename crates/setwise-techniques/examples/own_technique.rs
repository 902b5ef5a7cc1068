//! A sliding-attack technique from outside the crate: defined, tried on every case there is, and
//! run in the move generator.
//!
//! Here it is *Blockers and Beyond*: start from all squares of the lines, and for each blocker
//! take away what lies beyond it.
//!
//! ```text
//!  lines of d4        occupied           beyond d6, f4      attacked
//!  . . . X . . . .    . . . . . . . .    . . . X . . . .    . . . . . . . .
//!  . . . X . . . .    . . . . . . . .    . . . X . . . .    . . . . . . . .
//!  . . . X . . . .    . . . X . . . .    . . . . . . . .    . . . X . . . .
//!  . . . X . . . .    . X . . . . . .    . . . . . . . .    . . . X . . . .
//!  X X X R X X X X    . . . R . X . .    . . . R . . X X    X X X R X X . .
//!  . . . X . . . .    . . . . . . . .    . . . . . . . .    . . . X . . . .
//!  . . . X . . . .    . . . . . . X .    . . . . . . . .    . . . X . . . .
//!  . . . X . . . .    . . . . . . . .    . . . . . . . .    . . . X . . . .
//! ```

use setwise::attacks::{Card, Sliders, Term, Trace, rays};
use setwise::perft::bulk;
use setwise::{Bitboard, Direction, Position, Square};
use setwise_techniques::battery;

/// The technique. It needs nothing of the CPU and has no tables of its own.
#[derive(Clone, Copy)]
struct BlockersAndBeyond;

/// Returns the squares that a piece attacks that slides in four directions.
#[inline(always)]
fn attacked<T: Trace>(
    directions: [Direction; 4],
    from: Square,
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for direction in directions {
        // What is shown to a trace is what `setwise explain` draws.
        trace.part(direction.name());
        let ray = rays::ray(from, direction);
        let mut reached = ray;
        for blocker in ray & occupied {
            let beyond = rays::ray(blocker, direction);
            reached -= beyond;
            let terms = [Term::Sign("without"), Term::Set("beyond", beyond)];
            trace.set("reached", &terms, reached);
        }
        attacked |= reached;
    }
    attacked
}

impl Sliders for BlockersAndBeyond {
    const CARD: Card = Card {
        people: "folklore",
        source: "https://www.chessprogramming.org/Blockers_and_Beyond",
        ..Card::titled("Blockers and Beyond")
    };

    /// The occupancy in the form that the technique reads.
    type Occupied = Bitboard;

    fn new() -> Option<BlockersAndBeyond> {
        Some(BlockersAndBeyond)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        attacked(Direction::ROOK, from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        attacked(Direction::BISHOP, from, *occupied, trace)
    }
}

fn main() -> Result<(), battery::Mismatch> {
    let technique = BlockersAndBeyond::new().expect("needs nothing of the CPU");
    let cases = battery::run(technique)?;
    println!("{}: right in all {cases} cases", BlockersAndBeyond::CARD.title);
    let leaves = bulk(&Position::INITIAL, 4, technique);
    println!("games of four moves, counted with it: {leaves}");
    Ok(())
}

#[test]
fn it_passes_the_battery_and_counts_right() {
    let technique = BlockersAndBeyond::new().expect("needs nothing of the CPU");
    assert_eq!(battery::run(technique), Ok(battery::CASES));
    assert_eq!(bulk(&Position::INITIAL, 4, technique), 197_281);
}
