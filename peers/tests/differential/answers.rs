//! The answers of each library about one position, and how they differ.

use cozy_chess::{Board, GameStatus};
use setwise::notation::fen::{CastlingStyle, EnPassantStyle};
use setwise::{Move, Position, Role, Square};

use crate::squares::PlainMove;

/// The answers of a library about a position.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Sorted.
    pub(crate) moves: Vec<PlainMove>,
    /// A Shredder-FEN, with the en passant square after every double step.
    pub(crate) fen: String,
    /// The checkers as a word with A1 in bit 0.
    pub(crate) checkers: u64,
    /// The pinned pieces of the side to move, in the same form.
    pub(crate) pinned: u64,
    pub(crate) checkmate: bool,
    pub(crate) stalemate: bool,
}

impl Answers {
    pub(crate) fn of_setwise(position: &Position) -> Answers {
        let mut moves: Vec<PlainMove> =
            position.legal_moves().into_iter().map(PlainMove::from).collect();
        moves.sort_unstable();
        let fen = position.fen().castling(CastlingStyle::Shredder);
        Answers {
            moves,
            fen: fen.en_passant(EnPassantStyle::Always).to_string(),
            checkers: position.checkers().0,
            pinned: position.pinned(position.turn()).0,
            checkmate: position.is_checkmate(),
            stalemate: position.is_stalemate(),
        }
    }

    pub(crate) fn of_cozy(board: &Board) -> Answers {
        let mut moves = Vec::with_capacity(64);
        board.generate_moves(|set| {
            moves.extend(set.into_iter().map(PlainMove::from));
            false
        });
        moves.sort_unstable();
        // `Drawn` also means the fifty-move rule, but only if there are legal moves.
        let stalemate = board.status() == GameStatus::Drawn && moves.is_empty();
        Answers {
            moves,
            fen: format!("{board:#}"),
            checkers: board.checkers().0,
            // `pinned` also has the enemy's pieces between a slider and the king.
            pinned: (board.pinned() & board.colors(board.side_to_move())).0,
            checkmate: board.status() == GameStatus::Won,
            stalemate,
        }
    }

    /// Returns the differences between the answers of Setwise and of cozy-chess, or `None` if there
    /// are none.
    pub(crate) fn difference(&self, cozy: &Answers) -> Option<String> {
        if self.moves != cozy.moves {
            let missing = only_in(&cozy.moves, &self.moves);
            let extra = only_in(&self.moves, &cozy.moves);
            return Some(format!("moves missing {missing:?}, extra {extra:?}"));
        }
        if self.fen != cozy.fen {
            return Some(format!("FEN {} and not {}", self.fen, cozy.fen));
        }
        if self.checkers != cozy.checkers {
            return Some(format!("checkers {:#x} and not {:#x}", self.checkers, cozy.checkers));
        }
        if self.pinned != cozy.pinned {
            return Some(format!("pinned {:#x} and not {:#x}", self.pinned, cozy.pinned));
        }
        if (self.checkmate, self.stalemate) != (cozy.checkmate, cozy.stalemate) {
            return Some("mate or stalemate".to_owned());
        }
        None
    }
}

fn only_in(these: &[PlainMove], those: &[PlainMove]) -> Vec<PlainMove> {
    these.iter().copied().filter(|mv| !those.contains(mv)).collect()
}

/// Asks both libraries about a position, and panics if the answers differ.
pub(crate) fn must_agree(position: &Position, board: &Board, seed: u64) {
    let (setwise, cozy) = (Answers::of_setwise(position), Answers::of_cozy(board));
    if let Some(difference) = setwise.difference(&cozy) {
        panic!("seed {seed}, {board:#}: {difference}");
    }
}

/// Compares `is_legal` of both libraries for every origin, target and promotion. Setwise has up to
/// three forms of each: without a special rule, castling, and en passant.
pub(crate) fn must_agree_on_every_move(position: &Position, board: &Board, seed: u64) {
    for from in Square::ALL {
        for to in Square::ALL {
            let forms =
                [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)];
            must_agree_on_move(position, board, &forms, seed);
            for role in Role::PROMOTIONS {
                let promotion = Move::promotion(from, to, role).expect("a role to promote to");
                must_agree_on_move(position, board, &[promotion], seed);
            }
        }
    }
}

fn must_agree_on_move(position: &Position, board: &Board, forms: &[Move], seed: u64) {
    let legal = forms.iter().filter(|&&mv| position.is_legal(mv)).count();
    let plain = PlainMove::from(forms[0]);
    let expected = usize::from(board.is_legal(plain.cozy()));
    assert_eq!(legal, expected, "seed {seed}, {board:#}: legal forms of {plain:?}");
}
