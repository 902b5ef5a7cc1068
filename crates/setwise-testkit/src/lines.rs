//! Every game as a line of text: read by one reader, or by several threads.

use setwise::Move;
use setwise_pgn::threads::{Fold, ReadGame};
use setwise_pgn::{
    Fault, Next, Options, PgnError, Played, Reader, Replay, Termination, Text, Visitor,
};

/// Makes a line of each game, and of its text if asked to.
pub struct Lines {
    /// Whether lines have the texts of their games.
    pub with_text: bool,
}

impl Fold for Lines {
    type Visitor = LineVisitor;
    type Part = Vec<String>;

    fn visitor(&self, options: Options) -> LineVisitor {
        LineVisitor::new(options)
    }

    fn part(&self) -> Vec<String> {
        Vec::new()
    }

    fn add(&self, part: &mut Vec<String>, visitor: &mut LineVisitor, game: ReadGame) -> bool {
        part.push(visitor.line(game.place.offset, game.start, game.result));
        self.with_text
    }

    fn text(&self, part: &mut Vec<String>, text: Option<&[u8]>) {
        let line = part.last_mut().expect("a game comes before its text");
        *line += &format!(" {:?}", text.map(Text));
    }

    fn keeps_text(&self) -> bool {
        self.with_text
    }
}

/// Keeps what the line of a game shows.
pub struct LineVisitor {
    replay: Replay,
    tags: [Option<String>; 4],
    moves: Vec<Option<Move>>,
    termination: Option<Termination>,
}

impl LineVisitor {
    fn new(options: Options) -> LineVisitor {
        let replay = Replay::with_options(options);
        LineVisitor { replay, tags: Default::default(), moves: Vec::new(), termination: None }
    }

    /// Returns the line of a game at a place. The place of its error counts from another one.
    fn line(&self, place: u64, start: u64, result: Result<(), PgnError>) -> String {
        let LineVisitor { tags, moves, termination, .. } = self;
        let error = result.err();
        let error = error
            .map(|error| (error.message().to_string(), error.place.byte.saturating_sub(start)));
        format!("{place} {tags:?} {moves:?} {termination:?} {error:?}")
    }
}

impl Visitor for LineVisitor {
    fn begin_game(&mut self) -> Next {
        (self.tags, self.termination) = Default::default();
        self.moves.clear();
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        let names = ["Event", "White", "Result", "FEN"];
        if let Some(index) = names.iter().position(|other| *other == name) {
            self.tags[index] = Some(value.decode().into_owned());
        }
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        match self.replay.play(san)? {
            Played::Move(mv) => self.moves.push(Some(mv)),
            Played::NullMove => self.moves.push(None),
            Played::Nothing => {}
        }
        Ok(())
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.termination = termination;
        Ok(())
    }
}

/// Returns the length of a text without the move number at its end: digits, full stops and white
/// space.
fn before_number(text: &[u8]) -> usize {
    let without = |text: &[u8], is_out: fn(&u8) -> bool| {
        text.len() - text.iter().rev().take_while(|byte| is_out(byte)).count()
    };
    let number = without(text, u8::is_ascii_whitespace);
    let digits = without(&text[..number], |&byte| byte == b'.');
    let rest = without(&text[..digits], u8::is_ascii_digit);
    if digits == number || rest == digits { text.len() } else { rest }
}

/// The oracle: the same lines by one reader of the whole text.
pub fn lines_of_one_reader(text: &[u8], options: Options, with_text: bool) -> Vec<String> {
    let mut reader = Reader::with_options(text, options);
    let (mut lines, mut starts) = (Vec::new(), Vec::new());
    loop {
        let mut visitor = LineVisitor::new(options);
        let Some(game) = reader.read_game(&mut visitor).expect("memory") else { break };
        let start = reader.game_start();
        lines.push(visitor.line(start, start, game));
        let start = start as usize;
        let has_tag = text.get(start) == Some(&b'[');
        starts.push(if has_tag { start } else { before_number(&text[..start]) });
    }
    if with_text {
        starts.push(text.len());
        for (line, ends) in lines.iter_mut().zip(starts.windows(2)) {
            *line += &format!(" {:?}", Some(Text(&text[ends[0]..ends[1]])));
        }
    }
    lines
}
