//! A small test for each module with unsafe code, which Miri can run: it takes thousands of times
//! as long as a CPU. Each module names its test.

use setwise::attacks::{DEFAULT, Erased, Sliders, walk};
use setwise::dispatch::{self, CpuFeatures, Portable, X86_64V3, X86_64V4};
use setwise::notation::pgn::{Deviation, Fault, InMemory, Options, Reader, Source, Text, Visitor};
use setwise::{Bitboard, Square};

/// Some sets, from empty to full.
fn occupancies() -> impl Iterator<Item = Bitboard> {
    let product = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [Bitboard::EMPTY, !Bitboard::EMPTY].into_iter().chain((0..6).map(move |n| Bitboard(product(n))))
}

fn compare_with_walk<S: Sliders>(sliders: S) {
    for from in Square::ALL {
        for occupied in occupancies() {
            assert_eq!(sliders.rook(from, occupied), walk::rook(from, occupied));
            assert_eq!(sliders.bishop(from, occupied), walk::bishop(from, occupied));
        }
    }
}

#[test]
fn every_index_is_a_square() {
    for index in 0..=u8::MAX {
        assert_eq!(Square::masked(index), Square::ALL[usize::from(index) % 64]);
        assert_eq!(Square::from_index(index).is_some(), index < 64);
    }
}

#[test]
fn entries_of_tables_built_at_compile_time() {
    compare_with_walk(DEFAULT);
}

/// A technique that is smaller than a pointer.
#[derive(Clone, Copy)]
struct OneByte(u8);

impl Sliders for OneByte {
    fn rook(self, _: Square, _: Bitboard) -> Bitboard {
        Bitboard(self.0.into())
    }

    fn bishop(self, _: Square, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }
}

/// Techniques of no byte and of one; `the_value_of_a_technique_is_kept` stores a pointer.
#[test]
fn erased_techniques_of_every_size() {
    assert_eq!(size_of_val(&DEFAULT), 0);
    compare_with_walk(Erased::of(DEFAULT));
    let erased = Erased::of(OneByte(200));
    assert_eq!(erased.queen(Square::A1, Bitboard::EMPTY), Bitboard(200));
}

/// Returns the sum of the numbers from its input down, by a recursion.
fn sum<F: CpuFeatures>(features: F, number: u64) -> u64 {
    features.call_apart(
        number,
        #[inline(always)]
        |number| if number == 0 { 0 } else { number + sum(features, number - 1) },
    )
}

fn run_with<F: CpuFeatures>() {
    let Some(features) = F::new() else { return };
    assert_eq!(sum(features, 10), 55);
    assert_eq!(features.call(10, |last| (0..=last).sum::<u64>()), 55);
}

#[test]
fn recursions_with_cpu_features() {
    run_with::<Portable>();
    run_with::<X86_64V3>();
    run_with::<X86_64V4>();
    assert_eq!(dispatch::call(10, |last| (0..=last).sum::<u64>()), 55);
}

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
