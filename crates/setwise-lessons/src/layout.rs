//! What the renderings share: the rows of text that fit a width, and the words of a board.

use setwise::Bitboard;

use super::{Figure, Geometry, Mark, Picture, Word};

/// The length of the longest line in characters.
pub(super) const WIDEST: usize = 10_000;

/// Returns the lines of a text, broken between words so that none is longer than `width` characters
/// unless a single word is. Lines that begin with a space are kept as they are.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        if paragraph.starts_with(' ') {
            lines.push(paragraph.to_owned());
            continue;
        }
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(core::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// Divides figures into rows that are at most `limit` wide, if every figure is. A sign stays with
/// the figure behind it.
pub(super) fn rows(
    figures: &[Figure],
    limit: usize,
    width: impl Fn(&Figure) -> usize,
) -> Vec<&[Figure]> {
    let (mut rows, mut begin, mut filled, mut index) = (Vec::new(), 0, 0, 0);
    while index < figures.len() {
        let signs = figures[index..].iter().take_while(|f| matches!(f, Figure::Sign(_))).count();
        let end = (index + signs + 1).min(figures.len());
        let group: usize = figures[index..end].iter().map(&width).sum();
        if index > begin && filled + group > limit {
            rows.push(&figures[begin..index]);
            (begin, filled) = (index, 0);
        }
        filled += group;
        index = end;
    }
    if begin < figures.len() {
        rows.push(&figures[begin..]);
    }
    rows
}

/// Returns the name of a row of a board: its rank, its file, or its leftmost square.
pub(super) fn row_name(geometry: Geometry, row: &[setwise::Square]) -> String {
    match (geometry, row.first()) {
        (Geometry::Normal, Some(square)) => square.rank().to_string(),
        (Geometry::Rotated90, Some(square)) => square.file().to_string(),
        (_, Some(square)) => square.to_string(),
        (_, None) => String::new(),
    }
}

/// Returns the names below the columns of a board, if all rows have the same.
pub(super) fn column_names(geometry: Geometry) -> Option<&'static str> {
    match geometry {
        Geometry::Normal => Some("abcdefgh"),
        Geometry::Rotated90 => Some("87654321"),
        Geometry::Rotated45 | Geometry::RotatedMinus45 => None,
    }
}

/// Returns a board in words, for readers that cannot see it: `blockers: a1 h8; slider: d4`.
pub(super) fn in_words(board: &Picture) -> String {
    let list = |set: Bitboard| {
        if set.is_empty() { "no square".to_owned() } else { crate::names(set).join(" ") }
    };
    let mut words = format!("{}: {}", board.label, list(board.set));
    for mark in Mark::ALL {
        let squares = board.marked(mark);
        if squares.any() {
            words += &format!("; {}: {}", mark.name(), list(squares));
        }
    }
    words
}

/// Returns the bits of a word, most significant first, in rows of eight; fewer bits are one row. A
/// word has 1 to 64 bits.
pub(super) fn bit_rows(bits: u8) -> Vec<Vec<u8>> {
    let bits = bits.clamp(1, 64);
    if bits <= 16 {
        return vec![(0..bits).rev().collect()];
    }
    (0..bits).rev().collect::<Vec<u8>>().chunks(8).map(<[u8]>::to_vec).collect()
}

/// Returns the value of a word below its bits.
pub(super) fn value(word: &Word) -> String {
    match word.bits {
        17.. => format!("{:#018x}", word.value),
        _ => format!("{} = {:#x}", word.value, word.value),
    }
}

/// Returns the widths of the columns of a table, in characters.
pub(super) fn column_widths(columns: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let mut widths = vec![0; columns.len()];
    for row in core::iter::once(columns).chain(rows.iter().map(Vec::as_slice)) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    widths
}
