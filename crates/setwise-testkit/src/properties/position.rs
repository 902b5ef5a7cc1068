//! Properties of playable positions, and of moves between them.

use setwise::notation::uci::CastlingForm;
use setwise::{
    Bitboard, Board, Color, File, IllegalMoveError, Move, Piece, Position, Rank, Role,
    SearchPosition, Setup, Square,
};
use setwise_perft::{Backend, CountMode, Counter};

use super::fen::written_and_read;

/// Computes every query of a position in two ways, and compares the results.
pub fn invariants(position: &Position) {
    written_and_read(position);
    super::packed::packed_and_unpacked(position);
    before_double_step(position);
    moves_and_queries(position);
    // An en passant square where no capture is legal does not affect repetition or moves.
    if position.legal_en_passant().is_none() {
        let without = Setup { en_passant: None, ..Setup::from(*position) };
        let without = Position::try_from(without).expect("less than what could be played");
        assert_eq!(without.key(), position.key(), "{position:?}");
        let moves = position.legal_moves();
        assert_eq!(without.legal_moves()[..], moves[..], "{position:?}");
    }
}

/// Computes the queries of a position that do not concern the moves before it, which may be
/// impossible.
pub fn moves_and_queries(position: &Position) {
    checkers_and_pins(position);
    let moves = position.legal_moves();
    counts(position, &moves);
    super::filters::by_definition(position, &moves);
    super::picking::in_stages(position, &moves);
    super::pseudo_legal::legal_moves_among_them(position, &moves);
    two_plies(position, &moves);
    castlings(position, &moves);
    super::queries::queries(position);
    for &mv in &moves {
        legal_move(position, mv);
        super::san::written_and_read(position, &moves, mv);
        super::exchange::by_definition(position, mv);
    }
    other_moves(position, &moves);
    null_move(position);
}

/// By definition, a piece gives check if it attacks the king, and a piece is pinned if removing it
/// from the board uncovers an attack on its king.
fn checkers_and_pins(position: &Position) {
    let searched = SearchPosition::from(*position);
    assert_eq!(searched.checkers(), position.checkers(), "{position:?}");
    assert_eq!(searched.legal_moves(), position.legal_moves(), "{position:?}");
    for color in Color::ALL {
        let (king, occupied) = (position.king(color), position.board().occupied());
        let enemy = position.board().enemy(color);
        let attackers = position.attackers(king, occupied) & enemy;
        if color == position.turn() {
            assert_eq!(position.checkers(), attackers, "{position:?}");
        }
        let without = |piece| position.attackers(king, occupied.without(piece)) & enemy;
        let own = position.board().color(color).without(king);
        let pinned: Bitboard =
            own.into_iter().filter(|&piece| (without(piece) - attackers).any()).collect();
        assert_eq!(position.pinned(color), pinned, "{position:?}");
        assert_eq!(searched.pinned(color), pinned, "{position:?}");
    }
}

/// The position before the double step, with the pawn on its origin and the other side to move, is
/// playable too.
fn before_double_step(position: &Position) {
    let Some(passed) = position.en_passant() else { return };
    let mover = !position.turn();
    let mut before = Setup::from(*position);
    let on = |rank: Rank| Square::new(passed.file(), rank.relative_to(mover));
    let pawn = before.board.remove(on(Rank::Fourth)).expect("the pawn that made a double step");
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

/// Counters count the moves of all children correctly, in families and one child at a time.
fn two_plies(position: &Position, moves: &[Move]) {
    let children = moves.iter().map(|&mv| position.play_unchecked(mv));
    let expected = children.map(|child| u128::from(child.count_legal_moves())).sum();
    for backend in Backend::available() {
        for mode in [CountMode::Families, CountMode::EachAlone] {
            let mut counter = Counter::new(backend).mode(mode);
            assert_eq!(counter.count(position, 2), expected, "{counter:?}, {position:?}");
        }
    }
}

/// By definition, castling with a rook that has the right is legal if no other piece is in the way
/// of king and rook, and no square of the king's way is attacked, including the first and the last.
fn castlings(position: &Position, moves: &[Move]) {
    let us = position.turn();
    let king = position.king(us);
    for rook in position.castling_rooks() & position.board().color(us) {
        let (king_to, rook_to) = if rook > king { (File::G, File::F) } else { (File::C, File::D) };
        let [king_to, rook_to] = [king_to, rook_to].map(|file| Square::new(file, king.rank()));
        let others = position.board().occupied().without(king).without(rook);
        let is_free = !others.meets(way(king, king_to) | way(rook, rook_to));
        let enemy = position.board().enemy(us);
        let is_attacked = |square, occupied| (position.attackers(square, occupied) & enemy).any();
        let on_the_way = |square| is_attacked(square, others.with(rook));
        let is_safe = !way(king, king_to).into_iter().any(on_the_way)
            && !is_attacked(king_to, others.with(rook_to));
        let listed = moves.contains(&Move::castle(king, rook));
        assert_eq!(listed, is_free && is_safe, "castling with {rook} in {position:?}");
    }
}

/// Returns the squares of a rank between two squares, both included.
fn way(from: Square, to: Square) -> Bitboard {
    let on_the_way = |square: &Square| (from.min(to)..=from.max(to)).contains(square);
    Square::ALL.into_iter().filter(on_the_way).collect()
}

fn legal_move(position: &Position, mv: Move) {
    let at = || format!("{mv:?} in {position:?}");
    assert!(position.is_legal(mv), "{}", at());
    let next = position.play(mv).expect("legal");
    assert_eq!(next, position.play_unchecked(mv), "{}", at());
    // The position after every legal move is playable; in particular, the side that has moved is
    // not in check.
    assert_eq!(Position::try_from(Setup::from(next)), Ok(next), "{}", at());
    let searched = SearchPosition::from(*position).play(mv);
    assert_eq!(searched, Ok(SearchPosition::from(next)), "{}", at());
    let pawn_key = position.pawn_key_after(position.pawn_key(), mv);
    assert_eq!(pawn_key, next.pawn_key(), "{}", at());
    assert_eq!(position.gives_check(mv), next.is_check(), "{}", at());
    changes(position, mv, &next);
    changes_of_pieces(position, mv, &next);
    for form in [CastlingForm::KingTakesRook, position.castling_form()] {
        let uci = mv.uci(form);
        assert_eq!(uci.to_string().parse(), Ok(uci), "{}", at());
        assert_eq!(uci.find(position), Some(mv), "{}", at());
    }
}

/// A move changes the pieces, counters, castling rights and en passant square by the rules of
/// chess.
fn changes(position: &Position, mv: Move, next: &Position) {
    let at = || format!("{mv:?} in {position:?}");
    let us = position.turn();
    let moved = position.board().role_at(mv.from()).expect("a piece moves");
    assert_eq!(next.turn(), !us, "{}", at());

    let pieces = |position: &Position, color| position.board().color(color).count();
    let captured = u32::from(position.is_capture(mv));
    assert_eq!(pieces(next, us), pieces(position, us), "{}", at());
    assert_eq!(pieces(next, !us), pieces(position, !us) - captured, "{}", at());
    let arrived = next.board().piece_at(mv.destination()).expect("the piece that moved");
    assert_eq!(arrived.color, us, "{}", at());
    assert_eq!(arrived.role, mv.promoted().unwrap_or(moved), "{}", at());

    let resets = moved == Role::Pawn || captured == 1;
    let halfmoves = if resets { 0 } else { position.halfmoves().saturating_add(1) };
    assert_eq!(next.halfmoves(), halfmoves, "{}", at());
    let fullmoves = position.fullmoves().saturating_add(u32::from(us == Color::Black));
    assert_eq!(next.fullmoves(), fullmoves, "{}", at());

    let (from, to) = (mv.from().rank(), mv.to().rank());
    let is_double = moved == Role::Pawn && (from as u8).abs_diff(to as u8) == 2;
    let passed = is_double.then(|| Square::new(mv.from().file(), Rank::Third.relative_to(us)));
    assert_eq!(next.en_passant(), passed, "{}", at());

    // A right is lost when its king or rook moves, or its rook is captured.
    let mut castling = position.castling_rooks().without(mv.from()).without(mv.to());
    if moved == Role::King {
        castling -= position.board().color(us);
    }
    assert_eq!(next.castling_rooks(), castling, "{}", at());
}

/// Removing and adding the pieces of `Position::changes` gives the next board.
fn changes_of_pieces(position: &Position, mv: Move, next: &Position) {
    let at = || format!("{mv:?} in {position:?}");
    let changes = position.changes(mv);
    let mut board = *position.board();
    for &(piece, square) in changes.removed() {
        assert_eq!(board.remove(square), Some(piece), "{}", at());
    }
    for &(piece, square) in changes.added() {
        assert_eq!(board.piece_at(square), None, "{}", at());
        board.put(square, piece);
    }
    assert_eq!(board, *next.board(), "{}", at());

    let enemy = |board: &Board, role| board.pieces(!position.turn(), role).count();
    let is_fewer = |&role: &Role| enemy(next.board(), role) < enemy(position.board(), role);
    let captured = Role::ALL.into_iter().find(is_fewer);
    assert_eq!(position.captured(mv), captured, "{}", at());
}

/// The keys and the pieces after a null move, which is possible unless the side to move is in
/// check.
fn null_move(position: &Position) {
    let Some(next) = position.null_move() else {
        assert!(position.is_check(), "{position:?}");
        return;
    };
    assert!(!position.is_check(), "{position:?}");
    assert_eq!(Position::ignoring_history(next.into()), Ok(next), "{position:?}");
    let searched = SearchPosition::from(*position).null_move();
    assert_eq!(searched, Some(SearchPosition::from(next)), "{position:?}");
    assert_eq!(next.pawn_key(), position.pawn_key(), "{position:?}");
    for square in Square::ALL {
        assert_eq!(next.piece_at(square), position.board().piece_at(square), "{position:?}");
    }
    for color in Color::ALL {
        let is_piece =
            |square| !matches!(position.board().role_at(square), Some(Role::Pawn | Role::King));
        let has_piece = position.board().color(color).into_iter().any(is_piece);
        assert_eq!(position.has_non_pawn_material(color), has_piece, "{position:?}");
    }
}

/// Checks a sample of all encodable moves: a move is legal if and only if it is in the list,
/// illegal moves are refused, and playing them unchecked does not panic.
fn other_moves(position: &Position, moves: &[Move]) {
    const STEP: usize = 61;
    // The sample depends on the position; over many positions every move is tested.
    let first = (position.key() % STEP as u64) as usize;
    for index in (first..64 * 64 * 7).step_by(STEP) {
        let mv = any_move(index);
        let is_legal = moves.contains(&mv);
        assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        let _ = (position.keeps_king_safe(mv), position.captured(mv));
        let _ = (position.changes(mv), position.pawn_key_after(0, mv));
        let _ = position.static_exchange_at_least(mv, 0);
        let next = position.play_unchecked(mv);
        assert_ne!(next.turn(), position.turn());
        let searched = SearchPosition::from(*position).play_unchecked(mv);
        assert_eq!(searched, SearchPosition::from(next), "{mv:?} in {position:?}");
        let is_pseudo_legal = position.is_pseudo_legal(mv);
        let error = IllegalMoveError { mv, is_pseudo_legal };
        let expected = if is_legal { Ok(next) } else { Err(error) };
        assert_eq!(position.play(mv), expected, "{mv:?} in {position:?}");
    }
}

/// Returns an encodable move, legal or not, by index, of 64 · 64 · 7.
pub fn any_move(index: usize) -> Move {
    let (from, to) = (Square::ALL[index % 64], Square::ALL[index / 64 % 64]);
    match index / 64 / 64 {
        0 => Move::normal(from, to),
        1 => Move::castle(from, to),
        2 => Move::en_passant(from, to),
        kind => {
            let role = Role::PROMOTIONS[kind - 3];
            Move::promotion(from, to, role).expect("a promotion role")
        }
    }
}
