//! The pictures that others show with a link: the boards of a lesson as tiles, without letters.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use setwise::Square;
use setwise_lessons::{Figure, Lesson, Mark};

/// The side of a tile in pixels, and the numbers of tiles.
const SIDE: usize = 40;
const COLUMNS: usize = 30;
const ROWS: usize = 16;

/// The background, light and dark squares, the set, and the slider.
const PALETTE: [[u8; 3]; 5] =
    [[0xf3, 0xf5, 0xf7], [0xff; 3], [0xcc, 0xd4, 0xdd], [0x2f, 0x7d, 0x4f], [0xe3, 0xb2, 0x3c]];

/// Returns a PNG of the first three boards of the lesson's step that has most boards.
pub(crate) fn png(lesson: &Lesson) -> Vec<u8> {
    let boards = lesson.steps.iter().rev().map(|step| {
        let boards = step.figures.iter().filter_map(|figure| match figure {
            Figure::Board(board) => Some(board),
            _ => None,
        });
        boards.take(3).collect::<Vec<_>>()
    });
    let boards = boards.max_by_key(Vec::len).unwrap_or_default();
    let mut tiles = [[0; COLUMNS]; ROWS];
    for (at, board) in boards.iter().enumerate() {
        let left = (COLUMNS + 1 - 9 * boards.len()) / 2 + 9 * at;
        for square in Square::ALL {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            tiles[11 - rank][left + file] = match square {
                _ if board.marked(Mark::Slider).contains(square) => 4,
                _ if board.set.contains(square) => 3,
                _ => 2 - (file + rank) as u8 % 2,
            };
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in tiles {
        // A byte for each pixel, and one before them for the filter: none.
        let pixels: Vec<u8> = row.iter().flat_map(|&tile| [tile; SIDE]).collect();
        encoder.write_all(&[&[0], &pixels[..]].concat().repeat(SIDE)).expect("memory");
    }
    let mut header = [COLUMNS, ROWS].map(|tiles| ((tiles * SIDE) as u32).to_be_bytes()).concat();
    // Eight bits a pixel, which are an index into the palette.
    header.extend([8, 3, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let pixels = encoder.finish().expect("memory");
    for (name, data) in
        [(b"IHDR", header), (b"PLTE", PALETTE.concat()), (b"IDAT", pixels), (b"IEND", Vec::new())]
    {
        let part = [&name[..], &data].concat();
        let mut sum = Crc::new();
        sum.update(&part);
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(part);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}
