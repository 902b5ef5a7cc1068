//! Reading tokens one after the other.

use alloc::format;

use super::{Parser, Result};
use crate::error::ExpressionError;
use crate::token::TokenKind;

impl<'p> Parser<'p, '_> {
    pub(super) fn advance(&mut self) -> Result<()> {
        self.end = self.token.place.end;
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Returns whether a word or sign is next.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.token.kind, TokenKind::Sign(found) | TokenKind::Name(found) if found == text)
    }

    /// Skips a sign if it is next; returns whether it was.
    pub(super) fn skip_if(&mut self, sign: &str) -> Result<bool> {
        let is_next = self.is(sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    /// Skips a word or sign that must be next.
    pub(super) fn skip(&mut self, text: &str) -> Result<()> {
        if self.skip_if(text)? { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    /// Returns the token after the next one.
    pub(super) fn second(&self) -> Option<TokenKind<'p>> {
        let mut lexer = self.lexer;
        lexer.next().ok().map(|token| token.kind)
    }

    pub(super) fn unexpected(&self, expected: &str) -> ExpressionError {
        self.token.unexpected(self.lexer.text, expected)
    }
}
