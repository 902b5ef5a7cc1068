//! The lesson on operations on sets: AND, OR, XOR, NOT and NAND, the empty set and the universe.

use setwise::Bitboard;
use setwise_techniques::Document;
use setwise_techniques::trace::{Expr, Set, Trace, combine};

use super::{Figure, Lesson, Writer};

/// The two sets that need no piece: no square, and all squares.
const CONSTANTS: [Set; 2] =
    [Set("empty set", Bitboard::EMPTY), Set("universe", Bitboard::UNIVERSE)];

/// Returns the lesson on the operations on two sets.
///
/// It ends with AND, computed by NAND alone.
///
/// ```
/// use setwise::{Bitboard, Square};
/// use setwise_lessons::operators;
///
/// let (a, b) = (Bitboard::of(Square::C2).with(Square::E4), Bitboard::of(Square::E4));
/// assert_eq!(operators::lesson(a, b).answer, Some(Bitboard::of(Square::E4)));
/// ```
pub fn lesson(a: Bitboard, b: Bitboard) -> Lesson {
    let mut writer = Writer::new("operators", "Operations on sets of squares");
    writer
        .source(Document::BitboardNotes.name(), "")
        .source(Document::SlidingPieceAttacks.name(), "")
        .source(Document::NagaSkaki.name(), "")
        .source(
            "General setwise operations",
            "https://www.chessprogramming.org/General_Setwise_Operations",
        )
        .note(
            "Idea",
            "A set of squares is a word of 64 bits, so one instruction of the processor computes \
             a whole set: 64 answers at once, one for each square, without a loop.",
        );
    let (a, b) = (Set("a", a), Set("b", b));
    constants(&mut writer);
    operations(&mut writer, a, b);
    with_constants(&mut writer, a);
    let answer = by_nand(&mut writer, a, b);
    writer.finish(Some(*answer))
}

fn nand(a: Set, b: Set) -> Expr<Set, Set> {
    combine(a, "NAND", b, (!(*a & *b)).0)
}

fn constants(writer: &mut Writer) {
    let [empty, universe] = CONSTANTS;
    let boards = CONSTANTS.map(|Set(name, set)| writer.board(name, set));
    writer
        .begin("two constants")
        .say(
            "The empty set has no square: it is the number 0. The universe has all 64 squares: \
             all bits are 1, so it is the number 2^64 - 1. How NagaSkaki plays chess calls it \
             fullboard.",
        )
        .show(boards.to_vec());
    writer.say("Each of them is the complement of the other.").set(universe.0, !empty);
    writer.say("NOT turns each 0 into 1 and each 1 into 0.").set(empty.0, !universe);
}

fn operations(writer: &mut Writer, a: Set, b: Set) {
    writer.begin("operations on two sets");
    let both = writer
        .say("AND keeps the squares that are in both sets: the intersection.")
        .set("a AND b", a & b);
    writer
        .say("OR keeps the squares that are in one of the sets or in both: the union.")
        .set("a OR b", a | b);
    writer
        .say("XOR keeps the squares that are in exactly one of the sets: where they differ.")
        .set("a XOR b", a ^ b);
    writer.say("NOT gives the complement: the squares that are not in the set.").set("NOT a", !a);
    writer
        .say("AND NOT removes the squares of one set from the other: the difference.")
        .set("a AND NOT b", a & !b);
    writer
        .say(
            "NAND, not and, keeps the squares that are not in both sets. A square that is in one \
             of them stays.",
        )
        .set("a NAND b", nand(a, b));
    writer.say("NAND is NOT of AND, as its name says.").set("a NAND b", !both);
}

fn with_constants(writer: &mut Writer, a: Set) {
    let [empty, universe] = CONSTANTS;
    writer
        .begin("operations with the constants")
        .say(
            "XOR with the universe is NOT. How NagaSkaki plays chess computes the empty squares \
             in this way: occupied squares XOR fullboard.",
        )
        .set("NOT a", a ^ universe);
    let names = [(a.1, "a"), (!a.1, "NOT a"), (empty.1, empty.0), (universe.1, universe.0)];
    let name = |set: Bitboard| {
        let found = names.iter().find(|(value, _)| *value == set);
        found.map_or(String::new(), |(_, name)| (*name).to_owned())
    };
    let (x, none, all) = (a.1, empty.1, universe.1);
    let results = [
        ("AND", x & none, x & all),
        ("OR", x | none, x | all),
        ("XOR", x ^ none, x ^ all),
        ("NAND", !(x & none), !(x & all)),
    ];
    let rows = results.map(|(sign, with_none, with_all)| {
        vec![format!("a {sign}"), name(with_none), name(with_all)]
    });
    writer
        .say("With a constant, each operation gives a, its complement, or a constant again.")
        .show(vec![Figure::table(["", empty.0, universe.0], rows)]);
}

/// Computes NOT, OR and AND by NAND, and returns the last.
fn by_nand(writer: &mut Writer, a: Set, b: Set) -> Set {
    let not_a = writer
        .begin("NAND alone is enough")
        .say("Every operation can be built of NAND. NOT is the NAND of a set with itself.")
        .set("NOT a", nand(a, a));
    let not_b = writer.say("The same for the second set.").set("NOT b", nand(b, b));
    writer
        .say(
            "OR is the NAND of the two complements: a square that is in neither set is the only \
             one left out.",
        )
        .set("a OR b", nand(not_a, not_b));
    let not_both = writer.say("AND begins with NAND …").set("a NAND b", nand(a, b));
    writer.say("… and takes its complement, by NAND.").set("a AND b", nand(not_both, not_both))
}
