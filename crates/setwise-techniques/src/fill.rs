//! Techniques that fill: whole sets of sliders at once, direction by direction, without a table.
//!
//! | technique | how it fills |
//! |---|---|
//! | [`dumb7`] | one step, seven times |
//! | [`kogge_stone`] | steps of one, two and four |
//! | [`direction_lanes`] | either of these for all directions at once: AVX2, AVX-512, portable |
//!
//! A fill takes as long for many sliders as for one, and gives the attacked squares of each
//! direction separately. So fills have a trait of their own, [`Fills`]. [`PerSquare`] makes a
//! technique for one slider of a fill. [`pins`] and [`two_moves`] are computed with fills.
//!
//! To find what all sliders of a side attack, choose [`Fill::widest`] at run time, or `kogge-stone`
//! if the choice must be made at compile time. For one slider, other techniques are faster.
//!
//! # Structure
//!
//! Dumb7Fill and Kogge-Stone are each written once, as an [`Occluded`] fill of an array of
//! [`Words`]. The words are one set, the sets of several sides ([`Sides`]), or one set for each
//! direction ([`direction_lanes`]). [`Simd`] compiles a fill for CPU features, so that the compiler
//! puts the arrays into wide registers: `kogge-stone-avx2` is `Simd<Shifted<KoggeStone>, Avx2>`.

pub mod direction_lanes;
pub mod dumb7;
pub mod kogge_stone;
mod occluded;
pub mod pins;
mod simd;
#[cfg(test)]
mod tests;
pub mod two_moves;

pub use crate::technique::Fill;
pub use occluded::Occluded;
pub use simd::Simd;

use crate::Card;
use crate::parts::{Join, Joined};
use crate::trace::{Set, Silent, Trace, Traced, combine, silent};
use setwise::words::Words;
use setwise::{Bitboard, Direction, Square};

/// The sliders of several sides, and the empty squares that they move over, by side.
///
/// The sides are the two of a board, a side and the enemy's king as a queen, or the sides of many
/// boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides<const N: usize> {
    /// All sliders along ranks and files.
    pub rooks: [Bitboard; N],
    /// All sliders along diagonals; queens are in both.
    pub bishops: [Bitboard; N],
    /// The empty squares.
    pub empty: [Bitboard; N],
}

/// A technique that finds the squares that whole sets of sliders attack.
///
/// `empty` are the squares that sliders move over. Whether the sliders' own squares are among them
/// makes no difference: where one slider stops another, that one attacks the same squares behind.
///
/// `rooks` are all sliders along ranks and files, and `bishops` all along diagonals. Queens are in
/// both.
pub trait Fills: Copy + Send + Sync + 'static {
    /// The description of the fill.
    const CARD: Card;

    /// Whether [`rays`](Fills::rays) finds all directions at once. Then a trace shows the attacked
    /// squares of each direction, and no steps.
    const AT_ONCE: bool = false;

    /// Returns the fill, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// Returns the squares that sliders attack in one direction, and shows each step to a trace.
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard;

    /// Returns the squares that sliders attack in four directions, the directions of rooks or of
    /// bishops, and shows each step to a trace.
    #[inline(always)]
    fn trace_piece<T: Trace>(
        self,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let rays = if Self::AT_ONCE {
            let rays = self.rays(sliders, sliders, empty);
            let [a, b, c, d] = directions;
            let rays = [rays[a as usize], rays[b as usize], rays[c as usize], rays[d as usize]];
            show_at_once(directions, [sliders; 4], empty, rays, trace);
            rays
        } else {
            along(self, directions, sliders, empty, trace)
        };
        show_union(directions, rays, trace)
    }

    /// Returns the squares that all sliders of a side attack, and shows each step to a trace.
    #[inline(always)]
    fn trace_sliders<T: Trace>(
        self,
        rooks: Bitboard,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if Self::AT_ONCE {
            let (r, b, rays) = (rooks, bishops, self.rays(rooks, bishops, empty));
            show_at_once(Direction::ALL, [r, r, r, r, b, b, b, b], empty, rays, trace);
            return show_union(Direction::ALL, rays, trace);
        }
        let rooks = Set("by rooks", self.trace_piece(Direction::ROOK, rooks, empty, trace));
        let bishops = self.trace_piece(Direction::BISHOP, bishops, empty, trace);
        let bishops = Set("by bishops", bishops);
        trace.part("both");
        trace.say(
            "OR unites what the pieces attack along ranks and files with what they attack along \
             diagonals.",
        );
        *trace.set("attacked", rooks | bishops)
    }

    /// Returns the squares that sliders attack in one direction.
    #[inline(always)]
    fn attacks(self, direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_attacks(direction, sliders, empty, &mut Silent)
    }

    /// Returns the squares that rooks attack.
    #[inline(always)]
    fn rooks(self, rooks: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_piece(Direction::ROOK, rooks, empty, &mut Silent)
    }

    /// Returns the squares that bishops attack.
    #[inline(always)]
    fn bishops(self, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_piece(Direction::BISHOP, bishops, empty, &mut Silent)
    }

    /// Returns the squares that all sliders of a side attack.
    #[inline(always)]
    fn sliders(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        self.trace_sliders(rooks, bishops, empty, &mut Silent)
    }

    /// Returns the squares that the sliders of a side attack in each direction, in the order of
    /// [`Direction::ALL`].
    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let [n, e, s, w] = along(self, Direction::ROOK, rooks, empty, &mut Silent);
        let [ne, se, sw, nw] = along(self, Direction::BISHOP, bishops, empty, &mut Silent);
        [n, e, s, w, ne, se, sw, nw]
    }

    /// Returns the [`rays`](Fills::rays) of several sides: for each direction, a set for each side.
    ///
    /// The sides are the two of a board, a side and a king as a queen, or the sides of many boards.
    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        let Sides { rooks, bishops, empty } = sides;
        let mut rays_of = [[Bitboard::EMPTY; N]; 8];
        for side in 0..N {
            let rays = self.rays(rooks[side], bishops[side], empty[side]);
            for (of_direction, ray) in rays_of.iter_mut().zip(&rays) {
                of_direction[side] = *ray;
            }
        }
        rays_of
    }

    /// Returns the squares that the [`sliders`](Fills::sliders) of several sides attack: a set for
    /// each side.
    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        let Sides { rooks, bishops, empty } = sides;
        let mut attacked = [Bitboard::EMPTY; N];
        for side in 0..N {
            attacked[side] = self.sliders(rooks[side], bishops[side], empty[side]);
        }
        attacked
    }
}

/// Returns the sliders and the empty squares that they pass in one direction, without the blockers:
/// the occluded fill.
///
/// One step further are the squares that they attack.
///
/// ```
/// use setwise::{Bitboard, Direction, Square};
/// use setwise_techniques::fill::occluded;
///
/// // Two rooks, and a piece on a4.
/// let rooks = Bitboard::of(Square::A1).with(Square::H1);
/// let empty = !rooks.with(Square::A4);
/// let filled = occluded(Direction::North, rooks, empty);
/// assert_eq!(filled, rooks.with(Square::A2).with(Square::A3) | Bitboard::file(setwise::File::H));
/// assert!(filled.shift(Direction::North).contains(Square::A4));
/// ```
pub fn occluded(direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    let [filled] = Words([sliders]).fill(direction, Words([empty])).0;
    filled
}

/// Work to be done with a fill that is chosen at run time.
///
/// Rust instantiates [`WithFills::run`] once for each fill, so inside it the choice costs nothing.
pub trait WithFills {
    /// The result of the work.
    type Output;

    /// Does the work with one fill.
    fn run<F: Fills>(self, fills: F) -> Self::Output;
}

/// Returns the attacks in four directions, found one after the other, each as a part of the trace.
// Not by a loop: each direction is a constant to its fill.
#[inline(always)]
fn along<F: Fills, T: Trace>(
    fills: F,
    directions: [Direction; 4],
    sliders: Bitboard,
    empty: Bitboard,
    trace: &mut T,
) -> [Bitboard; 4] {
    if !trace.is_silent() {
        return shown_along(fills, directions, sliders, empty, trace);
    }
    let [a, b, c, d] = directions;
    [
        fills.attacks(a, sliders, empty),
        fills.attacks(b, sliders, empty),
        fills.attacks(c, sliders, empty),
        fills.attacks(d, sliders, empty),
    ]
}

/// Does the same where steps are shown: there speed does not matter, and one instance serves all.
#[inline(never)]
fn shown_along<F: Fills>(
    fills: F,
    directions: [Direction; 4],
    sliders: Bitboard,
    empty: Bitboard,
    mut trace: &mut dyn Trace,
) -> [Bitboard; 4] {
    let mut rays = [Bitboard::EMPTY; 4];
    for (ray, direction) in rays.iter_mut().zip(directions) {
        trace.part(direction.name());
        *ray = fills.trace_attacks(direction, sliders, empty, &mut trace);
    }
    rays
}

/// Returns the union of the rays of some directions, and shows it as the last part of a trace.
#[inline(always)]
fn show_union<const N: usize, T: Trace>(
    directions: [Direction; N],
    rays: [Bitboard; N],
    trace: &mut T,
) -> Bitboard {
    trace.part("together");
    let names = directions.map(Direction::name);
    trace.say("OR unites the parts.");
    *trace.set("attacked", Joined { sign: Join::Or, names, sets: rays })
}

/// Shows the attacked squares of each direction to a trace, where there are no steps to show.
#[inline(always)]
fn show_at_once<const N: usize, T: Trace>(
    directions: [Direction; N],
    sliders: [Bitboard; N],
    empty: Bitboard,
    rays: [Bitboard; N],
    trace: &mut T,
) {
    for (i, direction) in directions.into_iter().enumerate() {
        trace.part(direction.name());
        let (sliders, empty) = (Set("sliders", sliders[i]), Set("empty", empty));
        trace.say(
            "Registers of several words fill several directions at once. The lessons on `dumb7` \
             and `kogge-stone` show the steps of one direction.",
        );
        trace.set("attacked", combine(sliders, "filled over", empty, rays[i].0));
    }
}

/// A fill as a technique for one slider on one square.
///
/// Its lookups are long, and are inlined all the same: in a caller compiled for AVX2 the compiler
/// does several directions of a plain fill at once.
#[derive(Clone, Copy, Debug)]
pub struct PerSquare<F>(F);

silent!(PerSquare<F> where F: Fills);

impl<F: Fills> Traced for PerSquare<F> {
    const CARD: Card = F::CARD;

    fn new() -> Option<PerSquare<F>> {
        F::new().map(PerSquare)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_piece(Direction::ROOK, Bitboard::of(from), !occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_piece(Direction::BISHOP, Bitboard::of(from), !occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let queen = Bitboard::of(from);
        self.0.trace_sliders(queen, queen, !occupied, trace)
    }
}
