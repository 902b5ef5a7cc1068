//! Drawing arrows.

use core::fmt;

use super::squares::View;
use super::{ACCENT, SIDE};
use crate::Square;

/// The distance from the center of the origin square to the start of the arrow.
const TAIL: i32 = 28;
const HALF_SHAFT: i32 = 8;
const HEAD: i32 = 44;
const HALF_HEAD: i32 = 26;
const RING: i32 = 42;

/// Draws all arrows; an arrow from a square to itself is a ring.
pub(super) fn write_all(
    f: &mut fmt::Formatter<'_>,
    view: View,
    arrows: &[(Square, Square)],
) -> fmt::Result {
    arrows.iter().try_for_each(|&(from, to)| {
        if from == to {
            let (x, y) = view.center(from);
            writeln!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="{RING}" fill="none" stroke="{ACCENT}" stroke-opacity=".8" stroke-width="9"/>"#,
            )
        } else {
            write(f, view.center(from), view.center(to))
        }
    })
}

/// Draws the outline of an arrow between two points; it has seven corners.
fn write(f: &mut fmt::Formatter<'_>, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).isqrt();
    // The point at distances along the arrow and to its right, rounded to whole units.
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

// The shortest arrow, one square long, has room for the gap at its origin and its head.
const _: () = assert!(TAIL + HEAD < SIDE);
