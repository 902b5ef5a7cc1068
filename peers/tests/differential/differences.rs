//! The kinds of setups that one library refuses on purpose and the other does not.

use cozy_chess::{Board, BoardBuilder, CastleRights, FenParseError, Piece, Rank, get_king_moves};
use setwise::Position;
use setwise::notation::fen::FenError;

/// A kind of setup that one library accepts and the other refuses.
pub(crate) struct Difference {
    pub(crate) reason: &'static str,
    explains: fn(&Verdicts) -> bool,
}

/// The answers of the libraries about a setup that one of them refuses.
pub(crate) struct Verdicts {
    pub(crate) setwise: Result<Position, FenError>,
    pub(crate) cozy: Result<Board, FenParseError>,
}

/// All differences. Each is confirmed with the library that accepts the setup, and a test checks
/// that each occurs.
pub(crate) const DIFFERENCES: [Difference; 3] = [
    Difference {
        reason: "kings side by side: either could be taken, so Setwise refuses; cozy-chess counts \
                 no king among the pieces that give check",
        explains: |verdicts| {
            let touch = |board: &Board| {
                let [white, black] = cozy_chess::Color::ALL.map(|color| board.king(color));
                get_king_moves(white).has(black)
            };
            verdicts.refusal() == Some("kings-touch") && verdicts.cozy.as_ref().is_ok_and(touch)
        },
    },
    Difference {
        reason: "an en passant square although the king would have been in check before the \
                 pawn's double step: Setwise tests the position before the double step; cozy-chess \
                 tests only the checks in the position after it",
        explains: |verdicts| {
            verdicts.refusal() == Some("en-passant-after-check")
                && verdicts.cozy.as_ref().is_ok_and(|board| before_double_step(board).is_none())
        },
    },
    Difference {
        reason: "more than eight pawns of a side: unreachable, but nothing in the rules of \
                 moving breaks, so Setwise plays it",
        explains: |verdicts| {
            let too_many = |position: &Position| {
                let pawns = |color| position.board().pieces(color, setwise::Role::Pawn).count();
                setwise::Color::ALL.into_iter().any(|color| pawns(color) > 8)
            };
            verdicts.setwise.as_ref().is_ok_and(too_many)
                && matches!(verdicts.cozy, Err(FenParseError::InvalidBoard))
        },
    },
];

impl Verdicts {
    /// Returns the index of the difference that explains why only one library accepts the setup.
    pub(crate) fn explained_by(&self) -> Option<usize> {
        DIFFERENCES.iter().position(|difference| (difference.explains)(self))
    }

    /// Returns the name of the check that Setwise makes and that fails.
    fn refusal(&self) -> Option<&'static str> {
        let error = self.setwise.as_ref().err()?.position()?;
        Some(error.name())
    }
}

/// Returns the board before the double step to the en passant square, with the other side to move,
/// if cozy-chess accepts it.
fn before_double_step(board: &Board) -> Option<Board> {
    let (file, mover) = (board.en_passant()?, !board.side_to_move());
    let on = |rank: Rank| cozy_chess::Square::new(file, rank.relative_to(mover));
    let mut before = BoardBuilder::from_board(board);
    before.castle_rights = [CastleRights::EMPTY; 2];
    before.en_passant = None;
    before.side_to_move = mover;
    *before.square_mut(on(Rank::Fourth)) = None;
    *before.square_mut(on(Rank::Second)) = Some((Piece::Pawn, mover));
    before.build().ok()
}
