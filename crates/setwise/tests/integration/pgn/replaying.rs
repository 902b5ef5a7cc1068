//! Games played move by move.

use setwise::notation::pgn::{Reader, Replay};
use setwise::notation::san::SanOptions;

use super::events::errors;

#[track_caller]
fn ends_in(text: &str, fen: &str) {
    let (mut reader, mut replay) = (Reader::new(text.as_bytes()), Replay::new());
    let game = reader.read_game(&mut replay).expect("bytes can be read");
    assert_eq!(game, Some(Ok(())), "{text}");
    assert_eq!(replay.position().to_string(), fen, "{text}");
}

#[track_caller]
fn refused(text: &str, messages: &[&str]) {
    let found = errors(text, &mut Replay::new());
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, messages, "{text}");
}

#[test]
fn variations_are_played_from_where_they_branch_off() {
    ends_in(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5) 2. c4) 1... e5 (1... c5 2. Nf3 d6) 2. Nf3 *",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    );
    refused("1. e4 (1... d5) e5 *", &["1:13: no such move is legal here"]);
    refused("1. e4 e5 (1... c5 (1... c5)) (1... e4) *", &["1:36: no such move is legal here"]);
}

#[test]
fn the_tags_say_where_a_game_begins() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10";
    let end = "4k3/8/8/8/8/8/8/2KR4 b - - 1 10";
    ends_in(&format!("[SetUp \"1\"] [FEN \"{fen}\"] 10. O-O-O *"), end);
    ends_in(&format!("[FEN \"{fen}\"] [Variant \"Standard\"] 10. O-O-O *"), end);
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ends_in(&format!("[SetUp \"0\"] [FEN \"{fen}\"] *"), initial);
    ends_in("[Event \"?\"] *", initial);
}

#[test]
fn chess960_by_its_start_and_by_its_tag() {
    let fen = "1rk5/8/8/8/8/8/8/1RK2R2 w FBb - 2 10";
    for variant in ["Chess960", "chess 960", "Fischerandom", "Freestyle Chess"] {
        ends_in(
            &format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n10. O-O *"),
            "1rk5/8/8/8/8/8/8/1R3RK1 b q - 3 10",
        );
    }
    refused(
        "\n[Variant \"Atomic\"]\n\n1. e4 *\n1. e5 *",
        &["2:11: the tag Variant names a game with other rules", "5:4: no such move is legal here"],
    );
}

#[test]
fn a_bad_start_is_named_with_its_place() {
    refused(
        "[FEN \"4k3/8/8/8/9/8/8/4K3 w - - 0 1\"] 1. e4 *",
        &["1:17: the tag FEN: board, character 11: '9' is neither a piece letter nor 1 to 8 nor /"],
    );
}

#[test]
fn what_is_wrong_with_a_move() {
    refused("1. e4 e5 2. Ke3 *", &["1:13: no such move is legal here"]);
    refused("1. e4 e5\n2. -- *", &["2:4: the null move is not a legal move"]);
    refused("1. N *", &["1:5: the move is not finished"]);
    let message = "1:4: '–' cannot stand here in a move like Nf3, exd8=Q+ or O-O";
    refused("1. – *", &[message]);
}

#[test]
fn strictness_is_a_choice() {
    let text = "1. e2-e4 d5 2. ed5 Qd5+ 3. Nb1c3 e.p. *";
    let lenient = errors(text, &mut Replay::new());
    assert_eq!(lenient, []);
    let strict = errors(text, &mut Replay::with_options(SanOptions::STRICT));
    assert_eq!(
        strict[0].to_string(),
        "1:6: '-' cannot stand here in a move like Nf3, exd8=Q+ or O-O"
    );
}

#[test]
fn a_wrong_game_does_not_touch_the_next() {
    let text = "1. e4 (1. d4 (1. c4 e4 *\n[Event \"x\"]\n\n1. e4 e5 *\n\n1. Nf3 Nf3 *\n\n1. c4 *";
    refused(text, &["1:21: no such move is legal here", "6:8: no such move is legal here"]);
}
