//! Training data for evaluation networks, of the rows of tables.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
};
use arrow_schema::ArrowError;
use serde::{Deserialize, Serialize};
use setwise::notation::fen::Form;
use setwise::{Color, Move, MoveKind, Piece, Position, Role, Square};

use super::Format;

/// How many positions were written, and how many were left out, each for the first reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingCounts {
    /// The number of positions that were written.
    pub written: u64,
    /// The number of positions of games without a result.
    pub without_result: u64,
    /// The number of positions without a score, or of games with such a position where the format
    /// has whole games.
    pub without_score: u64,
    /// The number of positions without a move, or of games with a null move where the format has
    /// whole games.
    pub without_move: u64,
}

impl TrainingCounts {
    fn add(&mut self, kept: Result<(), Lacks>, positions: usize) {
        let number = match kept {
            Ok(()) => &mut self.written,
            Err(Lacks::Result) => &mut self.without_result,
            Err(Lacks::Score) => &mut self.without_score,
            Err(Lacks::Move) => &mut self.without_move,
        };
        *number += positions as u64;
    }

    /// Adds other numbers. Records of jobs may have any numbers.
    pub(crate) fn add_all(&mut self, other: TrainingCounts) {
        let add = |sum: &mut u64, number: u64| *sum = sum.saturating_add(number);
        add(&mut self.written, other.written);
        add(&mut self.without_result, other.without_result);
        add(&mut self.without_score, other.without_score);
        add(&mut self.without_move, other.without_move);
    }
}

/// Why a position or a game is left out.
#[derive(Clone, Copy)]
enum Lacks {
    Result,
    Score,
    Move,
}

/// Rows of the table of a format.
trait Rows {
    /// Returns whether a row has what the format needs, and the number of its positions; none if the
    /// game has an error.
    fn check(&self, row: usize) -> (Result<(), Lacks>, usize);

    /// Appends a row that has what the format needs.
    fn append(&self, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError>;
}

fn rows(format: Format, batch: &RecordBatch) -> Result<Box<dyn Rows + '_>, ArrowError> {
    Ok(match format {
        Format::Viriformat => Box::new(Games::of(batch)?),
        _ => Box::new(Positions::of(format, batch)?),
    })
}

/// Returns whether each row has what a format needs, and counts the positions.
pub(crate) fn check(
    format: Format,
    batch: &RecordBatch,
    counts: &mut TrainingCounts,
) -> Result<Vec<bool>, ArrowError> {
    let rows = rows(format, batch)?;
    let check = |row| {
        let (found, positions) = rows.check(row);
        counts.add(found, positions);
        found.is_ok()
    };
    Ok((0..batch.num_rows()).map(check).collect())
}

/// Appends rows that have what the format needs.
pub(super) fn append(
    format: Format,
    batch: &RecordBatch,
    out: &mut Vec<u8>,
) -> Result<(), ArrowError> {
    let rows = rows(format, batch)?;
    (0..batch.num_rows()).try_for_each(|row| rows.append(row, out))
}

/// Returns a column, as an array of a type.
fn column<'b, A: ?Sized>(
    batch: &'b RecordBatch,
    name: &str,
    of: impl FnOnce(&'b ArrayRef) -> Option<&'b A>,
) -> Result<&'b A, ArrowError> {
    let found = batch.column_by_name(name).and_then(of);
    found.ok_or_else(|| wrong(format!("the table has no column {name} of its type")))
}

fn wrong(message: impl ToString) -> ArrowError {
    ArrowError::InvalidArgumentError(message.to_string())
}

/// The rows of a table of positions.
struct Positions<'b> {
    is_plain: bool,
    evals: &'b PrimitiveArray<Int16Type>,
    outcomes: &'b PrimitiveArray<Int8Type>,
    moves: &'b PrimitiveArray<UInt16Type>,
    /// Packed, or as FENs and with their moves as text.
    packed: Option<&'b FixedSizeBinaryArray>,
    texts: Option<[&'b StringArray; 2]>,
}

impl<'b> Positions<'b> {
    fn of(format: Format, batch: &'b RecordBatch) -> Result<Positions<'b>, ArrowError> {
        let text = |name| batch.column_by_name(name)?.as_string_opt();
        Ok(Positions {
            is_plain: format == Format::Plain,
            evals: column(batch, "eval", |column| column.as_primitive_opt())?,
            outcomes: column(batch, "outcome", |column| column.as_primitive_opt())?,
            moves: column(batch, "move", |column| column.as_primitive_opt())?,
            packed: batch.column_by_name("position").and_then(|it| it.as_fixed_size_binary_opt()),
            texts: text("fen").zip(text("uci")).map(<[_; 2]>::from),
        })
    }

    fn bullet(&self, row: usize) -> Result<[u8; 32], ArrowError> {
        let packed = self.packed.ok_or_else(|| wrong("the positions are not packed"))?;
        let packed = packed.value(row).try_into().map_err(wrong)?;
        let position = Position::unpack(packed).map_err(wrong)?;
        let (board, us) = (position.board(), position.turn());
        let turned =
            |square: Square| if us == Color::White { square as u8 } else { square as u8 ^ 56 };
        let mut codes = [None; 64];
        for square in board.occupied() {
            let Some(Piece { color, role }) = board.piece_at(square) else { continue };
            codes[usize::from(turned(square))] = Some(role as u8 | u8::from(color != us) << 3);
        }
        let mut bytes = [0; 32];
        let (mut occupied, mut pieces) = (0u64, 0);
        for (square, code) in codes.into_iter().enumerate() {
            let Some(code) = code else { continue };
            occupied |= 1 << square;
            bytes[8 + pieces / 2] |= code << (pieces % 2 * 4);
            pieces += 1;
        }
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        let sign = if us == Color::White { 1 } else { -1 };
        bytes[24..26].copy_from_slice(&(i16::from(sign) * self.evals.value(row)).to_le_bytes());
        bytes[26] = (1 + sign * self.outcomes.value(row)) as u8;
        bytes[27] = turned(position.king(us));
        bytes[28] = turned(position.king(!us)) ^ 56;
        Ok(bytes)
    }

    fn append_plain(&self, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError> {
        let [fens, moves] = self.texts.ok_or_else(|| wrong("the positions are no FENs"))?;
        let (fen, uci) = (fens.value(row), moves.value(row));
        let mut fields = fen.split(' ');
        let is_black = fields.nth(1) == Some("b");
        let number: u64 = fields.next_back().unwrap_or_default().parse().map_err(wrong)?;
        let sign = if is_black { -1 } else { 1 };
        let score = sign * i32::from(self.evals.value(row));
        let result = sign * i32::from(self.outcomes.value(row));
        let ply = 2 * number.saturating_sub(1) + u64::from(is_black);
        write!(out, "fen {fen}\nmove {uci}\nscore {score}\nply {ply}\nresult {result}\ne\n")
            .map_err(wrong)
    }
}

impl Rows for Positions<'_> {
    fn check(&self, row: usize) -> (Result<(), Lacks>, usize) {
        // A null move is 0.
        let has_move = self.moves.is_valid(row) && self.moves.value(row) != 0;
        let found = match () {
            () if self.outcomes.is_null(row) => Err(Lacks::Result),
            () if self.evals.is_null(row) => Err(Lacks::Score),
            () if self.is_plain && !has_move => Err(Lacks::Move),
            () => Ok(()),
        };
        (found, 1)
    }

    fn append(&self, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError> {
        if self.is_plain {
            return self.append_plain(row, out);
        }
        out.extend_from_slice(&self.bullet(row)?);
        Ok(())
    }
}

/// The rows of a table of games.
struct Games<'b> {
    starts: &'b StringArray,
    moves: &'b ListArray,
    evals: &'b ListArray,
    outcomes: &'b PrimitiveArray<Int8Type>,
    error: &'b ArrayRef,
}

impl<'b> Games<'b> {
    fn of(batch: &'b RecordBatch) -> Result<Games<'b>, ArrowError> {
        Ok(Games {
            starts: column(batch, "start", |column| column.as_string_opt())?,
            moves: column(batch, "moves", |column| column.as_list_opt())?,
            evals: column(batch, "evals", |column| column.as_list_opt())?,
            outcomes: column(batch, "outcome", |column| column.as_primitive_opt())?,
            error: column(batch, "error", Some)?,
        })
    }

    /// Returns the moves of a game, each with the score of the position before it; the first position
    /// has the score 0.
    fn scored(&self, row: usize) -> impl Iterator<Item = Result<(Move, i16), Lacks>> {
        let moves = self.moves.value(row);
        let evals = self.evals.is_valid(row).then(|| self.evals.value(row));
        (0..moves.len()).map(move |ply| {
            let evals = evals.as_ref().and_then(|evals| evals.as_primitive_opt::<Int16Type>());
            let score = match ply.checked_sub(1) {
                None => Some(0),
                Some(before) => {
                    let evals = evals.filter(|evals| evals.is_valid(before));
                    evals.map(|evals| evals.value(before))
                }
            };
            let score = score.ok_or(Lacks::Score)?;
            let words = moves.as_primitive_opt::<UInt16Type>();
            let mv = words.and_then(|words| Move::from_bits(words.value(ply)));
            Ok((mv.ok_or(Lacks::Move)?, score))
        })
    }
}

impl Rows for Games<'_> {
    fn check(&self, row: usize) -> (Result<(), Lacks>, usize) {
        let found = match self.outcomes.is_null(row) {
            true => Err(Lacks::Result),
            false => self.scored(row).try_for_each(|found| found.map(|_| ())),
        };
        match self.error.is_null(row) {
            true => (found, self.moves.value_length(row) as usize),
            false => (found.and(Err(Lacks::Result)), 0),
        }
    }

    fn append(&self, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError> {
        let start = match self.starts.is_valid(row) {
            true => Position::parse_fen_form(self.starts.value(row), Form::Lenient),
            false => Ok(Position::INITIAL),
        };
        let start = start.map_err(wrong)?;
        let board = start.board();
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
        for (index, square) in board.occupied().into_iter().enumerate() {
            let Some(Piece { color, role }) = board.piece_at(square) else { continue };
            let code = if start.castling_rooks().contains(square) { 6 } else { role as u8 };
            bytes[8 + index / 2] |= (code | (color as u8) << 3) << (index % 2 * 4);
        }
        // The en passant square is stored only if a pawn can capture there.
        let en_passant = start.legal_en_passant().map_or(64, |square| square as u8);
        bytes[24] = en_passant | u8::from(start.turn() == Color::Black) << 7;
        bytes[25] = start.halfmoves().min(255) as u8;
        bytes[26..28].copy_from_slice(&(start.fullmoves().min(65_535) as u16).to_le_bytes());
        bytes[30] = (1 + self.outcomes.value(row)) as u8;
        out.extend_from_slice(&bytes);
        for (mv, score) in self.scored(row).flatten() {
            out.extend_from_slice(&viri_move(mv).to_le_bytes());
            out.extend_from_slice(&score.to_le_bytes());
        }
        out.extend_from_slice(&[0; 4]);
        Ok(())
    }
}

fn viri_move(mv: Move) -> u16 {
    let flags = match mv.kind() {
        MoveKind::EnPassant => 1 << 14,
        MoveKind::Castle => 2 << 14,
        MoveKind::Promotion(role) => 3 << 14 | (role as u16 - Role::Knight as u16) << 12,
        _ => 0,
    };
    mv.from() as u16 | (mv.to() as u16) << 6 | flags
}
