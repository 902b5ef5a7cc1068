//! The board of the landing page, which `site.js` makes live.

use setwise::svg::{Diagram, PiecePicture};
use setwise::{Bitboard, Board, Piece, Square, attacks};

/// The rook, whose rays are drawn, and the other pieces.
const PIECES: [(char, Square); 4] =
    [('R', Square::D4), ('p', Square::D6), ('n', Square::D7), ('b', Square::G4)];

/// Returns the landing page's board and sets: the rays of the rook, what is cut off behind the
/// first blockers, and what is left.
pub(crate) fn fill(page: &str) -> String {
    let rook = PIECES[0].1;
    let rays = attacks::rook(rook, Bitboard::EMPTY);
    let attacked = attacks::rook(rook, PIECES.iter().map(|(_, square)| *square).collect());
    let (mut squares, mut pieces) = (String::new(), String::new());
    let corner = |square: Square| (100 * (square as u32 % 8), 100 * (7 - square as u32 / 8));
    for square in Square::ALL {
        let (x, y) = corner(square);
        let class = match square {
            _ if attacked.contains(square) => "attacked",
            _ if rays.contains(square) => "cut",
            _ => "",
        };
        let (x, y) = (x + 8, y + 8);
        let size = "width=\"84\" height=\"84\" rx=\"10\"";
        squares += &format!("<rect x=\"{x}\" y=\"{y}\" {size} class=\"{class}\"/>");
    }
    for (letter, square) in PIECES {
        let (x, y) = corner(square);
        let drawing = Piece::from_letter(letter).map(PiecePicture::new).expect("a letter");
        let drawing = drawing.size(100);
        let id = square as u32;
        pieces += &format!(
            "<g id=\"piece-{id}\" class=\"piece\" transform=\"translate({x} {y})\">{drawing}</g>"
        );
    }
    let board = Diagram::new(&Board::EMPTY).to_string();
    page.replace("{board}", &board.replace("</svg>", &format!("{squares}{pieces}</svg>")))
        .replace("{rays}", &format!("{:#018x}", rays.0))
        .replace("{cut}", &format!("{:#018x}", (rays ^ attacked).0))
        .replace("{attacked}", &format!("{:#018x}", attacked.0))
}
