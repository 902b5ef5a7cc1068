//! Roles (pawn to king) and pieces (a role with a color).

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::Color;

/// The type of a piece, without its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All six roles, from pawn to king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The four roles that a pawn may promote to.
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Returns the lower-case English letter: `p`, `n`, `b`, `r`, `q` or `k`.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// Returns the role for an English letter in either case, or `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Role::Pawn),
            'n' => Some(Role::Knight),
            'b' => Some(Role::Bishop),
            'r' => Some(Role::Rook),
            'q' => Some(Role::Queen),
            'k' => Some(Role::King),
            _ => None,
        }
    }

    /// Returns the English name, such as `pawn`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl<T> Index<Role> for [T; 6] {
    type Output = T;

    #[inline(always)]
    fn index(&self, role: Role) -> &T {
        &self[role as usize]
    }
}

impl<T> IndexMut<Role> for [T; 6] {
    #[inline(always)]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self[role as usize]
    }
}

/// A piece: a role with a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side that the piece belongs to.
    pub color: Color,
    /// The type of the piece.
    pub role: Role,
}

impl Piece {
    /// Returns the FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// Returns the piece for a FEN letter, or `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }

    /// Returns the index of the piece, 0 to 11: White's pawn to king are 0 to 5, Black's 6 to 11.
    pub(crate) const fn index(self) -> u8 {
        6 * self.color as u8 + self.role as u8
    }

    /// Returns the piece with an index, or `None` if the index is 12 or more.
    pub(crate) fn from_index(index: u8) -> Option<Piece> {
        let color = *Color::ALL.get(usize::from(index / 6))?;
        Some(Piece { color, role: Role::ALL[usize::from(index % 6)] })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
