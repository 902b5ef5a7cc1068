//! The table of statistics, with a row for each depth.

use std::collections::BTreeMap;

use setwise_perft::statistics::Statistics;

/// A column: its title, its key in JSON, and its value.
type Column = (&'static str, &'static str, fn(&Statistics) -> u128);

/// The columns, as on the Chess Programming Wiki's page of perft results.
const COLUMNS: [Column; 9] = [
    ("nodes", "nodes", |row| row.nodes),
    ("captures", "captures", |row| row.captures),
    ("e.p.", "en_passant", |row| row.en_passant),
    ("castles", "castles", |row| row.castles),
    ("promotions", "promotions", |row| row.promotions),
    ("checks", "checks", |row| row.checks),
    ("discovered", "discovered_checks", |row| row.discovered_checks),
    ("double", "double_checks", |row| row.double_checks),
    ("mates", "checkmates", |row| row.checkmates),
];

/// Returns the table as text: a line of titles, and a row for each depth.
pub(super) fn draw(by_depth: &[(u8, Statistics)]) -> String {
    let titles = std::iter::once("depth").chain(COLUMNS.map(|(title, ..)| title));
    let mut lines: Vec<Vec<String>> = vec![titles.map(str::to_owned).collect()];
    for (depth, row) in by_depth {
        let numbers = COLUMNS.iter().map(|(.., number)| number(row).to_string());
        lines.push(std::iter::once(depth.to_string()).chain(numbers).collect());
    }
    let widths: Vec<usize> = (0..=COLUMNS.len())
        .map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or_default())
        .collect();
    let mut drawn = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        drawn += &cells.collect::<Vec<_>>().join("  ");
        drawn += "\n";
    }
    drawn
}

/// A row of the table, by the keys of its columns.
pub(super) type Row = BTreeMap<&'static str, u128>;

/// Returns the rows of the table for JSON.
pub(super) fn rows(by_depth: &[(u8, Statistics)]) -> Vec<Row> {
    let row = |(depth, row): &(u8, Statistics)| {
        let counts = COLUMNS.map(|(_, name, number)| (name, number(row)));
        counts.into_iter().chain([("depth", u128::from(*depth))]).collect()
    };
    by_depth.iter().map(row).collect()
}
