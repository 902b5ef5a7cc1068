//! The battery: a test of a technique against the definition, on every case.
//!
//! The attacked squares depend on the slider's square and on which squares of its rays are
//! occupied, so the domain is finite: 64 × 2¹⁴ = 1,048,576 cases for the rook and 71,168 for the
//! bishop, each square with every subset of its rays. The battery tries all 1,119,744 of them, and
//! each one
//!
//! * alone,
//! * with random bits off the rays, which must not matter, and
//! * with random bits off the rays and the slider's own bit, which must not matter either.
//!
//! Then it tries all of them again in Gray-code order, toggling one square at a time, because a
//! technique may have a form of the occupancy of its own. It needs no allocator, and runs on
//! techniques from other crates too:
//!
//! ```
//! use setwise::attacks;
//! use setwise_techniques::battery;
//!
//! assert_eq!(battery::run(attacks::DEFAULT), Ok(battery::CASES));
//! ```

use core::fmt;

use setwise::attacks::rays;
use setwise::attacks::{Occupied, Sliders};
use setwise::{Bitboard, Role, Square};

/// The number of cases: pairs of a square and a subset of its rays, rook and bishop together.
pub const CASES: u32 = 1_119_744;

/// A case in which a technique and the definition differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The role of the slider: rook, bishop or queen.
    pub role: Role,
    /// The square of the slider.
    pub from: Square,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The attacked squares by the definition.
    pub expected: Bitboard,
    /// The attacked squares by the technique.
    pub got: Bitboard,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { role, from, occupied, expected, got } = self;
        write!(f, "wrong attacks of a {role} on {from}\noccupied squares:\n{occupied}")?;
        write!(f, "expected attacks:\n{expected}attacks found:\n{got}")
    }
}

impl core::error::Error for Mismatch {}

/// Tries every case, and returns their number, which is [`CASES`].
///
/// # Errors
///
/// The first case in which the technique is wrong.
pub fn run<S: Sliders>(sliders: S) -> Result<u32, Mismatch> {
    try_all(&mut Kept { sliders, occupied: S::Occupied::of(Bitboard::EMPTY) })
}

/// The technique that is tested, with the occupied squares in its own form.
trait Tested {
    fn occupy(&mut self, occupied: Bitboard);

    /// Changes some squares, and returns all that are occupied then.
    fn toggle(&mut self, changed: Bitboard) -> Bitboard;

    fn attacks(&self, role: Role, from: Square) -> Bitboard;
}

struct Kept<S: Sliders> {
    sliders: S,
    occupied: S::Occupied,
}

impl<S: Sliders> Tested for Kept<S> {
    fn occupy(&mut self, occupied: Bitboard) {
        self.occupied = S::Occupied::of(occupied);
    }

    fn toggle(&mut self, changed: Bitboard) -> Bitboard {
        self.occupied.toggle(changed);
        self.occupied.set()
    }

    fn attacks(&self, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Rook => self.sliders.rook(from, &self.occupied),
            Role::Bishop => self.sliders.bishop(from, &self.occupied),
            _ => self.sliders.queen(from, &self.occupied),
        }
    }
}

/// What [`run`] does, compiled once for all techniques.
fn try_all(tested: &mut dyn Tested) -> Result<u32, Mismatch> {
    let mut noise = Noise(0x5e71_15e0_0000_0001);
    let mut cases = 0;
    for from in Square::ALL {
        for (role, lines) in [(Role::Rook, rays::rook(from)), (Role::Bishop, rays::bishop(from))] {
            let mut trial = Trial { tested: &mut *tested, role, from, lines };
            for subset in lines.subsets() {
                let off = noise.set() - lines;
                // The definition does not depend on squares off the lines.
                let expected = definition(from, lines, subset);
                trial.rebuilt(subset, expected)?;
                trial.rebuilt(subset | off.without(from), expected)?;
                trial.rebuilt(subset | off.with(from), expected)?;
                cases += 1;
            }
            trial.toggled(noise.set() - lines)?;
        }
        queens(tested, from, &mut noise)?;
    }
    Ok(cases)
}

/// One piece on one square, with the technique that is tested.
struct Trial<'t> {
    tested: &'t mut dyn Tested,
    role: Role,
    from: Square,
    lines: Bitboard,
}

impl Trial<'_> {
    fn compare(&self, occupied: Bitboard, expected: Bitboard) -> Result<(), Mismatch> {
        let Trial { role, from, .. } = *self;
        let got = self.tested.attacks(role, from);
        if got == expected { Ok(()) } else { Err(Mismatch { role, from, occupied, expected, got }) }
    }

    fn rebuilt(&mut self, occupied: Bitboard, expected: Bitboard) -> Result<(), Mismatch> {
        self.tested.occupy(occupied);
        self.compare(occupied, expected)
    }

    /// Tries every subset of the lines, over some other occupied squares. Each differs from the one
    /// before in one square.
    fn toggled(&mut self, others: Bitboard) -> Result<(), Mismatch> {
        self.tested.occupy(others);
        let mut occupied = others;
        // A rook has 14 squares on its lines; no piece here has more.
        let mut squares = [Bitboard::EMPTY; 14];
        for (place, square) in squares.iter_mut().zip(self.lines) {
            *place = Bitboard::of(square);
        }
        for number in 1u32..1 << self.lines.count() {
            // The n-th Gray code differs from the one before in the bit of the trailing zeros of n.
            let changed = squares[number.trailing_zeros() as usize];
            let set = self.tested.toggle(changed);
            occupied ^= changed;
            if set != occupied {
                let (role, from) = (self.role, self.from);
                return Err(Mismatch { role, from, occupied, expected: occupied, got: set });
            }
            self.compare(occupied, definition(self.from, self.lines, occupied))?;
        }
        Ok(())
    }
}

/// Tries random cases of the queen, which a technique may implement separately. It has too many
/// cases to try all.
fn queens(tested: &mut dyn Tested, from: Square, noise: &mut Noise) -> Result<(), Mismatch> {
    let lines = rays::queen(from);
    let mut trial = Trial { tested, role: Role::Queen, from, lines };
    (0..4096).try_for_each(|_| {
        let occupied = noise.set() & noise.set();
        trial.rebuilt(occupied, definition(from, lines, occupied))
    })
}

/// Returns the attacked squares by the definition: the squares of the lines with nothing between
/// them and the slider.
///
/// It does not use [`walk`](setwise::attacks::walk), so that the walk is tested too.
fn definition(from: Square, lines: Bitboard, occupied: Bitboard) -> Bitboard {
    lines.into_iter().filter(|&to| !rays::between(from, to).meets(occupied)).collect()
}

/// A generator of random sets from a fixed seed: Marsaglia's xorshift64 (2003).
struct Noise(u64);

impl Noise {
    fn set(&mut self) -> Bitboard {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Bitboard(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::Technique;
    use setwise::attacks::Task;
    use setwise::attacks::walk;

    struct Battery;

    impl Task for Battery {
        type Output = Result<u32, Mismatch>;

        fn run<S: Sliders>(self, sliders: S) -> Self::Output {
            run(sliders)
        }
    }

    /// Two threads take one technique after the other.
    #[test]
    fn every_technique_passes() {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(technique) = Technique::ALL.get(next.fetch_add(1, Relaxed)) {
                match technique.run(Battery) {
                    Some(Ok(cases)) => assert_eq!(cases, CASES, "{technique}"),
                    Some(Err(mismatch)) => panic!("{technique}: {mismatch}"),
                    None => println!("{technique}: skipped, this CPU cannot run it"),
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
    }

    /// A technique with one planted error.
    #[derive(Clone, Copy)]
    struct Wrong(fn(Square, Bitboard) -> Bitboard);

    impl Sliders for Wrong {
        type Occupied = Bitboard;

        fn rook(self, from: Square, occupied: &Bitboard) -> Bitboard {
            (self.0)(from, *occupied)
        }

        fn bishop(self, from: Square, occupied: &Bitboard) -> Bitboard {
            walk::bishop(from, *occupied)
        }
    }

    #[test]
    fn the_battery_finds_planted_errors() {
        let one_case = Wrong(|from, occupied| {
            let full = rays::rook(from);
            let wrong = from == Square::H8 && occupied & full == full;
            if wrong { Bitboard::EMPTY } else { walk::rook(from, occupied) }
        });
        assert_eq!(run(one_case).expect_err("one case in a million").from, Square::H8);

        let off_the_rays = Wrong(|from, occupied| {
            let seen = occupied & !Bitboard::of(Square::B3);
            if from == Square::C4 && seen != occupied {
                Bitboard::EMPTY
            } else {
                walk::rook(from, occupied)
            }
        });
        assert_eq!(run(off_the_rays).expect_err("a bit off the rays").from, Square::C4);

        let own_bit =
            Wrong(|from, occupied| walk::rook(from, occupied) ^ (occupied & Bitboard::of(from)));
        assert!(run(own_bit).is_err());
    }
}
