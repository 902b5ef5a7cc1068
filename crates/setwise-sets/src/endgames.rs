//! Endgame tables, which the program hands in.

use core::cmp::Ordering;

use setwise::Position;

/// A function that returns whether the side to move wins (`Greater`), draws or loses a position of at
/// most four pieces, and the number of moves to mate of the side that wins, 0 in a draw; or `None` if
/// there is no table.
pub type Endgames = fn(&Position) -> Option<(Ordering, u8)>;

#[cfg(feature = "std")]
static IN_USE: std::sync::OnceLock<Endgames> = std::sync::OnceLock::new();

/// Hands in endgame tables, for the words `won`, `drawn`, `lost` and `mate_in` of all expressions of
/// this program. Without them the words are errors. Further calls do nothing.
///
/// An evaluator calls the function from its own thread, and waits.
///
/// ```
/// use setwise_sets::{Expression, use_endgames};
///
/// assert!(Expression::parse("won").is_err());
/// use_endgames(|_| None);
/// assert!(Expression::parse("won").is_ok());
/// ```
#[cfg(feature = "std")]
pub fn use_endgames(endgames: Endgames) {
    IN_USE.get_or_init(|| endgames);
}

/// Returns the answer of the tables for a position of at most four pieces.
pub(crate) fn outcome(position: &Position) -> Option<(Ordering, u8)> {
    let is_small = position.board().occupied().count() <= 4;
    in_use().filter(|_| is_small)?(position)
}

/// Returns the tables that were handed in.
pub(crate) fn in_use() -> Option<Endgames> {
    #[cfg(feature = "std")]
    return IN_USE.get().copied();
    #[cfg(not(feature = "std"))]
    None
}

/// No other unit test hands in tables.
#[cfg(test)]
#[test]
fn without_tables_the_words_are_errors() {
    for word in ["won", "drawn", "lost", "mate_in"] {
        let text = alloc::format!("K and {word} = 3");
        let error = crate::Expression::parse(&text).expect_err(word);
        assert_eq!(&text[error.place()], word);
        let message = alloc::string::ToString::to_string(&error);
        assert!(message.starts_with(&alloc::format!("`{word}` needs endgame tables")), "{message}");
    }
}
