//! A table: the value of each position of some material.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use setwise::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square};

use crate::layout::{Layout, Symmetry};
use crate::material::Material;
use crate::placement::Placement;
use crate::retrograde;
use crate::seeds::Smaller;

/// The result of a position with best play, for the side to move.
///
/// A draw by the fifty-move rule or by repetition does not count. A side that wins does so in the
/// fewest plies, and a side that loses resists for the most. A ply is a move of one side, so a win
/// has an odd number of plies, and a loss an even number: 0 if the side is checkmated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move mates in this number of plies.
    Win(u8),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this number of plies.
    Loss(u8),
}

impl Outcome {
    /// Returns the outcome of a value: 0 is a draw, an odd number a loss, an even number a win.
    pub(crate) fn of(value: u8) -> Outcome {
        match value {
            0 => Outcome::Draw,
            value if value % 2 == 1 => Outcome::Loss(value - 1),
            value => Outcome::Win(value - 1),
        }
    }

    /// Returns the outcome before a move, of the side that makes the move, if this is the outcome
    /// after it.
    #[must_use]
    pub fn before_move(self) -> Outcome {
        match self {
            Outcome::Win(plies) => Outcome::Loss(plies.saturating_add(1)),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(plies) => Outcome::Win(plies.saturating_add(1)),
        }
    }

    /// Returns the plies to mate, or `None` for a draw.
    pub fn plies(self) -> Option<u8> {
        match self {
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// Returns the number of moves to mate of the winning side, or `None` for a draw.
    pub fn moves(self) -> Option<u8> {
        self.plies().map(|plies| plies.div_ceil(2))
    }

    /// Returns a number that is greater for a better outcome.
    pub(crate) fn rank(self) -> i16 {
        match self {
            Outcome::Win(plies) => 1000 - i16::from(plies),
            Outcome::Draw => 0,
            Outcome::Loss(plies) => i16::from(plies) - 1000,
        }
    }
}

/// The numbers of positions with one side to move.
///
/// All legal positions are counted, with each piece on each square: none is left out as the mirror
/// image of another. Positions with a right to capture en passant are not counted apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of positions that the side to move wins.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions that the side to move loses.
    pub losses: u64,
    /// The longest win, in plies, and the first position with it.
    pub longest_win: Option<(u8, Position)>,
    /// The longest loss, in plies, and the first position with it.
    pub longest_loss: Option<(u8, Position)>,
}

/// The values of all positions of some material, without castling rights.
#[derive(Debug)]
pub struct Table {
    material: Material,
    layout: Layout,
    /// By side to move, placement and square of the word's king: the plies to mate and 1, so that
    /// an odd number is a loss and an even number a win; 0 is a draw, or no legal position.
    values: [Vec<u8>; 2],
    longest: u8,
}

impl Table {
    /// Computes a table from the smaller ones, or returns `None` if it was stopped.
    pub(crate) fn build(
        material: Material,
        smaller: &Smaller,
        stop: impl FnMut(u8) -> ControlFlow<()>,
    ) -> Option<Table> {
        let layout = Layout::new(&material);
        let values = retrograde::values(&layout, smaller, stop)?;
        Some(Table::of(material, layout, values))
    }

    fn of(material: Material, layout: Layout, values: [Vec<u8>; 2]) -> Table {
        let longest = values.iter().flatten().max().map_or(0, |value| value.saturating_sub(1));
        Table { material, layout, values, longest }
    }

    /// Returns the material. White is the stronger side; see [`Material::canonical`].
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns the memory of the values in bytes: 128 for each word.
    pub fn bytes(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }

    /// Returns the plies of the longest mate, or 0 if there is none.
    pub fn longest_plies(&self) -> u8 {
        self.longest
    }

    /// Returns the values of a word. The placement may have the pieces in any order, and the colors
    /// exchanged.
    pub(crate) fn line(&self, turn: Color, placement: &Placement) -> Line<'_> {
        if let Some(placement) = self.sorted(placement, false) {
            let (index, symmetry) = self.layout.index(&placement);
            return Line::Word { values: &self.values[turn][64 * index..][..64], symmetry };
        }
        let flipped = |placement| Line::Flipped { table: self, turn: !turn, placement };
        self.sorted(placement, true).map_or(Line::Drawn, flipped)
    }

    /// Returns a placement with the pieces in the order of the layout, with colors and ranks flipped
    /// if so asked, or `None` if they are others.
    fn sorted(&self, placement: &Placement, is_flipped: bool) -> Option<Placement> {
        let flip = |square: Square| if is_flipped { square.flip_vertical() } else { square };
        let mut sorted = Placement::new(flip(placement.king()));
        let mut rest = [true; 3];
        for piece in self.layout.pieces() {
            let color = if is_flipped { !piece.color } else { piece.color };
            let wanted = Piece { color, role: piece.role };
            let mut places = placement.pieces().iter().enumerate();
            let (at, &(_, square)) = places.find(|&(at, &(is, _))| rest[at] && is == wanted)?;
            rest[at] = false;
            sorted.put(*piece, flip(square));
        }
        Some(sorted)
    }

    /// Returns the outcome of a position without a right to capture en passant, or `None` if the
    /// position has other material or castling rights.
    pub(crate) fn probe(&self, position: &Position) -> Option<Outcome> {
        let board = position.board();
        if position.castling_rooks().any() || Material::of(board).ok()?.canonical() != self.material
        {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| position.king(color));
        let line = self.line(position.turn(), &placement(board, white));
        Some(Outcome::of(line.at(black)))
    }

    /// Returns the squares on which the missing king of a board makes a legal position with an
    /// outcome that `wanted` accepts, or `None` if the board with that king has other material.
    ///
    /// The outcome is for the side to move. No pawn may be captured en passant.
    ///
    /// # Examples
    ///
    /// Where a rook mates at once:
    ///
    /// ```
    /// use setwise::{Color, Square, Setup};
    /// use setwise_endgames::{Outcome, Tables};
    ///
    /// let table = Tables::new().build(&"KRvK".parse()?)?;
    /// let board = Setup::parse_fen("8/8/8/8/8/2K5/8/7R w - - 0 1")?.board;
    /// let mated = table.king_squares(&board, Color::Black, |outcome| outcome == Outcome::Loss(0));
    /// assert_eq!(mated.and_then(|squares| squares.single()), Some(Square::C1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn king_squares(
        &self,
        board: &Board,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool,
    ) -> Option<Bitboard> {
        let missing =
            *Color::ALL.iter().find(|&&color| board.pieces(color, Role::King).is_empty())?;
        let mut squares = Bitboard::EMPTY;
        for square in board.empty() {
            let mut board = *board;
            board.put(square, Piece { color: missing, role: Role::King });
            if Material::of(&board).ok()?.canonical() != self.material {
                return None;
            }
            let white = board.pieces(Color::White, Role::King).first()?;
            let black = board.pieces(Color::Black, Role::King).first()?;
            let placement = placement(&board, white);
            if placement.legal(turn).contains(black)
                && wanted(Outcome::of(self.line(turn, &placement).at(black)))
            {
                squares = squares.with(square);
            }
        }
        Some(squares)
    }

    /// Counts the positions with a side to move, in the orientation of [`Table::material`]. The time
    /// grows with the table: a few milliseconds with four pieces.
    pub fn counts(&self, turn: Color) -> Counts {
        let mut counts = Counts::default();
        for (index, values) in self.values[turn].chunks_exact(64).enumerate() {
            let Some(placement) = self.layout.placement(index) else { continue };
            let orbit = self.layout.orbit(index);
            for king in placement.legal(turn) {
                let outcome = Outcome::of(values[king as usize]);
                let (number, longest, plies) = match outcome {
                    Outcome::Win(plies) => (&mut counts.wins, &mut counts.longest_win, plies),
                    Outcome::Loss(plies) => (&mut counts.losses, &mut counts.longest_loss, plies),
                    Outcome::Draw => {
                        counts.draws += orbit;
                        continue;
                    }
                };
                *number += orbit;
                if longest.is_none_or(|(most, _)| most < plies) {
                    *longest = position(&placement, king, turn).map(|position| (plies, position));
                }
            }
        }
        // The layout has each order of equal pieces.
        let permutations = self.material.permutations();
        for number in [&mut counts.wins, &mut counts.draws, &mut counts.losses] {
            *number /= permutations;
        }
        counts
    }

    /// Returns the values of both sides to move, to be written.
    #[cfg(feature = "files")]
    pub(crate) fn values(&self) -> [&[u8]; 2] {
        [&self.values[0], &self.values[1]]
    }

    /// Returns a table of values, or `None` if their number is wrong.
    #[cfg(feature = "files")]
    pub(crate) fn from_values(material: Material, values: [Vec<u8>; 2]) -> Option<Table> {
        let layout = Layout::new(&material);
        let is_whole = values.iter().all(|values| values.len() == 64 * layout.words());
        is_whole.then(|| Table::of(material, layout, values))
    }
}

/// The values of a word, by the square of the word's king.
pub(crate) enum Line<'a> {
    /// The values in a table of the same colors.
    Word { values: &'a [u8], symmetry: Symmetry },
    /// Black is the stronger side: the flipped placement, whose king is the word's king of the table.
    Flipped { table: &'a Table, turn: Color, placement: Placement },
    /// No table.
    Drawn,
}

impl Line<'_> {
    /// Returns the value with the king on a square.
    #[inline]
    pub(crate) fn at(&self, king: Square) -> u8 {
        match self {
            Line::Word { values, symmetry } => values[symmetry.square(king) as usize],
            Line::Flipped { table, turn, placement } => {
                let placed = placement.with_king(king.flip_vertical());
                let (index, symmetry) = table.layout.index(&placed);
                table.values[*turn][64 * index + symmetry.square(placement.king()) as usize]
            }
            Line::Drawn => 0,
        }
    }
}

/// Returns the placement of a board, without Black's king.
fn placement(board: &Board, white_king: Square) -> Placement {
    let mut placement = Placement::new(white_king);
    for square in board.occupied() - board.role(Role::King) {
        if let Some(piece) = board.piece_at(square) {
            placement.put(piece, square);
        }
    }
    placement
}

/// Returns the position of a placement, or `None` if it is not legal.
fn position(placement: &Placement, king: Square, turn: Color) -> Option<Position> {
    let (board, castling) = (Board::default(), Bitboard::EMPTY);
    let mut setup = Setup { board, turn, castling, ..Setup::from(Position::INITIAL) };
    setup.board.put(placement.king(), Piece { color: Color::White, role: Role::King });
    setup.board.put(king, Piece { color: Color::Black, role: Role::King });
    for &(piece, square) in placement.pieces() {
        setup.board.put(square, piece);
    }
    Position::ignoring_history(setup).ok()
}
