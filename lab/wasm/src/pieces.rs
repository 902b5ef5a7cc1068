//! The drawings of the pieces, from the diagrams of the library.

use setwise::svg::Diagram;
use setwise::{Board, Color, Piece, Role, Square};
use setwise_lessons::json::Text;

use crate::answer::Document;

/// Returns an SVG document for each piece letter: a board with the piece on its upper left square.
pub(crate) fn drawings() -> Document {
    let mut drawings = String::new();
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            let mut board = Board::EMPTY;
            board.put(Square::A8, piece);
            let drawing = Diagram::new(&board).without_coordinates().to_string();
            drawings += if drawings.is_empty() { "{" } else { "," };
            drawings += &format!("\"{}\":{}", piece.letter(), Text(&drawing));
        }
    }
    Document(drawings + "}")
}
