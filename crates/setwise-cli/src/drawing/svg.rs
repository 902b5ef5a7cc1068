//! Draws steps as an SVG image.

use std::fmt;

use setwise::svg::Diagram;
use setwise::{Bitboard, Board, Square};

use super::markup::{self, text_width, write_text};
use super::recording::{Cell, Step, has_board};

/// Steps as an SVG document, a row of boards for each.
pub(crate) struct Svg<'s> {
    /// The title of the image.
    pub(crate) title: &'s str,
    /// The steps.
    pub(crate) steps: &'s [Step],
    /// The square of the slider.
    pub(crate) from: Square,
}

/// The width and height of a board. All lengths are in pixels.
const BOARD: usize = 112;
const MARGIN: usize = 16;
const TITLE_HEIGHT: usize = 40;
const PART_HEIGHT: usize = 36;
const NAME_HEIGHT: usize = 20;
const ROW_GAP: usize = 20;
/// The height of a row without a board.
const NUMBER_HEIGHT: usize = 20;
const GAP: usize = 12;

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = TITLE_HEIGHT + self.steps.iter().map(step_height).sum::<usize>() + MARGIN;
        let rows = self.steps.iter().map(|step| match step {
            Step::Part(title) => text_width(title),
            Step::Row(cells) => cells.iter().map(|cell| cell_width(cell) + GAP).sum(),
        });
        let width = rows.chain([text_width(self.title)]).max().unwrap_or(0) + 2 * MARGIN;
        markup::begin(f, self.title, width, height)?;
        write_text(f, MARGIN, 26, self.title, r#" font-weight="bold""#)?;
        let mut y = TITLE_HEIGHT;
        for step in self.steps {
            match step {
                Step::Part(title) => {
                    write_text(
                        f,
                        MARGIN,
                        y + 20,
                        title,
                        r##" fill="#1d4f91" font-weight="bold""##,
                    )?;
                }
                Step::Row(cells) => self.row(f, cells, y)?,
            }
            y += step_height(step);
        }
        markup::end(f)
    }
}

impl Svg<'_> {
    fn row(&self, f: &mut fmt::Formatter<'_>, cells: &[Cell], y: usize) -> fmt::Result {
        let (names, boards) = (y + NAME_HEIGHT - 6, y + NAME_HEIGHT);
        let middle = boards + content_height(cells) / 2 + 4;
        let mut x = MARGIN;
        for cell in cells {
            match cell {
                Cell::Set(name, set) => {
                    write_text(f, x, names, name, "")?;
                    write!(f, "{}", self.board(*set).at(x as u32, boards as u32))?;
                }
                Cell::Number(name, number) => {
                    write_text(f, x, names, name, "")?;
                    write_text(f, x, middle, number, "")?;
                }
                Cell::Sign(sign) => write_text(f, x, middle, sign, r#" font-weight="bold""#)?,
            }
            x += cell_width(cell) + GAP;
        }
        Ok(())
    }

    fn board(&self, set: Bitboard) -> Diagram<'_> {
        let board = Diagram::new(&Board::EMPTY).size(BOARD as u32).without_coordinates();
        board.mark(set).frame(Bitboard::of(self.from))
    }
}

fn step_height(step: &Step) -> usize {
    match step {
        Step::Part(_) => PART_HEIGHT,
        Step::Row(cells) => NAME_HEIGHT + content_height(cells) + ROW_GAP,
    }
}

fn content_height(cells: &[Cell]) -> usize {
    if has_board(cells) { BOARD } else { NUMBER_HEIGHT }
}

fn cell_width(cell: &Cell) -> usize {
    match cell {
        Cell::Set(name, _) => BOARD.max(text_width(name)),
        Cell::Number(name, number) => text_width(number).max(text_width(name)),
        Cell::Sign(sign) => text_width(sign),
    }
}
