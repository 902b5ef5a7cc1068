//! Keys: 64 bits that stand for a position where positions are compared for repetition.
//!
//! Zobrist's scheme (Albert Zobrist, *A New Hashing Method with Application for Game Playing*,
//! 1970): a random number for each man on each square and for each other thing that matters, and
//! the key is their XOR, so what a move changes is XORed in and out.
//!
//! What matters is what FIDE's rule of repetition counts (article 9.2): the men, the side to
//! move, the castling rights, and an en passant capture that is really possible. A right is the
//! number of *its rook's square*, so two Chess960 positions that differ only in which rook may
//! castle have different keys.
//!
//! A position does not carry its key. Whoever needs one for each position (a game, a hash table)
//! keeps it beside and moves it on with [`Position::key_after`]; a count of moves needs none and
//! does not pay for it.

use super::Position;
use super::en_passant::passed_pawn;
use crate::moves::CastlingTargets;
use crate::{Bitboard, Color, File, Move, MoveKind, Rank, Role, Square};

struct Numbers {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// Drawn at compile time by SplitMix64 (Guy Steele, Doug Lea, Christine Flood, 2014) from 0.
static NUMBERS: Numbers = {
    let mut state = 0;
    let mut numbers =
        Numbers { men: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], black_to_move: 0 };
    let mut square = 0;
    while square < 64 {
        let mut man = 0;
        while man < 12 {
            numbers.men[man / 6][man % 6][square] = split_mix(&mut state);
            man += 1;
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

const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

fn of_set(numbers: &[u64; 64], set: Bitboard) -> u64 {
    set.into_iter().fold(0, |key, square| key ^ numbers[square])
}

fn of_file(file: Option<File>) -> u64 {
    file.map_or(0, |file| NUMBERS.en_passant[file as usize])
}

impl Position {
    /// The key of the position, worked out from nothing: a lookup for each man.
    ///
    /// Positions that repeat each other in FIDE's sense have the same key; others have different
    /// ones but for a chance of one in 2⁶⁴ a pair. The numbers may change between versions, so
    /// keys are not for storing; for those of opening books see
    /// [`polyglot_key`](Position::polyglot_key).
    pub fn key(&self) -> u64 {
        let mut key = of_set(&NUMBERS.castling, self.castling);
        for color in Color::ALL {
            for role in Role::ALL {
                key ^= of_set(&NUMBERS.men[color][role], self.board.pieces(color, role));
            }
        }
        if self.turn == Color::Black {
            key ^= NUMBERS.black_to_move;
        }
        key ^ of_file(self.legal_en_passant_file())
    }

    /// The key of the position after a legal move, given this position's own.
    ///
    /// Only what the move changes is looked up, two to five squares; the move is played only if it
    /// is a pawn's double step, to see whether it can be taken.
    pub fn key_after(&self, key: u64, mv: Move) -> u64 {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let man = |color: Color, role: Role, square: Square| NUMBERS.men[color][role][square];
        let mut cleared = Bitboard::of(from).with(to);
        let mut changed = NUMBERS.black_to_move ^ of_file(self.legal_en_passant_file());
        match (mv.kind(), self.board.role_at(from)) {
            (MoveKind::Castle, _) => {
                let end = CastlingTargets::of(from, to);
                changed ^= man(us, Role::King, from) ^ man(us, Role::King, end.king);
                changed ^= man(us, Role::Rook, to) ^ man(us, Role::Rook, end.rook);
                cleared |= Bitboard::rank(Rank::First.relative_to(us));
            }
            (MoveKind::EnPassant, _) => {
                changed ^= man(us, Role::Pawn, from) ^ man(us, Role::Pawn, to);
                changed ^= man(!us, Role::Pawn, passed_pawn(to));
            }
            (kind, role) => {
                let before = role.unwrap_or(Role::Pawn);
                let after = if let MoveKind::Promotion(role) = kind { role } else { before };
                changed ^= man(us, before, from) ^ man(us, after, to);
                if let Some(taken) = self.board.role_at(to) {
                    changed ^= man(!us, taken, to);
                }
                if before == Role::King {
                    cleared |= Bitboard::rank(Rank::First.relative_to(us));
                }
                if before == Role::Pawn && from.distance(to) == 2 {
                    changed ^= of_file(self.play_unchecked(mv).legal_en_passant_file());
                }
            }
        }
        key ^ changed ^ of_set(&NUMBERS.castling, self.castling & cleared)
    }

    /// Whether another position is the same in the sense of FIDE's rule of repetition (article
    /// 9.2.3): men, side to move, castling rights and *legal* en passant capture, whatever the
    /// counters say. What equal [keys](Position::key) say with near certainty, this says with all.
    pub fn repeats(&self, other: &Position) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_en_passant() == other.legal_en_passant()
    }

    fn legal_en_passant_file(&self) -> Option<File> {
        self.legal_en_passant().map(|square| square.file())
    }
}
