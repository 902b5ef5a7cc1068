//! The lesson on the number of a square: 8 times the ranks below it plus the files to its left.

use setwise::{Bitboard, Square};

use crate::bits::counted;
use crate::squares::{equation, file, rank};
use crate::{Lesson, Writer};

/// Returns the lesson on the number of a square, from the square to the number or the other way.
pub(super) fn lesson(square: Square, is_number_asked: bool) -> Lesson {
    let (number, below, left) = (i64::from(square.index()), rank(square), file(square));
    let ranks = counted(below.unsigned_abs(), "rank");
    let files = counted(left.unsigned_abs(), "file");
    let mut writer = Writer::new("squares", format!("The number of {square}"));
    writer.note(
        "Idea",
        "The squares are counted from a1, rank by rank, and from left to right in each rank. So \
         each rank below a square counts 8, and each file to its left counts 1.",
    );
    let text = if is_number_asked {
        format!("{square} has {ranks} below it, and {files} to its left.")
    } else {
        format!(
            "{number} divided by 8 is {below}, remainder {left}. So the square has {ranks} below it, \
             and {files} to its left: it is {square}."
        )
    };
    writer.say(text).show(equation(
        ("", 8),
        &[("x", "ranks below", below), ("+", "files to the left", left)],
        ("number", number),
    ));
    let set = Bitboard::of(square);
    let board = writer.board("set", set);
    writer
        .say(format!("The set of {square} alone, and its word: only bit {number} is 1."))
        .show(vec![board]);
    writer.finish(Some(set))
}
