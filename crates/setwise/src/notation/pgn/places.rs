//! 64 bytes as a set: the places where bytes of some kind stand, the first in the lowest bit.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, reason = "SSE2 compares 16 bytes at once"))]

/// Some bytes: those that lie between two values in the bits of a mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    mask: u8,
    first: u8,
    last: u8,
}

impl Kind {
    /// The bytes that are a value in the bits of a mask.
    pub(super) const fn masked(mask: u8, value: u8) -> Kind {
        Kind { mask, first: value, last: value }
    }

    /// One byte alone.
    #[inline(always)]
    pub(super) const fn byte(byte: u8) -> Kind {
        Kind::masked(0xff, byte)
    }

    /// The bytes from one to another.
    pub(super) const fn range(first: u8, last: u8) -> Kind {
        Kind { mask: 0xff, first, last }
    }

    /// The letters of a range of capital ones, and the small ones like them.
    pub(super) const fn letters(first: u8, last: u8) -> Kind {
        Kind { mask: !0x20, first, last }
    }
}

/// The places in a block where a byte of one of some kinds stands.
///
/// What the compiler makes of a plain loop was a third as fast on x86-64 at best, and a thirtieth
/// in a build for any such CPU.
#[inline(always)]
pub(super) fn places<const N: usize>(block: &[u8; 64], kinds: [Kind; N]) -> u64 {
    let mut places = 0;
    for (index, part) in block.as_chunks::<16>().0.iter().enumerate() {
        places |= u64::from(places_in_part(part, kinds)) << (16 * index);
    }
    places
}

/// The same for a quarter of a block.
#[inline(always)]
pub(super) fn places_in_part<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        by_sse2(part, kinds)
    }
    #[cfg(not(target_arch = "x86_64"))]
    by_words(part, kinds)
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn by_sse2<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    use core::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8, _mm_setzero_si128, _mm_sub_epi8,
    };
    let all = |byte: u8| _mm_set1_epi8(byte as i8);
    let bytes = u128::from_le_bytes(*part);
    let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
    let mut found = _mm_setzero_si128();
    for Kind { mask, first, last } in kinds {
        let masked = _mm_and_si128(bytes, all(mask));
        let is_within = if first == last {
            _mm_cmpeq_epi8(masked, all(first))
        } else {
            // There is no comparison without a sign.
            let beyond = _mm_sub_epi8(masked, all(first));
            _mm_cmpeq_epi8(_mm_min_epu8(beyond, all(last - first)), beyond)
        };
        found = _mm_or_si128(found, is_within);
    }
    _mm_movemask_epi8(found) as u16
}

/// Eight bytes of a word at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn by_words<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    let all = |byte: u8| u64::from_le_bytes([byte; 8]);
    let mut places = 0;
    for (index, &bytes) in part.as_chunks::<8>().0.iter().enumerate() {
        // The highest bit of each byte is 1 if its byte is of a kind.
        let mut found = 0;
        for Kind { mask, first, last } in kinds {
            // In sixteen bits a byte there is room for a borrow: even bytes, then odd ones.
            let masked = u64::from_le_bytes(bytes) & all(mask);
            let wide = |byte: u8| 0x0001_0001_0001_0001 * u64::from(byte);
            let within = |bytes: u64| {
                let not_before = (bytes | 0x0100_0100_0100_0100) - wide(first);
                let not_behind = (wide(last) | 0x0100_0100_0100_0100) - bytes;
                not_before & not_behind & 0x0100_0100_0100_0100
            };
            let even = within(masked & 0x00ff_00ff_00ff_00ff);
            let odd = within(masked >> 8 & 0x00ff_00ff_00ff_00ff);
            found |= even >> 1 | odd << 7;
        }
        // Bit 8n + 7 goes to bit 56 + n.
        let bits = (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        places |= (bits as u16) << (8 * index);
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

    /// Every byte, at each place, of kinds of all sorts.
    #[test]
    fn every_byte_is_found_where_it_stands() {
        let edges = [0, 1, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];
        let ranges = edges.iter().flat_map(|&first| edges.map(|last| (first, last)));
        let ranges = ranges.filter(|(first, last)| first <= last);
        let mut kinds: Vec<Kind> = ranges.map(|(first, last)| Kind::range(first, last)).collect();
        kinds.extend((0..=u8::MAX).map(Kind::byte));
        for bit in 0..8 {
            let mask = !(1u8 << bit);
            kinds.extend((0..=u8::MAX).map(|byte| Kind::masked(mask, byte & mask)));
        }
        kinds.extend([Kind::letters(b'A', b'Z'), Kind::letters(b'E', b'E')]);
        for kind in kinds {
            let is_of = |byte: u8| (kind.first..=kind.last).contains(&(byte & kind.mask));
            for start in (0..=u8::MAX).step_by(16) {
                // The bytes beside one another differ in all ways there are.
                for step in [1, 7, 0x55] {
                    let part = std::array::from_fn(|place| {
                        start.wrapping_add(place as u8).wrapping_mul(step)
                    });
                    let expected = (0..16).filter(|&place| is_of(part[place]));
                    let expected = expected.fold(0, |places, place| places | 1 << place);
                    assert_eq!(places_in_part(&part, [kind]), expected, "{part:?} {kind:?}");
                    assert_eq!(by_words(&part, [kind]), expected, "{part:?} {kind:?}");
                    let both = [Kind::byte(start), kind];
                    assert_eq!(by_words(&part, both), places_in_part(&part, both));
                    for quarter in 0..4 {
                        let mut block = [kind.first.wrapping_sub(1); 64];
                        if is_of(block[0]) {
                            continue;
                        }
                        block[16 * quarter..][..16].copy_from_slice(&part);
                        let expected = u64::from(expected) << (16 * quarter);
                        assert_eq!(places(&block, [kind]), expected, "{quarter} {kind:?}");
                    }
                }
            }
        }
        let letters = |part: &[u8; 16]| places_in_part(part, [Kind::letters(b'A', b'Z')]);
        assert_eq!(letters(b"AZaz@[`{0123 \xda\xfa\x1a"), 0b1111);
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
