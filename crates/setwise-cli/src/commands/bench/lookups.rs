//! Looking up what a workload asks for, timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use setwise::dispatch::{self, Level};
use setwise::sliders::{Occupied, Sliders};
use setwise::techniques::Task;
use setwise::{Bitboard, Square};

use super::set_wise::OneByOne;
use super::workload::{BOARDS, Material, Queen, Scene, Workload};

/// What came of looking up all of a workload once.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    /// The answers, added up.
    pub(super) sum: u64,
    /// How long it took.
    pub(super) time: Duration,
    /// How many that were, queens or sides. A rook or a bishop is half a queen.
    pub(super) count: f64,
}

/// Looks up all of a workload once.
pub(super) struct LookUp<'m> {
    pub(super) workload: Workload,
    pub(super) material: &'m Material,
    /// How many of the batches after which the caches are filled with other data.
    pub(super) cold_batches: usize,
}

impl Task for LookUp<'_> {
    type Output = Pass;

    fn run<S: Sliders>(self, sliders: S) -> Pass {
        let LookUp { workload, material, cold_batches } = self;
        match workload {
            Workload::Random => {
                let queens = &material.queens;
                timed(queens.len() as f64, Queens { sliders, queens })
            }
            Workload::Games => scenes(sliders, &material.games),
            Workload::Captures => scenes(sliders, &material.captures),
            Workload::Cold => cold(sliders, material, cold_batches),
            Workload::Chain => {
                let boards = &material.boards.map(S::Occupied::of);
                timed(CHAIN as f64, Chain { sliders, boards })
            }
            Workload::Side | Workload::Sides => {
                let scenes = &material.sides;
                timed(scenes.len() as f64, OneByOne { sliders, scenes })
            }
        }
    }
}

pub(super) fn timed<L: Level<Output = u64>>(count: f64, lookups: L) -> Pass {
    let start = Instant::now();
    let sum = dispatch::run(lookups);
    Pass { sum, time: start.elapsed(), count }
}

fn scenes<S: Sliders>(sliders: S, scenes: &[Scene]) -> Pass {
    let halves: u64 = scenes.iter().map(Scene::half_queens).sum();
    timed(halves as f64 / 2.0, Scenes { sliders, scenes })
}

/// An answer as a number, hidden from the compiler. Else it finds several answers at once in the
/// lanes of a register (hyperbola without tables: 225 million queens a second in place of 125),
/// while no move generator has its lookups so neatly in a row.
#[inline(always)]
pub(super) fn number(attacked: Bitboard) -> u64 {
    black_box(attacked.0)
}

/// Queens with an occupancy each.
struct Queens<'m, S> {
    sliders: S,
    queens: &'m [Queen],
}

impl<S: Sliders> Level for Queens<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let mut sum: u64 = 0;
        for queen in self.queens {
            let occupied = S::Occupied::of(queen.occupied);
            sum = sum.wrapping_add(number(self.sliders.queen(queen.from, &occupied)));
        }
        sum
    }
}

/// The sliders of positions that follow each other.
struct Scenes<'m, S> {
    sliders: S,
    scenes: &'m [Scene],
}

impl<S: Sliders> Level for Scenes<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let mut sum: u64 = 0;
        let mut occupied = S::Occupied::of(Bitboard::EMPTY);
        for scene in self.scenes {
            occupied.toggle(scene.changed);
            for from in scene.bishops {
                let attacked = self.sliders.bishop(from, &occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
            for from in scene.rooks {
                let attacked = self.sliders.rook(from, &occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
            for from in scene.queens {
                let attacked = self.sliders.queen(from, &occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
        }
        sum
    }
}

/// How many queens a chain has.
const CHAIN: u64 = 1 << 14;

/// Queens of which each stands where the last answer says.
struct Chain<'m, S: Sliders> {
    sliders: S,
    boards: &'m [S::Occupied; BOARDS],
}

impl<S: Sliders> Level for Chain<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let (mut sum, mut answer): (u64, u64) = (0, 0);
        for link in 0..CHAIN {
            // The number of the link, without which a chain soon runs in a circle.
            let mixed = (answer ^ link).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let from = Square::masked((mixed >> 58) as u8);
            let board = &self.boards[(mixed >> 52) as usize % BOARDS];
            answer = self.sliders.queen(from, board).0;
            sum = sum.wrapping_add(answer);
        }
        sum
    }
}

/// How many queens are looked up before the caches are filled again: a few positions' worth.
const BATCH: usize = 64;

fn cold<S: Sliders>(sliders: S, material: &Material, batches: usize) -> Pass {
    let clock = clock_cost();
    let mut total = Pass { sum: 0, time: Duration::ZERO, count: 0.0 };
    for batch in material.queens.chunks_exact(BATCH).take(batches) {
        read(&material.other_data);
        // What is asked for is at hand; what the technique needs is not.
        let batch: [Queen; BATCH] = std::array::from_fn(|index| batch[index]);
        let queens = black_box(&batch[..]);
        let pass = timed(BATCH as f64, Queens { sliders, queens });
        total.sum = total.sum.wrapping_add(pass.sum);
        total.time += pass.time.saturating_sub(clock);
        total.count += pass.count;
    }
    total
}

/// Reads a byte of each cache line.
fn read(data: &[u8]) {
    let sum: u64 = data.iter().step_by(64).map(|&byte| u64::from(byte)).sum();
    black_box(sum);
}

/// What it costs to look at the clock twice.
fn clock_cost() -> Duration {
    let pairs = (0..100).map(|_| {
        let start = Instant::now();
        start.elapsed()
    });
    pairs.min().unwrap_or_default()
}
