//! Counting in lanes: the legal moves of many positions at once, one position a lane.
//!
//! A perft spends nearly all its time on the last levels, counting the moves of positions that are
//! brothers and cousins. The registers of AVX-512 hold eight words of 64 bits, and a bitboard is a
//! word: the same step of set algebra, done for eight positions in one instruction. What makes
//! this possible is a way to count without a branch and without a table, for every position alike:
//!
//! * **Fills.** Sliders are moved all at once, direction by direction, by Kogge-Stone's parallel
//!   prefix; in one direction the attacks of two sliders never overlap, so a count of bits is a
//!   count of moves.
//! * **Pins without tables.** A man is pinned on a line if the king sees it in one direction and an
//!   enemy slider sees it in the opposite one.
//!
//! ```text
//!  king's ray east    rook's fill west   both: pinned
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . K X X X . . .    . . . . X X X r    . . . . X . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .
//! ```
//!
//! The king stands on b, his knight on e and the rook on h: each ray ends with the first man it
//! meets, and the knight is the end of both.
//!
//! * **Families.** Most moves change what the other side can do by a number that depends on their
//!   two squares alone. All such moves of a parent are one family, counted by the moves that there
//!   would be if nobody had moved, and the sum of the changes. [`Lanes::each_alone`] leaves this out.
//! * **Parents in lanes.** What moves a parent has and which of them are additive is found for eight
//!   parents at once, by the same fills. Only the other moves are handed out, one by one.
//! * **Check apart.** A move that gives check is known before it is made, so only its child waits in
//!   lanes that ask who gives check and what stops it. The few captures en passant are counted one
//!   by one.
//!
//! From below: a `lane` is a position in eleven words, and `reach` finds where its men can go, in
//! plain Rust. `additive` tells which moves of a parent make its family, and `difference` counts
//! it, by numbers of all squares at once in bit `planes`. What waits in a `queue` stands in `rows`,
//! field by field, and compilers turn the loop over them into lanes; what waits is `parents` or
//! `singles`, which `children` makes of what the parents leave, and which are all in `queues`.
//! `walk` leads from the root to the parents; `checks` knows which moves give check. What each
//! kernel is compiled for is the [`Backend`]; `remembered` counts with a [table](super::hash). How
//! it was found, what it costs and how far it is from what the CPU could do is told in
//! `docs/lanes.md`.
//!
//! **Source.** Kogge-Stone for chess: Steffan Westcott, 2002; positions in lanes: Stuart Riffle's
//! Pigeon, 2012, for evaluation. Gerd Isenberg's *Efficient Generation of Sliding Piece Attacks*
//! ends with the wish to revisit these fills "with x86-64 and SIMD instructions in mind".

/// Something for each of eight cases. Not by a loop or a closure: each is a constant where it is
/// used, whatever the compiler leaves out of line.
macro_rules! eight {
    ($i:ident => $of:expr) => {
        [
            eight!($i = 0, $of),
            eight!($i = 1, $of),
            eight!($i = 2, $of),
            eight!($i = 3, $of),
            eight!($i = 4, $of),
            eight!($i = 5, $of),
            eight!($i = 6, $of),
            eight!($i = 7, $of),
        ]
    };
    ($i:ident = $value:literal, $of:expr) => {{
        let $i = $value;
        $of
    }};
}

mod additive;
mod backend;
mod checks;
mod children;
mod difference;
mod kinds;
mod lane;
mod origins;
mod parents;
mod pins;
mod planes;
mod queue;
mod queues;
mod reach;
#[cfg(feature = "std")]
mod remembered;
mod rows;
mod seen;
mod singles;
mod sums;
mod walk;
mod zone;

use super::bulk::{bulk, of_words};
use crate::moves::castled;
use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Position, rays};
pub use backend::Backend;

use lane::Castling;
use parents::Parent;
use queue::Queue;
use queues::Queues;
use singles::Single;
use sums::Sums;

/// A count in lanes.
///
/// ```
/// use setwise::perft::lanes::{Backend, Lanes};
/// use setwise::{Position, techniques};
///
/// let lanes = Lanes::on(Backend::widest());
/// assert_eq!(lanes.count(&Position::INITIAL, 4, techniques::DEFAULT), Some(197_281));
/// assert_eq!(lanes.each_alone().count(&Position::INITIAL, 3, techniques::DEFAULT), Some(8_902));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    backend: Backend,
    families: bool,
}

impl Lanes {
    /// With a back-end; siblings are counted as families where they can be.
    pub fn on(backend: Backend) -> Lanes {
        Lanes { backend, families: true }
    }

    /// Every position of the last level is counted by itself.
    #[must_use]
    pub fn each_alone(self) -> Lanes {
        Lanes { families: false, ..self }
    }

    /// How many sequences of `depth` legal moves there are from a position, those of the last
    /// level counted in lanes; `None` if this CPU cannot run the back-end.
    ///
    /// The technique is that of the generator above the last two levels.
    pub fn count<S: Sliders>(self, position: &Position, depth: u32, sliders: S) -> Option<u128> {
        self.count_by(position, depth, sliders, walk::count)
    }

    /// Counts at least two levels one way, and fewer in bulk.
    fn count_by<S: Sliders>(
        self,
        position: &Position,
        depth: u32,
        sliders: S,
        count: impl Fn(Node<S>, u32, &Queues) -> u64,
    ) -> Option<u128> {
        let counts = [Color::White, Color::Black].map(|us| {
            Some((
                self.backend.count::<Parent>(us)?,
                self.backend.count::<Single<false>>(us)?,
                self.backend.count::<Single<true>>(us)?,
            ))
        });
        let [Some(white), Some(black)] = counts else { return None };
        Some(of_words(position, depth, &|position, depth| {
            if depth < 2 {
                // A position has at most 415 moves.
                return bulk(position, depth, sliders) as u64;
            }
            // Who moves on the last level.
            let us = if depth % 2 == 1 { position.turn() } else { !position.turn() };
            let castlings = [us, !us].map(|color| castlings(position, color));
            let (parents, single, in_check) = if us == Color::White { white } else { black };
            let queues = Queues {
                parents: Queue::new(castlings, parents),
                singles: [single, in_check].map(|count| Queue::new(castlings, count)),
                sums: Sums::new(),
                us,
                families: self.families,
            };
            count(Node::new(*position, sliders), depth, &queues)
        }))
    }
}

/// What castling takes of a side, with each rook that may at the root.
fn castlings(position: &Position, us: Color) -> [Castling; 2] {
    let mut all = [Castling::default(); 2];
    let king = position.king(us);
    let rooks = position.castling() & position.board().color(us);
    for (castling, rook) in all.iter_mut().zip(rooks) {
        let to = castled(king, rook);
        let kings_way = rays::between(king, to.king).with(to.king).with(king);
        let rooks_way = rays::between(rook, to.rook).with(to.rook);
        *castling =
            Castling { rook: Bitboard::of(rook), way: kings_way | rooks_way, safe: kings_way };
    }
    all
}
