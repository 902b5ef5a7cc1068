//! A hash of words of 64 bits, on which files and other programs depend: it never changes.

/// The hash of some words.
///
/// It is 0 at first, and each word makes it `low ^ high`, the two halves of the product of 128 bits
/// of `hash ^ word ^ 0x9e3779b97f4a7c15` and `0xe7037ed1a0b428db` (as in wyhash, by Wang Yi, 2019,
/// public domain).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordHash(pub(crate) u64);

impl WordHash {
    /// Adds a word.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        let mixed = self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(mixed) * 0xe703_7ed1_a0b4_28db;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    /// Adds a text: its length in bytes plus one, or 0 if it is missing; then its bytes, eight in
    /// each little-endian word. The last word is filled up with zeros.
    pub(crate) fn text(&mut self, text: Option<&str>) {
        let Some(text) = text else { return self.word(0) };
        self.word(text.len() as u64 + 1);
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        words.iter().for_each(|&word| self.word(u64::from_le_bytes(word)));
        self.last(rest.iter().map(|&byte| byte.into()), 8);
    }

    /// Adds moves: their number; then the moves, four in each little-endian word. The last word is
    /// filled up with zeros.
    pub(crate) fn moves<M: Copy>(&mut self, moves: &[M], bits: impl Fn(M) -> u16) {
        self.word(moves.len() as u64);
        let bits = |mv: M| u64::from(bits(mv));
        let (fours, rest) = moves.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            let (low, high) = (bits(a) | bits(b) << 16, bits(c) | bits(d) << 16);
            self.word(low | high << 32);
        }
        self.last(rest.iter().map(|&mv| bits(mv)), 16);
    }

    /// Adds the last values, which do not fill a word.
    fn last(
        &mut self,
        values: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator,
        bits: u32,
    ) {
        if values.len() > 0 {
            self.word(values.rev().fold(0, |word, value| word << bits | value));
        }
    }
}
