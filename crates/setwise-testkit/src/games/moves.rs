//! The moves of a game: an opening, then a choice among random moves.

use setwise::notation::san::SanOptions;
use setwise::{Color, Move, Position, Role};

use crate::random::Random;

/// Games that follow common moves and then go on in another way: their number, the code of the
/// opening, its name, and the moves.
const OPENINGS: &str = include_str!("openings.txt");

/// The value of a check for the choice of a move, in hundredths of a pawn.
const CHECK: i32 = 80;
/// The greatest random number that is added to the value of a move.
const CHANCE: usize = 150;

/// Common moves after which games go on in different ways.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub(super) games: u32,
    pub(super) eco: &'static str,
    pub(super) name: &'static str,
    moves: Vec<Move>,
}

/// A move of a game.
pub(super) struct Played {
    /// The position before it.
    pub(super) position: Position,
    pub(super) mv: Move,
    /// The evaluation after it, in hundredths of a pawn for White.
    pub(super) evaluation: i32,
}

/// Returns the openings.
pub(super) fn openings() -> Vec<Opening> {
    let opening = |line: &'static str| {
        let mut fields = line.split('|');
        let mut field = || fields.next().expect("four fields");
        let games = field().parse().expect("a number");
        let (eco, name) = (field(), field());
        let mut position = Position::default();
        let moves = field().split(' ').map(|san| {
            let mv = position.parse_san_with(san, SanOptions::LENIENT).expect("a legal move");
            position = position.play_unchecked(mv);
            mv
        });
        Opening { games, eco, name, moves: moves.collect() }
    };
    OPENINGS.lines().map(opening).collect()
}

/// Plays a game of some plies, and further if it is to end with mate; returns its moves and the
/// last position.
pub(super) fn play(
    opening: &Opening,
    plies: usize,
    to_mate: bool,
    random: &mut Random,
) -> (Vec<Played>, Position) {
    let mut game = Vec::with_capacity(plies);
    let mut position = Position::default();
    let (mut noise, longest) = (0, if to_mate { plies + 100 } else { plies });
    while game.len() < longest {
        let mv = match opening.moves.get(game.len()) {
            Some(&mv) => mv,
            None => {
                let moves = position.legal_moves();
                let mate = to_mate && game.len() + 60 > plies;
                let mate = mate.then(|| moves.iter().find(|&&mv| mates(&position, mv))).flatten();
                if moves.is_empty() || position.is_insufficient_material() {
                    break;
                }
                // The side that is behind plays badly before it is mated.
                let is_bad = to_mate && game.len() * 4 > plies && is_behind(&position);
                mate.copied().unwrap_or_else(|| match is_bad {
                    true => moves[random.below(moves.len())],
                    false => choice(&position, &moves, to_mate, random),
                })
            }
        };
        let next = position.play_unchecked(mv);
        noise = noise * 7 / 8 + random.below(61) as i32 - 30;
        game.push(Played { position, mv, evaluation: material(&next) + noise });
        position = next;
    }
    (game, position)
}

/// Returns true if a legal move is mate.
fn mates(position: &Position, mv: Move) -> bool {
    position.gives_check(mv) && !position.play_unchecked(mv).has_legal_move()
}

/// Chooses a legal move: the best of some for the static exchange, check and chance. Captures are
/// considered more often.
fn choice(position: &Position, moves: &[Move], to_mate: bool, random: &mut Random) -> Move {
    let mut best = (i32::MIN, moves[random.below(moves.len())]);
    for &mv in moves {
        let (odds, of) = if position.is_capture(mv) { (3, 4) } else { (1, 8) };
        if random.below(of) >= odds {
            continue;
        }
        let check = if position.gives_check(mv) { CHECK } else { 0 };
        let value = position.static_exchange(mv) + check + random.below(CHANCE) as i32;
        if value > best.0 && (to_mate || check == 0 || !mates(position, mv)) {
            best = (value, mv);
        }
    }
    best.1
}

/// Returns true if the side to move has less material.
fn is_behind(position: &Position) -> bool {
    let ahead = material(position);
    if position.turn() == Color::White { ahead < 0 } else { ahead > 0 }
}

/// Returns White's material less Black's, in hundredths of a pawn.
fn material(position: &Position) -> i32 {
    let board = position.board();
    let count = |color, role| board.pieces(color, role).count() as i32;
    let values = [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 310)];
    let values = values.into_iter().chain([(Role::Rook, 500), (Role::Queen, 900)]);
    values
        .map(|(role, value)| value * (count(Color::White, role) - count(Color::Black, role)))
        .sum()
}
