//! The commands that the pages name: each has a page of its own, with what it prints.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lessons;
use crate::page::{Page, Site, escaped, relative, target};

/// The directory of the pages of commands.
const DIRECTORY: &str = "docs/reading/commands";

/// The commands in the order in which the pages name them.
#[derive(Default)]
pub(crate) struct Commands {
    entries: Vec<Entry>,
}

/// A command with a page of its own.
struct Entry {
    line: String,
    page: PathBuf,
    /// The first page that names it, with its title.
    from: (PathBuf, String),
}

impl Commands {
    /// Adds the command of a code span, and returns the path of its page and the command line;
    /// `None` if the span is no command.
    pub(crate) fn add(
        &mut self,
        span: &str,
        page: &Path,
        title: &str,
    ) -> Option<(PathBuf, String)> {
        if !span.starts_with("setwise ") {
            return None;
        }
        // Words in capital letters stand for a value.
        let line = span.split(" --svg ").next()?.replace("POSITION", "kiwipete");
        let line = line.replace("TECHNIQUE PIECE SQUARE", "walk rook d4");
        let line = line.replace("NAME", "flip-diagonal");
        let path = Path::new(DIRECTORY).join(name(&line) + ".html");
        match self.entries.iter().find(|entry| entry.page == path) {
            Some(known) => assert_eq!(known.line, line, "two commands have one name"),
            None => {
                let from = (target(page), title.to_owned());
                self.entries.push(Entry { line: line.clone(), page: path.clone(), from });
            }
        }
        Some((path, line))
    }

    /// Makes the pages.
    pub(crate) fn read(&self, setwise: &str, site: &Site) -> Result<Vec<Page>, Box<dyn Error>> {
        self.entries.iter().map(|entry| entry.read(setwise, site)).collect()
    }
}

impl Entry {
    fn read(&self, setwise: &str, site: &Site) -> Result<Page, Box<dyn Error>> {
        let Entry { line, page, from } = self;
        let (back, name) = (relative(page, &from.0), escaped(&from.1));
        let mut body = format!("<h1><code>{}</code></h1>\n", escaped(line));
        body += &format!("<p>From <a href=\"{back}\">{name}</a>.");
        if let Some(lab) = site.lab(page, line) {
            body += &format!(" <a href=\"{lab}\">Open in the lab</a>");
        }
        body += "</p>\n";
        let mut words = shell_words::split(line)?;
        if line.starts_with("setwise quiz") && !line.contains("--show") {
            body += "<p>With <code>--show</code> it prints the questions with the answers:</p>\n";
            words.push("--show".to_owned());
        }
        body += &match lessons::lesson(line) {
            Some(lesson) => lessons::content(&lesson, line, page, site)?,
            None => format!("<pre>{}</pre>\n", escaped(&output(setwise, &words[1..])?)),
        };
        let description = format!("What the command {line} prints.");
        let (target, title) = (page.clone(), line.clone());
        Ok(Page { target, title, description, body, ..Page::default() })
    }
}

/// Runs the program with arguments, and returns its output.
fn output(setwise: &str, arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(setwise).args(arguments).output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: {}\n{message}", arguments.join(" "), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the name of a command's page: its letters and digits, with hyphens between them.
fn name(line: &str) -> String {
    let words =
        line.trim_start_matches("setwise ").split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_a_name_that_is_a_file_name() {
        assert_eq!(
            name("setwise explain sliders dumb7 --rooks 'a1 h1'"),
            "explain-sliders-dumb7-rooks-a1-h1"
        );
    }

    #[test]
    fn only_commands_of_setwise_have_a_page() {
        let mut commands = Commands::default();
        let page = Path::new("docs/reading/README.md");
        assert_eq!(commands.add("x AND y", page, "A page"), None);
        let path = commands.add("setwise explain legal POSITION", page, "A page");
        let page = PathBuf::from("docs/reading/commands/explain-legal-kiwipete.html");
        assert_eq!(path, Some((page, "setwise explain legal kiwipete".to_owned())));
        assert_eq!(commands.entries.len(), 1);
    }
}
