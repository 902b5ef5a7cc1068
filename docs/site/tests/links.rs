//! No link of the finished site in the directory `SITE` leads nowhere.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A link between files of the site: the page that it is on, and the address.
type Link = (PathBuf, String);

/// Returns all links of the site in a directory.
fn all(directory: &Path) -> Result<Vec<Link>, Box<dyn Error>> {
    let mut links = Vec::new();
    for page in pages(directory)? {
        let text = fs::read_to_string(&page)?;
        for attribute in [" href=\"", " src=\"", " srcset=\""] {
            for link in values(&text, attribute).filter(|link| !link.contains("://")) {
                links.push((page.clone(), link.replace("&amp;", "&")));
            }
        }
    }
    Ok(links)
}

/// Returns a line for each link that leads to no file, or to no element of its page.
fn dead(links: &[Link]) -> Vec<String> {
    let mut dead = Vec::new();
    let mut targets: HashMap<PathBuf, Option<String>> = HashMap::new();
    for (page, link) in links {
        let (file, id) = link.split_once('#').unwrap_or((link, ""));
        let path = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
        let text = targets.entry(path).or_insert_with_key(|path| {
            // A file that is no text has no elements to link to.
            path.is_file().then(|| fs::read_to_string(path).unwrap_or_default())
        });
        let found = match text {
            // The state of the lab is no element.
            Some(text) => {
                id.is_empty() || id.contains('=') || values(text, " id=\"").any(|name| name == id)
            }
            None => false,
        };
        if !found {
            dead.push(format!("{}: {link}", page.display()));
        }
    }
    dead
}

/// Returns the values of an attribute, which is given with the quotation mark that opens its value.
fn values<'t>(text: &'t str, attribute: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(attribute).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0))
}

fn pages(directory: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for file in fs::read_dir(directory)? {
        let path = file?.path();
        if path.is_dir() {
            found.extend(pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Fails if a link leads nowhere. Without the variable `SITE`, nothing is tested.
#[test]
fn no_link_leads_nowhere() {
    let Some(site) = std::env::var_os("SITE") else { return };
    let links = all(Path::new(&site)).expect("a readable site");
    assert!(links.len() > 1000, "{} links", links.len());
    let dead = dead(&links);
    assert!(dead.is_empty(), "dead links:\n  {}", dead.join("\n  "));
}

#[test]
fn files_and_elements_that_do_not_exist_are_dead_links() {
    let directory = std::env::temp_dir().join(format!("setwise-site-{}", std::process::id()));
    fs::create_dir_all(directory.join("below")).expect("a directory");
    let page = "<h2 id=\"here\">A</h2><a href=\"#here\">x</a><a href=\"#there\">x</a>\
                    <a href=\"below/b.html#b\">x</a><a href=\"below/b.html#c\">x</a>\
                    <img src=\"none.svg\"><a href=\"https://example.org\">x</a>";
    fs::write(directory.join("a.html"), page).expect("a file");
    let below = "<p id=\"b\"><a href=\"../a.html\">x</a></p>";
    fs::write(directory.join("below/b.html"), below).expect("a file");
    let all = all(&directory).expect("readable");
    assert_eq!(all.len(), 6);
    let dead = dead(&all);
    fs::remove_dir_all(&directory).expect("it is there");
    let links: Vec<&str> = dead.iter().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
    assert_eq!(links, ["#there", "below/b.html#c", "none.svg"]);
}
