//! The property of conditions of `setwise-testkit`, from a fixed seed. The fuzz target checks it on
//! more.

use setwise_testkit::properties::condition_text;
use setwise_testkit::random::Random;

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
