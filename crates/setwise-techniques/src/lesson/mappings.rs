//! Lessons on mappings of squares to bits.

use setwise::attacks::Document;
use setwise::{Bitboard, Rank, Square};

use super::{Figure, Lesson, Writer};
use crate::mapping::Mapping;

/// Returns the name of a mapping in the command, such as `rotated-45` for `rotated 45`.
pub fn name(mapping: &Mapping) -> String {
    mapping
        .to_string()
        .to_ascii_lowercase()
        .replace(", ", "-")
        .replace(' ', "-")
        .replace("--", "-minus-")
}

/// Returns the mapping of a [`name`].
pub fn by_name(wanted: &str) -> Option<Mapping> {
    Mapping::ALL.into_iter().find(|mapping| name(mapping) == wanted)
}

/// Returns the lesson on some mappings, with the words of a set in each.
///
/// ```
/// use setwise::{Bitboard, Square};
/// use setwise_techniques::lesson::mappings;
/// use setwise_techniques::mapping::Mapping;
///
/// let lesson = mappings::lesson(&[Mapping::HYATT], Bitboard::of(Square::A1));
/// assert!(lesson.steps[1].text.contains("0x8000000000000000"));
/// ```
pub fn lesson(mappings: &[Mapping], set: Bitboard) -> Lesson {
    let mut writer = Writer::new("mapping", "Mappings of squares to bits");
    writer
        .source(Document::BitboardNotes.name(), "")
        .source(Document::SlidingPieceAttacks.name(), "")
        .source(Document::NagaSkaki.name(), "")
        .source(
            "Square mapping considerations",
            "https://www.chessprogramming.org/Square_Mapping_Considerations",
        )
        .note(
            "How can a program represent the mapping?",
            "Bitboard Notes ask this and leave it open. As data: a table from the square to its bit and the inverse \
             table, 64 bytes each. No code depends on which mapping it is.",
        )
        .note(
            "Can a table indexed by a bitmap give the mapped bitmap?",
            "For one square yes, if it is indexed by the number of the square: 64 entries. For any set no, there are \
             2^64 of them. But each bit is mapped by itself, so a set can be cut into eight bytes, and eight tables of \
             256 entries, 16 KiB, map any set with eight lookups.",
        );
    let board = writer.board("set", set);
    writer.begin("the set").say("The set of squares whose words follow.").show(vec![board]);
    for mapping in mappings {
        let word = mapping.word(set);
        let bits: Vec<String> = set
            .into_iter()
            .take(8)
            .map(|square| format!("{square} = {}", mapping.bit(square)))
            .collect();
        let squares =
            if bits.is_empty() { String::new() } else { format!(" {}.", bits.join(", ")) };
        writer.begin(name(mapping)).say(format!("The word of the set is {word:#018x}.{squares}"));
        writer.show(vec![table(mapping)]);
        debug_assert_eq!(mapping.set(word), set);
    }
    writer.finish(Some(set))
}

/// Returns the bits of all squares as a table, as a board is drawn.
fn table(mapping: &Mapping) -> Figure {
    let columns = " abcdefgh".chars().map(|file| file.to_string()).collect();
    let row = |rank: Rank| {
        let bits = Square::ALL.into_iter().filter(|square| square.rank() == rank);
        let bits = bits.map(|square| format!("{:2}", mapping.bit(square)));
        core::iter::once(rank.to_string()).chain(bits).collect()
    };
    Figure::Table { columns, rows: Rank::ALL.into_iter().rev().map(row).collect() }
}
