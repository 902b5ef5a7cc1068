//! Replays games into columns.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use setwise::{Bitboard, CastlingTargets, Color, Move, MoveKind, Position, Role, Square};

use super::lanes::{Lane, Level};
use super::plan::Filling;
use super::{BLOCK, BLOCKS, Column, Columns, LANES, PieceSets, Segment, Truths, texts};
use crate::tree::{Field, Node, NumberWord, SetWord, TruthWord};
use crate::{Game, Value};

/// Where a game is being replayed.
#[derive(Debug)]
pub(super) struct Replay {
    position: Position,
    ply: usize,
    /// Every position has been recorded.
    pub(super) is_done: bool,
    unmoved: Bitboard,
    /// The number of times that each position has been seen since the last move that cannot be
    /// taken back, by its key.
    seen: BTreeMap<u64, i32>,
    /// For each node of a route the number of its squares that the piece on each square has been
    /// on.
    routes: Vec<[u8; 64]>,
}

/// Returns the set of a square, if there is one.
#[inline(always)]
fn square(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Bitboard::of)
}

impl Replay {
    /// Begins a game.
    pub(super) fn new(columns: &Columns, game: &Game<'_>) -> Replay {
        let position = game.start;
        let mut replay = Replay {
            position,
            ply: 0,
            is_done: false,
            unmoved: position.board().occupied(),
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

/// The sets of the six roles and of the two colors, of one position.
type Boards = [Bitboard; 8];

/// Returns the sets of the pieces of a position.
#[inline(always)]
fn boards(position: &Position) -> Boards {
    let board = position.board();
    [
        board.role(Role::Pawn),
        board.role(Role::Knight),
        board.role(Role::Bishop),
        board.role(Role::Rook),
        board.role(Role::Queen),
        board.role(Role::King),
        board.color(Color::White),
        board.color(Color::Black),
    ]
}

/// Stores the pieces of a position.
#[inline(always)]
fn store(pieces: &mut PieceSets, lane: usize, boards: Boards) {
    let Lane { block, place } = Lane::new(lane);
    for (places, board) in pieces[block].iter_mut().zip(boards) {
        places[place] = board;
    }
}

/// Stores the pieces of positions.
#[inline(never)]
fn store_positions(pieces: &mut PieceSets, first: usize, positions: &[Position]) {
    for (lane, position) in (first..).zip(positions) {
        store(pieces, lane, boards(position));
    }
}

/// Adds the positions from which some moves are played, and returns the position after them.
#[inline(never)]
fn replay_positions(
    positions: &mut Vec<Position>,
    mut position: Position,
    moves: &[Option<Move>],
) -> Position {
    let first = positions.len();
    positions.resize(first + moves.len(), position);
    for (before, &mv) in positions[first..].iter_mut().zip(moves) {
        *before = position;
        position = after(&position, mv);
    }
    position
}

/// Stores the pieces of the positions from which moves are played, and of the position after them.
#[inline(always)]
fn store_game(pieces: &mut PieceSets, first: usize, mut boards: Boards, moves: &[Option<Move>]) {
    for (lane, &mv) in (first..).zip(moves) {
        store(pieces, lane, boards);
        let bits = mv.map_or(0, Move::to_bits);
        if bits >> 13 != 0 {
            boards = after_special(boards, bits);
            continue;
        }
        // A null move has the same square twice.
        let (from, to) = (u32::from(bits) & 63, u32::from(bits) >> 6 & 63);
        let kept = !(1 << from | 1 << to);
        for board in &mut boards {
            board.0 = board.0 & kept | (board.0 >> from & 1) << to;
        }
    }
    store(pieces, first + moves.len(), boards);
}

/// Returns the pieces after castling, an en passant capture or a promotion.
#[inline(never)]
fn after_special(mut boards: Boards, bits: u16) -> Boards {
    let Some(mv) = Move::from_bits(bits) else { return boards };
    let (from, to) = (mv.from(), mv.to());
    let color = 6 + usize::from(boards[7].contains(from));
    // What is put on the board; only castling moves two pieces.
    let (cleared, put) = match mv.kind() {
        MoveKind::Castle => {
            let CastlingTargets { king, rook, .. } = CastlingTargets::of(from, to);
            (Bitboard::of(king).with(rook), [(Role::King, king), (Role::Rook, rook)])
        }
        MoveKind::EnPassant => {
            (Bitboard::of(Square::new(to.file(), from.rank())), [(Role::Pawn, to); 2])
        }
        MoveKind::Promotion(role) => (Bitboard::EMPTY, [(role, to); 2]),
        _ => (Bitboard::EMPTY, [(Role::Pawn, to); 2]),
    };
    for board in &mut boards {
        *board -= cleared.with(from).with(to);
    }
    for (role, square) in put {
        boards[role as usize] |= Bitboard::of(square);
        boards[color] |= Bitboard::of(square);
    }
    boards
}

impl Columns {
    /// Records the next positions of a game, until the game ends or the batch is full.
    pub(super) fn record(&mut self, game: &Game<'_>, replay: &mut Replay) {
        let (start, is_start) = (self.len, replay.ply == 0);
        let moves = &game.moves[replay.ply..];
        let end = LANES.min(start + moves.len() + 1);
        replay.is_done = end - start > moves.len();
        let lanes = start..end;
        let is_black = replay.position.turn() == Color::Black;
        self.black.fill_alternately(lanes.clone(), is_black);
        let is_known = game.positions.len() == game.moves.len() + 1;
        let known = is_known.then(|| &game.positions[replay.ply..]);
        if let Some(known) = known {
            if self.plan.needs_pieces {
                store_positions(&mut self.pieces, start, &known[..lanes.len()]);
            }
            if self.plan.needs_positions {
                self.positions.extend_from_slice(&known[..lanes.len()]);
            }
            replay.position = known.get(lanes.len()).copied().unwrap_or(replay.position);
        } else {
            if self.plan.needs_pieces {
                let inside = &moves[..lanes.len() - 1];
                let input = (&mut *self.pieces, start, boards(&replay.position), inside);
                inlined!(Level::call, [self.level, input], |(pieces, first, boards, moves)| {
                    store_game(pieces, first, boards, moves);
                });
            }
            if self.plan.needs_positions || !replay.is_done {
                let moves = &moves[..moves.len().min(lanes.len())];
                replay.position = replay_positions(&mut self.positions, replay.position, moves);
                if replay.is_done {
                    self.positions.push(replay.position);
                }
            }
        }
        self.store_words(game, replay, lanes.clone());
        replay.ply += lanes.len();
        self.len = end;
        self.fill_values_of_game(lanes.clone());
        self.segments.push(Segment { lanes, is_start });
    }

    /// Records positions as games without moves, whose game values are the same.
    pub(super) fn record_positions(&mut self, positions: &[Position]) {
        // Castling rights and counters are replayed too.
        if !self.plan.replayed.is_empty() || !self.plan.over_games.is_empty() {
            for &position in positions {
                let game = Game::of_position(position);
                self.record(&game, &mut Replay::new(self, &game));
            }
            return;
        }
        store_positions(&mut self.pieces, 0, positions);
        for (lane, position) in positions.iter().enumerate() {
            self.black.set(lane, position.turn() == Color::Black);
        }
        if self.plan.needs_positions {
            self.positions.extend_from_slice(positions);
        }
        self.len = positions.len();
        self.fill_values_of_game(0..self.len);
    }

    /// Fills the columns that have one value for all positions of a game.
    fn fill_values_of_game(&mut self, lanes: Range<usize>) {
        for (&id, &value) in self.plan.of_game.iter().zip(&self.game_values) {
            if self.plan.filling[id] != Filling::PerGame {
                continue;
            }
            match (&mut self.columns[id], value) {
                (Column::Truth(truths), Some(Value::Truth(value))) => {
                    truths.fill(lanes.clone(), value);
                }
                (Column::Number(numbers), Some(Value::Number(value))) => {
                    for lane in lanes.clone() {
                        numbers.values[Lane::new(lane)] = value.unwrap_or(0);
                    }
                    numbers.missing.fill(lanes.clone(), value.is_none());
                }
                _ => {}
            }
        }
    }

    /// Fills the columns of the nodes that are filled while a game is replayed.
    fn store_words(&mut self, game: &Game<'_>, replay: &mut Replay, lanes: Range<usize>) {
        let Columns { tree, plan, columns, positions, routes, .. } = self;
        let mv = |ply: usize| game.moves.get(ply).copied().flatten();
        let last = |ply: usize| ply.checked_sub(1).and_then(mv);
        for (&id, steps) in plan.replayed.iter().zip(&mut replay.routes) {
            let lanes = lanes.clone().zip(replay.ply..);
            match tree.node(id) {
                Node::SetWord(word) => {
                    let sets = columns[id].set_mut();
                    // A loop for each word.
                    macro_rules! each {
                        ($of:expr) => {
                            lanes.for_each(|(lane, ply)| sets[Lane::new(lane)] = $of(lane, ply))
                        };
                    }
                    let from = |mv: Option<Move>| square(mv.map(Move::from));
                    let to = |mv: Option<Move>| square(mv.map(Move::destination));
                    match word {
                        SetWord::From => each!(|_, ply| from(mv(ply))),
                        SetWord::To => each!(|_, ply| to(mv(ply))),
                        SetWord::LastFrom => each!(|_, ply| from(last(ply))),
                        SetWord::LastTo => each!(|_, ply| to(last(ply))),
                        SetWord::CastlingRooks => {
                            each!(|lane: usize, _| positions[lane].castling_rooks());
                        }
                        SetWord::EnPassantSquare => {
                            each!(|lane: usize, _| square(positions[lane].en_passant()));
                        }
                        _ => each!(|lane: usize, ply| {
                            if let Some(mv) = last(ply) {
                                let to = Bitboard::of(mv.to()).with(mv.destination());
                                replay.unmoved -= to.with(mv.from());
                                replay.unmoved &= positions[lane].board().occupied();
                            }
                            replay.unmoved
                        }),
                    }
                }
                Node::NumberWord(word) => {
                    let numbers = columns[id].number_mut();
                    for (lane, ply) in lanes {
                        let value = match word {
                            NumberWord::Ply => Some(saturated(ply as u64)),
                            NumberWord::MoveNumber => {
                                Some(saturated(positions[lane].fullmoves().into()))
                            }
                            NumberWord::Halfmoves => Some(positions[lane].halfmoves().into()),
                            NumberWord::Repetition => {
                                let position = &positions[lane];
                                if position.halfmoves() == 0 {
                                    replay.seen.clear();
                                }
                                let times = replay.seen.entry(position.key()).or_insert(0);
                                *times = times.saturating_add(1);
                                Some(*times)
                            }
                            NumberWord::Eval => game.eval(ply),
                            NumberWord::Depth => game.depth(ply),
                            NumberWord::Clock => game.clock(ply),
                            NumberWord::Moves | NumberWord::Plies | NumberWord::MateIn => None,
                        };
                        numbers.values[Lane::new(lane)] = value.unwrap_or(0);
                        numbers.missing.set(lane, value.is_none());
                    }
                }
                Node::TruthWord(word) => {
                    let truths = columns[id].truth_mut();
                    for (lane, ply) in lanes {
                        let holds = mv(ply).is_some_and(|mv| match word {
                            TruthWord::Captures => positions[lane].is_capture(mv),
                            TruthWord::Castles => mv.is_castle(),
                            TruthWord::Promotes => mv.promoted().is_some(),
                            TruthWord::EnPassant => mv.is_en_passant(),
                            _ => positions[lane].gives_check(mv),
                        });
                        truths.set(lane, holds);
                    }
                }
                Node::Text(Field::San, test) => {
                    let truths = columns[id].truth_mut();
                    for (lane, ply) in lanes {
                        let san = mv(ply).map(|mv| alloc::format!("{}", positions[lane].san(mv)));
                        truths.set(lane, texts::passes(san.as_deref(), test, false));
                    }
                }
                Node::Route(_, route) => {
                    for (lane, ply) in lanes {
                        if let Some(mv) = last(ply) {
                            follow_route(steps, route, mv);
                        }
                        let is_there = |&last: &Square| usize::from(steps[last]) == route.len();
                        routes[id].set(lane, route.last().is_some_and(is_there));
                    }
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
                Node::SetWord(SetWord::Dark) => Bitboard::DARK,
                Node::SetWord(SetWord::Light) => !Bitboard::DARK,
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

#[cfg(test)]
mod tests;
