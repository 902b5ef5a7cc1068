//! Techniques that fill: whole sets of sliders at once, direction by direction, without a table.
//!
//! | technique | how it fills |
//! |---|---|
//! | [`dumb7`] | one step, seven times |
//! | [`kogge_stone`] | steps of one, two and four |
//!
//! A fill takes as long for many sliders as for one, and gives the attacked squares of each
//! direction separately. So fills have a trait of their own, [`Fills`]. [`PerSquare`] makes a
//! technique for one slider of a fill. [`pins`] and [`two_moves`] are computed with fills.
//!
//! To find what all sliders of a side attack, use [`Fill::run`], which takes the widest registers of
//! the CPU, or [`kogge_stone::KoggeStone`] if the choice must be made at compile time. For one
//! slider, other techniques are faster.
//!
//! # Structure
//!
//! Dumb7Fill and Kogge-Stone are each written once, as an [`Occluded`] fill of an array of
//! [`Words`]. The words are one set, the sets of several sides ([`Sides`]),
//! or one set for each direction ([`direction_lanes`]). [`Simd`] compiles a fill for CPU features,
//! so that the compiler puts the arrays into wide registers: `Simd<Shifted<KoggeStone>, Avx2>`.

pub mod direction_lanes;
pub mod dumb7;
pub mod kogge_stone;
mod occluded;
pub mod pins;
mod simd;
#[cfg(test)]
mod tests;
pub mod two_moves;

pub use occluded::Occluded;
pub use simd::Simd;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::cpu_features::{Avx2, Avx512};
use crate::parts::{Join, Joined};
use crate::trace::{Sentences, Set, Silent, Spoken, Trace, Traced, silent};
use crate::words::Words;
use crate::{Card, Technique};
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

/// A fill of whole sets of sliders.
///
/// `empty` are the squares that sliders move over. Whether a slider's own square is among them makes
/// no difference: a slider that another one stops attacks the same squares behind itself.
///
/// `rooks` are all sliders along ranks and files, and `bishops` all along diagonals. Queens are in
/// both. The methods must be `#[inline(always)]`.
pub trait Fills: Copy + Send + Sync + 'static {
    /// Returns the fill, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// Returns the [`rays`](Fills::rays) of several sides: for each direction, a set for each side.
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8];

    /// Returns the squares that the sliders of a side attack in each direction, in the order of
    /// [`Direction::ALL`].
    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let side = Sides { rooks: [rooks], bishops: [bishops], empty: [empty] };
        let [n, e, s, w, ne, se, sw, nw] = self.rays_of(&side);
        [n[0], e[0], s[0], w[0], ne[0], se[0], sw[0], nw[0]]
    }

    /// Returns the squares that sliders attack in one direction.
    #[inline(always)]
    fn attacks(self, direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
        self.rays(sliders, sliders, empty)[direction as usize]
    }

    /// Returns the squares that rooks attack.
    #[inline(always)]
    fn rooks(self, rooks: Bitboard, empty: Bitboard) -> Bitboard {
        self.sliders(rooks, Bitboard::EMPTY, empty)
    }

    /// Returns the squares that bishops attack.
    #[inline(always)]
    fn bishops(self, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        self.sliders(Bitboard::EMPTY, bishops, empty)
    }

    /// Returns the squares that all sliders of a side attack.
    #[inline(always)]
    fn sliders(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        let [n, e, s, w, ne, se, sw, nw] = self.rays(rooks, bishops, empty);
        n | e | s | w | ne | se | sw | nw
    }

    /// Returns the squares that the [`sliders`](Fills::sliders) of several sides attack: a set for
    /// each side.
    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        let [n, e, s, w, ne, se, sw, nw] = self.rays_of(sides).map(Words);
        (n | e | s | w | ne | se | sw | nw).0
    }
}

/// A set-wise fill by name, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// [`dumb7`]
    Dumb7,
    /// [`kogge_stone`]
    KoggeStone,
}

impl Fill {
    /// Both fills, starting with the simpler one.
    pub const ALL: [Fill; 2] = [Fill::Dumb7, Fill::KoggeStone];

    /// Returns the fill as a technique for a single slider.
    pub const fn technique(self) -> Technique {
        match self {
            Fill::Dumb7 => Technique::Dumb7,
            Fill::KoggeStone => Technique::KoggeStone,
        }
    }

    /// Does a task with the fill in the widest registers of this CPU: eight lanes of AVX-512, four
    /// of AVX2, or one set after the other.
    ///
    /// The widest is the fastest ([`direction_lanes`] says where), with one exception: for one side
    /// at a time, in code that is itself compiled for AVX2, Kogge-Stone without lanes is faster than
    /// with AVX2.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    /// use setwise_techniques::fill::{Fill, Fills, WithFills};
    ///
    /// /// The number of squares that some rooks attack on a board with nothing else.
    /// struct Attacked(Bitboard);
    ///
    /// impl WithFills for Attacked {
    ///     type Output = u32;
    ///
    ///     fn run<F: Fills>(self, fills: F) -> u32 {
    ///         fills.rooks(self.0, !self.0).count()
    ///     }
    /// }
    /// let rooks = Bitboard::of(Square::A1).with(Square::H1);
    /// assert_eq!(Fill::KoggeStone.run(Attacked(rooks)), 22);
    /// ```
    pub fn run<T: WithFills>(self, task: T) -> T::Output {
        match self {
            Fill::Dumb7 => widest::<dumb7::Dumb7, T>(task),
            Fill::KoggeStone => widest::<kogge_stone::KoggeStone, T>(task),
        }
    }

    /// Returns the squares that sliders attack in one direction, and shows each step to a trace.
    pub fn trace(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut dyn Trace,
    ) -> Bitboard {
        match self {
            Fill::Dumb7 => spoken::<dumb7::Dumb7>(direction, sliders, empty, trace),
            Fill::KoggeStone => spoken::<kogge_stone::KoggeStone>(direction, sliders, empty, trace),
        }
    }
}

fn widest<O: Occluded, T: WithFills>(task: T) -> T::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(fills) = Simd::<direction_lanes::Rotated<O>, Avx512>::new() {
        return task.run(fills);
    } else if let Some(fills) = Simd::<direction_lanes::Shifted<O>, Avx2>::new() {
        return task.run(fills);
    }
    task.run(O::default())
}

fn spoken<O: Occluded>(
    direction: Direction,
    sliders: Bitboard,
    empty: Bitboard,
    trace: &mut dyn Trace,
) -> Bitboard {
    let trace = &mut Spoken::new(PerSquare::<O>::SENTENCES, direction.name(), trace);
    occluded::along::<O, 1, _>(direction, [sliders], [empty], trace).0[0]
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

/// A fill as a technique for one slider on one square.
///
/// Its lookups are long, and are inlined all the same: in a caller compiled for AVX2 the compiler
/// does several directions at once.
#[derive(Clone, Copy, Debug)]
pub struct PerSquare<O>(O);

silent!(PerSquare<O> where O: Occluded);

impl<O: Occluded> PerSquare<O> {
    /// Returns the squares that sliders attack in four directions, found one after the other, each
    /// as a part of the trace.
    // Not by a loop: each direction is a constant to its fill.
    #[inline(always)]
    fn trace_piece<T: Trace>(
        self,
        directions: [Direction; 4],
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let (sliders, empty) = ([Bitboard::of(from)], [!occupied]);
        let rays = if trace.is_silent() {
            let [a, b, c, d] = directions;
            [
                occluded::along::<O, 1, _>(a, sliders, empty, &mut Silent).0[0],
                occluded::along::<O, 1, _>(b, sliders, empty, &mut Silent).0[0],
                occluded::along::<O, 1, _>(c, sliders, empty, &mut Silent).0[0],
                occluded::along::<O, 1, _>(d, sliders, empty, &mut Silent).0[0],
            ]
        } else {
            shown_along::<O>(directions, sliders, empty, trace)
        };
        trace.part("together");
        let names = directions.map(Direction::name);
        *trace.set("attacked", Joined { sign: Join::Or, names, sets: rays })
    }
}

/// Returns the squares attacked in four directions where steps are shown: there speed does not
/// matter, and one instance serves all.
#[inline(never)]
fn shown_along<O: Occluded>(
    directions: [Direction; 4],
    sliders: [Bitboard; 1],
    empty: [Bitboard; 1],
    mut trace: &mut dyn Trace,
) -> [Bitboard; 4] {
    directions.map(|direction| {
        trace.part(direction.name());
        occluded::along::<O, 1, _>(direction, sliders, empty, &mut trace).0[0]
    })
}

impl<O: Occluded> Traced for PerSquare<O> {
    const CARD: Card = O::CARD;
    const SENTENCES: &'static [Sentences] = &[
        Sentences::of_parts(&["together"], &[("attacked", "OR unites the parts.")]),
        Sentences::of_parts(
            &["both"],
            &[(
                "attacked",
                "OR unites what the pieces attack along ranks and files with what they attack \
                 along diagonals.",
            )],
        ),
        occluded::UP_AND_DOWN,
        occluded::ATTACKED,
        O::SENTENCES,
    ];

    fn new() -> Option<PerSquare<O>> {
        Some(PerSquare(O::default()))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.trace_piece(Direction::ROOK, from, occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.trace_piece(Direction::BISHOP, from, occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let rooks = Set("by rooks", self.trace_rook(from, occupied, trace));
        let bishops = Set("by bishops", self.trace_bishop(from, occupied, trace));
        trace.part("both");
        *trace.set("attacked", rooks | bishops)
    }
}
