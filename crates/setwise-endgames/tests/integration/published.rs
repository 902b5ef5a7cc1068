//! Published counts and longest mates.

use setwise::Color;
use setwise_endgames::Material;
use setwise_testkit::scaled;

use crate::positions::tables;

/// Joe Hurd, *Basic chess endgames*, 2005, computed with a proof in the HOL4 theorem prover:
/// <http://www.gilith.com/chess/endgames/all.html>.
const HURD: &str = "Hurd";
/// Guido, *Longest mate in KQK*, 2006, with the statistics of Peter Karrer:
/// <http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?t=920>.
const KARRER: &str = "Karrer";
/// Helmut Conrady, *Longest sequences to mate* of Eugene Nalimov's tables, 2000:
/// <https://www.stmintz.com/ccc/index.php?id=113253>.
const CONRADY: &str = "Conrady";
/// Issue 61 of this project, which took them from the literature.
const ISSUE: &str = "issue 61";
/// *Chess endgame table base KQKR*, 2010:
/// <http://macechess.blogspot.com/2010/10/chess-endgame-table-base-kqkr.html>.
const MACE: &str = "MACE";

/// A wrong parity, a conversion that is counted a ply too early or late, or a slider that passes the
/// king changes these.
#[test]
fn the_longest_mates_are_the_published_ones() {
    // The moves of the longest win of either side, with either side to move.
    for (name, moves, _source) in [
        ("KQvK", 10, KARRER),
        ("KRvK", 16, KARRER),
        ("KPvK", 28, KARRER),
        ("KBBvK", 19, ISSUE),
        ("KBNvK", 33, KARRER),
        ("KQvKR", 35, MACE),
        ("KRvKN", 40, ISSUE),
        ("KRvKB", 29, ISSUE),
        ("KRvKP", 43, CONRADY),
    ] {
        let material: Material = name.parse().unwrap();
        let table = tables().get(&material).unwrap();
        let longest = Color::ALL.map(|turn| table.counts(turn)).into_iter().flat_map(|counts| {
            [counts.longest_win, counts.longest_loss]
                .map(|longest| longest.map_or(0, |(plies, _)| plies))
        });
        assert_eq!(longest.max().unwrap().div_ceil(2), moves, "{name}");
        let plies = table.longest_plies();
        assert_eq!(plies.div_ceil(2), moves, "{name}");
    }
}

#[test]
fn the_numbers_of_positions_are_the_published_ones() {
    // Legal positions with White and with Black to move.
    for (name, white, black, _source) in [
        ("KvK", 3_612, 3_612, HURD),
        ("KQvK", 144_508, 223_944, HURD),
        ("KBvK", 193_284, 223_944, HURD),
        ("KNvK", 205_496, 223_944, HURD),
        // Hurd counts both orders of equal pieces.
        ("KBBvK", 10_164_056 / 2, 13_660_584 / 2, HURD),
        ("KNNvK", 11_499_304 / 2, 13_660_584 / 2, HURD),
        ("KBNvK", 10_875_504, 13_660_584, HURD),
        // At full size.
        ("KQQvK", 5_657_120 / 2, 13_660_584 / 2, HURD),
        ("KQRvK", 6_911_296, 13_660_584, HURD),
        ("KQBvK", 7_698_432, 13_660_584, HURD),
        ("KQNvK", 8_245_296, 13_660_584, HURD),
    ]
    .into_iter()
    .take(scaled(11, 7))
    {
        let material: Material = name.parse().unwrap();
        let table = tables().get(&material).unwrap();
        let legal = Color::ALL.map(|turn| {
            let counts = table.counts(turn);
            counts.wins + counts.draws + counts.losses
        });
        assert_eq!(legal, [white, black], "{name}");
    }
}

/// The longest positions are what they say.
#[test]
fn the_longest_positions_have_the_longest_outcome() {
    let table = tables().get(&"KRvKN".parse().unwrap()).unwrap();
    for turn in Color::ALL {
        let counts = table.counts(turn);
        for (plies, position) in [counts.longest_win, counts.longest_loss].into_iter().flatten() {
            assert_eq!(position.turn(), turn);
            assert_eq!(tables().probe(&position).unwrap().plies(), Some(plies), "{position}");
        }
    }
}
