//! The properties of `setwise-testkit` on damaged inputs and files, from fixed seeds. The fuzz
//! targets check them on more.

use setwise_testkit::damage::damaged;
use setwise_testkit::properties::{condition_text, source_bytes};
use setwise_testkit::random::Random;

use crate::sources::{bzip2, frames, gzip, zstandard};

/// Parts of conditions.
const WORDS: [&str; 40] = [
    "plies",
    "result",
    "variant",
    "date",
    "error",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Annotator",
    "EventDate",
    "Zzz",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "~",
    "==",
    "and",
    "or",
    "not",
    "&&",
    "||",
    "!",
    "(",
    ")",
    "2100",
    "-5",
    "'x y'",
    "\"B90\"",
    "1-0",
    "2013-02",
    "\"",
    "é",
    " ",
    "KRPvKR",
    "99999999999999999999",
    "chess960",
    "and not (",
];

#[test]
fn conditions() {
    let mut random = Random::default();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        let mut text = String::new();
        for _ in 0..=random.below(8) {
            text += WORDS[random.below(WORDS.len())];
            text += ["", " ", " "][random.below(3)];
        }
        if condition_text(&text) { read += 1 } else { refused += 1 }
    }
    assert!(read > 100 && refused > 1_000, "{read} read, {refused} refused");
    for depth in [61, 62, 63, 64, 65] {
        assert_eq!(condition_text(&("(".repeat(depth) + "ECO" + &")".repeat(depth))), depth < 64);
        condition_text(&("!".repeat(depth) + "plies > 2"));
    }
}

#[test]
fn sources() {
    let text = b"[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 {x} (1. c4) *\n".repeat(3);
    let utf16: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.iter().map(|&byte| byte.into()))
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut random = Random::default();
    let (mut read, mut refused) = (0, 0);
    for good in
        [text.clone(), utf16, gzip(&text), bzip2(&text), zstandard(&text), frames(&text, 50, true)]
    {
        assert!(source_bytes(&good));
        for _ in 0..200 {
            let bytes = damaged(&good, &mut random);
            if source_bytes(&bytes) { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
