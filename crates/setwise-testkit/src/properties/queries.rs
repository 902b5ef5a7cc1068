//! Queries of pieces by definition, and the symmetries of a position.

use setwise::attacks::rays;
use setwise::perft;
use setwise::{Bitboard, Color, Position, Setup, Square};

/// Checks pins, discovered checks, x-ray attackers, and the flipped and mirrored positions.
pub fn queries(position: &Position) {
    pinners(position);
    discovered_checks(position);
    x_rays(position);
    turned(position);
}

/// The pinner of a piece attacks the king if and only if the piece is removed.
fn pinners(position: &Position) {
    let (board, occupied) = (position.board(), position.board().occupied());
    for square in Square::ALL {
        let pinner = position.pinner(square);
        let is_not_king = |&color: &Color| square != position.king(color);
        let Some(color) = board.color_at(square).filter(is_not_king) else {
            assert_eq!(pinner, None, "{square} in {position:?}");
            continue;
        };
        let king = position.king(color);
        let attackers = |occupied| position.attackers(king, occupied) & board.enemy(color);
        let expected = attackers(occupied.without(square)) - attackers(occupied);
        assert_eq!(pinner, expected.first(), "{square} in {position:?}");
        assert_eq!(pinner.is_some(), position.pinned(color).contains(square), "{position:?}");
    }
}

/// Removing a candidate uncovers an attack of a slider of its side on the enemy king.
fn discovered_checks(position: &Position) {
    let (board, occupied) = (position.board(), position.board().occupied());
    for color in Color::ALL {
        let king = position.king(!color);
        let attackers = |occupied| position.attackers(king, occupied) & board.color(color);
        let discovers =
            |&square: &Square| (attackers(occupied.without(square)) - attackers(occupied)).any();
        let expected: Bitboard = board.color(color).into_iter().filter(discovers).collect();
        assert_eq!(position.discovered_check_candidates(color), expected, "{position:?}");
    }
}

/// A piece attacks a square directly or by x-ray if it would attack it alone, and all pieces
/// between them attack it directly or by x-ray.
fn x_rays(position: &Position) {
    let occupied = position.board().occupied();
    for square in Square::ALL {
        let attackers = position.attackers_with_x_rays(square);
        assert_eq!(attackers.direct, position.attackers(square, occupied), "{position:?}");
        // Nearer pieces first, so that those between are known.
        let mut pieces: Vec<Square> = occupied.without(square).into_iter().collect();
        pieces.sort_by_key(|piece| piece.distance(square));
        let mut all = Bitboard::EMPTY;
        for piece in pieces {
            let between = rays::between(piece, square) & occupied;
            if attacks_alone(position, piece, square) && between.is_subset_of(all) {
                all = all.with(piece);
            }
        }
        assert_eq!(attackers.x_ray, all - attackers.direct, "{square} in {position:?}");
    }
}

/// Returns whether a piece would attack a square without blockers.
fn attacks_alone(position: &Position, piece: Square, square: Square) -> bool {
    position.attackers(square, Bitboard::EMPTY).contains(piece)
}

/// The flipped and mirrored positions are playable, have the same perft, and are turned back to the
/// original by the same operation. Mirroring drops castling rights.
fn turned(position: &Position) {
    let flipped = position.color_flipped();
    assert_eq!(Position::ignoring_history(flipped.into()), Ok(flipped), "{position:?}");
    assert_eq!(flipped.color_flipped(), *position);
    assert_eq!(flipped.turn(), !position.turn());
    assert_eq!(perft(&flipped, 2), perft(position, 2), "{position:?}");

    let without = Setup { castling: Bitboard::EMPTY, ..Setup::from(*position) };
    let without = Position::ignoring_history(without).expect("playable without castling rights");
    let mirrored = position.mirrored();
    assert_eq!(Position::ignoring_history(mirrored.into()), Ok(mirrored), "{position:?}");
    assert_eq!(mirrored.mirrored(), without, "{position:?}");
    assert_eq!(perft(&mirrored, 2), perft(&without, 2), "{position:?}");

    for square in Square::ALL {
        let piece = position.board().piece_at(square);
        assert_eq!(mirrored.board().piece_at(square.mirror_horizontal()), piece, "{position:?}");
        let other = flipped.board().piece_at(square.flip_vertical());
        let (other, piece) = (other.map(|p| (!p.color, p.role)), piece.map(|p| (p.color, p.role)));
        assert_eq!(other, piece);
    }
}
