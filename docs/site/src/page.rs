//! A page: Markdown as HTML.

use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use crate::commands::Commands;
use crate::{lab, lessons};

/// What all pages share.
pub(crate) struct Site {
    /// The directory in which it is made.
    pub(crate) directory: PathBuf,
    /// The address of the root, without a slash at the end.
    pub(crate) url: String,
    /// Whether the browser lab is part of the site.
    pub(crate) has_lab: bool,
    /// The pages that every page links to, with their titles.
    pub(crate) navigation: Vec<(&'static str, &'static str)>,
}

/// A page of the site.
#[derive(Default)]
pub(crate) struct Page {
    /// The place in the site.
    pub(crate) target: PathBuf,
    pub(crate) title: String,
    /// What it says about itself to search engines and to previews of links.
    pub(crate) description: String,
    pub(crate) body: String,
    /// The files of the repository that it links to.
    pub(crate) files: Vec<PathBuf>,
}

impl Page {
    /// Returns a page of a text: a line with the title, one with the description, and the body.
    pub(crate) fn template(target: &str, text: &str) -> Page {
        let mut parts = text.splitn(3, '\n').map(str::to_owned);
        let [title, description, body] = [(); 3].map(|()| parts.next().unwrap_or_default());
        Page { target: target.into(), title, description, body, files: Vec::new() }
    }

    /// Reads a page. Commands in code spans become links to their pages if there is a list of
    /// commands, and the pictures of lessons become their steps.
    pub(crate) fn read(
        site: &Site,
        path: &Path,
        text: &str,
        mut commands: Option<&mut Commands>,
    ) -> Result<Page, Box<dyn Error>> {
        let title = text.lines().find_map(|line| line.strip_prefix("# "));
        let title = title.ok_or_else(|| format!("{}: no title", path.display()))?.to_owned();
        let target = target(path);
        let (mut files, mut events, mut is_drawn) = (Vec::new(), Vec::new(), false);
        // A command may be written in two lines. The picture of a lesson has its command beside it.
        let flat = text.replace('\n', " ");
        let lesson_of = |file: &str| {
            let drawn = format!(" --svg {file}");
            lessons::lesson(flat.split('`').find_map(|span| span.strip_suffix(&drawn))?)
        };
        for mut event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match &mut event {
                Event::Start(Tag::Image { dest_url, .. }) => {
                    match lesson_of(dest_url).filter(|_| commands.is_some()) {
                        Some(lesson) => {
                            let picture = target.with_file_name(&**dest_url);
                            event =
                                Event::InlineHtml(lessons::steps(&lesson, &picture, site)?.into());
                            is_drawn = true;
                        }
                        None => *dest_url = local(site, path, dest_url, &mut files).into(),
                    }
                }
                Event::End(TagEnd::Image) if is_drawn => {
                    is_drawn = false;
                    continue;
                }
                _ if is_drawn => continue,
                Event::Start(Tag::Link { dest_url, .. }) => {
                    *dest_url = local(site, path, dest_url, &mut files).into();
                }
                Event::Code(span) => {
                    let mut code = format!("<code>{}</code>", escaped(span));
                    let link = commands.as_mut().and_then(|all| all.add(span, path, &title));
                    if let Some((page, line)) = link {
                        code = format!("<a href=\"{}\">{code}</a>", relative(&target, &page));
                        if let Some(lab) = site.lab(&target, &line) {
                            let words = escaped(&format!("lab: {line}"));
                            code += &format!(
                                " <a class=\"lab\" href=\"{lab}\" aria-label=\"{words}\">lab</a>"
                            );
                        }
                    }
                    event = Event::InlineHtml(code.into());
                }
                _ => {}
            }
            events.push(event);
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        let first = body.split_once("<p>").and_then(|(_, rest)| rest.split_once("</p>"));
        let description =
            beginning(&words_of(first.map_or("", |(first, _)| first)).replace('\n', " "));
        for (from, to) in [
            // The policy allows no style of an element.
            (" style=\"text-align: right\"", " class=\"right\""),
            (" style=\"text-align: left\"", ""),
            ("<th></th>", "<td></td>"),
            ("<table>", "<div class=\"wide\" tabindex=\"0\"><table>"),
            ("</table>", "</table></div>"),
            // A list is no part of a paragraph.
            ("<p><ol", "<ol"),
            ("</ol>\n</p>", "</ol>"),
        ] {
            body = body.replace(from, to);
        }
        let body = body.lines().map(with_anchor).collect();
        Ok(Page { target, title, description, body, files })
    }
}

impl Site {
    /// Returns the address in the lab that shows what a command prints, as an attribute of a page.
    pub(crate) fn lab(&self, from: &Path, line: &str) -> Option<String> {
        let address = lab::address(line).filter(|_| self.has_lab)?;
        Some(escaped(&relative(from, Path::new(&address))))
    }

    /// Writes a file, with the directories above it.
    pub(crate) fn write(
        &self,
        path: &Path,
        text: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(), Box<dyn Error>> {
        let path = self.directory.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    /// Returns the elements of a page's head that are about the page.
    pub(crate) fn about(&self, page: &Page) -> String {
        include_str!("about.html")
            .replace("{page}", &format!("{}/{}", self.url, page.target.display()))
            .replace("{site}", &self.url)
            .replace("{title}", &escaped(&page.title))
            .replace("{description}", &escaped(&page.description))
    }

    /// Writes pages with links from each to the one before and the one after it.
    pub(crate) fn write_in_order(&self, pages: &[Page]) -> Result<(), Box<dyn Error>> {
        for (at, page) in pages.iter().enumerate() {
            let around = [("Before", "prev", at.checked_sub(1)), ("Next", "next", Some(at + 1))];
            let mut order = String::new();
            for (word, rel, other) in around {
                if let Some(Page { target, title, .. }) = other.and_then(|other| pages.get(other)) {
                    let (address, title) = (relative(&page.target, target), escaped(title));
                    order += &format!("<a rel=\"{rel}\" href=\"{address}\">{word}: {title}</a>\n");
                }
            }
            if !order.is_empty() {
                order =
                    format!("<nav class=\"order\" aria-label=\"Reading order\">\n{order}</nav>\n");
            }
            let link = |(path, title): &(&str, &str)| {
                let path = Path::new(path);
                let current = if path == page.target { " aria-current=\"page\"" } else { "" };
                format!(
                    "<li><a href=\"{}\"{current}>{title}</a></li>\n",
                    relative(&page.target, path)
                )
            };
            let document = include_str!("page.html")
                .replace("{root}", &relative(&page.target, Path::new("")))
                .replace("{about}", &self.about(page))
                .replace("{links}", &self.navigation.iter().map(link).collect::<String>())
                .replace("{order}", &order)
                // The keyboard scrolls what is too wide for the screen.
                .replace("{body}", &page.body.replace("<pre>", "<pre tabindex=\"0\">"));
            self.write(&page.target, &document)?;
        }
        Ok(())
    }
}

/// Returns the beginning of a text, as many whole words as a preview shows.
pub(crate) fn beginning(text: &str) -> String {
    let text = text.split('\n').next().unwrap_or_default().trim_end_matches(':');
    let Some((end, _)) = text.char_indices().nth(160) else { return text.to_owned() };
    format!("{} …", text[..end].rsplit_once(' ').map_or(text, |(words, _)| words))
}

/// Returns the address of a link. Files of the repository are added to the list.
fn local(site: &Site, page: &Path, link: &str, files: &mut Vec<PathBuf>) -> String {
    if link.contains("://") || link.starts_with('#') {
        return link.to_owned();
    }
    let (file, id) = link.split_at(link.find('#').unwrap_or(link.len()));
    let mut path = normalized(&page.with_file_name(file));
    if path.is_dir() {
        path.push("README.md");
    }
    let address = relative(&target(page), &target(&path));
    if site.has_lab && path == Path::new("lab/README.md") {
        // The lab itself, whose page has the same place.
        return address;
    }
    files.push(path);
    address + id
}

/// Returns a path without `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |parts, part| match part {
        Component::ParentDir => parts.parent().unwrap_or(Path::new("")).to_owned(),
        Component::CurDir => parts,
        part => parts.join(part),
    })
}

/// Returns the place of a file of the repository in the site.
pub(crate) fn target(path: &Path) -> PathBuf {
    let text = path.to_string_lossy().replace("README.md", "index.md");
    text.strip_suffix(".md").map(|name| format!("{name}.html")).unwrap_or(text).into()
}

/// Returns the address of a file of the site as seen from another.
pub(crate) fn relative(from: &Path, to: &Path) -> String {
    format!("{}{}", "../".repeat(from.iter().count() - 1), to.display())
}

/// Returns a line of HTML, with an anchor if it is a heading.
fn with_anchor(line: &str) -> String {
    match line.split_once('>') {
        Some((tag @ ("<h1" | "<h2" | "<h3" | "<h4"), rest)) => {
            format!("{tag} id=\"{}\">{rest}\n", anchor(&words_of(rest)))
        }
        _ => format!("{line}\n"),
    }
}

/// Returns the text of HTML, without its elements.
fn words_of(html: &str) -> String {
    let words: String =
        html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    words.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Returns the anchor of a heading, as code hosts make it: small letters, hyphens for spaces, no
/// other signs.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

/// Returns text with the special characters of HTML escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Page {
        let path = Path::new("docs/reading/a.md");
        let url = "https://a.example".into();
        let directory = std::env::temp_dir();
        let site = Site { url, directory, has_lab: true, navigation: Vec::new() };
        Page::read(&site, path, text, Some(&mut Commands::default())).expect("a page")
    }

    #[test]
    fn links_lead_to_pages_of_the_site_and_commands_to_their_pages() {
        let page =
            read("# A < B\n\nSee [b](../b/README.md#the-end) and `setwise explain bits lowest`.\n");
        assert_eq!(page.title, "A < B");
        assert_eq!(page.files, [PathBuf::from("docs/b/README.md")]);
        assert!(
            page.body.contains("<a href=\"../../docs/b/index.html#the-end\">b</a>"),
            "{}",
            page.body
        );
        let command = "<a href=\"../../docs/reading/commands/explain-bits-lowest.html\"><code>setwise explain bits lowest</code></a>";
        assert!(page.body.contains(command), "{}", page.body);
        let lab = "<a class=\"lab\" href=\"../../lab/index.html#tab=lessons&amp;lesson=lowest\"";
        assert!(page.body.contains(lab), "{}", page.body);
    }

    #[test]
    fn headings_have_anchors_and_pictures_have_words() {
        let page = read("# A\n\n## What, now and `then`?\n\n![A board & more](a.svg)\n");
        assert!(page.body.contains("<h2 id=\"what-now-and-then\">"), "{}", page.body);
        let picture = "<img src=\"../../docs/reading/a.svg\" alt=\"A board &amp; more\" />";
        assert!(page.body.contains(picture), "{}", page.body);
        assert_eq!(page.files, [PathBuf::from("docs/reading/a.svg")]);
    }

    #[test]
    fn a_description_is_the_beginning_of_the_first_paragraph() {
        let page = read("# A\n\nOne `two`\nthree.\n\nFour.\n");
        assert_eq!(page.description, "One two three.");
        assert_eq!(beginning(&"word ".repeat(40)), format!("{} …", ["word"; 32].join(" ")));
    }

    #[test]
    fn addresses_are_relative() {
        let address = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(address("a/b/c.html", "style.css"), "../../style.css");
        assert_eq!(address("index.html", "a/b.html"), "a/b.html");
    }
}
