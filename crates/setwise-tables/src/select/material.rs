//! Material on the board.

use std::fmt;
use std::str::FromStr;

use setwise::{Board, Color, Role};

/// The pieces of both sides, as in `KRPvKR`. Which of them is White's does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    sides: [Side; 2],
}

/// The number of pieces of each role.
type Side = [u8; 6];

/// The error of parsing a [`Material`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// A character that is not allowed here, and its byte offset.
    Unexpected(char, usize),
    /// A side does not have exactly one king; contains the byte offset of the side.
    King(usize),
    /// A side has more than 16 pieces; contains the byte offset of the side.
    TooMany(usize),
    /// There is no `v` between two sides.
    NoSides,
}

impl Material {
    /// Returns whether exactly these pieces are on a board.
    pub fn is_on(self, board: &Board) -> bool {
        let side = |color: Color| Role::ALL.map(|role| board.pieces(color, role).count() as u8);
        let (white, black) = (side(Color::White), side(Color::Black));
        self.sides == [white, black] || self.sides == [black, white]
    }
}

/// Writes what [`Material::from_str`] reads.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.sides.iter().enumerate() {
            f.write_str(if index > 0 { "v" } else { "" })?;
            for role in Role::ALL.into_iter().rev() {
                for _ in 0..side[role as usize] {
                    write!(f, "{}", role.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

/// Parses two sides, each with a king, separated by `v`: `KQvKR`.
impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let (one, other) = text.split_once('v').ok_or(MaterialError::NoSides)?;
        Ok(Material { sides: [side(one, 0)?, side(other, one.len() + 1)?] })
    }
}

fn side(text: &str, start: usize) -> Result<Side, MaterialError> {
    let mut side = Side::default();
    for (at, letter) in text.char_indices() {
        let role = Role::ALL.into_iter().find(|role| role.letter().to_ascii_uppercase() == letter);
        let role = role.ok_or(MaterialError::Unexpected(letter, start + at))?;
        side[role as usize] = side[role as usize].saturating_add(1);
    }
    if side[Role::King as usize] != 1 {
        return Err(MaterialError::King(start));
    }
    match text.len() > 16 {
        true => Err(MaterialError::TooMany(start)),
        false => Ok(side),
    }
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialError::Unexpected(letter, at) => {
                write!(f, "unexpected {letter:?} at byte {at} (expected K, Q, R, B, N or P)")
            }
            MaterialError::King(at) => {
                write!(f, "the side at byte {at} does not have exactly one king (as in KRPvKR)")
            }
            MaterialError::TooMany(at) => {
                write!(f, "the side at byte {at} has more than 16 pieces")
            }
            MaterialError::NoSides => f.write_str("there is no v between two sides (as in KRPvKR)"),
        }
    }
}

impl std::error::Error for MaterialError {}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::Position;

    #[test]
    fn material_is_found_for_either_side() {
        let material: Material = "KRPvKN".parse().expect("material");
        for (fen, is_on) in [
            ("4k1n1/8/8/8/8/8/4P3/R3K3 w - - 0 1", true),
            ("r3k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1", true),
            ("r3k1n1/4p3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k1n1/8/8/8/8/8/4PP2/R3K3 w - - 0 1", false),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(material.is_on(position.board()), is_on, "{fen}");
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, error) in [
            ("KRP", MaterialError::NoSides),
            ("KRXvK", MaterialError::Unexpected('X', 2)),
            ("KvRk", MaterialError::Unexpected('k', 3)),
            ("KvRR", MaterialError::King(2)),
            ("KKvK", MaterialError::King(0)),
            ("KPPPPPPPPPPPPPPPPvK", MaterialError::TooMany(0)),
        ] {
            assert_eq!(text.parse::<Material>(), Err(error), "{text}");
        }
    }
}
