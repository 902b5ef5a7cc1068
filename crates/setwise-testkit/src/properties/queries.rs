//! What can be asked of the men of a position, by definition; and the position turned.

use setwise::attacks::rays;
use setwise::perft::perft;
use setwise::{Bitboard, Color, Position, Setup, Square};

/// Pins, discovered checks, attackers behind others, and the position's two images.
pub fn queries(position: &Position) {
    pinners(position);
    discovered_checks(position);
    x_rays(position);
    turned(position);
}

/// Without the man that it pins, and only then, the pinner attacks the king.
fn pinners(position: &Position) {
    let (board, occupied) = (position.board(), position.board().occupied());
    for man in Square::ALL {
        let pinner = position.pinner(man);
        let Some(color) = board.color_at(man).filter(|&color| man != position.king(color)) else {
            assert_eq!(pinner, None, "{man} in {position:?}");
            continue;
        };
        let king = position.king(color);
        let attackers = |occupied| position.attackers(king, occupied) & board.enemy(color);
        let expected = attackers(occupied.without(man)) - attackers(occupied);
        assert_eq!(pinner, expected.first(), "{man} in {position:?}");
        assert_eq!(pinner.is_some(), position.pinned(color).contains(man), "{position:?}");
    }
}

/// Without a candidate a slider of its own side attacks the enemy's king, which it did not before.
fn discovered_checks(position: &Position) {
    let (board, occupied) = (position.board(), position.board().occupied());
    for color in Color::ALL {
        let king = position.king(!color);
        let attackers = |occupied| position.attackers(king, occupied) & board.color(color);
        let discovers =
            |&man: &Square| (attackers(occupied.without(man)) - attackers(occupied)).any();
        let expected: Bitboard = board.color(color).into_iter().filter(discovers).collect();
        assert_eq!(position.discovered_check_candidates(color), expected, "{position:?}");
    }
}

/// A man bears on a square if all that stand between them do.
fn x_rays(position: &Position) {
    let occupied = position.board().occupied();
    for square in Square::ALL {
        let attackers = position.attackers_with_x_rays(square);
        assert_eq!(attackers.direct, position.attackers(square, occupied), "{position:?}");
        // Nearer men first, so that those between are known.
        let mut men: Vec<Square> = occupied.without(square).into_iter().collect();
        men.sort_by_key(|man| man.distance(square));
        let mut bearing = Bitboard::EMPTY;
        for man in men {
            let between = rays::between(man, square) & occupied;
            if alone_attacks(position, man, square) && between.is_subset_of(bearing) {
                bearing = bearing.with(man);
            }
        }
        assert_eq!(attackers.x_ray, bearing - attackers.direct, "{square} in {position:?}");
    }
}

/// Whether a man would attack a square if no other stood in its way.
fn alone_attacks(position: &Position, man: Square, square: Square) -> bool {
    position.attackers(square, Bitboard::EMPTY).contains(man)
}

/// Turned, a position can be played, has as many games, and turns back.
fn turned(position: &Position) {
    let flipped = position.color_flipped();
    assert_eq!(Position::try_from(Setup::from(flipped)), Ok(flipped), "{position:?}");
    assert_eq!(flipped.color_flipped(), *position);
    assert_eq!(flipped.turn(), !position.turn());
    assert_eq!(perft(&flipped, 2), perft(position, 2), "{position:?}");

    let without = Setup { castling: Bitboard::EMPTY, ..Setup::from(*position) };
    let without = Position::try_from(without).expect("less than what can be played");
    let mirrored = position.mirrored();
    assert_eq!(Position::try_from(Setup::from(mirrored)), Ok(mirrored), "{position:?}");
    assert_eq!(mirrored.mirrored(), without, "{position:?}");
    assert_eq!(perft(&mirrored, 2), perft(&without, 2), "{position:?}");

    for square in Square::ALL {
        let piece = position.board().piece_at(square);
        assert_eq!(mirrored.board().piece_at(square.mirror_horizontal()), piece, "{position:?}");
        let other = flipped.board().piece_at(square.flip_vertical());
        assert_eq!(other.map(|man| (!man.color, man.role)), piece.map(|man| (man.color, man.role)));
    }
}
