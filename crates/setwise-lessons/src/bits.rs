//! Lessons on bit tricks: the lowest bit, bit scans, population counts and subsets.

use setwise::{Bitboard, Square};
use setwise_techniques::Document;
use setwise_techniques::bitscan::{self, DE_BRUIJN, Parity, de_bruijn_sequences};
use setwise_techniques::trace::{Expr, Number, Set, Trace, apply, combine};

use super::{Figure, Lesson, Writer};

named! {
    /// A subject of a lesson on bits, in the order in which they are best read.
    pub enum Subject {
        /// Isolating and removing the lowest bit.
        Lowest = "lowest",
        /// The number of the lowest bit by a multiplication.
        DeBruijn = "de-bruijn",
        /// The number of the lowest bit by a remainder.
        Modulo67 = "modulo-67",
        /// The number of bits of a set.
        Count = "count",
        /// All subsets of a set.
        Subsets = "subsets",
    }
}

/// Returns the lesson on a subject for a set.
///
/// ```
/// use setwise::{Bitboard, Square};
/// use setwise_lessons::bits::{Subject, lesson};
///
/// let set = Bitboard::of(Square::C2) | Bitboard::of(Square::F7);
/// assert_eq!(lesson(Subject::Lowest, set).answer, Some(Bitboard::of(Square::C2)));
/// ```
pub fn lesson(subject: Subject, set: Bitboard) -> Lesson {
    match subject {
        Subject::Lowest => lowest(set),
        Subject::DeBruijn => de_bruijn(set),
        Subject::Modulo67 => modulo_67(set),
        Subject::Count => count(set),
        Subject::Subsets => subsets(set),
    }
}

fn writer(subject: Subject, title: &str) -> Writer {
    let mut writer = Writer::new(format!("bits {}", subject.name()), title);
    writer.source(Document::SlidingPieceAttacks.name(), "");
    writer
}

/// Returns the negative of a set as a number: its complement plus one.
fn negative(x: Set) -> Expr<(), Set> {
    combine((), "negative of", x, x.1.0.wrapping_neg())
}

fn isolate(writer: &mut Writer, x: Set) -> Set {
    let negative = writer
        .say(
            "−x, the negative of x, is found by changing every bit of x and adding 1. The addition changes the bits up \
             to the lowest 1 of x back: up to there −x is as x, and above it every bit differs.",
        )
        .set("-x", negative(x));
    writer.say("So x AND −x keeps exactly one bit: the lowest.").set("lowest", x & negative)
}

fn lowest(set: Bitboard) -> Lesson {
    let mut writer = writer(Subject::Lowest, "The lowest bit: isolate it, remove it");
    writer.note(
        "Idea",
        "A program visits the squares of a set one by one, lowest first. It needs the lowest bit alone, and the set without \
         it. Both are one operation after a subtraction.",
    );
    let x = Set("x", set);
    let one = isolate(&mut writer, x);
    let less = writer
        .say(if set.contains(Square::A1) {
            "x − 1 changes the lowest 1 to 0. It is a1 here; if there were zeros below it, they would become ones."
        } else {
            "x − 1 changes the lowest 1 to 0, and the zeros below it to ones."
        })
        .set("x - 1", x - 1);
    writer
        .say("So x AND (x − 1) removes the lowest bit and keeps the rest. Repeat it to visit every square of a set.")
        .set("rest", x & less);
    let negative = Set("-x", Bitboard(set.0.wrapping_neg()));
    writer
        .say(
            "Why are the two so alike? −x and x − 1 are complements of each other: each bit is in exactly one of them. \
             XOR shows it: all 64 bits.",
        )
        .set("all", negative ^ less);
    writer
        .say(
            "And x XOR (x − 1) is every bit up to the lowest one, with it. Several techniques use it to find what lies \
             before a blocker.",
        )
        .set("up to the lowest", x ^ less);
    let answer = *one;
    writer
        .say("The lowest bit again:")
        .set("lowest", apply("lowest of", Bitboard::isolate_first, x));
    writer.finish(Some(answer))
}

/// Adds the step of hardware and returns the lesson on a bit scan.
fn scanned(mut writer: Writer, set: Bitboard) -> Lesson {
    let found = bitscan::hardware(set).map(Bitboard::of).unwrap_or_default();
    writer
        .begin("hardware")
        .say(
            "Today's processors have an instruction that counts the trailing zeros (tzcnt, or rbit and clz). It finds the \
             same square, faster than both tricks.",
        )
        .set("square", combine((), "hardware scan of", Set("x", set), found.0));
    writer.finish(Some(found))
}

fn de_bruijn(set: Bitboard) -> Lesson {
    let mut writer =
        writer(Subject::DeBruijn, "De Bruijn multiplication: which number has the lowest bit?");
    let words = (0..8).map(|n| format!("{:06b}", DE_BRUIJN << n >> 58)).collect::<Vec<_>>();
    let mut private = de_bruijn_sequences(Parity::Odd);
    let first: Vec<String> = private.by_ref().take(4).map(|s| format!("{s:#018x}")).collect();
    writer
        .source("Leiserson, Prokop, Randall, Using de Bruijn Sequences to Index a 1, 1998", "https://www.chessprogramming.org/De_Bruijn_Sequence")
        .note(
            "Idea",
            format!(
                "A De Bruijn sequence is a ring of 64 bits in which every word of six bits occurs \
                 once. The last five words run over its end and continue with its first five bits, \
                 so all words in a row need 64 + 5 bits. The first five bits are zeros, and a shift \
                 to the left brings in zeros, so the five hidden bits are not stored. Shifting the \
                 ring left by n brings the n-th word to the top: {} … A multiplication by the bit \
                 2^n is a shift by n, so the top six bits of the product tell n.",
                words.join(", ")
            ),
        )
        .note(
            "Private sequences",
            format!(
                "There are 67,108,864 odd sequences with six leading zeros, and as many even ones with five. The smallest odd \
                 ones are {}.",
                first.join(", ")
            ),
        );
    if set.is_empty() {
        writer.say("The empty set has no lowest bit, and it must be tested first: no entry is left for it.").show(Vec::new());
        return scanned(writer, set);
    }
    let one = isolate(&mut writer, Set("x", set));
    let product = writer
        .say("Multiply the De Bruijn number by that single bit. It shifts the number to the left.")
        .number("product", Number("De Bruijn", DE_BRUIJN) * one);
    let index = writer
        .say("The top six bits, highlighted, are a word that no other shift has there.")
        .number("index", product >> 58);
    let square = bitscan::de_bruijn(set).map(Bitboard::of).unwrap_or_default();
    writer
        .say("Look the word up in a table of 64 squares.")
        .set("square", combine((), "entry of", index, square.0));
    scanned(writer, set)
}

fn modulo_67(set: Bitboard) -> Lesson {
    let mut writer =
        writer(Subject::Modulo67, "The remainder modulo 67: which number has the lowest bit?");
    let gaps = (0..67u64).filter(|&remainder| (0..64).all(|n| (1u64 << n) % 67 != remainder));
    let gaps: Vec<String> = gaps.map(|gap| gap.to_string()).collect();
    writer.note(
        "Idea",
        format!(
            "67 is prime and 2 is a primitive root of it, so the powers 2^0 to 2^63 have 64 different remainders. The remainders \
             {} never occur for a single bit: the gaps of the table. 0 is the remainder of the empty set, so no test is needed.",
            gaps.join(", ")
        ),
    );
    let one = isolate(&mut writer, Set("x", set));
    let remainder = writer
        .say("Divide by 67 and keep the remainder. Compilers do it with two multiplications.")
        .number("remainder", one % Number("modulus", 67));
    let square = bitscan::modulo_67(set).map(Bitboard::of).unwrap_or_default();
    writer
        .say("Look it up in a table of 67 entries.")
        .set("square", combine((), "entry of", remainder, square.0));
    scanned(writer, set)
}

/// The masks of the population count, with the width of the fields that they keep.
const FIELDS: [(u64, u64, &str); 3] = [
    (1, 0x5555_5555_5555_5555, "sums of 2 bits"),
    (2, 0x3333_3333_3333_3333, "sums of 4 bits"),
    (4, 0x0f0f_0f0f_0f0f_0f0f, "sums of 8 bits"),
];

fn count(set: Bitboard) -> Lesson {
    let mut writer = writer(Subject::Count, "The number of bits of a set");
    writer.source("Population count", "https://www.chessprogramming.org/Population_Count").note(
        "Idea",
        "Add neighbouring bits all at once: first 32 sums of two bits, then 16 sums of four, then 8 sums of a byte. A \
         multiplication adds up the bytes in the top one.",
    );
    let mut sums = Number("bits", set.0);
    for (shift, mask, name) in FIELDS {
        let mask = Number("mask", mask);
        sums = writer
            .say(format!(
                "Keep every second field of {}, shift the others beside them, and add.",
                counted(shift, "bit")
            ))
            .number(name, (sums & mask) + (sums >> shift & mask));
    }
    let product = writer
        .say("Multiply by a number with a one in each byte: the top byte of the product is the sum of all bytes.")
        .number("product", sums * Number("ones", 0x0101_0101_0101_0101));
    let total = writer.say("Shift the top byte down.").number("count", product >> 56);
    let shown = Figure::Number { label: "count".to_owned(), value: *total as i64 };
    let mut removed = Set("x", set);
    writer.begin("another way, by Wegner");
    for round in 1..=set.count().min(3) {
        let less = Set("x - 1", Bitboard(removed.1.0.wrapping_sub(1)));
        removed = writer
            .say(format!("x AND (x − 1) removes the lowest bit: round {round}. Count the rounds until nothing is left."))
            .set("x", removed & less);
    }
    writer.begin("the number").say("The instruction popcnt finds it at once.").show(vec![shown]);
    writer.finish(None)
}

/// Returns a number with a noun in the singular or the plural.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The number of subsets that are listed.
const LISTED: usize = 6;

fn subsets(set: Bitboard) -> Lesson {
    let mut writer = writer(Subject::Subsets, "All subsets of a set: the carry-rippler");
    writer.source("Traversing subsets of a set", "https://www.chessprogramming.org/Traversing_Subsets_of_a_Set").note(
        "Idea",
        "Every table of occupancies is filled from all subsets of a line. Subtracting the mask from a subset makes the carry \
         ripple over the bits outside of the mask, so AND with the mask gives the next subset. It counts in binary, on the \
         squares of the mask only.",
    );
    let mask = Set("mask", set);
    let mut subset = Set("subset", Bitboard::EMPTY);
    let total = 1u128 << set.count();
    writer.say(format!(
        "The mask has {}, so the number of subsets is {total}. The first is empty.",
        counted(set.count().into(), "square")
    ));
    let first = vec![writer.board("mask", set), writer.board("subset", *subset)];
    writer.show(first);
    for _ in 0..LISTED {
        subset = writer
            .say("Subtract the mask, and AND with the mask.")
            .set("subset", (subset - mask) & mask);
        if subset.is_empty() {
            writer.say("The empty set again: all subsets have been visited.").show(Vec::new());
            break;
        }
    }
    writer.finish(Some(*subset))
}
