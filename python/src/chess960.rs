//! The start positions of Chess960 by number.
//!
//! The numbering is by Reinhard Scharnagl, <https://www.mark-weeks.com/cfaa/chess960/c960strt.htm>.

use setwise::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, Square};

/// The number of start positions.
pub(crate) const STARTS: u16 = 960;

/// Returns the start position with a number, or `None` if it is 960 or more.
pub(crate) fn start(number: u16) -> Option<Position> {
    let roles = first_rank(number)?;
    let mut board = Board::EMPTY;
    for (file, role) in File::ALL.into_iter().zip(roles) {
        for color in Color::ALL {
            let rank = |rank: Rank| Square::new(file, rank.relative_to(color));
            board.put(rank(Rank::First), Piece { color, role });
            board.put(rank(Rank::Second), Piece { color, role: Role::Pawn });
        }
    }
    let castling: Bitboard = board.role(Role::Rook);
    Position::try_from(Setup { board, castling, ..Setup::INITIAL }).ok()
}

/// Returns the number of a position whose pieces stand as at the start.
pub(crate) fn number(position: &Position) -> Option<u16> {
    let is_this = |number: &u16| start(*number).is_some_and(|it| it.board() == position.board());
    (0..STARTS).find(is_this)
}

/// Returns the pieces of the first rank from the a file to the h file.
fn first_rank(number: u16) -> Option<[Role; 8]> {
    if number >= STARTS {
        return None;
    }
    let number = usize::from(number);
    let mut files: [Option<Role>; 8] = [None; 8];
    files[number % 4 * 2 + 1] = Some(Role::Bishop);
    files[number / 4 % 4 * 2] = Some(Role::Bishop);
    put(&mut files, number / 16 % 6, Role::Queen);
    // The two knights, as the numbers of free files; the second is counted after the first is set.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];
    let (first, second) = KNIGHTS[number / 96];
    put(&mut files, first, Role::Knight);
    put(&mut files, second, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut files, 0, role);
    }
    let mut roles = [Role::Pawn; 8];
    for (role, found) in roles.iter_mut().zip(files) {
        *role = found?;
    }
    Some(roles)
}

/// Puts a piece on a free file, counted from the a file.
fn put(files: &mut [Option<Role>; 8], free: usize, role: Role) {
    if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(free) {
        *file = Some(role);
    }
}
