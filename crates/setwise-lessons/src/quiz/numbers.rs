//! The lesson on the number of a square: 8 times the ranks below it plus the files to its left.

use setwise::{Bitboard, Square};

use crate::{Figure, Lesson, Writer};

/// Returns the lesson on the number of a square, from the square to the number or the other way.
pub(super) fn lesson(square: Square, is_number_asked: bool) -> Lesson {
    let (number, below) = (i64::from(square as u8), i64::from(square as u8 / 8));
    let left = number - 8 * below;
    let mut writer = Writer::new("squares", format!("The number of {square}"));
    writer.note(
        "Idea",
        "The squares are counted from a1, rank by rank, and from left to right in each rank. So \
         each rank below a square counts 8, and each file to its left counts 1.",
    );
    let text = if is_number_asked {
        format!("{square} has {} below it, and {} to its left.", ranks(below), files(left))
    } else {
        format!(
            "{number} divided by 8 is {below}, remainder {left}. So the square has {} below it, and \
             {} to its left: it is {square}.",
            ranks(below),
            files(left)
        )
    };
    let figure = |label: &str, value| Figure::Number { label: label.to_owned(), value };
    let sign = |sign: &str| Figure::Sign(sign.to_owned());
    writer.say(text).show(vec![
        figure("", 8),
        sign("x"),
        figure("ranks below", below),
        sign("+"),
        figure("files to the left", left),
        sign("="),
        figure("number", number),
    ]);
    let set = Bitboard::of(square);
    let board = writer.board("set", set);
    writer
        .say(format!("The set of {square} alone, and its word: only bit {number} is 1."))
        .show(vec![board]);
    writer.finish(Some(set))
}

fn ranks(count: i64) -> String {
    format!("{count} {}", if count == 1 { "rank" } else { "ranks" })
}

fn files(count: i64) -> String {
    format!("{count} {}", if count == 1 { "file" } else { "files" })
}
