//! Deviations from the standard: each is an error unless it is accepted, and counted if it is.

use setwise::Position;
use setwise::notation::san::SanOptions;
use setwise_pgn::{
    Deviation, DeviationCounts, Fault, Options, PgnError, Reader, Replay, Text, Visitor,
};

use super::events::Trickle;

/// Replays all games of a text. Returns the final positions or errors of the games, and the counts.
fn read(text: &str, options: Options) -> (Vec<Result<String, PgnError>>, DeviationCounts) {
    let mut replay = Replay::with_options(options);
    let mut reader = Reader::with_options(Trickle(text.as_bytes()), options);
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut replay).expect("bytes can be read") {
        games.push(game.map(|()| replay.position().to_string()));
    }
    let mut counts = reader.deviations();
    counts += replay.deviations();
    (games, counts)
}

/// A text, the deviation that it has, how often, its error without it, and the same game without
/// deviations.
type Case = (Deviation, &'static str, u64, &'static str, &'static str);

const CASES: &[Case] = &[
    (Deviation::MissingResult, "1. e4 [Event \"x\"] e4", 2, "missing-result", "1. e4 * 1. e4 *"),
    (Deviation::MissingResult, "1. e4", 1, "missing-result", "1. e4 *"),
    (
        Deviation::MismatchedResult,
        "[Result \"1-0\"] 1. e4 0-1",
        1,
        "mismatched-result",
        "1. e4 0-1",
    ),
    (Deviation::HalfResult, "1. e4 1/2", 1, "invalid-move", "1. e4 1/2-1/2"),
    (Deviation::HalfResult, "1/2", 1, "invalid-move", "1/2-1/2"),
    (Deviation::HalfResult, "e4 0.5-0.5", 1, "invalid-move", "e4 1/2-1/2"),
    (Deviation::HalfResult, "e4 .5-.5", 1, "invalid-move", "e4 1/2-1/2"),
    (Deviation::HalfResult, "e4 \u{bd}-\u{bd}", 1, "invalid-move", "e4 1/2-1/2"),
    (Deviation::HalfResult, "e4 1/2 - 1/2 {c}", 1, "invalid-move", "e4 1/2-1/2"),
    (Deviation::HalfResult, "e4 1/2 -1/2 {c}", 1, "invalid-move", "e4 1/2-1/2"),
    (Deviation::HalfResult, "[Result \"0-0\"] e4 e5 0-0", 1, "illegal-move", "e4 e5 *"),
    (
        Deviation::HalfResult,
        "[Result \"0-0\"] e4 e5 Nf3 Nf6 Bc4 d6 0-0 Bg4 0-0\n[Event \"x\"]\n1/2",
        2,
        "illegal-move",
        "1/2-1/2",
    ),
    (Deviation::CoordinateMove, "1. g1f3 g8-f6 *", 2, "coordinate-move", "1. Nf3 Nf6 *"),
    (
        Deviation::CoordinateMove,
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] e1g1 *",
        1,
        "coordinate-move",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] O-O *",
    ),
    (
        Deviation::EnPassantMark,
        "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"] exd6ep *",
        1,
        "invalid-move",
        "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"] exd6 *",
    ),
    (Deviation::TagQuote, "[A \"x\\\"]\n[B \"y\"]\ne4 *", 1, "unclosed-tag-value", "e4 *"),
    (Deviation::TagQuote, "[A \"x \"y\" z\"] \r\n[B \"\"\"]\ne4 *", 2, "unclosed-tag", "e4 *"),
    (
        Deviation::MalformedTag,
        "[Event \"x]\n[B]\n[C \"y\"\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*",
        3,
        "unclosed-tag-value",
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"] *",
    ),
    (Deviation::Parenthesis, "e4 (d4 (c4 *", 1, "unclosed-variation", "e4 *"),
    (
        Deviation::MalformedTag,
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq d6 0 1\"]\nO-O *",
        1,
        "invalid-fen",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\nO-O *",
    ),
    (Deviation::Parenthesis, "e4 ) e5 ) *", 2, "unopened-variation", "e4 e5 *"),
    (Deviation::Parenthesis, "e4 ((d4 (c4) d5)) e5 *", 1, "variation-without-move", "e4 e5 *"),
    (Deviation::Parenthesis, "( e4 (d4 ((c4))) ) e5 *", 2, "variation-without-move", "e4 e5 *"),
    (Deviation::Parenthesis, "e4 (((d4 *", 3, "variation-without-move", "e4 *"),
    (Deviation::UnclosedComment, "e4 {x", 1, "unclosed-comment", "e4 *"),
    (
        Deviation::UnclosedComment,
        "[Event \"a\"]\n\ne4 {x\n\n[Event \"b\"]\n\nd4 *",
        1,
        "unclosed-comment",
        "d4 *",
    ),
    (Deviation::UnknownText, "e4 = e5 +- D Nf3 <br> *", 6, "invalid-move", "e4 e5 Nf3 *"),
    (Deviation::UnknownText, "e4\u{203c} Pe5 Nf3-+ d5= *", 4, "invalid-move", "e4 e5 Nf3 d5 *"),
    (Deviation::UnknownText, "} e4 $ !!! \u{bd} *", 4, "unexpected-character", "e4 *"),
    (Deviation::UnknownText, "e4\u{a0}e5 \u{2009}Nf3\u{3000}*", 3, "invalid-move", "e4 e5 Nf3 *"),
    (Deviation::UnknownText, "1.\u{200b}\u{2060}e4 1\u{a0}e5 *", 3, "invalid-move", "e4 e5 *"),
    (
        Deviation::UnknownText,
        "e4 e5 Nf3\u{b1}Nc6\u{a0}1-0\u{a0}",
        3,
        "invalid-move",
        "e4 e5 Nf3 Nc6 *",
    ),
    (Deviation::UnknownText, "e4=+e5+/-Nf3-+Nc6 +Bb5 *", 4, "invalid-move", "e4 e5 Nf3 Nc6 Bb5 *"),
    (
        Deviation::UnknownText,
        "e4 e5 Bc4 d6 Bxf7dis.ch Kxf7 Qh5+ch *",
        2,
        "invalid-move",
        "e4 e5 Bc4 d6 Bxf7+ Kxf7 Qh5+ *",
    ),
    (Deviation::UnknownText, "e4 @ e5 @@ *", 2, "unexpected-character", "e4 e5 *"),
    (Deviation::UnknownText, "e4 [b]e5[/b]\n[%csl Ga1 (] [ *", 8, "missing-result", "e4 e5 *"),
];

/// The options that accept what the text of a case needs besides its deviation.
fn others(text: &str) -> Options {
    let has_no_result = text.contains("{x") || matches!(text, "e4 (d4 (c4 *" | "e4 (((d4 *");
    let missing_result = has_no_result.then_some(Deviation::MissingResult);
    missing_result.map_or(Options::COMMON, |deviation| Options::COMMON.accept(deviation))
}

#[test]
fn each_deviation_alone_is_an_error_or_is_accepted_and_counted() {
    for &(deviation, text, count, error, clean) in CASES {
        let (games, counts) = read(text, others(text));
        let first = games.iter().find_map(|game| game.clone().err());
        assert_eq!(first.map(|found| found.name()), Some(error), "{text}");
        assert_eq!(counts.count(deviation), 0, "{text}");

        let (games, counts) = read(text, others(text).accept(deviation));
        let position = games.last().expect("a game").clone();
        let expected = read(clean, Options::COMMON).0.pop().expect("a game");
        if deviation != Deviation::MissingResult || count == 1 {
            assert_eq!(position, expected, "{text}");
        }
        assert_eq!(counts.count(deviation), count, "{text}");
        let all_others = counts.iter().filter(|(other, _)| *other != deviation);
        assert!(
            all_others.into_iter().all(|(other, _)| other == Deviation::MissingResult),
            "{text}"
        );
        let (lenient, _) = read(text, Options::LENIENT);
        assert_eq!(lenient, games, "{text}");
    }
}

#[test]
fn null_moves_pass_unless_the_side_to_move_is_in_check() {
    let text = "1. e4 -- 2. 0000 (2. d4 @@@@) (2. d4 Z0) e5 *";
    let (games, counts) = read(text, Options::COMMON.accept(Deviation::NullMove));
    let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    assert_eq!(games, [Ok(end.to_owned())]);
    assert_eq!(counts.iter().collect::<Vec<_>>(), [(Deviation::NullMove, 4)]);
    let (games, _) = read(text, Options::COMMON);
    assert_eq!(games[0].as_ref().map_err(|error| error.name()), Err("null-move"));
    // Four digits before a word are no number of a move.
    let zeros = "1. e4 0000 2. d4\n0000 Nf3 3. 0000 4. c4 *";
    for (options, expected) in [(Options::LENIENT, Ok(())), (Options::COMMON, Err("null-move"))] {
        let mut reader = Reader::with_options(zeros.as_bytes(), options);
        let game = reader.read_game(&mut Replay::with_options(options)).expect("bytes can be read");
        assert_eq!(game.expect("a game").map_err(|error| error.name()), expected);
    }
    let (games, counts) = read("1. e4 f5 2. Qh5 -- *", Options::LENIENT);
    assert_eq!(games[0].as_ref().map_err(|error| error.name()), Err("null-move-in-check"));
    assert_eq!(counts, DeviationCounts::default());
    // A tree cannot contain a null move.
    for (text, column) in [(text, 7), ("1. e4 f5 2. Qh5 -- *", 17)] {
        let mut reader = Reader::with_options(text.as_bytes(), Options::LENIENT);
        let error = reader.read_tree().expect("bytes can be read").expect("a game").unwrap_err();
        assert_eq!((error.name(), error.place.column), ("null-move", column));
        assert_eq!(reader.deviations(), DeviationCounts::default());
    }
}

/// A word with the name of a square may be a move in an unknown notation: it is never skipped.
#[test]
fn unknown_text_that_may_be_a_move_is_an_error() {
    for text in
        ["Sf3", "nf3", "P@f3", "o-o", "Nf3xx", "\u{2658}f3", "N\u{d7}f3", "N\u{2013}f3", "@@f3"]
    {
        let (games, _) = read(&format!("1. {text} *"), Options::LENIENT);
        assert!(games[0].is_err(), "{text}");
    }
    // It is not skipped if it is a move that is illegal.
    let (games, _) = read("1. Ke3 *", Options::LENIENT);
    assert_eq!(games[0].as_ref().map_err(|error| error.name()), Err("illegal-move"));
}

/// A tag with a bare quotation mark ends on its line, and must have the form of a tag.
#[test]
fn bare_quotation_marks_end_on_their_line() {
    struct Tags(Vec<String>);
    impl Visitor for Tags {
        fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
            self.0.push(format!("{name}={}", value.decode()));
            Ok(())
        }
    }
    let text = "[A \"the \"big\" one\"]\n[B \"\\\"]\n[C \"x\"\n]\n[D \"\\\\\"]\n[E \"a\\\\\"]\" \"]\r\n*\n";
    let mut tags = Tags(Vec::new());
    let mut reader = Reader::with_options(Trickle(text.as_bytes()), Options::LENIENT);
    assert_eq!(reader.read_game(&mut tags).expect("bytes can be read"), Some(Ok(())));
    assert_eq!(tags.0, ["A=the \"big\" one", "B=\\", "C=x", "D=\\", "E=a\\"]);
    for text in
        ["[A \"x\" y]\n*", "[A \"x\n\"]\n*", "[A x\"]\n*", "[A \"]\n*", "[A \"x\" \"y\" ]\n*"]
    {
        let (games, counts) = read(text, Options::COMMON.accept(Deviation::TagQuote));
        assert!(games[0].is_err(), "{text}");
        assert_eq!(counts, DeviationCounts::default(), "{text}");
    }
}

/// Without its tag `FEN`, a game would be played from a wrong position.
#[test]
fn a_malformed_tag_that_gives_the_position_is_an_error() {
    for tag in ["[FEN \"x]", "[ fen x]", "[SetUp 1]", "[Variant \"Atomic]"] {
        let (games, _) = read(&format!("{tag}\n1. e4 *"), Options::LENIENT);
        assert!(games[0].is_err(), "{tag}");
    }
}

#[test]
fn a_skipped_variation_that_is_not_closed_ends_the_game() {
    struct MainLine(Vec<u8>);
    impl Visitor for MainLine {
        fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
            self.0.extend(san);
            Ok(())
        }
    }
    let mut main_line = MainLine(Vec::new());
    let text = "e4 (d4 * [Event \"x\"] c4 *";
    let mut reader = Reader::with_options(text.as_bytes(), Options::LENIENT);
    assert_eq!(reader.read_game(&mut main_line).expect("bytes can be read"), Some(Ok(())));
    assert_eq!(reader.read_game(&mut main_line).expect("bytes can be read"), Some(Ok(())));
    assert_eq!(main_line.0, b"e4c4");
    assert_eq!(reader.deviations().count(Deviation::Parenthesis), 1);
}

#[test]
fn the_wrong_move_and_its_position_are_kept() {
    let (mut reader, mut replay) =
        (Reader::new(&b"1. e4 e5 2. Nf3 (2. Ke3) Nc6 * 1. d4 *"[..]), Replay::new());
    reader.read_game(&mut replay).expect("bytes can be read").expect("a game").unwrap_err();
    let (text, position) = replay.wrong_move().expect("a move is wrong");
    assert_eq!(text, Text(b"Ke3"));
    assert_eq!(position.fullmoves(), 2);
    reader.read_game(&mut replay).expect("bytes can be read").expect("a game").expect("valid");
    assert_eq!(replay.wrong_move(), None);
}

#[test]
fn constants_of_options() {
    for deviation in Deviation::ALL {
        assert!(Options::LENIENT.accepts(deviation));
        assert!(!Options::STRICT.accepts(deviation) && !Options::COMMON.accepts(deviation));
        assert_eq!(
            Options::default().accepts(deviation),
            matches!(deviation, Deviation::MissingResult | Deviation::MismatchedResult)
        );
        assert!(Options::STRICT.accept(deviation).accepts(deviation));
    }
    assert_eq!(Options::from(SanOptions::LENIENT), Options::default());
    let names: Vec<_> = Deviation::ALL.iter().map(|deviation| deviation.name()).collect();
    assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
}

/// Finds the move and the position of the game before, where the first token of a game is wrong.
#[test]
fn a_first_token_that_is_wrong_keeps_nothing_of_the_game_before() {
    let long = "x".repeat(300);
    for first in ["}", "$x", ")", &long, "[White \"A"] {
        let text = format!("1. e4 e5 2. Ke3 *\n\n{first} 1. d4 *");
        let (mut reader, mut replay) = (Reader::new(text.as_bytes()), Replay::new());
        let error = reader.read_game(&mut replay).expect("memory").expect("a game");
        assert!(error.is_err() && replay.wrong_move().is_some());
        let error = reader.read_game(&mut replay).expect("memory").expect("a game");
        assert!(error.is_err(), "{first}");
        assert_eq!((replay.wrong_move(), *replay.position()), (None, Position::INITIAL), "{first}");
    }
}
