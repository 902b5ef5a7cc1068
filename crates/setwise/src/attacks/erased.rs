//! A technique behind function pointers.
//!
//! Rust instantiates generic code once for each technique, and a move generator is some 30 kB of
//! code. Where speed does not matter, one instance for [`Erased`] serves all techniques.
#![allow(unsafe_code, reason = "a value of any technique is stored as bytes")]
// Miri: setwise memory::erased_techniques_of_every_size
// Miri: setwise attacks::erased::tests::the_value_of_a_technique_is_kept

use core::mem::MaybeUninit;

use super::Sliders;
use crate::{Bitboard, Square};

/// A technique behind function pointers. All techniques have this one type.
///
/// A lookup is an indirect call.
///
/// ```
/// use setwise::attacks::{DEFAULT, Erased, Sliders};
/// use setwise::{Bitboard, Square};
///
/// let sliders = Erased::of(DEFAULT);
/// assert_eq!(sliders.rook(Square::A1, Bitboard::EMPTY).count(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Erased {
    technique: Stored,
    /// The lookups of the type of the technique.
    lookups: &'static Lookups,
}

type Lookup = fn(Stored, Square, Bitboard) -> Bitboard;

#[derive(Debug)]
struct Lookups {
    rook: Lookup,
    bishop: Lookup,
    queen: Lookup,
}

impl Erased {
    /// Erases the type of a technique. The value itself is kept, and an erased technique is
    /// returned as it is.
    pub fn of<S: Sliders>(sliders: S) -> Erased {
        sliders.erased()
    }

    /// Stores a technique beside the lookups of its type.
    pub(super) fn store<S: Sliders>(sliders: S) -> Erased {
        Erased { technique: Stored::new(sliders), lookups: &Of::<S>::LOOKUPS }
    }
}

/// The bytes of a technique, which is at most as large as a pointer.
#[derive(Clone, Copy, Debug)]
struct Stored(MaybeUninit<&'static ()>);

impl Stored {
    fn new<S: Sliders>(sliders: S) -> Stored {
        const {
            assert!(
                size_of::<S>() <= size_of::<Stored>() && align_of::<S>() <= align_of::<Stored>(),
                "a technique is larger than a pointer (expected at most the size of a pointer)"
            );
        }
        let mut bytes = MaybeUninit::<&'static ()>::uninit();
        // SAFETY: the technique fits, by the assertion.
        unsafe { bytes.as_mut_ptr().cast::<S>().write(sliders) };
        Stored(bytes)
    }

    /// Returns the technique.
    ///
    /// # Safety
    ///
    /// The value must have been made from a technique of this type.
    unsafe fn technique<S: Sliders>(self) -> S {
        // SAFETY: by the contract, the bytes are a value of the type, and the type is `Copy`.
        unsafe { self.0.as_ptr().cast::<S>().read() }
    }
}

struct Of<S>(S);

impl<S: Sliders> Of<S> {
    const LOOKUPS: Lookups = Lookups {
        rook: |stored, from, occupied| Self::sliders(stored).rook(from, occupied),
        bishop: |stored, from, occupied| Self::sliders(stored).bishop(from, occupied),
        queen: |stored, from, occupied| Self::sliders(stored).queen(from, occupied),
    };

    fn sliders(stored: Stored) -> S {
        // SAFETY: an `Erased` calls its lookups with its own technique only, and `Erased::store`
        // takes both from the same type.
        unsafe { stored.technique() }
    }
}

impl Sliders for Erased {
    fn erased(self) -> Erased {
        self
    }

    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        (self.lookups.rook)(self.technique, from, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        (self.lookups.bishop)(self.technique, from, occupied)
    }

    #[inline(always)]
    fn queen(self, from: Square, occupied: Bitboard) -> Bitboard {
        (self.lookups.queen)(self.technique, from, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::walk;

    /// A technique whose value decides what it returns.
    #[derive(Clone, Copy)]
    struct Walk(fn(Square, Bitboard) -> Bitboard);

    impl Sliders for Walk {
        fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
            (self.0)(from, occupied)
        }

        fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
            walk::bishop(from, occupied)
        }
    }

    /// Fails if a lookup uses another value of the technique than the one that was erased. Each
    /// lookup once made a new value, which was a panic on CPUs below x86-64-v3.
    #[test]
    fn the_value_of_a_technique_is_kept() {
        let empty = Bitboard::EMPTY;
        for lookup in [walk::rook, |from, _| Bitboard::of(from)] {
            let expected = lookup(Square::C4, empty);
            for erased in [Erased::of(Walk(lookup)), Erased::of(Erased::of(Walk(lookup)))] {
                assert_eq!(erased.rook(Square::C4, empty), expected);
                assert_eq!(erased.bishop(Square::C4, empty), walk::bishop(Square::C4, empty));
            }
        }
    }
}
