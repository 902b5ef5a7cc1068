//! Random games, played in both libraries at once.

use cozy_chess::{Board, File, Piece, Rank, Square, get_pawn_attacks};
use fastrand::Rng;
use setwise::notation::fen::{CastlingStyle, EnPassantStyle};
use setwise::{Move, Position, SearchPosition, Setup};

use crate::answers::{must_agree, must_agree_on_every_move};
use crate::squares::PlainMove;
use crate::{starts, times};

const LONGEST_GAME: usize = 200;

/// Counts of rare events, so that no test passes because none occurred.
#[derive(Debug, Default)]
struct Met {
    nodes: u64,
    castles: u64,
    en_passants: u64,
    promotions: u64,
    double_checks: u64,
    checkmates: u64,
    stalemates: u64,
    repetitions: u64,
}

/// Returns the same position in both libraries.
fn both(board: Board) -> (Position, Board) {
    let position = Position::parse_fen(&format!("{board:#}"));
    (position.expect("cozy-chess writes only positions that can be played"), board)
}

/// Plays one random game. Compares every node, and reads every text and setup back.
///
/// A game also ends after a hundred halfmoves without progress, where cozy-chess stops counting
/// them.
fn play(position: Position, board: Board, rng: &mut Rng, seed: u64, met: &mut Met) {
    let (mut position, mut board) = (position, board);
    let mut searched = SearchPosition::from(position);
    let mut history = Vec::new();
    for _ in 0..LONGEST_GAME {
        must_agree(&position, &board, seed);
        must_come_back(&position, seed);
        if rng.u8(..100) == 0 {
            must_agree_on_every_move(&position, &board, seed);
        }
        assert_eq!(searched, SearchPosition::from(position), "seed {seed}, {position:?}");
        let node = (searched.key(), repeated(&board));
        met.repetitions += must_agree_on_repetition(node, &history, seed);
        history.push(node);
        met.nodes += 1;
        met.double_checks += u64::from(position.checkers().more_than_one());
        met.checkmates += u64::from(position.is_checkmate());
        met.stalemates += u64::from(position.is_stalemate());
        let Some(mv) = choose(&position, rng) else { return };
        if position.halfmoves() >= 100 {
            return;
        }
        met.castles += u64::from(mv.is_castle());
        met.en_passants += u64::from(mv.is_en_passant());
        met.promotions += u64::from(mv.promoted().is_some());
        searched = searched.play_unchecked(mv);
        let gives_check = position.gives_check(mv);
        position = position.play(mv).expect("it is in the list");
        board.play(PlainMove::from(mv).cozy());
        assert_eq!(gives_check, !board.checkers().is_empty(), "seed {seed}, {board:#}");
    }
}

/// Returns a random legal move; with probability 1/4 a rare one, if there is any.
pub(crate) fn choose(position: &Position, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if rng.u8(..4) == 0 {
        let is_rare = |mv: &&Move| mv.is_castle() || mv.is_en_passant() || mv.promoted().is_some();
        if let Some(&mv) = rng.choice(moves.iter().filter(is_rare).collect::<Vec<_>>()) {
            return Some(mv);
        }
    }
    rng.choice(moves.iter()).copied()
}

/// Checks that the text and the setup of a position give the same position.
fn must_come_back(position: &Position, seed: u64) {
    assert_eq!(Position::try_from(Setup::from(*position)).as_ref(), Ok(position), "seed {seed}");
    for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let fen = position.fen().castling(style).en_passant(EnPassantStyle::Always).to_string();
        assert_eq!(Position::parse_fen(&fen).as_ref(), Ok(position), "seed {seed}, {fen}");
    }
}

/// The repetition key of cozy-chess under FIDE's rules: a key of everything but en passant, and the
/// file on which a pawn may capture en passant.
///
/// Its own `same_position` asks whether *any* piece may move to the en passant square from where a
/// pawn could capture, so a king's step there counts (0.3.4; seen in `8/8/8/5pK1/8/2k5/8/8 w -
/// f6`).
type Repeated = (u64, Option<File>);

fn repeated(board: &Board) -> Repeated {
    let en_passant = board.en_passant().filter(|&file| {
        let target = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
        let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
        let mut capturers = (get_pawn_attacks(target, !board.side_to_move()) & pawns).into_iter();
        capturers.any(|from| board.is_legal(cozy_chess::Move { from, to: target, promotion: None }))
    });
    (board.hash_without_ep(), en_passant)
}

/// Checks that two positions have the same key exactly if they are the same by FIDE's rules.
fn must_agree_on_repetition(node: (u64, Repeated), history: &[(u64, Repeated)], seed: u64) -> u64 {
    let mut repetitions = 0;
    for earlier in history {
        let same = node.1 == earlier.1;
        assert_eq!(same, node.0 == earlier.0, "seed {seed}: {node:x?} and {earlier:x?}");
        repetitions += u64::from(same);
    }
    repetitions
}

#[test]
fn standard_games() {
    let mut met = Met::default();
    for seed in 0..times(2_000) {
        let (position, board) = both(Board::startpos());
        play(position, board, &mut Rng::with_seed(seed), seed, &mut met);
    }
    println!("seeds 0..{}: {met:?}", times(2_000));
    assert!(met.castles > 0 && met.en_passants > 0 && met.promotions > 0, "{met:?}");
    assert!(met.checkmates > 0 && met.repetitions > 0, "{met:?}");
}

#[test]
fn chess960_games_from_every_start() {
    let mut met = Met::default();
    for seed in 0..times(960) {
        let number = (seed % 960) as u32;
        let (position, board) = both(Board::chess960_startpos(number));
        play(position, board, &mut Rng::with_seed(seed), seed, &mut met);
    }
    println!("seeds 0..{}: {met:?}", times(960));
    assert!(met.castles > 0 && met.en_passants > 0 && met.promotions > 0, "{met:?}");
}

#[test]
fn double_chess960_games() {
    let mut met = Met::default();
    for seed in 0..times(1_500) {
        let mut rng = Rng::with_seed(seed);
        let (position, board) =
            both(Board::double_chess960_startpos(rng.u32(..960), rng.u32(..960)));
        play(position, board, &mut rng, seed, &mut met);
    }
    println!("seeds 0..{}: {met:?}", times(1_500));
    assert!(met.castles > 0 && met.en_passants > 0 && met.promotions > 0, "{met:?}");
}

/// Few pieces on strange squares: promotions, discovered and double checks, mates.
#[test]
fn games_from_random_setups() {
    let mut met = Met::default();
    for seed in 0..times(6_000) {
        let mut rng = Rng::with_seed(seed);
        let setup = starts::random_setup(&mut rng);
        if let (Ok(position), Ok(board)) = (setup.parse(), Board::from_fen(&setup, true)) {
            play(position, board, &mut rng, seed, &mut met);
        }
    }
    println!("seeds 0..{}: {met:?}", times(6_000));
    assert!(met.castles > 0 && met.en_passants > 0 && met.promotions > 0, "{met:?}");
    assert!(met.double_checks > 0 && met.checkmates > 0 && met.stalemates > 0, "{met:?}");
}
