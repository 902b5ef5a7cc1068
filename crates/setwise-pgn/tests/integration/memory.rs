//! Tests of the modules with unsafe code, which Miri can run: it takes thousands of times as long as a
//! CPU. Each module names its tests.

use setwise_pgn::{Deviation, Fault, InMemory, Options, Reader, Source, Text, Visitor};

/// Collects the tags of games.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl Visitor for Tags {
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.0.push((name.to_owned(), value.decode().into_owned()));
        Ok(())
    }
}

/// Reads a text from memory, to whose bytes nothing is adjacent, and as a stream.
fn tags(text: &str) -> Vec<(String, String)> {
    let text = Box::<[u8]>::from(text.as_bytes());
    let options = Options::default().accept(Deviation::TagQuote);
    let in_memory = tags_of(Reader::with_options(InMemory(&text), options));
    assert_eq!(tags_of(Reader::with_options(&text[..], options)), in_memory);
    in_memory
}

fn tags_of<S: Source>(mut reader: Reader<S>) -> Vec<(String, String)> {
    let mut tags = Tags::default();
    while let Some(game) = reader.read_game(&mut tags).expect("it can be read") {
        game.expect("it is accepted");
    }
    tags.0
}

/// A short tag is read by the fast path, if the block that it is in is complete; the others by the
/// parser.
#[test]
fn names_of_tags() {
    let long = "x".repeat(100);
    for (tag, name, value) in [
        ("[A_1 \"x y\"]".to_owned(), "A_1", "x y"),
        ("[ Site  \"\\\"\" ]".to_owned(), "Site", "\""),
        ("[Z \"a \"b\" c\"]".to_owned(), "Z", "a \"b\" c"),
        (format!("[Event \"{long}\"]"), "Event", long.as_str()),
    ] {
        for room in ["", long.as_str()] {
            let expected = [(name.to_owned(), value.to_owned())];
            assert_eq!(tags(&format!("{tag}\n{{{room}}} *\n")), expected, "{tag}");
        }
    }
    for tag in ["[é \"x\"]", "[A\u{ff} \"x\"]"] {
        let text = format!("{tag}{long}");
        let mut reader = Reader::new(InMemory(text.as_bytes()));
        let game = reader.read_game(&mut Tags::default()).expect("it can be read");
        assert!(game.expect("a game").is_err(), "{tag}");
    }
}

/// Blocks of every length that is near a multiple of 16, each at the end of its memory.
#[test]
fn texts_that_end_inside_a_block() {
    for length in [0, 1, 15, 16, 17, 31, 33, 47, 49, 58, 59, 60, 63, 64, 65, 122, 123, 124, 129] {
        let comment = "x".repeat(length);
        assert_eq!(tags(&format!("{{{comment}}} *")), []);
        assert_eq!(tags(&format!("[A \"{comment}\"]")), [("A".to_owned(), comment)]);
    }
}
