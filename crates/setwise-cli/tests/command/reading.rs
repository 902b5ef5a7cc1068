//! Tests of docs/reading: its commands run and print what the pages have, its pictures are the
//! output of their commands, and its links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::setwise;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reading")
}

/// Returns the pages with their names.
fn pages() -> Vec<(String, String)> {
    let files =
        fs::read_dir(directory()).expect("a directory").map(|file| file.expect("a file").path());
    let pages: Vec<(String, String)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        // Its commands need tables.
        .filter(|path| cfg!(feature = "endgames") || !path.ends_with("endgames.md"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("text"))
        })
        .collect();
    assert!(pages.len() >= 5);
    pages
}

/// Returns a text with one space between its words.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words of a command line after `setwise`.
fn words(line: &str) -> Vec<String> {
    shell_words::split(line).expect("words")
}

fn output(line: &str) -> String {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    setwise(&words).exits(0).out
}

/// A line of only `…` stands for any lines. What is between must be there, in order.
#[test]
fn the_output_of_every_command_is_that_on_the_page() {
    let mut compared = 0;
    for (name, page) in pages() {
        for block in page.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("the end of the block");
            let (command, expected) = block.split_once('\n').expect("a line");
            let command = command.strip_prefix("$ setwise ").expect("a command");
            let printed = output(command);
            let mut rest = printed.as_str();
            let whole = !expected.lines().any(|line| line == "…");
            if whole {
                assert_eq!(expected.trim_end(), rest.trim_end(), "{name}: {command}");
            }
            for part in expected.split("…\n").filter(|part| !part.is_empty()) {
                let at = rest.find(part);
                let at = at
                    .unwrap_or_else(|| panic!("{name}: {command}\nprints no\n{part}\nin\n{rest}"));
                rest = &rest[at + part.len()..];
            }
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
}

/// Commands in the text are in backticks. Words in capital letters stand for a value.
#[test]
fn every_command_in_the_text_runs() {
    let mut run = BTreeSet::new();
    for (_, page) in pages() {
        for line in page.split('`').skip(1).step_by(2) {
            let Some(command) = line.strip_prefix("setwise ") else { continue };
            let command = command
                .replace("POSITION", "kiwipete")
                .replace("TECHNIQUE PIECE SQUARE", "walk rook d4")
                .replace("NAME", "flip-diagonal");
            let slow = command.starts_with("magics") || command.contains("--svg");
            let asks = command.starts_with("quiz");
            if slow || command == "techniques" || !run.insert(command.clone()) {
                continue;
            }
            let words = words(&if asks { format!("{command} --show") } else { command });
            let result = setwise(&words.iter().map(String::as_str).collect::<Vec<_>>());
            // A CPU without BMI2 cannot show PEXT.
            if result.code == Some(2) && result.err.contains("cannot run the technique pext") {
                continue;
            }
            result.exits(0);
        }
    }
    assert!(run.len() >= 50, "{run:?}");
}

#[test]
fn the_pictures_are_the_output_of_their_commands() {
    let mut pictures = 0;
    for (name, page) in pages() {
        let page = page.replace('\n', " ");
        for text in page.split("The picture is `setwise ").skip(1) {
            let command = text.split('`').next().expect("the end of the command");
            let (command, file) = command.split_once(" --svg ").expect("a picture");
            let expected = fs::read_to_string(directory().join(file)).expect("a picture");
            let drawn = output(&format!("{command} --svg -"));
            assert!(drawn == expected, "{name}: {file} is not the output of {command}");
            assert!(page.contains(&format!("]({file})")));
            roxmltree::Document::parse(&drawn).expect("valid XML");
            pictures += 1;
        }
    }
    assert_eq!(pictures, 4 + usize::from(cfg!(feature = "endgames")));
}

/// Slips of the documents and numbers in them: the page, words of it, and the test that computes
/// what the page says.
const TESTED: [(&str, &str, &str, &str); 16] = [
    (
        "bitboard-notes.md",
        "bit 14 is printed as F1",
        "setwise-techniques/tests/integration/mapping.rs",
        "bitboard_notes_print_f1_where_e1_belongs_in_the_45_degree_bits",
    ),
    (
        "bitboard-notes.md",
        "draws the board of −45° of section 2.2.5, with its bits",
        "setwise-techniques/tests/integration/mapping.rs",
        "bitboard_notes_print_f1_where_e1_belongs_in_the_45_degree_bits",
    ),
    (
        "bitboard-notes.md",
        "the table needs 8 × 256 entries",
        "setwise/tests/integration/seeds.rs",
        "source_1_error_the_index_of_a_rank_needs_the_file_of_the_piece",
    ),
    (
        "bitboard-notes.md",
        "that might not work for rotated bitmaps",
        "setwise-techniques/tests/integration/mapping.rs",
        "two_to_the_position_is_the_mask_only_where_the_position_is_the_bit",
    ),
    (
        "bitboard-notes.md",
        "XOR with the same color pieces",
        "setwise/tests/integration/seeds.rs",
        "source_1_error_own_pieces_must_be_intersected_before_the_xor",
    ),
    (
        "nagaskaki.md",
        "`white_rooks = 0x18`",
        "setwise/tests/integration/seeds.rs",
        "source_3_error_rooks_are_0x81_and_three_numbers_lack_a_digit",
    ),
    (
        "nagaskaki.md",
        "need `right_board[sq]`",
        "setwise/tests/integration/seeds.rs",
        "source_3_error_right_board_is_the_one_of_the_square",
    ),
    (
        "nagaskaki.md",
        "no enemy attacks a square that the king passes",
        "setwise/tests/integration/rules/castling.rs",
        "castling_through_out_of_and_into_attack",
    ),
    (
        "nagaskaki.md",
        "is tested with both pawns gone",
        "setwise/tests/integration/rules.rs",
        "en_passant_that_exposes_the_king_along_the_rank",
    ),
    (
        "legal-moves.md",
        "`~(myPieces & enemyPieces)` is all ones",
        "setwise/src/board.rs",
        "source_4_error_empty_squares_are_the_nor_not_the_nand",
    ),
    (
        "legal-moves.md",
        "It must be `~(myPieces | enemyPieces)`",
        "setwise/tests/integration/seeds.rs",
        "source_4_error_pawns_would_move_onto_occupied_squares",
    ),
    (
        "legal-moves.md",
        "`clearRank[7]` clear *files*",
        "setwise/tests/integration/seeds.rs",
        "source_4_captures_do_not_wrap",
    ),
    (
        "legal-moves.md",
        "from their original *rank*, not *file*",
        "setwise/tests/integration/seeds.rs",
        "source_4_error_pawns_go_forward_by_two_from_their_rank_and_not_their_file",
    ),
    (
        "sliding-piece-attacks.md",
        "it is the file turned by 90 degrees",
        "setwise/tests/integration/seeds.rs",
        "source_2_a_product_with_the_main_diagonal_turns_the_a_file",
    ),
    (
        "sliding-piece-attacks.md",
        "*A bishop on a8 has only 7*",
        "setwise-techniques/src/index/magic_family.rs",
        "occupancies_and_attack_sets_add_up_as_published",
    ),
    (
        "sliding-piece-attacks.md",
        "Reached: 38,400 bytes",
        "setwise-techniques/src/index/magic_family.rs",
        "published_factors_put_all_bishops_into_38_400_bytes",
    ),
];

#[test]
fn slips_on_the_pages_are_those_that_tests_compute() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: PathBuf| fs::read_to_string(path).expect("text");
    let mut errors = 0;
    for (page, words, file, test) in TESTED {
        // Words of a page may be on two lines.
        let text = one_line(&read(directory().join(page)));
        assert!(text.contains(words), "{page}: {words}");
        let source = read(crates.join(file));
        assert!(source.contains(&format!("fn {test}()")), "{file}: {test}");
        errors += usize::from(test.contains("_error_"));
    }
    // Each test of a slip is in the list.
    let sources = ["setwise/tests/integration/seeds.rs", "setwise/src/board.rs"];
    let tests: usize =
        sources.map(|file| read(crates.join(file)).matches("_error_").count()).iter().sum();
    assert_eq!(tests, errors);
}

/// Words that a reader who knows chess, but no chess program, meets on the pages and in the
/// lessons.
const WORDS: [&str; 44] = [
    "AND",
    "NAND",
    "NOT",
    "OR",
    "XOR",
    "FEN",
    "attacked squares",
    "bit scan",
    "bitboard",
    "bitmap",
    "blocker",
    "borrow",
    "cache line",
    "carry",
    "check mask",
    "compass rose",
    "complement",
    "empty set",
    "fill",
    "full board",
    "generator",
    "hexadecimal",
    "index",
    "legal move",
    "line",
    "load",
    "magic factor",
    "mapping",
    "mask",
    "microcoded",
    "mobility",
    "occluded",
    "occupancy",
    "occupied squares",
    "pinned",
    "potential move",
    "propagator",
    "pseudo-legal move",
    "quiet move",
    "ray",
    "relevant square",
    "slider",
    "universe",
    "wrap",
];

/// Finds a word that a learner meets and that the list of words does not have.
#[test]
fn words_of_the_pages_and_lessons_are_defined() {
    let mut used = String::new();
    let mut defined = Vec::new();
    for (name, page) in pages() {
        let Some((before, list)) = page.split_once("\n## Words\n") else {
            used += &page;
            continue;
        };
        assert_eq!(name, "README.md");
        let (list, after) = list.split_once("\n\n## ").expect("the end of the list");
        used += before;
        used += after;
        // The first two rows are the heading and the line below it.
        for row in list.lines().filter(|line| line.starts_with('|')).skip(2) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [words, meaning] = cells[..] else { panic!("two cells: {row}") };
            assert!(meaning.len() > 10, "{row}");
            defined.extend(words.split(", ").map(str::to_owned));
        }
    }
    for lessons in ["setwise-lessons/src", "setwise-techniques/src", "setwise/src/attacks"] {
        used += &sources(&directory().join("../../crates").join(lessons));
    }
    let used = one_line(&used.replace('\\', " "));
    for word in WORDS {
        assert!(
            defined.iter().any(|defined| defined == word),
            "{word} is not in the list of words"
        );
    }
    for word in &defined {
        assert!(used.contains(word.as_str()), "no page or lesson has the word {word}");
    }
}

/// Returns the text of all source files of a directory and the directories in it.
fn sources(directory: &Path) -> String {
    let files =
        fs::read_dir(directory).expect("a directory").map(|file| file.expect("a file").path());
    let text = files.map(|path| match path.is_dir() {
        true => sources(&path),
        false => fs::read_to_string(path).expect("text"),
    });
    text.collect()
}
