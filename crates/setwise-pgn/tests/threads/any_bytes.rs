//! The property of sources of `setwise-testkit` on damaged inputs, from a fixed seed. The fuzz target
//! checks it on more.

use setwise_testkit::compressed::{bzip2, frames, gzip, zstandard};
use setwise_testkit::damage::damaged;
use setwise_testkit::properties::source_bytes;
use setwise_testkit::random::Random;

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
