//! What must hold of a position that can be played, and of a move from one to the next.

use setwise::attacks;
use setwise::notation::uci::Castling;
use setwise::perft;
use setwise::{
    Bitboard, Color, File, Filter, IllegalMoveError, Move, Piece, Position, Rank, Role, Setup,
    Square,
};
use setwise_perft::{Backend, LaneCounter};

use super::fen::written_and_read;

/// Everything that can be asked of a position, asked in two ways.
pub fn invariants(position: &Position) {
    written_and_read(position);
    super::packed::packed_and_unpacked(position);
    checkers_and_pins(position);
    before_double_step(position);
    let moves = position.legal_moves();
    counts(position, &moves);
    filters(position, &moves);
    #[cfg(feature = "techniques")]
    every_technique(position, &moves);
    lanes(position);
    castlings(position, &moves);
    super::queries::queries(position);
    for &mv in &moves {
        legal_move(position, mv);
        super::san::written_and_read(position, &moves, mv);
        super::exchange::by_definition(position, mv);
    }
    other_moves(position, &moves);
    // A square that nobody can use is no part of what repeats.
    if position.legal_en_passant().is_none() {
        let without = Setup { en_passant: None, ..Setup::from(*position) };
        let without = Position::try_from(without).expect("less than what could be played");
        assert_eq!(without.key(), position.key(), "{position:?}");
        assert_eq!(without.legal_moves()[..], moves[..], "{position:?}");
    }
}

/// By definition: a man gives check if it attacks the king, and is pinned if without it on the
/// board another man would.
fn checkers_and_pins(position: &Position) {
    for color in Color::ALL {
        let (king, occupied) = (position.king(color), position.board().occupied());
        let enemy = position.board().enemy(color);
        let attackers = position.attackers(king, occupied) & enemy;
        if color == position.turn() {
            assert_eq!(position.checkers(), attackers, "{position:?}");
        }
        let without = |man| position.attackers(king, occupied.without(man)) & enemy;
        let own = position.board().color(color).without(king);
        let pinned: Bitboard =
            own.into_iter().filter(|&man| (without(man) - attackers).any()).collect();
        assert_eq!(position.pinned(color), pinned, "{position:?}");
    }
}

/// With the pawn put back that passed the en passant square it was the other side's move, and
/// that position could be played too.
fn before_double_step(position: &Position) {
    let Some(passed) = position.en_passant() else { return };
    let mover = !position.turn();
    let mut before = Setup::from(*position);
    let on = |rank: Rank| Square::new(passed.file(), rank.relative_to(mover));
    let pawn = before.board.remove(on(Rank::Fourth)).expect("a pawn beyond the square it passed");
    assert_eq!(pawn, Piece { color: mover, role: Role::Pawn }, "{position:?}");
    assert_eq!(before.board.piece_at(on(Rank::Third)), None, "{position:?}");
    assert_eq!(before.board.piece_at(on(Rank::Second)), None, "{position:?}");
    before.board.put(on(Rank::Second), pawn);
    (before.turn, before.en_passant) = (mover, None);
    assert!(Position::try_from(before).is_ok(), "{position:?}");
}

fn counts(position: &Position, moves: &[Move]) {
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position:?}");
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a move twice: {position:?}");
}

fn filters(position: &Position, moves: &[Move]) {
    let kept = |keep: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        moves.iter().copied().filter(keep).collect()
    };
    let captures = kept(&|&mv| position.is_capture(mv));
    assert_eq!(position.legal_moves_matching(Filter::CAPTURES)[..], captures[..], "{position:?}");
    let quiets = kept(&|&mv| !position.is_capture(mv));
    assert_eq!(position.legal_moves_matching(Filter::QUIETS)[..], quiets[..], "{position:?}");
    for (role, squares) in Role::ALL.map(|role| (role, position.board().role(role))) {
        let of_role = kept(&|mv| squares.contains(mv.from()));
        assert_eq!(
            position.legal_moves_matching(Filter::ALL.from(squares))[..],
            of_role[..],
            "{role}"
        );
        let onto = kept(&|mv| squares.contains(mv.destination()));
        assert_eq!(position.legal_moves_matching(Filter::ALL.to(squares))[..], onto[..], "{role}");
    }
}

/// Checks that every technique finds the same moves, in the same order.
#[cfg(feature = "techniques")]
fn every_technique(position: &Position, moves: &[Move]) {
    for technique in setwise_techniques::Technique::ALL {
        let Some(sliders) = technique.erased() else { continue };
        let found = position.moves_with(Filter::ALL, sliders);
        assert_eq!(found[..], *moves, "{technique}, {position:?}");
        assert_eq!(perft::bulk(position, 1, sliders), moves.len() as u128, "{technique}");
    }
}

/// The moves of all children, counted at once and one child after the other.
fn lanes(position: &Position) {
    let expected = perft::bulk(position, 2, attacks::DEFAULT);
    for backend in Backend::available() {
        for mut counter in [LaneCounter::new(backend), LaneCounter::new(backend).each_alone()] {
            assert_eq!(counter.count(position, 2), expected, "{counter:?}, {position:?}");
        }
    }
}

/// By definition, for each rook that has the right: nobody else on the ways of king and rook, and
/// no square of the king's way attacked, the first and the last included.
fn castlings(position: &Position, moves: &[Move]) {
    let us = position.turn();
    let king = position.king(us);
    for rook in position.castling() & position.board().color(us) {
        let (king_to, rook_to) = if rook > king { (File::G, File::F) } else { (File::C, File::D) };
        let [king_to, rook_to] = [king_to, rook_to].map(|file| Square::new(file, king.rank()));
        let others = position.board().occupied().without(king).without(rook);
        let is_free = !others.meets(way(king, king_to) | way(rook, rook_to));
        let enemy = position.board().enemy(us);
        let is_hit = |square, occupied| (position.attackers(square, occupied) & enemy).any();
        let on_the_way = |square| is_hit(square, others.with(rook));
        let is_safe = !way(king, king_to).into_iter().any(on_the_way)
            && !is_hit(king_to, others.with(rook_to));
        let listed = moves.contains(&Move::castle(king, rook));
        assert_eq!(listed, is_free && is_safe, "castling with {rook} in {position:?}");
    }
}

/// The squares of a rank from one to another, both included.
fn way(from: Square, to: Square) -> Bitboard {
    let on_the_way = |square: &Square| (from.min(to)..=from.max(to)).contains(square);
    Square::ALL.into_iter().filter(on_the_way).collect()
}

fn legal_move(position: &Position, mv: Move) {
    let at = || format!("{mv:?} in {position:?}");
    assert!(position.is_legal(mv), "{}", at());
    let next = position.play(mv).expect("legal");
    assert_eq!(next, position.play_unchecked(mv), "{}", at());
    // The rules of a playable position hold after every move, not least that the side that moved
    // is not in check.
    assert_eq!(Position::try_from(Setup::from(next)), Ok(next), "{}", at());
    assert_eq!(position.key_after(position.key(), mv), next.key(), "{}", at());
    assert_eq!(position.gives_check(mv), next.is_check(), "{}", at());
    changes(position, mv, &next);
    for form in [Castling::KingTakesRook, position.castling_form()] {
        let words = mv.uci(form);
        assert_eq!(words.to_string().parse(), Ok(words), "{}", at());
        assert_eq!(words.find(position), Some(mv), "{}", at());
    }
}

/// What a move changes besides the men, by the rules of chess.
fn changes(position: &Position, mv: Move, next: &Position) {
    let at = || format!("{mv:?} in {position:?}");
    let us = position.turn();
    let moved = position.board().role_at(mv.from()).expect("a man moves");
    assert_eq!(next.turn(), !us, "{}", at());

    let men = |position: &Position, color| position.board().color(color).count();
    let taken = u32::from(position.is_capture(mv));
    assert_eq!(men(next, us), men(position, us), "{}", at());
    assert_eq!(men(next, !us), men(position, !us) - taken, "{}", at());
    let arrived = next.board().piece_at(mv.destination()).expect("the man that moved");
    assert_eq!(arrived.color, us, "{}", at());
    assert_eq!(arrived.role, mv.promoted().unwrap_or(moved), "{}", at());

    let resets = moved == Role::Pawn || taken == 1;
    let halfmoves = if resets { 0 } else { position.halfmoves().saturating_add(1) };
    assert_eq!(next.halfmoves(), halfmoves, "{}", at());
    let fullmoves = position.fullmoves().saturating_add(u32::from(us == Color::Black));
    assert_eq!(next.fullmoves(), fullmoves, "{}", at());

    let (from, to) = (mv.from().rank(), mv.to().rank());
    let is_double = moved == Role::Pawn && (from as u8).abs_diff(to as u8) == 2;
    let passed = is_double.then(|| Square::new(mv.from().file(), Rank::Third.relative_to(us)));
    assert_eq!(next.en_passant(), passed, "{}", at());

    // A right is lost when its king or its rook moves, or its rook is taken.
    let mut castling = position.castling().without(mv.from()).without(mv.to());
    if moved == Role::King {
        castling -= position.board().color(us);
    }
    assert_eq!(next.castling(), castling, "{}", at());
}

/// A sample of all moves whatever, of every kind: legal if and only if in the list, refused when
/// not, and no panic even if played unchecked.
fn other_moves(position: &Position, moves: &[Move]) {
    const STEP: usize = 61;
    // Another sample for each position; over many positions every move has its turn.
    let first = (position.key() % STEP as u64) as usize;
    for index in (first..64 * 64 * 7).step_by(STEP) {
        let mv = any_move(index);
        let is_legal = moves.contains(&mv);
        assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        let next = position.play_unchecked(mv);
        assert_ne!(next.turn(), position.turn());
        let expected = if is_legal { Ok(next) } else { Err(IllegalMoveError(mv)) };
        assert_eq!(position.play(mv), expected, "{mv:?} in {position:?}");
    }
}

/// All moves that can be written down, legal or not, by number.
fn any_move(index: usize) -> Move {
    let (from, to) = (Square::ALL[index % 64], Square::ALL[index / 64 % 64]);
    match index / 64 / 64 {
        0 => Move::normal(from, to),
        1 => Move::castle(from, to),
        2 => Move::en_passant(from, to),
        kind => {
            let role = Role::PROMOTIONS[kind - 3];
            Move::promotion(from, to, role).expect("a role that a pawn may become")
        }
    }
}
