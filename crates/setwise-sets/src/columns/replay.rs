//! Replays games into columns.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use setwise::{Bitboard, CastlingTargets, Color, Move, MoveKind, Position, Role, Square};

use super::game_values::GameValue;
use super::level::Lane;
use super::plan::Filling;
use super::{BLOCK, BLOCKS, Column, Columns, LANES, PieceSets, Segment, Truths, texts};
use crate::Game;
use crate::tree::{Field, Node, NumberWord, SetWord, TruthWord};

/// Where a game is being replayed.
#[derive(Debug)]
pub(super) struct Replay<'g> {
    position: Position,
    /// The positions of the game, if they are known.
    positions: Option<&'g [Position]>,
    ply: usize,
    /// Every position has been recorded.
    pub(super) is_done: bool,
    unmoved: Bitboard,
    /// The squares of the move before.
    last: [Bitboard; 2],
    /// The number of times that each position has been seen since the last move that cannot be
    /// taken back, by its key.
    seen: BTreeMap<u64, i32>,
    /// For each node of a route the number of its squares that the piece on each square has been
    /// on.
    routes: Vec<[u8; 64]>,
}

/// Returns the squares of a move; a castling move has the squares of the king.
fn squares(mv: Option<Move>) -> [Bitboard; 2] {
    mv.map_or([Bitboard::EMPTY; 2], |mv| [mv.from(), mv.destination()].map(Bitboard::of))
}

impl<'g> Replay<'g> {
    /// Begins a game, whose positions may be known.
    pub(super) fn new(
        columns: &Columns,
        game: &Game<'_>,
        positions: Option<&'g [Position]>,
    ) -> Replay<'g> {
        let position = game.start;
        let mut replay = Replay {
            position,
            positions,
            ply: 0,
            is_done: false,
            unmoved: position.board().occupied(),
            last: [Bitboard::EMPTY; 2],
            seen: BTreeMap::new(),
            routes: columns.plan.replayed.iter().map(|_| [0; 64]).collect(),
        };
        for (&id, steps) in columns.plan.replayed.iter().zip(&mut replay.routes) {
            if let Node::Route(_, route) = columns.tree.node(id) {
                for square in position.board().occupied() {
                    arrive(steps, route, square, 0);
                }
            }
        }
        replay
    }

    /// Updates what depends on the moves before, after a move was played.
    fn follow(&mut self, columns: &Columns, position: &Position, mv: Option<Move>) {
        self.last = squares(mv);
        if position.halfmoves() == 0 {
            self.seen.clear();
        }
        let Some(mv) = mv else { return };
        let moved = Bitboard::of(mv.from()).with(mv.to()).with(mv.destination());
        self.unmoved = (self.unmoved - moved) & position.board().occupied();
        for (&id, steps) in columns.plan.replayed.iter().zip(&mut self.routes) {
            if let Node::Route(_, route) = columns.tree.node(id) {
                follow_route(steps, route, mv);
            }
        }
    }
}

/// Records that a piece arrives on a square, which has been on the first squares of a route.
fn arrive(steps: &mut [u8; 64], route: &[Square], square: Square, step: u8) {
    let is_next = route.get(usize::from(step)) == Some(&square);
    steps[square] = step.saturating_add(u8::from(is_next));
}

fn follow_route(steps: &mut [u8; 64], route: &[Square], mv: Move) {
    let (from, to) = (mv.from(), mv.to());
    let step = core::mem::take(&mut steps[from]);
    match mv.kind() {
        MoveKind::Castle => {
            let rook_step = core::mem::take(&mut steps[to]);
            let targets = CastlingTargets::of(from, to);
            arrive(steps, route, targets.king, step);
            arrive(steps, route, targets.rook, rook_step);
        }
        MoveKind::EnPassant => {
            steps[Square::new(to.file(), from.rank())] = 0;
            arrive(steps, route, to, step);
        }
        MoveKind::Promotion(_) => arrive(steps, route, to, 0),
        _ => arrive(steps, route, to, step),
    }
}

/// Returns the position after a move or null move.
#[inline(always)]
fn after(position: &Position, mv: Option<Move>) -> Position {
    match mv {
        Some(mv) => position.play_unchecked(mv),
        None => position.null_move().unwrap_or(*position),
    }
}

/// Stores the pieces of a position.
#[inline(always)]
fn store(pieces: &mut PieceSets, black_moves: &mut Truths, lane: usize, position: &Position) {
    let Lane { block, place: i } = Lane::new(lane);
    let board = position.board();
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = &mut pieces[block];
    pawns[i] = board.role(Role::Pawn);
    knights[i] = board.role(Role::Knight);
    bishops[i] = board.role(Role::Bishop);
    rooks[i] = board.role(Role::Rook);
    queens[i] = board.role(Role::Queen);
    kings[i] = board.role(Role::King);
    white[i] = board.color(Color::White);
    black[i] = board.color(Color::Black);
    black_moves.0[block] |= (position.turn() as u64) << i;
}

/// Stores the pieces of the positions from which moves are played, and returns the position after
/// them. A function of its own: its loop needs every register.
#[inline(never)]
fn store_game(
    pieces: &mut PieceSets,
    black_moves: &mut Truths,
    first: usize,
    mut position: Position,
    moves: &[Option<Move>],
) -> Position {
    for (lane, &mv) in (first..).zip(moves) {
        store(pieces, black_moves, lane, &position);
        position = after(&position, mv);
    }
    position
}

impl Columns {
    /// Records the next positions of a game, until the game ends or the batch is full.
    pub(super) fn record(
        &mut self,
        game: &Game<'_>,
        replay: &mut Replay<'_>,
        values: &[GameValue],
    ) {
        let (start, is_start) = (self.len, replay.ply == 0);
        let moves = &game.moves[replay.ply..];
        let end = LANES.min(start + moves.len() + 1);
        replay.is_done = end - start > moves.len();
        let mut position = replay.position;
        let has_words = !self.plan.replayed.is_empty();
        if let Some(positions) = replay.positions
            && !has_words
        {
            self.store_positions(start, &positions[replay.ply..][..end - start]);
            replay.ply += end - start;
        } else if !has_words && !self.plan.needs_positions {
            let moves = &moves[..moves.len().min(end - start)];
            position = store_game(&mut self.pieces, &mut self.black, start, position, moves);
            replay.ply += end - start;
            if replay.is_done {
                store(&mut self.pieces, &mut self.black, end - 1, &position);
            }
        } else {
            for lane in start..end {
                let mv = moves.get(lane - start).copied();
                store(&mut self.pieces, &mut self.black, lane, &position);
                if self.plan.needs_positions {
                    self.positions.push(position);
                }
                if has_words {
                    self.store_words(lane, game, &position, replay, mv.flatten());
                }
                position = match replay.positions {
                    Some(positions) => *positions.get(replay.ply + 1).unwrap_or(&position),
                    None => mv.map_or(position, |mv| after(&position, mv)),
                };
                if has_words {
                    replay.follow(self, &position, mv.flatten());
                }
                replay.ply += 1;
            }
        }
        (self.len, replay.position) = (end, position);
        let lanes = start..self.len;
        self.fill_values_of_game(lanes.clone(), values);
        self.segments.push(Segment { lanes, is_start });
    }

    /// Records positions as games without moves, whose values are the same.
    pub(super) fn record_positions(&mut self, positions: &[Position], values: &[GameValue]) {
        if self.plan.depends_on_games() {
            for &position in positions {
                let game = Game::of_position(position);
                self.record(&game, &mut Replay::new(self, &game, None), values);
            }
            return;
        }
        self.store_positions(0, positions);
        self.len = positions.len();
        self.fill_values_of_game(0..self.len, values);
    }

    /// Stores positions, of which the first is at a place of the batch.
    fn store_positions(&mut self, first: usize, positions: &[Position]) {
        for (lane, position) in (first..).zip(positions) {
            store(&mut self.pieces, &mut self.black, lane, position);
        }
        if self.plan.needs_positions {
            self.positions.extend_from_slice(positions);
        }
    }

    /// Fills the columns that have one value for all positions of a game.
    fn fill_values_of_game(&mut self, lanes: Range<usize>, values: &[GameValue]) {
        for (&id, &value) in self.plan.of_game.iter().zip(values) {
            if self.plan.filling[id] != Filling::PerGame {
                continue;
            }
            match (&mut self.columns[id], value) {
                (Column::Truth(truths), GameValue::Truth(value)) => {
                    truths.fill(lanes.clone(), value);
                }
                (Column::Number(numbers), GameValue::Number(value)) => {
                    for lane in lanes.clone() {
                        numbers.values[Lane::new(lane)] = value.unwrap_or(0);
                    }
                    numbers.missing.fill(lanes.clone(), value.is_none());
                }
                _ => {}
            }
        }
    }

    /// Stores the words of a position that are not seen from its pieces.
    fn store_words(
        &mut self,
        lane: usize,
        game: &Game<'_>,
        position: &Position,
        replay: &mut Replay,
        mv: Option<Move>,
    ) {
        for (k, &id) in self.plan.replayed.iter().enumerate() {
            match self.tree.node(id) {
                Node::SetWord(word) => {
                    self.columns[id].set_mut()[Lane::new(lane)] = match word {
                        SetWord::From => squares(mv)[0],
                        SetWord::To => squares(mv)[1],
                        SetWord::LastFrom => replay.last[0],
                        SetWord::LastTo => replay.last[1],
                        SetWord::CastlingRooks => position.castling_rooks(),
                        SetWord::EnPassantSquare => {
                            position.en_passant().map_or(Bitboard::EMPTY, Bitboard::of)
                        }
                        _ => replay.unmoved,
                    };
                }
                Node::NumberWord(word) => {
                    let value = match word {
                        NumberWord::Ply => Some(saturated(replay.ply as u64)),
                        NumberWord::MoveNumber => Some(saturated(position.fullmoves().into())),
                        NumberWord::Halfmoves => Some(position.halfmoves().into()),
                        NumberWord::Repetition => {
                            let times = replay.seen.entry(position.key()).or_insert(0);
                            *times = times.saturating_add(1);
                            Some(*times)
                        }
                        NumberWord::Eval => game.eval(replay.ply),
                        NumberWord::Clock => game.clock(replay.ply),
                        NumberWord::Moves | NumberWord::Plies => None,
                    };
                    let numbers = self.columns[id].number_mut();
                    numbers.values[Lane::new(lane)] = value.unwrap_or(0);
                    numbers.missing.set(lane, value.is_none());
                }
                Node::TruthWord(word) => {
                    let holds = mv.is_some_and(|mv| match word {
                        TruthWord::Captures => position.is_capture(mv),
                        TruthWord::Castles => mv.is_castle(),
                        TruthWord::Promotes => mv.promoted().is_some(),
                        TruthWord::EnPassant => mv.is_en_passant(),
                        _ => position.gives_check(mv),
                    });
                    self.columns[id].truth_mut().set(lane, holds);
                }
                Node::Text(Field::San, test) => {
                    let san = mv.map(|mv| alloc::format!("{}", position.san(mv)));
                    let holds = texts::passes(san.as_deref(), test, false);
                    self.columns[id].truth_mut().set(lane, holds);
                }
                Node::Route(_, route) => {
                    let steps = &replay.routes[k];
                    let is_there =
                        route.last().is_some_and(|&last| usize::from(steps[last]) == route.len());
                    self.routes[id].set(lane, is_there);
                }
                _ => {}
            }
        }
    }

    /// Fills the columns that are the same for all positions.
    pub(super) fn fill_constants(&mut self) {
        for id in self.tree.ids() {
            if self.plan.filling[id] != Filling::Computed {
                self.known[id] = Truths::ALL;
            }
            if self.plan.filling[id] != Filling::Constant {
                continue;
            }
            let set = match self.tree.node(id) {
                Node::Squares(squares) => rectangle(squares.files, squares.ranks),
                Node::SetWord(SetWord::All) => Bitboard::UNIVERSE,
                Node::SetWord(SetWord::Dark) => DARK,
                Node::SetWord(SetWord::Light) => !DARK,
                Node::Int(value) => {
                    self.columns[id].number_mut().values = [[*value; BLOCK]; BLOCKS];
                    continue;
                }
                _ => Bitboard::EMPTY,
            };
            *self.columns[id].set_mut() = [[set; BLOCK]; BLOCKS];
        }
    }
}

/// The squares of the color of a1.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Bitboard {
    let within = |(first, last): (u8, u8), index: u8| (first..=last).contains(&index);
    Square::ALL
        .into_iter()
        .filter(|square| within(files, square.file() as u8) && within(ranks, square.rank() as u8))
        .collect()
}

fn saturated(value: u64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
