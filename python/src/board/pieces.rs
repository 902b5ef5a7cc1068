//! Pieces, attacks, pins, keys and rights.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use setwise::attacks::{self, rays};
use setwise::{Bitboard, Color, Direction, Rank, Role, Square};
use setwise_sets::{Kind, Value};

use super::Board;
use crate::arguments::{ColorArgument, RoleArgument, SetArgument, SquareArgument, role_number};
use crate::expression::ExpressionArgument;
use crate::piece::Piece;
use crate::square_set::SquareSet;
use crate::techniques::attacked;

/// Defines read-only properties that are masks of the board's pieces.
macro_rules! masks {
    ($($name:ident $what:literal |$board:ident| $mask:expr;)*) => {
        #[pymethods]
        impl Board {
            $(
                #[doc = concat!("The squares of all ", $what, ", as a mask.")]
                ///
                /// Returns
                /// -------
                /// int
                ///     A mask of 64 bits.
                #[getter]
                fn $name(&self) -> u64 {
                    let $board = self.position.board();
                    $mask.0
                }
            )*
        }
    };
}

masks! {
    pawns "pawns" |board| board.role(Role::Pawn);
    knights "knights" |board| board.role(Role::Knight);
    bishops "bishops" |board| board.role(Role::Bishop);
    rooks "rooks" |board| board.role(Role::Rook);
    queens "queens" |board| board.role(Role::Queen);
    kings "kings" |board| board.role(Role::King);
    occupied "pieces" |board| board.occupied();
}

#[pymethods]
impl Board {
    /// The squares of Black's and of White's pieces, as masks; the index is the color.
    ///
    /// Returns
    /// -------
    /// tuple of int
    ///     Two masks of 64 bits: Black's at False, White's at True.
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let board = self.position.board();
        (board.color(Color::Black).0, board.color(Color::White).0)
    }

    /// Return the piece on a square.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// Piece or None
    ///     The piece, or None if the square is empty.
    fn piece_at(&self, square: SquareArgument) -> Option<Piece> {
        self.position.board().piece_at(square.0).map(Piece)
    }

    /// Return the type of the piece on a square.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     From ``PAWN`` (1) to ``KING`` (6), or None if the square is empty.
    fn piece_type_at(&self, square: SquareArgument) -> Option<u8> {
        self.position.board().role_at(square.0).map(role_number)
    }

    /// Return the color of the piece on a square.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// bool or None
    ///     True for White, False for Black, or None if the square is empty.
    fn color_at(&self, square: SquareArgument) -> Option<bool> {
        self.position.board().color_at(square.0).map(|color| color == Color::White)
    }

    /// Return the squares of one side's pieces of a type.
    ///
    /// Parameters
    /// ----------
    /// piece_type : int
    ///     From ``PAWN`` (1) to ``KING`` (6).
    /// color : bool
    ///     The side.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The squares.
    fn pieces(&self, piece_type: RoleArgument, color: ColorArgument) -> SquareSet {
        SquareSet(self.position.board().pieces(color.0, piece_type.0))
    }

    /// Return the pieces by square.
    ///
    /// Parameters
    /// ----------
    /// mask : SquareSet or int or iterable of int
    ///     The squares to include.
    ///
    /// Returns
    /// -------
    /// dict of int to Piece
    ///     The pieces, in the order of the squares.
    #[pyo3(signature = (*, mask = None), text_signature = "($self, *, mask=0xffffffffffffffff)")]
    fn piece_map(&self, mask: Option<SetArgument>) -> BTreeMap<u8, Piece> {
        let board = self.position.board();
        let wanted = board.occupied() & mask.map_or(Bitboard::UNIVERSE, |mask| mask.0);
        let pieces = wanted.into_iter().filter_map(|square| {
            board.piece_at(square).map(|piece| (square.index(), Piece(piece)))
        });
        pieces.collect()
    }

    /// Return the square of a king.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side.
    ///
    /// Returns
    /// -------
    /// int
    ///     The square.
    fn king(&self, color: ColorArgument) -> u8 {
        self.position.king(color.0).index()
    }

    /// Return the squares that the piece on a square attacks.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The attacked squares, also squares of own pieces and squares that a pin forbids; the
    ///     empty set if the square is empty.
    fn attacks(&self, square: SquareArgument) -> SquareSet {
        let board = self.position.board();
        let of = |piece| attacked(attacks::DEFAULT, piece, square.0, board.occupied());
        SquareSet(board.piece_at(square.0).map_or(Bitboard::EMPTY, of))
    }

    /// Return the pieces of a side that attack a square.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side of the attackers.
    /// square : int
    ///     A square from 0 to 63.
    /// occupied : SquareSet or int or iterable of int, optional
    ///     The squares that block sliding pieces; by default all pieces.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The attackers, also pinned ones.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers(
        &self,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SetArgument>,
    ) -> SquareSet {
        let board = self.position.board();
        let occupied = occupied.map_or(board.occupied(), |occupied| occupied.0);
        SquareSet(self.position.attackers(square.0, occupied) & board.color(color.0))
    }

    /// Return whether a side attacks a square.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side of the attackers.
    /// square : int
    ///     A square from 0 to 63.
    /// occupied : SquareSet or int or iterable of int, optional
    ///     The squares that block sliding pieces; by default all pieces.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether there is an attacker, even a pinned one.
    #[pyo3(signature = (color, square, occupied = None))]
    fn is_attacked_by(
        &self,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SetArgument>,
    ) -> bool {
        self.attackers(color, square, occupied).0.any()
    }

    /// Return the pieces that give check.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     No, one or two squares.
    fn checkers(&self) -> SquareSet {
        SquareSet(self.position.checkers())
    }

    /// Return the line on which a piece is pinned to its king.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side of the king.
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The rank, file or diagonal of the king, the square and the pinning piece; all squares if
    ///     there is no pin.
    fn pin(&self, color: ColorArgument, square: SquareArgument) -> SquareSet {
        SquareSet(self.pin_line(color.0, square.0).unwrap_or(Bitboard::UNIVERSE))
    }

    /// Return whether a piece is pinned to its king.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side of the king.
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    fn is_pinned(&self, color: ColorArgument, square: SquareArgument) -> bool {
        self.pin_line(color.0, square.0).is_some()
    }

    /// Return the set that an expression is.
    ///
    /// Parameters
    /// ----------
    /// expression : Expression or str
    ///     A set. The moves before are not asked.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The set.
    ///
    /// Raises
    /// ------
    /// ExpressionError
    ///     If the text is no expression, or the expression is no set or needs games.
    ///
    /// See Also
    /// --------
    /// Expression.show : Draws the parts.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> [setwise.square_name(it) for it in setwise.Board().sets("attacks(N) & a-h3")]
    /// ['a3', 'c3', 'f3', 'h3']
    fn sets(&self, py: Python<'_>, expression: ExpressionArgument) -> PyResult<SquareSet> {
        let expression = expression.0.of_positions(Kind::Set)?;
        let mut found = Bitboard::EMPTY;
        py.detach(|| {
            expression.evaluate(&[self.position], |_, value| {
                if let Value::Set(set) = value {
                    found = set;
                }
            });
            expression.finish();
        });
        Ok(SquareSet(found))
    }

    /// Return the Zobrist key of opening books in the Polyglot format.
    ///
    /// Returns
    /// -------
    /// int
    ///     64 bits.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> hex(setwise.Board().zobrist())
    /// '0x463b96181691fc9c'
    fn zobrist(&self) -> u64 {
        self.position.polyglot_key()
    }

    /// Return the board with the colors exchanged.
    ///
    /// Returns
    /// -------
    /// Board
    ///     A new board without moves: mirrored from top to bottom, with the colors of the pieces, the
    ///     side to move and the castling rights exchanged.
    fn mirror(&self) -> Board {
        Board::of(self.position.color_flipped(), self.chess960)
    }
}

questions! { |board|
    is_check "the side to move is in check", "it is", board.position.is_check();
    has_legal_en_passant "an en passant capture is legal", "it is",
        board.position.legal_en_passant().is_some();
    has_pseudo_legal_en_passant "a pawn attacks the en passant square",
        "an en passant capture is pseudo-legal", board.position.pseudo_legal_en_passant().is_some();
    has_chess960_castling_rights "a castling right needs Chess960 notation",
        "a king or rook with a right is not on its square of standard chess",
        board.position.is_chess960();
}

questions! { |board, color: ColorArgument| "color : bool", "The side.";
    has_castling_rights "a side has a castling right", "it has", board.rights(color.0).any();
    has_kingside_castling_rights
        "a side has the right to castle with the rook on the king's right", "it has",
        board.rights(color.0).meets(rays::ray(board.position.king(color.0), Direction::East));
    has_queenside_castling_rights
        "a side has the right to castle with the rook on the king's left", "it has",
        board.rights(color.0).meets(rays::ray(board.position.king(color.0), Direction::West));
}

impl Board {
    fn rights(&self, color: Color) -> Bitboard {
        self.position.castling_rooks() & Bitboard::rank(Rank::First.relative_to(color))
    }

    /// Returns the line on which a square is pinned to a king, or `None`.
    fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let (board, king) = (self.position.board(), self.position.king(color));
        let line = rays::line(king, square);
        let along_line = king.file() == square.file() || king.rank() == square.rank();
        let sliders =
            if along_line { board.rook_sliders(!color) } else { board.bishop_sliders(!color) };
        let only = Bitboard::of(square);
        let pins =
            |slider: Square| (rays::between(slider, king) & (board.occupied() | only)) == only;
        (line & sliders).into_iter().any(pins).then_some(line)
    }
}
