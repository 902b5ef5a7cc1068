//! A hash of 128 bits, worked out from nothing in four multiplications.
//!
//! For tables that must not be wrong. A key made of random numbers for each man
//! ([`Position::key`]) costs a lookup for each man, and two positions share its 64 bits with a
//! chance of one in 2⁶⁴; this one is NH: for numbers drawn beforehand, the sum of
//! (word + number) × (next word + next number). For any two different positions, no more than one
//! draw in 2⁶⁴ gives them the same sum.
//!
//! Source: John Black, Shai Halevi, Hugo Krawczyk, Ted Krovetz and Phillip Rogaway, *UMAC: Fast
//! and Secure Message Authentication*, 1999, <https://fastcrypto.org/umac/umac_proc.pdf>.

use super::Position;
use crate::{Bitboard, Color, Role};

/// The first 512 bits of the fraction of pi.
const NUMBERS: [u64; 8] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
];

impl Position {
    /// A hash of what makes positions repeat each other: men, turn, castling rights, and an en
    /// passant square if a pawn may really take there.
    #[inline(always)]
    pub(crate) fn fingerprint(&self) -> u128 {
        let role = |role| self.board.role(role).0;
        // Rooks that may castle stand on the outer ranks, en passant squares on the third and
        // sixth, so there is room between them for the turn.
        let rights = self.castling | self.legal_en_passant().map_or(Bitboard::EMPTY, Bitboard::of);
        let words = [
            role(Role::Pawn),
            role(Role::Knight),
            role(Role::Bishop),
            role(Role::Rook),
            role(Role::Queen),
            role(Role::King),
            self.board.color(Color::White).0,
            rights.0 | (self.turn as u64) << 28,
        ];
        let mut sum = 0_u128;
        for i in [0, 2, 4, 6] {
            let first = words[i].wrapping_add(NUMBERS[i]);
            let second = words[i + 1].wrapping_add(NUMBERS[i + 1]);
            sum = sum.wrapping_add(u128::from(first) * u128::from(second));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// How many different positions there are after so many moves: <https://oeis.org/A083276>. An en
    /// passant square that nobody can use would make more of them, and a right or a man that is
    /// left out fewer.
    #[test]
    fn there_are_as_many_as_different_positions() {
        let mut positions = vec![Position::INITIAL];
        for different in [20, 400, 5_362, 72_078] {
            let mut seen = HashSet::new();
            let moves = |position: &Position| {
                let position = *position;
                position.legal_moves().into_iter().map(move |mv| position.play_unchecked(mv))
            };
            let next = positions.iter().flat_map(moves);
            positions = next.filter(|next| seen.insert(next.fingerprint())).collect();
            assert_eq!(positions.len(), different);
        }
    }

    #[test]
    fn turn_rights_and_en_passant_make_a_difference() {
        let fens = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ];
        let of = |fen: &str| fen.parse::<Position>().map(|position| position.fingerprint());
        let all: HashSet<u128> = fens.iter().map(|fen| of(fen).expect(fen)).collect();
        assert_eq!(all.len(), fens.len());
        // Nobody can take here, and counters do not matter.
        let useless = of("4k3/8/8/3p4/8/8/8/4K3 w - d6 7 9");
        assert_eq!(useless, of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
    }
}
