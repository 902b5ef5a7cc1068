//! Which state of the lab shows what a command prints.

use std::collections::HashMap;

use setwise_techniques::Technique;

/// The position of the example pages, with many kinds of moves.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The first words of commands, where a star is any word, and the states: `{fen}` is the position
/// that follows, and the other words in braces are options.
const STATES: &str = include_str!("lab.txt");

/// Returns the address of the lab, seen from the root of the site, in the state that shows what a
/// command line prints; `None` if no panel of the lab shows it.
pub(crate) fn address(line: &str) -> Option<String> {
    let words = shell_words::split(line).ok()?;
    let (mut plain, mut options) = (Vec::new(), HashMap::new());
    let mut rest = words.iter().skip(1).map(String::as_str);
    while let Some(word) = rest.next() {
        match word.strip_prefix("--") {
            Some("steps" | "show") => {}
            Some(option) => drop(options.insert(option, rest.next()?)),
            None => plain.push(word),
        }
    }
    let option = |name: &str| options.get(name).copied();
    let fen = |words: &[&str]| match words {
        [] | ["startpos"] => START.to_owned(),
        ["kiwipete"] => KIWIPETE.to_owned(),
        words => words.join(" "),
    };
    if let Some((words, state)) = STATES.lines().find_map(|line| {
        let (pattern, state) = line.split_once('|')?;
        let words: Vec<&str> = pattern.split(' ').collect();
        let mut pairs = words.iter().zip(&plain);
        let is_like = plain.len() >= words.len() && pairs.all(|(a, b)| *a == "*" || a == b);
        (is_like && option("move").is_none()).then_some((words, state))
    }) {
        let scope = if option("square").is_some() { "piece" } else { "all" };
        let state = state
            .replace("{fen}", &fen(&plain[words.len()..]))
            .replace("{scope}", scope)
            .replace("{square}", option("square").unwrap_or("d2"))
            .replace("{seed}", option("seed").unwrap_or("1"))
            .replace("{last}", plain[words.len() - 1]);
        return Some(format!("lab/index.html#{}", state.replace(' ', "+")));
    }
    let ["explain", name, piece @ ("rook" | "bishop" | "queen"), square, at @ ..] = &plain[..]
    else {
        return None;
    };
    name.parse::<Technique>().ok().filter(|technique| technique.card().needs.is_empty())?;
    let beside = option("beside").map_or(String::new(), |second| format!(";{second}"));
    let board = match (option("occupied"), at) {
        (Some(set), _) => {
            format!("&occupied={:0>16}", set.trim_start_matches("0x").to_lowercase())
        }
        (None, []) => format!("&occupied={:016}", 0),
        (None, at) => format!("&fen={}", fen(at)),
    };
    let state =
        format!("tab=techniques&techniques={name}{beside}&piece={piece}&square={square}{board}");
    Some(format!("lab/index.html#{}", state.replace(' ', "+")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_by_a_panel() {
        let state =
            |line: &str| address(line).map(|address| address.replace("lab/index.html#", ""));
        assert_eq!(
            state("setwise explain hyperbola rook d4 --occupied 0x80008000800 --direction file"),
            Some(
                "tab=techniques&techniques=hyperbola&piece=rook&square=d4&occupied=0000080008000800"
                    .to_owned()
            )
        );
        assert_eq!(
            state("setwise explain legal '8/8/8/KPp4r/8/8/8/7k w - c6 0 1' --square b5"),
            Some(
                "tab=legality&fen=8/8/8/KPp4r/8/8/8/7k+w+-+c6+0+1&square=b5&scope=piece".to_owned()
            )
        );
        assert_eq!(
            state("setwise quiz bits --seed 3"),
            Some("tab=lessons&lesson=lowest&exercise=bits-3".to_owned())
        );
        assert_eq!(state("setwise explain pext bishop d4 kiwipete"), None);
        assert_eq!(state("setwise magics --table"), None);
    }
}
