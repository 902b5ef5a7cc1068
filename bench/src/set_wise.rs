//! Timed lookups of all squares that the sliders of a side attack: slider by slider, and by a fill.

use setwise::Bitboard;
use setwise::attacks::Sliders;
use setwise_techniques::fill::{Fills, Sides, WithFills};

use crate::instructions::{Instructions, Lookups};
use crate::lookups::{Pass, number, timed};
use crate::workload::{Material, Scene, TOGETHER, Workload};

/// Lookups of each slider of each side.
pub(crate) struct OneByOne<'m, S> {
    pub(crate) sliders: S,
    pub(crate) scenes: &'m [Scene],
}

impl<S: Sliders> Lookups for OneByOne<'_, S> {
    #[inline(always)]
    fn run(self) -> u64 {
        let OneByOne { sliders, scenes } = self;
        let mut sum: u64 = 0;
        for scene in scenes {
            let occupied = scene.occupied;
            let mut attacked = Bitboard::EMPTY;
            for from in scene.bishops {
                attacked |= sliders.bishop(from, occupied);
            }
            for from in scene.rooks {
                attacked |= sliders.rook(from, occupied);
            }
            for from in scene.queens {
                attacked |= sliders.queen(from, occupied);
            }
            sum = sum.wrapping_add(number(attacked));
        }
        sum
    }
}

/// One pass over a workload of sides with a fill.
pub(crate) struct FillSides<'m> {
    pub(crate) workload: Workload,
    pub(crate) material: &'m Material,
    pub(crate) instructions: Instructions,
}

impl WithFills for FillSides<'_> {
    type Output = Pass;

    fn run<F: Fills>(self, fills: F) -> Pass {
        let FillSides { workload, material, instructions } = self;
        let Material { sides: scenes, together, .. } = material;
        let count = scenes.len() as f64;
        match workload {
            Workload::Sides => timed(instructions, count, Several { fills, together }),
            _ => timed(instructions, count, Each { fills, scenes }),
        }
    }
}

/// One fill for each side.
struct Each<'m, F> {
    fills: F,
    scenes: &'m [Scene],
}

impl<F: Fills> Lookups for Each<'_, F> {
    #[inline(always)]
    fn run(self) -> u64 {
        let Each { fills, scenes } = self;
        let mut sum: u64 = 0;
        for scene in scenes {
            let occupied = scene.occupied;
            let (rooks, bishops) = (scene.rook_sliders(), scene.bishop_sliders());
            let attacked = fills.sliders(rooks, bishops, !occupied);
            sum = sum.wrapping_add(number(attacked));
        }
        sum
    }
}

/// One fill for several sides.
struct Several<'m, F> {
    fills: F,
    together: &'m [Sides<TOGETHER>],
}

impl<F: Fills> Lookups for Several<'_, F> {
    #[inline(always)]
    fn run(self) -> u64 {
        let Several { fills, together } = self;
        let mut sum: u64 = 0;
        for sides in together {
            for attacked in fills.sliders_of(sides) {
                sum = sum.wrapping_add(number(attacked));
            }
        }
        sum
    }
}
