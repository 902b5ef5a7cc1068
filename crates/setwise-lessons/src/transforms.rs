//! Lessons on flips, mirrors, rotations and pseudo-rotations, swap by swap.

use setwise::{Bitboard, File, Square};
use setwise_techniques::pseudo_rotation::{
    pseudo_rotate_45_clockwise, pseudo_rotate_45_counterclockwise,
};
use setwise_techniques::trace::{Set, Trace, combine};

use super::{Lesson, Writer};

named! {
    /// A transform of the board.
    pub enum Transform {
        FlipVertical = "flip-vertical",
        MirrorHorizontal = "mirror-horizontal",
        FlipDiagonal = "flip-diagonal",
        FlipAntiDiagonal = "flip-anti-diagonal",
        Rotate180 = "rotate-180",
        Rotate90Clockwise = "rotate-90-clockwise",
        Rotate90Counterclockwise = "rotate-90-counterclockwise",
        PseudoRotate45Clockwise = "pseudo-rotate-45-clockwise",
        PseudoRotate45Counterclockwise = "pseudo-rotate-45-counterclockwise",
    }
}

use Transform::*;

impl Transform {
    /// Returns the transformed set.
    pub const fn apply(self, set: Bitboard) -> Bitboard {
        match self {
            FlipVertical => set.flip_vertical(),
            MirrorHorizontal => set.mirror_horizontal(),
            FlipDiagonal => set.flip_diagonal(),
            FlipAntiDiagonal => set.flip_anti_diagonal(),
            Rotate180 => set.rotate_180(),
            Rotate90Clockwise => set.rotate_90_clockwise(),
            Rotate90Counterclockwise => set.rotate_90_counterclockwise(),
            PseudoRotate45Clockwise => pseudo_rotate_45_clockwise(set),
            PseudoRotate45Counterclockwise => pseudo_rotate_45_counterclockwise(set),
        }
    }
}

/// Returns the lesson on a transform of a set.
///
/// ```
/// use setwise::{Bitboard, Square};
/// use setwise_lessons::transforms::{Transform, lesson};
///
/// let turned = lesson(Transform::Rotate90Clockwise, Bitboard::of(Square::A1));
/// assert_eq!(turned.answer, Some(Bitboard::of(Square::A8)));
/// ```
pub fn lesson(transform: Transform, set: Bitboard) -> Lesson {
    let name = transform.name().replace('-', " ");
    let mut writer =
        Writer::new(format!("transform {}", transform.name()), format!("Transform: {name}"));
    writer
        .source(setwise_techniques::Document::SlidingPieceAttacks.name(), "")
        .source(
            "Flipping, mirroring and rotating",
            "https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating",
        )
        .note(
            "Idea",
            "A swap exchanges the squares of a mask with those a fixed distance above, all at once: XOR of the two \
             shows where they differ, and XOR with the differences on both places exchanges them. The file and the \
             rank of a square have three bits each, so three swaps do: blocks of four, of two, and of one.",
        );
    let x = Set("set", set);
    let flips: &[Transform] = match &transform {
        Rotate180 => &[FlipVertical, MirrorHorizontal],
        Rotate90Clockwise => &[FlipDiagonal, FlipVertical],
        Rotate90Counterclockwise => &[FlipVertical, FlipDiagonal],
        flip => std::slice::from_ref(flip),
    };
    if transform == Rotate90Counterclockwise {
        a_file(&mut writer, x);
    }
    flips.iter().fold(x, |x, flip| match flip {
        PseudoRotate45Clockwise => pseudo(&mut writer, x, false),
        PseudoRotate45Counterclockwise => pseudo(&mut writer, x, true),
        flip => swaps(&mut writer, x, *flip),
    });
    let answer = transform.apply(set);
    writer
        .begin("the result")
        .say("The function of the library gives the same set.")
        .set("transformed", combine((), transform.name(), x, answer.0));
    writer.finish(Some(answer))
}

/// The squares of those files and ranks whose numbers have no bit of these masks.
fn without(file_bits: usize, rank_bits: usize) -> Bitboard {
    let matches = |square: &Square| {
        square.file() as usize & file_bits == 0 && square.rank() as usize & rank_bits == 0
    };
    Square::ALL.into_iter().filter(matches).collect()
}

/// Shows the three swaps of a flip, of blocks of four, two and one: of the squares of a mask with
/// those a distance in bits above.
fn swaps(writer: &mut Writer, mut x: Set, flip: Transform) -> Set {
    writer.begin(match flip {
        FlipDiagonal => "flip about the diagonal a1-h8",
        FlipAntiDiagonal => "flip about the diagonal a8-h1",
        MirrorHorizontal => "mirror horizontal",
        _ => "flip vertical",
    });
    for size in [4, 2, 1] {
        let blocks = |two| format!("Swap the {two} blocks of {size} × {size} squares.");
        let (mask, distance, text) = match flip {
            // The lower right block of each pair: its file has the bit, its rank has not.
            FlipDiagonal => {
                (without(0, size) - without(size, 0), 7, blocks("lower right and the upper left"))
            }
            FlipAntiDiagonal => (without(size, size), 9, blocks("lower left and the upper right")),
            MirrorHorizontal => (without(size, 0), 1, format!("Swap files that are {size} apart.")),
            _ => (
                without(0, size),
                8,
                format!(
                    "Swap ranks that are {size} apart. A rank is a byte, so the three swaps are one instruction, bswap."
                ),
            ),
        };
        let (mask, distance) = (Set("mask", mask), (distance * size) as u64);
        let differ = writer.say(text).set("differ", (x ^ x >> distance) & mask);
        x = writer
            .say("XOR with the differences on both places exchanges the two groups.")
            .set("set", x ^ differ ^ differ << distance);
    }
    x
}

/// Shows how a product turns a single file.
fn a_file(writer: &mut Writer, x: Set) {
    let a_file = Set("a-file", Bitboard::file(File::A));
    let diagonal = Set("diagonal a1-h8", Bitboard::diagonal(Square::A1.diagonal()));
    let file = writer
        .begin("the a-file alone, by a product")
        .say("A single file needs no swaps. First its squares.")
        .set("file", x & a_file);
    let product = writer
        .say("The diagonal has a square on each file, so the product has a copy of the a-file on each. On rank 8 it is flipped about the diagonal a8-h1: a1 is on h8, and a8 stays.")
        .set("product", file * diagonal);
    writer
        .say("A shift by 7 ranks brings it down. On rank 1 the a-file is turned: a8 has come to a1, and a1 to h1.")
        .set("a-file, turned", product >> 56);
}

/// Shows the three steps of a pseudo-rotation: files move along by their number of ranks.
fn pseudo(writer: &mut Writer, mut x: Set, counterclockwise: bool) -> Set {
    writer.begin("pseudo-rotation by 45 degrees").note(
        "Why pseudo",
        "A board of 8 × 8 squares cannot be turned by 45 degrees. Each file moves by as many ranks as its number says, \
         and what leaves at one end comes back at the other. So each rank holds a diagonal, or two parts of diagonals \
         whose lengths add up to eight.",
    );
    for files in [1u32, 2, 4] {
        // Counterclockwise, it is the files whose number lacks the bit.
        let moves = |file: &File| (*file as u32 & files != 0) != counterclockwise;
        let moving = File::ALL.into_iter().filter(moves).map(Bitboard::file);
        let moving = Set("files that move", moving.fold(Bitboard::EMPTY, |all, file| all | file));
        let bits = 8 * files;
        let ranks = if files == 1 { "1 rank".to_owned() } else { format!("{files} ranks") };
        let turned = combine(x, "rotated right by", u64::from(bits), x.1.0.rotate_right(bits));
        x = writer
            .say(format!(
                "Rotate the word by {bits} bits, which moves every square down by {ranks} and \
                 brings the lowest back at the top. Take the files that move from it, and the others \
                 as they are."
            ))
            .set("set", x ^ ((x ^ turned) & moving));
    }
    x
}
