//! The kinds of values, and what an operator expects.

use alloc::format;

use super::{Parser, Result, Value, too_large};
use crate::error::ExpressionError;
use crate::tree::{Id, Kind, Node};

fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set",
        Kind::Number => "a number",
        Kind::Truth => "true or false",
    }
}

impl Parser<'_, '_> {
    pub(super) fn kind(&self, value: &Value) -> Kind {
        self.context.tree.kind(value.id)
    }

    pub(super) fn wrong_kind(&self, value: &Value, expected: &str) -> ExpressionError {
        let found = in_words(self.kind(value));
        let text = &self.lexer.text[value.place.clone()];
        let message = format!("`{text}` is {found} (expected {expected})");
        ExpressionError::new(value.place.clone(), message)
    }

    pub(super) fn expect(&self, value: &Value, kind: Kind) -> Result<()> {
        if self.kind(value) == kind { Ok(()) } else { Err(self.wrong_kind(value, in_words(kind))) }
    }

    /// Returns the node of a truth: a set is true if it is not empty.
    pub(super) fn truth(&mut self, value: Value) -> Result<Id> {
        match self.kind(&value) {
            Kind::Truth => Ok(value.id),
            Kind::Set => {
                let added = self.context.tree.add(Node::NotEmpty(value.id));
                added.ok_or_else(|| too_large(value.place))
            }
            Kind::Number => Err(self.wrong_kind(&value, "a set, or a comparison such as `> 0`")),
        }
    }

    /// Returns the node of a truth that an operator on games asks at other plies.
    pub(super) fn game_truth(&mut self, value: Value, operator: &str) -> Result<Id> {
        self.needs_game(operator, value.place.clone())?;
        self.closed(&value, operator)?;
        self.truth(value)
    }

    /// Checks that a value depends on no square of a quantifier.
    pub(super) fn closed(&self, value: &Value, operator: &str) -> Result<()> {
        if self.context.tree.free(value.id) == 0 {
            return Ok(());
        }
        let message = format!(
            "`{}` names the square of a quantifier, which `{operator}` cannot follow through a \
             game",
            &self.lexer.text[value.place.clone()]
        );
        Err(ExpressionError::new(value.place.clone(), message))
    }
}
