//! Formats of training data for evaluation networks.
//!
//! | format | contents | source |
//! |---|---|---|
//! | [`Bullet`](TrainingFormat::Bullet) | positions of 32 bytes, from the side to move | <https://github.com/jw1912/bulletformat> |
//! | [`Viri`](TrainingFormat::Viri) | games: a position of 32 bytes, then 4 bytes for each move | <https://github.com/cosmobobak/viriformat> |
//! | [`Plain`](TrainingFormat::Plain) | positions as text | <https://github.com/official-stockfish/nnue-pytorch/wiki/Training-datasets> |
//!
//! The score of a position is the evaluation in the comment of the move before it, so these formats
//! need games with evaluations. A mate in n moves is a score of 32,000 − n.

use std::io::{self, Write};

use setwise::{Color, Move, MoveKind, Piece, Position, Role, Square};

use crate::positions::PositionSelection;
use crate::read::{InputRead, ReadOptions, read};
use crate::read_chunk::Collector;
use crate::record::{Record, Wanted};
use crate::select::Selection;
use crate::source::Inputs;

/// A format of training data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrainingFormat {
    /// The format of the trainer bullet, version 1.8 of the crate `bulletformat`: 32 bytes for each
    /// position.
    ///
    /// The board is turned so that the side to move is White: if Black moves, ranks are mirrored and
    /// colors swapped.
    ///
    /// | bytes | contents |
    /// |---|---|
    /// | 0–7 | the occupied squares, a1 in bit 0 |
    /// | 8–23 | a code of four bits for each piece in the order of the squares, low half first: 0–5 pawn to king, plus 8 for the side not to move |
    /// | 24–25 | the score for the side to move, in hundredths of a pawn |
    /// | 26 | the result for the side to move: 0 loss, 1 draw, 2 win |
    /// | 27 | the square of the king of the side to move |
    /// | 28 | the square of the other king, seen from its side: the square XOR 56 |
    /// | 29–31 | zeros |
    ///
    /// Numbers are little-endian. Castling rights, en passant and counters are not stored.
    Bullet,
    /// The format of the engine Viridithas, version 3 of the crate `viriformat`: whole games.
    ///
    /// A game is its first position, four bytes for each move, and four zeros.
    ///
    /// | bytes | contents |
    /// |---|---|
    /// | 0–7 | the occupied squares, a1 in bit 0 |
    /// | 8–23 | a code of four bits for each piece in the order of the squares, low half first: 0–5 pawn to king, 6 a rook with a castling right, plus 8 for Black |
    /// | 24 | the en passant square, or 64, plus 128 if Black is to move |
    /// | 25 | the halfmove clock |
    /// | 26–27 | the move number |
    /// | 28–29 | zeros |
    /// | 30 | the result: 0 Black won, 1 draw, 2 White won |
    /// | 31 | zero |
    ///
    /// A move is 16 bits: the origin in bits 0–5, the target in bits 6–11 (for castling, the rook's
    /// square), the role of a promotion in bits 12–13 (0 knight to 3 queen), and in bits 14–15 1 for en
    /// passant, 2 for castling, 3 for a promotion. After it come 16 bits: the score of the position
    /// before the move for White. Numbers are little-endian.
    ///
    /// Games with a null move, without a result, or without a score of a position after the first one
    /// are left out. The score of the first position is 0 if it has none.
    Viri,
    /// The plain text format of Stockfish's tools: for each position the lines `fen`, `move` in the
    /// notation of UCI, `score` and `result` for the side to move, `ply`, and `e`.
    ///
    /// Castling is written as the king's move (`e1g1`), and as king takes rook in Chess960. Positions
    /// without a move are left out.
    Plain,
}

impl TrainingFormat {
    /// Appends the positions of a game whose numbers are given, and returns how many were appended.
    /// Positions and games that lack something that the format needs are left out.
    pub fn append(
        self,
        game: &Record,
        plies: impl Iterator<Item = usize>,
        out: &mut Vec<u8>,
    ) -> u64 {
        match self {
            TrainingFormat::Bullet => {
                let positions = plies.filter_map(|ply| scored(game, ply));
                positions.map(|scored| out.extend_from_slice(&bullet(&scored))).count() as u64
            }
            TrainingFormat::Viri => {
                let before = out.len();
                if viri(game, out).is_none() {
                    out.truncate(before);
                    return 0;
                }
                game.moves.len() as u64
            }
            TrainingFormat::Plain => plies.filter_map(|ply| plain(game, ply, out)).count() as u64,
        }
    }
}

/// A position with its score and result, from White's point of view.
struct Scored<'g> {
    position: &'g Position,
    score: i16,
    /// 1 if White won, 0 for a draw, −1 if Black won.
    outcome: i8,
}

/// Returns a position of a game if it has a score and the game has a result.
fn scored(game: &Record, ply: usize) -> Option<Scored<'_>> {
    let score = game.eval(ply.checked_sub(1)?)?;
    Some(Scored { position: game.positions.get(ply)?, score, outcome: game.outcome()? })
}

fn bullet(scored: &Scored<'_>) -> [u8; 32] {
    let board = scored.position.board();
    let us = scored.position.turn();
    let turned = |square: Square| if us == Color::White { square as u8 } else { square as u8 ^ 56 };
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
    bytes[24..26].copy_from_slice(&(i16::from(sign) * scored.score).to_le_bytes());
    bytes[26] = (1 + sign * scored.outcome) as u8;
    bytes[27] = turned(scored.position.king(us));
    bytes[28] = turned(scored.position.king(!us)) ^ 56;
    bytes
}

fn viri(game: &Record, out: &mut Vec<u8>) -> Option<()> {
    let start = &game.start;
    let board = start.board();
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
    for (index, square) in board.occupied().into_iter().enumerate() {
        let Piece { color, role } = board.piece_at(square)?;
        let code = if start.castling_rooks().contains(square) { 6 } else { role as u8 };
        *bytes.get_mut(8 + index / 2)? |= (code | (color as u8) << 3) << (index % 2 * 4);
    }
    // The en passant square is stored only if a pawn can capture there.
    let en_passant = start.legal_en_passant().map_or(64, |square| square as u8);
    bytes[24] = en_passant | u8::from(start.turn() == Color::Black) << 7;
    bytes[25] = start.halfmoves().min(255) as u8;
    bytes[26..28].copy_from_slice(&(start.fullmoves().min(65_535) as u16).to_le_bytes());
    bytes[30] = (1 + game.outcome()?) as u8;
    out.extend_from_slice(&bytes);
    for (ply, mv) in game.moves.iter().enumerate() {
        let score = match ply.checked_sub(1) {
            None => 0,
            Some(before) => game.eval(before)?,
        };
        out.extend_from_slice(&viri_move((*mv)?).to_le_bytes());
        out.extend_from_slice(&score.to_le_bytes());
    }
    out.extend_from_slice(&[0; 4]);
    Some(())
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

/// Appends a position as text if it has a score and a move.
fn plain(game: &Record, ply: usize, out: &mut Vec<u8>) -> Option<()> {
    let Scored { position, score, outcome } = scored(game, ply)?;
    let mv = (*game.moves.get(ply)?)?;
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    let (score, result) = (sign * i32::from(score), sign * i32::from(outcome));
    let (fen, uci) = (position.fen(), position.uci(mv));
    // Memory can always be written.
    let _ = write!(out, "fen {fen}\nmove {uci}\nscore {score}\nply {ply}\nresult {result}\ne\n");
    Some(())
}

/// The games and positions of training data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingSelection {
    /// The games that are taken.
    pub games: Selection,
    /// The positions of a game that are taken.
    pub positions: PositionSelection,
}

struct TrainingCollector<'t> {
    format: TrainingFormat,
    selection: &'t TrainingSelection,
}

/// Bytes of positions, and their number.
#[derive(Default)]
struct TrainingPart {
    bytes: Vec<u8>,
    positions: u64,
}

impl Collector for TrainingCollector<'_> {
    type Part = TrainingPart;

    fn wanted(&self) -> Wanted {
        Wanted { evals: true, positions: true, ..Wanted::default() }
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection.games)
    }

    fn part(&self) -> TrainingPart {
        TrainingPart::default()
    }

    fn add(&self, part: &mut TrainingPart, game: &Record) {
        if game.error.is_none() {
            let plies = self.selection.positions.plies(game.id, game.positions.len());
            part.positions += self.format.append(game, plies, &mut part.bytes);
        }
    }
}

/// Reads games and writes training data of them. Returns the number of positions and what was read
/// of each input. Games with an error are left out.
///
/// # Errors
///
/// Returns an error if the data cannot be written.
pub fn export_training(
    inputs: &Inputs,
    options: &ReadOptions,
    format: TrainingFormat,
    selection: &TrainingSelection,
    out: &mut dyn Write,
) -> io::Result<(u64, Vec<InputRead>)> {
    let collector = TrainingCollector { format, selection };
    let mut positions = 0;
    let read = read(inputs, options, &collector, |part, _| {
        positions += part.positions;
        out.write_all(&part.bytes)
    })?;
    out.flush()?;
    Ok((positions, read))
}
