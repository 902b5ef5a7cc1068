//! Writing SAN and long algebraic notation.

use crate::attacks::rays;
use crate::notation::MoveText;
use crate::{Bitboard, Move, Position, Role};

impl Position {
    /// Returns a legal move in standard algebraic notation.
    ///
    /// The text has the shortest disambiguation among legal moves, and the marks of check and mate.
    /// For an illegal move the text is unspecified; it never panics.
    ///
    /// # Performance
    ///
    /// The moves of the position are not generated. The cost is the search for pieces of the same
    /// role that attack the target, of pins if there are any such pieces, of playing the move and,
    /// if it gives check, of searching for a legal reply.
    ///
    /// ```
    /// use setwise::{Move, Position, Square};
    ///
    /// let position: Position = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(position.san(Move::castle(Square::E1, Square::A1)), "O-O-O+");
    /// assert_eq!(position.san(Move::normal(Square::A1, Square::A8)), "Ra8+");
    /// assert_eq!(position.san(Move::normal(Square::H1, Square::F1)), "Rf1");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn san(&self, mv: Move) -> MoveText {
        self.algebraic(mv, false)
    }

    /// Returns a legal move in long algebraic notation: `Ng1-f3`, `e7xd8=Q+`, `O-O`.
    ///
    /// For an illegal move the text is unspecified; it never panics.
    pub fn lan(&self, mv: Move) -> MoveText {
        self.algebraic(mv, true)
    }

    #[inline]
    fn algebraic(&self, mv: Move, long: bool) -> MoveText {
        let mut text = MoveText::EMPTY;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            text.push_str(if to > from { "O-O" } else { "O-O-O" });
        } else {
            let role = self.board().role_at(from).unwrap_or(Role::Pawn);
            let is_capture = self.is_capture(mv);
            if role != Role::Pawn {
                text.push_role(role);
            }
            if long {
                text.push_square(from);
                text.push(if is_capture { b'x' } else { b'-' });
            } else {
                let origin = self.shortest_origin(mv, role, is_capture);
                if origin.file {
                    text.push(from.file().letter() as u8);
                }
                if origin.rank {
                    text.push(from.rank().digit() as u8);
                }
                if is_capture {
                    text.push(b'x');
                }
            }
            text.push_square(to);
            if let Some(promoted) = mv.promoted() {
                text.push(b'=');
                text.push_role(promoted);
            }
        }
        text.push_str(self.check_mark(mv));
        text
    }

    /// Returns `+` if the move gives check, `#` if it mates, and an empty string otherwise.
    #[inline]
    pub(super) fn check_mark(&self, mv: Move) -> &'static str {
        let next = self.play_unchecked(mv);
        match next.is_check() {
            false => "",
            true if next.has_legal_move() => "+",
            true => "#",
        }
    }

    /// Returns the parts of the origin that SAN requires. For a pawn: the file if it captures. For
    /// a piece with rivals: the file if that is enough, else the rank if that is enough, else both.
    #[inline]
    pub(super) fn shortest_origin(&self, mv: Move, role: Role, is_capture: bool) -> Origin {
        if role == Role::Pawn {
            return Origin { file: is_capture, rank: false };
        }
        let rivals = self.rivals(mv, role);
        let from = mv.from();
        let on_file = rivals.meets(Bitboard::file(from.file()));
        let on_rank = rivals.meets(Bitboard::rank(from.rank()));
        Origin { file: rivals.any() && (!on_file || on_rank), rank: on_file }
    }

    /// Returns the other pieces of the role that can legally move to the same square.
    ///
    /// If the move resolves a check, so does the move of a rival, because it ends on the same
    /// square. So it is enough that a rival attacks the square and does not leave a pin.
    #[inline]
    fn rivals(&self, mv: Move, role: Role) -> Bitboard {
        let (us, to) = (self.turn(), mv.to());
        let others = self.board().pieces(us, role).without(mv.from());
        if role == Role::King {
            return Bitboard::EMPTY;
        }
        let candidates = self.candidates(role, others, to);
        if candidates.is_empty() {
            return candidates;
        }
        let leaves_pin = (candidates & self.pinned(us)) - rays::line(self.king(us), to);
        candidates - leaves_pin
    }
}

/// The parts of the origin that a move is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) file: bool,
    pub(super) rank: bool,
}
