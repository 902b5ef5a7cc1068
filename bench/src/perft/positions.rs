//! The positions that are counted, with their known counts.

use setwise_perft::suite::{self, WELL_KNOWN};

/// A position with a known count.
pub(super) struct Count {
    pub(super) name: &'static str,
    pub(super) fen: &'static str,
    pub(super) depth: u8,
    pub(super) leaves: u128,
}

/// A name and a FEN; and two pairs of depth and count, the second for `--quick`.
type Known = ((&'static str, &'static str), [(u8, u128); 2]);

/// An endgame with queens and bishops on an open board.
const ENDGAME: (&str, &str) = ("endgame", "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28");

/// For comparing techniques. A fast technique takes a few tenths of a second for each.
const SHORT: [Known; 7] = [
    (WELL_KNOWN[0], [(6, 119_060_324), (4, 197_281)]),
    (WELL_KNOWN[1], [(5, 193_690_690), (3, 97_862)]),
    (WELL_KNOWN[2], [(6, 11_030_083), (4, 43_238)]),
    (WELL_KNOWN[3], [(5, 15_833_292), (3, 9_467)]),
    (WELL_KNOWN[4], [(5, 89_941_194), (3, 62_379)]),
    (WELL_KNOWN[5], [(5, 164_075_551), (3, 89_890)]),
    (ENDGAME, [(5, 31_265_700), (3, 37_035)]),
];

/// For comparing back-ends, which are several times as fast.
const LONG: [Known; 4] = [
    (WELL_KNOWN[0], [(7, 3_195_901_860), (4, 197_281)]),
    (WELL_KNOWN[1], [(6, 8_031_647_685), (3, 97_862)]),
    (WELL_KNOWN[5], [(6, 6_923_051_137), (3, 89_890)]),
    (ENDGAME, [(6, 849_167_880), (3, 37_035)]),
];

/// An EPD suite of fifty lines.
const RANDOM: &str = include_str!("random.epd");

/// Returns the well-known positions and an endgame.
pub(super) fn short(quick: bool) -> Vec<Count> {
    of_table(&SHORT, quick)
}

/// Returns the initial position, kiwipete, a middlegame and an endgame.
pub(super) fn long(quick: bool) -> Vec<Count> {
    of_table(&LONG, quick)
}

fn of_table(table: &[Known], quick: bool) -> Vec<Count> {
    let count = |&((name, fen), depths): &Known| {
        let (depth, leaves) = depths[usize::from(quick)];
        Count { name, fen, depth, leaves }
    };
    table.iter().map(count).collect()
}

/// Returns fifty random positions with their deepest known counts, or two plies less.
pub(super) fn random(quick: bool) -> Vec<Count> {
    let lines = RANDOM.lines().filter(|line| !line.starts_with('#'));
    let count = |line| {
        let (fen, counts) = suite::epd_line(line);
        let known: Vec<suite::Count> = counts.flatten().collect();
        let index = known.len().checked_sub(if quick { 3 } else { 1 })?;
        let suite::Count { depth, nodes: leaves } = known[index];
        Some(Count { name: "random", fen, depth, leaves })
    };
    lines.filter_map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(counts: &[Count]) -> u128 {
        counts.iter().map(|count| count.leaves).sum()
    }

    #[test]
    fn the_sums_are_known() {
        assert_eq!(sum(&long(false)), 18_999_768_562);
        assert_eq!(random(false).len(), 50);
        assert_eq!(sum(&random(false)), 61_389_537);
        assert!(random(false).iter().all(|count| count.depth >= 4));
    }
}
