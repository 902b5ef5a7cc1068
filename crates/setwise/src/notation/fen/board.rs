//! The first field of a FEN: the board.

use super::{FenError, FenErrorKind, Field};
use crate::{Bitboard, Board, Color, Piece, Rank, Role, Square};

/// Parses the field, which begins at the byte `start` of the FEN.
pub(crate) fn read(text: &str, start: usize) -> Result<Board, FenError> {
    match branchless(text.as_bytes()) {
        Some(board) => Ok(board),
        None => letter_by_letter(text, start),
    }
}

/// The effect of a byte of the field.
#[derive(Clone, Copy)]
struct Letter {
    /// The number of squares that it stands for.
    squares: u8,
    /// The number of cells that it takes, where a rank has eight squares and a slash.
    cells: u8,
    /// The index of the bitboard that gets its square: one for each piece, and [`DISCARD`].
    board: u8,
    is_digit: bool,
    is_invalid: bool,
}

/// The index of the bitboard for bytes that are not pieces.
const DISCARD: u8 = 12;

static LETTERS: [Letter; 256] = {
    let invalid =
        Letter { squares: 0, cells: 0, board: DISCARD, is_digit: false, is_invalid: true };
    let valid = Letter { is_invalid: false, ..invalid };
    let mut letters = [invalid; 256];
    letters[b'/' as usize] = Letter { cells: 1, ..valid };
    let mut digit = 1;
    while digit <= 8 {
        letters[(b'0' + digit) as usize] =
            Letter { squares: digit, cells: digit, is_digit: true, ..valid };
        digit += 1;
    }
    let mut role = 0;
    while role < 6 {
        let (role_of, mut color) = (Role::ALL[role], 0);
        while color < 2 {
            let piece = Piece { color: Color::ALL[color], role: role_of };
            let letter = Letter { squares: 1, cells: 1, board: piece.index(), ..valid };
            letters[piece.letter() as usize] = letter;
            color += 1;
        }
        role += 1;
    }
    letters
};

/// The number of cells of a valid field: 64 squares and seven slashes. It is also the length of the
/// longest valid field.
const CELLS: usize = 64 + 7;

/// The cells of the slashes, each after eight squares. A field of 71 cells whose slashes are
/// exactly here has eight squares on each rank.
const SLASHES: u64 = {
    let mut slashes = 0;
    let mut row = 1;
    while row < 8 {
        slashes |= 1 << (9 * row - 1);
        row += 1;
    }
    slashes
};

/// Parses a valid field; returns `None` for any other.
///
/// The CPU cannot predict the letters, so no branch depends on them. This makes parsing a FEN
/// much faster than the loop of [`letter_by_letter`].
#[inline(always)]
fn branchless(text: &[u8]) -> Option<Board> {
    if text.len() > CELLS {
        return None;
    }
    let mut pieces = [Bitboard::EMPTY; 13];
    let (mut squares, mut cells, mut slashes) = (0u32, 0u32, 0u64);
    let (mut is_invalid, mut after_digit) = (false, false);
    for &byte in text {
        let letter = LETTERS[usize::from(byte)];
        let square = Square::masked(squares as u8 ^ 56);
        pieces[usize::from(letter.board)] |= Bitboard::of(square);
        slashes |= u64::from(byte == b'/') << (cells & 63);
        is_invalid |= letter.is_invalid | (letter.is_digit & after_digit);
        after_digit = letter.is_digit;
        squares += u32::from(letter.squares);
        cells += u32::from(letter.cells);
    }
    if is_invalid || cells != CELLS as u32 || slashes != SLASHES {
        return None;
    }
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        for role in Role::ALL {
            board.add(pieces[usize::from(Piece { color, role }.index())], color, role);
        }
    }
    Some(board)
}

/// Parses any field, and finds the error of an invalid one.
#[cold]
fn letter_by_letter(text: &str, start: usize) -> Result<Board, FenError> {
    let fail = |kind, offset| Err(FenError { kind, field: Field::Board, at: start + offset });
    // `ranks` counts from rank 8 down, and never exceeds 8.
    let rank_length = |ranks: u32, squares: u32| {
        let rank = Rank::ALL[8 - ranks as usize];
        // A letter adds at most 8 to at most 8.
        FenErrorKind::RankLength { rank, squares: squares as u8 }
    };
    let mut board = Board::EMPTY;
    let (mut ranks, mut squares) = (1, 0);
    let mut after_digit = false;
    for (offset, letter) in text.char_indices() {
        if letter == '/' {
            if squares != 8 {
                return fail(rank_length(ranks, squares), offset);
            }
            if ranks == 8 {
                return fail(FenErrorKind::RankCount(9), offset);
            }
            (ranks, squares, after_digit) = (ranks + 1, 0, false);
        } else if let digit @ '1'..='8' = letter {
            if after_digit {
                return fail(FenErrorKind::Unexpected(letter), offset);
            }
            squares += digit as u32 - '0' as u32;
            after_digit = true;
        } else {
            let Some(piece) = Piece::from_letter(letter) else {
                return fail(FenErrorKind::Unexpected(letter), offset);
            };
            if squares < 8 {
                let from_top = (ranks - 1) * 8 + squares;
                board.put(Square::ALL[from_top as usize].flip_vertical(), piece);
            }
            squares += 1;
            after_digit = false;
        }
        if squares > 8 {
            return fail(rank_length(ranks, squares), offset);
        }
    }
    if squares != 8 {
        return fail(rank_length(ranks, squares), text.len());
    }
    if ranks != 8 {
        return fail(FenErrorKind::RankCount(ranks), text.len());
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
        "8/8/8/8/8/8/8/8",
        "nnnnnnnn/BBBBBBBB/kkkkkkkk/QQQQQQQQ/nnnnnnnn/BBBBBBBB/kkkkkkkk/QQQQQQQQ",
        "1P6/2P5/3p4/4P3/5p2/6P1/7p/p7",
    ];

    fn must_agree(text: &[u8]) -> bool {
        let Ok(text) = str::from_utf8(text) else { return false };
        let board = branchless(text.as_bytes());
        assert_eq!(board, letter_by_letter(text, 0).ok(), "{text}");
        board.is_some()
    }

    /// Inserts, removes, replaces and swaps letters of valid fields. Catches a slash that counts as
    /// a square, adjacent digits, and slashes that are counted but not at the right place.
    #[test]
    fn both_parsers_agree() {
        let mut good = 0;
        for field in FIELDS.map(str::as_bytes) {
            assert!(must_agree(field));
            for at in 0..field.len() {
                let (before, rest) = field.split_at(at);
                must_agree(&[before, &rest[1..]].concat());
                for byte in 0..=u8::MAX {
                    good += u32::from(must_agree(&[before, &[byte], rest].concat()));
                    good += u32::from(must_agree(&[before, &[byte], &rest[1..]].concat()));
                }
                for other in 0..field.len() {
                    let mut swapped = field.to_vec();
                    swapped.swap(at, other);
                    good += u32::from(must_agree(&swapped));
                }
            }
        }
        assert!(good > 1000, "{good}");
    }
}
