//! What all techniques share that work ray by ray: a rook has four rays and a bishop four.

use core::marker::PhantomData;

use setwise::attacks::{Card, Sliders, Trace};
use setwise::{Bitboard, Direction, Square};

/// What such a technique does on one ray.
pub trait OneRay: Copy + Send + Sync + 'static {
    /// The card of the whole technique.
    const CARD: Card;

    /// The squares attacked in one direction, each step of the way shown to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`] are.
    fn attacked<T: Trace>(
        from: Square,
        direction: Direction,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard;
}

/// The technique that does this on each ray.
#[derive(Clone, Copy, Debug)]
pub struct ByRay<R>(PhantomData<R>);

#[inline(always)]
fn one<R: OneRay, T: Trace>(
    from: Square,
    direction: Direction,
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    trace.part(direction.name());
    R::attacked(from, direction, occupied, trace)
}

#[inline(always)]
fn four<R: OneRay, T: Trace>(
    from: Square,
    directions: [Direction; 4],
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    one::<R, T>(from, directions[0], occupied, trace)
        | one::<R, T>(from, directions[1], occupied, trace)
        | one::<R, T>(from, directions[2], occupied, trace)
        | one::<R, T>(from, directions[3], occupied, trace)
}

impl<R: OneRay> Sliders for ByRay<R> {
    const CARD: Card = R::CARD;

    type Occupied = Bitboard;

    fn new() -> Option<ByRay<R>> {
        Some(ByRay(PhantomData))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        four::<R, T>(from, Direction::ROOK, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        four::<R, T>(from, Direction::BISHOP, *occupied, trace)
    }
}

/// The sets that one ray shows to a trace, each with its name.
#[cfg(test)]
pub(crate) fn shown<R: OneRay>(
    from: Square,
    direction: Direction,
    occupied: Bitboard,
) -> Vec<(String, Bitboard)> {
    struct Shown(Vec<(String, Bitboard)>);
    impl Trace for Shown {
        fn part(&mut self, _: &str) {}
        fn set(&mut self, name: &str, _: &[setwise::attacks::Term<'_>], result: Bitboard) {
            self.0.push((name.to_owned(), result));
        }
        fn number(&mut self, _: &str, _: &[setwise::attacks::Term<'_>], _: u64) {}
    }
    let mut shown = Shown(Vec::new());
    R::attacked(from, direction, occupied, &mut shown);
    shown.0
}
