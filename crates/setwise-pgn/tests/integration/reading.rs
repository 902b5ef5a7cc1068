//! The callbacks for valid text.

use setwise_pgn::{Reader, Replay};

use super::events::{Skips, Trickle, events, events_without};

/// The message of a `]` outside tags.
const UNEXPECTED: &str = "unexpected ']' \
                          (expected a move, a comment, a result, or a tag such as [Event \"name\"])";

#[test]
fn example_game_of_the_standard() {
    let text = "[Event \"F/S Return Match\"]\n[Result \"1/2-1/2\"]\n\n\
                1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6\n1/2-1/2\n";
    assert_eq!(
        events(text),
        "game Event=F/S Return Match Result=1/2-1/2 | e4 e5 Nf3 Nc6 Bb5 \
         {This opening is called the Ruy Lopez.} a6 1/2-1/2"
    );
}

#[test]
fn white_space_and_move_numbers_are_ignored() {
    for text in [
        "1.e4 e5 2.Nf3 *",
        "1. e4 1... e5 2. Nf3 *",
        "e4 e5 Nf3*",
        "1\ne4\r\n1.\r\n...\te5\x0b2\x0cNf3\n*\n",
        "001.e4 7777777777777777777777777777...e5 0.Nf3 *",
        "1 . e4 e5 2 Nf3 12 *",
    ] {
        assert_eq!(events(text), "game | e4 e5 Nf3 *", "{text:?}");
    }
}

#[test]
fn castling_with_zeros_is_neither_number_nor_termination() {
    assert_eq!(events("1. 0-0 0-0-0+ 2. O-O 0-1"), "game | 0-0 0-0-0+ O-O 0-1");
}

#[test]
fn all_terminations() {
    for end in ["1-0", "0-1", "1/2-1/2", "*"] {
        let text = format!("e4 {end} d4 {end}\n\n{end}");
        assert_eq!(events(text), format!("game | e4 {end} game | d4 {end} game | {end}"));
    }
    assert_eq!(events("e4\n"), "game | e4 no end");
    assert_eq!(events("e4\n[Event \"x\"] d4"), "game | e4 no end game Event=x | d4 no end");
}

#[test]
fn annotation_glyphs() {
    assert_eq!(
        events("e4! e5? Nf3!! Nc6?? Bb5 !? a6?! Ba4$10 $255 Nf6 $65535 *"),
        "game | e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $10 $255 Nf6 $65535 *"
    );
    assert_eq!(events("e4 e5 ($142 c5) *"), "game | e4 e5 ( $142 c5 ) *");
}

#[test]
fn comments_of_both_kinds_everywhere() {
    assert_eq!(
        events("{a}1.{b}e4;c\n{d ; } e5 ; e { } (\r\n ( {f} c5{g}) {} * {h} ; i\n{j} d4 *;k"),
        "game {a} {b} | e4 {c} {d ; } e5 { e { } (\r} ( {f} c5 {g} ) {} {h} { i} * \
         game {j} | d4 {k} *"
    );
}

#[test]
fn nested_and_consecutive_variations() {
    let text = "e4 e5 (c5 Nf3 (c3 d5 (Nf6)) d6) (e6) (c6 1-0) Nf3 *";
    assert_eq!(events(text), "game | e4 e5 ( c5 Nf3 ( c3 d5 ( Nf6 ) ) d6 ) ( e6 ) ( c6 ) Nf3 *");
    assert_eq!(events_without(text, Skips::Variations), "game | e4 e5 Nf3 *");
    assert_eq!(events("e4 ( ) *"), "game | e4 ( ) *");
}

#[test]
fn escaped_lines() {
    assert_eq!(events("% e4\ne5 *\n%*\n"), "game | e5 *");
    assert_eq!(events("e4\n%(\n*"), "game | e4 *");
    assert_eq!(events("{a\n%b}*"), "game {a\n%b} | *");
}

#[test]
fn byte_order_marks_and_line_ends_of_dos() {
    let text = "\u{feff}[Event \"x\"]\r\n\r\n1. e4 *\r\n\x1a\r\n";
    assert_eq!(events(text), "game Event=x | e4 *");
    assert_eq!(events("* \u{feff}*"), "game | * game | *");
    assert_eq!(events("\u{feff}"), "");
    assert_eq!(events("\u{feff}% e4\n*"), "game | *");
    assert_eq!(events("\u{feff}e4 ]"), format!("game | e4 <1:4: {UNEXPECTED}>"));
}

#[test]
fn tags_of_every_form() {
    let tags = r#"[ A "1" ][B"2"]  [C_3 "a\"b\\c\d"]
        [D ""] [E
        "x" ] [F "[%]{;(\\"] *"#;
    assert_eq!(events(tags), "game A=1 B=2 C_3=a\"b\\c\\d D= E=x F=[%]{;(\\ | *");
}

#[test]
fn utf8_and_windows_1252_are_accepted() {
    assert_eq!(events("[A \"ü\"] {é} *"), "game A=ü {é} | *");
    assert_eq!(events(b"[A \"\xfc\"] {\xe9} *"), "game A=ü {é} | *");
    assert_eq!(events(b"[A \"\x8a\"] {\x92\x81} *"), "game A=Š {’\u{fffd}} | *");
}

#[test]
fn long_comments_are_split_between_characters() {
    let comment = format!("a{}", "é".repeat(20_000));
    let recorded = events(format!("e4 {{{comment}}} *"));
    let pieces: Vec<&str> = recorded.split(" {").skip(1).collect();
    assert_eq!(pieces.len(), 3);
    let joined: String = recorded.replace("… {", "");
    assert_eq!(joined, format!("game | e4 {{{comment}}} *"));
    assert!(!recorded.contains('Ã'), "a character is split");
}

#[test]
fn skipping_moves_finds_the_same_game_ends() {
    let text = "[A \"{\"]\n\n1. O-O-O (e4 1-0 * {)} ;)\n) {* \n} $1-- ! ; *\n%*\n12.1/2-1/2 {x}\n\
                e4 (d4) 1-0 0-0 $0-1 $3.0-1\n[Event \"w\"]\n[B \"*\"]\n\n[Event \"x\"]\n\r\n[Event \"y\"] d4 O-O";
    let ends = ["{x} 1/2-1/2", "1-0", "0-1", "no end", "no end", "no end"];
    let read: String = events_without(text, Skips::Moves);
    for (game, end) in read.split("game ").skip(1).zip(ends) {
        assert!(game.trim().ends_with(end), "{game:?}");
    }
    assert_eq!(events_without(text, Skips::Games), "game game game game game game");
}

/// Comments after a termination on the same line do not belong to the next game, and a byte order
/// mark there does not begin a game, whether the game is valid, invalid or skipped (found by the
/// fuzz target `pgn`).
#[test]
fn comments_and_byte_order_marks_after_a_termination() {
    assert_eq!(events("e4 * {a} ;b\n{c} d4 *"), "game | e4 {a} {b} * game {c} | d4 *");
    let wrong = format!("game | e4 <1:4: {UNEXPECTED}>");
    assert_eq!(events("e4 ] * {a} ;b\n{c} d4 *"), format!("{wrong} game {{c}} | d4 *"));
    for text in [
        "*\t\u{feff}",
        "* {a}\u{feff}",
        "*\n\n\u{feff}\n",
        "\u{feff}\u{feff}[A \"a\"]\n\u{feff}[B \"b\"]\n\n1. e4 \u{feff}e5\u{feff}\n1-0\u{feff}",
        "\u{feff}% *\n\u{feff}% *\n{a}\u{feff}*\n",
    ] {
        for skips in [Skips::Variations, Skips::Moves, Skips::Games] {
            assert_eq!(events_without(text, skips).matches("game").count(), 1, "{text:?}");
        }
    }
}

/// An escaped quotation mark does not end a tag, and skipping tags does not lose a game.
#[test]
fn skipping_tags_finds_the_same_tag_ends() {
    for tag in [r#"[A "\"] *"]"#, r#"[A "] *"]"#, r#"[A "x" ] [B "\\"]"#, r#"[ A "["] [Event "x"]"#]
    {
        let text = format!("[Event \"a\"]\n{tag}\n[C \"c\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n*\n");
        let games = events(&text).matches("game ").count();
        assert_eq!(events_without(&text, Skips::Games).matches("game").count(), games, "{text}");
    }
}

/// Tags before `Event` belong to the same game, as in files of DGT LiveChess.
#[test]
fn tags_in_any_order() {
    let two = "game ePGN=0 Event=a | e4 * game ePGN=0 Event=b | d4 *";
    let text = "[ePGN \"0\"]\n[Event \"a\"]\n\ne4 *\n\n[ePGN \"0\"]\n[Event \"b\"]\n\nd4 *";
    assert_eq!(events(text), two);
    for (text, read) in [
        (
            "[A \"1\"] [Event \"a\"]\n\n[Event \"b\"] *",
            "game A=1 Event=a | no end game Event=b | *",
        ),
        // Without an empty line it is a repeated tag.
        ("[Event \"a\"] [A \"1\"]\n[Event \"b\"] *", "game Event=a A=1 Event=b | *"),
        ("[Event \"a\"]\r\n[Event \"b\"]\r\n*", "game Event=a Event=b | *"),
        (
            "[Event \"a\"]\n%\n[Event \"b\"]\n{c}\n[Event \"c\"] *",
            "game Event=a Event=b {c} Event=c | *",
        ),
        (
            "[Event \"a\"]\n{b}\n\n[Event \"b\"]\n \t\n[Event \"c\"]",
            "game Event=a {b} | no end game Event=b | no end game Event=c | no end",
        ),
        ("[EventDate \"1\"] [Event \"a\"] *", "game EventDate=1 Event=a | *"),
        (
            "[EventDate \"1\"] [ Event \"a\"]\n\n[Event\"b\"]",
            "game EventDate=1 Event=a | no end game Event=b | no end",
        ),
        ("[Event \"a\"] [EventDate \"1\"] *", "game Event=a EventDate=1 | *"),
        (
            "[FEN \"x\"] {c} [Event \"a\"] * [Event \"b\"]",
            "game FEN=x {c} Event=a | * game Event=b | no end",
        ),
    ] {
        assert_eq!(events(text), read);
        for skips in [Skips::Moves, Skips::Games] {
            let games = events_without(text, skips).matches("game").count();
            assert_eq!(games, read.matches("game").count(), "{text}");
        }
    }
}

/// A forgotten `}` hid all games after it.
#[test]
fn a_comment_ends_before_an_empty_line_and_a_tag_event() {
    let next = "[Event \"b\"]\n\nd4 {c} *";
    for (head, games) in [
        ("e4 {x\n\n", 2),
        ("e4 {x\r\n\r\n", 2),
        ("e4 {[%clk 1]\n\n\n", 2),
        ("[Event \"a\"]\n{x\n\n", 2),
        ("e4 * {x\n\n", 2),
        ("e4 (d4 {x\n(y\n-z\n[w\n\n", 2),
        ("e4 {a} e5 {b\n[c] d} d5 {\n\n", 2),
        // The comment belongs to the next game.
        ("{x\n\n", 1),
        // Other lines are part of the comment, and other comments end with the line.
        ("e4 {x\n", 1),
        ("e4 {x\n \n", 1),
        ("e4 {x\n\n ", 1),
        ("e4 {x\n\n[EventDate \"x\"]\n", 1),
        ("e4 ;x{\n\n", 2),
    ] {
        let long = format!("{{{}}} {head}{next}", "\n\n[Even ".repeat(5_000));
        for text in [format!("{head}{next}"), long] {
            let read = events(&text);
            assert_eq!(read.contains("Event=b | d4 {c} *"), games == 2, "{read}");
            for skips in [Skips::Nothing, Skips::Moves, Skips::Games] {
                let read = events_without(&text, skips);
                assert_eq!(read.matches("game").count(), games, "{read}");
            }
        }
    }
}

/// After an invalid tag, `Event` begins a new game only if the game had a tag `Event`.
#[test]
fn an_invalid_tag_does_not_split_a_game() {
    let unclosed = "the tag value has no closing quotation mark on its line";
    for (tags, games) in [
        ("[FEN \"x]\n[Event \"a\"]", 1),
        ("[EventDate \"x]\n[Event \"a\"]", 1),
        ("[Event \"x]\n\n[Event \"a\"]", 2),
        ("[Event \"x]\n[Event \"a\"]", 1),
        ("[Event \"a\"]\n[Site \"x]\n[Site \"y]\n\n[Event \"b\"]", 2),
        ("[Site \"x]\n[Event \"y]\n\n[Event \"b\"]", 2),
        ("[Site \"x]\n[Event \"b\"]\n\n[Event \"c\"]", 2),
    ] {
        let read = events(format!("{tags}\n\ne4 *\n\n[Event \"last\"]\n\n*"));
        assert_eq!(read.matches("game").count(), games + 1, "{tags}: {read}");
        assert_eq!(read.matches(unclosed).count(), 1, "{tags}: {read}");
        assert!(read.ends_with(" game Event=last | *"), "{tags}: {read}");
    }
}

/// The byte offset of a game is the offset of its first token, in any size of reads.
#[test]
fn games_have_byte_offsets() {
    let text = "\u{feff} \n[Event \"a\"]\n\n* {b}\n{c}e4 *  d4 *\n12. c4";
    let starts = |source: &mut dyn std::io::Read| {
        let (mut reader, mut starts) = (Reader::new(source), Vec::new());
        while reader.read_game(&mut Replay::new()).expect("bytes can be read").is_some() {
            starts.push(reader.game_start() as usize);
        }
        starts
    };
    let expected =
        ["[Event", "{c}", "d4", "c4"].map(|start| text.find(start).expect("in the text"));
    assert_eq!(starts(&mut text.as_bytes()), expected);
    assert_eq!(starts(&mut Trickle(text.as_bytes())), expected);
}

#[test]
fn sources_without_a_game() {
    for text in ["", " \r\n\t", "% nothing\n", "{a comment}", "; a comment", "{a} ;b\n%\n"] {
        let events = events(text);
        assert!(!events.contains('|') && !events.contains('<'), "{events}");
    }
}
