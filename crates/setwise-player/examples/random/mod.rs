//! Random openings, for the examples.

use setwise::Game;

/// The numbers of splitmix64 (Sebastiano Vigna, 2015).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a game of eight random plies.
    pub(crate) fn opening(&mut self) -> Game {
        let mut game = Game::default();
        for _ in 0..8 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_unchecked(moves[(self.next() % moves.len() as u64) as usize]);
        }
        game
    }
}
