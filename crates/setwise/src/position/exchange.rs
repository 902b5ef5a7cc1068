//! Static exchange evaluation: what a move is worth if all that follows is taking on its square.
//!
//! After the move the sides take in turn on the square it went to, each with the man of its own
//! that comes first in the order of [`Role`], and each side stops when to go on would cost it more.
//! A slider behind one that has taken joins in. A pawn that takes on the last rank becomes a queen.
//! A king takes only where nothing can take it in turn.
//!
//! Nothing else of the position is asked: a *pinned* man takes part as if it were free, a check
//! elsewhere is not answered, and a pawn that has passed another by its double step is not taken.
//! Nor is it always the best line of such an exchange, for which a side must sometimes begin with
//! another man: one whose leaving opens no line to an enemy behind it.
//!
//! **Literature.** <https://www.chessprogramming.org/Static_Exchange_Evaluation>, and for the list
//! of gains folded from its end <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.

use super::Position;
use super::en_passant::passed_pawn;
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square};

/// What a man is worth: an entry for each [`Role`], in any unit. The king's is that of an illegal
/// move, which alone lets it be taken.
pub type ExchangeValues = [i16; 6];

/// The values that beginners learn, in hundredths of a pawn: knight and bishop 3 pawns, rook 5,
/// queen 9.
pub const EXCHANGE_VALUES: ExchangeValues = [100, 300, 300, 500, 900, 10_000];

impl Position {
    /// What the side to move gains by a legal move if all that follows is taking on its square, in
    /// hundredths of a pawn with the [values](EXCHANGE_VALUES) that beginners learn; negative if it loses.
    ///
    /// A move that takes nothing gains nothing, but may lose the man that made it. Castling gives
    /// 0.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// // The pawn is guarded by a knight, behind which nothing stands.
    /// let position: Position = "4k3/2n5/8/3p4/8/3R4/3R4/6K1 w - - 0 1".parse()?;
    /// assert_eq!(position.static_exchange(position.parse_san("Rxd5")?), 100 - 500 + 300);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn static_exchange(&self, mv: Move) -> i32 {
        self.static_exchange_with(mv, &EXCHANGE_VALUES)
    }

    /// What a legal move gains in such an exchange, in the unit of some values.
    pub fn static_exchange_with(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let Some((mut square, mut gains)) = Contested::after(self, mv, values) else { return 0 };
        let mut count = 1;
        while let Some(gain) = square.take(values) {
            // What this side has gained if it ends here.
            gains[count] = gain - gains[count - 1];
            count += 1;
        }
        // From the last capture back: whoever gains by not making it does not.
        for last in (1..count).rev() {
            gains[last - 1] = gains[last - 1].min(-gains[last]);
        }
        gains[0]
    }
}

/// An entry for each capture; a man makes one at most.
type Gains = [i32; 64];

/// A square that the sides take on in turn.
struct Contested<'p> {
    position: &'p Position,
    square: Square,
    /// The man that stands there now.
    standing: Role,
    /// The side that may take it.
    turn: Color,
    /// The men that have not taken yet, and those that have no part in it.
    occupied: Bitboard,
}

impl Contested<'_> {
    /// The square that a move goes to, and its gain as the first; `None` for castling, and where
    /// there is no man to move.
    fn after<'p>(
        position: &'p Position,
        mv: Move,
        values: &ExchangeValues,
    ) -> Option<(Contested<'p>, Gains)> {
        let (board, square) = (&position.board, mv.to());
        let moved = board.role_at(mv.from())?;
        let mut occupied = board.occupied().without(mv.from());
        let mut taken = board.role_at(square);
        let mut standing = moved;
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Castle => return None,
            MoveKind::EnPassant => {
                occupied = occupied.without(passed_pawn(square));
                taken = Some(Role::Pawn);
            }
            MoveKind::Promotion(role) => standing = role,
        }
        let mut gains = [0; 64];
        gains[0] = taken.map_or(0, |role| value(values, role)) + value(values, standing)
            - value(values, moved);
        let turn = !position.turn;
        Some((Contested { position, square, standing, turn, occupied }, gains))
    }

    /// The side whose turn it is takes with its first man that can, and gains this; `None` if it
    /// has none.
    fn take(&mut self, values: &ExchangeValues) -> Option<i32> {
        let (from, role) = self.first_attacker()?;
        let occupied = self.occupied.without(from);
        if role == Role::King && self.attackers(!self.turn, occupied).any() {
            return None;
        }
        let promotes =
            role == Role::Pawn && self.square.rank() == Rank::Eighth.relative_to(self.turn);
        let arrived = if promotes { Role::Queen } else { role };
        let gain = value(values, self.standing) + value(values, arrived) - value(values, role);
        (self.standing, self.turn, self.occupied) = (arrived, !self.turn, occupied);
        Some(gain)
    }

    /// The man that takes next, and what it is.
    fn first_attacker(&self) -> Option<(Square, Role)> {
        let attackers = self.attackers(self.turn, self.occupied);
        Role::ALL.into_iter().find_map(|role| {
            let from = (attackers & self.position.board.role(role)).first()?;
            Some((from, role))
        })
    }

    /// The men of a color, among those left, that attack the square.
    fn attackers(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let all = self.position.attackers(self.square, occupied);
        all & occupied & self.position.board.color(color)
    }
}

fn value(values: &ExchangeValues, role: Role) -> i32 {
    values[role].into()
}
