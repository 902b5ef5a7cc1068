//! FEN, EPD, SAN, UCI and drawings of a board.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise::notation::fen::{CastlingStyle, EnPassantStyle, Fen};
use setwise::notation::san::SanOptions;
use setwise::{Color, Square};

use super::Board;
use crate::arguments::choice;
use crate::moves::{self, Move};
use crate::{chess960, epd, errors};

#[pymethods]
impl Board {
    /// Return the FEN.
    ///
    /// Parameters
    /// ----------
    /// shredder : bool
    ///     Whether castling rights are the files of the rooks, ``HAha``, instead of X-FEN, ``KQkq``.
    /// en_passant : {'legal', 'fen', 'xfen'}
    ///     When the en passant square is written: if a capture is legal, after every double step, or
    ///     if a pawn attacks the square.
    ///
    /// Returns
    /// -------
    /// str
    ///     Six fields.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If `en_passant` is another text.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal"))]
    pub(super) fn fen(&self, shredder: bool, en_passant: &str) -> PyResult<String> {
        Ok(fen(&self.position, shredder, en_passant)?.to_string())
    }

    /// Return the FEN with castling rights as the files of the rooks.
    ///
    /// Parameters
    /// ----------
    /// en_passant : {'legal', 'fen', 'xfen'}
    ///     When the en passant square is written; see `fen`.
    ///
    /// Returns
    /// -------
    /// str
    ///     Six fields.
    #[pyo3(signature = (*, en_passant = "legal"))]
    fn shredder_fen(&self, en_passant: &str) -> PyResult<String> {
        self.fen(true, en_passant)
    }

    /// Return the first field of the FEN.
    ///
    /// Returns
    /// -------
    /// str
    ///     The pieces, from rank 8 down to rank 1.
    fn board_fen(&self) -> String {
        let fen = self.position.fen().to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Return the number of the Chess960 start position.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     From 0 to 959, or None if this is no start position with White to move and all castling
    ///     rights.
    fn chess960_pos(&self) -> Option<u16> {
        let start = chess960::number(&self.position)?;
        let position = setwise::Position::chess960(start)?;
        position.repeats(&self.position).then_some(start)
    }

    /// Return the position as EPD, with operations.
    ///
    /// Parameters
    /// ----------
    /// shredder : bool
    ///     Whether castling rights are the files of the rooks.
    /// en_passant : {'legal', 'fen', 'xfen'}
    ///     When the en passant square is written; see `fen`.
    /// **operations : str or int or float or Move or iterable of Move or None
    ///     The operations by opcode. ``bm``, ``am`` and ``pv`` take moves.
    ///
    /// Returns
    /// -------
    /// str
    ///     Four fields and the operations.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If an operation has no such form.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> board = setwise.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    /// >>> board.epd(bm=[setwise.Move.from_uci("a1a8")], id="back rank")
    /// '6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";'
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", **operations))]
    fn epd(
        &self,
        shredder: bool,
        en_passant: &str,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let mut line = fen(&self.position, shredder, en_passant)?.without_counters().to_string();
        if let Some(operations) = operations {
            epd::write_operations(&mut line, self, operations)?;
        }
        Ok(line)
    }

    /// Return the board and the operations of a line of EPD.
    ///
    /// Parameters
    /// ----------
    /// epd : str
    ///     Four fields of a FEN, and operations.
    /// chess960 : bool, optional
    ///     As for `Board`.
    ///
    /// Returns
    /// -------
    /// board : Board
    ///     The board; ``hmvc`` and ``fmvn`` set its counters.
    /// operations : dict of str to object
    ///     Texts, numbers, moves and lists of moves by opcode.
    ///
    /// Raises
    /// ------
    /// EpdError
    ///     If the line is not EPD, the position is not legal, or a move is not legal.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> board, operations = setwise.Board.from_epd(
    /// ...     '6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";')
    /// >>> operations
    /// {'bm': [Move.from_uci('a1a8')], 'id': 'back rank'}
    #[staticmethod]
    #[pyo3(signature = (epd, *, chess960 = None))]
    fn from_epd<'py>(
        py: Python<'py>,
        epd: &str,
        chess960: Option<bool>,
    ) -> PyResult<(Board, Bound<'py, PyDict>)> {
        epd::read(py, epd, chess960)
    }

    /// Return a move in standard algebraic notation (SAN).
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move, or the null move.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``Nf3``, ``exd8=Q+`` or ``O-O-O#``; ``--`` for the null move.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn san(&self, r#move: Move) -> PyResult<String> {
        if r#move.is_null() {
            return Ok("--".to_owned());
        }
        Ok(self.position.san(self.legal(r#move)?).as_str().to_owned())
    }

    /// Return a move in long algebraic notation.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move, or the null move.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``Ng1-f3`` or ``e7xd8=Q+``; ``--`` for the null move.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn lan(&self, r#move: Move) -> PyResult<String> {
        if r#move.is_null() {
            return Ok("--".to_owned());
        }
        Ok(self.position.lan(self.legal(r#move)?).as_str().to_owned())
    }

    /// Return a move in SAN, and play it.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move, or the null move.
    ///
    /// Returns
    /// -------
    /// str
    ///     The SAN.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn san_and_push(&mut self, r#move: Move) -> PyResult<String> {
        let san = self.san(r#move)?;
        self.push(r#move)?;
        Ok(san)
    }

    /// Return a line of moves in SAN, with move numbers.
    ///
    /// Parameters
    /// ----------
    /// variation : iterable of Move
    ///     Consecutive legal moves.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``1. e4 e5 2. Nf3`` or ``1...e5 2. Nf3``.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If a move is not legal.
    fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut board = Board::of(self.position, self.chess960);
        let mut text = String::new();
        for (index, mv) in variation.try_iter()?.enumerate() {
            let mv = board.legal(mv?.extract()?)?;
            let (position, space) = (&board.position, if index == 0 { "" } else { " " });
            let (number, san) = (position.fullmoves(), position.san(mv));
            // Writing to a string cannot fail.
            let _ = match (position.turn(), index) {
                (Color::White, _) => write!(text, "{space}{number}. {san}"),
                (Color::Black, 0) => write!(text, "{number}...{san}"),
                (Color::Black, _) => write!(text, " {san}"),
            };
            board.play(Some(mv));
        }
        Ok(text)
    }

    /// Return the legal move of a text in SAN.
    ///
    /// Parameters
    /// ----------
    /// san : str
    ///     SAN, also with more of the origin than is needed, without ``x``, ``+`` or ``#``, and long
    ///     algebraic notation; or ``--`` for the null move.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// InvalidMoveError
    ///     If the text is not SAN.
    /// IllegalMoveError
    ///     If the move is not legal.
    /// AmbiguousMoveError
    ///     If more than one legal move fits.
    pub(crate) fn parse_san(&self, san: &str) -> PyResult<Move> {
        if let "--" | "Z0" | "0000" | "@@@@" = san {
            return Ok(Move::null_move());
        }
        let mv = self.position.parse_san_with(san, SanOptions::LENIENT);
        mv.map(|mv| self.shown(Some(mv))).map_err(|error| errors::san(san, error))
    }

    /// Play the move of a text in SAN.
    ///
    /// Parameters
    /// ----------
    /// san : str
    ///     As for `parse_san`.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// InvalidMoveError
    ///     If the text is not SAN.
    /// IllegalMoveError
    ///     If the move is not legal.
    /// AmbiguousMoveError
    ///     If more than one legal move fits.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let mv = self.parse_san(san)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// Return a move in UCI notation, with castling in the form of the board.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move, or the null move.
    /// chess960 : bool, optional
    ///     Whether castling is the king's move to its rook; by default the board's mode.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``e2e4``, ``e1g1`` or ``0000``.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, r#move: Move, chess960: Option<bool>) -> PyResult<String> {
        if r#move.is_null() {
            return Ok("0000".to_owned());
        }
        let mv = self.legal(r#move)?;
        Ok(moves::uci(mv, chess960.unwrap_or(self.chess960)).to_string())
    }

    /// Return the legal move of a text in UCI notation.
    ///
    /// Parameters
    /// ----------
    /// uci : str
    ///     Such as ``e2e4``; castling may have either form; ``0000`` is the null move.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move, with castling in the form of the board.
    ///
    /// Raises
    /// ------
    /// InvalidMoveError
    ///     If the text is not a move in UCI notation.
    /// IllegalMoveError
    ///     If the move is not legal.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let mv = Move::parse(uci)?;
        if mv.is_null() { Ok(mv) } else { self.legal(mv).map(|mv| self.shown(Some(mv))) }
    }

    /// Play the move of a text in UCI notation.
    ///
    /// Parameters
    /// ----------
    /// uci : str
    ///     As for `parse_uci`.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// InvalidMoveError
    ///     If the text is not a move in UCI notation.
    /// IllegalMoveError
    ///     If the move is not legal.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = self.parse_uci(uci)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// Return the board as text with chess characters of Unicode.
    ///
    /// Parameters
    /// ----------
    /// invert_color : bool
    ///     Whether to exchange the colors of the characters, for white text on black.
    /// borders : bool
    ///     Whether to draw borders and coordinates.
    /// empty_square : str
    ///     The character of an empty square.
    /// orientation : bool
    ///     The side at the bottom.
    ///
    /// Returns
    /// -------
    /// str
    ///     Lines from the top of the board to its bottom.
    #[pyo3(
        signature = (*, invert_color = false, borders = false, empty_square = "⭘", orientation = None),
        text_signature = "($self, *, invert_color=False, borders=False, empty_square='\\u2b58', orientation=True)"
    )]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: Option<crate::arguments::ColorArgument>,
    ) -> String {
        let orientation = orientation.map_or(Color::White, |orientation| orientation.0);
        let cell = |square| match self.position.board().piece_at(square) {
            Some(piece) => crate::piece::unicode(piece, invert_color).to_string(),
            None => empty_square.to_owned(),
        };
        let (edge, mut lines) = ("  -----------------\n", String::new());
        for row in 0..8 {
            let squares: [Square; 8] =
                std::array::from_fn(|column| square_at(row, column as u8, orientation));
            let cells = squares.map(cell);
            // Writing to a string cannot fail.
            let _ = if borders {
                let rank = squares[0].rank();
                writeln!(lines, "{edge}{rank} |{}|", cells.join("|"))
            } else {
                writeln!(lines, "{}", cells.join(" "))
            };
        }
        if borders {
            let files =
                if orientation == Color::White { "a b c d e f g h" } else { "h g f e d c b a" };
            let _ = writeln!(lines, "{edge}   {files}");
        }
        lines.pop();
        lines
    }

    fn __str__(&self) -> String {
        self.position.board().to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let chess960 = if self.chess960 { ", chess960=True" } else { "" };
        format!("Board('{}'{chess960})", self.position.fen())
    }

    fn _repr_svg_(&self) -> String {
        let diagram = self.position.diagram();
        match self.played.last().and_then(|played| played.mv) {
            Some(mv) => diagram.last_move(mv).to_string(),
            None => diagram.to_string(),
        }
    }
}

/// Returns the square of a row from the top and a column from the left.
fn square_at(row: u8, column: u8, orientation: Color) -> Square {
    match orientation {
        Color::White => Square::masked(8 * (7 - row) + column),
        Color::Black => Square::masked(8 * row + 7 - column),
    }
}

/// Returns a FEN with python-chess's options.
pub(crate) fn fen<'p>(
    position: &'p setwise::Position,
    shredder: bool,
    en_passant: &str,
) -> PyResult<Fen<'p>> {
    let (legal, pseudo_legal) = (EnPassantStyle::Legal, EnPassantStyle::PseudoLegal);
    let all = [("legal", legal), ("fen", EnPassantStyle::Always), ("xfen", pseudo_legal)];
    let style = choice("en_passant", en_passant, &all)?;
    let castling = if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    Ok(position.fen().castling(castling).en_passant(style))
}
