//! Pins and two-move reach by set-wise fills, with each fill, compared with the position's own
//! results and with single moves.

use setwise::attacks::walk;
use setwise::{Bitboard, Color, Position, Role, Square, bitboard};
use setwise_techniques::fill::two_moves::{Slider, reach, stops};
use setwise_techniques::fill::{Fill, Fills, WithFills, kogge_stone::KoggeStone, pins};
use setwise_testkit::suites;

/// Returns the positions of the perft suite: some from games, some with pieces on random squares.
fn positions() -> Vec<Position> {
    suites::positions(suites::RANDOM).map(|(_, position, _)| position).collect()
}

fn union(sets: impl IntoIterator<Item = Bitboard>) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, Bitboard::union)
}

/// Returns the pieces that are the only piece between a side's king and the sliders of a side.
fn alone<F: Fills>(fills: F, position: &Position, king: Color, sliders: Color) -> Bitboard {
    let board = position.board();
    union(pins::alone_between(
        fills,
        Bitboard::of(position.king(king)),
        board.rook_sliders(sliders),
        board.bishop_sliders(sliders),
        board.occupied(),
    ))
}

#[test]
fn the_kings_pieces_alone_before_an_enemy_slider_are_the_pinned_ones() {
    struct Pinned<'p>(&'p [Position], Fill);
    impl WithFills for Pinned<'_> {
        type Output = u32;
        fn run<F: Fills>(self, fills: F) -> u32 {
            let mut pinned = 0;
            for position in self.0 {
                for color in [Color::White, Color::Black] {
                    let pieces =
                        alone(fills, position, color, !color) & position.board().color(color);
                    assert_eq!(pieces, position.pinned(color), "{:?} {position}", self.1);
                    pinned += pieces.count();
                }
            }
            pinned
        }
    }
    let positions = positions();
    for fill in Fill::ALL {
        let pinned = fill.run(Pinned(&positions, fill));
        assert!(pinned > 30, "{pinned} pins");
    }
    Pinned(&positions, Fill::KoggeStone).run(KoggeStone);
}

/// A piece can give a discovered check if, without it, a slider of its side attacks the king that
/// did not attack it before.
#[test]
fn a_sides_pieces_alone_before_the_enemy_king_discover_a_check() {
    let mut found = 0;
    for position in positions() {
        let (board, us) = (position.board(), position.turn());
        let king = position.king(!us);
        let checkers = |occupied| {
            walk::rook(king, occupied) & board.rook_sliders(us)
                | walk::bishop(king, occupied) & board.bishop_sliders(us)
        };
        let discovers = |piece| {
            let occupied = board.occupied().without(piece);
            (checkers(occupied) - checkers(board.occupied())).any()
        };
        let expected: Bitboard = board.color(us).into_iter().filter(|&m| discovers(m)).collect();
        let pieces = alone(KoggeStone, &position, !us, us) & board.color(us);
        assert_eq!(pieces, expected, "{position}");
        found += pieces.count();
    }
    assert!(found > 10, "{found} discoverers");
}

fn walked(kind: Slider, from: Bitboard, occupied: Bitboard) -> Bitboard {
    union(from.into_iter().map(|square| match kind {
        Slider::Rook => walk::rook(square, occupied),
        Slider::Bishop => walk::bishop(square, occupied),
        Slider::Queen => walk::rook(square, occupied) | walk::bishop(square, occupied),
    }))
}

const KINDS: [(Slider, Role); 3] =
    [(Slider::Rook, Role::Rook), (Slider::Bishop, Role::Bishop), (Slider::Queen, Role::Queen)];

#[test]
fn progressive_mobility_is_a_walk_of_two_plies() {
    struct Mobility<'p>(&'p [Position], Fill);
    impl WithFills for Mobility<'_> {
        type Output = ();
        fn run<F: Fills>(self, fills: F) {
            for position in self.0 {
                let occupied = position.board().occupied();
                for (kind, role) in KINDS {
                    let sliders = position.board().role(role);
                    let first = walked(kind, sliders, occupied);
                    let expected = first | walked(kind, first - occupied, occupied);
                    assert_eq!(reach(fills, kind, sliders, !occupied), expected, "{:?}", self.1);
                }
            }
        }
    }
    let positions = positions();
    for fill in Fill::ALL {
        fill.run(Mobility(&positions, fill));
    }
    Mobility(&positions, Fill::KoggeStone).run(KoggeStone);
}

/// Targets are both kings. The expected result walks two plies from each slider and keeps the
/// squares from which a target is attacked.
#[test]
fn trajectories_stop_where_a_target_is_one_move_away() {
    for position in positions() {
        let occupied = position.board().occupied();
        let targets = position.board().role(Role::King);
        for (kind, role) in KINDS {
            let sliders = position.board().role(role);
            let reaches = |&stop: &_| walked(kind, Bitboard::of(stop), occupied).meets(targets);
            let stations = walked(kind, sliders, occupied) - occupied;
            let expected: Bitboard = stations.into_iter().filter(reaches).collect();
            assert_eq!(stops(KoggeStone, kind, sliders, targets, !occupied), expected);
        }
    }
}

/// The boards drawn on the page of `two_moves`.
#[test]
fn the_rook_on_a1_reaches_b7_in_two_moves() {
    let rook = Bitboard::of(Square::A1);
    let pieces = bitboard! {
        . . . . . . . .
        . X . . . . . .
        . . . . . . . .
        . . . . X . . .
        . . . . . . . .
        X . . . . . . .
        . . . . . . X .
        . . X . X . . .
    };
    let in_two = bitboard! {
        . . . . . . . .
        . X . . . . . .
        . X . . . . . .
        . X . . . . . .
        . X . . . . . .
        X X . . . . . .
        X X X X X X X .
        X X X . . . . .
    };
    let empty = !(rook | pieces);
    assert_eq!(reach(KoggeStone, Slider::Rook, rook, empty), in_two);
    let targets = Bitboard::of(Square::B7).with(Square::G2);
    let stations = Bitboard::of(Square::A2).with(Square::B1);
    assert_eq!(stops(KoggeStone, Slider::Rook, rook, targets, empty), stations);
}
