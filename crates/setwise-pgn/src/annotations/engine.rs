//! Evaluations in the comments of games between engines.

use setwise::Color;

use super::{Annotation, Evaluation, evaluation, whole};

/// Returns the evaluation and the depth of a comment after a move by an engine, as fastchess,
/// cutechess, fishtest, OpenBench and CCRL write them; `None` for other comments, such as `book`.
///
/// The comment begins with the score for the side that has moved, before the move: `+1.16`, `-0.5`,
/// or `+M5` for mate in 5 plies. After it comes `/` and the depth, or a space, the depth, `/` and
/// the selective depth. What follows is not read: times, nodes, lines, the reason of the end. The
/// evaluation is for White and, if it is a mate, for the position after the move. Cost: `O(1)`.
///
/// ```
/// use setwise::Color;
/// use setwise_pgn::{Annotation, Evaluation, engine_annotation};
///
/// let read = |comment: &[u8]| engine_annotation(comment, Color::Black);
/// let found = |evaluation, depth| Some(Annotation::Evaluation(evaluation, Some(depth)));
/// assert_eq!(read(b"+1.16/8 0.022s"), found(Evaluation::Centipawns(-116), 8));
/// assert_eq!(read(b"-0.57 17/22 520 671767"), found(Evaluation::Centipawns(57), 17));
/// assert_eq!(read(b"+M5/20 0.1s"), found(Evaluation::Mate(-2), 20));
/// assert_eq!(read(b"book"), None);
/// ```
pub fn engine_annotation(comment: &[u8], mover: Color) -> Option<Annotation> {
    let comment = comment.trim_ascii_start();
    let end = comment.iter().position(|byte| matches!(byte, b'/' | b' '))?;
    let (score, rest) = (str::from_utf8(&comment[..end]).ok()?, &comment[end + 1..]);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = rest.get(digits).copied();
    // Of two numbers the first one is the depth; one number after a space may be anything.
    if comment[end] == b' ' && after != Some(b'/') || after.is_some_and(|byte| byte == b'.') {
        return None;
    }
    let depth = whole(str::from_utf8(&rest[..digits]).ok().filter(|depth| !depth.is_empty())?)?;
    let signed = score.strip_prefix(['+', '-']).unwrap_or(score);
    let is_loss = score.starts_with('-');
    let for_mover = match signed.strip_prefix('M') {
        // The move is one of the plies.
        Some(plies) => {
            let plies = i32::try_from(whole(plies).filter(|_| !plies.is_empty())?).ok()?;
            Evaluation::Mate(if is_loss { -(plies / 2 + plies % 2) } else { plies / 2 })
        }
        None if signed.contains('.') => evaluation(score)?,
        None => return None,
    };
    let sign = if mover == Color::White { 1 } else { -1 };
    let for_white = match for_mover {
        Evaluation::Centipawns(number) => Evaluation::Centipawns(sign * number),
        Evaluation::Mate(moves) => Evaluation::Mate(sign * moves),
    };
    Some(Annotation::Evaluation(for_white, Some(depth)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_every_program() {
        let read = |comment: &str, mover| match engine_annotation(comment.as_bytes(), mover) {
            Some(Annotation::Evaluation(evaluation, Some(depth))) => Some((evaluation, depth)),
            None => None,
            other => panic!("{other:?}"),
        };
        for (comment, number, depth) in [
            ("+1.16/8 0.022s", 116, 8),
            ("+1.16/8, 0.004s", 116, 8),
            ("-0.51/6 0.007s", -51, 6),
            (" 0.00/1 0s", 0, 1),
            ("+0.01/13 n=534769 sd=25 0.267s", 1, 13),
            ("+0.16/17/932682 338ms", 16, 17),
            ("+0.57 17/28 583 363004", 57, 17),
            ("+10.15/18 1.821s, engine2 got checkmated", 1015, 18),
            ("-0.30/9 0.1s, tl=3.000s, pv=\"e2e4 [%eval 9]\"", -30, 9),
            ("+1.16/8", 116, 8),
        ] {
            let of = |number| Some((Evaluation::Centipawns(number), depth));
            assert_eq!(read(comment, Color::White), of(number), "{comment}");
            assert_eq!(read(comment, Color::Black), of(-number), "{comment}");
        }
        // The last of the plies to mate is the move that gives it.
        for (comment, moves) in [
            ("+M1/20", 0),
            ("+M3/20", 1),
            ("+M5/20 1s", 2),
            ("-M2/20", -1),
            ("-M4/9", -2),
            ("-M5/9", -3),
        ] {
            assert_eq!(read(comment, Color::White).map(|it| it.0), Some(Evaluation::Mate(moves)));
            assert_eq!(read(comment, Color::Black).map(|it| it.0), Some(Evaluation::Mate(-moves)));
        }
        for comment in [
            "book",
            "",
            "/",
            " ",
            "+1.16",
            "+1.16/",
            "+1.16 8",
            "+1.16 0.5s",
            "1/2-1/2",
            "10/8 0.1s",
            "++1.0/8",
            "+M/8",
            "+M1.5/8",
            "+1.16/8.5",
            "+1.16/99999999999",
            "x+1.16/8",
            "Be2 +1.16/8",
            "+99999999999.0/8",
            "+1.1.6/8",
            "\u{e9}/8",
            "[%eval 0.3,8]",
        ] {
            assert_eq!(read(comment, Color::White), None, "{comment}");
        }
        assert_eq!(engine_annotation(b"\xff/8", Color::White), None);
    }
}
