//! Entries of a book, and their moves in a position.

use std::io::Read;

use super::BookError;
use setwise::notation::uci::{CastlingForm, Uci};
use setwise::{File, Move, Position, Rank, Role, Square};

/// The size of an entry in bytes.
pub(super) const ENTRY_SIZE: u64 = 16;

/// An entry of a book, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key of the position: [`Position::polyglot_key`].
    pub key: u64,
    /// The move, in the [format of the book](crate).
    pub bits: u16,
    /// The frequency of the move, relative to the other moves of the position.
    pub weight: u16,
    /// The learn field, whose contents depend on the author of the book.
    pub learn: u32,
}

/// A legal move of a book for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The frequency of the move, relative to the other moves of the position.
    pub weight: u16,
    /// The learn field, whose contents depend on the author of the book.
    pub learn: u32,
}

impl Entry {
    /// Creates an entry of a move in a position, with the learn field 0. The move is not checked.
    pub fn new(position: &Position, mv: Move, weight: u16) -> Entry {
        let Uci { from, to, promoted } = mv.uci(CastlingForm::KingTakesRook);
        let six_bits = |square: Square| square as u16; // rank and file
        let promoted = promoted.and_then(|role| Role::PROMOTIONS.iter().position(|&r| r == role));
        let number = promoted.map_or(0, |index| index as u16 + 1);
        let bits = number << 12 | six_bits(from) << 6 | six_bits(to);
        Entry { key: position.polyglot_key(), bits, weight, learn: 0 }
    }

    /// Returns the bytes of the entry in a book.
    pub fn to_bytes(&self) -> [u8; 16] {
        let mut bytes = [0; ENTRY_SIZE as usize];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.bits.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// Returns the move in UCI notation; `None` if the bits are not a move.
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

    /// Returns the move of the entry in a position; `None` if it is not legal there. The key is not
    /// checked.
    ///
    /// Castling may also be stored as the king's move, `e1g1`, as in some books.
    pub fn find(&self, position: &Position) -> Option<BookMove> {
        let mv = self.uci()?.find(position)?;
        Some(BookMove { mv, weight: self.weight, learn: self.learn })
    }

    /// Reads the next entry of a source.
    pub(super) fn read(source: &mut impl Read) -> Result<Entry, BookError> {
        let mut bytes = [0; ENTRY_SIZE as usize];
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
