//! Fancy magic bitboards: as many bits of index as a square needs.
//!
//! **Idea.** The steps of [magic bitboards](super), with a shift of its own for each square. A
//! rook has twelve relevant squares in the corners only and ten in the middle, a bishop nine in the
//! middle and five at most edges. So each square has a slice of the table that is as long as two
//! to the number of its relevant squares, and knows where it begins:
//!
//! ```text
//!  shifts, rook                     shifts, bishop
//!  52 53 53 53 53 53 53 52          58 59 59 59 59 59 59 58
//!  53 54 54 54 54 54 54 53          59 59 59 59 59 59 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 57 57 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 55 55 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 55 55 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 57 57 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 59 59 59 59 59 59
//!  52 53 53 53 53 53 53 52          58 59 59 59 59 59 59 58
//! ```
//!
//! **Cost.** 102,400 + 5,248 = 107,648 answers, 861,184 bytes; a mask, a factor, a shift and the
//! place of the slice for each square, both pieces' in one cache line, 4,096 bytes. A lookup is an
//! AND, a multiplication of three cycles, a shift and two loads. A queen touches three cache lines.
//!
//! **When it wins.** Wherever [`pext`](super::super::pext) is missing or slow and the second-level
//! cache is large.
//!
//! **Literature.** Pradu Kannan 2007; <https://www.chessprogramming.org/Magic_Bitboards#Fancy>.
#![allow(unsafe_code, reason = "the promise that an index is bounded")]

use std::sync::OnceLock;

use super::factors::ORDINARY;
use super::{Form, Magic};
use crate::sliders::index::by_piece::{ByPiece, OneLookup, RookOrBishop};
use crate::sliders::index::slices::{Hash, Slices};
use crate::sliders::{Card, Trace};
use crate::{Bitboard, Square};

/// Fancy magic bitboards; see the [module](self).
pub type MagicFancy = ByPiece<Fancy>;

/// One lookup of [`MagicFancy`].
#[derive(Clone, Copy)]
pub struct Fancy(&'static Slices<Shifted, Bitboard>);

/// A factor with the shift of its square.
#[derive(Clone, Copy)]
pub(super) struct Shifted {
    magic: Magic,
    shift: u8,
}

impl Shifted {
    pub(super) fn of(piece: RookOrBishop, from: Square) -> Shifted {
        let factor = ORDINARY[piece as usize][from as usize];
        let magic = Magic::of(Form::Plain, piece, from, factor);
        Shifted { magic, shift: 64 - piece.relevant(from).count() as u8 }
    }
}

// SAFETY: the product is shifted down to as many bits as there are relevant squares.
unsafe impl Hash for Shifted {
    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        self.magic.index(Form::Plain, occupied, self.shift.into(), trace)
    }
}

impl OneLookup for Fancy {
    const CARD: Card = Card {
        title: "Magic bitboards, fancy",
        people: "Pradu Kannan",
        year: "2007",
        source: "https://www.chessprogramming.org/Magic_Bitboards#Fancy",
        seed: Some(2),
        table_bytes: Slices::<Shifted, Bitboard>::BYTES,
        needs: "",
    };

    fn new() -> Option<Fancy> {
        static TABLES: OnceLock<Slices<Shifted, Bitboard>> = OnceLock::new();
        Some(Fancy(TABLES.get_or_init(|| Slices::build(Shifted::of, |_, attacked| attacked))))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.0.attacked(piece, from, occupied, trace)
    }
}
