//! Timed lookups of a workload, one slider at a time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use setwise::attacks::{Sliders, Task};
use setwise::{Bitboard, Square};

use crate::instructions::{Instructions, Lookups};
use crate::set_wise::OneByOne;
use crate::workload::{BOARDS, Material, Queen, Scene, Workload};

/// The result of one pass over a workload.
#[derive(Clone, Copy)]
pub(crate) struct Pass {
    /// The wrapping sum of the answers.
    pub(crate) sum: u64,
    /// The time it took.
    pub(crate) time: Duration,
    /// The number of queens or sides. A rook or a bishop is half a queen.
    pub(crate) count: f64,
}

/// One pass over a workload with a technique.
pub(crate) struct LookUp<'m> {
    pub(crate) workload: Workload,
    pub(crate) material: &'m Material,
    pub(crate) instructions: Instructions,
    /// The number of batches of the workload `cold`.
    pub(crate) cold_batches: usize,
}

impl Task for LookUp<'_> {
    type Output = Pass;

    fn run<S: Sliders>(self, sliders: S) -> Pass {
        let LookUp { workload, material, instructions, cold_batches } = self;
        match workload {
            Workload::Random => {
                let queens = &material.queens;
                timed(instructions, queens.len() as f64, Queens { sliders, queens })
            }
            Workload::Games => scenes(instructions, sliders, &material.games),
            Workload::Captures => scenes(instructions, sliders, &material.captures),
            Workload::Cold => cold(instructions, sliders, material, cold_batches),
            Workload::Chain => {
                let boards = &material.boards;
                timed(instructions, CHAIN as f64, Chain { sliders, boards })
            }
            Workload::Side | Workload::Sides => {
                let scenes = &material.sides;
                timed(instructions, scenes.len() as f64, OneByOne { sliders, scenes })
            }
        }
    }
}

/// Runs a loop of lookups of `count` queens or sides.
pub(crate) fn timed(instructions: Instructions, count: f64, lookups: impl Lookups) -> Pass {
    let start = Instant::now();
    let sum = instructions.run(lookups);
    Pass { sum, time: start.elapsed(), count }
}

fn scenes<S: Sliders>(instructions: Instructions, sliders: S, scenes: &[Scene]) -> Pass {
    let halves: u64 = scenes.iter().map(Scene::half_queens).sum();
    timed(instructions, halves as f64 / 2.0, Scenes { sliders, scenes })
}

/// Returns an answer as a number, hidden from the optimiser. Otherwise the optimiser computes
/// several answers at once in a SIMD register, which it cannot do in a move generator.
#[inline(always)]
pub(crate) fn number(attacked: Bitboard) -> u64 {
    black_box(attacked.0)
}

/// Lookups of queens, each with its own occupancy.
struct Queens<'m, S> {
    sliders: S,
    queens: &'m [Queen],
}

impl<S: Sliders> Lookups for Queens<'_, S> {
    #[inline(always)]
    fn run(self) -> u64 {
        let Queens { sliders, queens } = self;
        let mut sum: u64 = 0;
        for queen in queens {
            sum = sum.wrapping_add(number(sliders.queen(queen.from, queen.occupied)));
        }
        sum
    }
}

/// Lookups of the sliders of successive positions.
struct Scenes<'m, S> {
    sliders: S,
    scenes: &'m [Scene],
}

impl<S: Sliders> Lookups for Scenes<'_, S> {
    #[inline(always)]
    fn run(self) -> u64 {
        let Scenes { sliders, scenes } = self;
        let mut sum: u64 = 0;
        for scene in scenes {
            let occupied = scene.occupied;
            for from in scene.bishops {
                let attacked = sliders.bishop(from, occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
            for from in scene.rooks {
                let attacked = sliders.rook(from, occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
            for from in scene.queens {
                let attacked = sliders.queen(from, occupied);
                sum = sum.wrapping_add(number(attacked & scene.targets));
            }
        }
        sum
    }
}

/// The number of queens of a chain.
const CHAIN: u64 = 1 << 14;

/// Lookups of queens. The square and the occupancy of each depend on the previous answer.
struct Chain<'m, S> {
    sliders: S,
    boards: &'m [Bitboard; BOARDS],
}

impl<S: Sliders> Lookups for Chain<'_, S> {
    #[inline(always)]
    fn run(self) -> u64 {
        let Chain { sliders, boards } = self;
        let (mut sum, mut answer): (u64, u64) = (0, 0);
        for link in 0..CHAIN {
            // Without the number of the link the chain would soon repeat itself.
            let mixed = (answer ^ link).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let from = Square::masked((mixed >> 58) as u8);
            let board = boards[(mixed >> 52) as usize % BOARDS];
            answer = sliders.queen(from, board).0;
            sum = sum.wrapping_add(answer);
        }
        sum
    }
}

/// The number of queens that are looked up before the caches are filled again, about as many as a
/// few positions have.
const BATCH: usize = 64;

fn cold<S: Sliders>(
    instructions: Instructions,
    sliders: S,
    material: &Material,
    batches: usize,
) -> Pass {
    let clock = clock_cost();
    let mut total = Pass { sum: 0, time: Duration::ZERO, count: 0.0 };
    for batch in material.queens.chunks_exact(BATCH).take(batches) {
        read(&material.other_data);
        // This brings the queens back into the cache, but not the tables of the technique.
        let batch: [Queen; BATCH] = std::array::from_fn(|index| batch[index]);
        let queens = black_box(&batch[..]);
        let pass = timed(instructions, BATCH as f64, Queens { sliders, queens });
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

/// Returns the time that two readings of the clock take.
fn clock_cost() -> Duration {
    let pairs = (0..100).map(|_| {
        let start = Instant::now();
        start.elapsed()
    });
    pairs.min().unwrap_or_default()
}
