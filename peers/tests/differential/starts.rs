//! Random setups as text: mostly playable, and otherwise often with a single fault.

use fastrand::Rng;

/// Returns a Shredder-FEN of random pieces on random squares.
///
/// Kings and rooks are often on their first ranks with a castling right, and the en passant square
/// is often valid, so that both rules are tested.
pub(crate) fn random_setup(rng: &mut Rng) -> String {
    let mut board = [' '; 64];
    let at_home = rng.u8(..3) == 0;
    let kings = if at_home {
        [rng.usize(..8), 56 + rng.usize(..8)]
    } else {
        [rng.usize(..64), rng.usize(..64)]
    };
    board[kings[0]] = 'K';
    board[kings[1]] = 'k';
    if at_home {
        for (square, rook) in [(0, 'R'), (0, 'R'), (56, 'r'), (56, 'r')] {
            put(&mut board, square + rng.usize(..8), rook);
        }
    }
    let most_men = [4, 10, 30][rng.usize(..3)];
    for _ in 0..rng.usize(..most_men) {
        let piece = char::from(*rng.choice(b"PPPPNBRQppppnbrq").expect("not empty"));
        let square = match piece {
            // Sometimes on a last rank, where no pawn may stand.
            'P' | 'p' if rng.u16(..500) > 0 => rng.usize(8..56),
            _ => rng.usize(..64),
        };
        put(&mut board, square, piece);
    }
    let white = rng.bool();
    let castling = random_castling(rng, &board);
    let en_passant = random_en_passant(rng, &mut board, white);
    let turn = if white { 'w' } else { 'b' };
    let (halfmoves, fullmoves) = (rng.u8(..101), rng.u16(1..500));
    format!("{} {turn} {castling} {en_passant} {halfmoves} {fullmoves}", ranks(&board))
}

/// Returns a FEN of two kings and up to four pieces, among which bishops and knights are more
/// frequent. Half of the time the kings are near a corner, where there are mates and stalemates.
pub(crate) fn random_ending(rng: &mut Rng) -> String {
    let mut board = [' '; 64];
    let corner = rng.bool();
    for king in ['K', 'k'] {
        let square = if corner { 8 * rng.usize(..4) + rng.usize(..4) } else { rng.usize(..64) };
        put(&mut board, square, king);
    }
    for _ in 0..rng.usize(..5) {
        let piece = char::from(*rng.choice(b"BBBNNPRQbbbnnprq").expect("not empty"));
        let square = if piece.eq_ignore_ascii_case(&'p') { 8..56 } else { 0..64 };
        put(&mut board, rng.usize(square), piece);
    }
    let turn = if rng.bool() { 'w' } else { 'b' };
    format!("{} {turn} - - {} {}", ranks(&board), rng.u8(..100), rng.u16(1..500))
}

fn put(board: &mut [char; 64], square: usize, piece: char) {
    if board[square] == ' ' {
        board[square] = piece;
    }
}

/// Returns the file of each rook on a first rank, with probability 3/4.
fn random_castling(rng: &mut Rng, board: &[char; 64]) -> String {
    let mut rights = String::new();
    for (first, rook) in [(0, 'R'), (56, 'r')] {
        for file in 0..8 {
            if board[first + file] == rook && rng.u8(..4) > 0 {
                let letter = char::from(b'a' + file as u8);
                rights.push(if rook == 'R' { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// Returns, with probability 1/2, a square that a pawn of the other side has passed; sometimes any
/// square.
fn random_en_passant(rng: &mut Rng, board: &mut [char; 64], white: bool) -> String {
    let (target, pawn, letter, capturer) =
        if white { (40, 32, 'p', 'P') } else { (16, 24, 'P', 'p') };
    let file = rng.usize(..8);
    if rng.u8(..50) == 0 {
        return square_name(rng.usize(..64));
    }
    if rng.bool() {
        return "-".to_owned();
    }
    put(board, pawn + file, letter);
    for beside in [file.wrapping_sub(1), file + 1] {
        if beside < 8 && rng.bool() {
            put(board, pawn + beside, capturer);
        }
    }
    // The libraries decide whether it is possible (the pawn is there and its way is free).
    square_name(target + file)
}

fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// Returns the board's field of a FEN, written without the library that is tested.
fn ranks(board: &[char; 64]) -> String {
    let ranks = board.chunks(8).rev().map(|rank| {
        let mut text = String::new();
        for run in rank.chunk_by(|a, b| a == b) {
            match run[0] {
                ' ' => text.push_str(&run.len().to_string()),
                _ => text.extend(run),
            }
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}
