//! The drawings of the pieces, from the diagrams of the library.

use serde_json::{Map, Value, json};
use setwise::svg::Diagram;
use setwise::{Board, Color, Piece, Role, Square};

/// Returns an SVG document for each piece letter: a board with the piece on its upper left square.
pub(crate) fn drawings() -> Value {
    let mut drawings = Map::new();
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            let mut board = Board::EMPTY;
            board.put(Square::A8, piece);
            let drawing = Diagram::new(&board).without_coordinates().to_string();
            drawings.insert(piece.letter().to_string(), json!(drawing));
        }
    }
    Value::Object(drawings)
}
