//! Counting the legal moves of many positions at once, one position in each SIMD lane.
//!
//! # Overview
//!
//! A perft spends nearly all its time on the last levels, where it counts the moves of positions
//! that differ little. A register of AVX-512 holds eight bitboards, so one instruction does the
//! same step of set algebra for eight positions. That needs a count without branches and tables,
//! the same for every position:
//!
//! * **Fills.** All sliders of a side are moved at once, direction by direction, by a Kogge-Stone
//!   parallel prefix fill. In one direction the attacks of two sliders never overlap, so a
//!   population count of the attacked squares is a count of moves.
//! * **Pins without tables.** A piece is pinned on a line if it is visible from the king in one
//!   direction and from an enemy slider in the opposite direction.
//!
//! ```text
//!  the king's ray east   the rook's fill west   both: pinned
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//!  . K X X X . . .       . . . . X X X r        . . . . X . . .
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//! ```
//!
//! In the picture the king is on b, its knight on e and the enemy rook on h. Each ray ends with the
//! first piece that it meets, and the knight is the end of both.
//!
//! * **Families.** Most moves change the number of the other side's moves by an amount that depends
//!   only on their two squares. All such moves of a parent are one *family*, which is counted at
//!   once: the number of moves in the unchanged parent, times the number of children, plus the
//!   changes. [`CountMode::EachAlone`](crate::CountMode::EachAlone) turns this off.
//! * **Parents in lanes.** The moves of a parent, and which of them are in the family, are found
//!   for eight parents at once by the same fills. Only the other moves are played one by one.
//! * **Checks apart.** A move that gives check is known before it is made. Its child is queued for
//!   a kernel that also finds checkers and the check mask. The few en passant captures are counted
//!   one by one. Without families, children that can have no pinned piece are apart, too.
//!
//! # Files
//!
//! A file imports only from files that are named before it. `lane` is a position: seven words in a
//! queue, thirteen sets in a kernel. `planes` are numbers in bit planes. `reach` finds the squares
//! that a position's pieces can reach, and `threats` the moves that could give check, pin a piece or
//! take a square from a king. `family` decides which moves of a parent are in its family, and
//! `family_count` counts them. `queue` stores positions field by field, each with its owner, the
//! number of the sum that its count is added to; `kernels` count a queue, instantiated for each
//! `backend`. `children` has the queues of children and makes children of parents, `flat` eight at
//! a time with AVX-512, and `each_alone` all children of a position; `queues` are all positions
//! that wait. `parents` goes from the root to the parents, with a hash table or without; `batch`
//! counts many roots together. `docs/lanes.md` explains the method with its costs.
//!
//! # Source
//!
//! Kogge-Stone for chess: Steffan Westcott, 2002. Positions in lanes: Stuart Riffle's Pigeon, 2012,
//! for evaluation. Gerd Isenberg's *Efficient Generation of Sliding Piece Attacks* ends with the
//! wish to revisit these fills "with x86-64 and SIMD instructions in mind".

/// An array of an expression for each direction 0 to 7. The index is a constant in each of the
/// eight copies, which neither a loop nor a closure guarantees.
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

mod backend;
pub(crate) mod batch;
mod children;
mod each_alone;
mod family;
mod family_count;
#[cfg(target_arch = "x86_64")]
mod flat;
mod kernels;
mod lane;
pub(crate) mod parents;
mod planes;
mod queue;
pub(crate) mod queues;
mod reach;
mod threats;

pub use backend::{Backend, BackendError, BackendName};
