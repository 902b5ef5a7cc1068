//! The drawings of the pieces, from the diagrams of the library.

use setwise::svg::Diagram;
use setwise::{Board, Color, Piece, Role, Square};

use crate::json::Value;

/// Returns an SVG document for each piece letter: a board with the piece on its upper left square.
pub(crate) fn drawings() -> Value {
    let mut drawings = Vec::new();
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            let mut board = Board::EMPTY;
            board.put(Square::A8, piece);
            let drawing = Diagram::new(&board).without_coordinates().to_string();
            drawings.push((piece.letter().to_string().into(), Value::Text(drawing)));
        }
    }
    Value::Object(drawings)
}
