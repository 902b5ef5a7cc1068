//! Position keys: 64-bit hashes for repetition detection and hash tables.
//!
//! The scheme is Albert Zobrist's (*A New Hashing Method with Application for Game Playing*, 1970).
//! There is a random number for each piece on each square and for each other feature that counts.
//! The key is the XOR of the numbers that apply, so a move updates it by XORing the numbers that
//! change.
//!
//! The features are the ones that FIDE's repetition rule names (article 9.2): the pieces, the side
//! to move, the castling rights, and the en passant square if a capture there is legal. The number
//! of a castling right depends on *the rook's square*, so two Chess960 positions that differ only
//! in which rook may castle have different keys.
//!
//! A position does not store its key, because perft needs none; a
//! [`SearchPosition`](crate::SearchPosition) keeps it.

use super::Position;
use super::en_passant::passed_pawn;
use crate::{Bitboard, Color, Move, Role, Square};

/// The random numbers, indexed by feature.
pub(super) struct Numbers {
    /// By color, role and square. The two roles that do not exist have the number 0.
    pub(super) pieces: [[[u64; 64]; 8]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    pub(super) black_to_move: u64,
}

/// The numbers, generated at compile time by SplitMix64 (Guy Steele, Doug Lea, Christine Flood,
/// 2014) with the seed 0.
pub(super) static NUMBERS: Numbers = {
    let mut state = 0;
    let mut numbers = Numbers {
        pieces: [[[0; 64]; 8]; 2],
        castling: [0; 64],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 12 {
            numbers.pieces[piece / 6][piece % 6][square] = split_mix(&mut state);
            piece += 1;
        }
        numbers.castling[square] = split_mix(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant[file] = split_mix(&mut state);
        file += 1;
    }
    numbers.black_to_move = split_mix(&mut state);
    numbers
};

/// Returns the next number of SplitMix64 and advances its state.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the XOR of the numbers of all squares in a set.
fn of_set(numbers: &[u64; 64], set: Bitboard) -> u64 {
    set.into_iter().fold(0, |key, square| key ^ numbers[square])
}

/// Returns the XOR of the numbers of pieces, given the squares of each color and role.
pub(super) fn of_pieces(pieces: impl Fn(Color, Role) -> Bitboard) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            key ^= of_set(&NUMBERS.pieces[color][role as usize], pieces(color, role));
        }
    }
    key
}

/// Returns the XOR of the numbers of castling rights.
pub(super) fn of_castling(rooks: Bitboard) -> u64 {
    of_set(&NUMBERS.castling, rooks)
}

impl Position {
    /// Returns the Zobrist key of the position.
    ///
    /// The key contains what FIDE's repetition rule compares (article 9.2): the pieces, the side to
    /// move, the castling rights, and the en passant square if a capture there is legal. It does
    /// not contain the counters. A castling right counts by the square of its rook, so Chess960
    /// positions in which different rooks may castle have different keys. Two different positions
    /// have the same key with a probability of 2⁻⁶⁴. Do not store keys permanently: the numbers may
    /// change between versions. For the keys of opening books, see
    /// [`polyglot_key`](Position::polyglot_key).
    ///
    /// Cost: one lookup for each piece. [`SearchPosition`](crate::SearchPosition) updates its key
    /// with each move.
    ///
    /// Source: Albert Zobrist, *A New Hashing Method with Application for Game Playing*, 1970.
    pub fn key(&self) -> u64 {
        let turn = if self.turn == Color::Black { NUMBERS.black_to_move } else { 0 };
        of_pieces(|color, role| self.board.pieces(color, role))
            ^ of_castling(self.castling)
            ^ turn
            ^ self.en_passant_key()
    }

    /// Returns the number of the en passant square if a capture there is legal, otherwise 0.
    pub(super) fn en_passant_key(&self) -> u64 {
        self.legal_en_passant().map_or(0, |square| NUMBERS.en_passant[square.file() as usize])
    }

    /// Returns whether another position is the same under FIDE's repetition rule (article 9.2.3).
    ///
    /// Compares the pieces, the side to move, the castling rights and the *legal* en passant
    /// square, and ignores the counters. Equal [keys](Position::key) make a repetition almost
    /// certain; this comparison is exact.
    pub fn repeats(&self, other: &Position) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_en_passant() == other.legal_en_passant()
    }

    /// Returns the key of the pawns alone: positions with the same pawns have the same key.
    ///
    /// It is the XOR of the pawns' numbers, and 0 without pawns. Use it for a table of pawn
    /// structures. Cost: one lookup for each pawn. To update a key after a move, use
    /// [`Position::pawn_key_after`].
    pub fn pawn_key(&self) -> u64 {
        Color::ALL.into_iter().fold(0, |key, color| {
            let pawns = self.board.pieces(color, Role::Pawn);
            key ^ of_set(&NUMBERS.pieces[color][Role::Pawn as usize], pawns)
        })
    }

    /// Returns the [pawn key](Position::pawn_key) of the position after a legal move, given the
    /// pawn key of this position.
    ///
    /// ```
    /// use setwise::{Move, Position, Square};
    ///
    /// let position = Position::INITIAL;
    /// let mv = Move::normal(Square::E2, Square::E4);
    /// let key = position.pawn_key_after(position.pawn_key(), mv);
    /// assert_eq!(key, position.play(mv)?.pawn_key());
    /// # Ok::<(), setwise::IllegalMoveError>(())
    /// ```
    pub fn pawn_key_after(&self, key: u64, mv: Move) -> u64 {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let pawns = self.board.role(Role::Pawn);
        let number =
            |color: Color, square: Square| NUMBERS.pieces[color][Role::Pawn as usize][square];
        let mut key = key;
        if pawns.contains(from) {
            key ^= number(us, from);
            if mv.promoted().is_none() {
                key ^= number(us, to);
            }
        }
        if mv.is_en_passant() {
            key ^= number(!us, passed_pawn(to));
        } else if pawns.contains(to) {
            key ^= number(!us, to);
        }
        key
    }
}
