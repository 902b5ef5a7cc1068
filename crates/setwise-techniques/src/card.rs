//! The description of a technique.

use core::fmt;

/// The description of a technique: its inventors, its sources, and what it needs.
///
/// A constant expression can build one from [`Card::titled`]:
///
/// ```
/// use setwise_techniques::Card;
///
/// const CARD: Card = Card {
///     people: "folklore",
///     source: "https://www.chessprogramming.org/Blockers_and_Beyond",
///     ..Card::titled("Blockers and Beyond")
/// };
/// assert_eq!((CARD.year, CARD.table_bytes), ("unknown", 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name in a sentence, such as "Hyperbola quintessence".
    pub title: &'static str,
    /// The people who found it.
    pub people: &'static str,
    /// The year in which it was found or first published.
    pub year: &'static str,
    /// The address of a description.
    pub source: &'static str,
    /// Those of the four documents behind this project that describe it.
    pub documents: &'static [Document],
    /// The page that explains it, in Markdown: the idea, the cost, when it wins, the literature.
    /// Empty if there is none, and without the feature `pages`.
    pub page: &'static str,
    /// The size of its tables in bytes.
    pub table_bytes: usize,
    /// The CPU features that it needs beyond plain 64-bit instructions; empty if it needs none.
    pub needs: &'static str,
}

impl Card {
    /// Returns a card with a title, of unknown people, year and source, without tables and needs.
    pub const fn titled(title: &'static str) -> Card {
        Card {
            title,
            people: "unknown",
            year: "unknown",
            source: "",
            documents: &[],
            page: "",
            table_bytes: 0,
            needs: "",
        }
    }
}

/// One of the four documents that this project implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Document {
    /// *Bitboard Notes*, by Zelphir Kaltstahl.
    BitboardNotes,
    /// *Efficient Generation of Sliding Piece Attacks*, by Gerd Isenberg, 2008.
    SlidingPieceAttacks,
    /// *How NagaSkaki plays chess*, by Neels Groenewald, 2002.
    NagaSkaki,
    /// A page on turning potential moves into legal moves, by Justin Rogers, 2004.
    LegalMoves,
}

impl Document {
    /// Returns the title with the author, and the year if it is known.
    pub const fn name(self) -> &'static str {
        match self {
            Document::BitboardNotes => "Bitboard Notes (Zelphir Kaltstahl)",
            Document::SlidingPieceAttacks => {
                "Efficient Generation of Sliding Piece Attacks (Gerd Isenberg, 2008)"
            }
            Document::NagaSkaki => "How NagaSkaki plays chess (Neels Groenewald, 2002)",
            Document::LegalMoves => {
                "Turning bitboards from potential moves into legal moves (Justin Rogers, 2004)"
            }
        }
    }
}

/// The title with the author.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
