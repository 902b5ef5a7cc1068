//! Random mutations of texts.

/// SplitMix64 (Guy Steele): a small random number generator with the same output everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

/// Characters that may confuse a parser: characters of FEN, non-ASCII digits and spaces, and other
/// characters of two to four bytes.
const TRICKY: [char; 32] = [
    'p', 'K', 'k', 'R', 'Q', 'q', 'A', 'h', '/', ' ', '-', '0', '1', '8', '9', 'w', 'b', 'e', '3',
    '6', '+', '\0', '\t', '\n', '\u{a0}', '\u{3000}', '٣', '８', 'é', 'К', '♔', '𝟠',
];

/// Returns a text with one to three random changes.
pub(crate) fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        text = mutated_once(&text, random);
    }
    text
}

fn mutated_once(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut fields: Vec<&str> = text.split(' ').collect();
    if letters.len() < 2 {
        return TRICKY[random.below(TRICKY.len())].to_string();
    }
    let (one, other) = (random.below(letters.len()), random.below(letters.len()));
    match random.below(9) {
        0 => letters.truncate(one),
        1 => drop(letters.remove(one)),
        2 => letters.swap(one, other),
        3 => letters[one] = TRICKY[random.below(TRICKY.len())],
        4 => letters.insert(one, TRICKY[random.below(TRICKY.len())]),
        5 => {
            let flipped = letters[one] as u32 ^ 1 << random.below(7);
            letters[one] = char::from_u32(flipped).unwrap_or('?');
        }
        6 => {
            let copied: Vec<char> = letters[one.min(other)..one.max(other)].to_vec();
            letters.splice(one..one, copied);
        }
        kind => {
            let (one, other) = (random.below(fields.len()), random.below(fields.len()));
            if kind == 7 {
                fields.swap(one, other);
            } else {
                fields.insert(one, fields[other]);
            }
            return fields.join(" ");
        }
    }
    letters.into_iter().collect()
}

/// Returns long texts with few different characters, which repeat some characters `many` times.
pub(crate) fn very_long(many: usize) -> Vec<String> {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let mut texts: Vec<String> =
        ["p", "8", "/", "8/", "1", " ", "é", "-", "K", "\0", "𝟠"].map(|s| s.repeat(many)).to_vec();
    texts.push(format!("{fen}{}", " ".repeat(many)));
    texts.push(format!("{}{fen}", " ".repeat(many)));
    texts.push(format!("{fen} {}", "x".repeat(many)));
    texts.push(format!("{board} w {} - 0 1", "KQkq".repeat(many)));
    texts.push(format!("{board} w KQkq - {} 1", "9".repeat(many)));
    texts.push(format!("{board} w KQkq - {} 1", "0".repeat(many)));
    texts.push(format!("{board}{} w KQkq - 0 1", "/8".repeat(many)));
    texts
}
