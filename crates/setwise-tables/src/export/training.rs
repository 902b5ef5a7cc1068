//! Formats of training data for evaluation networks.
//!
//! | format | contents | source |
//! |---|---|---|
//! | [`Bullet`](TrainingFormat::Bullet) | positions of 32 bytes, from the side to move | <https://github.com/jw1912/bulletformat> |
//! | [`Viri`](TrainingFormat::Viri) | games: a position of 32 bytes, then 4 bytes for each move | <https://github.com/cosmobobak/viriformat> |
//! | [`Plain`](TrainingFormat::Plain) | positions as text | <https://github.com/official-stockfish/nnue-pytorch/wiki/Training-datasets> |
//!
//! The score of a position is the evaluation in the comment of the move before it, so these formats
//! need games with evaluations and results. A mate in n moves is a score of 32,000 − n. Positions
//! that lack what the format needs are left out and counted ([`TrainingCounts`]).

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use setwise::{Color, Move, MoveKind, Piece, Position, Role, Square};
use setwise_jobs::kind::Interruption;
use setwise_pgn::files::Inputs;

use crate::export::made::{CreatedDirectory, at, create};
use crate::export::positions::PositionSelection;
use crate::read::{Collector, InputRead, ReadOptions, read};
use crate::record::{Record, Wanted};
use crate::select::Selection;

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
    /// The score of the first position is 0. Games with a null move, without a result, or without a
    /// score of another position in which a move is played are left out.
    Viri,
    /// The plain text format of Stockfish's tools: for each position the lines `fen`, `move` in the
    /// notation of UCI, `score` and `result` for the side to move, `ply`, and `e`. The ply follows
    /// the move number: 0 for White's first move, also in a game that begins later.
    ///
    /// Castling is written as the king's move (`e1g1`), and as king takes rook in Chess960. Positions
    /// without a move are left out.
    Plain,
}

impl TrainingFormat {
    /// Every format.
    pub const ALL: [TrainingFormat; 3] =
        [TrainingFormat::Bullet, TrainingFormat::Viri, TrainingFormat::Plain];

    /// Returns the name: `bulletformat`, `viriformat` or `plain`.
    pub const fn name(self) -> &'static str {
        match self {
            TrainingFormat::Bullet => "bulletformat",
            TrainingFormat::Viri => "viriformat",
            TrainingFormat::Plain => "plain",
        }
    }

    /// Returns whether a file of the format has whole games, so that positions cannot be chosen.
    pub const fn has_whole_games(self) -> bool {
        matches!(self, TrainingFormat::Viri)
    }

    /// Appends the positions of a game whose numbers are given, and counts them. Positions and games
    /// that lack something that the format needs are left out, and counted as such. A game in
    /// [`Viri`](TrainingFormat::Viri) has all its positions but the last one.
    pub fn append(
        self,
        game: &Record,
        plies: impl Iterator<Item = usize>,
        out: &mut Vec<u8>,
    ) -> TrainingCounts {
        let mut counts = TrainingCounts::default();
        if self == TrainingFormat::Viri {
            let before = out.len();
            let appended = viri(game, out);
            if appended.is_err() {
                out.truncate(before);
            }
            counts.add(appended, game.moves.len() as u64);
            return counts;
        }
        for ply in plies {
            let appended = match self {
                TrainingFormat::Plain => plain(game, ply, out),
                _ => scored(game, ply).map(|scored| out.extend_from_slice(&bullet(&scored))),
            };
            counts.add(appended, 1);
        }
        counts
    }
}

/// Shows the name.
impl fmt::Display for TrainingFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses a name.
impl FromStr for TrainingFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<TrainingFormat, String> {
        let found = TrainingFormat::ALL.into_iter().find(|format| format.name() == name);
        let expected = "expected bulletformat, viriformat or plain";
        found.ok_or_else(|| format!("unknown training format {name:?} ({expected})"))
    }
}

/// How many positions were written, and how many were left out, each for the first reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    fn add(&mut self, appended: Result<(), Lacks>, positions: u64) {
        *match appended {
            Ok(()) => &mut self.written,
            Err(Lacks::Result) => &mut self.without_result,
            Err(Lacks::Score) => &mut self.without_score,
            Err(Lacks::Move) => &mut self.without_move,
        } += positions;
    }

    fn add_all(&mut self, other: TrainingCounts) {
        self.written += other.written;
        self.without_result += other.without_result;
        self.without_score += other.without_score;
        self.without_move += other.without_move;
    }
}

/// Why a position or a game is left out.
enum Lacks {
    Result,
    Score,
    Move,
}

/// A position with its score and result, from White's point of view.
struct Scored<'g> {
    position: &'g Position,
    score: i16,
    /// 1 if White won, 0 for a draw, −1 if Black won.
    outcome: i8,
}

/// Returns a position of a game if it has a score and the game has a result.
fn scored(game: &Record, ply: usize) -> Result<Scored<'_>, Lacks> {
    let outcome = game.outcome().ok_or(Lacks::Result)?;
    let score = ply.checked_sub(1).and_then(|before| game.eval(before)).ok_or(Lacks::Score)?;
    Ok(Scored { position: &game.positions[ply], score, outcome })
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

fn viri(game: &Record, out: &mut Vec<u8>) -> Result<(), Lacks> {
    let outcome = game.outcome().ok_or(Lacks::Result)?;
    let start = &game.start;
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
    bytes[30] = (1 + outcome) as u8;
    out.extend_from_slice(&bytes);
    for (ply, mv) in game.moves.iter().enumerate() {
        let score = match ply.checked_sub(1) {
            None => 0,
            Some(before) => game.eval(before).ok_or(Lacks::Score)?,
        };
        out.extend_from_slice(&viri_move(mv.ok_or(Lacks::Move)?).to_le_bytes());
        out.extend_from_slice(&score.to_le_bytes());
    }
    out.extend_from_slice(&[0; 4]);
    Ok(())
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
fn plain(game: &Record, ply: usize, out: &mut Vec<u8>) -> Result<(), Lacks> {
    let Scored { position, score, outcome } = scored(game, ply)?;
    let mv = game.moves.get(ply).copied().flatten().ok_or(Lacks::Move)?;
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    let (score, result) = (sign * i32::from(score), sign * i32::from(outcome));
    let (fen, uci) = (position.fen(), position.uci(mv));
    let is_black = u64::from(position.turn() == Color::Black);
    let ply = 2 * u64::from(position.fullmoves().saturating_sub(1)) + is_black;
    // Memory can always be written.
    let _ = write!(out, "fen {fen}\nmove {uci}\nscore {score}\nply {ply}\nresult {result}\ne\n");
    Ok(())
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

/// Bytes of positions, and what was read.
#[derive(Default)]
struct TrainingPart {
    bytes: Vec<u8>,
    counts: TrainingCounts,
    games: u64,
    wrong_games: u64,
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
        part.games += 1;
        if game.error.is_some() {
            part.wrong_games += 1;
            return;
        }
        let plies = self.selection.positions.plies(game.game_key(), game.positions.len());
        part.counts.add_all(self.format.append(game, plies, &mut part.bytes));
    }
}

/// What was read and written.
#[derive(Debug, Default)]
pub struct Training {
    /// The positions.
    pub counts: TrainingCounts,
    /// The number of games that were read and not left out by the selection.
    pub games: u64,
    /// The number of them that have an error. No position of these is written or counted.
    pub wrong_games: u64,
    /// What was read of each input.
    pub inputs: Vec<InputRead>,
    /// The number of bytes that were written.
    pub size: u64,
}

/// Reads games and writes training data of them.
///
/// # Errors
///
/// Returns an error if the data cannot be written, if positions are chosen in a format of whole games,
/// or after an interruption.
pub fn export_training(
    inputs: &Inputs,
    options: &ReadOptions,
    format: TrainingFormat,
    selection: &TrainingSelection,
    interruption: Interruption<'_>,
    out: &mut dyn Write,
) -> io::Result<Training> {
    check(format, selection)?;
    let collector = TrainingCollector { format, selection };
    let mut sum = Training::default();
    sum.inputs = read(inputs, options, &collector, |part, _| {
        interruption.check()?;
        sum.counts.add_all(part.counts);
        sum.games += part.games;
        sum.wrong_games += part.wrong_games;
        sum.size += part.bytes.len() as u64;
        out.write_all(&part.bytes)
    })?;
    out.flush()?;
    Ok(sum)
}

fn check(format: TrainingFormat, selection: &TrainingSelection) -> io::Result<()> {
    if !format.has_whole_games() || selection.positions == PositionSelection::default() {
        return Ok(());
    }
    let message = format!("{format} has whole games, so no positions can be chosen");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// A file of training data that is to be written.
#[derive(Clone, Debug, Default)]
pub struct TrainingFile<'f> {
    /// The path. Directories above it are created.
    pub path: PathBuf,
    /// Whether a file that exists is replaced.
    pub replaces: bool,
    /// Stops the work soon after it has come, with an error of the kind `Interrupted`.
    pub interruption: Interruption<'f>,
}

/// Writes training data as [`export_training`] does to a file. The file has its name only when it is
/// whole and on disk; before, its name ends with `.partial`.
///
/// If no position is written, there is no file: a file of that name stays as it was, and the
/// directories that were made are removed if they are empty and can be removed.
///
/// # Errors
///
/// Returns an error as [`export_training`] does, and if the file exists and may not be replaced. Then
/// the directories that it made are removed if they are empty and can be removed.
pub fn export_training_file(
    inputs: &Inputs,
    options: &ReadOptions,
    format: TrainingFormat,
    selection: &TrainingSelection,
    file: &TrainingFile<'_>,
) -> io::Result<Training> {
    check(format, selection)?;
    let folder = file.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let created = CreatedDirectory::create(folder.unwrap_or(Path::new(".")))?;
    let mut whole = create(&file.path, file.replaces)?;
    let out = &mut whole;
    let written = export_training(inputs, options, format, selection, file.interruption, out);
    let written = written.map_err(|error| at(&file.path, error))?;
    if written.counts.written > 0 {
        whole.publish(&|_| ()).map_err(|error| at(&file.path, error))?;
        created.keep();
    }
    Ok(written)
}
