//! Makes a static site of the pages in `docs/reading`, and of every command that they name.
//!
//! `setwise-site SETWISE DIRECTORY` is run in the root of the repository. It runs the command
//! `SETWISE` for each picture and each page of a command, so none of them can differ from what the
//! command prints. The site needs no server: all links are relative. A dead link is an error.
//!
//! Files keep their places in the repository: `docs/reading/README.md` becomes
//! `docs/reading/index.html`. Files that a page links to are part of the site too: Markdown as a
//! page whose commands are not run, others as they are.

mod commands;
mod links;
mod page;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use commands::Commands;
use page::Page;

/// The pages in reading order.
const PAGES: [&str; 5] = [
    "docs/reading/README.md",
    "docs/reading/bitboard-notes.md",
    "docs/reading/nagaskaki.md",
    "docs/reading/sliding-piece-attacks.md",
    "docs/reading/legal-moves.md",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [setwise, directory] = arguments.as_slice() else {
        eprintln!("usage: setwise-site SETWISE DIRECTORY");
        return ExitCode::from(2);
    };
    match make(setwise, Path::new(directory)) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The start of the page at the root of a site, by which an old site is known.
const ROOT: &str = "<!doctype html>\n<!-- made by setwise-site -->\n";

/// Deletes the site that was made in a directory before. A directory of other files is an error.
fn remove_old(directory: &Path) -> Result<(), Box<dyn Error>> {
    let is_empty = match fs::read_dir(directory) {
        Ok(mut files) => files.next().is_none(),
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        Err(error) => return Err(format!("{}: {error}", directory.display()).into()),
    };
    if is_empty {
        return Ok(());
    }
    let root = fs::read(directory.join("index.html")).unwrap_or_default();
    if !root.starts_with(ROOT.as_bytes()) {
        let directory = directory.display();
        return Err(
            format!("{directory}: not a site of setwise-site, so it is not replaced").into()
        );
    }
    Ok(fs::remove_dir_all(directory)?)
}

/// Writes the site, and returns a summary of it.
fn make(setwise: &str, directory: &Path) -> Result<String, Box<dyn Error>> {
    let mut commands = Commands::new(setwise);
    let mut wanted: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    let (mut pages, mut files) = (Vec::new(), BTreeSet::new());
    let mut index = 0;
    while let Some(path) = wanted.get(index) {
        index += 1;
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let commands = Some(&mut commands).filter(|_| index <= PAGES.len());
        let page = Page::read(path, &text, commands)?;
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
    remove_old(directory)?;
    // First, so that a site that is cut short is known as one.
    let start = "docs/reading/index.html";
    let root = format!(
        "{ROOT}<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Setwise</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={start}\">\n\
         <p><a href=\"{start}\">Reading the four documents</a></p>\n</html>\n"
    );
    write(&directory.join("index.html"), &root)?;
    let (ordered, _) = pages.split_at(PAGES.len());
    let navigation = page::navigation(ordered);
    for (index, page) in pages.iter().enumerate() {
        let around = [index.checked_sub(1), Some(index + 1)];
        let around = around.map(|at| ordered.get(at?).filter(|_| index < ordered.len()));
        write(&directory.join(&page.target), &page.html(&navigation, around))?;
    }
    commands.write(directory, &navigation)?;
    for file in files.iter().filter(|file| !commands.pictures.contains(*file)) {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        write(&directory.join(file), &bytes)?;
    }
    write(&directory.join("style.css"), include_str!("style.css"))?;
    let links = links::all(directory)?;
    let dead = links::dead(&links);
    if !dead.is_empty() {
        return Err(format!("dead links:\n  {}", dead.join("\n  ")).into());
    }
    Ok(format!(
        "{} pages, {} commands, {} pictures, {} links",
        pages.len(),
        commands.pages(),
        commands.pictures.len(),
        links.len()
    ))
}

/// Writes a file, with the directories above it.
fn write(path: &Path, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Box<dyn Error>> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_site_is_replaced() {
        let directory =
            std::env::temp_dir().join(format!("setwise-site-old-{}", std::process::id()));
        let file = directory.join("index.html");
        assert!(remove_old(&directory).is_ok(), "there is none");
        fs::create_dir_all(&directory).expect("a directory");
        assert!(remove_old(&directory).is_ok(), "it is empty");
        fs::write(&file, "<!doctype html>\n<html>").expect("a file");
        let error = remove_old(&directory).expect_err("another page").to_string();
        assert!(error.ends_with("not a site of setwise-site, so it is not replaced"), "{error}");
        assert!(file.exists());
        fs::write(&file, format!("{ROOT}<html>")).expect("a file");
        assert!(remove_old(&directory).is_ok() && !directory.exists());
    }
}
