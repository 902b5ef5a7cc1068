//! One game, as the reader of PGN gives it to the tables.

use setwise::{Color, Move, Position};
pub use setwise_pgn::files::GamePlace;
use setwise_pgn::{
    Annotation, Evaluation, Fault, Next, Options, PgnError, Played, Replay, Termination, Text,
    Visitor, annotations, engine_annotation,
};
use setwise_sets::{Finder, Game, GameHits};

use crate::select::Selection;
use crate::tags::{Tag, Tags};

/// The maximum number of moves of a game that is read. A longer game is an error, so that memory
/// stays bounded.
pub const MAX_MOVES: usize = 1 << 20;

/// The parts of a game that are read besides its tags and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The clock times in comments.
    pub clocks: bool,
    /// The evaluations in comments.
    pub evals: bool,
    /// The depths of evaluations in comments.
    pub depths: bool,
    /// Every position.
    pub positions: bool,
    /// Tags that are not a [`Tag`].
    pub other_tags: bool,
}

impl Wanted {
    /// Returns the union.
    pub(crate) fn or(self, other: Wanted) -> Wanted {
        Wanted {
            clocks: self.clocks || other.clocks,
            evals: self.evals || other.evals,
            depths: self.depths || other.depths,
            positions: self.positions || other.positions,
            other_tags: self.other_tags || other.other_tags,
        }
    }
}

/// An error in a game, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct GameError {
    /// The error. Its place counts from the start of the part of the input that was read at once.
    pub error: PgnError,
    /// The number of bytes from the start of the game to the error.
    pub distance: u64,
}

/// One game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The number of the game's input, from 0.
    pub input: u32,
    /// The place of the game in its input.
    pub place: GamePlace,
    /// The number of the game among the games of all inputs: [`crate::Inputs::game_id`].
    pub id: u64,
    /// The tags.
    pub tags: Tags,
    /// The moves of the main line up to the first error; `None` is a null move.
    pub moves: Vec<Option<Move>>,
    /// The clock times after the moves in milliseconds; [`Record::NO_CLOCK`] where there is none.
    /// The list may be shorter than the list of moves.
    pub clocks: Vec<u32>,
    /// The evaluations after the moves, encoded as in the tables; [`Record::NO_EVAL`] where there
    /// is none. The list may be shorter than the list of moves.
    pub evals: Vec<i16>,
    /// The depths in plies of the searches that gave the evaluations; 0 where there is none. The list
    /// may be shorter than the list of moves.
    pub depths: Vec<u16>,
    /// The positions before each move and after the last one, if they are wanted.
    pub positions: Vec<Position>,
    /// The position before the first move.
    pub start: Position,
    /// The position after the last move.
    pub last: Position,
    /// The result at the end of the moves.
    pub termination: Option<Termination>,
    /// The error, if the game cannot be read to its end.
    pub error: Option<GameError>,
    /// Whether the game is a row of a table. Its place counts rows in the group at the byte
    /// [`GamePlace::frame`], or lines of a file of puzzles. In a table that Setwise wrote a row has no
    /// place, number, `last` position, and [`GameError`].
    pub is_row: bool,
    /// The `game_id` of a row, if its table has the column and it is wanted.
    pub(crate) row_id: Option<u64>,
    /// The name of the error of a row.
    pub(crate) row_error: Option<String>,
}

impl Record {
    /// A move without a clock time.
    pub const NO_CLOCK: u32 = u32::MAX;
    /// A move without an evaluation.
    pub const NO_EVAL: i16 = i16::MIN;

    fn new(keeps_other_tags: bool) -> Record {
        Record {
            input: 0,
            place: GamePlace::default(),
            id: 0,
            tags: Tags::new(keeps_other_tags),
            moves: Vec::new(),
            clocks: Vec::new(),
            evals: Vec::new(),
            depths: Vec::new(),
            positions: Vec::new(),
            start: Position::INITIAL,
            last: Position::INITIAL,
            termination: None,
            error: None,
            is_row: false,
            row_id: None,
            row_error: None,
        }
    }

    fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.clocks.clear();
        self.evals.clear();
        self.depths.clear();
        self.positions.clear();
        (self.start, self.last) = (Position::INITIAL, Position::INITIAL);
        (self.termination, self.error) = (None, None);
        (self.is_row, self.row_id, self.row_error) = (false, None, None);
    }

    /// Returns the name of the kind of the error, as in the column `error`.
    pub fn error_name(&self) -> Option<&str> {
        let error = self.error.as_ref().map(|error| error.error.name());
        error.or(self.row_error.as_deref())
    }

    /// Returns the result at the end of the moves or, if there is none, in the tag.
    pub fn result(&self) -> Termination {
        let tag = || Termination::from_bytes(self.tags.get(Tag::Result)?.as_bytes());
        self.termination.or_else(tag).unwrap_or(Termination::Unknown)
    }

    /// Returns the result as a number: 1 if White won, −1 if Black won, 0 for a draw.
    pub fn outcome(&self) -> Option<i8> {
        match self.result() {
            Termination::WhiteWins => Some(1),
            Termination::Draw => Some(0),
            Termination::BlackWins => Some(-1),
            Termination::Unknown => None,
        }
    }

    /// Returns the game as set expressions ask it, with a function for its tags.
    pub(crate) fn asked<'g>(&'g self, tag: &'g dyn Fn(&str) -> Option<&'g str>) -> Game<'g> {
        Game {
            start: self.start,
            moves: &self.moves,
            positions: &self.positions,
            tag,
            result: Some(self.result().as_str()),
            error: self.error_name(),
            clocks: &self.clocks,
            evals: &self.evals,
            depths: &self.depths,
        }
    }

    /// Returns the clock time after a move, in milliseconds.
    pub fn clock(&self, ply: usize) -> Option<u32> {
        self.clocks.get(ply).copied().filter(|&clock| clock != Record::NO_CLOCK)
    }

    /// Returns the evaluation after a move, encoded as in the tables.
    pub fn eval(&self, ply: usize) -> Option<i16> {
        self.evals.get(ply).copied().filter(|&eval| eval != Record::NO_EVAL)
    }

    /// Returns the depth in plies of the search that gave the evaluation after a move.
    pub fn depth(&self, ply: usize) -> Option<u16> {
        self.depths.get(ply).copied().filter(|&depth| depth != 0)
    }
}

/// Encodes an evaluation in 16 bits: hundredths of a pawn, at most 30,000 either way; 32,000 − n
/// for mate by White in n moves, n − 32,000 for mate by Black in n moves. In a mate in 0 moves the
/// side to move is mated.
pub fn encode_eval(evaluation: Evaluation, turn: Color) -> i16 {
    match evaluation {
        Evaluation::Centipawns(centipawns) => centipawns.clamp(-30_000, 30_000) as i16,
        Evaluation::Mate(moves) => {
            let distance = 32_000 - moves.unsigned_abs().min(1_999) as i16;
            let is_by_black = moves < 0 || moves == 0 && turn == Color::White;
            if is_by_black { -distance } else { distance }
        }
    }
}

/// A visitor that fills a record.
pub(crate) struct Recorder<'s> {
    pub(crate) record: Record,
    pub(crate) replay: Replay,
    /// The deviations from the PGN standard that are accepted.
    pub(crate) options: Options,
    wanted: Wanted,
    /// The games that are read; `None` is all.
    selection: Option<&'s Selection>,
    /// Finds a position that the selection asks for.
    finder: Option<Finder>,
    /// The position before the first move is known.
    has_start: bool,
    pub(crate) is_left_out: bool,
}

impl<'s> Recorder<'s> {
    /// Creates a recorder of the games of a selection.
    pub(crate) fn new(
        wanted: Wanted,
        options: Options,
        selection: Option<&'s Selection>,
    ) -> Recorder<'s> {
        Recorder {
            record: Record::new(wanted.other_tags),
            replay: Replay::with_options(options),
            options,
            wanted,
            selection,
            finder: selection.and_then(Selection::finder),
            has_start: false,
            is_left_out: false,
        }
    }

    /// Changes the deviations that are accepted.
    pub(crate) fn accept(&mut self, options: Options) {
        if self.options != options {
            (self.options, self.replay) = (options, Replay::with_options(options));
        }
    }

    /// Forgets the last game.
    pub(crate) fn clear(&mut self) {
        self.record.clear();
        (self.has_start, self.is_left_out) = (false, false);
    }

    /// Returns whether the selection takes the game.
    pub(crate) fn takes(&mut self) -> bool {
        let Recorder { record, finder, has_start, .. } = self;
        if self.is_left_out || self.selection.is_some_and(|games| !games.is_sampled(record)) {
            return false;
        }
        let Some(finder) = finder else { return true };
        let tag = |name: &str| record.tags.by_name(name);
        let game = record.asked(&tag);
        finder.decide(&game, true).unwrap_or_else(|| {
            let mut is_found = false;
            let mut found = |hits: GameHits<'_>| is_found |= !hits.plies.is_empty();
            finder.push(0, &game, &mut found);
            finder.flush(&mut found);
            // A game without a start has no position.
            *has_start && is_found
        })
    }

    /// Records an error, and what was read before it.
    pub(crate) fn fail(&mut self, error: PgnError, start: u64) {
        self.record.tags.finish();
        self.record.last = *self.replay.position();
        if self.record.moves.is_empty() {
            self.record.last = self.record.start;
        }
        let distance = error.place.byte.saturating_sub(start);
        self.record.error = Some(GameError { error, distance });
    }
}

impl Visitor for Recorder<'_> {
    fn begin_game(&mut self) -> Next {
        self.clear();
        self.replay.begin_game()
    }

    #[inline]
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.record.tags.set(name, value);
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags();
        self.record.tags.finish();
        self.record.start = *self.replay.position();
        self.has_start = true;
        if self.wanted.positions {
            self.record.positions.push(self.record.start);
        }
        self.ask_tags();
        if self.is_left_out { Next::Skip } else { Next::Read }
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        let mv = match self.replay.play(san)? {
            Played::Move(mv) => Some(mv),
            Played::NullMove => None,
            Played::Nothing => return Ok(()),
        };
        if self.record.moves.len() == MAX_MOVES {
            return Err(Fault::refused("the game has too many moves (expected at most 1048576)"));
        }
        self.record.moves.push(mv);
        if self.wanted.positions {
            self.record.positions.push(*self.replay.position());
        }
        Ok(())
    }

    #[inline]
    fn comment(&mut self, piece: Text<'_>, _: bool) {
        let Wanted { clocks, evals, depths, .. } = self.wanted;
        if (clocks || evals || depths) && piece.0.len() > 2 {
            self.annotate(piece.0);
        }
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.record.termination = termination;
        self.record.last = *self.replay.position();
        Ok(())
    }
}

impl Recorder<'_> {
    /// Leaves the game out if the tags are enough to tell that the selection does not take it.
    fn ask_tags(&mut self) {
        let Recorder { record, finder, .. } = self;
        if let (Some(selection), Some(finder)) = (self.selection, finder) {
            selection.see(&record.tags);
            let tag = |name: &str| record.tags.by_name(name);
            self.is_left_out = finder.decide(&record.asked(&tag), false) == Some(false);
        }
    }

    /// Stores the clock time and the evaluation of a comment with the last move.
    fn annotate(&mut self, comment: &[u8]) {
        let Some(ply) = self.record.moves.len().checked_sub(1) else { return };
        if let Some(time) = plain_clock(comment) {
            if self.wanted.clocks {
                put(&mut self.record.clocks, ply, time, Record::NO_CLOCK);
            }
            return;
        }
        let mover = !self.replay.position().turn();
        let of_engine = self.options.has_engine_comments();
        let of_engine = of_engine.then(|| engine_annotation(comment, mover)).flatten();
        for annotation in of_engine.into_iter().chain(annotations(comment)) {
            match annotation {
                Annotation::Clock(time) if self.wanted.clocks => {
                    let time = time.as_millis().min(u128::from(Record::NO_CLOCK - 1)) as u32;
                    put(&mut self.record.clocks, ply, time, Record::NO_CLOCK);
                }
                Annotation::Evaluation(eval, depth) => {
                    if self.wanted.evals {
                        let eval = encode_eval(eval, !mover);
                        put(&mut self.record.evals, ply, eval, Record::NO_EVAL);
                    }
                    if self.wanted.depths {
                        let depth = u16::try_from(depth.unwrap_or(0)).unwrap_or(u16::MAX);
                        put(&mut self.record.depths, ply, depth, 0);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A fast path for the most common comment, a clock time and nothing else, as in ` [%clk 0:09:58]
/// `. Returns its milliseconds, or `None` for any other comment.
fn plain_clock(comment: &[u8]) -> Option<u32> {
    let &[h, b':', m1, m0, b':', s1, s0, b']'] =
        comment.trim_ascii().strip_prefix(b"[%clk ")?.first_chunk::<8>()?
    else {
        return None;
    };
    let is_alone = comment.trim_ascii().len() == b"[%clk 0:09:58]".len();
    let digits = [h, m1, m0, s1, s0];
    if !is_alone || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let [h, m1, m0, s1, s0] = digits.map(|digit| u32::from(digit - b'0'));
    Some(1000 * (3600 * h + 60 * (10 * m1 + m0) + 10 * s1 + s0))
}

/// Sets an item of a list, which is filled up to it.
fn put<T: Copy>(list: &mut Vec<T>, index: usize, item: T, filling: T) {
    if list.len() <= index {
        list.resize(index, filling);
        list.push(item);
    } else {
        list[index] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces each byte of several comments by every value, and compares with the general parser.
    #[test]
    fn fast_path_agrees_with_the_annotations() {
        let mut plain = 0;
        for comment in [" [%clk 0:09:58] ", "[%clk 9:59:59]", "[%clk 0:09:58]x", "[%clk 10:09:58]"]
        {
            for (at, byte) in
                (0..comment.len()).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte)))
            {
                let mut comment = comment.as_bytes().to_vec();
                comment[at] = byte;
                let Some(time) = plain_clock(&comment) else { continue };
                let expected = core::time::Duration::from_millis(time.into());
                assert!(annotations(&comment).eq([Annotation::Clock(expected)]), "{comment:?}");
                plain += 1;
            }
        }
        assert!(plain > 100, "{plain}");
    }

    /// Finds a game that is replayed although its tags answer the question.
    #[test]
    fn a_game_that_its_tags_leave_out_is_not_replayed() {
        for (question, moves, is_taken) in [
            ("White = A", 2, true),
            ("White = Z", 0, false),
            ("White = Z and check", 0, false),
            ("White = Z and plies > 5 or Annotator and never error", 0, false),
            ("not White = A then check", 0, false),
            ("White = A and check", 2, false),
            ("White = Z or plies > 5", 2, false),
        ] {
            let expression = setwise_sets::Expression::parse(question).expect(question);
            let selection = Selection::new(Some(expression), 1.0);
            let wanted = selection.wanted();
            let mut recorder = Recorder::new(wanted, Options::default(), Some(&selection));
            let text = b"[White \"A\"]\n\n1. e4 e5 *\n";
            let mut reader = setwise_pgn::Reader::new(setwise_pgn::InMemory(text));
            let read = reader.read_game(&mut recorder).expect("a text").expect("a game");
            assert_eq!(read, Ok(()), "{question}");
            assert_eq!(recorder.record.moves.len(), moves, "{question}");
            assert_eq!(recorder.takes(), is_taken, "{question}");
        }
    }

    #[test]
    fn evaluations_are_ordered_as_their_numbers() {
        use Evaluation::{Centipawns, Mate};
        let evaluations = [
            Mate(-1),
            Mate(-2),
            Mate(-2_000_000),
            Centipawns(-31_000),
            Centipawns(-5),
            Centipawns(0),
            Centipawns(30_000),
            Mate(i32::MAX),
            Mate(5),
            Mate(1),
        ];
        let encoded = evaluations.map(|evaluation| encode_eval(evaluation, Color::White));
        assert!(encoded.is_sorted(), "{encoded:?}");
        assert_eq!((encoded[0], encoded[9], encoded[3]), (-31_999, 31_999, -30_000));
        assert_eq!(encode_eval(Mate(i32::MIN), Color::Black), -30_001);
        assert_eq!(Color::ALL.map(|turn| encode_eval(Mate(0), turn)), [-32_000, 32_000]);
    }
}
