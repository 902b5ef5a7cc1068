//! The plainest moves, read without looking letter by letter.

use super::words::{CheckMark, Man};
use crate::{Bitboard, File, Rank, Role, Square};

/// What a byte says of where a man comes from: a file, a rank, with `x` nothing. No square is on
/// what any other byte says.
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

/// Which role a first letter names: a pawn is named by its file.
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

/// A man's move, and its mark.
pub(super) struct Plain<'t> {
    pub(super) man: Man,
    pub(super) check_mark: CheckMark<'t>,
}

/// A move of the forms that make up nearly all of a game: `e4`, `exd5`, `Nf3`, `Nxf3`, `Nbd7`,
/// `R1a3`, `Nbxd7`, each perhaps with `+` or `#`. `None` for every other text, a good one too.
///
/// What it gives is what [`Words::read`](super::words::Words::read) finds letter by letter, with
/// any options. The letters are
/// read from the end, where the target stands, so that hardly a branch depends on them: that takes
/// half the time.
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
    let man = Man {
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
    Some(Plain { man, check_mark: CheckMark { text: check_mark, at: rest.len() } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san::SanOptions;
    use crate::notation::san::words::{Action, Words};

    /// Every text of up to five letters that a move may have, and some longer.
    #[test]
    fn it_reads_what_the_letters_say_one_by_one() {
        let letters = b"NKabx18+#=O-";
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        let mut read_plainly = 0;
        for length in 0..=5 {
            for text in &texts {
                for ending in [&b""[..], b"a1", b"xb8+"] {
                    let text = [&text[..], ending].concat();
                    let Some(plain) = read(&text) else { continue };
                    read_plainly += 1;
                    for options in [SanOptions::STRICT, SanOptions::LENIENT] {
                        let words = Words::read(&text, options).expect("a move");
                        let (man, check_mark) = (plain.man.clone(), plain.check_mark);
                        let action = Action::Man(man);
                        let plain = Words { action, check_mark, en_passant_mark: false };
                        assert_eq!(plain, words, "{}", text.escape_ascii());
                    }
                }
            }
            if length < 5 {
                let longer = |text: &Vec<u8>| letters.map(|letter| [&text[..], &[letter]].concat());
                texts = texts.iter().flat_map(longer).collect();
            }
        }
        assert!(read_plainly > 100, "{read_plainly}");
    }
}
