//! Replaying games.

use setwise::notation::san::SanOptions;
use setwise_pgn::{Reader, Replay};

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
fn variations_replace_the_move_before_them() {
    ends_in(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5) 2. c4) 1... e5 (1... c5 2. Nf3 d6) 2. Nf3 *",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    );
    refused("1. e4 (1... d5) e5 *", &["1:13: the move is not legal in this position"]);
    let variations = "1. e4 e5 (1... c5 (1... c5)) (1... e4) *";
    refused(variations, &["1:36: the move is not legal in this position"]);
}

#[test]
fn tags_give_the_initial_position() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10";
    let end = "4k3/8/8/8/8/8/8/2KR4 b - - 1 10";
    ends_in(&format!("[SetUp \"1\"] [FEN \"{fen}\"] 10. O-O-O *"), end);
    ends_in(&format!("[FEN \"{fen}\"] [Variant \"Standard\"] 10. O-O-O *"), end);
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ends_in(&format!("[SetUp \"0\"] [FEN \"{fen}\"] *"), initial);
    ends_in("[Event \"?\"] *", initial);
}

#[test]
fn variant_tag_allows_standard_chess_and_chess960() {
    let fen = "1rk5/8/8/8/8/8/8/1RK2R2 w FBb - 2 10";
    for variant in ["Chess960", "chess 960", "Fischerandom", "Freestyle Chess"] {
        ends_in(
            &format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n10. O-O *"),
            "1rk5/8/8/8/8/8/8/1R3RK1 b q - 3 10",
        );
    }
    refused(
        "\n[Variant \"Atomic\"]\n\n1. e4 *\n1. e5 *",
        &[
            "2:11: the tag Variant names an unsupported variant (expected Standard or Chess960)",
            "5:4: the move is not legal in this position",
        ],
    );
}

#[test]
fn errors_of_the_fen_tag_have_locations() {
    refused(
        "[FEN \"4k3/8/8/8/9/8/8/4K3 w - - 0 1\"] 1. e4 *",
        &["1:17: tag FEN: board, character 11: unexpected '9' \
           (expected piece letters, digits 1 to 8 and /, such as 4k3/8)"],
    );
}

#[test]
fn errors_of_moves_have_locations() {
    refused("1. e4 e5 2. Ke3 *", &["1:13: the move is not legal in this position"]);
    let message = "2:4: a null move is not legal (expected a legal move)";
    refused("1. e4 e5\n2. -- *", &[message]);
    let message = "1:4: the move is written with its squares (expected Nf3)";
    refused("1. g1f3 *", &[message]);
    let message = "1:5: the move is incomplete (expected a move such as Nf3, exd8=Q+ or O-O)";
    refused("1. N *", &[message]);
    let message = "1:4: unexpected '–' (expected a move such as Nf3, exd8=Q+ or O-O)";
    refused("1. – *", &[message]);
}

#[test]
fn options_select_strict_or_lenient_san() {
    let text = "1. e2-e4 d5 2. ed5 Qd5+ 3. Nb1c3 e.p. *";
    let lenient = errors(text, &mut Replay::new());
    assert_eq!(lenient, []);
    let strict = errors(text, &mut Replay::with_options(SanOptions::STRICT));
    assert_eq!(
        strict[0].to_string(),
        "1:6: unexpected '-' (expected a move such as Nf3, exd8=Q+ or O-O)"
    );
}

#[test]
fn an_invalid_game_does_not_affect_the_next() {
    let text = "1. e4 (1. d4 (1. c4 e4 *\n[Event \"x\"]\n\n1. e4 e5 *\n\n1. Nf3 Nf3 *\n\n1. c4 *";
    let illegal = "the move is not legal in this position";
    refused(text, &[&format!("1:21: {illegal}"), &format!("6:8: {illegal}")]);
}
