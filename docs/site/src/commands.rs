//! The commands that the pages name: each is run, and has a page of its own.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lab;
use crate::page::{self, escaped};
use crate::write;

/// The directory of the pages of commands.
pub(crate) const DIRECTORY: &str = "docs/reading/commands";

/// The commands in the order in which the pages name them.
pub(crate) struct Commands {
    /// The path of the program.
    setwise: String,
    entries: Vec<Entry>,
    /// The pictures that are written instead of the files of these names.
    pub(crate) pictures: BTreeSet<PathBuf>,
    drawn: Vec<(PathBuf, String)>,
}

/// A command with a page of its own.
struct Entry {
    line: String,
    /// The name of the page without `.html`.
    name: String,
    /// The first page that names it, with its title.
    from: (PathBuf, String),
}

impl Commands {
    pub(crate) fn new(setwise: &str) -> Commands {
        let (entries, drawn) = (Vec::new(), Vec::new());
        Commands { setwise: setwise.to_owned(), entries, pictures: BTreeSet::new(), drawn }
    }

    /// Returns the number of pages of commands.
    pub(crate) fn pages(&self) -> usize {
        self.entries.len()
    }

    /// Adds the command of a code span, and returns the path of its page and the command line;
    /// `None` if the span is no command.
    ///
    /// With `--svg FILE`, the picture is drawn in place of that file.
    pub(crate) fn add(
        &mut self,
        span: &str,
        page: &Path,
        title: &str,
    ) -> Result<Option<(PathBuf, String)>, Box<dyn Error>> {
        if !span.starts_with("setwise ") {
            return Ok(None);
        }
        // Words in capital letters stand for a value.
        let mut line = span
            .replace("POSITION", "kiwipete")
            .replace("TECHNIQUE PIECE SQUARE", "walk rook d4")
            .replace("NAME", "flip-diagonal");
        if let Some((command, file)) =
            span.split_once(" --svg ").filter(|(_, file)| *file != "FILE")
        {
            let path = page.with_file_name(file);
            self.drawn.extend(self.pictures(command, &path)?);
            self.pictures.insert(path);
            line = command.to_owned();
        }
        let known = self.entries.iter().find(|entry| entry.line == line);
        let name = match known {
            Some(entry) => entry.name.clone(),
            None => {
                let name = name(&line);
                if self.entries.iter().any(|entry| entry.name == name) {
                    return Err(format!("two commands have the name {name}").into());
                }
                let from = (page::target(page), title.to_owned());
                self.entries.push(Entry { line: line.clone(), name: name.clone(), from });
                name
            }
        };
        Ok(Some((Path::new(DIRECTORY).join(name + ".html"), line)))
    }

    /// Runs a command line that begins with `setwise`, and returns its output.
    pub(crate) fn run(&self, line: &str, more: &[&str]) -> Result<String, Box<dyn Error>> {
        let words = shell_words::split(line).map_err(|error| format!("{line}: {error}"))?;
        let output = Command::new(&self.setwise)
            .args(&words[1..])
            .args(more)
            .output()
            .map_err(|error| format!("{}: {error}", self.setwise))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{line}: {}\n{message}", output.status).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Returns the pictures of a lesson for wide and for narrow screens.
    fn pictures(&self, line: &str, path: &Path) -> Result<[(PathBuf, String); 2], Box<dyn Error>> {
        let wide = self.run(line, &["--svg", "-"])?;
        let narrow = self.run(line, &["--svg", "-", "--width", "45"])?;
        Ok([(path.to_owned(), wide), (page::narrow(path), narrow)])
    }

    /// Writes the pages and the pictures.
    pub(crate) fn write(&self, directory: &Path, site: &page::Site) -> Result<(), Box<dyn Error>> {
        for (path, picture) in &self.drawn {
            write(&directory.join(path), picture)?;
        }
        for (index, entry) in self.entries.iter().enumerate() {
            let path = Path::new(DIRECTORY).join(format!("{}.html", entry.name));
            let title = entry.line.trim_start_matches("setwise ");
            let mut body = format!("<h1><code>setwise {}</code></h1>\n", escaped(title));
            let (page, name) = &entry.from;
            let page = page::relative(&path, page);
            body += &format!("<p>From <a href=\"{page}\">{}</a>.", escaped(name));
            if let Some(state) = lab::address(&entry.line).filter(|_| site.has_lab) {
                let address = escaped(&page::relative(&path, Path::new(&state)));
                body += &format!(" <a href=\"{address}\">Open in the lab</a>");
            }
            body += "</p>\n";
            let has_picture = ["explain", "mapping"].iter().any(|word| title.starts_with(word));
            let more: &[&str] = if title.starts_with("quiz") && !title.contains("--show") {
                body += "<p>It asks, and reads the answers from the keyboard; add <code>--seed 2</code> for a \
                         question whose answer is not here. With <code>--show</code> it prints the questions with \
                         the answers:</p>\n";
                &["--show"]
            } else {
                &[]
            };
            let text = format!("<pre>{}</pre>\n", escaped(&self.run(&entry.line, more)?));
            if has_picture {
                let file = format!("{}.svg", entry.name);
                let alt = format!("The steps of {}, which follow as text", entry.line);
                let drawn = self.pictures(&entry.line, &path.with_file_name(&file))?;
                let sizes = [page::size(&drawn[0].1), page::size(&drawn[1].1)];
                body += &page::picture(&file, &alt, sizes);
                body += "<h2 id=\"text\">As text</h2>\n";
                for (path, picture) in &drawn {
                    write(&directory.join(path), picture)?;
                }
            }
            body += &text;
            let around = [index.checked_sub(1), Some(index + 1)].map(|at| {
                let entry = self.entries.get(at?)?;
                Some((format!("{}.html", entry.name), entry.line.clone()))
            });
            let description = format!("What the command setwise {title} prints.");
            let about = page::About { title, description: &description };
            write(&directory.join(&path), &site.document(&path, &about, &body, around))?;
        }
        Ok(())
    }
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
        let mut commands = Commands::new("setwise");
        let page = Path::new("docs/reading/README.md");
        assert_eq!(commands.add("x AND y", page, "A page").expect("no error"), None);
        let path =
            commands.add("setwise explain legal POSITION", page, "A page").expect("no error");
        let page = PathBuf::from("docs/reading/commands/explain-legal-kiwipete.html");
        assert_eq!(path, Some((page, "setwise explain legal kiwipete".to_owned())));
        assert_eq!(commands.pages(), 1);
    }
}
