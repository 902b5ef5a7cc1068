//! Lessons on set-wise fills: several sliders at once, and what fills are used for.

use setwise::attacks;
use setwise::{Bitboard, Color, Direction, Position, Role};
use setwise_techniques::Document;
use setwise_techniques::Technique;
use setwise_techniques::fill::kogge_stone::KoggeStone;
use setwise_techniques::fill::{Fill, Fills, pins};
use setwise_techniques::trace::{Set, Trace, combine};

use super::{Lesson, Mark, Writer};

/// Sliders of one side, the squares that stop them, and the directions to fill in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sliders {
    /// All that move along ranks and files: rooks and queens.
    pub rooks: Bitboard,
    /// All that move along diagonals: bishops and queens.
    pub bishops: Bitboard,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// One direction, or `None` for all.
    pub direction: Option<Direction>,
}

/// Returns the lesson on a fill of several sliders at once, or `None` if a technique is no set-wise
/// fill.
///
/// For each direction it shows the steps, and the occluded set beside the attacked one.
///
/// ```
/// use setwise::{Bitboard, Direction, Square};
/// use setwise_techniques::Technique;
/// use setwise_lessons::fills::{Sliders, lesson};
///
/// let rooks = Bitboard::of(Square::A1).with(Square::H1);
/// let north = Some(Direction::North);
/// let sliders = Sliders { rooks, occupied: rooks, direction: north, ..Sliders::default() };
/// let lesson = lesson(Technique::KoggeStone, sliders).ok_or("no fill")?;
/// assert_eq!(lesson.answer.map(|set| set.count()), Some(14));
/// # Ok::<(), &'static str>(())
/// ```
pub fn lesson(technique: Technique, sliders: Sliders) -> Option<Lesson> {
    let fill = Fill::ALL.into_iter().find(|fill| fill.technique() == technique)?;
    let card = technique.card();
    let mut writer =
        Writer::new(technique.name(), format!("{}: several sliders at once", card.title));
    let Sliders { rooks, bishops, occupied, direction } = sliders;
    let all = rooks | bishops;
    writer.technique(card).mark(&[(Mark::Slider, all), (Mark::Blocker, occupied - all)]);
    let mut union = Bitboard::EMPTY;
    let wanted = |d: &Direction| direction.is_none_or(|only| only == *d);
    for (directions, set) in [(Direction::ROOK, rooks), (Direction::BISHOP, bishops)] {
        for direction in directions.into_iter().filter(wanted) {
            if set.is_empty() {
                continue;
            }
            writer.begin(direction.name());
            let attacked = fill.trace(direction, set, !occupied, &mut writer);
            let filled = set | attacked & !occupied;
            let figures =
                vec![writer.board("occluded", filled), writer.board("attacked", attacked)];
            writer
                .say(
                    "The occluded set beside the attacked set: it has the sliders and the empty \
                     squares that they pass. One step further are the attacked squares, with the \
                     blockers and without the sliders.",
                )
                .show(figures);
            let (before, ray) = (Set("attacked so far", union), Set("this direction", attacked));
            union = *writer.say("OR adds this direction.").set("attacked", before | ray);
        }
    }
    Some(writer.finish(Some(union)))
}

/// Returns the lesson on what fills are used for, in a position: pins, discovered checks, two moves
/// of a slider, the ways to a target, mobility, and the king as a slider.
///
/// ```
/// use setwise::{Position, Square};
/// use setwise_lessons::fills;
///
/// let position: Position = "4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1".parse()?;
/// let lesson = fills::uses(&position);
/// let pinned = lesson.steps.iter().filter(|step| step.part == "pins").count();
/// assert!(pinned > 0);
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
pub fn uses(position: &Position) -> Lesson {
    let (us, board) = (position.turn(), position.board());
    let mut writer = Writer::new("fills", format!("Fills at work: {position}"));
    writer
        .source(Document::SlidingPieceAttacks.name(), "")
        .source("Progressive mobility", "https://www.chessprogramming.org/Progressive_Mobility")
        .note(
            "Idea",
            "A fill takes whole sets, keeps the directions apart, and costs the same for one slider as for ten. So \
             the squares that sliders attack can be filled again, and two fills that run towards each other meet in \
             what stands between.",
        );
    writer.pieces(Some(*board));
    let pieces = writer.board("position", Bitboard::EMPTY);
    writer.pieces(None).show(vec![pieces]);
    writer.mark(&[(Mark::Own, board.color(us)), (Mark::Enemy, board.enemy(us))]);
    let king = Bitboard::of(position.king(us));
    meeting(&mut writer, position, king, !us, "pins");
    meeting(&mut writer, position, Bitboard::of(position.king(!us)), us, "discovered checks");
    king_as_slider(&mut writer, position, us);
    let answer = mobility(&mut writer, position, us);
    trajectories(&mut writer, position, us);
    writer.finish(Some(answer))
}

/// Shows the pieces that stand alone between a king and sliders of a side.
fn meeting(writer: &mut Writer, position: &Position, king: Bitboard, side: Color, part: &str) {
    let board = position.board();
    let (rooks, bishops) = (board.rook_sliders(side), board.bishop_sliders(side));
    let empty = board.empty();
    writer.begin(part);
    let own = board.color(position.turn());
    let mut all = Bitboard::EMPTY;
    for (directions, sliders) in [(Direction::ROOK, rooks), (Direction::BISHOP, bishops)] {
        for direction in directions {
            let from_king = KoggeStone.attacks(direction, king, empty);
            let towards = KoggeStone.attacks(direction.opposite(), sliders, empty);
            if !(from_king & towards & board.occupied()).any() {
                continue;
            }
            let (from_king, towards) =
                (Set("from the king", from_king), Set("from the sliders", towards));
            let between = writer
                .say(format!(
                    "Fill from the king to the {}, and from the sliders in the opposite direction. Both fills reach \
                     the same piece, so it stands alone between them.",
                    direction.name()
                ))
                .set("alone between", (from_king & towards) & Set("occupied", board.occupied()));
            all |= *between;
        }
    }
    let found = pins::alone_between(KoggeStone, king, rooks, bishops, board.occupied());
    debug_assert_eq!(found.into_iter().fold(Bitboard::EMPTY, |all, set| all | set), all);
    let (name, text) = match (part, all.is_empty()) {
        ("pins", true) => {
            ("pinned", "In no direction do both fills reach the same piece, so no piece is pinned.")
        }
        ("pins", false) => (
            "pinned",
            "Of the pieces that stand alone between, the pieces of the side to move are pinned. AND \
             keeps them.",
        ),
        (_, true) => (
            "discoverers",
            "In no direction do both fills reach the same piece, so no move discovers a check.",
        ),
        (_, false) => (
            "discoverers",
            "Of the pieces that stand alone between, the pieces of the side to move discover a check \
             when they leave the line. AND keeps them.",
        ),
    };
    writer.say(text).set(name, Set("alone between", all) & Set("own pieces", own));
}

fn king_as_slider(writer: &mut Writer, position: &Position, us: Color) {
    let board = position.board();
    let king = Bitboard::of(position.king(us));
    let empty = board.empty();
    writer.begin("the king as a slider of all kinds");
    let queen = KoggeStone.sliders(king, king, empty);
    let king = Set("king", king);
    let lines = writer
        .say(
            "Fill from the king as if it were a queen: the lines on which a slider could reach it.",
        )
        .set("lines", combine((), "queen fill of", king, queen.0));
    let enemies = Set("enemy sliders", board.rook_sliders(!us) | board.bishop_sliders(!us));
    let text = if lines.meets(*enemies) {
        "An enemy slider on one of these lines gives check if it moves along that line."
    } else {
        "No enemy slider is on one of these lines, so none gives check."
    };
    writer.say(text).set("sliders on a line", lines & enemies);
    let steps = Set("king's steps", attacks::king(position.king(us)));
    writer
        .say("The same lines begin with the squares next to the king: those that are open.")
        .set("open around the king", lines & steps);
}

/// Shows the targets of one and two moves of the sliders of a side, and returns the targets of at
/// most two.
fn mobility(writer: &mut Writer, position: &Position, us: Color) -> Bitboard {
    let board = position.board();
    let (rooks, bishops) = (board.rook_sliders(us), board.bishop_sliders(us));
    let (empty, own) = (Set("empty", board.empty()), Set("own pieces", board.color(us)));
    writer.begin("mobility in one and two moves");
    let sliders = Set("rooks and queens", rooks);
    let attacked = KoggeStone.rooks(rooks, *empty);
    let attacked = writer
        .say("What the rooks and queens attack along ranks and files, all at once.")
        .set("attacked", combine((), "rook fill of", sliders, attacked.0));
    let one = writer
        .say("They cannot go to the squares of own pieces. AND NOT leaves the targets of one move.")
        .set("in one move", attacked & !own);
    let stops = writer
        .say(
            "The second move begins where the first one stopped. First without captures: on an \
              empty square.",
        )
        .set("stops", one & empty);
    let again = KoggeStone.rooks(*stops, *empty);
    let again = writer
        .say("Fill again, from all of these squares: no list, no loop.")
        .set("attacked from the stops", combine((), "rook fill of", stops, again.0));
    let two = writer
        .say("The targets of the first or the second move, without the squares of own pieces.")
        .set("in two moves", (one | again) & !own);
    let after_captures = KoggeStone.rooks(*one, *empty);
    let after_captures = writer
        .say(
            "The first move may also be a capture. Then the slider stands where the captured piece \
             stood, and goes on from there. So fill from all targets of the first move.",
        )
        .set("attacked from the targets", combine((), "rook fill of", one, after_captures.0));
    let with_captures = writer
        .say("Again the targets of both moves.")
        .set("in two moves, with captures", (one | after_captures) & !own);
    writer
        .say(format!(
            "Mobility is the number of targets. Along ranks and files it is {} in one move, {} in \
             at most two if the first is no capture, and {} if it may be one.",
            one.count(),
            two.count(),
            with_captures.count()
        ))
        .show(Vec::new());
    let diagonal = Set("bishops and queens", bishops);
    let first = KoggeStone.bishops(bishops, *empty);
    let first = writer
        .say("The same for bishops and queens along diagonals: the targets of one move.")
        .set("in one move", combine((), "bishop fill of", diagonal, first.0) & !own);
    let second = KoggeStone.bishops(*first, *empty);
    let second = writer
        .say("Fill from all of them, captures too.")
        .set("attacked from the targets", combine((), "bishop fill of", first, second.0));
    let by_diagonals = writer
        .say("The targets of both moves.")
        .set("in two moves, with captures", (first | second) & !own);
    let (rooks, bishops) =
        (Set("along ranks and files", *with_captures), Set("along diagonals", *by_diagonals));
    *writer
        .say(
            "Both kinds together. A queen that moves along a rank first and along a diagonal then \
             is not counted.",
        )
        .set("in at most two moves", rooks | bishops)
}

/// Shows where rooks can stop on the way to the squares around the enemy king.
fn trajectories(writer: &mut Writer, position: &Position, us: Color) {
    let board = position.board();
    let sliders = board.pieces(us, Role::Rook) | board.pieces(us, Role::Queen);
    let king = Set("enemy king", Bitboard::of(position.king(!us)));
    let empty = Set("empty", board.empty());
    writer.begin("shortest ways to the enemy king");
    let from = KoggeStone.rooks(sliders, *empty);
    let from = writer
        .say("Attacks of rooks are symmetric, so fill from both ends. From our rooks and queens:")
        .set(
            "from the sliders",
            combine((), "rook fill of", Set("rooks and queens", sliders), from.0),
        );
    let back = KoggeStone.rooks(*king, *empty);
    let back = writer
        .say("From the target, the enemy king:")
        .set("from the target", combine((), "rook fill of", king, back.0));
    writer
        .say("On the empty squares in both sets a slider can stop, and attack the king with the next move.")
        .set("stops on the way", (from & back) & empty);
}
