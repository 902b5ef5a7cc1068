//! Looking for what matters among moves outside of comments, 64 bytes at a time.

use super::super::places::{Kind, first, first_in_blocks, places};

/// What may end a game or a variation, or begin what must not be looked into: `(`, `)`, `*`, `%`,
/// `-`, which castling has too, `;`, `[` and `{`. An escape is among them by the way, and harmless.
const RARE: [Kind; 4] = [
    Kind::masked(0xfe, b'('),
    Kind::byte(b'*'),
    Kind::masked(0xf7, b'%'),
    Kind::masked(0x9f, 0x1b),
];

/// How many bytes there are in front of the first that may matter and does not stand in a comment
/// in braces; and whether a comment is open there, which can only be where the bytes end.
#[inline]
pub(super) fn length_before_rare(bytes: &[u8]) -> (usize, bool) {
    let mut is_open = false;
    let found = first_in_blocks(bytes, |block| {
        let braces = Braces {
            open: places(block, [Kind::byte(b'{')]),
            close: places(block, [Kind::byte(b'}')]),
        };
        let inside;
        (inside, is_open) = braces.inside(is_open);
        first(places(block, RARE) & !inside)
    });
    match found {
        Some(length) => (length, false),
        None => (bytes.len(), is_open),
    }
}

/// Where in a block braces stand.
struct Braces {
    /// `{`.
    open: u64,
    /// `}`.
    close: u64,
}

impl Braces {
    /// The places inside of comments with their `{`, and whether one is open behind the block, as
    /// one may have been before it.
    #[inline(always)]
    fn inside(&self, was_open: bool) -> (u64, bool) {
        // A `}` less its `{` is all places from the one up to the other, and where comments follow
        // one another no difference touches the next. An open one borrows from the next block.
        let (inside, borrows) = self.close.overflowing_sub(self.open);
        let (inside, borrows_too) = inside.overflowing_sub(u64::from(was_open));
        if inside & (self.open | self.close) == self.open {
            return (inside, borrows | borrows_too);
        }
        self.inside_step_by_step(was_open)
    }

    /// The same where a `{` stands in a comment, or a `}` outside.
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
    fn what_may_matter_among_moves() {
        for byte in 0..=u8::MAX {
            let is_rare = length_before_rare(&[byte]) == (0, false) || byte == b'{';
            assert_eq!(is_rare, b"()*-%;[{\x1b".contains(&byte), "{}", char::from(byte));
        }
    }

    /// Every way that braces can stand on nine places, anywhere in the block.
    #[test]
    fn the_difference_is_what_is_inside() {
        let mut unlike = 0;
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
                    unlike += u32::from(difference.wrapping_sub(u64::from(was_open)) != exact.0);
                }
            }
        }
        assert!(unlike > 0);
    }

    /// Letter by letter, on texts of all the letters that matter.
    #[test]
    fn what_is_found_is_the_first() {
        let letters = b"a{} (-\xfb\xfd";
        let mut state = 1u32;
        for round in 0..20_000 {
            let length = round % 200;
            let mut text = Vec::new();
            for _ in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Braces and more the rarer, the more rounds there have been.
                let is_rare = (state >> 8).is_multiple_of(2 + round / 1000);
                text.push(if is_rare {
                    letters[(state >> 24) as usize % letters.len()]
                } else {
                    b'x'
                });
            }
            let mut is_open = false;
            let found = text.iter().position(|&byte| {
                is_open = if is_open { byte != b'}' } else { byte == b'{' };
                !is_open && matches!(byte, b'(' | b'-')
            });
            let expected = found.map_or((length as usize, is_open), |found| (found, false));
            assert_eq!(length_before_rare(&text), expected, "{}", text.escape_ascii());
        }
    }
}
