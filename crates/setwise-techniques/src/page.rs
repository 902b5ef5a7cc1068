//! Cuts the doc comment of a module out of its source at compile time.
#![cfg_attr(not(feature = "pages"), allow(dead_code, reason = "nothing is cut out"))]

/// Returns the doc comment of a source file, which is the page of a technique in the same file.
///
/// The text is cut out when the program is compiled, so that the rest of the file is not in it.
/// Without the feature `pages` it is empty.
#[cfg(feature = "pages")]
macro_rules! page {
    ($file:literal) => {
        $crate::page!(source: include_bytes!($file))
    };
    (source: $source:expr) => {{
        const SOURCE: &[u8] = $source;
        const LENGTH: usize = $crate::page::length(SOURCE);
        const PAGE: [u8; LENGTH] = $crate::page::text(SOURCE);
        match core::str::from_utf8(&PAGE) {
            Ok(page) => page,
            Err(_) => "",
        }
    }};
}

#[cfg(not(feature = "pages"))]
macro_rules! page {
    ($($source:tt)*) => {
        ""
    };
}

pub(crate) use page;

/// Returns whether a line of a module's doc comment begins at a place.
const fn is_doc_line(source: &[u8], at: usize) -> bool {
    at + 2 < source.len() && source[at] == b'/' && source[at + 1] == b'/' && source[at + 2] == b'!'
}

/// Returns the number of bytes of the doc comment at the beginning of a source, without `//! `.
pub(crate) const fn length(source: &[u8]) -> usize {
    let (mut at, mut length) = (0, 0);
    while is_doc_line(source, at) {
        at += 3;
        if source[at] == b' ' {
            at += 1;
        }
        while source[at] != b'\n' {
            at += 1;
            length += 1;
        }
        at += 1;
        length += 1;
    }
    length
}

/// Returns the doc comment at the beginning of a source; `N` is its [`length`].
pub(crate) const fn text<const N: usize>(source: &[u8]) -> [u8; N] {
    let mut text = [0; N];
    let (mut at, mut length) = (0, 0);
    while is_doc_line(source, at) {
        at += 3;
        if source[at] == b' ' {
            at += 1;
        }
        while source[at] != b'\n' {
            text[length] = source[at];
            at += 1;
            length += 1;
        }
        text[length] = b'\n';
        at += 1;
        length += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doc_comment_ends_where_the_code_begins() {
        const SOURCE: &[u8] = b"//! One line.\n//!\n//!  indented\n\nuse core::fmt;\n//! no page\n";
        let text: [u8; length(SOURCE)] = text(SOURCE);
        assert_eq!(&text, b"One line.\n\n indented\n");
        assert_eq!(length(b"use core::fmt;\n"), 0);
    }
}
