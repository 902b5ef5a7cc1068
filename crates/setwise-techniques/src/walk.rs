//! Step until blocked: the definition, as a technique.
//!
//! **Idea.** Start on the slider's square and step in each direction until a step lands on an
//! occupied square or would leave the board.
//!
//! **Cost.** No table; up to 14 steps for a rook, each a test and an unpredictable branch.
//!
//! **When it wins.** Never in speed. Tables are built from the same steps, and tests compare with
//! them.
//!
//! **Literature.** As old as chess programs.

use crate::Card;
use crate::parts::{Join, Joined};
use crate::trace::{Sentences, Set, Term, Trace, Traced, apply, silent};
use setwise::attacks::walk;
use setwise::{Bitboard, Direction, Square};

/// Step until blocked; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Walk(());

silent!(Walk);

impl Traced for Walk {
    const CARD: Card = Card {
        title: "Step until blocked",
        people: "folklore",
        year: "1950s",
        source: "https://www.chessprogramming.org/Sliding_Piece_Attacks",
        documents: &[],
        page: crate::page!("walk.rs"),
        table_bytes: 0,
        needs: "",
    };

    fn new() -> Option<Walk> {
        Some(Walk(()))
    }

    #[inline]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let attacked = walk::rook(from, occupied);
        show(Direction::ROOK, from, occupied, attacked, trace);
        attacked
    }

    #[inline]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let attacked = walk::bishop(from, occupied);
        show(Direction::BISHOP, from, occupied, attacked, trace);
        attacked
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of_parts(
        &["together"],
        &[(
            "attacked",
            "OR unites the parts. Every other technique must agree with this definition.",
        )],
    )];
}

/// Shows the steps in each direction to a trace.
#[inline(always)]
fn show<T: Trace>(
    directions: [Direction; 4],
    from: Square,
    occupied: Bitboard,
    attacked: Bitboard,
    trace: &mut T,
) {
    if trace.is_silent() {
        return;
    }
    let sets = directions.map(|direction| {
        trace.part(direction.name());
        let ray = |occupied| walk::ray(from, direction, occupied);
        trace.say(sentence(ray(Bitboard::EMPTY), ray(occupied), occupied));
        *trace.set("reached", apply("step until", ray, Set("occupied", occupied)))
    });
    trace.part("together");
    let rays = Joined { sign: Join::Or, names: directions.map(Direction::name), sets };
    trace.step(&rays, Term::Set("attacked", attacked));
}

/// Says where a walk along a ray ends.
fn sentence(ray: Bitboard, reached: Bitboard, occupied: Bitboard) -> &'static str {
    match (reached.count(), reached.meets(occupied)) {
        (0, _) => "The piece stands at the edge of the board: there is no square to walk to.",
        (1, true) => "The first square is occupied: the walk ends on it after one step.",
        (_, true) if reached == ray => {
            "Walk from square to square: the last one is occupied, but it is at the edge anyway."
        }
        (_, true) => "Walk from square to square, and stop after the first occupied square.",
        (_, false) => "Walk from square to square to the edge of the board: no square is occupied.",
    }
}
