//! Damaged files.

use crate::random::Random;

/// Texts that replace or follow others in JSON.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "4294967295",
    "18446744073709551615",
    "18446744073709551616",
    "1e400",
    "0.1",
    "null",
    "{}",
    "[]",
    "\"\"",
    "\"..\"",
    "\"340282366920938463463374607431768211455\"",
    "\"/\"",
    ",",
    "\"json\"",
];

/// Returns some JSON in which a value is replaced, left out or moved, or some of its bytes are
/// changed.
pub fn damaged_json(text: &str, random: &mut Random) -> Vec<u8> {
    let mut parts: Vec<&str> = text.split_inclusive([',', ':', '\n']).collect();
    let at = random.below(parts.len());
    match random.below(6) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[random.below(parts.len())]),
        2 => return damaged(text.as_bytes(), random),
        _ => {
            let value = parts[at].trim_end();
            let end = &parts[at][value.trim_end_matches([',', ':']).len()..];
            let word = format!("{}{end}", WORDS[random.below(WORDS.len())]);
            let with_word: Vec<&str> = parts
                .iter()
                .enumerate()
                .map(|(i, part)| if i == at { &word } else { *part })
                .collect();
            return with_word.concat().into_bytes();
        }
    }
    parts.concat().into_bytes()
}

/// Returns some bytes with one to four changes: bits, bytes, or the end.
pub fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.below(256) as u8),
            _ if bytes.is_empty() => {}
            2 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = [0, 0x7f, 0x80, 0xff][random.below(4)],
        }
    }
    bytes
}
