//! A fill as the lanes of a register do it, under the CPU features of a shell.

use super::shell::{Shell, Work};
use super::{Fills, one_by_one, together};
use setwise::attacks::{Card, Term, Trace};
use setwise::{Bitboard, Direction};

/// What the lanes of a register hold, for a shell that has such registers.
pub trait Layout<S: Shell>: Copy + Send + Sync + 'static {
    /// The fill without lanes.
    type Alone: Fills;

    /// Where the layout is described.
    const SOURCE: &str;

    /// The attacks in the four directions of a rook or a bishop.
    fn four(
        shell: S,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4];

    /// The attacks in all eight directions.
    fn eight(shell: S, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8];

    /// The attacks of several sides in all eight directions.
    #[inline(always)]
    fn eight_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        one_by_one::rays(|side| Self::eight(shell, rooks[side], bishops[side], empty[side]))
    }

    /// The squares that each of several sides attacks.
    #[inline(always)]
    fn all_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        one_by_one::all(|side| Self::eight(shell, rooks[side], bishops[side], empty[side]))
    }
}

/// A fill in lanes.
///
/// ```
/// use setwise_techniques::fill::{Fills, fan::Fanned, in_lanes::InLanes};
/// use setwise_techniques::fill::{kogge_stone::KoggeStone, shell::Portable};
/// use setwise::{Bitboard, Direction, Square};
///
/// let fills = InLanes::<Fanned<KoggeStone>, Portable>::new().expect("needs nothing");
/// let (rook, pawn) = (Bitboard::of(Square::B2), Bitboard::of(Square::B4));
/// let rays = fills.rays(rook, Bitboard::EMPTY, !(rook | pawn));
/// assert_eq!(rays[Direction::North as usize], Bitboard::of(Square::B3) | pawn);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InLanes<L: Layout<S>, S: Shell> {
    shell: S,
    alone: L::Alone,
}

/// The four directions of a piece, together.
struct Piece<'t, L: Layout<S>, S: Shell, T, const BISHOP: bool> {
    lanes: InLanes<L, S>,
    trace: &'t mut T,
}

impl<L: Layout<S>, S: Shell, T: Trace, const BISHOP: bool> Work for Piece<'_, L, S, T, BISHOP> {
    type Sets = Bitboard;
    type Output = Bitboard;

    #[inline(always)]
    fn run(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        let (directions, sliders) =
            if BISHOP { (Direction::BISHOP, bishops) } else { (Direction::ROOK, rooks) };
        let rays = L::four(self.lanes.shell, directions, sliders, empty);
        show(directions, [sliders; 4], empty, rays, self.trace);
        together(directions, rays, self.trace)
    }
}

/// The eight directions of a side, together.
struct Side<'t, L: Layout<S>, S: Shell, T> {
    lanes: InLanes<L, S>,
    trace: &'t mut T,
}

impl<L: Layout<S>, S: Shell, T: Trace> Work for Side<'_, L, S, T> {
    type Sets = Bitboard;
    type Output = Bitboard;

    #[inline(always)]
    fn run(self, r: Bitboard, b: Bitboard, empty: Bitboard) -> Bitboard {
        let rays = L::eight(self.lanes.shell, r, b, empty);
        show(Direction::ALL, [r, r, r, r, b, b, b, b], empty, rays, self.trace);
        together(Direction::ALL, rays, self.trace)
    }
}

/// Shows each lane to a trace.
#[inline(always)]
fn show<const N: usize, T: Trace>(
    directions: [Direction; N],
    sliders: [Bitboard; N],
    empty: Bitboard,
    rays: [Bitboard; N],
    trace: &mut T,
) {
    for (lane, direction) in directions.into_iter().enumerate() {
        trace.part(direction.name());
        let terms = [
            Term::Set("sliders", sliders[lane]),
            Term::Sign("filled over"),
            Term::Set("empty", empty),
        ];
        trace.set("attacked", &terms, rays[lane]);
    }
}

/// The eight directions of a side, apart.
struct Rays<L: Layout<S>, S: Shell>(InLanes<L, S>);

impl<L: Layout<S>, S: Shell> Work for Rays<L, S> {
    type Sets = Bitboard;
    type Output = [Bitboard; 8];

    #[inline(always)]
    fn run(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        L::eight(self.0.shell, rooks, bishops, empty)
    }
}

/// The eight directions of several sides, a side a lane.
struct RaysOf<L: Layout<S>, S: Shell, const N: usize>(InLanes<L, S>);

impl<L: Layout<S>, S: Shell, const N: usize> Work for RaysOf<L, S, N> {
    type Sets = [Bitboard; N];
    type Output = [[Bitboard; N]; 8];

    #[inline(always)]
    fn run(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        L::eight_of::<N>(self.0.shell, rooks, bishops, empty)
    }
}

/// Several sides, a side a lane, all directions together.
struct SidesOf<L: Layout<S>, S: Shell, const N: usize>(InLanes<L, S>);

impl<L: Layout<S>, S: Shell, const N: usize> Work for SidesOf<L, S, N> {
    type Sets = [Bitboard; N];
    type Output = [Bitboard; N];

    #[inline(always)]
    fn run(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        L::all_of::<N>(self.0.shell, rooks, bishops, empty)
    }
}

impl<L: Layout<S>, S: Shell> Fills for InLanes<L, S> {
    const CARD: Card = Card { source: L::SOURCE, needs: S::NEEDS, ..L::Alone::CARD };

    fn new() -> Option<InLanes<L, S>> {
        let (shell, alone) = (S::new()?, L::Alone::new()?);
        Some(InLanes { shell, alone })
    }

    /// A single direction of a single set leaves nothing to put in the other lanes.
    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.alone.trace_attacks(direction, sliders, empty, trace)
    }

    #[inline(always)]
    fn trace_rooks<T: Trace>(self, rooks: Bitboard, empty: Bitboard, trace: &mut T) -> Bitboard {
        let work = Piece::<_, _, _, false> { lanes: self, trace };
        self.shell.run(work, rooks, Bitboard::EMPTY, empty)
    }

    #[inline(always)]
    fn trace_bishops<T: Trace>(
        self,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let work = Piece::<_, _, _, true> { lanes: self, trace };
        self.shell.run(work, Bitboard::EMPTY, bishops, empty)
    }

    #[inline(always)]
    fn trace_sliders<T: Trace>(
        self,
        rooks: Bitboard,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.shell.run(Side { lanes: self, trace }, rooks, bishops, empty)
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        self.shell.run(Rays(self), rooks, bishops, empty)
    }

    #[inline(always)]
    fn rays_of<const N: usize>(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        self.shell.run(RaysOf(self), rooks, bishops, empty)
    }

    #[inline(always)]
    fn sliders_of<const N: usize>(
        self,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        self.shell.run(SidesOf(self), rooks, bishops, empty)
    }
}
