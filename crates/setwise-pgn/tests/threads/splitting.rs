//! However a text is split, it has the games that one reader finds.

use setwise_pgn::Options;
use setwise_pgn::files::{GamePlace, Inputs};
use setwise_pgn::threads::testing::{read_cut, read_in_pieces};
use setwise_pgn::threads::{Beginning, PlaceRange, ReadOptions, read};
use setwise_testkit::lines::{Lines, lines_of_one_reader};
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text, scaled};

use crate::inputs;

const OPTIONS: [Options; 3] = [Options::STRICT, Options::COMMON, Options::LENIENT];

fn check_pieces(text: &[u8], piece: usize, options: Options, expected: &[String]) {
    let mut lines = Vec::new();
    read_in_pieces(text, piece, options, &Lines { with_text: true }, |part| lines.extend(part));
    assert_eq!(lines, expected, "pieces of {piece} bytes");
}

fn check_cuts(text: &[u8], cuts: &[usize], options: Options, expected: &[String]) {
    let mut lines = Vec::new();
    read_cut(text, cuts, options, &Lines { with_text: true }, |part| lines.extend(part));
    assert_eq!(lines, expected, "cut at {cuts:?}");
}

/// Also checks that the text is hostile: most guesses must be wrong somewhere.
#[test]
fn pieces_of_any_size_have_the_games_of_one_reader() {
    let mut random = Random::default();
    for round in 0..scaled(10, 3) {
        let text = hostile_text(&mut random, 3000);
        for options in OPTIONS {
            let expected = lines_of_one_reader(&text, options, true);
            assert!(expected.len() > 5, "{}", expected.len());
            for piece in [1, 7, 64, 100 + round, 1000] {
                check_pieces(&text, piece, options, &expected);
            }
        }
    }
}

#[test]
fn any_cuts_have_the_games_of_one_reader() {
    let mut random = Random::default();
    for _ in 0..scaled(200, 50) {
        let text = hostile_text(&mut random, 1500);
        let options = OPTIONS[random.below(3)];
        let expected = lines_of_one_reader(&text, options, true);
        let mut cuts: Vec<usize> =
            (0..random.below(12)).map(|_| random.below(text.len())).collect();
        cuts.sort_unstable();
        check_cuts(&text, &cuts, options, &expected);
    }
}

fn check_every_cut(length: usize, step: usize) {
    let text = hostile_text(&mut Random::default(), length);
    let options = Options::default();
    let expected = lines_of_one_reader(&text, options, false);
    for cut in (0..=text.len()).step_by(step) {
        let mut lines = Vec::new();
        read_cut(&text, &[cut], options, &Lines { with_text: false }, |part| lines.extend(part));
        assert!(lines == expected, "cut at {cut}");
    }
}

#[test]
fn every_cut_of_a_hostile_text_has_the_games_of_one_reader() {
    check_every_cut(scaled(3_000, 1_000), 1);
}

/// Takes a minute without optimisation.
#[test]
#[ignore = "run by .ci/long slow-tests, optimised"]
fn every_cut_of_long_hostile_texts_has_the_games_of_one_reader() {
    check_every_cut(20_000, 1);
    check_every_cut(200_000, 97);
}

/// Reads a range of a file; returns the lines, where it began and where it ended.
fn read_range(
    inputs: &Inputs,
    from: Beginning,
    to: Option<GamePlace>,
) -> (Vec<String>, Option<GamePlace>, Option<GamePlace>) {
    let options = ReadOptions { range: PlaceRange { from, to }, ..ReadOptions::default() };
    let mut lines = Vec::new();
    let collector = Lines { with_text: false };
    let inputs = read(inputs, &options, &collector, |part, _| {
        lines.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(inputs) = inputs;
    assert!(inputs[0].error.is_none(), "{:?}", inputs[0].error);
    (lines, inputs[0].began, inputs[0].ended)
}

/// Reads two ranges as two processes would: if the second did not begin where the first ended, it
/// is read again from there. Returns whether that was necessary.
fn check_ranges(inputs: &Inputs, split: u64, expected: &[String]) -> bool {
    let split = GamePlace { frame: 0, offset: split };
    let (mut lines, _, ended) = read_range(inputs, Beginning::Start, Some(split));
    let (mut second, began, end) = read_range(inputs, Beginning::Guess(split), None);
    assert_eq!(end, None);
    let is_wrong = ended != began;
    match ended {
        Some(game) if is_wrong => (second, _, _) = read_range(inputs, Beginning::Game(game), None),
        None => second.clear(),
        _ => {}
    }
    lines.append(&mut second);
    assert!(lines == expected, "split at {split:?}, {began:?} {ended:?}");
    is_wrong && ended.is_some()
}

fn check_every_split(length: usize, step: usize) {
    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), length);
    let file = directory.write("hostile.pgn", &text);
    let inputs = inputs(&[file]);
    let expected = lines_of_one_reader(&text, Options::default(), false);
    let splits = (0..=text.len() as u64).step_by(step);
    let (count, mut wrong) = (splits.clone().count(), 0);
    for split in splits {
        wrong += usize::from(check_ranges(&inputs, split, &expected));
    }
    // Some splits are wrong at first, and some are not.
    assert!(wrong > count / 20 && wrong < count, "{wrong} of {count}");
}

#[test]
fn every_split_of_a_hostile_file_has_the_games_of_one_reader() {
    check_every_split(scaled(2_000, 700), 1);
}

/// Takes minutes without optimisation.
#[test]
#[ignore = "run by .ci/long slow-tests, optimised"]
fn every_split_of_long_hostile_files_has_the_games_of_one_reader() {
    check_every_split(20_000, 1);
    check_every_split(200_000, 97);
}

/// A comment without an end hides all starts of games after it; the text is read at most twice.
#[test]
fn comment_over_many_chunks_is_read_in_bounded_time() {
    let mut text = b"[Event \"a\"]\n\n1. e4 { ".to_vec();
    for _ in 0..5_000 {
        text.extend_from_slice(b"text\n[Event \"b\"]\n\n1. d4 *\n\n");
    }
    let expected = lines_of_one_reader(&text, Options::COMMON, false);
    assert_eq!(expected.len(), 1);
    let mut lines = Vec::new();
    read_in_pieces(&text, 1000, Options::COMMON, &Lines { with_text: false }, |part| {
        lines.extend(part);
    });
    assert_eq!(lines, expected);
}

/// A file may have a game in two bytes. Its rows once came in parts of a whole chunk, of a
/// gigabyte.
#[test]
fn parts_are_small_if_games_are() {
    for game in ["*\n", "[Event \"\"]\n*\n", "1-0 "] {
        let games = scaled(200_000, 50_000);
        let text = game.repeat(games).into_bytes();
        let (mut count, mut largest) = (0, 0);
        for piece in [1 << 20, 1 << 24] {
            let mut lines = Vec::new();
            read_in_pieces(&text, piece, Options::COMMON, &Lines { with_text: false }, |part| {
                count += part.len();
                largest = largest.max(part.len());
                lines.extend(part);
            });
            assert!(lines == lines_of_one_reader(&text, Options::COMMON, false), "{game:?}");
        }
        assert_eq!(count, 2 * games, "{game:?}");
        assert!(largest <= 1 << 15, "{game:?}: {largest}");
    }
}
