//! A hash of 128 bits, computed from the position in four multiplications.
//!
//! A Zobrist key ([`Position::key`]) costs a table lookup for each piece, and two positions have
//! the same 64 bits with probability 2⁻⁶⁴. This hash is NH: with random numbers chosen beforehand,
//! the sum of (word + number) × (next word + next number). For any two different positions, at most
//! one choice of numbers in 2⁶⁴ gives equal sums.
//!
//! **Source.** John Black, Shai Halevi, Hugo Krawczyk, Ted Krovetz and Phillip Rogaway, *UMAC: Fast
//! and Secure Message Authentication*, 1999, <https://fastcrypto.org/umac/umac_proc.pdf>.

use setwise::{Bitboard, Color, Position, Role};

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

/// Returns the hash of a position's pieces, turn, castling rights, and en passant square if a
/// capture there is legal.
#[inline(always)]
pub(crate) fn of(position: &Position) -> u128 {
    let board = position.board();
    let role = |role| board.role(role).0;
    // Castling rooks stand on the outer ranks and en passant squares on the third and sixth, so
    // the turn fits between them.
    let en_passant = position.legal_en_passant().map_or(Bitboard::EMPTY, Bitboard::of);
    let rights = position.castling_rooks() | en_passant;
    let words = [
        role(Role::Pawn),
        role(Role::Knight),
        role(Role::Bishop),
        role(Role::Rook),
        role(Role::Queen),
        role(Role::King),
        board.color(Color::White).0,
        rights.0 | (position.turn() as u64) << 28,
    ];
    let mut sum = 0_u128;
    for i in [0, 2, 4, 6] {
        let first = words[i].wrapping_add(NUMBERS[i]);
        let second = words[i + 1].wrapping_add(NUMBERS[i + 1]);
        sum = sum.wrapping_add(u128::from(first) * u128::from(second));
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The number of different positions after N plies is <https://oeis.org/A083276>. An en passant
    /// square without a legal capture would give more, a right or piece left out of the hash fewer.
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
            positions = next.filter(|next| seen.insert(of(next))).collect();
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
        let of = |fen: &str| fen.parse::<Position>().map(|position| super::of(&position));
        let all: HashSet<u128> = fens.iter().map(|fen| of(fen).expect(fen)).collect();
        assert_eq!(all.len(), fens.len());
        // No capture is legal here, and counters are not hashed.
        let useless = of("4k3/8/8/3p4/8/8/8/4K3 w - d6 7 9");
        assert_eq!(useless, of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
    }
}
