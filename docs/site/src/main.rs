//! Makes the static site: a landing page, the pages in `docs/reading`, every command that they
//! name, a page for each technique and each lesson, and other parts such as the browser lab.
//!
//! `setwise-site SETWISE DIRECTORY` is run in the root of the repository. The lessons are those of the
//! command's library, and the program `SETWISE` is run for each other page of a command, so none of
//! them can differ from what the command prints. The script `site.js` shows the steps of a lesson one
//! at a time, and moves the pieces of the landing page; without it all pictures are there.
//!
//! Links are relative. Only previews of links and search engines need whole addresses; they begin
//! with the environment variable `SITE_URL`. The variable `SITE_PARTS` has the names of the folders
//! that are copied to the site afterwards: `lab`, of which the page is written here, and the
//! documentation of the libraries, `rust` and `python-reference`.
//!
//! Files keep their places in the repository: `docs/reading/README.md` becomes
//! `docs/reading/index.html`. Files that a page links to are part of the site too: Markdown as a
//! page whose commands are not run, others as they are.

mod commands;
mod lab;
mod lessons;
mod live;
mod page;
mod techniques;

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use commands::Commands;
use page::{About, Page, Site};

/// The pages in reading order.
const PAGES: [&str; 7] = [
    "docs/reading/README.md",
    "docs/reading/bitboard-notes.md",
    "docs/reading/nagaskaki.md",
    "docs/reading/sliding-piece-attacks.md",
    "docs/reading/legal-moves.md",
    "docs/reading/how-setwise-plays.md",
    "docs/reading/endgames.md",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [setwise, directory] = arguments.as_slice() else {
        return Err("usage: setwise-site SETWISE DIRECTORY".into());
    };
    println!("{}", make(setwise, Path::new(directory))?);
    Ok(())
}

/// The links at the top of each page, as far as the parts are there.
const NAVIGATION: [(&str, &str); 7] = [
    ("index.html", "Setwise"),
    ("lab/index.html", "Lab"),
    ("index.html#lessons", "Lessons"),
    ("techniques.html", "Techniques"),
    ("docs/reading/index.html", "Reading"),
    ("rust/setwise/index.html", "Rust"),
    ("python-reference/index.html", "Python"),
];

const LANDING: About = About {
    title: "Bitboard chess, step by step",
    description: "How chess programs compute with sets of squares: thirty techniques for \
                  sliding pieces, legal moves, a browser lab, and libraries for Rust and Python.",
};
const LAB: About = About {
    title: "Bitboard lab",
    description: "See every set of a chess position, and every step of a bitboard technique, on a \
                  board that you can change.",
};

/// Writes the site, and returns a summary of it.
fn make(setwise: &str, directory: &Path) -> Result<String, Box<dyn Error>> {
    let parts = env::var("SITE_PARTS").unwrap_or_default();
    let has = |part: &str| parts.split(' ').any(|name| name == part);
    let url = env::var("SITE_URL").unwrap_or_else(|_| "https://setwise.example".to_owned());
    let mut links = NAVIGATION.to_vec();
    links.retain(|(path, _)| match path.split_once('/') {
        Some((part @ ("lab" | "rust" | "python-reference"), _)) => has(part),
        _ => true,
    });
    let navigation = links.iter().map(|(path, name)| (path.into(), (*name).to_owned())).collect();
    let url = url.trim_end_matches('/').to_owned();
    let directory = directory.to_owned();
    let site = Site { url, directory, has_lab: has("lab"), navigation };
    let mut commands = Commands::default();
    // The landing page links to how it is built.
    let mut wanted: Vec<PathBuf> =
        PAGES.iter().chain(&["ARCHITECTURE.md"]).map(PathBuf::from).collect();
    let (mut pages, mut files) = (Vec::new(), BTreeSet::new());
    let mut index = 0;
    while let Some(path) = wanted.get(index) {
        index += 1;
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let commands = Some(&mut commands).filter(|_| index <= PAGES.len());
        let page = Page::read(&site, path, &text, commands)?;
        for file in &page.files {
            let is_page = file.extension().is_some_and(|extension| extension == "md");
            if is_page && !wanted.contains(file) {
                wanted.push(file.clone());
            } else if !is_page {
                files.insert(file.clone());
            }
        }
        pages.push(page);
    }
    let (techniques, topics) = (lessons::techniques(), lessons::topics());
    site.write(Path::new("index.html"), &landing(&site, &topics))?;
    let (ordered, _) = pages.split_at(PAGES.len());
    for (index, page) in pages.iter().enumerate() {
        let around = [index.checked_sub(1), Some(index + 1)];
        let around = around.map(|at| ordered.get(at?).filter(|_| index < ordered.len()));
        site.write(&page.target, &page.html(&site, around))?;
    }
    commands.write(setwise, &site)?;
    lessons::write(&topics, &site)?;
    lessons::write(&techniques, &site)?;
    techniques::write(&techniques, &site)?;
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        site.write(file, &bytes)?;
    }
    site.write(Path::new("preview.png"), include_bytes!("preview.png"))?;
    site.write(Path::new("icon.svg"), include_str!("../../../lab/static/icon.svg"))?;
    site.write(Path::new("style.css"), include_str!("style.css"))?;
    site.write(Path::new("site.js"), include_str!("site.js"))?;
    if site.has_lab {
        site.write(Path::new("lab/index.html"), &lab_page(&site)?)?;
    }
    Ok(format!(
        "{} pages, {} techniques and lessons, {} commands",
        pages.len(),
        techniques.len() + topics.len(),
        commands.pages()
    ))
}

/// Returns the landing page.
fn landing(site: &Site, topics: &[lessons::Entry]) -> String {
    let root = Path::new("index.html");
    let lab = "<a class=\"button\" href=\"lab/index.html\">Open the lab</a>\n";
    let body = live::fill(include_str!("landing.html"))
        .replace("{lab}", if site.has_lab { lab } else { "" })
        .replace("{can}", if site.has_lab { include_str!("landing-lab.html") } else { "" })
        .replace("{lessons}", &lessons::list(topics, root))
        .replace("{techniques}", &techniques::ideas());
    site.document(root, &LANDING, &body, [None, None])
}

/// Returns the page of the lab with an address, and links to the other pages.
fn lab_page(site: &Site) -> Result<String, Box<dyn Error>> {
    let page = fs::read_to_string("lab/dist/index.html")?;
    let (before, rest) =
        page.split_once("    <meta name=\"description\"").ok_or("no description")?;
    let (_, rest) = rest.split_once("</title>\n").ok_or("no title")?;
    let (head, rest) = rest.split_once("<h1>").ok_or("no heading")?;
    let (_, body) = rest.split_once("</p>\n").ok_or("no paragraph below the heading")?;
    let before = before.replacen("<html", "<html data-lessons=\"../lessons/\"", 1);
    let about = site.about(Path::new("lab/index.html"), &LAB);
    Ok([&before, &about, head, include_str!("lab-links.html"), body].concat())
}
