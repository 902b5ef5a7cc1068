//! Fancy magic bitboards with their steps, as [`setwise::attacks::magic`] describes them.
#![allow(unsafe_code, reason = "the promise that an index is bounded")]
// Miri: setwise-techniques index::magic_family::fancy::tests::entries_of_some_occupancies

use std::sync::OnceLock;

use super::{Form, INDEX, Magic, PLAIN_KEY};
use crate::index::tables::{ENTRY, Hash, PieceTable, Slices};
use crate::parts::{ByPart, RookOrBishop};
use crate::trace::{Sentences, Trace};
use crate::{Card, Document};
use setwise::attacks::magic::FACTORS;
use setwise::{Bitboard, Square};

/// Fancy magic bitboards; see the [module](self).
pub type MagicFancy = ByPart<&'static Slices<Shifted, Bitboard>>;

/// A factor with the mask and the shift of its square.
#[derive(Clone, Copy)]
pub struct Shifted {
    magic: Magic,
    shift: u8,
}

// SAFETY: the product is shifted down to as many bits as there are relevant squares.
unsafe impl Hash for Shifted {
    fn of(piece: RookOrBishop, from: Square) -> Shifted {
        let factor = FACTORS[piece as usize][from as usize];
        let magic = Magic::of(Form::Plain, piece, from, factor);
        Shifted { magic, shift: 64 - piece.relevant(from).count() as u8 }
    }

    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        self.magic.index(Form::Plain, occupied, self.shift.into(), trace)
    }
}

impl PieceTable for Shifted {
    const CARD: Card = Card {
        title: "Magic bitboards, fancy",
        people: "Pradu Kannan",
        year: "2007",
        source: "https://www.chessprogramming.org/Magic_Bitboards#Fancy",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!(source: setwise::attacks::sources::MAGIC),
        table_bytes: Slices::<Shifted, Bitboard>::BYTES,
        needs: "",
    };
    const SENTENCES: &'static [Sentences] = &[PLAIN_KEY, INDEX, ENTRY];

    fn slices() -> Option<&'static Slices<Shifted, Bitboard>> {
        static TABLES: OnceLock<Slices<Shifted, Bitboard>> = OnceLock::new();
        Some(TABLES.get_or_init(|| Slices::build(|_, attacked| attacked)))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn entries_of_some_occupancies() {
        crate::index::tables::check_some_entries::<super::Shifted>();
    }
}
