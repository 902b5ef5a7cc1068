//! The Markdown pages of the repository: their links lead somewhere, and no command on them
//! installs a package of a registry, where Setwise is not published.

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
