//! Positions from real games.

use setwise::Position;
use setwise::notation::uci::Uci;

/// Six games from 1851 to 1999: for each game a line with its players and a line of moves.
const GAMES: &str = include_str!("games.txt");

/// One of this many legal moves is also tried.
const TRIED: usize = 5;

/// Returns the positions of the games, and after each the positions after some other moves, as in a
/// search: each position is one or two moves from the one before.
pub(crate) fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::INITIAL;
        for word in game.split_whitespace() {
            positions.push(position);
            let moves = position.legal_moves();
            let tried = moves.iter().step_by(TRIED);
            positions.extend(tried.map(|&mv| position.play_unchecked(mv)));
            let played = word.parse::<Uci>().ok().and_then(|uci| uci.find(&position));
            let Some(mv) = played else { unreachable!("a test plays all games") };
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
    fn the_moves_of_all_games_are_legal() {
        let positions = positions();
        assert_eq!(positions.len(), 2_954);
        let mates = positions.iter().filter(|p| p.is_check() && !p.has_legal_move()).count();
        assert!(mates >= 4, "{mates}: four of the games end in checkmate");
    }
}
