//! The Markdown pages of the repository: their links lead somewhere, no command on them installs a
//! package of a registry, where Setwise is not published, and the orders of crates and modules
//! hold.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the paths of the files with an ending, without what builds leave behind.
fn files(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let made = ["target", "node_modules", "dist", "corpus", "site-packages"];
            if !name.starts_with('.') && !made.contains(&name.as_str()) {
                files(&path, ending, found);
            }
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(root(), ".md", &mut found);
    assert!(found.len() > 20, "{found:?}");
    found
}

/// Returns the name that GitHub gives to a heading in addresses.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the targets of the links of a page, outside its blocks of code.
fn targets(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose
        .flat_map(|part| part.split("](").skip(1))
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_to_a_heading() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("text");
        for target in targets(&text).into_iter().filter(|target| !target.contains("://")) {
            let (file, id) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let has_heading =
                |text: String| text.lines().any(|line| line.starts_with('#') && anchor(line) == id);
            let is_page = to.extension().is_some_and(|extension| extension == "md");
            let leads = to.exists()
                && (id.is_empty() || !is_page || fs::read_to_string(&to).is_ok_and(has_heading));
            if !leads {
                dead.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Fails, for example, on `pip install 'setwise[ray]'`, which would install a package of strangers.
#[test]
fn no_page_and_no_message_installs_an_unpublished_package() {
    let mut sources = pages();
    for directory in ["crates", "python/package", "python/src", "lab/src"] {
        for ending in [".rs", ".py", ".ts"] {
            files(&root().join(directory), ending, &mut sources);
        }
    }
    let this = Path::new(file!()).file_name().expect("a file");
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.file_name() != Some(this)) {
        let text = fs::read_to_string(source).expect("text").replace(['\'', '"'], "");
        for install in ["cargo install setwise", "cargo add setwise", "pip install setwise"] {
            if text.contains(install) {
                found.push(format!("{}: {install}", source.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Finds a crate that the release leaves out, or publishes before one that it needs.
#[test]
fn a_release_publishes_each_crate_after_those_that_it_needs() {
    let page = fs::read_to_string(root().join("docs/releases.md")).expect("text");
    let (_, step) = page.split_once("in the order of their dependencies:").expect("a step");
    let order: Vec<&str> =
        step.split("\n5.").next().unwrap_or("").split('`').skip(1).step_by(2).collect();
    for krate in fs::read_dir(root().join("crates")).expect("a directory") {
        let path = krate.expect("an entry").path();
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("text");
        if manifest.contains("\npublish = false") {
            continue;
        }
        let place = |name: &str| order.iter().position(|listed| *listed == name);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let own = place(&name).unwrap_or_else(|| panic!("{name} is not published"));
        let (_, needs) = manifest.split_once("\n[dependencies]").unwrap_or_default();
        let needs = needs.split("dev-dependencies]").next().unwrap_or("").lines();
        for needed in needs.filter(|line| line.starts_with("setwise")) {
            let needed = needed.split([' ', '.']).next().unwrap_or("");
            assert!(place(needed).is_some_and(|place| place < own), "{name} needs {needed}");
        }
    }
}

/// Finds an import from a module that ARCHITECTURE.md lists later, and a module that it omits.
#[test]
fn modules_import_from_modules_that_are_listed_before() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text");
    let list = |begin, end| {
        let rest = page.split_once(begin).expect("a list").1;
        rest.split_once(end).expect("its end").0
    };
    let rows = list("before it:\n\n```\n", "```").lines().filter(|row| !row.starts_with(' '));
    let names = rows.flat_map(|row| row.split("  ").next().unwrap_or("").split(' '));
    let core: Vec<&str> = names.map(|name| name.trim_end_matches('/')).collect();
    let lanes = list("In `lanes/`", "A *family*").split('`').skip(1).step_by(2).collect();
    for (folder, prefix, order) in [
        ("crates/setwise/src", "crate::", core),
        ("crates/setwise-perft/src/lanes", "super::", lanes),
    ] {
        let (mut sources, folder) = (Vec::new(), root().join(folder));
        files(&folder, ".rs", &mut sources);
        for source in sources {
            let path = source.strip_prefix(&folder).expect("a file in it").with_extension("");
            if ["lib", "random"].iter().any(|name| path == Path::new(name)) {
                continue;
            }
            let own = order.iter().rposition(|name| path.starts_with(name));
            let own = own.unwrap_or_else(|| panic!("{} is not listed", path.display()));
            let text = fs::read_to_string(&source).expect("text");
            let code = text.lines().take_while(|line| *line != "mod tests {");
            for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                for used in line.split(prefix).skip(1) {
                    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
                    let used = used.split(|letter| !is_of_name(letter)).next().unwrap_or("");
                    let place = order.iter().position(|name| *name == used);
                    let is_circle = (order[own], used) == ("children", "flat");
                    let is_right = is_circle || place.is_none_or(|place| place <= own);
                    assert!(is_right, "{}: {line}", source.display());
                }
            }
        }
    }
}

/// The first screen of the README: the four documents, the ways in, and the two commands.
#[test]
fn the_readme_begins_with_the_documents_and_the_ways_in() {
    let readme = fs::read_to_string(root().join("README.md")).expect("text");
    let (first, _) = readme.split_once("\n## Install").expect("a heading");
    for expected in [
        "Zelphir Kaltstahl",
        "Gerd Isenberg",
        "Neels Groenewald",
        "Justin Rogers",
        "(docs/reading/README.md)",
        "(lab/README.md)",
        "pip install ./python",
        "cargo run --release -- perft 6",
        "cargo test",
        ".svg)",
    ] {
        assert!(first.contains(expected), "{expected}");
    }
    assert!(first.lines().count() < 60, "{} lines", first.lines().count());
}
