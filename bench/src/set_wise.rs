//! Timed lookups of all squares that the sliders of a side attack, by a fill.

use setwise_techniques::fill::{Fills, WithFills};

use crate::instructions::Instructions;
use crate::lookups::{Pass, number, timed};
use crate::workload::{Material, Workload};

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
        if workload == Workload::Sides {
            return timed(
                instructions,
                count,
                #[inline(always)]
                move || {
                    let mut sum: u64 = 0;
                    for sides in together {
                        for attacked in fills.sliders_of(sides) {
                            sum = sum.wrapping_add(number(attacked));
                        }
                    }
                    sum
                },
            );
        }
        timed(
            instructions,
            count,
            #[inline(always)]
            move || {
                scenes.iter().fold(0, |sum: u64, scene| {
                    let (rooks, bishops) = (scene.rook_sliders(), scene.bishop_sliders());
                    let attacked = fills.sliders(rooks, bishops, !scene.occupied);
                    sum.wrapping_add(number(attacked))
                })
            },
        )
    }
}
