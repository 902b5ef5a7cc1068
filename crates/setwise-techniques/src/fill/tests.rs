//! Tests of every fill against walks of its sliders, one by one.

use super::*;
use crate::battery;
use direction_lanes::{Rotated, Shifted};
use dumb7::Dumb7;
use kogge_stone::KoggeStone;
use proptest::prelude::*;
use setwise::attacks::{Sliders, walk};

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

/// Runs a task with both fills in each form of the lanes, compiled without SIMD, and for the wide
/// registers that this CPU has.
fn run_lanes<T: WithFills>(task: impl Fn(&'static str) -> T) {
    fn with<F: Fills, T: WithFills>(task: T) {
        F::new().map(|fills| task.run(fills));
    }
    with::<Shifted<Dumb7>, T>(task("dumb7, shifted lanes"));
    with::<Rotated<Dumb7>, T>(task("dumb7, rotated lanes"));
    with::<Shifted<KoggeStone>, T>(task("kogge-stone, shifted lanes"));
    with::<Rotated<KoggeStone>, T>(task("kogge-stone, rotated lanes"));
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        with::<Simd<Shifted<Dumb7>, Avx2>, T>(task("dumb7, AVX2"));
        with::<Simd<Rotated<Dumb7>, Avx512>, T>(task("dumb7, AVX-512"));
        with::<Simd<Shifted<KoggeStone>, Avx2>, T>(task("kogge-stone, AVX2"));
        with::<Simd<Rotated<KoggeStone>, Avx512>, T>(task("kogge-stone, AVX-512"));
    }
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
        Compare(&boards, "dumb7").run(Dumb7);
        Compare(&boards, "kogge-stone").run(KoggeStone);
        run_lanes(|name| Compare(&boards, name));
        CompareSeveral(&boards, "dumb7").run(Dumb7);
        CompareSeveral(&boards, "kogge-stone").run(KoggeStone);
        run_lanes(|name| CompareSeveral(&boards, name));
    }
}

/// A fill of one slider, for the battery.
#[derive(Clone, Copy)]
struct OneSlider<F>(F);

impl<F: Fills> Sliders for OneSlider<F> {
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.rooks(Bitboard::of(from), !occupied)
    }

    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishops(Bitboard::of(from), !occupied)
    }

    fn queen(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.sliders(Bitboard::of(from), Bitboard::of(from), !occupied)
    }
}

/// The fills in the list of techniques pass it with the others.
#[test]
fn the_lanes_pass_the_battery() {
    struct Battery(&'static str);
    impl WithFills for Battery {
        type Output = ();
        fn run<F: Fills>(self, fills: F) {
            assert_eq!(battery::run(OneSlider(fills)), Ok(battery::CASES), "{}", self.0);
        }
    }
    run_lanes(Battery);
}

#[test]
fn a_fill_runs_in_the_widest_registers_that_this_cpu_has() {
    struct Name;
    impl WithFills for Name {
        type Output = &'static str;
        fn run<F: Fills>(self, _: F) -> &'static str {
            core::any::type_name::<F>()
        }
    }
    let widest = Fill::KoggeStone.run(Name);
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use setwise::dispatch::CpuFeatures;

        assert_eq!(widest.contains("Avx512"), Avx512::new().is_some(), "{widest}");
        let is_avx2 = Avx2::new().is_some() && Avx512::new().is_none();
        assert_eq!(widest.contains("Avx2"), is_avx2, "{widest}");
    }
    assert!(widest.contains("KoggeStone"), "{widest}");
}
