//! Defines a sliding-attack technique outside the crate, tests it on all cases, and uses it in the
//! move generator. A technique that also shows its steps implements the trait `Traced` of
//! `setwise_techniques::trace`.
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

use setwise::attacks::{Sliders, rays};
use setwise::{Bitboard, Direction, Position, Square};
use setwise_perft::{CountMode, count_with};
use setwise_techniques::battery;

/// The technique. It needs no CPU features and has no tables of its own.
#[derive(Clone, Copy)]
struct BlockersAndBeyond;

/// Returns the squares that a piece attacks that slides in four directions.
#[inline(always)]
fn attacked(directions: [Direction; 4], from: Square, occupied: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for direction in directions {
        let mut reached = rays::ray(from, direction);
        for blocker in reached & occupied {
            reached -= rays::ray(blocker, direction);
        }
        attacked |= reached;
    }
    attacked
}

impl Sliders for BlockersAndBeyond {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        attacked(Direction::ROOK, from, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        attacked(Direction::BISHOP, from, occupied)
    }
}

fn main() -> Result<(), battery::Mismatch> {
    let cases = battery::run(BlockersAndBeyond)?;
    println!("Blockers and Beyond: correct in all {cases} cases");
    let leaves = count_with(BlockersAndBeyond, &Position::INITIAL, 4, CountMode::Families);
    println!("perft 4 with it: {leaves}");
    Ok(())
}

#[test]
fn it_passes_the_battery_and_gives_the_right_count() {
    assert_eq!(battery::run(BlockersAndBeyond), Ok(battery::CASES));
    assert_eq!(count_with(BlockersAndBeyond, &Position::INITIAL, 4, CountMode::Families), 197_281);
}
