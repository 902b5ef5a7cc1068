//! Searching for significant bytes outside comments, 64 bytes at a time.

use crate::places::{Kind, first, padded, places, places_in_part};

/// Bytes that may end a game or a variation, or begin a comment, a tag or an escaped line: `(`,
/// `)`, `*`, `%`, `-` (also part of castling), `;`, `[` and `{`. The masks also match the escape
/// character 0x1b, which is harmless.
const RARE: [Kind; 4] = [
    Kind::masked(0xfe, b'('),
    Kind::byte(b'*'),
    Kind::masked(0xf7, b'%'),
    Kind::masked(0x9f, 0x1b),
];

/// Returns the number of bytes before the first one of [`RARE`] outside brace comments, and false;
/// all bytes if there is none. If they end inside a comment, or if a line of a comment begins with
/// such a byte, so that it may be a tag, returns the number of bytes before the comment, and true.
#[inline]
pub(super) fn length_before_rare(bytes: &[u8]) -> (usize, bool) {
    let (blocks, rest) = bytes.as_chunks::<64>();
    let mut is_open = false;
    for (index, block) in blocks.iter().enumerate() {
        let (rare, inside) = rare_in_block(block, &mut is_open, &bytes[..64 * index]);
        if let Some(place) = first(rare) {
            return length_or_comment(bytes, 64 * index + place, inside >> place & 1 != 0);
        }
    }
    let before = &bytes[..bytes.len() - rest.len()];
    let (rare, inside) = rare_in_block(&padded(rest), &mut is_open, before);
    match first(rare) {
        Some(place) => length_or_comment(bytes, before.len() + place, inside >> place & 1 != 0),
        None => length_or_comment(bytes, bytes.len(), is_open),
    }
}

/// Returns a length and whether it ends inside a comment: then the length before that comment.
#[inline(always)]
fn length_or_comment(bytes: &[u8], length: usize, is_inside: bool) -> (usize, bool) {
    (if is_inside { before_comment(&bytes[..length]) } else { length }, is_inside)
}

/// Returns the places in a block of rare bytes outside comments or at the start of a line, and the
/// places inside comments. `is_open` tells whether a comment is open before the block, and then
/// after it.
///
/// Is inlined in any case, so that the kinds of bytes stay in registers.
#[inline(always)]
fn rare_in_block(block: &[u8; 64], is_open: &mut bool, before: &[u8]) -> (u64, u64) {
    let braces = Braces {
        open: places(block, [Kind::byte(b'{')]),
        close: places(block, [Kind::byte(b'}')]),
    };
    let inside;
    (inside, *is_open) = braces.inside(*is_open);
    let rare = places(block, RARE);
    let in_comment = rare & inside & !braces.open;
    let mut found = rare & !inside;
    if in_comment != 0 && (before.last() == Some(&b'\n') || may_have_line_feed(block)) {
        found |= in_comment & line_starts(block, before);
    }
    (found, inside)
}

/// Returns the places in a block at which a line begins.
#[cold]
fn line_starts(block: &[u8; 64], before: &[u8]) -> u64 {
    places(block, [Kind::byte(b'\n')]) << 1 | u64::from(before.last() == Some(&b'\n'))
}

/// Returns whether a block has a byte as low as a line feed. This is cheaper than the places of
/// line feeds.
#[inline(always)]
fn may_have_line_feed(block: &[u8; 64]) -> bool {
    let (quarters, _) = block.as_chunks::<16>();
    let mut lowest = quarters[0];
    for quarter in &quarters[1..] {
        for (lowest, &byte) in lowest.iter_mut().zip(quarter) {
            *lowest = byte.min(*lowest);
        }
    }
    places_in_part(&lowest, [Kind::range(0, b'\n')]) != 0
}

/// Returns the number of bytes before the last comment, which is not closed.
#[cold]
fn before_comment(bytes: &[u8]) -> usize {
    // Everything directly after a } is outside comments.
    let outside = bytes.iter().rposition(|&byte| byte == b'}').map_or(0, |close| close + 1);
    outside + bytes[outside..].iter().take_while(|&&byte| byte != b'{').count()
}

/// The places of braces in a block.
struct Braces {
    /// `{`.
    open: u64,
    /// `}`.
    close: u64,
}

impl Braces {
    /// Returns the places inside comments, including their `{`, and whether a comment is open after
    /// the block. `was_open` tells whether one is open before the block.
    #[inline(always)]
    fn inside(&self, was_open: bool) -> (u64, bool) {
        // Subtracting the bit of a `{` from the bit of its `}` gives all places from the `{` up to
        // the `}`. Consecutive comments do not interfere. An open comment borrows from the next
        // block.
        let (inside, borrows) = self.close.overflowing_sub(self.open);
        let (inside, borrows_too) = inside.overflowing_sub(u64::from(was_open));
        if inside & (self.open | self.close) == self.open {
            return (inside, borrows | borrows_too);
        }
        self.inside_step_by_step(was_open)
    }

    /// Like [`Braces::inside`], for blocks with a `{` inside a comment or a `}` outside one.
    #[cold]
    fn inside_step_by_step(&self, mut is_open: bool) -> (u64, bool) {
        let mut inside = 0;
        for place in 0..64 {
            let bit = 1 << place;
            is_open = if is_open { self.close & bit == 0 } else { self.open & bit != 0 };
            inside |= u64::from(is_open) << place;
        }
        (inside, is_open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_bytes_are_the_documented_ones() {
        for byte in 0..=u8::MAX {
            let is_rare = length_before_rare(&[byte]) == (0, false) || byte == b'{';
            assert_eq!(is_rare, b"()*-%;[{\x1b".contains(&byte), "{}", char::from(byte));
        }
    }

    /// Checks all combinations of braces on nine places, at several places of the block.
    #[test]
    fn difference_of_braces_is_the_inside_of_comments() {
        let mut different = 0;
        for braces in 0..3u32.pow(9) {
            let (mut open, mut close) = (0, 0);
            for place in 0..9 {
                match braces / 3u32.pow(place) % 3 {
                    1 => open |= 1 << place,
                    2 => close |= 1 << place,
                    _ => {}
                }
            }
            for shift in [0, 1, 30, 54, 55] {
                let braces = Braces { open: open << shift, close: close << shift };
                for was_open in [false, true] {
                    let exact = braces.inside_step_by_step(was_open);
                    assert_eq!(braces.inside(was_open), exact);
                    let difference = braces.close.wrapping_sub(braces.open);
                    different += u32::from(difference.wrapping_sub(u64::from(was_open)) != exact.0);
                }
            }
        }
        assert!(different > 0);
    }

    #[test]
    fn finds_a_line_of_a_comment_that_begins_with_a_bracket() {
        for place in 1..198 {
            let mut text = [b' '; 200];
            (text[0], text[199]) = (b'{', b'}');
            text[place..][..2].copy_from_slice(b"\n[");
            assert_eq!(length_before_rare(&text), (0, true), "{place}");
            text[place] = b'\r';
            assert_eq!(length_before_rare(&text), (200, false), "{place}");
        }
    }

    /// Compares with a search byte by byte, on random texts.
    #[test]
    fn finds_the_first_rare_byte_outside_comments() {
        let letters = b"a{} (-\n\n[\xfb\xfd";
        let mut state = 1u32;
        for round in 0..20_000 {
            let length = round % 200;
            let mut text = Vec::new();
            for _ in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Later rounds have fewer braces and other rare bytes.
                let is_rare = (state >> 8).is_multiple_of(2 + round / 1000);
                text.push(if is_rare {
                    letters[(state >> 24) as usize % letters.len()]
                } else {
                    b'x'
                });
            }
            // The start of the comment that a byte is in.
            let mut comment = None;
            let found = text.iter().enumerate().position(|(at, &byte)| {
                comment = match byte {
                    b'}' => None,
                    b'{' => comment.or(Some(at)),
                    _ => comment,
                };
                let is_line_start = at > 0 && text[at - 1] == b'\n';
                matches!(byte, b'(' | b'-' | b'[') && (comment.is_none() || is_line_start)
            });
            let length = found.unwrap_or(text.len());
            let expected = (comment.unwrap_or(length), comment.is_some());
            assert_eq!(length_before_rare(&text), expected, "{}", text.escape_ascii());
        }
    }
}
