//! Any bytes are unpacked or refused, and a position has one packed form.

use setwise::notation::packed::UnpackError;
use setwise::{Position, Setup};

/// Unpacks some bytes. Returns whether they are a packed position.
pub fn packed_bytes(bytes: &[u8; 30]) -> bool {
    let (short, _) = bytes.split_first_chunk().expect("24 of 30 bytes");
    let without = Position::unpack(short);
    setup(bytes, short);
    rows(short, without.ok());
    match Position::unpack_with_counters(bytes) {
        Ok(position) => {
            assert_eq!(position.pack_with_counters(), *bytes, "{position:?}");
            let setup = Setup { halfmoves: 0, fullmoves: 1, ..position.into() };
            assert_eq!(without.map(Setup::from), Ok(setup));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // With valid counters, both forms have the same error.
            let mut good = *bytes;
            good[26] |= 1;
            let error = Position::unpack_with_counters(&good).map(drop);
            assert_eq!(error, without.map(drop));
            false
        }
    }
}

/// Rows are unpacked up to the first that is no position.
fn rows(bytes: &[u8; 24], expected: Option<Position>) {
    let initial = Position::INITIAL.pack();
    let rows = [&initial, bytes, &initial, bytes];
    let mut positions = [Position::INITIAL; 3];
    let unpacked = Position::unpack_rows(rows, &mut positions);
    assert_eq!(unpacked, if expected.is_some() { 3 } else { 1 });
    assert_eq!(positions[0], Position::INITIAL);
    if let Some(expected) = expected {
        assert_eq!(positions[1..], [expected, Position::INITIAL]);
    }
}

/// Setups are unpacked from the same bytes as positions, except that they need not be playable.
fn setup(bytes: &[u8; 30], short: &[u8; 24]) {
    let setup = Setup::unpack_with_counters(bytes);
    let without = setup.map(|setup| Setup { halfmoves: 0, fullmoves: 1, ..setup });
    assert_eq!(Setup::unpack(short), without);
    let position = setup.and_then(|setup| setup.try_into().map_err(UnpackError::from));
    assert_eq!(Position::unpack_with_counters(bytes), position);
}

/// A packed position unpacks to the same position.
pub fn packed_and_unpacked(position: &Position) {
    let bytes = position.pack_with_counters();
    assert_eq!(Position::unpack_with_counters(&bytes), Ok(*position), "{position:?}");
    assert!(packed_bytes(&bytes));
}
