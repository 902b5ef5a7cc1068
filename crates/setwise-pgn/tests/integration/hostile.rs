//! Malicious sources must not make a reader panic, hang or use much memory.

use std::io::{self, Read};

use setwise_pgn::{Fault, InMemory, Next, PgnError, Reader, Replay, Source, Termination, Visitor};
use setwise_testkit::scaled;

use super::events::errors;

/// A source that repeats some bytes, without storing the text.
struct Repeated {
    bytes: &'static [u8],
    at: usize,
    left: usize,
}

impl Repeated {
    fn new(bytes: &'static [u8], length: usize) -> Repeated {
        Repeated { bytes, at: 0, left: length }
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(self.left);
        for byte in &mut buffer[..count] {
            *byte = self.bytes[self.at];
            self.at = (self.at + 1) % self.bytes.len();
        }
        self.left -= count;
        Ok(count)
    }
}

/// Returns the error of a source of one game.
fn only_error(source: impl Read) -> PgnError {
    let (mut reader, mut replay) = (Reader::new(source), Replay::new());
    let error = reader.read_game(&mut replay).expect("it can be read").expect("a game");
    let error = error.expect_err("it is wrong");
    assert_eq!(reader.read_game(&mut replay).expect("it can be read"), None);
    error
}

/// How deep variations may be nested.
const MAX_DEPTH: u32 = 1 << 17;

/// Returns the length of a long line or comment. With a cost that is quadratic in the length, the
/// tests would take days.
fn many_megabytes() -> usize {
    scaled(100_000_000, 4_000_000)
}

#[test]
fn a_line_of_many_megabytes() {
    let length = many_megabytes();
    let error = only_error(Repeated::new(b"x", length));
    assert_eq!((error.name(), error.place.to_string().as_str()), ("word-too-long", "1:1"));
    let error = only_error(b"[A \"".chain(Repeated::new(b"x", length)));
    assert_eq!((error.name(), error.place.to_string().as_str()), ("tag-too-long", "1:1"));
    let moves = Repeated::new(b"Nf3 Nf6 Ng1 Ng8 ", length);
    let error = only_error(moves.chain(&b"]"[..]));
    let place = format!("1:{}", length + 1);
    assert_eq!((error.name(), error.place.to_string()), ("unexpected-character", place));
    assert!(error.message().to_string().starts_with("unexpected ']'"), "{error}");
}

#[test]
fn an_unclosed_comment_of_many_megabytes() {
    let error = only_error(b"\n e4 {".chain(Repeated::new(b"x ", many_megabytes())));
    assert_eq!((error.name(), error.place.to_string().as_str()), ("unclosed-comment", "2:5"));
}

/// The short length is twice the length of the reader's buffer.
#[test]
fn many_times_the_same_byte() {
    let length = scaled(1 << 20, 1 << 17);
    for byte in 0..=u8::MAX {
        let bytes = vec![byte; length];
        for error in errors(&bytes, &mut Replay::new()) {
            assert!(error.place.byte < bytes.len() as u64, "{error}");
        }
    }
}

/// Returns `e4 (d4 (e4 (d4 …`: each variation replaces the first move.
fn nested(depth: u32) -> Vec<u8> {
    let depth = depth as usize;
    let mut text = b"e4 ".to_vec();
    text.extend(b"(d4 (e4 ".repeat(depth / 2));
    text.extend(b")".repeat(depth / 2 * 2));
    text.extend(b"e5 *");
    text
}

#[test]
fn deeply_nested_variations() {
    let mut replay = Replay::new();
    assert_eq!(errors(nested(100_000), &mut replay), []);
    assert_eq!(replay.position().fullmoves(), 2);
    assert_eq!(errors(nested(MAX_DEPTH), &mut replay), []);
    let [error] = errors(nested(MAX_DEPTH + 2), &mut replay)[..] else { panic!("one error") };
    assert_eq!((error.name(), error.place.line), ("nested-too-deep", 1));
    let unclosed = &nested(100_000)[..400_000];
    let [error] = errors(unclosed, &mut replay)[..] else { panic!("one error") };
    let message = "the game ends inside 100000 variations \
                   (expected 100000 more closing parentheses)";
    assert_eq!(error.message().to_string(), message);
}

#[test]
fn repeated_parentheses() {
    let length = scaled(10_000_000, 1_000_000);
    let error = only_error(Repeated::new(b"(", length));
    assert_eq!((error.name(), error.place.to_string().as_str()), ("variation-without-move", "1:1"));
    let error = only_error(b"e4 ".chain(Repeated::new(b")", length)));
    assert_eq!((error.name(), error.place.to_string().as_str()), ("unopened-variation", "1:4"));
}

/// A failure of the source is not an error of the game, and reading can continue.
#[test]
fn failing_source() {
    struct Failing(u32);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => (&b"e4 e"[..]).read(buffer),
                3 => Err(io::ErrorKind::ConnectionReset.into()),
                _ => Ok(0),
            }
        }
    }
    let (mut reader, mut replay) = (Reader::new(Failing(0)), Replay::new());
    let error = reader.read_game(&mut replay).expect_err("it fails");
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    reader.read_game(&mut replay).expect("there is no more");
}

/// A source may report more bytes than the buffer has room for.
#[test]
fn source_with_a_wrong_length() {
    struct Lying(u32);
    impl Read for Lying {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b' ');
            self.0 += 1;
            Ok(if self.0 < 100 { usize::MAX / 2 } else { 0 })
        }
    }
    let game = Reader::new(Lying(0)).read_game(&mut Replay::new());
    assert_eq!(game.expect("it can be read"), None);
}

/// What is too long for a word is one error, wherever the text is cut while it arrives, and what
/// looks like a result at its end is none.
#[test]
fn long_words_do_not_depend_on_how_they_arrive() {
    /// A source that yields the bytes before a cut first, and then the rest.
    struct Cut<'t>(&'t [u8], usize);
    impl Read for Cut<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = if self.1 > 0 { std::mem::take(&mut self.1) } else { self.0.len() };
            let count = length.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }
    /// Keeps the results; reads or skips the moves.
    struct Results(Next, Vec<Option<Termination>>);
    impl Visitor for Results {
        fn end_tags(&mut self) -> Next {
            self.0
        }
        fn end_game(&mut self, end: Option<Termination>) -> Result<(), Fault> {
            self.1.push(end);
            Ok(())
        }
    }
    fn games(source: impl Source, next: Next) -> Vec<String> {
        let (mut reader, mut results) = (Reader::new(source), Results(next, Vec::new()));
        let mut all = Vec::new();
        while let Some(game) = reader.read_game(&mut results).expect("bytes can be read") {
            all.push(format!("{game:?} {} {:?}", reader.game_start(), results.1.last()));
        }
        all
    }
    let mut words = vec!["1.".repeat(200) + "1-0", "a".to_owned() + &"1.".repeat(200) + "1-0"];
    for filling in ["x", "1", "$1", "!"] {
        for tail in ["1-0", "-1-0", ".1-0", "/2-1/2", " 0-1", "!1-0", "-x1-0"] {
            words.push(filling.to_owned() + &filling[filling.len() - 1..].repeat(298) + tail);
        }
    }
    // The first cuts of the words differ, so that with the short size too there are cuts at all
    // distances from the end of a word.
    let (cuts, distance) = (scaled(1, 8), scaled(11, 44));
    let both = words.iter().flat_map(|word| [(word, Next::Read), (word, Next::Skip)]);
    for (number, (word, next)) in both.enumerate() {
        let text = format!("e4 {word} d4 *\n\n1. c4 1-0");
        let expected = games(InMemory(text.as_bytes()), next);
        for cut in (1 + number / 2 % cuts..text.len()).step_by(cuts) {
            assert_eq!(games(Cut(text.as_bytes(), cut), next), expected, "{word} {next:?} {cut}");
        }
        // At the end of the reader's buffer, as the first word and as a later one.
        for (spaces, text) in
            (65_100..65_540).step_by(distance).flat_map(|n| [(n, &text[..]), (n, &text[3..])])
        {
            let text = " ".repeat(spaces) + text;
            let expected = games(InMemory(text.as_bytes()), next);
            assert_eq!(games(text.as_bytes(), next), expected, "{word} {next:?} {spaces}");
        }
    }
}
