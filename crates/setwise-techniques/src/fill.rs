//! Techniques that fill: whole sets of sliders at once, direction by direction, without a table.
//!
//! | technique | how it fills |
//! |---|---|
//! | [`dumb7`] | a step of one, seven times |
//! | [`kogge_stone`] | steps of one, two and four |
//! | [`fan`] | either of them in lanes, each lane a direction: AVX2, AVX-512, portable |
//! | [`turned`] | either of them in two lanes, the board and the board turned round: SSE2 |
//! | [`byte_lanes`] | a subtraction in each byte, after the line has been laid into one |
//! | `byte_lanes_gfni` | the same for eight directions at once: AVX-512 and GFNI |
//!
//! A fill answers for any number of sliders in the time of one, and knows of each attacked square
//! from which direction it is attacked. So fills have a trait of their own, [`Fills`], and stand
//! as techniques for a single square through [`PerSquare`]. What can be made of them: [`pins`] and
//! [`two_moves`].
//!
//! Choose [`Fill::widest`], at run time, where all sliders of a side are asked
//! for; `kogge-stone` where there is no choosing; for one square, none.
//!
//! # How a fill is put together
//!
//! Dumb7Fill and Kogge-Stone are each said once, for registers of any width. What makes a
//! [`Fills`] of them, from below:
//!
//! ```text
//!  lanes     Lanes      a register of sets, which can step            Sets (an array), X2, X4, X8
//!            Way        how its lanes step: one way, or each its own  Together, Apart
//!            Occluded   a fill over any register and any way          Dumb7, KoggeStone
//!  shell     Shell      CPU features, and the registers they bring    Portable, Sse2, Avx2, Avx512
//!            Work       what runs under those features
//!  in_lanes  Layout     what stands in the lanes                      Turned, Fanned
//!            InLanes    a layout under a shell: a Fills
//! ```
//!
//! So `kogge-stone-avx2` is `InLanes<Fanned<KoggeStone>, Avx2>`, and `InLanes<Fanned<KoggeStone>,
//! Portable>` is the same with SIMD forced off. Without lanes an `Occluded` is a `Fills` itself.
//! The other two fills stand on less: [`byte_lanes`] is a `Fills`, `byte_lanes_gfni` a `Layout`.

pub mod byte_lanes;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub mod byte_lanes_gfni;
pub mod direction_lanes;
pub mod dumb7;
pub mod kogge_stone;
pub mod pins;
pub mod registers;
pub mod reversed_lane;
pub mod sides;
pub mod simd;
#[cfg(test)]
mod tests;
pub mod two_moves;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub mod x86_64;

pub use crate::technique::Fill;

use registers::{Occluded, Register, Sets, Together};
use setwise::attacks::trace::{Expression, Set, Term};
use setwise::attacks::{Card, Silent, Sliders, Trace};
use setwise::{Bitboard, Direction, Square};
use sides::{EachDirection, one_by_one};

/// A way to find the squares that whole sets of sliders attack.
///
/// `empty` are the squares that can be slid over. Whether the sliders are among them makes no
/// difference, because where one slider would stop another, that one slides on.
///
/// `rooks` are all sliders along ranks and files, and `bishops` all along diagonals; queens are in
/// both.
pub trait Fills: Copy + Send + Sync + 'static {
    /// What the fill is, whose it is, and what it needs.
    const CARD: Card;

    /// The fill, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// The squares that some sliders attack in one direction, each step of the way shown to a
    /// trace.
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard;

    /// The squares that some rooks attack, each step of the way shown to a trace.
    #[inline(always)]
    fn trace_rooks<T: Trace>(self, rooks: Bitboard, empty: Bitboard, trace: &mut T) -> Bitboard {
        let rays = along(self, Direction::ROOK, rooks, empty, trace);
        show_union(Direction::ROOK, rays, trace)
    }

    /// The squares that some bishops attack, each step of the way shown to a trace.
    #[inline(always)]
    fn trace_bishops<T: Trace>(
        self,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let rays = along(self, Direction::BISHOP, bishops, empty, trace);
        show_union(Direction::BISHOP, rays, trace)
    }

    /// The squares that any slider of a side attacks, each step of the way shown to a trace.
    #[inline(always)]
    fn trace_sliders<T: Trace>(
        self,
        rooks: Bitboard,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let rooks = Set("by rooks", self.trace_rooks(rooks, empty, trace));
        let bishops = Set("by bishops", self.trace_bishops(bishops, empty, trace));
        trace.part("both");
        *trace.set("attacked", rooks | bishops)
    }

    /// The squares that some sliders attack in one direction.
    #[inline(always)]
    fn attacks(self, direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_attacks(direction, sliders, empty, &mut Silent)
    }

    /// The squares that some rooks attack.
    #[inline(always)]
    fn rooks(self, rooks: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_rooks(rooks, empty, &mut Silent)
    }

    /// The squares that some bishops attack.
    #[inline(always)]
    fn bishops(self, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_bishops(bishops, empty, &mut Silent)
    }

    /// The squares that any slider of a side attacks.
    #[inline(always)]
    fn sliders(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_sliders(rooks, bishops, empty, &mut Silent)
    }

    /// The squares that the sliders of a side attack, for each direction apart, in the order of
    /// [`Direction::ALL`].
    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let [n, e, s, w] = along(self, Direction::ROOK, rooks, empty, &mut Silent);
        let [ne, se, sw, nw] = along(self, Direction::BISHOP, bishops, empty, &mut Silent);
        [n, e, s, w, ne, se, sw, nw]
    }

    /// [`Fills::rays`] of several sides at once: the two of a board, a side and the king as a
    /// queen, or those of many boards. For each direction, a set for each side.
    #[inline(always)]
    fn rays_of<const N: usize>(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        one_by_one::<EachDirection, N>(|side| self.rays(rooks[side], bishops[side], empty[side]))
    }

    /// [`Fills::sliders`] of several sides at once: what each attacks, all directions together.
    #[inline(always)]
    fn sliders_of<const N: usize>(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        let mut attacked = [Bitboard::EMPTY; N];
        for side in 0..N {
            attacked[side] = self.sliders(rooks[side], bishops[side], empty[side]);
        }
        attacked
    }
}

/// Work to be done with a fill that is chosen at run time.
///
/// Rust instantiates [`Task::run`] once for each fill, so inside it the choice costs nothing.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work with one fill.
    fn run<F: Fills>(self, fills: F) -> Self::Output;
}

/// Four directions, one after the other. Not by a loop: each is a constant to its fill.
#[inline(always)]
fn along<F: Fills, T: Trace>(
    fills: F,
    [a, b, c, d]: [Direction; 4],
    sliders: Bitboard,
    empty: Bitboard,
    trace: &mut T,
) -> [Bitboard; 4] {
    [
        ray(fills, a, sliders, empty, trace),
        ray(fills, b, sliders, empty, trace),
        ray(fills, c, sliders, empty, trace),
        ray(fills, d, sliders, empty, trace),
    ]
}

/// One direction, as a part of the trace.
#[inline(always)]
fn ray<F: Fills, T: Trace>(
    fills: F,
    direction: Direction,
    sliders: Bitboard,
    empty: Bitboard,
    trace: &mut T,
) -> Bitboard {
    trace.part(direction.name());
    fills.trace_attacks(direction, sliders, empty, trace)
}

/// Returns the union of the rays of some directions, and shows it as the last part of a trace.
#[inline(always)]
fn show_union<const N: usize, T: Trace>(
    directions: [Direction; N],
    rays: [Bitboard; N],
    trace: &mut T,
) -> Bitboard {
    trace.part("together");
    *trace.set("attacked", Union { directions, rays })
}

/// The union of the rays of some directions.
struct Union<const N: usize> {
    directions: [Direction; N],
    rays: [Bitboard; N],
}

impl<const N: usize> Expression for Union<N> {
    #[inline(always)]
    fn value(&self) -> u64 {
        union(self.rays).0
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        for (index, (direction, ray)) in self.directions.into_iter().zip(self.rays).enumerate() {
            if index > 0 {
                each(Term::Sign("OR"));
            }
            each(Term::Set(direction.name(), ray));
        }
    }
}

#[inline(always)]
fn union<const N: usize>(sets: [Bitboard; N]) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, Bitboard::union)
}

/// An occluded fill as it stands: one set after the other.
impl<O: Occluded> Fills for O {
    const CARD: Card = O::CARD;

    fn new() -> Option<O> {
        Some(O::default())
    }

    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        O::attacks(Together(direction), Sets([sliders]), Sets([empty]), trace).sets()[0]
    }
}

/// A fill as a technique for one slider on one square.
///
/// Its lookups are long, and are inlined all the same: in a caller compiled for AVX2 the compiler
/// does several directions of a plain fill at once. Out of line, Dumb7Fill and Kogge-Stone lost a
/// quarter of perft's speed, and byte lanes a seventh of their lookups.
#[derive(Clone, Copy, Debug)]
pub struct PerSquare<F>(F);

impl<F: Fills> Sliders for PerSquare<F> {
    const CARD: Card = F::CARD;

    type Occupied = Bitboard;

    fn new() -> Option<PerSquare<F>> {
        F::new().map(PerSquare)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_rooks(Bitboard::of(from), !*occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_bishops(Bitboard::of(from), !*occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let queen = Bitboard::of(from);
        self.0.trace_sliders(queen, queen, !*occupied, trace)
    }
}
