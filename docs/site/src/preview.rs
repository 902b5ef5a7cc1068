//! The pictures that others show with a link: the boards of a lesson as tiles, without letters.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use setwise::{Bitboard, Square};
use setwise_lessons::{Figure, Lesson, Mark};

/// The size in pixels that previews of links have.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;

const PALETTE: [[u8; 3]; 5] = [
    [0xf3, 0xf5, 0xf7],
    [0xff, 0xff, 0xff],
    [0xcc, 0xd4, 0xdd],
    [0x2f, 0x7d, 0x4f],
    [0xe3, 0xb2, 0x3c],
];

/// Returns a PNG of the first three boards of the lesson's step that has most boards.
pub(crate) fn png(lesson: &Lesson) -> Vec<u8> {
    let boards = lesson.steps.iter().map(|step| {
        let boards = step.figures.iter().filter_map(|figure| match figure {
            Figure::Board(board) => Some((board.set, board.marked(Mark::Slider))),
            _ => None,
        });
        boards.take(3).collect::<Vec<_>>()
    });
    let boards = boards.rev().max_by_key(Vec::len).unwrap_or_default();
    // A byte for each pixel, and one at the beginning of each row for the filter: none.
    let mut pixels = vec![0; (WIDTH + 1) * HEIGHT];
    let side = if boards.len() == 1 { 66 } else { 44 };
    let gap = (WIDTH - boards.len() * 8 * side) / (boards.len() + 1);
    for (at, board) in boards.iter().enumerate() {
        draw(&mut pixels, *board, (gap + at * (8 * side + gap), (HEIGHT - 8 * side) / 2), side);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&pixels).expect("a vector can be written");
    let data = encoder.finish().expect("a vector can be written");
    let mut header = [(WIDTH as u32).to_be_bytes(), (HEIGHT as u32).to_be_bytes()].concat();
    // Eight bits a pixel, which are an index into the palette.
    header.extend([8, 3, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in
        [(b"IHDR", header), (b"PLTE", PALETTE.concat()), (b"IDAT", data), (b"IEND", Vec::new())]
    {
        let mut sum = Crc::new();
        sum.update(name);
        sum.update(&data);
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(name);
        file.extend(data);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}

/// Draws a set and the slider of a board, with its top left corner at a place.
fn draw(
    pixels: &mut [u8],
    (set, slider): (Bitboard, Bitboard),
    (x, y): (usize, usize),
    side: usize,
) {
    for square in Square::ALL {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let color = match square {
            _ if slider.contains(square) => 4,
            _ if set.contains(square) => 3,
            _ if (file + rank) % 2 == 0 => 2,
            _ => 1,
        };
        for row in 0..side {
            let at = (y + (7 - rank) * side + row) * (WIDTH + 1) + 1 + x + file * side;
            pixels[at..at + side].fill(color);
        }
    }
}
