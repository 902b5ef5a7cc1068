//! Known bugs of other PGN readers.

use super::events::{Skips, events, events_without};

/// An endless loop on a truncated file (chess-library #195): every prefix of a game ends.
#[test]
fn every_truncation_ends() {
    let text = "[Event \"a\\\"b\"]\n[FEN \"x\"]\n\n{a}1. e4! $12 (1. d4 ;x\n d5) e.p. 1... 0-0 1/2-1/2 {b}\n";
    for end in 0..=text.len() {
        let read = events(&text[..end]);
        assert_eq!(read.is_empty(), end == 0, "{read}");
        events_without(&text[..end], Skips::Moves);
        events_without(&text[..end], Skips::Games);
    }
}

/// Two games without moves (chess-library #116), with and without a termination.
#[test]
fn two_empty_games() {
    let two = "game Event=a | * game Event=b | *";
    assert_eq!(events("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n"), two);
    let two = "game Event=a Site=s | no end game Event=b | no end";
    assert_eq!(events("[Event \"a\"]\n[Site \"s\"]\n\n[Event \"b\"]\n\n"), two);
    assert_eq!(events("*\n\n*"), "game | * game | *");
}

#[test]
fn games_that_begin_with_a_comment() {
    let text = "{first} [Event \"a\"] {second} 1. e4 *\n; third\n\n1. d4 *";
    assert_eq!(events(text), "game {first} Event=a {second} | e4 * game { third} | d4 *");
}

/// No blank line between tags and moves (chess-library #117).
#[test]
fn no_blank_line_between_tags_and_moves() {
    assert_eq!(
        events("[Event \"a\"]\n1. e4 *\n[Event \"b\"]1. d4 *"),
        "game Event=a | e4 * game Event=b | d4 *"
    );
}

#[test]
fn blank_lines_between_tags_and_among_moves() {
    let text = "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4\n\n\n1... e5\n\n*\n";
    assert_eq!(events(text), "game Event=a Site=b | e4 e5 *");
}

#[test]
fn an_unclosed_quotation_mark() {
    assert_eq!(
        events("[Event \"a]\n[Site \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n*\n[Event \"x"),
        "game <1:8: the tag value has no closing quotation mark on its line> game Event=c | * \
         game <9:1: the tag value has no closing quotation mark on its line>"
    );
}

#[test]
fn a_quotation_mark_without_a_backslash() {
    assert_eq!(
        events("[Event \"the \"big\" one\"]\n\n1. e4 *\n*"),
        "game <1:14: the tag has no ] after its value (a quotation mark in a value is written \\\")> \
         game | *"
    );
}

/// A stack overflow on long games (python-chess 0.30): 200,000 halfmoves.
#[test]
fn a_very_long_game() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(50_000) + "*";
    assert_eq!(events(&text).matches("Ng8").count(), 50_000);
}

/// Dashes inserted by a word processor (chessops 0.14.2) are kept in the word.
#[test]
fn dashes_of_every_width() {
    for dash in ["\u{2013}", "\u{2014}", "\u{2212}", "\u{2010}"] {
        assert_eq!(events(format!("e4 1{dash}0")), format!("game | e4 1{dash}0 no end"));
    }
}
