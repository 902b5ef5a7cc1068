//! Training formats, read back.

use std::fs;
use std::io;
use std::str::FromStr;

use setwise::{Color, Piece, Position, Role, Square};
use setwise_jobs::kind::Interruption;
use setwise_pgn::Options;
use setwise_tables::job::Outcome;
use setwise_tables::{
    ExportOptions, Format, PositionSelection, ReadOptions, TrainingCounts, export_file, export_to,
};
use setwise_testkit::Directory;

use crate::games::inputs;

/// A game with castling, en passant, a promotion and a mate score; one without scores; one with an
/// error.
pub(crate) const GAMES: &str = "\
[Event \"a\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%eval 0.3]} d5 {[%eval 0.5]} 2. e5 {[%eval -0.25]} f5 {[%eval 1]} 3. exf6 {[%eval 2.5]} d4 {[%eval 3]} \
4. Nf3 {[%eval 3]} d3 {[%eval 3]} 5. Bxd3 {[%eval 4]} Nc6 {[%eval 4]} 6. O-O {[%eval 4]} Bd7 {[%eval 4]} \
7. fxg7 {[%eval 5]} Qc8 {[%eval 6]} 8. gxh8=Q {[%eval #7]} 1-0\n\n\
[Event \"b\"]\n\n1. e4 e5 1/2-1/2\n\n[Event \"c\"]\n\n1. e4 {[%eval 0.3]} Ke7 0-1\n";

/// Returns the options of a format.
fn options(format: Format, positions: PositionSelection) -> ExportOptions {
    ExportOptions::new("", format.training_tables(positions).expect("training data"), format)
}

/// Returns the bytes of games in a format, and what was read and written.
fn written(
    games: &str,
    format: Format,
    positions: PositionSelection,
) -> io::Result<(Vec<u8>, TrainingCounts, Outcome)> {
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("games.pgn", games.as_bytes())]);
    let (read, mut out) = (ReadOptions::default(), Vec::new());
    let options = options(format, positions);
    let outcome = export_to(&inputs, &read, &options, Interruption::NEVER, &mut out)?;
    Ok((out, outcome.summary.training.unwrap_or_default(), outcome))
}

/// Returns the bytes of the games in a format, and the number of positions.
fn bytes(format: Format) -> (Vec<u8>, u64) {
    let written = written(GAMES, format, PositionSelection::default());
    let (bytes, counts, Outcome { summary, .. }) = written.expect("memory");
    assert_eq!((summary.games, summary.errors["illegal-move"]), (3, 1));
    (bytes, counts.written)
}

/// The positions of the first game, with the scores of the moves before them.
fn positions() -> Vec<(Position, i16)> {
    let moves = "e4 d5 e5 f5 exf6 d4 Nf3 d3 Bxd3 Nc6 O-O Bd7 fxg7 Qc8 gxh8=Q";
    let scores = [30, 50, -25, 100, 250, 300, 300, 300, 400, 400, 400, 400, 500, 600, 31_993];
    let mut positions = vec![(Position::INITIAL, 0)];
    for (san, score) in moves.split(' ').zip(scores) {
        let (position, _) = positions[positions.len() - 1];
        let mv = position.parse_san_with(san, setwise::notation::san::SanOptions::LENIENT);
        positions.push((position.play(mv.expect(san)).expect("legal"), score));
    }
    positions
}

fn number(bytes: &[u8]) -> i64 {
    let sign = if bytes.len() == 2 && bytes[1] & 0x80 != 0 { -65_536 } else { 0 };
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | i64::from(byte)) + sign
}

#[test]
fn bullet_positions_are_seen_from_the_side_to_move() {
    let (bytes, count) = bytes(Format::Bulletformat);
    let positions = &positions()[1..];
    assert_eq!((bytes.len(), count), (32 * positions.len(), positions.len() as u64));
    for (bytes, (position, score)) in bytes.chunks(32).zip(positions) {
        let turned = position.turn() == Color::Black;
        let occupied = number(&bytes[..8]) as u64;
        let mut codes = (0..32).map(|index| bytes[8 + index / 2] >> (index % 2 * 4) & 15);
        for square in Square::ALL {
            let there = if turned { square.relative_to(Color::Black) } else { square };
            let piece = position.board().piece_at(there);
            assert_eq!(piece.is_some(), occupied >> square as u32 & 1 != 0);
            if let Some(Piece { color, role }) = piece {
                let code = codes.next().expect("a code");
                assert_eq!((code & 7, code & 8 != 0), (role as u8, color != position.turn()));
                if role == Role::King && color == position.turn() {
                    assert_eq!(bytes[27], square as u8);
                } else if role == Role::King {
                    assert_eq!(bytes[28], square as u8 ^ 56);
                }
            }
        }
        assert!(codes.all(|code| code == 0));
        let sign = if turned { -1 } else { 1 };
        assert_eq!(number(&bytes[24..26]), sign * i64::from(*score));
        assert_eq!(bytes[26], if turned { 0 } else { 2 });
    }
}

#[test]
fn viridithas_games_have_all_moves_and_scores() {
    let (bytes, count) = bytes(Format::Viriformat);
    let positions = positions();
    assert_eq!(count, positions.len() as u64 - 1);
    assert_eq!(bytes.len(), 32 + 4 * positions.len());
    // White's first two pieces are a rook with a castling right and a knight.
    assert_eq!((bytes[8], bytes[24], bytes[26], bytes[30]), (0x16, 64, 1, 2));
    let mut position = positions[0].0;
    for (index, bytes) in bytes[32..].chunks(4).enumerate() {
        let (mv, score) = (number(&bytes[..2]) as u16, number(&bytes[2..]));
        if index + 1 == positions.len() {
            assert_eq!((mv, score), (0, 0));
            break;
        }
        assert_eq!(score, i64::from(positions[index].1));
        let (from, to) = (mv & 63, mv >> 6 & 63);
        let legal = position.legal_moves();
        let played = legal.iter().copied().find(|legal| {
            let kind = match legal.kind() {
                setwise::MoveKind::EnPassant => 1,
                setwise::MoveKind::Castle => 2,
                setwise::MoveKind::Promotion(_) => 3,
                _ => 0,
            };
            let is_role = match legal.kind() {
                setwise::MoveKind::Promotion(role) => role as u16 - 1 == mv >> 12 & 3,
                _ => true,
            };
            (legal.from() as u16, legal.to() as u16, kind) == (from, to, mv >> 14) && is_role
        });
        position = position.play(played.expect("a legal move")).expect("legal");
        assert_eq!(position, positions[index + 1].0);
    }
}

#[test]
fn plain_text_has_the_score_for_the_side_to_move() {
    let (bytes, count) = bytes(Format::Plain);
    let text = String::from_utf8(bytes).expect("text");
    let positions = positions();
    assert_eq!(count, positions.len() as u64 - 2);
    for (index, lines) in text.lines().collect::<Vec<_>>().chunks(6).enumerate() {
        let (position, score) = positions[index + 1];
        let value = |line: &str| line.split_once(' ').map(|(_, value)| value.to_owned());
        let fen = value(lines[0]).expect("a FEN");
        assert!(Position::from_str(&fen).expect("a FEN").repeats(&position), "{fen}");
        let mv = position.parse_uci(&value(lines[1]).expect("a move")).expect("a move");
        assert_eq!(position.play(mv).expect("legal"), positions[index + 2].0);
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let expected =
            format!("score {}|ply {}|result {sign}|e", sign * i32::from(score), index + 1);
        assert_eq!(lines[2..].join("|"), expected);
    }
}

#[test]
fn the_ply_of_plain_text_is_that_of_the_move_number() {
    let games = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 12\"]\n\n12... Kd8 {[%eval 1]} 13. O-O 1-0\n";
    let all = PositionSelection::default();
    let (bytes, ..) = written(games, Format::Plain, all).expect("memory");
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.contains("w K - 1 13\nmove e1g1\nscore 100\nply 24\nresult 1\ne\n"), "{text}");
}

#[test]
fn a_mate_on_the_board_is_lost_for_the_side_to_move() {
    for moves in ["1. f3 e5 2. g4 Qh4#", "1. e4 e5 2. Qh5 Ke7 3. Qxe5#"] {
        for eval in ["#0", "#-0", "#+0,31"] {
            let games = format!("{moves} {{[%eval {eval}]}} 0-1\n");
            let all = PositionSelection::default();
            let (bytes, ..) = written(&games, Format::Bulletformat, all).expect("memory");
            assert_eq!((bytes.len(), number(&bytes[24..26])), (32, -32_000), "{games}");
        }
    }
}

#[test]
fn positions_that_are_left_out_are_counted() {
    // No result; no score of the second position; a null move; a score of every position; an error.
    let games = "\
[Event \"a\"]\n\n1. e4 {[%eval 0.3]} *\n\n\
[Event \"b\"]\n\n1. e4 {[%eval 0.3]} e5 2. Nf3 {[%eval 0.4]} 1-0\n\n\
[Event \"c\"]\n\n1. e4 {[%eval 0.3]} -- {[%eval 0.4]} 0-1\n\n\
[Event \"d\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 1/2-1/2\n\n\
[Event \"e\"]\n\n1. e4 {[%eval 0.3]} Ke7 0-1\n";
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("games.pgn", games.as_bytes())]);
    let read = ReadOptions { pgn: Options::LENIENT, ..ReadOptions::default() };
    let expected = [
        // Positions: 2 of a, 4 of b, 3 of c, 3 of d; the first one has never a score.
        (Format::Bulletformat, [6, 2, 4, 0]),
        (Format::Plain, [2, 2, 4, 4]),
        // Moves: 1 of a, 3 of b, 2 of c, 2 of d.
        (Format::Viriformat, [2, 1, 3, 2]),
    ];
    for (format, [written, without_result, without_score, without_move]) in expected {
        let expected = TrainingCounts { written, without_result, without_score, without_move };
        let (options, out) = (options(format, PositionSelection::default()), &mut Vec::new());
        let outcome = export_to(&inputs, &read, &options, Interruption::NEVER, out);
        let summary = outcome.expect("memory").summary;
        assert_eq!((summary.training, summary.games), (Some(expected), 5), "{format:?}");
        assert_eq!(summary.errors["illegal-move"], 1);
        assert_eq!(format.name().parse(), Ok(format));
    }
    assert!("bullet".parse::<Format>().is_err());
}

#[test]
fn positions_are_chosen_except_in_whole_games() {
    let chosen = PositionSelection { min_ply: 3, max_ply: 4, ..PositionSelection::default() };
    let (all, _) = bytes(Format::Bulletformat);
    let (two, counts, _) = written(GAMES, Format::Bulletformat, chosen).expect("memory");
    assert_eq!((&two[..], counts.written), (&all[2 * 32..4 * 32], 2));
    let refused = written(GAMES, Format::Viriformat, chosen).expect_err("whole games");
    assert_eq!(refused.to_string(), "viriformat has whole games, so no positions can be chosen");
}

#[test]
fn a_file_of_training_data_is_whole_or_absent() {
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let path = directory.file("a/b/positions.plain");
    let write_until = |format, positions, replaces, interruption| {
        let options = ExportOptions { replaces, ..options(format, positions) };
        export_file(&inputs, &ReadOptions::default(), &options, interruption, path.as_ref())
    };
    let write =
        |format, positions, replaces| write_until(format, positions, replaces, Interruption::NEVER);
    let (all, chosen) =
        (PositionSelection::default(), PositionSelection { min_ply: 3, ..Default::default() });
    write(Format::Viriformat, chosen, false).expect_err("whole games");
    assert!(!fs::exists(directory.file("a")).expect("a name"));
    let training = write(Format::Plain, all, false).expect("a new file");
    assert_eq!(fs::read(&path).expect("a file"), bytes(Format::Plain).0);
    assert_eq!(training.files[0].rows, 14);
    let error = write(Format::Bulletformat, all, false).expect_err("the file exists");
    assert_eq!(error.to_string(), format!("{path}: the file exists"));
    write(Format::Bulletformat, all, true).expect("replaced");
    assert_eq!(fs::read(&path).expect("a file"), bytes(Format::Bulletformat).0);
    // Without a position the earlier file stays.
    let none = PositionSelection { min_ply: 99, ..Default::default() };
    let training = write(Format::Plain, none, true).expect("no position");
    assert_eq!((training.files, training.summary.positions), (Vec::new(), 0));
    assert_eq!(fs::read(&path).expect("a file"), bytes(Format::Bulletformat).0);
    let stopped = write_until(Format::Plain, all, true, Interruption::new(&|| true));
    assert_eq!(stopped.expect_err("stopped").kind(), io::ErrorKind::Interrupted);
    assert_eq!(fs::read(&path).expect("a file"), bytes(Format::Bulletformat).0);
    let names = fs::read_dir(directory.file("a/b")).expect("a directory").count();
    assert_eq!(names, 1);
}
