//! The expressions that were parsed last, by their texts.
//!
//! A query in SQL gives the same text for every 2,048 rows, and parsing takes as long as asking
//! them.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::Expression;

/// The most expressions that are kept.
const MOST: usize = 16;
/// The most bytes of a text that is kept.
const LONGEST: usize = 4096;

/// The expressions, the last used at the end.
static KEPT: Mutex<VecDeque<Expression>> = Mutex::new(VecDeque::new());

/// Returns the expression of a text, which is made if it is not kept.
///
/// # Errors
///
/// The error of `make`; nothing is kept then.
pub(super) fn find_or<E>(
    text: &str,
    make: impl FnOnce() -> Result<Expression, E>,
) -> Result<Expression, E> {
    if text.len() > LONGEST {
        return make();
    }
    if let Some(expression) = find(text) {
        return Ok(expression);
    }
    let expression = make()?;
    // Nothing waits for the lock: in a process that was forked it may be locked for ever.
    if let Ok(mut kept) = KEPT.try_lock() {
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back(expression.clone());
    }
    Ok(expression)
}

fn find(text: &str) -> Option<Expression> {
    let mut kept = KEPT.try_lock().ok()?;
    let index = kept.iter().rposition(|expression| expression.text() == text)?;
    let expression = kept.remove(index)?;
    kept.push_back(expression.clone());
    Some(expression)
}
