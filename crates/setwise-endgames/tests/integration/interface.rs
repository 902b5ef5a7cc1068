//! Sets of king squares, moves, stopping, and what has no outcome.

use std::ops::ControlFlow;

use setwise::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square};
use setwise_endgames::{Material, Outcome, StoppedError, Tables};

/// Returns tables that are computed for one test.
fn built(names: &[&str]) -> Tables {
    let mut tables = Tables::new();
    for name in names {
        tables.build(&name.parse().unwrap()).unwrap();
    }
    tables
}

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap()
}

/// The set of king squares is the set of squares with which the position is legal and has the
/// outcome, for either king, in both orientations.
#[test]
fn king_squares_are_the_squares_whose_position_has_the_outcome() {
    let tables = built(&["KRvKN"]);
    let table = tables.get(&"KRvKN".parse().unwrap()).unwrap();
    for (fen, missing) in [
        ("8/8/2n5/8/8/2K5/8/R7 w - - 0 1", Color::Black),
        ("8/8/2n5/8/8/2k5/8/R7 w - - 0 1", Color::White),
        ("8/8/2N5/8/8/2K5/8/r7 w - - 0 1", Color::Black),
    ] {
        let board = Setup::parse_fen(fen).unwrap().board;
        for turn in Color::ALL {
            let is_won = |outcome| matches!(outcome, Outcome::Win(_));
            let squares = table.king_squares(&board, turn, is_won).unwrap();
            let expected: Bitboard = board
                .empty()
                .into_iter()
                .filter(|&square| {
                    let mut setup = Setup { board, turn, ..Setup::default() };
                    setup.castling = Bitboard::EMPTY;
                    setup.board.put(square, Piece { color: missing, role: Role::King });
                    let position = Position::ignoring_history(setup).ok();
                    position.is_some_and(|position| is_won(tables.probe(&position).unwrap()))
                })
                .collect();
            assert_eq!(squares, expected, "{fen} {turn}");
        }
    }
    assert_eq!(table.king_squares(&Board::default(), Color::White, |_| true), None);
    let other = Setup::parse_fen("8/8/8/8/8/2K5/8/R7 w - - 0 1").unwrap().board;
    assert_eq!(table.king_squares(&other, Color::White, |_| true), None);
}

#[test]
fn the_best_move_is_the_first_and_leads_to_mate() {
    let tables = built(&["KRvK"]);
    let mut position = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    for left in (1..=31).rev() {
        let (mv, outcome) = tables.moves(&position).unwrap()[0];
        assert_eq!(outcome.plies(), Some(left));
        position = position.play(mv).unwrap();
    }
    assert!(position.is_checkmate());
    assert_eq!(tables.moves(&position), Some(Vec::new()));
}

#[test]
fn positions_without_a_table_have_no_outcome() {
    let tables = built(&["KRvK"]);
    for fen in [
        "8/1Q6/8/8/8/2k5/8/K7 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/8/2k5/8/R3K3 w Q - 0 1",
    ] {
        assert_eq!(tables.probe(&position(fen)), None, "{fen}");
    }
    assert_eq!(tables.moves(&position("8/1Q6/8/8/8/2k5/8/K7 w - - 0 1")), None);
    let flipped = position("8/8/8/8/8/2K5/1r6/k7 b - - 0 1");
    assert_eq!(tables.probe(&flipped), Some(Outcome::Win(31)));
}

#[test]
fn a_build_can_be_stopped_and_continued() {
    let material: Material = "KRvKN".parse().unwrap();
    let mut tables = Tables::new();
    let stopped = tables.build_with(&material, |progress| {
        let is_late = progress.material == material && progress.plies == 5;
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.unwrap_err(), StoppedError);
    assert!(tables.get(&"KRvK".parse().unwrap()).is_some());
    assert!(tables.get(&material).is_none());
    let table = tables.build(&material.color_flipped()).unwrap();
    assert_eq!((table.material(), table.longest_plies()), (material, 80));
    assert_eq!(table.bytes(), 128 * 10 * 64 * 64);
    assert_eq!(tables.bytes(), tables.iter().map(|table| table.bytes()).sum::<usize>());
}

#[test]
fn a_missing_king_beside_the_other_is_not_legal() {
    let tables = built(&["KvK"]);
    let table = tables.get(&Material::KINGS).unwrap();
    let board = Setup::parse_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap().board;
    let squares = table.king_squares(&board, Color::White, |outcome| outcome == Outcome::Draw);
    let near = Bitboard::of(Square::A2) | Bitboard::of(Square::B1) | Bitboard::of(Square::B2);
    assert_eq!(squares, Some(!(near | Bitboard::of(Square::A1))));
}
