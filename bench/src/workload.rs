//! The data of each workload. The seeds are fixed, so the data are the same in each run and on each
//! machine.

use clap::ValueEnum;
use setwise::attacks::Sliders;
use setwise::{Bitboard, Color, Role, Square};
use setwise_techniques::fill::Sides;

use crate::games;
use crate::random::Random;
use crate::ranking::Unit;

/// A workload: what is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Workload {
    /// Queens on random squares; each has its own random occupancy, built from scratch
    Random,
    /// All sliders of the positions of real games; the occupancy is updated move by move
    Games,
    /// The enemy pieces that the sliders of the side to move attack, in the positions of games
    Captures,
    /// As random, in batches of 64; before each batch other data fill the caches
    Cold,
    /// Queens whose square and occupancy depend on the previous answer: the latency of a lookup
    Chain,
    /// The set of all squares that the sliders of a side attack; a fill finds it at once
    Side,
    /// As side, for eight sides at once: white and black in four positions
    Sides,
}

impl Workload {
    /// Returns the name that the option takes.
    pub(crate) fn name(self) -> &'static str {
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

    /// Returns the description in the help of the option.
    pub(crate) fn what(self) -> String {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help());
        help.map(ToString::to_string).unwrap_or_default()
    }

    /// Returns true if the answers are for whole sides, which a fill finds at once.
    pub(crate) fn is_of_sides(self) -> bool {
        matches!(self, Workload::Side | Workload::Sides)
    }

    /// Returns the unit of the figures.
    pub(crate) fn unit(self) -> Unit {
        match self {
            Workload::Chain => Unit::Nanoseconds("queen"),
            _ if self.is_of_sides() => Unit::MillionPerSecond("sides"),
            _ => Unit::MillionPerSecond("queens"),
        }
    }
}

/// The square of a queen, and the occupancy.
#[derive(Clone, Copy)]
pub(crate) struct Queen {
    pub(crate) from: Square,
    pub(crate) occupied: Bitboard,
}

/// The sliders of a position.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    /// The occupied squares.
    pub(crate) occupied: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    /// The squares that attacks are intersected with.
    pub(crate) targets: Bitboard,
}

/// The number of occupancies of a chain.
pub(crate) const BOARDS: usize = 64;

/// The number of sides that are filled together.
pub(crate) const TOGETHER: usize = 8;

/// More bytes than the caches of one core hold.
const OTHER_DATA: usize = 8 << 20;

/// The data of all workloads.
pub(crate) struct Material {
    /// Too many for a branch predictor to learn.
    pub(crate) queens: Vec<Queen>,
    pub(crate) boards: [Bitboard; BOARDS],
    pub(crate) games: Vec<Scene>,
    pub(crate) captures: Vec<Scene>,
    /// White and black in each position.
    pub(crate) sides: Vec<Scene>,
    /// The same sides as input of a fill, [`TOGETHER`] at once.
    pub(crate) together: Vec<Sides<TOGETHER>>,
    /// The data that fill the caches.
    pub(crate) other_data: Vec<u8>,
}

impl Material {
    /// Generates the data.
    pub(crate) fn new() -> Material {
        let mut random = Random::new(0x5e71_15e0_0000_0002);
        let queens = (0..1 << 14).map(|_| Queen {
            from: Square::masked(random.next() as u8),
            occupied: quarter(&mut random),
        });
        let queens = queens.collect();
        let boards = std::array::from_fn(|_| quarter(&mut random));
        let positions = games::positions();
        let (mut games, mut captures, mut sides) = (Vec::new(), Vec::new(), Vec::new());
        for position in &positions {
            let board = position.board();
            let occupied = board.occupied();
            let all = |role| board.role(role);
            games.push(Scene::new(occupied, all, Bitboard::UNIVERSE));
            let us = position.turn();
            captures.push(Scene::new(occupied, |role| board.pieces(us, role), board.enemy(us)));
            let white = |role| board.pieces(Color::White, role);
            sides.push(Scene::new(occupied, white, Bitboard::UNIVERSE));
            let black = |role| board.pieces(Color::Black, role);
            sides.push(Scene::new(occupied, black, Bitboard::UNIVERSE));
        }
        sides.truncate(sides.len() / TOGETHER * TOGETHER);
        let together = together(&sides);
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

/// Returns a set that has each square with probability 1/4, about as full as a board in the
/// middlegame.
fn quarter(random: &mut Random) -> Bitboard {
    Bitboard(random.next() & random.next())
}

impl Scene {
    fn new(occupied: Bitboard, pieces: impl Fn(Role) -> Bitboard, targets: Bitboard) -> Scene {
        let (bishops, rooks) = (pieces(Role::Bishop), pieces(Role::Rook));
        Scene { occupied, bishops, rooks, queens: pieces(Role::Queen), targets }
    }

    /// Calls a function with the squares that each slider attacks.
    #[inline(always)]
    pub(crate) fn visit<S: Sliders>(&self, sliders: S, mut attacked: impl FnMut(Bitboard)) {
        for from in self.bishops {
            attacked(sliders.bishop(from, self.occupied));
        }
        for from in self.rooks {
            attacked(sliders.rook(from, self.occupied));
        }
        for from in self.queens {
            attacked(sliders.queen(from, self.occupied));
        }
    }

    /// Returns the sliders along ranks and files.
    pub(crate) fn rook_sliders(&self) -> Bitboard {
        self.rooks | self.queens
    }

    /// Returns the sliders along diagonals.
    pub(crate) fn bishop_sliders(&self) -> Bitboard {
        self.bishops | self.queens
    }

    /// Returns the number of rook and bishop lookups. A queen counts as one of each.
    pub(crate) fn half_queens(&self) -> u64 {
        u64::from(self.bishops.count() + self.rooks.count() + 2 * self.queens.count())
    }
}

/// Groups the sides of successive scenes.
fn together(scenes: &[Scene]) -> Vec<Sides<TOGETHER>> {
    let together = |scenes: &[Scene; TOGETHER]| Sides {
        rooks: scenes.map(|scene| scene.rook_sliders()),
        bishops: scenes.map(|scene| scene.bishop_sliders()),
        empty: scenes.map(|scene| !scene.occupied),
    };
    scenes.as_chunks().0.iter().map(together).collect()
}
