//! `setwise find --words`: the words of the language, each with a drawn example.

use std::io::Write;

use setwise::{Color, Move, Position};
use setwise_sets::{Definitions, Expression, Game, Value, WORDS, evaluate};

use super::wrong;
use crate::commands::show;
use crate::verdict::{Exit, Failure, Verdict};

/// Lists the words of the language, with an example of each, and the definitions.
pub(super) fn list(out: &mut impl Write) -> Exit {
    for word in WORDS {
        writeln!(out, "{:24} {:8} {}", word.form, word.kind(), word.sentence)?;
        if word.example != word.form {
            writeln!(out, "{:24} {:8}   {}", "", "", word.example)?;
        }
    }
    let definitions = Definitions::standard();
    for defined in definitions.names().filter_map(|name| Defined::new(&definitions, name)) {
        writeln!(out, "{:24} {:8} {}", defined.form, "", defined.sentence)?;
    }
    Ok(Verdict::Right)
}

/// Writes a word or a definition, and draws its example.
pub(super) fn draw(name: &str, out: &mut impl Write) -> Exit {
    let definitions = Definitions::standard();
    let (form, kind, sentence, example) = match WORDS.iter().find(|word| word.name == name) {
        Some(word) => (word.form.to_owned(), word.kind(), word.sentence.to_owned(), word.example),
        None => match Defined::new(&definitions, name) {
            Some(Defined { form, sentence, .. }) => (form, "", sentence, ""),
            None => {
                let message = format!("`{name}` is no word (--words alone lists them)");
                let error = Expression::parse(name).err();
                return Err(error.map_or(Failure::Run(message), |error| wrong(name, &error)));
            }
        },
    };
    writeln!(out, "{form:24} {kind:8} {sentence}")?;
    let example = match Defined::new(&definitions, name) {
        Some(Defined { example, position, .. }) => {
            Example::find(&example, &[position.split_once("; ").unwrap_or((&position, ""))])
        }
        None => Example::find(example, &GAMES),
    };
    match example {
        Some(example) => example.write(out)?,
        None => return Err(Failure::Run(format!("`{name}` has no example in this build"))),
    }
    Ok(Verdict::Right)
}

/// A definition that is shipped: its comment, taken apart.
struct Defined {
    form: String,
    sentence: String,
    example: String,
    /// A FEN, and after a semicolon the moves of an example that needs some.
    position: String,
}

impl Defined {
    fn new(definitions: &Definitions, name: &str) -> Option<Defined> {
        let (form, comment) = definitions.describe(name)?;
        let after = |start: &str| comment.lines().find_map(|line| line.strip_prefix(start));
        let is_position = |line: &&str| line.starts_with("args: ") || line.starts_with("yes: ");
        let lines: Vec<&str> = comment.lines().take_while(|line| !is_position(line)).collect();
        let sentence = lines.join(" ");
        let sentence = sentence.split_once(": ").map_or(&*sentence, |(_, sentence)| sentence);
        let example = after("args: ").map_or(name.into(), |values| format!("{name}({values})"));
        let (sentence, position) = (sentence.to_owned(), after("yes: ")?.to_owned());
        Some(Defined { form, sentence, example, position })
    }
}

/// The games of the examples: where they start, and their moves. The first that matches an example
/// is drawn. The first game is Morphy - Karl von Braunschweig and Isouard, Paris 1858.
const GAMES: [(&str, &str); 14] = [
    (
        INITIAL,
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ \
         Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    ),
    (INITIAL, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"),
    (INITIAL, "e4 e5 Qh5"),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O+"),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 60 90", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8"),
    ("6k1/8/8/8/8/8/8/4Q1K1 w - - 0 1", "Qe8+ Kg7 Qe7+ Kg8 Qe8+ Kg7 Qe7+ Kg8 Qe8+"),
    ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", ""),
    ("4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1", ""),
    ("4k3/2P5/8/5pP1/8/8/8/4K3 w - f6 0 1", "gxf6 Kf7 c8=Q"),
    ("7k/8/8/4q3/8/8/1B6/6K1 b - - 0 1", ""),
    ("4k3/8/3p4/2p5/2p1P3/8/8/4K3 w - - 0 1", ""),
    ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", ""),
    ("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", ""),
    ("4k3/2N5/8/3q4/8/8/3P4/4K3 b - - 0 1", ""),
];

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the tags of the games of examples.
fn tag(name: &str) -> Option<&'static str> {
    Some(match name {
        "WhiteElo" => "2700",
        "BlackElo" => "2400",
        "Date" => "2013.02.28",
        _ => return None,
    })
}

/// An expression, and where it is true or not empty.
struct Example {
    expression: String,
    value: Value,
    position: Position,
    ply: usize,
    /// The move before the position and the move played from it, in standard algebraic notation.
    moves: [Option<String>; 2],
}

impl Example {
    /// Finds the first position of some games in which an expression is true or not empty.
    fn find(text: &str, games: &[(&str, &str)]) -> Option<Example> {
        let expression = Expression::parse(text).ok()?;
        games.iter().find_map(|(fen, moves)| {
            let mut positions = vec![Position::parse_fen(fen).ok()?];
            let sans: Vec<&str> = moves.split_whitespace().collect();
            let mut played: Vec<Option<Move>> = Vec::new();
            for san in &sans {
                let position = positions[positions.len() - 1];
                let mv = position.parse_san(san).ok()?;
                played.push(Some(mv));
                positions.push(position.play_unchecked(mv));
            }
            let tag = |name: &str| tag(name);
            let game = Game {
                start: positions[0],
                moves: &played,
                positions: &[],
                tag: &tag,
                result: Some("1-0"),
                error: None,
                clocks: &[9_000; 40],
                evals: &[320; 40],
                depths: &[20; 40],
            };
            let holds = |value: &Value| match value {
                Value::Set(set) => set.any(),
                Value::Truth(truth) => *truth,
                Value::Number(number) => number.is_some(),
            };
            let values = evaluate(&expression, &game);
            let ply = values.iter().position(holds)?;
            let san = |ply: Option<usize>| Some((*sans.get(ply?)?).to_owned());
            let moves = [san(ply.checked_sub(1)), san(Some(ply))];
            let (value, position) = (values[ply], positions[ply]);
            Some(Example { expression: text.to_owned(), value, position, ply, moves })
        })
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Example { expression, value, position, ply, moves } = self;
        let about = match moves {
            [None, None] => String::new(),
            [None, Some(next)] => format!("ply {ply}, before {next}\n"),
            [Some(last), None] => format!("ply {ply}, after {last}\n"),
            [Some(last), Some(next)] => format!("ply {ply}, after {last} and before {next}\n"),
        };
        write!(
            out,
            "\n{about}{}{}",
            show::board(position, Color::White),
            show::part(expression, *value)
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use setwise_sets::Word;

    use super::*;

    #[test]
    fn each_word_and_definition_has_an_example_that_holds() {
        crate::use_endgames();
        for game in GAMES {
            assert!(Example::find("ply = plies", &[game]).is_some(), "{game:?}");
        }
        let is_known = |word: &&Word| Expression::parse(word.example).is_ok();
        for word in WORDS.iter().filter(is_known) {
            let example = Example::find(word.example, &GAMES);
            assert!(example.is_some(), "{}: {}", word.name, word.example);
        }
        let definitions = Definitions::standard();
        for name in definitions.names() {
            let mut out = Vec::new();
            assert!(draw(name, &mut out).is_ok(), "{name}");
            assert!(String::from_utf8_lossy(&out).contains("  a b c d e f g h"), "{name}");
        }
    }
}
