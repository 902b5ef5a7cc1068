//! The material of a table: which pieces each side has.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use setwise::{Board, Color, Piece, Role};

/// The largest number of pieces of a table, with both kings.
pub const MAX_PIECES: usize = 5;

/// The roles other than the king, the most valuable first: the order of the letters in a name.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The pieces of both sides, from two (the kings alone) to five with both kings.
///
/// The text is the pieces of White, `v` and the pieces of Black, as in `KRvKN`. When text is
/// parsed, the `v` may be missing, and the letters after a K may have any order.
///
/// ```
/// use setwise_endgames::Material;
///
/// let material: Material = "KNRK".parse()?;
/// assert_eq!((material.to_string(), material.count()), ("KRNvK".to_string(), 4));
/// # Ok::<(), setwise_endgames::MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The number of pieces other than the king, by color and in the order of [`ROLES`].
    counts: [[u8; 5]; 2],
}

impl Material {
    /// The two kings alone.
    pub const KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// Returns the material of a board.
    ///
    /// # Errors
    ///
    /// A side has no king or more than one, or there are more than five pieces.
    pub fn of(board: &Board) -> Result<Material, MaterialError> {
        for color in Color::ALL {
            let kings = board.pieces(color, Role::King).count() as usize;
            if kings != 1 {
                return Err(MaterialError::Kings { color, kings });
            }
        }
        let squares = board.occupied().into_iter();
        Material::of_pieces(squares.filter_map(|square| board.piece_at(square)))
    }

    /// Returns the material of pieces, of which kings are ignored.
    fn of_pieces(pieces: impl Iterator<Item = Piece>) -> Result<Material, MaterialError> {
        let mut material = Material::KINGS;
        let mut count = 2;
        for piece in pieces {
            if let Some(role) = ROLES.iter().position(|&role| role == piece.role) {
                let number = &mut material.counts[piece.color as usize][role];
                *number = number.saturating_add(1);
                count += 1;
            }
        }
        if count <= MAX_PIECES { Ok(material) } else { Err(MaterialError::TooMany { count }) }
    }

    /// Returns the number of pieces, with both kings.
    pub fn count(&self) -> usize {
        2 + self.counts.iter().flatten().map(|&number| usize::from(number)).sum::<usize>()
    }

    /// Returns the pieces other than the kings: White's and then Black's, of each side the most
    /// valuable first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            ROLES.into_iter().zip(self.counts[color as usize]).flat_map(move |(role, number)| {
                core::iter::repeat_n(Piece { color, role }, usize::from(number))
            })
        })
    }

    /// Returns whether a side has a pawn.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[4] > 0)
    }

    /// Returns the material with the colors exchanged.
    #[must_use]
    pub fn color_flipped(&self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// Returns the material of the table that has this material: itself, or with the colors
    /// exchanged if Black is the stronger side.
    ///
    /// The stronger side has more pieces, or as many and the first that differs is more valuable.
    #[must_use]
    pub fn canonical(&self) -> Material {
        let strength = |side: &[u8; 5]| (side.iter().sum::<u8>(), *side);
        if strength(&self.counts[0]) < strength(&self.counts[1]) {
            self.color_flipped()
        } else {
            *self
        }
    }

    /// Returns the material without a piece, or itself if it has no such piece.
    pub(crate) fn without(mut self, piece: Piece) -> Material {
        if let Some(role) = ROLES.iter().position(|&role| role == piece.role) {
            let number = &mut self.counts[piece.color as usize][role];
            *number = number.saturating_sub(1);
        }
        self
    }

    /// Returns the material with a pawn promoted.
    pub(crate) fn promoted(self, color: Color, role: Role) -> Material {
        let mut material = self.without(Piece { color, role: Role::Pawn });
        if let Some(role) = ROLES.iter().position(|&other| other == role) {
            material.counts[color as usize][role] += 1;
        }
        material
    }

    /// Returns the memory of the table of this material in bytes, without the tables after captures
    /// and promotions: 80 KiB for three pieces without pawns, 5 MiB for four, 320 MiB for five, and
    /// with pawns up to 2.4 times as much.
    ///
    /// While a table is computed, about as much is needed again.
    pub fn table_bytes(&self) -> usize {
        let squares = |piece: Piece| if piece.role == Role::Pawn { 48 } else { 64 };
        let kings = if self.has_pawns() { 32 } else { 10 };
        2 * 64 * kings * self.pieces().map(squares).product::<usize>()
    }

    /// Returns the material of the tables after each capture and promotion of one piece.
    pub(crate) fn successors(&self) -> Vec<Material> {
        let mut all = Vec::new();
        for piece in self.pieces() {
            all.push(self.without(piece).canonical());
            if piece.role == Role::Pawn {
                let roles = Role::PROMOTIONS.into_iter();
                all.extend(roles.map(|role| self.promoted(piece.color, role).canonical()));
            }
        }
        all
    }

    /// Returns the number of orders of the pieces that differ only in which of equal pieces is
    /// which.
    pub(crate) fn permutations(&self) -> u64 {
        let orders = |&number: &u8| (1..=u64::from(number)).product::<u64>();
        self.counts.iter().flatten().map(orders).product()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let pieces = self.pieces().filter(move |piece| piece.color == color);
            pieces.map(|piece| piece.role.letter().to_ascii_uppercase()).collect::<String>()
        };
        f.pad(&alloc::format!("K{}vK{}", side(Color::White), side(Color::Black)))
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Parses material such as `KRvK` or `KRKN`.
    ///
    /// # Errors
    ///
    /// The text has a letter of no piece, a side does not begin with a king, a third king follows,
    /// or there are more than five pieces.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let mut kings = 0;
        let mut pieces = Vec::new();
        for (at, letter) in text.char_indices() {
            match (letter, Role::from_letter(letter.to_ascii_lowercase())) {
                ('v', _) if kings == 1 && text[at + 1..].starts_with('K') => {}
                (_, Some(_)) if !letter.is_ascii_uppercase() => {
                    return Err(MaterialError::Letter { letter, at });
                }
                (_, Some(Role::King)) => kings += 1,
                (_, Some(_)) if kings == 0 => return Err(MaterialError::NoKingFirst { letter }),
                (_, Some(role)) => {
                    let color = if kings == 1 { Color::White } else { Color::Black };
                    pieces.push(Piece { color, role });
                }
                (_, None) => return Err(MaterialError::Letter { letter, at }),
            }
        }
        match kings {
            2 => Material::of_pieces(pieces.into_iter()),
            0 => Err(MaterialError::Kings { color: Color::White, kings }),
            _ => Err(MaterialError::Kings { color: Color::Black, kings: kings - 1 }),
        }
    }
}

/// Why text or a board is not the material of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MaterialError {
    /// A letter is not one of `KQRBNP`, or is a `v` that does not stand between the two sides.
    Letter {
        /// The letter.
        letter: char,
        /// The byte at which it stands.
        at: usize,
    },
    /// The text begins with a piece other than a king.
    NoKingFirst {
        /// The letter of the piece.
        letter: char,
    },
    /// A side does not have one king.
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        kings: usize,
    },
    /// There are more than five pieces.
    TooMany {
        /// The number of pieces, with both kings.
        count: usize,
    },
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialError::Letter { letter, at } => {
                write!(f, "unexpected {letter:?} at byte {at} (expected material such as KRvK)")
            }
            MaterialError::NoKingFirst { letter } => {
                write!(f, "the pieces begin with {letter} (expected the king K first, as in KRvK)")
            }
            MaterialError::Kings { color, kings } => {
                write!(f, "{color} has {kings} kings (expected 1)")
            }
            MaterialError::TooMany { count } => {
                write!(f, "{count} pieces (expected at most {MAX_PIECES}, with both kings)")
            }
        }
    }
}

impl core::error::Error for MaterialError {}
