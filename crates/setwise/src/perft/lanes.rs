//! Counting in lanes: the legal moves of many positions at once, one position a lane.
//!
//! A perft spends nearly all its time on the last level, counting the moves of positions that are
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
//! * **One color.** For Black the boards are turned upside down, so that the lanes always play north.
//! * **Nobody in check.** A move that gives check is known before it is made, and its child, with
//!   the few that have an en passant capture, is counted one by one; the lanes need no check mask.
//! * **Calm moves once.** After a quiet move that touches nothing the other side can see, that side
//!   has the moves that it would have had anyway. Such children are counted once, with a weight.
//!
//! `kernel` counts one position, in plain Rust; `pending` holds the positions field by field, and
//! compilers turn its loop into lanes; `children` writes the children of a node there; `calm` says
//! which moves are calm. The kernel is compiled for each [`Backend`].
//!
//! **Source.** Kogge-Stone for chess: Steffan Westcott, 2002; positions in lanes: Stuart Riffle's
//! Pigeon, 2012, for evaluation. Gerd Isenberg's *Efficient Generation of Sliding Piece Attacks*
//! ends with the wish to revisit these fills "with x86-64 and SIMD instructions in mind".
#![allow(unsafe_code, reason = "calls into functions with CPU features")]

mod calm;
mod children;
mod kernel;
mod pending;

use super::bulk::{below, bulk, of_words};
use crate::dispatch::{self, Level};
use crate::moves::castled;
use crate::node::Node;
use crate::sliders::Sliders;
use crate::sliders::erased::Erased;
use crate::{Bitboard, Color, Position, rays};
use children::seen;
use kernel::Castling;
use pending::{Pending, Rows};

/// The instructions that count the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Eight lanes a register.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512,
    /// Four lanes a register.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    /// As many as the compiler finds for the target that the crate is built for.
    Portable,
}

/// Counts the lanes.
type Count = fn(&Rows, &[Castling; 2]) -> u64;

impl Backend {
    /// All of this build, the widest first.
    pub const ALL: &[Backend] = &[
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Backend::Avx512,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Backend::Avx2,
        Backend::Portable,
    ];

    /// The name in the command, such as `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => "avx512",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => "avx2",
            Backend::Portable => "portable",
        }
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        self.count().is_some()
    }

    /// The back-end that is faster on this CPU than counting one position after the other with the
    /// fastest technique, if there is one.
    pub fn faster() -> Option<Backend> {
        let widest = Backend::widest();
        (widest != Backend::Portable).then_some(widest)
    }

    /// The widest that this CPU can run.
    pub fn widest() -> Backend {
        let available = |backend: &Backend| backend.is_available();
        Backend::ALL.iter().copied().find(available).unwrap_or(Backend::Portable)
    }

    fn count(self) -> Option<Count> {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => x86_64::avx512(),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => x86_64::avx2(),
            Backend::Portable => Some(Rows::count),
        }
    }
}

/// How many sequences of `depth` legal moves there are from a position, those of the last level
/// counted in lanes; `None` if this CPU cannot run the back-end.
///
/// The technique is that of the generator above the last two levels.
///
/// ```
/// use setwise::perft::lanes::{Backend, lanes};
/// use setwise::{Position, techniques};
///
/// let leaves = lanes(&Position::INITIAL, 4, techniques::DEFAULT, Backend::widest());
/// assert_eq!(leaves, Some(197_281));
/// ```
pub fn lanes<S: Sliders>(
    position: &Position,
    depth: u32,
    sliders: S,
    backend: Backend,
) -> Option<u128> {
    let counted = backend.count()?;
    Some(of_words(position, depth, &|position, depth| {
        if depth < 2 {
            // A position has at most 415 moves.
            return bulk(position, depth, sliders) as u64;
        }
        // Who moves on the last level.
        let us = if depth % 2 == 1 { position.turn() } else { !position.turn() };
        let pending = &Pending::new(castlings(position, us), counted);
        let walk = Walk { node: Node::new(*position, sliders), depth, pending };
        let alone = dispatch::run_or(walk, |_| {
            let node = Node::new(*position, Erased::of(sliders));
            dispatch::baseline(Walk { node, depth, pending })
        });
        alone + pending.finish()
    }))
}

/// The kernel, compiled for the instructions of x86-64.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64 {
    use super::{Castling, Count, Rows};

    macro_rules! kernel {
        ($(#[$doc:meta])* $name:ident $enable:literal = $($feature:tt)*) => {
            $(#[$doc])*
            pub(super) fn $name() -> Option<Count> {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn with_features(rows: &Rows, castling: &[Castling; 2]) -> u64 {
                    rows.count(castling)
                }
                let has_all = true $(&& std::arch::is_x86_feature_detected!($feature))*;
                // SAFETY: the CPU has every feature that the function was compiled for.
                has_all.then_some(|rows, castling| unsafe { with_features(rows, castling) })
            }
        };
    }

    kernel! {
        /// Eight lanes; the compiler needs `vpopcntq`, and takes `vpternlogq` for two steps of logic.
        avx512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
            = "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq"
    }

    kernel! {
        /// Four lanes, counted by a table of four bits in `vpshufb`.
        avx2 "avx2" = "avx2"
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
        *castling = Castling {
            rook: seen(Bitboard::of(rook), us),
            way: seen(kings_way | rooks_way, us),
            safe: seen(kings_way, us),
        };
    }
    all
}

struct Walk<'p, S: Sliders> {
    node: Node<S>,
    depth: u32,
    pending: &'p Pending,
}

impl<S: Sliders> Level for Walk<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) -> u64 + Copy) -> u64 {
        let Walk { node, depth, pending } = self;
        if depth == 2 {
            return children::count(&node, pending);
        }
        below(&node, |next| descend(Walk { node: next, depth: depth - 1, pending }))
    }
}
