//! Static exchange evaluation (SEE): the material balance of a move and the captures that follow on
//! its target square. [`Position::static_exchange`] has the rules.
//!
//! **Literature.** <https://www.chessprogramming.org/Static_Exchange_Evaluation>, and for the list
//! of gains, evaluated from its end, <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.

use super::en_passant::passed_pawn;
use super::{Position, unblocked};
use crate::attacks::rays;
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square};

/// The conventional piece values, in hundredths of a pawn: pawn 100, knight and bishop 300, rook
/// 500, queen 900. There is an entry for each [`Role`]; the king's matters only for illegal moves,
/// because a legal move never lets the king be captured.
pub const EXCHANGE_VALUES: [i16; 6] = [100, 300, 300, 500, 900, 10_000];

impl Position {
    /// Returns the static exchange evaluation (SEE) of a legal move: the material gained by the
    /// side to move, negative for a loss, in hundredths of a pawn with the [`EXCHANGE_VALUES`].
    ///
    /// The evaluation covers the move and all captures that follow on its target square. A move
    /// that captures nothing gains nothing, but the moved piece may be lost. Castling is 0. For an
    /// illegal move the result is unspecified, but the function never panics.
    ///
    /// After the move the sides capture there in turn. Each side captures with the piece that comes
    /// first in the order of [`Role`] (pawn to king), and stops when continuing would lose more. A
    /// slider behind a piece that has captured joins the exchange. A pawn that captures on the last
    /// rank becomes a queen. A king captures only if it cannot be recaptured.
    ///
    /// SEE ignores the rest of the position: pinned pieces take part, other checks are not
    /// answered, and a pawn that has just made a double step is not captured en passant. Nor does
    /// it search for the best order of captures. Sometimes a side does better to capture first with
    /// another piece, one that does not open a line to an enemy slider behind it. See
    /// <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// // A knight defends the pawn, and no other piece joins the exchange on Black's side.
    /// let position: Position = "4k3/2n5/8/3p4/8/3R4/3R4/6K1 w - - 0 1".parse()?;
    /// assert_eq!(position.static_exchange(position.parse_san("Rxd5")?), 100 - 500 + 300);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn static_exchange(&self, mv: Move) -> i32 {
        self.static_exchange_with(mv, &EXCHANGE_VALUES)
    }

    /// Returns the static exchange evaluation (SEE) of a legal move as
    /// [`Position::static_exchange`] does, with the given piece values and in their unit.
    pub fn static_exchange_with(&self, mv: Move, values: &[i16; 6]) -> i32 {
        let Some((mut exchange, gain)) = Exchange::after(self, mv, values) else { return 0 };
        // The gain after each capture. Each piece captures at most once, so 64 entries are enough.
        let mut gains = [0; 64];
        gains[0] = gain;
        let mut count = 1;
        exchange.find_pieces();
        while let Some(gain) = exchange.capture(values) {
            // The gain of the capturing side if the exchange ends here.
            gains[count] = gain - gains[count - 1];
            count += 1;
        }
        // From the last capture back: a side skips a capture that would make its result worse.
        for last in (1..count).rev() {
            gains[last - 1] = gains[last - 1].min(-gains[last]);
        }
        gains[0]
    }

    /// Returns whether the [static exchange evaluation](Position::static_exchange) of a legal move
    /// is at least a threshold, in hundredths of a pawn.
    ///
    /// It is faster than the evaluation itself, because it stops as soon as the answer is known.
    ///
    /// ```
    /// use setwise::{Filter, Position};
    ///
    /// // A queen that captures a defended pawn loses material; a pawn does not.
    /// let position: Position = "4k3/2n5/8/3p4/2P5/8/3Q4/6K1 w - - 0 1".parse()?;
    /// let mut captures = position.legal_moves_matching(Filter::CAPTURES);
    /// captures.retain(|mv| position.static_exchange_at_least(mv, 0));
    /// assert_eq!(captures[..], [position.parse_san("cxd5")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn static_exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.static_exchange_at_least_with(mv, threshold, &EXCHANGE_VALUES)
    }

    /// Returns whether the [static exchange evaluation](Position::static_exchange_with) of a legal
    /// move with the given piece values is at least a threshold in their unit.
    pub fn static_exchange_at_least_with(
        &self,
        mv: Move,
        threshold: i32,
        values: &[i16; 6],
    ) -> bool {
        let Some((mut exchange, mut gain)) = Exchange::after(self, mv, values) else {
            return threshold <= 0;
        };
        // The side that has just captured, and may see the exchange end or continue, reaches its
        // threshold if its gain does, and if its opponent does not gain the excess and 1 more. So
        // one question becomes another, and each level negates the answer.
        let mut threshold = threshold;
        let mut if_reached = true;
        let mut is_first = true;
        loop {
            if gain < threshold {
                return !if_reached;
            }
            threshold = gain.saturating_sub(threshold).saturating_add(1);
            if_reached = !if_reached;
            if exchange.most_gain(values) < threshold {
                return !if_reached;
            }
            if core::mem::replace(&mut is_first, false) {
                exchange.find_pieces();
            }
            match exchange.capture(values) {
                Some(next) => gain = next,
                None => return !if_reached,
            }
        }
    }
}

/// The state of an exchange on one square.
struct Exchange<'p> {
    position: &'p Position,
    square: Square,
    /// The role of the piece that is on the square now.
    standing: Role,
    /// The side that may capture next.
    turn: Color,
    /// The occupied squares, without the pieces that have already captured.
    occupied: Bitboard,
    /// The pawns, knights and kings of both colors that attack the square.
    leapers: Bitboard,
    /// The sliders of both colors on a line with the square.
    sliders: Bitboard,
}

impl Exchange<'_> {
    /// Returns the exchange after a move and the gain of the move, or `None` if the move is
    /// castling or its origin is empty.
    fn after<'p>(
        position: &'p Position,
        mv: Move,
        values: &[i16; 6],
    ) -> Option<(Exchange<'p>, i32)> {
        let (board, square) = (&position.board, mv.to());
        let moved = board.role_at(mv.from())?;
        let mut occupied = board.occupied().without(mv.from());
        let mut captured = board.role_at(square);
        let mut standing = moved;
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Castle => return None,
            MoveKind::EnPassant => {
                occupied = occupied.without(passed_pawn(square));
                captured = Some(Role::Pawn);
            }
            MoveKind::Promotion(role) => standing = role,
        }
        let gain = captured.map_or(0, |role| value(values, role)) + value(values, standing)
            - value(values, moved);
        let turn = !position.turn;
        let (leapers, sliders) = (Bitboard::EMPTY, Bitboard::EMPTY);
        Some((Exchange { position, square, standing, turn, occupied, leapers, sliders }, gain))
    }

    /// Finds the pieces that may take part, before the first capture.
    fn find_pieces(&mut self) {
        let position = self.position;
        for color in Color::ALL {
            self.leapers |= position.enemy_leapers_and_king(color, self.square);
            self.sliders |= position.aligned_sliders(color, self.square);
        }
    }

    /// Captures with the first attacker of the side whose turn it is and returns the gain of this
    /// capture, or returns `None` if that side cannot capture.
    fn capture(&mut self, values: &[i16; 6]) -> Option<i32> {
        let (from, role) = self.first_attacker()?;
        let occupied = self.occupied.without(from);
        if role == Role::King && self.is_attacked_by(!self.turn, occupied) {
            return None;
        }
        let promotes = role == Role::Pawn && self.is_on_last_rank();
        let arrived = if promotes { Role::Queen } else { role };
        let gain = value(values, self.standing) + value(values, arrived) - value(values, role);
        (self.standing, self.turn, self.occupied) = (arrived, !self.turn, occupied);
        Some(gain)
    }

    /// Returns an upper bound of the gain of the next capture.
    fn most_gain(&self, values: &[i16; 6]) -> i32 {
        let promotion = value(values, Role::Queen) - value(values, Role::Pawn);
        value(values, self.standing) + if self.is_on_last_rank() { promotion.max(0) } else { 0 }
    }

    /// Returns whether a pawn of the side whose turn it is would promote on the square.
    fn is_on_last_rank(&self) -> bool {
        self.square.rank() == Rank::Eighth.relative_to(self.turn)
    }

    /// Returns the square and the role of the piece that captures next.
    fn first_attacker(&self) -> Option<(Square, Role)> {
        let board = &self.position.board;
        let own = board.color(self.turn) & self.occupied;
        let (leapers, sliders) = (self.leapers & own, self.sliders & own);
        Role::ALL.into_iter().find_map(|role| {
            let from = match role {
                Role::Pawn | Role::Knight | Role::King => (leapers & board.role(role)).first(),
                Role::Bishop | Role::Rook | Role::Queen => {
                    let is_free = |&from: &Square| !self.is_blocked(from);
                    (sliders & board.role(role)).into_iter().find(is_free)
                }
            };
            from.map(|from| (from, role))
        })
    }

    /// Returns whether a piece stands between a slider and the square.
    fn is_blocked(&self, slider: Square) -> bool {
        rays::between(self.square, slider).meets(self.occupied)
    }

    /// Returns whether a piece of a side in `occupied` attacks the square.
    fn is_attacked_by(&self, color: Color, occupied: Bitboard) -> bool {
        let own = self.position.board.color(color) & occupied;
        self.leapers.meets(own) || unblocked(self.sliders & own, self.square, occupied).any()
    }
}

fn value(values: &[i16; 6], role: Role) -> i32 {
    values[role].into()
}
