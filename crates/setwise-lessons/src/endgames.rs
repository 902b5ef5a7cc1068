//! The lesson on how a king is mated, as sets.

use std::collections::BTreeMap;

use setwise::{Bitboard, Board, Color, Piece, Position, Role, Setup, attacks};
use setwise_endgames::{Material, Outcome, Tables};
use setwise_techniques::trace::{Set, Trace, apply};

use super::{Lesson, Mark, Writer, owner};

/// The greatest distance to mate whose sets are drawn with the equations.
const EQUATIONS: u8 = 2;

/// The most moves of a step that are drawn.
const MOVES: usize = 4;

/// Returns the lesson on the sets of squares of the weaker side's king, at each distance to mate, with
/// the other pieces of a position where they stand; or `None` if a table of the position, or of a
/// position after a capture or promotion, is missing.
///
/// The answer are the squares with the outcome of the position itself.
///
/// ```
/// use setwise::{Bitboard, Position, Square};
/// use setwise_endgames::Tables;
/// use setwise_lessons::endgames;
///
/// let mut tables = Tables::new();
/// tables.build(&"KRvK".parse()?)?;
/// let mated = Position::parse_fen("7R/8/8/8/8/2K5/8/2k5 w - - 0 1")?;
/// let lesson = endgames::lesson(&mated, &tables).ok_or("no table")?;
/// // White mates in one move by Ra8, and by Rh1.
/// assert_eq!(lesson.answer, Some(Bitboard::of(Square::A3).with(Square::C1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lesson(position: &Position, tables: &Tables) -> Option<Lesson> {
    let words = Words::of(position, tables)?;
    let (weak, strong) = (words.weak, !words.weak);
    let (king, side) = (owner(weak), owner(strong).trim_end_matches("'s"));
    let mut writer = Writer::new("endgame", format!("How a king is mated, as sets: {position}"));
    writer
        .source(
            "Wendroff, Warnock, Stiller, Mayer and Brickner, Bits and pieces, 1993",
            "https://doi.org/10.1016/0168-9274(93)90118-9",
        )
        .note(
            "Idea",
            format!(
                "Where can {king} king stand, so that {side} mates in three moves? With the other pieces fixed, \
                 the answer is a set of squares: one word, in which all squares are decided at once. The sets \
                 are computed backwards from the mates, one move after the other."
            ),
        );
    let board = words.board;
    writer.pieces(Some(board));
    let pieces = writer.board("the other pieces", Bitboard::EMPTY);
    writer.pieces(None).mark(&[(Mark::Own, board.color(strong)), (Mark::Enemy, board.color(weak))]);
    let safe = Set("safe", words.legal[strong]);
    let legal = Set("legal", words.legal[weak]);
    let boards = [safe, legal].map(|Set(name, set)| writer.board(name, set));
    writer
        .begin("the squares of the king")
        .say(format!(
            "{king} king is taken off the board. It is `safe` where it is not attacked: there it may stand while \
             {side} is to move. With its own side to move it may be attacked, so more squares are `legal`."
        ))
        .show([vec![pieces], boards.to_vec()].concat());
    let is_bare = board.color(weak).is_empty();
    let [mut stalemated, mut lost, mut won] =
        ["stalemated", "lost", "won"].map(|name| Set(name, Bitboard::EMPTY));
    if is_bare {
        let text = "The king has a move to each safe square beside it.";
        let ways = words.ways_out(writer.say(text), safe, 0);
        let stuck = writer.say("Without a move.").set("stuck", legal & !ways);
        stalemated = writer.say("Not attacked: stalemate, a draw.").set("stalemated", stuck & safe);
        lost = writer.say("Attacked: checkmate.").set("lost", stuck & !safe);
    }
    let mut equations = 0;
    for moves in 0..=words.longest() {
        let mated = Set("mated", words.lost.get(&moves).copied().unwrap_or_default());
        let by = words.won.get(&moves).into_iter().flat_map(BTreeMap::values);
        let wins = Set("wins", by.fold(Bitboard::EMPTY, |all, set| all | *set));
        if (*mated | *wins).is_empty() || is_bare && moves == 0 {
            continue;
        }
        writer.begin(format!("mate in {moves}"));
        equations += 1;
        if !is_bare || equations > EQUATIONS {
            let boards = [wins, mated].map(|Set(name, set)| writer.board(name, set));
            writer
                .say(format!("`wins`: {side} is to move. `mated`: {king} king is to move."))
                .show(boards.to_vec());
            continue;
        }
        words.show_moves(&mut writer, moves, side);
        let text = format!("Where {side} is to move and wins by now.");
        won = writer.say(text).set("won", won | wins);
        let held = writer.say("Where the king still holds out.").set("held", safe & !won);
        let ways = words.ways_out(writer.say("From where it steps there."), held, moves);
        let text = format!("All ways out are closed: mated in {moves}.");
        let mated = writer.say(text).set("mated", legal & !ways & !stalemated & !lost);
        lost = writer.say("All that is lost by now.").set("lost", lost | mated);
    }
    let outcome = tables.probe(position)?;
    let answer = words.squares(position.turn(), outcome);
    let figures = vec![writer.board("the same outcome", answer)];
    let (text, turn) = (outcome_in_words(outcome), position.turn());
    writer
        .begin("the position itself")
        .say(format!(
            "With {} king on {}, {turn} is to move and {text}.",
            king,
            position.king(weak)
        ))
        .show(figures);
    Some(writer.finish(Some(answer)))
}

fn outcome_in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("mates in {}", plies.div_ceil(2)),
        Outcome::Draw => "draws".to_owned(),
        Outcome::Loss(plies) => format!("is mated in {}", plies / 2),
    }
}

/// The sets of squares of the weaker side's king.
struct Words {
    /// The other pieces.
    board: Board,
    weak: Color,
    /// The squares of legal positions, by side to move.
    legal: [Bitboard; 2],
    /// By the number of moves to mate and the move in standard notation: where it mates so fast, and no
    /// move is faster.
    won: BTreeMap<u8, BTreeMap<String, Bitboard>>,
    /// By the number of moves to mate.
    lost: BTreeMap<u8, Bitboard>,
    /// The best outcome of a capture by the king from a square.
    captures: Vec<(Bitboard, Outcome)>,
    /// The outcome of each square, by side to move.
    outcomes: [Vec<(Bitboard, Outcome)>; 2],
}

impl Words {
    fn of(position: &Position, tables: &Tables) -> Option<Words> {
        let material = Material::of(position.board()).ok()?;
        let weak = if material == material.canonical() { Color::Black } else { Color::White };
        let mut board = *position.board();
        board.remove(position.king(weak));
        let mut words = Words {
            board,
            weak,
            legal: Default::default(),
            won: BTreeMap::new(),
            lost: BTreeMap::new(),
            captures: Vec::new(),
            outcomes: Default::default(),
        };
        for (square, turn) in
            board.empty().into_iter().flat_map(|it| Color::ALL.map(|turn| (it, turn)))
        {
            let mut setup = Setup::from(*position);
            setup.board = board;
            setup.board.put(square, Piece { color: weak, role: Role::King });
            (setup.turn, setup.castling, setup.en_passant) = (turn, Bitboard::EMPTY, None);
            let Ok(position) = Position::ignoring_history(setup) else { continue };
            let (square, outcome) = (Bitboard::of(square), tables.probe(&position)?);
            words.legal[turn] |= square;
            words.outcomes[turn].push((square, outcome));
            for (mv, result) in tables.moves(&position)? {
                match result {
                    Outcome::Win(plies) if turn != weak && result == outcome => {
                        let san = position.san(mv).to_string();
                        let san = san.trim_end_matches(['+', '#']).to_owned();
                        *words.won.entry(plies.div_ceil(2)).or_default().entry(san).or_default() |=
                            square;
                    }
                    _ if turn == weak && position.is_capture(mv) => {
                        words.captures.push((square, result));
                    }
                    _ => {}
                }
            }
            if let Outcome::Loss(plies) = outcome
                && turn == weak
            {
                *words.lost.entry(plies / 2).or_default() |= square;
            }
        }
        Some(words)
    }

    /// Returns the number of moves of the longest mate.
    fn longest(&self) -> u8 {
        self.won.keys().chain(self.lost.keys()).copied().max().unwrap_or(0)
    }

    fn squares(&self, turn: Color, outcome: Outcome) -> Bitboard {
        let same = self.outcomes[turn].iter().filter(|(_, other)| *other == outcome);
        same.fold(Bitboard::EMPTY, |all, (square, _)| all | *square)
    }

    /// Shows the squares from which the king steps to a set, or captures without being mated in a number
    /// of moves.
    fn ways_out(&self, writer: &mut Writer, held: Set, moves: u8) -> Set {
        let steps = writer.set("ways out", apply("king attacks of", attacks::kings, held));
        let is_held =
            |outcome: &Outcome| !matches!(outcome, Outcome::Loss(plies) if *plies <= 2 * moves);
        let captures = self.captures.iter().filter(|(_, outcome)| is_held(outcome));
        let captures = captures.fold(Bitboard::EMPTY, |all, (square, _)| all | *square);
        if captures.is_empty() {
            return steps;
        }
        writer
            .say("It may also take a piece that is not defended.")
            .set("ways out", steps | Set("captures", captures))
    }

    /// Shows where the moves that win on most squares do so.
    fn show_moves(&self, writer: &mut Writer, moves: u8, side: &str) {
        let mut by: Vec<_> = self.won.get(&moves).into_iter().flatten().collect();
        by.sort_by_key(|(_, squares)| core::cmp::Reverse(squares.count()));
        let figures =
            by.iter().take(MOVES).map(|(san, squares)| writer.board(san.as_str(), **squares));
        let figures = figures.collect::<Vec<_>>();
        if figures.is_empty() {
            return;
        }
        writer
            .say(format!(
                "{side} is to move. Each move leads to another placement of the pieces, and the squares where the \
                 king is lost there in one move less are known. A square that a slider passes is not among them. \
                 Of the {} moves that win on some square, these win on most.",
                by.len(),
            ))
            .show(figures);
    }
}
