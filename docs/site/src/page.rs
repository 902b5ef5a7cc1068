//! A page: Markdown as HTML.

use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

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
    /// The pages that every page links to.
    pub(crate) navigation: Vec<Link>,
}

/// What a page says about itself to search engines and to previews of links.
pub(crate) struct About<'p> {
    pub(crate) title: &'p str,
    pub(crate) description: &'p str,
}

/// A page of the site.
pub(crate) struct Page {
    /// The place in the site.
    pub(crate) target: PathBuf,
    title: String,
    /// The beginning of the first paragraph.
    description: String,
    body: String,
    /// The files of the repository that it links to.
    pub(crate) files: Vec<PathBuf>,
}

/// A page in the navigation: its place in the site, and its title.
pub(crate) type Link = (PathBuf, String);

impl Page {
    /// Reads a page. Commands in code spans become links to their pages if there is a list of
    /// commands.
    pub(crate) fn read(
        site: &Site,
        path: &Path,
        text: &str,
        mut commands: Option<&mut Commands>,
    ) -> Result<Page, Box<dyn Error>> {
        let title = text.lines().find_map(|line| line.strip_prefix("# "));
        let title = title.ok_or_else(|| format!("{}: no title", path.display()))?.to_owned();
        let target = target(path);
        let mut files = Vec::new();
        let (mut events, mut heading): (Vec<Event>, Option<(usize, String)>) = (Vec::new(), None);
        // A command may be written in two lines.
        let flat = text.replace('\n', " ");
        let mut picture: Option<(String, String)> = None;
        let (mut description, mut is_first) = (String::new(), false);
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            if let Some((_, alt)) = &mut picture
                && let Event::Text(text) = &event
            {
                alt.push_str(text);
                continue;
            }
            match &event {
                Event::Start(Tag::Paragraph) => is_first = description.is_empty(),
                Event::End(TagEnd::Paragraph) => is_first = false,
                Event::Text(words) | Event::Code(words) if is_first => description += words,
                Event::SoftBreak if is_first => description.push(' '),
                _ => {}
            }
            match event {
                Event::Start(Tag::Heading { .. }) => {
                    heading = Some((events.len(), String::new()));
                    events.push(event);
                }
                Event::End(TagEnd::Heading(level)) => {
                    if let Some((at, words)) = heading.take() {
                        let id = Some(CowStr::from(anchor(&words)));
                        let (classes, attrs) = (Vec::new(), Vec::new());
                        events[at] = Event::Start(Tag::Heading { level, id, classes, attrs });
                    }
                    events.push(Event::End(TagEnd::Heading(level)));
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = local(site, path, &dest_url, &mut files).into();
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    picture = Some((dest_url.into_string(), String::new()));
                }
                Event::End(TagEnd::Image) => {
                    let (file, alt) = picture.take().unwrap_or_default();
                    // A picture of a lesson has the command that draws it beside it.
                    let drawn = format!(" --svg {file}");
                    let line = flat.split('`').find_map(|span| span.strip_suffix(&drawn));
                    let html = match line.and_then(lessons::lesson).filter(|_| commands.is_some()) {
                        Some(lesson) => {
                            lessons::steps(&lesson, &target.with_file_name(file), site)?
                        }
                        None => format!(
                            "<span class=\"wide picture\"><img src=\"{}\" alt=\"{}\" loading=\"lazy\"></span>\n",
                            local(site, path, &file, &mut files),
                            escaped(&alt)
                        ),
                    };
                    events.push(Event::InlineHtml(html.into()));
                }
                Event::Start(Tag::Table(_)) => {
                    events.push(Event::Html("<div class=\"wide\" tabindex=\"0\">".into()));
                    events.push(event);
                }
                Event::End(TagEnd::Table) => {
                    events.push(event);
                    events.push(Event::Html("</div>\n".into()));
                }
                Event::Code(span) => {
                    if let Some((_, words)) = &mut heading {
                        words.push_str(&span);
                    }
                    let link = commands.as_mut().and_then(|all| all.add(&span, path, &title));
                    let mut code = format!("<code>{}</code>", escaped(&span));
                    if let Some((page, line)) = link {
                        code = format!("<a href=\"{}\">{code}</a>", relative(&target, &page));
                        if let Some(state) = lab::address(&line).filter(|_| site.has_lab) {
                            code += &format!(
                                " <a class=\"lab\" href=\"{}\" aria-label=\"lab: {}\">lab</a>",
                                escaped(&relative(&target, Path::new(&state))),
                                escaped(&line)
                            );
                        }
                    }
                    events.push(Event::InlineHtml(code.into()));
                }
                Event::Text(words) => {
                    if let Some((_, heading)) = &mut heading {
                        heading.push_str(&words);
                    }
                    events.push(Event::Text(words));
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                    events.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)));
                }
                event => events.push(event),
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        // The policy allows no style of an element.
        let body = body.replace(" style=\"text-align: right\"", " class=\"right\"");
        let body = body.replace(" style=\"text-align: left\"", "");
        let body = body.replace("<th></th>", "<td></td>");
        // A list is no part of a paragraph.
        let body = body.replace("<p><ol", "<ol").replace("</ol>\n</p>", "</ol>");
        Ok(Page { target, title, description: beginning(&description), body, files })
    }

    /// Returns the whole document, with links to the pages before and after it.
    pub(crate) fn html(&self, site: &Site, around: [Option<&Page>; 2]) -> String {
        let around = around.map(|page| {
            page.map(|page| (relative(&self.target, &page.target), page.title.clone()))
        });
        let Page { title, description, .. } = self;
        site.document(&self.target, &About { title, description }, &self.body, around)
    }
}

impl Site {
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
    pub(crate) fn about(&self, path: &Path, about: &About) -> String {
        include_str!("about.html")
            .replace("{page}", &format!("{}/{}", self.url, path.display()))
            .replace("{site}", &self.url)
            .replace("{title}", &escaped(about.title))
            .replace("{description}", &escaped(about.description))
    }

    /// Returns a whole document. `around` are the addresses and titles of the pages before and
    /// after it.
    pub(crate) fn document(
        &self,
        path: &Path,
        about: &About,
        body: &str,
        around: [Option<(String, String)>; 2],
    ) -> String {
        let mut list = String::new();
        for (target, title) in &self.navigation {
            let current = if target == path { " aria-current=\"page\"" } else { "" };
            let address = relative(path, target);
            list += &format!("<li><a href=\"{address}\"{current}>{}</a></li>\n", escaped(title));
        }
        let mut order = String::new();
        for (link, (word, rel)) in around.into_iter().zip([("Before", "prev"), ("Next", "next")]) {
            if let Some((address, title)) = link {
                let title = escaped(&title);
                order += &format!("<a rel=\"{rel}\" href=\"{address}\">{word}: {title}</a>\n");
            }
        }
        if !order.is_empty() {
            order = format!("<nav class=\"order\" aria-label=\"Reading order\">\n{order}</nav>\n");
        }
        include_str!("page.html")
            .replace("{root}", &"../".repeat(path.iter().count() - 1))
            .replace("{about}", &self.about(path, about))
            .replace("{links}", &list)
            .replace("{order}", &order)
            // The keyboard scrolls what is too wide for the screen.
            .replace("{body}", &body.replace("<pre>", "<pre tabindex=\"0\">"))
    }
}

/// Returns the beginning of a text, as many whole words as a preview shows.
pub(crate) fn beginning(text: &str) -> String {
    let text = text.split('\n').next().unwrap_or_default().trim_end_matches(':');
    match text.char_indices().nth(160) {
        None => text.to_owned(),
        Some((end, _)) => {
            let words = text[..end].rsplit_once(' ').map_or(text, |(words, _)| words);
            format!("{} …", words.trim_end_matches([',', ';', '.']))
        }
    }
}

/// Returns the address of a link. Files of the repository are added to the list.
fn local(site: &Site, page: &Path, link: &str, files: &mut Vec<PathBuf>) -> String {
    if link.contains("://") || link.starts_with('#') {
        return link.to_owned();
    }
    let (file, id) = link.split_once('#').map_or((link, None), |(file, id)| (file, Some(id)));
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
    match id {
        Some(id) => format!("{address}#{id}"),
        None => address,
    }
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
    if path.file_name().is_some_and(|name| name == "README.md") {
        path.with_file_name("index.html")
    } else if path.extension().is_some_and(|extension| extension == "md") {
        path.with_extension("html")
    } else {
        path.to_owned()
    }
}

/// Returns the address of a file of the site as seen from another.
pub(crate) fn relative(from: &Path, to: &Path) -> String {
    format!("{}{}", "../".repeat(from.iter().count() - 1), to.display())
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
        let picture =
            "<img src=\"../../docs/reading/a.svg\" alt=\"A board &amp; more\" loading=\"lazy\">";
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
