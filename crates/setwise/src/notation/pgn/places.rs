//! 64 bytes as a set: the places where bytes of some kind stand, the first in the lowest bit.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, reason = "SSE2 compares 16 bytes at once"))]

/// Some bytes: those that are a value in the bits of a mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    mask: u8,
    value: u8,
}

impl Kind {
    /// The bytes that are a value in the bits of a mask.
    pub(super) const fn masked(mask: u8, value: u8) -> Kind {
        Kind { mask, value }
    }

    /// One byte alone.
    #[inline(always)]
    pub(super) const fn byte(byte: u8) -> Kind {
        Kind::masked(0xff, byte)
    }
}

/// The places in a block where a byte of one of some kinds stands.
///
/// What the compiler makes of a plain loop was a third as fast on x86-64 at best, and a thirtieth
/// in a build for any such CPU.
#[inline(always)]
pub(super) fn places<const N: usize>(block: &[u8; 64], kinds: [Kind; N]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        by_sse2(block, kinds)
    }
    #[cfg(not(target_arch = "x86_64"))]
    by_words(block, kinds)
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn by_sse2<const N: usize>(block: &[u8; 64], kinds: [Kind; N]) -> u64 {
    use core::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_setzero_si128,
    };
    let mut places = 0;
    for (index, &bytes) in block.as_chunks::<16>().0.iter().enumerate() {
        let bytes = u128::from_le_bytes(bytes);
        let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
        let mut found = _mm_setzero_si128();
        for Kind { mask, value } in kinds {
            let masked = _mm_and_si128(bytes, _mm_set1_epi8(mask as i8));
            found = _mm_or_si128(found, _mm_cmpeq_epi8(masked, _mm_set1_epi8(value as i8)));
        }
        places |= u64::from(_mm_movemask_epi8(found) as u16) << (16 * index);
    }
    places
}

/// Eight bytes of a word at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn by_words<const N: usize>(block: &[u8; 64], kinds: [Kind; N]) -> u64 {
    let all = |byte: u8| u64::from_le_bytes([byte; 8]);
    let mut places = 0;
    for (index, &bytes) in block.as_chunks::<8>().0.iter().enumerate() {
        // The highest bit of each byte is 0 if its byte is of a kind.
        let mut others = all(0x80);
        for Kind { mask, value } in kinds {
            let difference = (u64::from_le_bytes(bytes) & all(mask)) ^ all(value);
            others &= ((difference & all(0x7f)) + all(0x7f)) | difference;
        }
        // Bit 8n goes to bit 56 + n.
        let found = ((others >> 7) ^ all(1)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        places |= found << (8 * index);
    }
    places
}

/// How many bytes there are in front of the first of some kinds, which may be all.
#[inline(always)]
pub(super) fn length_before_any<const N: usize>(bytes: &[u8], kinds: [Kind; N]) -> usize {
    first_in_blocks(bytes, |block| first(places(block, kinds))).unwrap_or(bytes.len())
}

/// The place that some search finds first, block after block; the last is filled up with spaces.
#[inline(always)]
pub(super) fn first_in_blocks(
    bytes: &[u8],
    mut search: impl FnMut(&[u8; 64]) -> Option<usize>,
) -> Option<usize> {
    let (blocks, rest) = bytes.as_chunks::<64>();
    for (index, block) in blocks.iter().enumerate() {
        if let Some(place) = search(block) {
            return Some(64 * index + place);
        }
    }
    let mut last = [b' '; 64];
    last[..rest.len()].copy_from_slice(rest);
    Some(64 * blocks.len() + search(&last)?)
}

/// The first place of a set.
#[inline(always)]
pub(super) fn first(places: u64) -> Option<usize> {
    (places != 0).then_some(places.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte, at each place, of every kind that a mask of one bit less makes, beside one that
    /// differs in all bits, the lowest or the highest.
    #[test]
    fn every_byte_is_found_where_it_stands() {
        let kinds = |byte: u8| (0..8).map(move |bit| Kind::masked(!(1 << bit), byte & !(1 << bit)));
        for byte in 0..=u8::MAX {
            for kind in kinds(byte).chain([Kind::byte(byte)]) {
                for (place, other) in (0..64)
                    .flat_map(|place| [!byte, byte ^ 1, byte ^ 0x80].map(|other| (place, other)))
                {
                    let mut block = [!byte; 64];
                    block[place] = byte;
                    block[place ^ 1] = other;
                    let expected = (0..64)
                        .filter(|&place| block[place] & kind.mask == kind.value)
                        .fold(0, |places, place| places | 1 << place);
                    assert_eq!(places(&block, [kind]), expected, "{byte} {kind:?}");
                    assert_eq!(by_words(&block, [kind]), expected, "{byte} {kind:?}");
                    let both = [Kind::byte(byte ^ 3), kind];
                    assert_eq!(by_words(&block, both), places(&block, both));
                }
            }
        }
    }

    #[test]
    fn the_first_byte_of_a_kind_wherever_it_is() {
        for length in 0..200 {
            for place in 0..=length {
                let mut bytes = vec![b'x'; length];
                bytes[place..].fill(b'}');
                assert_eq!(length_before_any(&bytes, [Kind::byte(b'}')]), place);
            }
        }
        // What the last block is filled up with is not a byte of the text.
        assert_eq!(length_before_any(b"x", [Kind::byte(b' ')]), 1);
    }
}
