//! The page docs/themes.md: how far the themes agree with the labelled puzzles.

use std::collections::{BTreeMap, BTreeSet};

use crate::run::setwise;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const THEMES: [&str; 10] = [
    "fork",
    "pin",
    "skewer",
    "discovered_check",
    "double_check",
    "hanging_piece",
    "back_rank_mate",
    "smothered_mate",
    "promotion",
    "en_passant",
];

/// Returns the puzzles in which a theme is found, as `setwise find` prints them.
fn found(theme: &str, file: &str) -> BTreeSet<String> {
    let question = format!("solution and theme_{theme}");
    let options = ["--csv", "--games", "--tags", "PuzzleId"];
    let run = setwise(&[&["find", &question, file], &options[..]].concat()).exits(0);
    let id = |line: &str| line.rsplit(',').next().map(str::to_owned);
    run.out.lines().skip(1).filter_map(id).collect()
}

/// The table and the disagreements of the page are what the command finds. With an error, the lines
/// that should be there are printed.
#[test]
fn the_page_of_themes_has_what_is_measured() {
    let file = format!("{ROOT}/crates/setwise-cli/tests/data/themes.csv");
    let page = std::fs::read_to_string(format!("{ROOT}/docs/themes.md")).expect("the page");
    let text = std::fs::read_to_string(&file).expect("the puzzles");
    let mut puzzles: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    let mut from_games = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [id, _, _, theme, label, _, source] = fields[..] else { panic!("{line}") };
        puzzles.entry((theme, label)).or_default().push(id);
        from_games += u32::from(source != "composed");
    }
    assert!(from_games >= 10, "{from_games}");
    let (mut rows, mut disagreements) = (Vec::new(), Vec::new());
    for theme in THEMES {
        let found = found(theme, &file);
        let [yes, no] = ["yes", "no"].map(|label| &puzzles[&(theme, label)]);
        assert!(yes.len() >= 20 && no.len() >= 20, "{theme}");
        let missed: Vec<&str> = yes.iter().filter(|id| !found.contains(**id)).copied().collect();
        let wrong: Vec<&str> = no.iter().filter(|id| found.contains(**id)).copied().collect();
        let (hits, rejected) = (yes.len() - missed.len(), no.len() - wrong.len());
        let (all_yes, all_no) = (yes.len(), no.len());
        rows.push(format!("| `theme_{theme}` | {hits} of {all_yes} | {rejected} of {all_no} |"));
        disagreements.extend(missed);
        disagreements.extend(wrong);
    }
    let table: Vec<&str> = page.lines().filter(|line| line.starts_with("| `theme_")).collect();
    assert_eq!(table, rows, "expected:\n{}", rows.join("\n"));
    let ids = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let named: Vec<&str> = ids.map(|(id, _)| id).filter(|id| id.contains('-')).collect();
    assert_eq!(named, disagreements, "expected:\n{}", disagreements.join("\n"));
}
