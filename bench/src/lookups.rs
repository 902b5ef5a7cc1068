//! Timed lookups of a workload, one slider at a time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use setwise::attacks::{Sliders, Task};
use setwise::{Bitboard, Square};

use crate::instructions::Instructions;
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
            Workload::Random => queens(instructions, sliders, &material.queens),
            Workload::Games => scenes(instructions, sliders, &material.games),
            Workload::Captures => scenes(instructions, sliders, &material.captures),
            Workload::Cold => cold(instructions, sliders, material, cold_batches),
            Workload::Chain => chain(instructions, sliders, &material.boards),
            Workload::Side | Workload::Sides => sides(instructions, sliders, &material.sides),
        }
    }
}

/// Runs a loop of lookups of `count` queens or sides, which returns the wrapping sum of the answers.
pub(crate) fn timed(instructions: Instructions, count: f64, lookups: impl FnOnce() -> u64) -> Pass {
    let start = Instant::now();
    let sum = instructions.run(lookups);
    Pass { sum, time: start.elapsed(), count }
}

/// Returns an answer as a number, hidden from the optimiser. Otherwise the optimiser computes
/// several answers at once in a SIMD register, which it cannot do in a move generator.
#[inline(always)]
pub(crate) fn number(attacked: Bitboard) -> u64 {
    black_box(attacked.0)
}

/// Looks up queens, each with its own occupancy.
fn queens<S: Sliders>(instructions: Instructions, sliders: S, queens: &[Queen]) -> Pass {
    timed(
        instructions,
        queens.len() as f64,
        #[inline(always)]
        move || {
            queens.iter().fold(0, |sum: u64, queen| {
                sum.wrapping_add(number(sliders.queen(queen.from, queen.occupied)))
            })
        },
    )
}

/// Looks up the sliders of successive positions.
fn scenes<S: Sliders>(instructions: Instructions, sliders: S, scenes: &[Scene]) -> Pass {
    let halves: u64 = scenes.iter().map(Scene::half_queens).sum();
    timed(
        instructions,
        halves as f64 / 2.0,
        #[inline(always)]
        move || {
            let mut sum: u64 = 0;
            for scene in scenes {
                scene.visit(sliders, |attacked| {
                    sum = sum.wrapping_add(number(attacked & scene.targets));
                });
            }
            sum
        },
    )
}

/// Looks up the sliders of each side, and unites what they attack.
fn sides<S: Sliders>(instructions: Instructions, sliders: S, scenes: &[Scene]) -> Pass {
    timed(
        instructions,
        scenes.len() as f64,
        #[inline(always)]
        move || {
            scenes.iter().fold(0, |sum: u64, scene| {
                let mut all = Bitboard::EMPTY;
                scene.visit(sliders, |attacked| all |= attacked);
                sum.wrapping_add(number(all))
            })
        },
    )
}

/// The number of queens of a chain.
const CHAIN: u64 = 1 << 14;

/// Looks up queens. The square and the occupancy of each depend on the previous answer.
fn chain<S: Sliders>(instructions: Instructions, sliders: S, boards: &[Bitboard; BOARDS]) -> Pass {
    timed(
        instructions,
        CHAIN as f64,
        #[inline(always)]
        move || {
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
        },
    )
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
        let pass = queens(instructions, sliders, black_box(&batch[..]));
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
