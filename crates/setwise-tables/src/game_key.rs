//! The names of games that stay: the same game has the same key in every file and at every place.

use setwise::{Move, Position};

use crate::record::Record;
use crate::tags::Tag;
use crate::word_hash::WordHash;

/// The names of the tags, other than [`Tag::Site`], whose value may be the link of a game.
pub(crate) const LINKS: [&str; 2] = ["Link", "GameURL"];

impl Record {
    /// Returns the key of the game, which does not depend on its place, on the compression of its
    /// file, or on other games. The highest byte is its [`split`]; the others are the highest bytes
    /// of a hash of its start, its moves and:
    ///
    /// - its own link: the first of the tags `Site`, `Link` and `GameURL` that names one game;
    /// - without one, the players, the date (`Date`, or else `UTCDate`) and the round. A value
    ///   that is empty, `?`, `-` or, as a date, without a digit is as if it were missing.
    ///
    /// `Link` and `GameURL` name a game if they are addresses with a path. `Site` does if it is an
    /// address of a game on lichess.org or chess.com: of other servers it may be the address of a
    /// tournament. Of an address, `http://` or `https://`, `www.`, the part from `?` or `#` on, and
    /// slashes at its end do not count, nor the side that is shown on lichess.org.
    ///
    /// Different games have the same key with a probability of 1 to 2⁶⁴, and of 1 to 2⁵⁶ if their
    /// moves are the same. Keys find equal games; they do not protect from games that somebody has
    /// made in order to have equal keys. The algorithm is in `docs/tables.md`. Costs `O(n)`.
    pub fn game_key(&self) -> u64 {
        let mut hash = WordHash::default();
        let is_initial = self.start == Position::INITIAL;
        hash.word(if is_initial { 0 } else { self.start.polyglot_key() });
        hash.moves(&self.moves, |mv: Option<Move>| mv.map_or(0, Move::to_bits));
        let link = self.link();
        hash.text(link);
        if link.is_none() {
            let tag = |tag| self.tags.known(tag);
            let day = |tag| self.tags.known(tag).filter(|day| day.bytes().any(is_digit));
            let date = day(Tag::Date).or_else(|| day(Tag::UtcDate));
            for value in [tag(Tag::White), tag(Tag::Black), date, tag(Tag::Round)] {
                hash.text(value);
            }
        }
        u64::from(split(self)) << 56 | hash.0 >> 8
    }

    /// Returns the address that names the game, without what does not count.
    fn link(&self) -> Option<&str> {
        let site = self.tags.get(Tag::Site).and_then(address).and_then(game_on_server);
        site.or_else(|| LINKS.into_iter().find_map(|name| address(self.tags.by_name(name)?)))
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// Returns the host and the path of an address; `None` if the text is no address or has no path.
fn address(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let address = rest[..end].trim_end_matches('/');
    address.contains('/').then_some(address)
}

/// Returns the part of an address that names one game on a server whose addresses are known.
fn game_on_server(address: &str) -> Option<&str> {
    let (host, path) = address.split_once('/')?;
    match host {
        "lichess.org" => {
            let id = path.split_once('/').map_or(path, |(id, side)| match side {
                "white" | "black" => id,
                _ => "",
            });
            // A player has a link with four more characters. Names of pages, such as `analysis`
            // and `training`, have small letters only; of 1000 games about one has.
            let is_id = matches!(id.len(), 8 | 12)
                && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && !id.bytes().all(|byte| byte.is_ascii_lowercase());
            is_id.then(|| &address[..host.len() + 1 + 8])
        }
        "chess.com" => {
            let is_game = path.split('/').any(|part| matches!(part, "game" | "live" | "daily"));
            let number = path.rsplit('/').next().unwrap_or_default();
            let is_number = !number.is_empty() && number.bytes().all(is_digit);
            (is_game && is_number).then_some(address)
        }
        _ => None,
    }
}

/// Returns a hash of the first position and the moves of a game, from 0 to 255. It splits games
/// into sets for training and testing: all positions of a game, and all copies of it, are in the
/// same set.
///
/// The hash is the highest byte of a sum mixed by the finalizer of SplitMix64 (Guy Steele, Doug
/// Lea, Christine Flood, 2014). The sum is a polynomial whose coefficients are the moves, four in
/// each: its terms do not depend on one another, so the CPU computes several at once.
pub fn split(game: &Record) -> u8 {
    let is_initial = game.start == Position::INITIAL;
    split_of(if is_initial { 0 } else { game.start.polyglot_key() }, &game.moves)
}

/// Returns the hash of a key of the first position and the moves.
fn split_of(start: u64, moves: &[Option<Move>]) -> u8 {
    /// A multiplier for 64 bits by Guy Steele and Sebastiano Vigna (*Computationally easy,
    /// spectrally good multipliers for congruential pseudorandom number generators*, 2021,
    /// <https://arxiv.org/abs/2001.05304>).
    const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;
    let (mut sum, mut power) = (start, 1u64);
    let mut add = |coefficient: u64| {
        power = power.wrapping_mul(MULTIPLIER);
        sum = sum.wrapping_add(power.wrapping_mul(coefficient));
    };
    let bits = |mv: Option<Move>| mv.map_or(0, |mv| u64::from(mv.to_bits()));
    let (fours, rest) = moves.as_chunks::<4>();
    for &[a, b, c, d] in fours {
        add(bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48);
    }
    add(rest.iter().fold(0, |word, &mv| word << 16 | bits(mv)));
    (mix(sum) >> 56) as u8
}

/// Mixes the bits of a number by the finalizer of SplitMix64.
pub(crate) fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use setwise::Square;

    use super::*;

    #[test]
    fn only_addresses_of_games_name_games() {
        for (site, expected) in [
            ("https://lichess.org/AbCd1234", Some("lichess.org/AbCd1234")),
            ("http://www.lichess.org/AbCd1234/black#31", Some("lichess.org/AbCd1234")),
            ("https://lichess.org/AbCd1234WxYz", Some("lichess.org/AbCd1234")),
            ("https://lichess.org/AbCd1234?x=1", Some("lichess.org/AbCd1234")),
            ("https://lichess.org/analysis", None),
            ("https://lichess.org/tournament/AbCd1234", None),
            ("https://lichess.org/AbCd12é4", None),
            ("https://lichess.org", None),
            ("https://www.chess.com/game/live/123", Some("chess.com/game/live/123")),
            ("https://www.chess.com/tournament/live/123x", None),
            ("Chess.com", None),
            ("https://club.example/games/17", None),
            ("Paris FRA", None),
        ] {
            assert_eq!(address(site).and_then(game_on_server), expected, "{site}");
        }
        assert_eq!(address("https://club.example/games/17/"), Some("club.example/games/17"));
        assert_eq!(address("https://club.example/"), None);
    }

    /// Hashes random lists of moves, and the same lists with two moves exchanged.
    #[test]
    fn splits_are_uniform_and_depend_on_the_order() {
        let (mut state, mut counts, mut same, mut exchanged) = (1u64, [0u32; 256], 0, 0);
        for length in (0..512).cycle().take(256 * 200).map(|length| length / 4) {
            let mut moves: Vec<Option<Move>> = (0..length)
                .map(|_| {
                    state = mix(state);
                    let square = |shift: u32| Square::ALL[(state >> shift & 63) as usize];
                    Some(Move::normal(square(0), square(8)))
                })
                .collect();
            let hash = split_of(0, &moves);
            // The shortest lists are few, and occur again and again.
            if length < 3 {
                continue;
            }
            counts[usize::from(hash)] += 1;
            let (first, second) = (state as usize % length, (state >> 32) as usize % length);
            if moves[first] != moves[second] {
                moves.swap(first, second);
                exchanged += 1;
                same += u32::from(split_of(0, &moves) == hash);
            }
        }
        // 195 of each are expected, and as many that stay the same; the standard deviation is 14.
        assert!(counts.iter().all(|count| (195 - 84..195 + 84).contains(count)), "{counts:?}");
        assert!(exchanged > 45_000 && same < exchanged / 256 + 84, "{same} of {exchanged}");
    }
}
