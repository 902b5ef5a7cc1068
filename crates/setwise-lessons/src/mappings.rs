//! Lessons on mappings of squares to bits.

use setwise::{Bitboard, Direction, Square};
use setwise_techniques::Document;
use setwise_techniques::mapping::Mapping;

use super::{Lesson, Writer, numbers};

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
/// use setwise_lessons::mappings;
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
        )
        .note(
            "How many mappings are there?",
            "A mapping is a bijection: each square has one bit, and each bit one square. The first \
             square has 64 bits to choose from, the next 63, and so on, which makes \
             64 x 63 x … x 1 = 64! mappings, a number of 90 digits: 1268869321 8588416410 3433389335 \
             1614808028 6551617454 5192198801 8943752147 0423040000 0000000000, about 1.27 x 10^89. \
             Eight of them number the squares in order along ranks or files. Most programs use one of these, \
             and programs with rotated boards use further ones beside it.",
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
        writer.show(vec![numbers::board(|square| mapping.bit(square).into())]);
        debug_assert_eq!(mapping.set(word), set);
        compass(&mut writer, mapping);
    }
    writer.finish(Some(set))
}

/// Draws the compass rose of a mapping, or says in which directions the shift is not constant.
fn compass(writer: &mut Writer, mapping: &Mapping) {
    let shifts = Direction::ALL.map(|direction| (direction, shifts(mapping, direction)));
    if shifts.iter().all(|(_, [least, greatest])| least == greatest) {
        writer
            .say(
                "The compass rose: what one step in each direction adds to the bit. It is the \
                 same on every square.",
            )
            .show(vec![numbers::compass_rose(|direction| shifts[direction as usize].1[0])]);
        return;
    }
    let describe = |constant: bool| -> String {
        let wanted = shifts.iter().filter(|(_, [least, greatest])| (least == greatest) == constant);
        let words = wanted.map(|(direction, [least, greatest])| match constant {
            true => format!("{} {least:+}", direction.name()),
            false => format!("{} {least:+} to {greatest:+}", direction.name()),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let constant = match describe(true) {
        none if none.is_empty() => none,
        directions => format!(" It is the same on every square in the directions {directions}."),
    };
    writer
        .say(format!(
            "This mapping has no compass rose, because what a step adds to the bit depends on the \
             square: {}.{constant}",
            describe(false)
        ))
        .show(Vec::new());
}

/// Returns the least and the greatest number that a step in a direction adds to the bit of a
/// square.
fn shifts(mapping: &Mapping, direction: Direction) -> [i8; 2] {
    let shift =
        |from: Square| Some(mapping.bit(from.step(direction)?) as i8 - mapping.bit(from) as i8);
    let all = Square::ALL.into_iter().filter_map(shift);
    all.fold([i8::MAX, i8::MIN], |[least, greatest], shift| [least.min(shift), greatest.max(shift)])
}
