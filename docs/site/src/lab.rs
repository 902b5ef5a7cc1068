//! Which state of the lab shows what a command prints.

use std::collections::HashMap;

use setwise_techniques::Technique;

/// The position of the example pages, with many kinds of moves.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The mappings in the order of the lab.
const MAPPINGS: [&str; 5] =
    ["little-endian", "hyatt", "rotated-90", "rotated-45", "rotated-minus-45"];

/// The topics of quizzes, and the page of the course that has each.
const QUIZZES: &str = "squares sets, bits lowest, wrap shifts, attacks bishop, step shifts, \
                       index pack, factor kindergarten, legal pins";

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
    let state = match plain.as_slice() {
        ["explain", "legal", at @ ..] => match option("square") {
            Some(square) => format!("tab=legality&fen={}&square={square}", fen(at)),
            None => format!("tab=legality&fen={}&scope=all", fen(at)),
        },
        ["explain", "pawns", at @ ..] => format!("tab=legality&fen={}&scope=pawns", fen(at)),
        ["explain", "bits", "lowest"] => "tab=lessons&lesson=lowest".to_owned(),
        ["explain", "rotated-boards", at @ ..] if option("move").is_none() => {
            let square = option("square").unwrap_or("d2");
            format!("tab=lessons&lesson=rotated&fen={}&square={square}&sets=occupied", fen(at))
        }
        ["explain", "operators"] => {
            "tab=sets&sets=0x20000010000400;0x1818000000;=set_a %26 set_b;=set_a | set_b;=set_a ^ set_b;=~set_a"
                .to_owned()
        }
        ["explain", "boards", at @ ..] => {
            format!("tab=sets&fen={}&sets=white.pieces;black.pieces;occupied;empty", fen(at))
        }
        ["explain", "stored-moves", _, square, at @ ..] => {
            format!("tab=sets&fen={}&square={square}&sets=attacks@;targets@", fen(at))
        }
        ["explain", name, piece @ ("rook" | "bishop" | "queen"), square, at @ ..] => {
            name.parse::<Technique>().ok().filter(|technique| technique.card().needs.is_empty())?;
            let beside = option("beside").map_or(String::new(), |second| format!(";{second}"));
            let board = match (option("occupied"), at) {
                (Some(set), _) => {
                    format!("&occupied={:0>16}", set.trim_start_matches("0x").to_lowercase())
                }
                (None, []) => format!("&occupied={:016}", 0),
                (None, at) => format!("&fen={}", fen(at)),
            };
            format!("tab=techniques&techniques={name}{beside}&piece={piece}&square={square}{board}")
        }
        ["mapping", name] => {
            let mapping = MAPPINGS.iter().position(|mapping| mapping == name)?;
            format!("tab=sets&fen={START}&sets=occupied&mapping={mapping}")
        }
        ["mapping"] => format!("tab=sets&fen={START}&sets=occupied"),
        ["show", at @ ..] => format!("tab=sets&fen={}&sets=occupied", fen(at)),
        ["quiz", topic] => {
            let lesson =
                QUIZZES.split(", ").find_map(|pair| pair.strip_prefix(topic)).map(str::trim)?;
            let number = option("seed").unwrap_or("1");
            format!("tab=lessons&lesson={lesson}&exercise={topic}-{number}")
        }
        _ => return None,
    };
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
            Some("tab=legality&fen=8/8/8/KPp4r/8/8/8/7k+w+-+c6+0+1&square=b5".to_owned())
        );
        assert_eq!(
            state("setwise quiz bits --seed 3"),
            Some("tab=lessons&lesson=lowest&exercise=bits-3".to_owned())
        );
        assert_eq!(state("setwise explain pext bishop d4 kiwipete"), None);
        assert_eq!(state("setwise magics --table"), None);
    }
}
