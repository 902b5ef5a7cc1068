//! Errors of the inputs of tables.

use setwise_sets::Definitions;
use setwise_tables::{ComputedColumns, FoundGame, GroupBy, Groups, Inputs};
use setwise_testkit::Directory;

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    let directory = Directory::new();
    let file = |name: &str| directory.file(name);
    std::fs::create_dir(file("empty")).expect("a directory");
    inventory.function("Inputs::find");
    for (input, paths) in [
        ("missing.pgn", vec![file("missing.pgn")]),
        ("a directory without games", vec![file("empty")]),
        ("***.pgn", vec!["***.pgn".to_owned()]),
        ("- -", vec!["-".to_owned(), "-".to_owned()]),
    ] {
        let error = Inputs::find(paths).expect_err(input);
        inventory.add_text(input, &error.to_string().replace(&file(""), ""), &error);
    }
    inventory.function("ComputedColumns::parse");
    for columns in [
        &[("a b", "moves")][..],
        &[("", "moves")],
        &[("Ply", "moves")],
        &[("a", "moves"), ("A", "ply")],
        &[("a", "P & isolate(P)")],
    ] {
        let error = ComputedColumns::parse(columns.iter().copied(), &Definitions::standard());
        let error = error.expect_err("a wrong column");
        inventory.add_text(&format!("{columns:?}"), &error.to_string(), &error);
    }
    inventory.function("Groups::add");
    let mut groups = Groups::new(GroupBy::Tag("Site".to_owned()));
    let game = |number: u32| {
        let tags = vec![Some(format!("{number:>60000}"))];
        FoundGame { tags, ..FoundGame::default() }
    };
    let error = (0..2_000).find_map(|number| groups.add(&game(number)).err());
    let error = error.expect("too many");
    inventory.add("games of 60,000 different bytes each", &error, &error);
}
