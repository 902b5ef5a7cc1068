//! Positions from real games.

use setwise::Position;
use setwise::notation::uci::Uci;

/// A name and a line of moves each, from Anderssen 1851 to Kasparov 1999.
const GAMES: &str = include_str!("games.txt");

/// Of so many legal moves, one is tried aside.
const ASIDE: usize = 5;

/// The positions of the games, and after each what some of the other moves lead to, as a search
/// sees them: each position is one or two moves from the last.
pub(super) fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::INITIAL;
        for word in game.split_whitespace() {
            positions.push(position);
            let moves = position.legal_moves();
            let aside = moves.iter().step_by(ASIDE);
            positions.extend(aside.map(|&mv| position.play_unchecked(mv)));
            let played = word.parse::<Uci>().ok().and_then(|uci| uci.find(&position));
            let Some(mv) = played else { unreachable!("a test has played the games") };
            position = position.play_unchecked(mv);
        }
        positions.push(position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_games_can_be_played() {
        let positions = positions();
        assert_eq!(positions.len(), 2_954);
        let mates = positions.iter().filter(|p| p.is_check() && !p.has_legal_move()).count();
        assert!(mates >= 4, "{mates}: four of the games end in mate");
    }
}
