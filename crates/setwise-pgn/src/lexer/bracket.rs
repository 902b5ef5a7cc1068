//! Brackets among the moves, which begin the tags of the next game or are unknown text.

use std::io;

use super::Lexer;
use super::tag::{is_event, is_in_name};
use crate::class::{Class, class, length_before};
use crate::source::Buffer;
use crate::{Deviation, MAX_TAG};

impl<B: Buffer> Lexer<B> {
    /// Returns whether the `[` that was the last token begins a tag. It always does by the
    /// standard. With [`Deviation::UnknownText`], a tag has a name and a quotation mark, or is
    /// `Event`; another `[` is skipped, and so is a command, `[%clk 1:00]`, up to its `]`.
    pub(crate) fn bracket_begins_tag(&mut self) -> io::Result<bool> {
        if !self.options.accepts(Deviation::UnknownText) {
            return Ok(true);
        }
        self.put_back();
        let length = loop {
            let unread = self.window.unread();
            let white = 1 + length_before(&unread[1..], |byte| class(byte) != Class::White);
            let name = white + length_before(&unread[white..], |byte| !is_in_name(byte));
            let mark = name + length_before(&unread[name..], |byte| class(byte) != Class::White);
            let is_command = unread.get(1) == Some(&b'%');
            let end = length_before(unread, |byte| is_command && matches!(byte, b']' | b'\n'));
            let length = if is_command { end } else { mark };
            if length == unread.len() && length <= MAX_TAG && self.window.more()? {
                continue;
            }
            let unread = self.window.unread();
            if name > white && unread.get(mark) == Some(&b'"') || is_event(unread) {
                break None;
            }
            let is_closed = is_command && unread.get(end) == Some(&b']');
            break Some(if is_closed { end + 1 } else { 1 });
        };
        self.start = self.window.at();
        self.window.advance(length.unwrap_or(1));
        Ok(length.is_none())
    }
}
