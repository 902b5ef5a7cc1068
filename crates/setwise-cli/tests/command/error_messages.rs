//! An inventory of the error messages of all libraries and of the command, as snapshots, so that
//! they can be read together. Each message is provoked by input that a user could pass.
//!
//! A new variant of an error type fails the test until there is input for it in one of the files
//! below. `cargo insta review` shows changed messages.

mod commands;
mod endgames;
mod games;
mod jobs;
mod moves;
mod pgn;
mod positions;
mod sets;
mod tables;
mod tools;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{Debug, Write};
use std::fs;
use std::path::Path;

/// A type of error and the name of its variant; for an error that is not an enum, its name again.
type Variant = (String, String);

/// Messages, and the variants that they belong to.
#[derive(Default)]
struct Inventory {
    text: String,
    variants: BTreeSet<Variant>,
}

impl Inventory {
    /// Begins the messages of a function.
    fn function(&mut self, name: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.text, "{gap}{name}");
    }

    /// Adds the message of an error. The input is shortened in the middle.
    fn add<K: Debug>(&mut self, input: &str, error: &dyn Error, kind: &K) {
        self.add_text(input, &error.to_string(), kind);
    }

    /// Adds the message of an error as it is printed on any machine.
    fn add_text<K: Debug>(&mut self, input: &str, message: &str, kind: &K) {
        let variant = self.variant(kind);
        let input = shortened(&format!("{input:?}"));
        let _ = writeln!(self.text, "  {input} ({variant})\n    {message}");
    }

    /// Records a variant, or for a struct the variant of its field `kind`, and returns its name.
    fn variant<K: Debug>(&mut self, kind: &K) -> String {
        let path = std::any::type_name::<K>();
        let path = path.split_once('<').map_or(path, |(path, _)| path);
        let name = path.rsplit("::").next().unwrap_or(path).to_owned();
        let debug = format!("{kind:?}");
        let (name, debug) = match debug.strip_prefix(&format!("{name} {{ kind: ")) {
            Some(kind) => (format!("{name}Kind"), kind),
            None => (name, &*debug),
        };
        let end = debug.find(|c: char| !c.is_alphanumeric()).unwrap_or(debug.len());
        self.variants.insert((name, debug[..end].to_owned()));
        debug[..end].to_owned()
    }
}

/// Returns a text of at most 80 characters, with its middle replaced by `…`.
fn shortened(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= 80 {
        return text.to_owned();
    }
    let part = |part: &[char]| part.iter().collect::<String>();
    format!("{}…{}", part(&characters[..40]), part(&characters[characters.len() - 39..]))
}

/// Returns the variants of all types in the sources of all crates that implement `Error`. For a
/// struct with an enum for its kind, these are the variants of that enum.
fn declared() -> BTreeSet<Variant> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut variants = BTreeSet::new();
    for library in fs::read_dir(crates).expect("the folder of crates") {
        declared_below(&library.expect("a crate").path().join("src"), &mut variants);
    }
    variants
}

fn declared_below(folder: &Path, variants: &mut BTreeSet<Variant>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            declared_below(&path, variants);
        } else {
            let source = fs::read_to_string(&path).expect("a source file");
            for line in source.lines().filter(|line| line.starts_with("impl")) {
                if let Some((_, name)) = line.split_once("Error for ") {
                    let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
                    variants.extend(variants_of(&name[..end], &source));
                }
            }
        }
    }
}

/// Returns the variants of an error type that a source file declares.
fn variants_of(name: &str, source: &str) -> Vec<Variant> {
    let body = |name: &str| {
        let (_, body) = source.split_once(&format!("enum {name} {{\n"))?;
        body.split_once("\n}").map(|(body, _)| body)
    };
    for name in [name.to_owned(), format!("{name}Kind")] {
        if let Some(body) = body(&name) {
            let declarations = body.lines().filter_map(|line| line.strip_prefix("    "));
            let names = declarations.filter(|line| line.starts_with(char::is_uppercase));
            let end = |line: &str| line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
            return names.map(|line| (name.clone(), line[..end(line)].to_owned())).collect();
        }
    }
    vec![(name.to_owned(), name.to_owned())]
}

#[test]
fn every_error_has_a_message_in_the_inventory() {
    let mut inventory = Inventory::default();
    positions::add(&mut inventory);
    moves::add(&mut inventory);
    games::add(&mut inventory);
    tools::add(&mut inventory);
    jobs::add(&mut inventory);
    tables::add(&mut inventory);
    sets::add(&mut inventory);
    endgames::add(&mut inventory);
    let mut pgn = Inventory::default();
    pgn::add(&mut pgn);

    let found: BTreeSet<_> = inventory.variants.union(&pgn.variants).cloned().collect();
    let declared = declared();
    let missing: Vec<_> = declared.difference(&found).collect();
    assert!(missing.is_empty(), "add input that provokes {missing:?}");
    let unknown: Vec<_> = found.difference(&declared).collect();
    assert!(unknown.is_empty(), "not found in the sources: {unknown:?}");

    insta::assert_snapshot!("error_messages", inventory.text);
    insta::assert_snapshot!("error_messages_of_pgn", pgn.text);
}

#[test]
fn messages_of_the_command() {
    insta::assert_snapshot!("error_messages_of_the_command", commands::text());
}
