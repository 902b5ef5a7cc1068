//! Counting many positions of small depth together, so that the queues are full.

use core::ops::RangeInclusive;

use setwise::attacks::{self, Sliders, Task};
use setwise::dispatch;
use setwise::{Color, Position, Role};

use super::lane::{Castlings, View};
use super::parents;
use super::queue::OWNERS;
use super::queues::Queues;

/// The depths that can be counted together.
pub(crate) const DEPTHS: RangeInclusive<u8> = 2..=7;

/// Appends the counts of positions, at one of the [`DEPTHS`].
pub(crate) fn count_each(
    queues: &mut Queues,
    positions: &[Position],
    depth: u8,
    counts: &mut Vec<u128>,
) {
    let mut rest = positions;
    while !rest.is_empty() {
        let (mut roots, mut len) = (Roots::default(), 0);
        while len < OWNERS && rest.get(len).is_some_and(|position| roots.admit(position)) {
            len += 1;
        }
        let (together, others) = rest.split_at(len);
        rest = others;
        attacks::run_fastest(CountTogether { queues, together, roots, depth, counts });
    }
}

/// What the positions of a batch agree about.
#[derive(Clone, Copy, Default)]
struct Roots {
    /// For each color, the position with the most castling rights.
    by_color: Option<[Position; 2]>,
}

impl Roots {
    /// Returns whether a position can be counted with those before it, and then adds it.
    fn admit(&mut self, position: &Position) -> bool {
        let Some(by_color) = &mut self.by_color else {
            self.by_color = Some([*position; 2]);
            return true;
        };
        let same = |root: &Position| {
            root.turn() == position.turn()
                && root.castling_rooks() == position.castling_rooks()
                && root.board().role(Role::King) == position.board().role(Role::King)
        };
        if by_color.iter().all(same) {
            return true;
        }
        if by_color[0].turn() != position.turn() {
            return false;
        }
        let rights = |of: &Position, color| of.castling_rooks() & of.board().color(color);
        let agrees = |root: &Position, color| {
            let (old, new) = (rights(root, color), rights(position, color));
            let nested = old.is_subset_of(new) || new.is_subset_of(old);
            nested && (old.is_empty() || new.is_empty() || root.king(color) == position.king(color))
        };
        if !Color::ALL.into_iter().all(|color| agrees(&by_color[color as usize], color)) {
            return false;
        }
        for color in Color::ALL {
            let root = &mut by_color[color as usize];
            if rights(position, color).count() > rights(root, color).count() {
                *root = *position;
            }
        }
        true
    }
}

struct CountTogether<'c> {
    queues: &'c mut Queues,
    together: &'c [Position],
    roots: Roots,
    depth: u8,
    counts: &'c mut Vec<u128>,
}

impl Task for CountTogether<'_> {
    type Output = ();

    fn run<S: Sliders>(self, sliders: S) {
        let CountTogether { queues, together, roots: Roots { by_color }, depth, counts } = self;
        let Some(roots) = by_color else { return };
        let view = View::of_depth(roots[0].turn(), depth);
        queues.prepare(Castlings::of_colors(&roots, view), view);
        if depth == 2 {
            // Each parent is the owner of its count.
            dispatch::call(
                (together, &mut *queues),
                #[inline(always)]
                |(parents, queues)| {
                    for (parent, owner) in parents.iter().zip(0..) {
                        parents::queue_parent(parent, sliders, queues, owner);
                    }
                },
            );
        } else {
            for (position, owner) in together.iter().zip(0..) {
                parents::queue_parents(position, depth, sliders, queues, owner);
            }
        }
        queues.finish();
        for (_, owner) in together.iter().zip(0..) {
            counts.push(queues.take(owner));
        }
    }
}
