//! The names of games that stay: the same game has the same key in every file and at every place.

use setwise::{Move, Position};

use crate::games::split;
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
    /// made in order to have equal keys. The algorithm is in `docs/data.md`. Costs `O(n)`.
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

#[cfg(test)]
mod tests {
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
}
