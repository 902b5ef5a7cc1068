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
//! It is no preprocessor of mdBook: lessons, commands, the table of techniques and the links to the
//! lab would be the same code, and mdBook would only replace the thirty lines that write a page.
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
use lessons::Entry;
use page::{Page, Site, escaped};

/// The pages of `docs/reading` in reading order.
const PAGES: &str =
    "README bitboard-notes nagaskaki sliding-piece-attacks legal-moves how-setwise-plays endgames";

/// The links at the top of each page, as far as the parts are there.
const NAVIGATION: [(&str, &str); 7] = [
    ("index.html", "Setwise"),
    ("lab/index.html", "Lab"),
    ("index.html#topics", "Topics"),
    ("techniques.html", "Techniques"),
    ("docs/reading/index.html", "Reading"),
    ("rust/setwise/index.html", "Rust"),
    ("python-reference/index.html", "Python"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [setwise, directory] = arguments.as_slice() else {
        return Err("usage: setwise-site SETWISE DIRECTORY".into());
    };
    let parts = env::var("SITE_PARTS").unwrap_or_default();
    let has = |part: &str| parts.split(' ').any(|name| name == part);
    let url = env::var("SITE_URL").unwrap_or_else(|_| "https://setwise.example".to_owned());
    let mut navigation = NAVIGATION.to_vec();
    navigation.retain(|(path, _)| match path.split_once('/') {
        Some((part @ ("lab" | "rust" | "python-reference"), _)) => has(part),
        _ => true,
    });
    let site = Site {
        url: url.trim_end_matches('/').to_owned(),
        directory: directory.into(),
        has_lab: has("lab"),
        navigation,
    };
    let mut commands = Commands::default();
    let ordered = PAGES.split(' ').map(|name| PathBuf::from(format!("docs/reading/{name}.md")));
    let mut wanted: Vec<PathBuf> = ordered.collect();
    let count = wanted.len();
    // The landing page links to how it is built.
    wanted.push("ARCHITECTURE.md".into());
    let (mut pages, mut files) = (Vec::new(), BTreeSet::new());
    let mut index = 0;
    while let Some(path) = wanted.get(index) {
        index += 1;
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let commands = Some(&mut commands).filter(|_| index <= count);
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
    let others = pages.split_off(count);
    for page in
        others.into_iter().chain([landing(&site, &topics), techniques::read(&techniques, &site)?])
    {
        site.write_in_order(&[page])?;
    }
    let lists = [
        pages,
        commands.read(setwise, &site)?,
        lessons::read(&topics, &site)?,
        lessons::read(&techniques, &site)?,
    ];
    for pages in &lists {
        site.write_in_order(pages)?;
    }
    for file in &files {
        site.write(file, &fs::read(file)?)?;
    }
    site.write(Path::new("preview.png"), include_bytes!("preview.png"))?;
    site.write(Path::new("icon.svg"), include_str!("../../../lab/static/icon.svg"))?;
    site.write(Path::new("style.css"), include_str!("style.css"))?;
    site.write(Path::new("site.js"), include_str!("site.js"))?;
    if site.has_lab {
        site.write(Path::new("lab/index.html"), &lab_page(&site)?)?;
    }
    let [pages, commands, topics, techniques] = lists.map(|pages| pages.len());
    println!("{pages} pages, {commands} commands, {topics} topics, {techniques} techniques");
    Ok(())
}

/// Returns the landing page.
fn landing(site: &Site, topics: &[Entry]) -> Page {
    let lab = "<a class=\"button\" href=\"lab/index.html\">Open the lab</a>\n";
    let page = Page::template("index.html", include_str!("landing.html"));
    let item = |Entry { target, title, .. }: &Entry| {
        format!("<li><a href=\"{}\">{}</a></li>\n", target.display(), escaped(title))
    };
    let body = live::fill(&page.body)
        .replace("{lab}", if site.has_lab { lab } else { "" })
        .replace("{can}", if site.has_lab { include_str!("landing-lab.html") } else { "" })
        .replace("{topics}", &topics.iter().map(item).collect::<String>())
        .replace("{techniques}", &techniques::ideas());
    Page { body, ..page }
}

/// Returns the page of the lab with an address, and links to the other pages.
fn lab_page(site: &Site) -> Result<String, Box<dyn Error>> {
    // The lab alone says less of itself.
    const HEAD: &str = "    <meta name=\"description\" content=\"See every set of a chess position, and \
                        every step of a bitboard technique.\">\n    <title>Setwise lab</title>\n";
    let links = Page::template("lab/index.html", include_str!("lab-links.html"));
    let about = site.about(&links);
    let replaced = [
        ("<html", "<html data-lessons=\"../lessons/\""),
        (HEAD, &about),
        ("<h1>Setwise lab</h1>", &links.body),
    ];
    let mut page = fs::read_to_string("lab/dist/index.html")?;
    for (from, to) in replaced {
        let (before, after) = page.split_once(from).ok_or(format!("the lab has no {from}"))?;
        page = [before, to, after].concat();
    }
    Ok(page)
}
