//! The start positions of Chess960 by number.
//!
//! **Literature.** Reinhard Scharnagl's numbers,
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.

use super::Position;
use crate::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

impl Position {
    /// Returns the start position of Chess960 with one of Scharnagl's numbers, from 0 to 959, or
    /// `None` for a greater number. Standard chess is number 518.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::INITIAL));
    /// let first = Position::chess960(0).ok_or("960 positions")?;
    /// assert_eq!(first.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Position::chess960(960), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn chess960(number: u16) -> Option<Position> {
        Position::double_chess960(number, number)
    }

    /// Returns the start position of double Chess960, in which each side has a number of its own,
    /// or `None` if one of the numbers is greater than 959.
    pub fn double_chess960(white: u16, black: u16) -> Option<Position> {
        let mut setup = Setup { board: Board::EMPTY, castling: Bitboard::EMPTY, ..Setup::INITIAL };
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let [first, second] = [Rank::First, Rank::Second].map(|rank| rank.relative_to(color));
            for (file, role) in File::ALL.into_iter().zip(back_rank(number)?) {
                let square = Square::new(file, first);
                setup.board.put(square, Piece { color, role });
                setup.board.put(Square::new(file, second), Piece { color, role: Role::Pawn });
                if role == Role::Rook {
                    setup.castling = setup.castling.with(square);
                }
            }
        }
        Position::try_from(setup).ok()
    }
}

/// Returns the pieces of a number from the a to the h file, or `None` if it is greater than 959.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    /// The free squares of the two knights, counted from the left among the last five.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = usize::from(number);
    let knights = *KNIGHTS.get(number / 96)?;
    // A pawn stands for a free square.
    let mut rank = [Role::Pawn; 8];
    rank[number % 4 * 2 + 1] = Role::Bishop;
    rank[number / 4 % 4 * 2] = Role::Bishop;
    place(&mut rank, number / 16 % 6, Role::Queen);
    // The second knight first, so that the count of the other does not change.
    place(&mut rank, knights[1], Role::Knight);
    place(&mut rank, knights[0], Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    Some(rank)
}

/// Puts a piece on the n-th free square, counted from 0.
fn place(rank: &mut [Role; 8], index: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|piece| **piece == Role::Pawn).nth(index) {
        *free = role;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement with bishops on squares of both colors and the king between the rooks is
    /// the back rank of exactly one number.
    #[test]
    fn the_numbers_are_all_arrangements_once() {
        let mut ranks: Vec<[Role; 8]> = (0..960).filter_map(back_rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks.len(), 960);
        for rank in ranks {
            let files = |role| (0..8).filter(move |&file| rank[file] == role).collect::<Vec<_>>();
            let (bishops, rooks) = (files(Role::Bishop), files(Role::Rook));
            assert_eq!(bishops.iter().sum::<usize>() % 2, 1, "{rank:?}");
            assert_eq!(
                [rooks.len(), files(Role::Knight).len(), files(Role::Queen).len()],
                [2, 2, 1]
            );
            assert!(rooks[0] < files(Role::King)[0] && files(Role::King)[0] < rooks[1], "{rank:?}");
        }
        assert_eq!(back_rank(960), None);
        assert_eq!(back_rank(u16::MAX), None);
    }
}
