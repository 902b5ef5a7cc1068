//! Finds bytes of given kinds in blocks of 64 bytes; the result is a bit set of places, with the
//! first byte in the lowest bit.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, reason = "SSE2 compares 16 bytes at once"))]
// Miri: setwise-pgn memory::texts_that_end_inside_a_block
// Miri: setwise-pgn places::tests::length_before_any_finds_the_first_byte

/// A set of byte values: those that lie in a range after the mask is applied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    mask: u8,
    first: u8,
    last: u8,
}

impl Kind {
    /// Returns the bytes that equal the value after the mask is applied.
    pub(super) const fn masked(mask: u8, value: u8) -> Kind {
        Kind { mask, first: value, last: value }
    }

    /// Returns the set of one byte value.
    #[inline(always)]
    pub(super) const fn byte(byte: u8) -> Kind {
        Kind::masked(0xff, byte)
    }

    /// Returns the bytes from `first` to `last`, both included.
    pub(super) const fn range(first: u8, last: u8) -> Kind {
        Kind { mask: 0xff, first, last }
    }

    /// Returns the letters of a range of upper-case letters, in both cases.
    pub(super) const fn letters(first: u8, last: u8) -> Kind {
        Kind { mask: !0x20, first, last }
    }
}

/// Returns the places in a block whose byte is of one of the kinds.
///
/// The compiler does not vectorize a plain loop well: on x86-64 it was three to thirty times
/// slower.
#[inline(always)]
pub(super) fn places<const N: usize>(block: &[u8; 64], kinds: [Kind; N]) -> u64 {
    let mut places = 0;
    for (index, part) in block.as_chunks::<16>().0.iter().enumerate() {
        places |= u64::from(places_in_part(part, kinds)) << (16 * index);
    }
    places
}

/// Like [`places`], for a quarter of a block.
#[inline(always)]
pub(super) fn places_in_part<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return by_sse2(part, kinds);
    #[cfg(not(target_arch = "x86_64"))]
    by_words(part, kinds)
}

/// Is inlined in any case, so that the kinds are constants: a call takes four times as long. So it
/// has no `#[target_feature]`, with which the compiler would choose whether to inline it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn by_sse2<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    use core::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8, _mm_setzero_si128, _mm_sub_epi8,
    };
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let all = |byte: u8| _mm_set1_epi8(byte as i8);
        let bytes = u128::from_le_bytes(*part);
        let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
        let mut found = _mm_setzero_si128();
        for Kind { mask, first, last } in kinds {
            let masked = _mm_and_si128(bytes, all(mask));
            let is_within = if first == last {
                _mm_cmpeq_epi8(masked, all(first))
            } else {
                // SSE2 has no unsigned comparison.
                let offset = _mm_sub_epi8(masked, all(first));
                _mm_cmpeq_epi8(_mm_min_epu8(offset, all(last - first)), offset)
            };
            found = _mm_or_si128(found, is_within);
        }
        _mm_movemask_epi8(found) as u16
    }
}

/// The portable implementation: eight bytes in a 64-bit word at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn by_words<const N: usize>(part: &[u8; 16], kinds: [Kind; N]) -> u16 {
    let all = |byte: u8| u64::from_le_bytes([byte; 8]);
    let mut places = 0;
    for (index, &bytes) in part.as_chunks::<8>().0.iter().enumerate() {
        // The highest bit of each byte is 1 if its byte is of a kind.
        let mut found = 0;
        for Kind { mask, first, last } in kinds {
            // Widens each byte to 16 bits, to have room for a borrow: even bytes, then odd ones.
            let masked = u64::from_le_bytes(bytes) & all(mask);
            let wide = |byte: u8| 0x0001_0001_0001_0001 * u64::from(byte);
            let within = |bytes: u64| {
                let not_below = (bytes | 0x0100_0100_0100_0100) - wide(first);
                let not_above = (wide(last) | 0x0100_0100_0100_0100) - bytes;
                not_below & not_above & 0x0100_0100_0100_0100
            };
            let even = within(masked & 0x00ff_00ff_00ff_00ff);
            let odd = within(masked >> 8 & 0x00ff_00ff_00ff_00ff);
            found |= even >> 1 | odd << 7;
        }
        // Moves bit 8n + 7 to bit 56 + n.
        let bits = (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        places |= (bits as u16) << (8 * index);
    }
    places
}

/// Returns the number of bytes before the first one of the kinds; all bytes if there is none.
#[inline(always)]
pub(super) fn length_before_any<const N: usize>(bytes: &[u8], kinds: [Kind; N]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<64>();
    for (index, block) in blocks.iter().enumerate() {
        if let Some(place) = first(places(block, kinds)) {
            return 64 * index + place;
        }
    }
    let place = first(places(&padded(rest), kinds));
    place.map_or(bytes.len(), |place| 64 * blocks.len() + place)
}

/// Returns the last bytes of a text as a block, with spaces behind them.
#[inline(always)]
pub(super) fn padded(rest: &[u8]) -> [u8; 64] {
    let mut block = [b' '; 64];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Returns the first place of a set.
#[inline(always)]
pub(super) fn first(places: u64) -> Option<usize> {
    (places != 0).then_some(places.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every byte value at every place, for many kinds.
    #[test]
    fn bytes_of_a_kind_are_found_at_their_places() {
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
                // Neighboring bytes differ by several amounts.
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
    fn length_before_any_finds_the_first_byte() {
        // Miri takes thousands of times as long as a CPU.
        let step = if cfg!(miri) { 32 } else { 1 };
        for length in (0..200).step_by(step) {
            for place in (0..=length).step_by(step) {
                let mut bytes = vec![b'x'; length].into_boxed_slice();
                bytes[place..].fill(b'}');
                assert_eq!(length_before_any(&bytes, [Kind::byte(b'}')]), place);
            }
        }
        // The padding of the last block is not part of the text.
        assert_eq!(length_before_any(b"x", [Kind::byte(b' ')]), 1);
    }
}
