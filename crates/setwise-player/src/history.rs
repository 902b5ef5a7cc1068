//! What the search remembers of moves: which were good in other positions.

use setwise::{Move, Piece, Position, Role, Square};

/// The greatest value of a history.
const LIMIT: i32 = 16_384;

/// Values that move towards a bonus, the slower the nearer they are to the limit.
fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The values of all moves of a piece to a square.
type PieceTo = [[i16; 64]; 12];

/// A piece and the square to which it has moved; the index of a table of continuations.
pub(crate) type Played = Option<(Piece, Square)>;

/// Returns the piece and the target of a legal move; for castling, the king and its target.
pub(crate) fn played(position: &Position, mv: Move) -> Played {
    position
        .board()
        .role_at(mv.from())
        .map(|role| (Piece { color: position.turn(), role }, mv.destination()))
}

fn index(piece: Piece) -> usize {
    6 * piece.color as usize + piece.role as usize
}

/// The histories of the quiet moves of a position, after the moves before it.
#[derive(Clone, Copy)]
pub(crate) struct Quiets<'h> {
    position: &'h Position,
    by_squares: &'h [[i16; 64]; 64],
    after: [&'h PieceTo; 2],
}

static NOTHING: PieceTo = [[0; 64]; 12];

impl Quiets<'_> {
    /// Returns how good a move was.
    #[inline]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        let Some((piece, to)) = played(self.position, mv) else { return 0 };
        let after = self.after.map(|table| i32::from(table[index(piece)][to]));
        i32::from(self.by_squares[mv.from()][mv.to()]) + after[0] + after[1]
    }
}

/// The histories of a thread.
pub(crate) struct History {
    /// By side, origin and target.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// By moving piece, target and captured role.
    capture: Box<[[[i16; 6]; 64]; 12]>,
    /// By a move that was played one or two plies before, and a move.
    continuation: Vec<PieceTo>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            capture: Box::new([[[0; 6]; 64]; 12]),
            continuation: vec![[[0; 64]; 12]; 12 * 64],
        }
    }

    /// Returns the scores of quiet moves: in other positions, and after the two moves before.
    pub(crate) fn quiets<'h>(&'h self, position: &'h Position, before: [Played; 2]) -> Quiets<'h> {
        let table = |before: Played| match before {
            Some((piece, to)) => &self.continuation[64 * index(piece) + to as usize],
            None => &NOTHING,
        };
        Quiets { position, by_squares: &self.quiet[position.turn()], after: before.map(table) }
    }

    pub(crate) fn learn_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        before: [Played; 2],
        bonus: i32,
    ) {
        learn(&mut self.quiet[position.turn()][mv.from()][mv.to()], bonus);
        if let Some((piece, to)) = played(position, mv) {
            for (before, square) in before.into_iter().flatten() {
                let table = &mut self.continuation[64 * index(before) + square as usize];
                learn(&mut table[index(piece)][to], bonus);
            }
        }
    }

    /// Returns how good a capture was in other positions.
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let Some((piece, to)) = played(position, mv) else { return 0 };
        let captured = position.captured(mv).unwrap_or(Role::Pawn);
        i32::from(self.capture[index(piece)][to][captured])
    }

    pub(crate) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let Some((piece, to)) = played(position, mv) else { return };
        let captured = position.captured(mv).unwrap_or(Role::Pawn);
        learn(&mut self.capture[index(piece)][to][captured], bonus);
    }

    /// Halves what was learned of moves, for the next move of the game.
    pub(crate) fn fade(&mut self) {
        self.moves().for_each(|value| *value /= 2);
    }

    /// Forgets what was learned, for another game.
    pub(crate) fn forget(&mut self) {
        self.moves().for_each(|value| *value = 0);
    }

    fn moves(&mut self) -> impl Iterator<Item = &mut i16> {
        let continuation = self.continuation.iter_mut().flatten().flatten();
        let capture = self.capture.iter_mut().flatten().flatten();
        continuation.chain(capture).chain(self.quiet.iter_mut().flatten().flatten())
    }
}
