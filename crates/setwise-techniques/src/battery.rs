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
//! It needs no allocator, and runs on techniques from other crates too:
//!
//! ```
//! use setwise::attacks;
//! use setwise_techniques::battery;
//!
//! assert_eq!(battery::run(attacks::DEFAULT), Ok(battery::CASES));
//! ```

use core::fmt;

use setwise::attacks::{Sliders, rays};
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
    try_all(&|role, from, occupied| match role {
        Role::Rook => sliders.rook(from, occupied),
        Role::Bishop => sliders.bishop(from, occupied),
        _ => sliders.queen(from, occupied),
    })
}

type Lookup<'t> = &'t dyn Fn(Role, Square, Bitboard) -> Bitboard;

/// What [`run`] does, compiled once for all techniques.
fn try_all(lookup: Lookup<'_>) -> Result<u32, Mismatch> {
    let mut noise = Noise(0x5e71_15e0_0000_0001);
    let mut cases = 0;
    for from in Square::ALL {
        for (role, lines) in [(Role::Rook, rays::rook(from)), (Role::Bishop, rays::bishop(from))] {
            for subset in lines.subsets() {
                let off = noise.set() - lines;
                // The definition does not depend on squares off the lines.
                let expected = definition(from, lines, subset);
                for occupied in [subset, subset | off.without(from), subset | off.with(from)] {
                    compare(lookup, role, from, occupied, expected)?;
                }
                cases += 1;
            }
        }
        queens(lookup, from, &mut noise)?;
    }
    Ok(cases)
}

fn compare(
    lookup: Lookup<'_>,
    role: Role,
    from: Square,
    occupied: Bitboard,
    expected: Bitboard,
) -> Result<(), Mismatch> {
    let got = lookup(role, from, occupied);
    if got == expected { Ok(()) } else { Err(Mismatch { role, from, occupied, expected, got }) }
}

/// Tries random cases of the queen, which a technique may implement separately. It has too many
/// cases to try all.
fn queens(lookup: Lookup<'_>, from: Square, noise: &mut Noise) -> Result<(), Mismatch> {
    let lines = rays::queen(from);
    (0..4096).try_for_each(|_| {
        let occupied = noise.set() & noise.set();
        compare(lookup, Role::Queen, from, occupied, definition(from, lines, occupied))
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

    /// The techniques of `setwise` are written twice: plainly there, and with their steps here. Both
    /// agree with the definition in every case, so they agree with each other.
    #[test]
    fn the_plain_techniques_of_setwise_pass() {
        use setwise::attacks::{DEFAULT, magic::FancyMagic, pext::Pext};

        assert_eq!(run(DEFAULT), Ok(CASES));
        assert_eq!(run(FancyMagic::new()), Ok(CASES));
        assert!(Pext::new().is_none_or(|pext| run(pext) == Ok(CASES)));
    }

    /// A technique with one planted error.
    #[derive(Clone, Copy)]
    struct Wrong(fn(Square, Bitboard) -> Bitboard);

    impl Sliders for Wrong {
        fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
            (self.0)(from, occupied)
        }

        fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
            walk::bishop(from, occupied)
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
