//! An entry of a book, and the move that it means in a position.

use std::io::Read;

use super::BookError;
use crate::notation::uci::Uci;
use crate::{File, Move, Position, Rank, Role, Square};

/// An entry as it stands in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move, as [laid out](super).
    pub bits: u16,
    /// How often the move should be played, compared with others of the position.
    pub weight: u16,
    /// What the maker of the book has learnt of it.
    pub learn: u32,
}

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How often it should be played, compared with others of the position.
    pub weight: u16,
    /// What the maker of the book has learnt of it.
    pub learn: u32,
}

impl Entry {
    /// Bytes of an entry.
    pub const SIZE: u64 = 16;

    /// The words of its move; `None` if its bits are no move.
    pub fn uci(&self) -> Option<Uci> {
        let three_bits = |shift: u32| usize::from(self.bits >> shift & 7);
        let square =
            |shift| Square::new(File::ALL[three_bits(shift)], Rank::ALL[three_bits(shift + 3)]);
        let promoted = match self.bits >> 12 {
            0 => None,
            number => Some(*Role::PROMOTIONS.get(usize::from(number) - 1)?),
        };
        Some(Uci { from: square(6), to: square(0), promoted })
    }

    /// What it says of a position; `None` if its move is not legal there.
    ///
    /// Castling may be the king's own step too, `e1g1`, as some books have it.
    pub fn find(&self, position: &Position) -> Option<BookMove> {
        let mv = self.uci()?.find(position)?;
        Some(BookMove { mv, weight: self.weight, learn: self.learn })
    }

    /// The next entry of a source.
    pub(super) fn read(source: &mut impl Read) -> Result<Entry, BookError> {
        let mut bytes = [0; Entry::SIZE as usize];
        source.read_exact(&mut bytes)?;
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = bytes;
        Ok(Entry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            bits: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        })
    }
}
