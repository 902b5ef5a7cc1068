//! A fast path for the most common forms of moves.

use super::syntax::{CheckMark, PieceMove};
use crate::{Bitboard, File, Rank, Role, Square};

/// The origin squares that a byte allows: a file, a rank, or all squares for `x`. Empty for any
/// other byte.
static ORIGINS: [Bitboard; 256] = {
    let mut origins = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < 8 {
        origins[b'a' as usize + index] = Bitboard::file(File::ALL[index]);
        origins[b'1' as usize + index] = Bitboard::rank(Rank::ALL[index]);
        index += 1;
    }
    origins[b'x' as usize] = Bitboard::UNIVERSE;
    origins
};

/// The role that the first byte of a move stands for: a file letter stands for a pawn.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    let mut role = 1;
    while role < 6 {
        roles[Role::ALL[role].letter().to_ascii_uppercase() as usize] = Some(Role::ALL[role]);
        role += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    roles
};

/// A move of a piece or pawn, and its check mark.
pub(super) struct Plain<'t> {
    pub(super) piece_move: PieceMove,
    pub(super) check_mark: CheckMark<'t>,
}

/// Parses the forms of nearly all moves of a game: `e4`, `exd5`, `Nf3`, `Nxf3`, `Nbd7`, `R1a3`,
/// `Nbxd7`, each with an optional `+` or `#`. Returns `None` for every other text, valid or not.
///
/// The result is what [`Syntax::read`](super::syntax::Syntax::read) returns with any options. The
/// text is read from its end, where the target square is, so that few branches depend on its bytes.
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<Plain<'_>> {
    let is_marked = matches!(text.last(), Some(b'+' | b'#'));
    let (rest, check_mark) = text.split_at(text.len() - usize::from(is_marked));
    let [front @ .., file, rank] = rest else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    let role = ROLES[usize::from(*rest.first()?)]?;
    if file > 7 || rank > 7 {
        return None;
    }
    let letter = usize::from(role != Role::Pawn);
    let origin = front.get(letter..)?;
    let (from, is_capture) = match *origin {
        [] => (Bitboard::UNIVERSE, false),
        [only] => (ORIGINS[usize::from(only)], only == b'x'),
        [file_or_rank, b'x'] if file_or_rank != b'x' => (ORIGINS[usize::from(file_or_rank)], true),
        _ => return None,
    };
    if from.is_empty() {
        return None;
    }
    let is_given = origin.len() > usize::from(is_capture);
    let has_rank = is_given && origin[0].is_ascii_digit();
    let piece_move = PieceMove {
        role,
        from,
        has_file: is_given && !has_rank,
        has_rank,
        is_capture,
        to: Square::masked(rank << 3 | file),
        promoted: None,
        from_at: letter,
        capture_at: letter + usize::from(is_given),
        promotion_at: rest.len(),
    };
    Some(Plain { piece_move, check_mark: CheckMark { text: check_mark, at: rest.len() } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san::SanOptions;
    use crate::notation::san::syntax::{Action, Syntax};

    /// Checks every text of up to five of these letters, and some longer ones.
    #[test]
    fn fast_path_agrees_with_the_parser() {
        let letters = b"NKabx18+#=O-";
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        let mut parsed = 0;
        for length in 0..=5 {
            for text in &texts {
                for ending in [&b""[..], b"a1", b"xb8+"] {
                    let text = [&text[..], ending].concat();
                    let Some(plain) = read(&text) else { continue };
                    parsed += 1;
                    for options in [SanOptions::STRICT, SanOptions::LENIENT] {
                        let syntax = Syntax::read(&text, options).expect("a move");
                        let (piece_move, check_mark) = (plain.piece_move.clone(), plain.check_mark);
                        let action = Action::PieceMove(piece_move);
                        let plain = Syntax { action, check_mark, en_passant_mark: false };
                        assert_eq!(plain, syntax, "{}", text.escape_ascii());
                    }
                }
            }
            if length < 5 {
                let longer = |text: &Vec<u8>| letters.map(|letter| [&text[..], &[letter]].concat());
                texts = texts.iter().flat_map(longer).collect();
            }
        }
        assert!(parsed > 100, "{parsed}");
    }
}
