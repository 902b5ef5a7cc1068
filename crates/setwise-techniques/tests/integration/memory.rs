//! A small test for each module with unsafe code, which Miri can run: it takes thousands of times
//! as long as a CPU. Each module names its test.

use setwise::attacks::{Sliders, Task, walk};
use setwise::{Bitboard, Square};
use setwise_techniques::Technique;
use setwise_techniques::fill::{Fill, Fills, WithFills};

/// Some sets, from empty to full.
fn occupancies() -> impl Iterator<Item = Bitboard> {
    let product = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [Bitboard::EMPTY, !Bitboard::EMPTY].into_iter().chain((0..2).map(move |n| Bitboard(product(n))))
}

struct CompareWithWalk;

impl Task for CompareWithWalk {
    type Output = ();

    fn run<S: Sliders>(self, sliders: S) {
        // Miri takes a minute for all squares in registers of eight lanes.
        for from in Square::ALL.into_iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
            for occupied in occupancies() {
                let (rook, bishop) = (walk::rook(from, occupied), walk::bishop(from, occupied));
                assert_eq!(sliders.rook(from, occupied), rook);
                assert_eq!(sliders.bishop(from, occupied), bishop);
                assert_eq!(sliders.queen(from, occupied), rook | bishop);
            }
        }
    }
}

/// Techniques that this CPU lacks are left out. Miri has the instructions that its shard names.
fn compare(names: &[&str]) {
    for name in names {
        let technique = name.parse::<Technique>();
        let compared = technique.is_ok_and(|technique| technique.run(CompareWithWalk).is_some());
        assert!(compared || !cfg!(all(miri, target_feature = "gfni")), "{name} was not run");
    }
}

/// Sets of sliders in all directions at once.
struct CompareSets;

impl WithFills for CompareSets {
    type Output = ();

    fn run<F: Fills>(self, fills: F) {
        for occupied in occupancies() {
            let sliders = occupied & Bitboard(0x0180_0240_2018_0081);
            let attacks = |of: fn(Square, Bitboard) -> Bitboard| {
                let sets = sliders.into_iter().map(|from| of(from, occupied));
                sets.fold(Bitboard::EMPTY, Bitboard::union)
            };
            assert_eq!(fills.rooks(sliders, !occupied), attacks(walk::rook));
            assert_eq!(fills.bishops(sliders, !occupied), attacks(walk::bishop));
            let both = attacks(walk::rook) | attacks(walk::bishop);
            assert_eq!(fills.sliders(sliders, sliders, !occupied), both);
        }
    }
}

fn compare_fills(names: &[&str]) {
    compare(names);
    for fill in Fill::ALL.iter().filter(|fill| names.contains(&fill.name())) {
        let _ = fill.run(CompareSets);
    }
}

#[test]
fn byte_lanes_with_gfni() {
    compare_fills(&["byte-lanes-gfni"]);
}
