//! Questions about pieces, attacks and moves.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use setwise::attacks::{self, Sliders, leapers, rays};
use setwise::{Bitboard, Color, Direction, EXCHANGE_VALUES, Rank, Role, Square};

use super::Board;
use crate::arguments::{
    ColorArgument, RoleArgument, SetArgument, SquareArgument, ValuesArgument, role_number,
};
use crate::moves::Move;
use crate::piece::Piece;
use crate::square_set::SquareSet;

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
    #[pyo3(signature = (*, mask = None), text_signature = "($self, *, mask=BB_ALL)")]
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
    ///     The attacked squares, also those of own pieces and those that a pin forbids; the empty set
    ///     if the square is empty.
    fn attacks(&self, square: SquareArgument) -> SquareSet {
        let (board, from) = (self.position.board(), square.0);
        let occupied = board.occupied();
        let Some(piece) = board.piece_at(from) else { return SquareSet(Bitboard::EMPTY) };
        SquareSet(match piece.role {
            Role::Pawn => leapers::pawn(piece.color, from),
            Role::Knight => leapers::knight(from),
            Role::Bishop => attacks::DEFAULT.bishop(from, &occupied),
            Role::Rook => attacks::DEFAULT.rook(from, &occupied),
            Role::Queen => attacks::DEFAULT.queen(from, &occupied),
            Role::King => leapers::king(from),
        })
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

    /// Return whether the side to move is in check.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    fn is_check(&self) -> bool {
        self.position.is_check()
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

    /// Return whether a move captures a piece, with en passant.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is a capture.
    #[pyo3(signature = (r#move))]
    fn is_capture(&self, r#move: &Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let touched = Bitboard::of(uci.from) ^ Bitboard::of(uci.to);
        touched.meets(position.board().enemy(position.turn())) || self.is_en_passant(r#move)
    }

    /// Return whether a move is an en passant capture.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_en_passant(&self, r#move: &Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        position.en_passant() == Some(uci.to)
            && position.board().role(Role::Pawn).contains(uci.from)
            && uci.from.file() != uci.to.file()
            && !position.board().occupied().contains(uci.to)
    }

    /// Return whether a move is castling.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_castling(&self, r#move: &Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let rooks = position.board().pieces(position.turn(), Role::Rook);
        let files = (uci.from.file() as u8).abs_diff(uci.to.file() as u8);
        position.board().role(Role::King).contains(uci.from)
            && (files > 1 || rooks.contains(uci.to))
    }

    /// Return whether a move is castling with the rook on the king's right.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_kingside_castling(&self, r#move: &Move) -> bool {
        self.is_castling(r#move) && r#move.0.to.file() > r#move.0.from.file()
    }

    /// Return whether a move is castling with the rook on the king's left.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_queenside_castling(&self, r#move: &Move) -> bool {
        self.is_castling(r#move) && r#move.0.to.file() < r#move.0.from.file()
    }

    /// Return whether a move resets the halfmove clock: a capture or a pawn move.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it does.
    #[pyo3(signature = (r#move))]
    fn is_zeroing(&self, r#move: &Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let touched = Bitboard::of(uci.from) ^ Bitboard::of(uci.to);
        let board = position.board();
        touched.meets(board.role(Role::Pawn) | board.enemy(position.turn()))
    }

    /// Return whether a move makes earlier positions impossible to repeat.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True for captures, pawn moves, moves that lose a castling right, and every move in a
    ///     position with a legal en passant capture. It may be False for a move that is irreversible
    ///     for another reason.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn is_irreversible(&self, r#move: &Move) -> PyResult<bool> {
        let next = self.position.play_unchecked(self.legal(*r#move)?);
        Ok(self.is_zeroing(r#move)
            || next.castling() != self.position.castling()
            || self.position.legal_en_passant().is_some())
    }

    /// Return whether a move gives check.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it does.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn gives_check(&self, r#move: &Move) -> PyResult<bool> {
        Ok(self.position.gives_check(self.legal(*r#move)?))
    }

    /// Return the material balance of a move by static exchange evaluation (SEE).
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    /// values : sequence of int
    ///     The values of pawn, knight, bishop, rook, queen and king.
    ///
    /// Returns
    /// -------
    /// int
    ///     What the side to move gains if both sides capture on the target square, cheapest piece
    ///     first, as long as it pays; negative for a loss.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> board = setwise.Board("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1")
    /// >>> board.see(setwise.Move.from_uci("e1e5"))
    /// 100
    #[pyo3(
        signature = (r#move, *, values = ValuesArgument(EXCHANGE_VALUES)),
        text_signature = "($self, move, *, values=(100, 300, 300, 500, 900, 10000))"
    )]
    fn see(&self, r#move: &Move, values: ValuesArgument) -> PyResult<i32> {
        Ok(self.position.static_exchange_with(self.legal(*r#move)?, &values.0))
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

    /// Return whether an en passant capture is legal.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    fn has_legal_en_passant(&self) -> bool {
        self.position.legal_en_passant().is_some()
    }

    /// Return whether a pawn attacks the en passant square.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether an en passant capture is pseudo-legal.
    fn has_pseudo_legal_en_passant(&self) -> bool {
        self.position.pseudo_legal_en_passant().is_some()
    }

    /// Return whether a side has a castling right.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it has.
    fn has_castling_rights(&self, color: ColorArgument) -> bool {
        self.rights(color.0).any()
    }

    /// Return whether a side has the right to castle with the rook on the king's right.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it has.
    fn has_kingside_castling_rights(&self, color: ColorArgument) -> bool {
        let king = self.position.king(color.0);
        self.rights(color.0).meets(rays::ray(king, Direction::East))
    }

    /// Return whether a side has the right to castle with the rook on the king's left.
    ///
    /// Parameters
    /// ----------
    /// color : bool
    ///     The side.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it has.
    fn has_queenside_castling_rights(&self, color: ColorArgument) -> bool {
        let king = self.position.king(color.0);
        self.rights(color.0).meets(rays::ray(king, Direction::West))
    }

    /// Return whether a castling right needs Chess960 notation.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether a king or rook with a right is not on its square of standard chess.
    fn has_chess960_castling_rights(&self) -> bool {
        self.position.is_chess960()
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

impl Board {
    fn rights(&self, color: Color) -> Bitboard {
        self.position.castling() & Bitboard::rank(Rank::First.relative_to(color))
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
