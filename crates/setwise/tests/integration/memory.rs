//! A small test for each module with unsafe code, which Miri can run: it takes thousands of times
//! as long as a CPU. Each module names its test.

use setwise::attacks::{DEFAULT, Erased, Sliders, walk};
use setwise::dispatch::{self, CpuFeatures, Portable, X86_64V3, X86_64V4};
use setwise::{Bitboard, Square};

/// Some sets, from empty to full.
fn occupancies() -> impl Iterator<Item = Bitboard> {
    let product = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [Bitboard::EMPTY, !Bitboard::EMPTY].into_iter().chain((0..6).map(move |n| Bitboard(product(n))))
}

fn compare_with_walk<S: Sliders>(sliders: S) {
    for from in Square::ALL {
        for occupied in occupancies() {
            assert_eq!(sliders.rook(from, occupied), walk::rook(from, occupied));
            assert_eq!(sliders.bishop(from, occupied), walk::bishop(from, occupied));
        }
    }
}

#[test]
fn every_index_is_a_square() {
    for index in 0..=u8::MAX {
        assert_eq!(Square::masked(index), Square::ALL[usize::from(index) % 64]);
        assert_eq!(Square::from_index(index).is_some(), index < 64);
    }
}

#[test]
fn entries_of_tables_built_at_compile_time() {
    compare_with_walk(DEFAULT);
}

/// A technique that is smaller than a pointer.
#[derive(Clone, Copy)]
struct OneByte(u8);

impl Sliders for OneByte {
    fn rook(self, _: Square, _: Bitboard) -> Bitboard {
        Bitboard(self.0.into())
    }

    fn bishop(self, _: Square, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }
}

/// Techniques of no byte and of one; `the_value_of_a_technique_is_kept` stores a pointer.
#[test]
fn erased_techniques_of_every_size() {
    assert_eq!(size_of_val(&DEFAULT), 0);
    compare_with_walk(Erased::of(DEFAULT));
    let erased = Erased::of(OneByte(200));
    assert_eq!(erased.queen(Square::A1, Bitboard::EMPTY), Bitboard(200));
}

/// Returns the sum of the numbers from its input down, by a recursion.
fn sum<F: CpuFeatures>(features: F, number: u64) -> u64 {
    features.call_apart(
        number,
        #[inline(always)]
        |number| if number == 0 { 0 } else { number + sum(features, number - 1) },
    )
}

fn run_with<F: CpuFeatures>() {
    let Some(features) = F::new() else { return };
    assert_eq!(sum(features, 10), 55);
    assert_eq!(features.call(10, |last| (0..=last).sum::<u64>()), 55);
}

#[test]
fn recursions_with_cpu_features() {
    run_with::<Portable>();
    run_with::<X86_64V3>();
    run_with::<X86_64V4>();
    assert_eq!(dispatch::call(10, |last| (0..=last).sum::<u64>()), 55);
}
