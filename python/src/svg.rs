//! Pictures of boards.

use pyo3::prelude::*;
use setwise::Board as Placement;
use setwise::svg::{Diagram, PiecePicture};
use setwise_jobs::number::PIXELS;

use crate::arguments::{ColorArgument, Own, SetArgument, SquareArgument, Whole};
use crate::board::Board;
use crate::moves::Move;
use crate::piece::Piece;

/// Draws a board; `setwise.svg.board` documents the arguments.
#[pyfunction]
#[pyo3(signature = (board, orientation, lastmove, arrows, squares, frame, size, coordinates))]
pub(crate) fn svg_board(
    board: Option<Own<'_, Board>>,
    orientation: ColorArgument,
    lastmove: Option<Move>,
    arrows: Vec<(SquareArgument, SquareArgument)>,
    squares: SetArgument,
    frame: SetArgument,
    size: Whole,
    coordinates: bool,
) -> PyResult<String> {
    let arrows: Vec<_> = arrows.into_iter().map(|(from, to)| (from.0, to.0)).collect();
    let diagram = match &board {
        Some(board) => board.position.diagram(),
        None => Diagram::new(&Placement::EMPTY),
    };
    let mut diagram = diagram
        .seen_by(orientation.0)
        .mark(squares.0)
        .frame(frame.0)
        .arrows(&arrows)
        .size(size.within("size", &PIXELS)?);
    if let Some(mv) = lastmove {
        diagram = diagram.last_move(setwise::Move::normal(mv.0.from, mv.0.to));
    }
    let diagram = if coordinates { diagram } else { diagram.without_coordinates() };
    Ok(diagram.to_string())
}

/// Draws a piece; `setwise.svg.piece` documents the arguments.
#[pyfunction]
pub(crate) fn svg_piece(piece: Own<'_, Piece>, size: Whole) -> PyResult<String> {
    let size = size.within("size", &PIXELS)?;
    Ok(PiecePicture::new(piece.0).size(size).to_string())
}
