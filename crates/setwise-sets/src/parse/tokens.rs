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

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.token.kind, TokenKind::Sign(found) if found == sign)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.token.kind, TokenKind::Name(found) if found == name)
    }

    /// Skips a sign if it is next; returns whether it was.
    pub(super) fn skip_sign(&mut self, sign: &str) -> Result<bool> {
        let is_next = self.is_sign(sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    pub(super) fn skip_name(&mut self, name: &str) -> Result<bool> {
        let is_next = self.is_name(name);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    pub(super) fn expect_sign(&mut self, sign: &str) -> Result<()> {
        if self.skip_sign(sign)? { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// Returns the token after the next one.
    pub(super) fn second(&self) -> Option<TokenKind<'p>> {
        let mut lexer = self.lexer;
        lexer.next().ok().map(|token| token.kind)
    }

    pub(super) fn unexpected(&self, expected: &str) -> ExpressionError {
        let place = self.token.place.clone();
        let found = self.token.kind.describe(self.lexer.text, &place);
        ExpressionError::new(place, format!("{found} was found (expected {expected})"))
    }
}
