//! Workloads: what is looked up, by name. Each is made of fixed seeds, so it is the same in each
//! run and on each machine.

use clap::ValueEnum;
use setwise::{Bitboard, Color, Role, Square};

use super::games;
use super::ranking::Unit;
use crate::random::Random;

/// What is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Workload {
    /// Queens on random squares of random occupancies, a quarter full, each built from nothing
    Random,
    /// All sliders of the positions of real games, the occupancy kept move by move
    Games,
    /// What the sliders of the side to move attack of the enemy's men in those positions
    Captures,
    /// As random, 64 at a time, after other data has filled the caches
    Cold,
    /// Queens that each wait for the last answer, which says where and among what they stand
    Chain,
    /// Everything that the sliders of a side attack, as one set; by a fill all at once
    Side,
    /// As side, eight sides at once: white and black in four positions
    Sides,
}

impl Workload {
    /// The name that the option takes.
    pub(super) fn name(self) -> &'static str {
        match self {
            Workload::Random => "random",
            Workload::Games => "games",
            Workload::Captures => "captures",
            Workload::Cold => "cold",
            Workload::Chain => "chain",
            Workload::Side => "side",
            Workload::Sides => "sides",
        }
    }

    /// What it is, as the help says it.
    pub(super) fn what(self) -> String {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help());
        help.map(ToString::to_string).unwrap_or_default()
    }

    /// Whether it asks for whole sides, which a fill answers at once.
    pub(super) fn is_of_sides(self) -> bool {
        matches!(self, Workload::Side | Workload::Sides)
    }

    /// In what it is counted.
    pub(super) fn unit(self) -> Unit {
        match self {
            Workload::Chain => Unit::Nanoseconds("queen"),
            _ if self.is_of_sides() => Unit::MillionPerSecond("sides"),
            _ => Unit::MillionPerSecond("queens"),
        }
    }
}

/// A queen and the occupied squares.
#[derive(Clone, Copy)]
pub(super) struct Queen {
    pub(super) from: Square,
    pub(super) occupied: Bitboard,
}

/// A position, as far as a lookup sees it.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    /// What is occupied here and was not in the last scene, or the other way round.
    pub(super) changed: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) queens: Bitboard,
    /// The attacked squares that matter.
    pub(super) targets: Bitboard,
}

/// How many boards a chain has.
pub(super) const BOARDS: usize = 64;

/// How many sides are asked for at once.
pub(super) const TOGETHER: usize = 8;

/// Several sides, as a fill takes them.
#[derive(Clone, Copy)]
pub(super) struct Together {
    pub(super) rooks: [Bitboard; TOGETHER],
    pub(super) bishops: [Bitboard; TOGETHER],
    pub(super) empty: [Bitboard; TOGETHER],
}

/// More bytes than the caches that belong to one core hold.
const OTHER_DATA: usize = 8 << 20;

/// Everything that the workloads look up.
pub(super) struct Material {
    /// Enough that no predictor of branches learns them.
    pub(super) queens: Vec<Queen>,
    pub(super) boards: [Bitboard; BOARDS],
    pub(super) games: Vec<Scene>,
    pub(super) captures: Vec<Scene>,
    /// White and black of each position.
    pub(super) sides: Vec<Scene>,
    /// The same for a fill, [`TOGETHER`] at once.
    pub(super) together: Vec<Together>,
    /// What fills the caches.
    pub(super) other_data: Vec<u8>,
}

impl Material {
    /// Makes it.
    pub(super) fn new() -> Material {
        let mut random = Random::new(0x5e71_15e0_0000_0002);
        let queens = (0..1 << 14).map(|_| Queen {
            from: Square::masked(random.next() as u8),
            occupied: quarter(&mut random),
        });
        let queens = queens.collect();
        let boards = std::array::from_fn(|_| quarter(&mut random));
        let positions = games::positions();
        let (mut games, mut captures, mut sides) = (Vec::new(), Vec::new(), Vec::new());
        let mut before = Bitboard::EMPTY;
        for position in &positions {
            let board = position.board();
            let changed = before ^ board.occupied();
            before = board.occupied();
            let all = |role| board.role(role);
            games.push(Scene::new(changed, all, Bitboard::UNIVERSE));
            let us = position.turn();
            captures.push(Scene::new(changed, |role| board.pieces(us, role), board.enemy(us)));
            let white = |role| board.pieces(Color::White, role);
            sides.push(Scene::new(changed, white, Bitboard::UNIVERSE));
            let black = |role| board.pieces(Color::Black, role);
            sides.push(Scene::new(Bitboard::EMPTY, black, Bitboard::UNIVERSE));
        }
        sides.truncate(sides.len() / TOGETHER * TOGETHER);
        let together = Together::of(&sides);
        Material {
            queens,
            boards,
            games,
            captures,
            sides,
            together,
            other_data: vec![1; OTHER_DATA],
        }
    }
}

/// Each square with probability 1/4, about as full as a board in the middle game.
fn quarter(random: &mut Random) -> Bitboard {
    Bitboard(random.next() & random.next())
}

impl Scene {
    fn new(changed: Bitboard, men: impl Fn(Role) -> Bitboard, targets: Bitboard) -> Scene {
        let (bishops, rooks) = (men(Role::Bishop), men(Role::Rook));
        Scene { changed, bishops, rooks, queens: men(Role::Queen), targets }
    }

    /// All that slide along ranks and files.
    pub(super) fn rook_sliders(&self) -> Bitboard {
        self.rooks | self.queens
    }

    /// All that slide along diagonals.
    pub(super) fn bishop_sliders(&self) -> Bitboard {
        self.bishops | self.queens
    }

    /// How many lookups of a rook or a bishop the scene takes; a queen takes one of each.
    pub(super) fn half_queens(&self) -> u64 {
        u64::from(self.bishops.count() + self.rooks.count() + 2 * self.queens.count())
    }
}

impl Together {
    /// Scenes that follow each other, as many as fill it.
    fn of(scenes: &[Scene]) -> Vec<Together> {
        let mut occupied = Bitboard::EMPTY;
        let together = |scenes: &[Scene; TOGETHER]| Together {
            rooks: scenes.map(|scene| scene.rook_sliders()),
            bishops: scenes.map(|scene| scene.bishop_sliders()),
            empty: scenes.map(|scene| {
                occupied ^= scene.changed;
                !occupied
            }),
        };
        scenes.as_chunks().0.iter().map(together).collect()
    }
}
