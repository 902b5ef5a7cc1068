//! Defines a sliding-attack technique outside the crate, tests it on all cases, and uses it in the
//! move generator.
//!
//! The technique is *Blockers and Beyond*: start with all squares of the lines, and for each
//! blocker remove the squares beyond it.
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

use setwise::attacks::trace::Set;
use setwise::attacks::{Card, Sliders, Trace, rays};
use setwise::perft::bulk;
use setwise::{Bitboard, Direction, Position, Square};
use setwise_techniques::battery;

/// The technique. It needs no CPU features and has no tables of its own.
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
        // A trace draws the steps: each is an expression of sets with names.
        trace.part(direction.name());
        let ray = Set("ray", rays::ray(from, direction));
        let blockers = trace.set("blockers", ray & Set("occupied", occupied));
        let mut reached = Set("reached", *ray);
        for blocker in *blockers {
            let beyond = Set("beyond", rays::ray(blocker, direction));
            reached = trace.set("reached", reached & !beyond);
        }
        attacked |= *reached;
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
    let technique = BlockersAndBeyond::new().expect("it needs no CPU features");
    let cases = battery::run(technique)?;
    println!("{}: correct in all {cases} cases", BlockersAndBeyond::CARD.title);
    let leaves = bulk(&Position::INITIAL, 4, technique);
    println!("perft 4 with it: {leaves}");
    Ok(())
}

#[test]
fn it_passes_the_battery_and_gives_the_right_count() {
    let technique = BlockersAndBeyond::new().expect("it needs no CPU features");
    assert_eq!(battery::run(technique), Ok(battery::CASES));
    assert_eq!(bulk(&Position::INITIAL, 4, technique), 197_281);
}
