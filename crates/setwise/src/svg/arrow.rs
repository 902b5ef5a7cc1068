//! Arrows.

use core::fmt;

use super::squares::View;
use super::{ACCENT, SIDE};
use crate::Square;

/// How far from the middle of its first square an arrow begins.
const TAIL: i32 = 28;
const HALF_SHAFT: i32 = 8;
const HEAD: i32 = 44;
const HALF_HEAD: i32 = 26;
const RING: i32 = 42;

/// All arrows, and a ring for one that goes nowhere.
pub(super) fn write_all(
    f: &mut fmt::Formatter<'_>,
    view: View,
    arrows: &[(Square, Square)],
) -> fmt::Result {
    arrows.iter().try_for_each(|&(from, to)| {
        if from == to {
            let (x, y) = view.middle(from);
            writeln!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="{RING}" fill="none" stroke="{ACCENT}" stroke-opacity=".8" stroke-width="9"/>"#,
            )
        } else {
            write(f, view.middle(from), view.middle(to))
        }
    })
}

/// The outline of an arrow from a point to another: its seven corners.
fn write(f: &mut fmt::Formatter<'_>, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).isqrt();
    // The point so far along the arrow and so far to its right, rounded to a unit.
    let point = |along: i32, right: i32| {
        let rounded = |value: i32| (2 * value + length).div_euclid(2 * length);
        (from.0 + rounded(dx * along - dy * right), from.1 + rounded(dy * along + dx * right))
    };
    let neck = length - HEAD;
    let corners = [
        point(TAIL, HALF_SHAFT),
        point(neck, HALF_SHAFT),
        point(neck, HALF_HEAD),
        to,
        point(neck, -HALF_HEAD),
        point(neck, -HALF_SHAFT),
        point(TAIL, -HALF_SHAFT),
    ];
    write!(f, r#"<path fill="{ACCENT}" fill-opacity=".8" d=""#)?;
    for (index, (x, y)) in corners.into_iter().enumerate() {
        write!(f, "{}{x} {y}", if index == 0 { 'M' } else { 'L' })?;
    }
    writeln!(f, r#"z"/>"#)
}

// The shortest arrow, one square long, has room for its tail and its head.
const _: () = assert!(TAIL + HEAD < SIDE);
