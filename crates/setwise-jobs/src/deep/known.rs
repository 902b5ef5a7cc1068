//! Counts of the initial position that are known from others.

/// The numbers of different positions after N plies, en passant squares counted only where a
/// capture is legal: <https://oeis.org/A083276>.
const UNIQUE: [u64; 12] = [
    1,
    20,
    400,
    5_362,
    72_078,
    822_518,
    9_417_681,
    96_400_068,
    988_187_354,
    9_183_421_888,
    85_375_278_064,
    726_155_461_002,
];

/// The numbers of move sequences of N plies: <https://oeis.org/A048987>.
const PERFT: [u128; 16] = [
    1,
    20,
    400,
    8_902,
    197_281,
    4_865_609,
    119_060_324,
    3_195_901_860,
    84_998_978_956,
    2_439_530_234_167,
    69_352_859_712_417,
    2_097_651_003_696_806,
    62_854_969_236_701_747,
    1_981_066_775_000_396_239,
    61_885_021_521_585_529_237,
    2_015_099_950_053_364_471_960,
];

/// Returns the number of different positions, if it is known.
pub(super) fn unique(ply: u8) -> Option<u64> {
    UNIQUE.get(usize::from(ply)).copied()
}

/// Returns the number of move sequences, if it is known.
pub(super) fn perft(plies: u8) -> Option<u128> {
    PERFT.get(usize::from(plies)).copied()
}
