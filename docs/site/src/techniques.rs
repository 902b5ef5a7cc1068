//! The table of all techniques, by idea, with the sizes of their tables and their measured speed.

use std::error::Error;
use std::fs;
use std::path::Path;

use setwise_techniques::Technique;

use crate::lessons::{Entry, with_code};
use crate::page::{Page, Site, escaped};

const PAGE: &str = "techniques.html";

const RESULTS: &str = "results/techniques.md";

/// The ideas, a line each: a name, a sentence, and the techniques.
const IDEAS: &str = include_str!("ideas.txt");

fn parsed() -> impl Iterator<Item = [&'static str; 3]> {
    let parts = |line: &'static str| line.split(": ").collect::<Vec<_>>();
    IDEAS.lines().map(move |line| parts(line).try_into().expect("three parts"))
}

/// Returns the ideas as a list, with links to the table.
pub(crate) fn ideas() -> String {
    let item = |[name, sentence, techniques]: [&str; 3]| {
        let first = techniques.split(' ').next().unwrap_or_default();
        format!("<li><a href=\"{PAGE}#{first}\">{name}</a>: {sentence}.</li>\n")
    };
    parsed().map(item).collect()
}

/// Makes the page. `entries` are the pages of the techniques that this CPU can run.
pub(crate) fn read(entries: &[Entry], site: &Site) -> Result<Page, Box<dyn Error>> {
    let results = fs::read_to_string(RESULTS)?;
    let mut rows = String::new();
    for [idea, _, names] in parsed() {
        for name in names.split(' ') {
            let card = name.parse::<Technique>()?.card();
            // The first paragraph of its page, behind the name.
            let sentence = card.page.split("\n\n").next().unwrap_or_default().replace('\n', " ");
            let sentence = sentence.split_once(": ").map_or(&*sentence, |(_, sentence)| sentence);
            let title = escaped(card.title);
            let page = entries.iter().find(|entry| entry.title == card.title);
            let link = page.map_or(title.clone(), |entry| {
                format!("<a href=\"{}\">{title}</a>", entry.target.display())
            });
            let line = format!("setwise explain {name} rook d4 kiwipete");
            let see = site.lab(Path::new(PAGE), &line).map_or(String::new(), |lab| {
                format!("<a href=\"{lab}\" aria-label=\"{title} in the lab\">lab</a>")
            });
            let [perft, random] = speed(&results, name);
            rows += &format!(
                "<tr id=\"{name}\"><th scope=\"row\">{link}<p>{}</p></th><td>{idea}</td>\
                 <td class=\"right\">{}</td><td class=\"right\">{perft}</td>\
                 <td class=\"right\">{random}</td><td>{see}</td></tr>\n",
                with_code(&escaped(sentence)),
                with_commas(card.table_bytes),
            );
        }
    }
    assert_eq!(rows.lines().count(), Technique::ALL.len(), "each technique has one idea");
    let page = Page::template(PAGE, include_str!("techniques.html"));
    Ok(Page { body: page.body.replace("{ideas}", &ideas()).replace("{rows}", &rows), ..page })
}

/// Writes a number with commas between its thousands.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let parts = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    parts.collect::<Vec<_>>().join(",")
}

/// Returns the speed of a technique on the first CPU of the results, in perft and in lookups on
/// random boards, as a multiple of PEXT's.
fn speed<'r>(results: &'r str, name: &str) -> [&'r str; 2] {
    let row = results.lines().find(|line| line.starts_with(&format!("| `{name}` | ")));
    let cells = row.unwrap_or_else(|| panic!("{RESULTS} has no row for {name}")).split(" | ");
    let cells: Vec<&str> = cells.map(|cell| cell.split(" / ").next().unwrap_or(cell)).collect();
    // The row of PEXT has its own speed.
    if name == "pext" { ["1.00"; 2] } else { [cells[1], cells[2]] }
}
