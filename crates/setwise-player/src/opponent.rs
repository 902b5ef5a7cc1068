//! The player as the opponent of a person.

use setwise::{Color, Game, Move};
use setwise_pgn::{GameTree, Termination};

use crate::control::Control;
use crate::endgames::Endgames;
use crate::level::Level;
use crate::limits::Limits;
use crate::player::{Line, MemoryError, Options, Player};

/// The number of positions that are searched for a hint.
const HINT_NODES: u64 = 500_000;

/// An opponent for a person: a player at a level.
///
/// ```
/// use setwise::Game;
/// use setwise_player::{Level, Opponent, Options};
///
/// let level = Level::new(3).expect("a level");
/// let mut opponent = Opponent::new(&Options::default(), level, 7)?;
/// let mut game = Game::default();
/// let line = opponent.answer(&game).expect("a legal move");
/// game.play(line.moves[0])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Opponent {
    /// The level.
    pub level: Level,
    /// The number that decides what is random.
    pub seed: u64,
    player: Player,
}

impl Opponent {
    /// Returns an opponent.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the player.
    pub fn new(options: &Options, level: Level, seed: u64) -> Result<Opponent, MemoryError> {
        Ok(Opponent { level, seed, player: Player::new(options)? })
    }

    /// Lets the opponent use endgame tables. It waits for the tables of a position before it answers, so
    /// that its answer does not depend on time.
    #[cfg(feature = "endgames")]
    #[cfg_attr(docsrs, doc(cfg(feature = "endgames")))]
    pub fn use_endgames(&mut self, endgames: Endgames) {
        self.player.use_endgames(Some(endgames));
    }

    /// Returns why files of endgame tables were not used since the last call.
    pub fn take_faults(&self) -> Vec<String> {
        self.player.endgames.iter().flat_map(Endgames::take_faults).collect()
    }

    /// Returns how the opponent expects the game to go on. The first move is the one that it plays.
    /// Returns `None` if there is no legal move.
    pub fn answer(&mut self, game: &Game) -> Option<Line> {
        let report = self.think(game, &self.level.limit(Limits::default()));
        self.level.choose(&report, self.seed ^ game.key()).cloned()
    }

    /// Suggests a move to the person, by a search of half a million positions. Returns `None` if
    /// there is no legal move.
    pub fn hint(&mut self, game: &Game) -> Option<Move> {
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
        let best = self.think(game, &limits).best();
        // The opponent must not play better for it.
        self.player.forget();
        best
    }

    /// Returns the game with the names of the players, for a PGN file. `user` is the color of the
    /// person, and `result` the result if the game has ended.
    pub fn record(&self, game: &Game, user: Color, result: Option<Termination>) -> GameTree {
        let mut tree = GameTree::from(game);
        tree.termination = result;
        let computer = format!("Setwise, level {}", self.level);
        let names = match user {
            Color::White => ["Human", &computer],
            Color::Black => [&computer, "Human"],
        };
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            tree.set_tag(tag, name).expect("a valid tag");
        }
        tree
    }

    fn think(&mut self, game: &Game, limits: &Limits) -> crate::Report {
        if let Some(endgames) = &self.player.endgames {
            endgames.want(game.position());
            endgames.wait();
        }
        self.player.think(game, limits, &Control::default(), &mut |_| {})
    }
}

/// Returns the result of a game in the notation of PGN and the reason, or `None` if the game is
/// still in progress. A draw that a player can claim ends the game.
pub fn ending(game: &Game) -> Option<(&'static str, String)> {
    match game.outcome() {
        Some(outcome) => Some((outcome.result(), outcome.to_string())),
        None => game.claim().map(|claim| ("1/2-1/2", format!("draw by {claim}"))),
    }
}
