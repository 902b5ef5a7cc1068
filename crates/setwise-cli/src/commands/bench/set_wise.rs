//! Everything that the sliders of a side attack: slider by slider, and by a fill.

use setwise::Bitboard;
use setwise::dispatch::Level;
use setwise::sliders::fill::{Fills, all};
use setwise::sliders::{Occupied, Sliders};

use super::lookups::{Pass, number, timed};
use super::workload::{Material, Scene, Together, Workload};

/// A lookup for each slider.
pub(super) struct OneByOne<'m, S> {
    pub(super) sliders: S,
    pub(super) scenes: &'m [Scene],
}

impl<S: Sliders> Level for OneByOne<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let mut sum: u64 = 0;
        let mut occupied = S::Occupied::of(Bitboard::EMPTY);
        for scene in self.scenes {
            occupied.toggle(scene.changed);
            let mut attacked = Bitboard::EMPTY;
            for from in scene.bishops {
                attacked |= self.sliders.bishop(from, &occupied);
            }
            for from in scene.rooks {
                attacked |= self.sliders.rook(from, &occupied);
            }
            for from in scene.queens {
                attacked |= self.sliders.queen(from, &occupied);
            }
            sum = sum.wrapping_add(number(attacked));
        }
        sum
    }
}

/// Answers a workload of sides by a fill.
pub(super) struct FillSides<'m> {
    pub(super) workload: Workload,
    pub(super) material: &'m Material,
}

impl all::Task for FillSides<'_> {
    type Output = Pass;

    fn run<F: Fills>(self, fills: F) -> Pass {
        let Material { sides: scenes, together, .. } = self.material;
        let count = scenes.len() as f64;
        match self.workload {
            Workload::Sides => timed(count, Several { fills, together }),
            _ => timed(count, Each { fills, scenes }),
        }
    }
}

/// A fill for each side.
struct Each<'m, F> {
    fills: F,
    scenes: &'m [Scene],
}

impl<F: Fills> Level for Each<'_, F> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let mut sum: u64 = 0;
        let mut occupied = Bitboard::EMPTY;
        for scene in self.scenes {
            occupied ^= scene.changed;
            let (rooks, bishops) = (scene.rook_sliders(), scene.bishop_sliders());
            let attacked = self.fills.sliders(rooks, bishops, !occupied);
            sum = sum.wrapping_add(number(attacked));
        }
        sum
    }
}

/// A fill for several sides.
struct Several<'m, F> {
    fills: F,
    together: &'m [Together],
}

impl<F: Fills> Level for Several<'_, F> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl Fn(Self) -> u64 + Copy) -> u64 {
        let mut sum: u64 = 0;
        for &Together { rooks, bishops, empty } in self.together {
            for attacked in self.fills.sliders_of(rooks, bishops, empty) {
                sum = sum.wrapping_add(number(attacked));
            }
        }
        sum
    }
}
