//! The table of all techniques, by idea, with the sizes of their tables and their measured speed.

use std::error::Error;
use std::fs;
use std::path::Path;

use setwise_techniques::Technique;

use crate::lab;
use crate::lessons::{Entry, with_code};
use crate::page::{About, Site, escaped, relative};

const PAGE: &str = "techniques.html";

const RESULTS: &str = "results/techniques.md";

/// The ideas: a name, a sentence, and the techniques.
const IDEAS: [(&str, &str, &str); 5] = [
    (
        "Walk",
        "go along a ray up to its first blocker, or cut the whole ray there",
        "walk classical shifted qbb",
    ),
    (
        "Fill",
        "spread over the empty squares, from all sliders at once",
        "dumb7 kogge-stone exploding",
    ),
    (
        "Subtract",
        "a borrow runs up to the first blocker, and stops there",
        "subtraction hyperbola hyperbola-reversed dual-hyperbola gfni-hyperbola \
         obstruction-difference sbamg leorik slide-arithmetic",
    ),
    (
        "Table",
        "shifts or an instruction make an index of the occupied squares; a table has the attacks",
        "rotated first-rank congruent-modulo congruent-modulo-dense sissy pext-emulated pext \
         pext-compressed",
    ),
    (
        "Multiply",
        "a multiplication makes the index of the table",
        "kindergarten magic-plain magic-fancy magic-fixed magic-black magic-compressed",
    ),
];

const ABOUT: About = About {
    title: "Techniques for sliding pieces, by idea",
    description: "Thirty techniques for the attacks of rooks, bishops and queens: the idea of each, \
                  the size of its tables, its measured speed, and its steps on a board.",
};

/// Returns the ideas as a list, with links to the table.
pub(crate) fn ideas() -> String {
    let item = |(name, sentence, _): &(&str, &str, _)| {
        format!("<li><a href=\"{PAGE}#{name}\">{name}</a>: {sentence}.</li>\n")
    };
    IDEAS.iter().map(item).collect()
}

/// Writes the page. `entries` are the pages of the techniques that this CPU can run.
pub(crate) fn write(entries: &[Entry], site: &Site) -> Result<(), Box<dyn Error>> {
    let (path, results) = (Path::new(PAGE), fs::read_to_string(RESULTS)?);
    let mut body = include_str!("techniques.html").replace("{ideas}", &ideas());
    let (mut rows, mut written) = (String::new(), 0);
    for (idea, _, names) in IDEAS {
        for (at, name) in names.split_whitespace().enumerate() {
            let card = name.parse::<Technique>()?.card();
            // The first paragraph of its page, behind the name.
            let sentence = card.page.split("\n\n").next().unwrap_or_default().replace('\n', " ");
            let sentence = sentence.split_once(": ").map_or(&*sentence, |(_, sentence)| sentence);
            let title = escaped(card.title);
            let page = entries.iter().find(|entry| entry.title == card.title);
            let link = page.map_or(title.clone(), |entry| {
                format!("<a href=\"{}\">{title}</a>", relative(path, &entry.target))
            });
            let line = format!("setwise explain {name} rook d4 kiwipete");
            let see = lab::address(&line).filter(|_| site.has_lab).map_or(String::new(), |state| {
                format!("<a href=\"{}\" aria-label=\"{title} in the lab\">lab</a>", escaped(&state))
            });
            let id = if at == 0 { format!(" id=\"{idea}\"") } else { String::new() };
            let [perft, random] = speed(&results, name)?;
            rows += &format!(
                "<tr{id}><th scope=\"row\">{link}<p>{}</p></th><td>{idea}</td>\
                 <td class=\"right\">{}</td><td class=\"right\">{perft}</td>\
                 <td class=\"right\">{random}</td><td>{see}</td></tr>\n",
                with_code(&escaped(sentence)),
                with_commas(card.table_bytes),
            );
            written += 1;
        }
    }
    assert_eq!(written, Technique::ALL.len(), "each technique has one idea");
    body = body.replace("{rows}", &rows);
    site.write(path, &site.document(path, &ABOUT, &body, [None, None]))
}

/// Writes a number with commas between its thousands.
fn with_commas(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", with_commas(number / 1000), number % 1000),
    }
}

/// Returns the speed of a technique on the first CPU of the results, in perft and in lookups on
/// random boards, as a multiple of PEXT's.
fn speed<'r>(results: &'r str, name: &str) -> Result<[&'r str; 2], String> {
    if name == "pext" {
        return Ok(["1.00"; 2]);
    }
    let row = results.lines().find_map(|line| line.strip_prefix(&format!("| `{name}` | ")));
    let mut cells = row.into_iter().flat_map(|row| row.split(" | "));
    let mut first = || cells.next()?.split(" / ").next();
    match (first(), first()) {
        (Some(perft), Some(random)) => Ok([perft, random]),
        _ => Err(format!("{RESULTS} has no row for {name}")),
    }
}
