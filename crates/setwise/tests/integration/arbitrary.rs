//! Values generated from the bytes of a fuzzer cover their types.
//!
//! # Mutation tests
//!
//! These bugs, inserted on purpose, were caught: castling rights added without checking that the
//! position is playable; moves of some kinds only.

use std::collections::HashSet;
use std::hash::Hash;

use arbitrary::{Arbitrary, Unstructured};
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Role, Setup, Square};

/// Returns `count` values, each generated from its own random bytes.
fn values<T: for<'a> Arbitrary<'a>>(count: u64) -> impl Iterator<Item = T> {
    (0..count).map(|seed| {
        let mut state = seed;
        let bytes: Vec<u8> = (0..200)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            })
            .collect();
        T::arbitrary(&mut Unstructured::new(&bytes)).expect("there are enough bytes")
    })
}

/// Returns the number of different values among 5,000.
fn kinds<T: for<'a> Arbitrary<'a> + Eq + Hash>() -> usize {
    values::<T>(5_000).collect::<HashSet<T>>().len()
}

#[test]
fn all_values_occur() {
    assert_eq!(kinds::<Square>(), 64);
    assert_eq!(kinds::<Color>(), 2);
    assert_eq!(kinds::<Role>(), 6);
    assert_eq!(kinds::<Piece>(), 12);
    assert!(kinds::<Move>() > 4_000);
    assert_eq!(values::<Move>(5_000).map(|mv| mv.to_bits() >> 12).collect::<HashSet<_>>().len(), 7);
    assert!(kinds::<Bitboard>() > 4_000);
}

/// Every piece occurs on every square, and hardly any setup is playable.
#[test]
fn setups_of_every_kind() {
    let mut seen = HashSet::new();
    let mut playable = 0;
    for setup in values::<Setup>(5_000) {
        let piece_on = |square| setup.board.piece_at(square).map(|piece| (square, piece));
        seen.extend(Square::ALL.into_iter().filter_map(piece_on));
        playable += u32::from(Position::try_from(setup).is_ok());
    }
    assert_eq!(seen.len(), 64 * 12);
    assert!(playable < 50, "{playable}");
    assert!(kinds::<Board>() > 4_000);
    let fields =
        |field: fn(Setup) -> u64| values::<Setup>(5_000).map(field).collect::<HashSet<_>>();
    assert_eq!(fields(|setup| setup.turn as u64).len(), 2);
    assert_eq!(fields(|setup| setup.en_passant.map_or(64, |s| s.index().into())).len(), 65);
    assert!(fields(|setup| setup.castling.0).len() > 4_000);
    assert!(fields(|setup| setup.halfmoves.into()).len() > 4_000);
    assert!(fields(|setup| setup.fullmoves.into()).len() > 4_000);
}

#[test]
fn positions_of_every_kind() {
    let (mut castling, mut en_passant, mut checks, mut most) = (0, 0, 0, 0);
    for position in values::<Position>(5_000) {
        assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
        castling += u32::from(position.castling_rooks().any());
        en_passant += u32::from(position.en_passant().is_some());
        checks += u32::from(position.is_check());
        most = most.max(position.board().occupied().count());
    }
    println!("{castling} castling, {en_passant} en passant, {checks} checks, {most} pieces");
    assert!(castling > 200 && en_passant > 50 && checks > 100 && most > 20);
}

/// Generation ends even if the bytes run out.
#[test]
fn exhausted_bytes() {
    for length in 0..100 {
        for byte in [0, 1, 77, 255] {
            let bytes = vec![byte; length];
            if let Ok(position) = Position::arbitrary(&mut Unstructured::new(&bytes)) {
                assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
            }
        }
    }
}
