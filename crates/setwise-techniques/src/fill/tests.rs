//! Tests of every fill against walks of its sliders, one by one.

use super::*;
use crate::battery;
use direction_lanes::{Rotated, Shifted};
use dumb7::Dumb7;
use kogge_stone::KoggeStone;
use proptest::prelude::*;
use setwise::attacks::walk;

fn union<const N: usize>(sets: [Bitboard; N]) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, Bitboard::union)
}

/// The squares that some sliders attack in a direction, one by one.
fn walked(direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    let ray = |from| walk::ray(from, direction, !empty);
    sliders.into_iter().map(ray).fold(Bitboard::EMPTY, Bitboard::union)
}

/// The sliders of nine boards.
struct Boards {
    rooks: [Bitboard; 9],
    bishops: [Bitboard; 9],
    empty: [Bitboard; 9],
}

impl Boards {
    fn rays(&self, side: usize) -> [Bitboard; 8] {
        Direction::ALL.map(|direction| {
            let rook = Direction::ROOK.contains(&direction);
            let sliders = if rook { self.rooks[side] } else { self.bishops[side] };
            walked(direction, sliders, self.empty[side])
        })
    }

    fn check_several<F: Fills, const N: usize>(&self, name: &str, fills: F) {
        let first = |sets: &[Bitboard; 9]| core::array::from_fn(|side| sets[side]);
        let [rooks, bishops, empty] = [&self.rooks, &self.bishops, &self.empty].map(first);
        let sides = Sides { rooks, bishops, empty };
        let (rays, all) = (fills.rays_of::<N>(&sides), fills.sliders_of::<N>(&sides));
        for side in 0..N {
            assert_eq!(all[side], union(self.rays(side)), "{name}, {N} sides");
            assert_eq!(rays.map(|ray| ray[side]), self.rays(side), "{name}, {N} sides");
        }
    }
}

/// The boards, and the fill by name.
#[derive(Clone, Copy)]
struct Compare<'b>(&'b Boards, &'static str);

impl WithFills for Compare<'_> {
    type Output = ();

    fn run<F: Fills>(self, fills: F) {
        let Compare(boards, name) = self;
        let (rooks, bishops, empty) = (boards.rooks[0], boards.bishops[0], boards.empty[0]);
        let rays = boards.rays(0);
        for direction in Direction::ALL {
            let attacked = fills.attacks(direction, rooks, empty);
            assert_eq!(attacked, walked(direction, rooks, empty), "{name} {direction:?}");
        }
        assert_eq!(fills.rays(rooks, bishops, empty), rays, "{name}");
        let [n, e, s, w, ne, se, sw, nw] = rays;
        assert_eq!(fills.rooks(rooks, empty), n | e | s | w, "{name}");
        assert_eq!(fills.bishops(bishops, empty), ne | se | sw | nw, "{name}");
        assert_eq!(fills.sliders(rooks, bishops, empty), union(rays), "{name}");
    }
}

/// Several of the boards at once, and the fill by name.
#[derive(Clone, Copy)]
struct CompareSeveral<'b>(&'b Boards, &'static str);

impl WithFills for CompareSeveral<'_> {
    type Output = ();

    fn run<F: Fills>(self, fills: F) {
        let CompareSeveral(boards, name) = self;
        // A register of each width, and one more.
        boards.check_several::<F, 9>(name, fills);
    }
}

/// Runs a task with a fill in lanes, compiled without SIMD.
fn run_portable<F: Fills, T: WithFills>(name: &'static str, task: impl Fn(&'static str) -> T) {
    task(name).run(F::new().expect("needs nothing of the CPU"));
}

proptest! {
    /// The sliders may stand on squares that are not empty, or on empty ones.
    #[test]
    fn rays_are_the_walks_of_all_sliders(
        rooks: [u64; 9],
        bishops: [u64; 9],
        empty: [u64; 9],
        thin: [u64; 9],
    ) {
        let sets = |of: &dyn Fn(usize) -> u64| core::array::from_fn(|i| Bitboard(of(i)));
        let boards = Boards {
            rooks: sets(&|i| rooks[i] & thin[i]),
            bishops: sets(&|i| bishops[i] & thin[i]),
            empty: sets(&|i| empty[i] | thin[8 - i]),
        };
        for fill in Fill::ALL {
            fill.run(Compare(&boards, fill.name()));
            fill.run(CompareSeveral(&boards, fill.name()));
        }
        // Each does several boards as the fill in its lanes does.
        let compare = |name| Compare(&boards, name);
        run_portable::<Shifted<Dumb7>, _>("dumb7, shifted lanes", compare);
        run_portable::<Rotated<Dumb7>, _>("dumb7, rotated lanes", compare);
        run_portable::<Shifted<KoggeStone>, _>("kogge-stone, shifted lanes", compare);
        run_portable::<Rotated<KoggeStone>, _>("kogge-stone, rotated lanes", compare);
    }
}

/// The fills in the list pass it with the other techniques.
#[test]
fn the_lanes_pass_the_battery_without_simd() {
    struct Battery(&'static str);
    impl WithFills for Battery {
        type Output = ();
        fn run<F: Fills>(self, fills: F) {
            assert_eq!(battery::run(PerSquare(fills)), Ok(battery::CASES), "{}", self.0);
        }
    }
    // Each fill and each form of the lanes.
    run_portable::<Shifted<Dumb7>, _>("dumb7, shifted lanes", Battery);
    run_portable::<Rotated<KoggeStone>, _>("kogge-stone, rotated lanes", Battery);
}

#[test]
fn the_widest_fill_has_the_widest_registers_that_this_cpu_has() {
    assert!(Fill::widest().is_available());
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use crate::cpu_features::{Avx2, Avx512};
        use setwise::dispatch::CpuFeatures;

        let avx512 = Avx512::new().is_some();
        let avx2 = Avx2::new().is_some();
        let expected = match (avx512, avx2) {
            (true, _) => Fill::KoggeStoneAvx512,
            (false, true) => Fill::KoggeStoneAvx2,
            (false, false) => Fill::KoggeStone,
        };
        assert_eq!(Fill::widest(), expected);
    }
}
