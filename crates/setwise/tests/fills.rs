//! Set-wise fills and what is made of them, against the position's own answers and against walks.

use setwise::sliders::fill::byte_lanes::ByteLanes;
use setwise::sliders::fill::dumb7::Dumb7;
use setwise::sliders::fill::fan::Fanned;
use setwise::sliders::fill::in_lanes::InLanes;
use setwise::sliders::fill::kogge_stone::KoggeStone;
use setwise::sliders::fill::shell::Portable;
use setwise::sliders::fill::turned::Turned;
use setwise::sliders::fill::two_moves::{Slider, reach, stops};
use setwise::sliders::fill::{Fills, pins};
use setwise::{Bitboard, Color, Direction, Position, Square, walk};

/// The positions of the perft suite: from games, and of men on random squares.
fn positions() -> impl Iterator<Item = Position> {
    include_str!("data/random.epd")
        .lines()
        .map(|line| line.split(';').next().expect("a FEN first").parse().expect("playable"))
}
