//! Functions from sets to a set, by loops over the squares of one position.

use alloc::vec::Vec;
use core::iter;

use setwise::{Bitboard, Color, Direction, File, Move, Position, Rank, Role, Square};

use crate::tree::{PairFunction, SetFunction, Squares, Toward};

/// Returns the squares of a rectangle.
pub(super) fn rectangle(squares: Squares) -> Bitboard {
    let is_in = |number: u8, (first, last): (u8, u8)| first <= number && number <= last;
    squares_where(|square| {
        is_in(square.file() as u8, squares.files) && is_in(square.rank() as u8, squares.ranks)
    })
}

/// Returns the value of a function from a set to a set.
pub(super) fn function(function: SetFunction, set: Bitboard, position: &Position) -> Bitboard {
    let attackers = |square| position.attackers(square, position.board().occupied());
    let is_next_to_set = |square: Square, distance: fn(i8, i8) -> bool| {
        set.into_iter().any(|other| {
            distance(
                other.file() as i8 - square.file() as i8,
                other.rank() as i8 - square.rank() as i8,
            )
        })
    };
    match function {
        SetFunction::Complement => squares_where(|square| !set.contains(square)),
        SetFunction::Attacks => squares_where(|square| attackers(square).meets(set)),
        SetFunction::Attackers => set.into_iter().flat_map(attackers).collect(),
        SetFunction::Targets => moves_of(set, position).map(|mv| mv.destination()).collect(),
        SetFunction::PseudoTargets => {
            let moves = position.pseudo_legal_moves();
            moves.iter().filter(|mv| set.contains(mv.from())).map(|mv| mv.destination()).collect()
        }
        SetFunction::CheckTargets => moves_of(set, position)
            .filter(|mv| position.play_unchecked(*mv).is_check())
            .map(|mv| mv.destination())
            .collect(),
        SetFunction::Movable => moves_of(set, position).map(|mv| mv.from()).collect(),
        SetFunction::Forward => set
            .into_iter()
            .filter_map(|square| match position.board().color_at(square)? {
                Color::White => square.step(Direction::North),
                Color::Black => square.step(Direction::South),
            })
            .collect(),
        SetFunction::File => squares_where(|square| is_next_to_set(square, |file, _| file == 0)),
        SetFunction::Rank => squares_where(|square| is_next_to_set(square, |_, rank| rank == 0)),
        SetFunction::Diagonal => squares_where(|square| {
            is_next_to_set(square, |files, ranks| files.abs() == ranks.abs())
        }),
        SetFunction::Around => squares_where(|square| {
            is_next_to_set(square, |files, ranks| files.abs().max(ranks.abs()) == 1)
        }),
        SetFunction::Passed => pawns_where(set, position, Pawn::is_passed),
        SetFunction::Isolated => pawns_where(set, position, Pawn::is_isolated),
        SetFunction::Doubled => pawns_where(set, position, Pawn::is_doubled),
        SetFunction::Connected => pawns_where(set, position, Pawn::is_connected),
        SetFunction::Backward => pawns_where(set, position, Pawn::is_backward),
        SetFunction::Hanging => {
            let is_hanging = |square: &Square| {
                position.piece_at(*square).is_some_and(|piece| {
                    let attackers = attackers(*square);
                    piece.role != Role::King
                        && attackers.meets(position.board().color(!piece.color))
                        && !attackers.meets(position.board().color(piece.color))
                })
            };
            set.into_iter().filter(is_hanging).collect()
        }
        SetFunction::FlipVertical => moved(set, |file, rank| (file, 7 - rank)),
        SetFunction::MirrorHorizontal => moved(set, |file, rank| (7 - file, rank)),
        SetFunction::FlipDiagonal => moved(set, |file, rank| (rank, file)),
        SetFunction::FlipAntiDiagonal => moved(set, |file, rank| (7 - rank, 7 - file)),
        SetFunction::Rotate180 => moved(set, |file, rank| (7 - file, 7 - rank)),
        SetFunction::RotateClockwise => moved(set, |file, rank| (rank, 7 - file)),
        SetFunction::RotateCounterclockwise => moved(set, |file, rank| (7 - rank, file)),
    }
}

/// Returns the legal moves of the pieces on a set.
fn moves_of(set: Bitboard, position: &Position) -> impl Iterator<Item = Move> {
    position.legal_moves().into_iter().filter(move |mv| set.contains(mv.from()))
}

/// Returns the squares to which a function of file and rank moves the squares of a set.
fn moved(set: Bitboard, to: fn(usize, usize) -> (usize, usize)) -> Bitboard {
    let move_one = |square: Square| {
        let (file, rank) = to(square.file() as usize, square.rank() as usize);
        Square::new(File::ALL[file], Rank::ALL[rank])
    };
    set.into_iter().map(move_one).collect()
}

/// Returns the value of a function of a direction and a set.
pub(super) fn toward(
    function: Toward,
    direction: Direction,
    set: Bitboard,
    position: &Position,
) -> Bitboard {
    let from = |square| -> Vec<Square> {
        match function {
            Toward::Steps(0) => [square].into(),
            Toward::Steps(n) => {
                ray(square, direction).nth(usize::from(n) - 1).into_iter().collect()
            }
            Toward::Slide => up_to_first_piece(ray(square, direction), position),
            Toward::Fill => iter::once(square).chain(ray(square, direction)).collect(),
        }
    };
    set.into_iter().flat_map(from).collect()
}

/// Returns the value of a function from two sets to a set: of the squares that it has for each
/// square of the first set and another one of the second set that are on one line.
pub(super) fn pair(
    function: PairFunction,
    set: Bitboard,
    other: Bitboard,
    position: &Position,
) -> Bitboard {
    let is_empty = |square: &Square| position.piece_at(*square).is_none();
    let mut value = Bitboard::EMPTY;
    for square in set {
        for direction in Direction::ALL {
            let squares: Vec<Square> = ray(square, direction).collect();
            for (at, _) in squares.iter().enumerate().filter(|(_, to)| other.contains(**to)) {
                let (between, beyond) = (&squares[..at], &squares[at + 1..]);
                match function {
                    PairFunction::Between => value |= between.iter().copied().collect(),
                    PairFunction::Line => {
                        value |= squares.iter().copied().collect();
                        value |=
                            iter::once(square).chain(ray(square, direction.opposite())).collect();
                    }
                    PairFunction::Behind => {
                        if between.iter().all(is_empty) {
                            let beyond = beyond.iter().copied();
                            value |= up_to_first_piece(beyond, position).into_iter().collect();
                        }
                    }
                }
            }
        }
    }
    value
}

fn squares_where(holds: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|square| holds(*square)).collect()
}

/// Returns the squares from the neighbor of a square to the edge of the board.
fn ray(square: Square, direction: Direction) -> impl Iterator<Item = Square> {
    iter::successors(square.step(direction), move |square| square.step(direction))
}

/// Returns the empty squares at the start of a way, and the occupied square behind them.
fn up_to_first_piece(way: impl Iterator<Item = Square>, position: &Position) -> Vec<Square> {
    let mut squares = Vec::new();
    for square in way {
        squares.push(square);
        if position.piece_at(square).is_some() {
            break;
        }
    }
    squares
}

/// A pawn, and the other pawns of both sides. Ranks count from 0, from its own side of the board.
struct Pawn {
    file: i8,
    rank: i8,
    /// The files and ranks of the other pawns of its color.
    own: Vec<(i8, i8)>,
    enemy: Vec<(i8, i8)>,
}

/// Returns the pawns of a set that have a property.
fn pawns_where(set: Bitboard, position: &Position, property: fn(&Pawn) -> bool) -> Bitboard {
    let mut value = Bitboard::EMPTY;
    for color in Color::ALL {
        let file_and_rank =
            |square: Square| (square.file() as i8, square.rank().relative_to(color) as i8);
        let own = position.board().pieces(color, Role::Pawn);
        let enemy = position.board().pieces(!color, Role::Pawn);
        for square in own & set {
            let (file, rank) = file_and_rank(square);
            let own = own.without(square).into_iter().map(file_and_rank).collect();
            let enemy = enemy.into_iter().map(file_and_rank).collect();
            if property(&Pawn { file, rank, own, enemy }) {
                value |= Bitboard::of(square);
            }
        }
    }
    value
}

impl Pawn {
    fn is_beside(&self, file: i8) -> bool {
        (file - self.file).abs() == 1
    }

    /// No enemy pawn is on its file or a neighboring file in front of it.
    fn is_passed(&self) -> bool {
        !self
            .enemy
            .iter()
            .any(|&(file, rank)| (file == self.file || self.is_beside(file)) && rank > self.rank)
    }

    /// No own pawn is on a neighboring file.
    fn is_isolated(&self) -> bool {
        !self.own.iter().any(|&(file, _)| self.is_beside(file))
    }

    /// Another own pawn is on its file.
    fn is_doubled(&self) -> bool {
        self.own.iter().any(|&(file, _)| file == self.file)
    }

    /// An own pawn is beside it or defends it.
    fn is_connected(&self) -> bool {
        self.own.iter().any(|&(file, rank)| {
            self.is_beside(file) && (rank == self.rank || rank == self.rank - 1)
        })
    }

    /// It is not isolated, no own pawn is beside or behind it on a neighboring file, and an enemy
    /// pawn attacks the square in front of it.
    fn is_backward(&self) -> bool {
        let has_support =
            self.own.iter().any(|&(file, rank)| self.is_beside(file) && rank <= self.rank);
        let front = self.rank + 1;
        let is_front_attacked =
            self.enemy.iter().any(|&(file, rank)| self.is_beside(file) && rank == front + 1);
        !self.is_isolated() && !has_support && is_front_attacked
    }
}
