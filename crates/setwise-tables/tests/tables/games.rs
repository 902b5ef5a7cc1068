//! What the tests share: every game as a line of text, read by one reader or by the crate.

use std::path::Path;

use setwise::Move;
use setwise_pgn::{Fault, Next, Options, Played, Reader, Replay, Termination, Text, Visitor};
use setwise_tables::{Collector, Inputs, Record, Tag, Wanted};

pub(crate) fn inputs(paths: &[impl AsRef<Path>]) -> Inputs {
    Inputs::find(paths.iter().map(|path| path.as_ref().to_owned())).expect("inputs")
}

/// Makes a line of each game, and of its text if asked to.
pub(crate) struct Lines {
    pub(crate) with_text: bool,
}

impl Collector for Lines {
    type Part = Vec<String>;

    fn wanted(&self) -> Wanted {
        Wanted { clocks: true, ..Wanted::default() }
    }

    fn part(&self) -> Vec<String> {
        Vec::new()
    }

    fn add(&self, part: &mut Vec<String>, game: &Record) {
        let error =
            game.error.as_ref().map(|error| (error.error.message().to_string(), error.distance));
        let tags = [Tag::Event, Tag::White, Tag::Result].map(|tag| game.tags.get(tag));
        part.push(line(game.place.offset, &tags, &game.moves, game.termination, error));
    }

    fn text(&self, part: &mut Vec<String>, text: Option<&[u8]>) {
        let line = part.last_mut().expect("a game comes before its text");
        *line += &format!(" {:?}", text.map(Text));
    }

    fn wants_text(&self) -> bool {
        self.with_text
    }
}

fn line(
    start: u64,
    tags: &[Option<&str>; 3],
    moves: &[Option<Move>],
    termination: Option<Termination>,
    error: impl std::fmt::Debug,
) -> String {
    format!("{start} {tags:?} {moves:?} {termination:?} {error:?}")
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
pub(crate) fn lines_of_one_reader(text: &[u8], options: Options, with_text: bool) -> Vec<String> {
    struct Oracle {
        replay: Replay,
        tags: [Option<String>; 3],
        moves: Vec<Option<Move>>,
        termination: Option<Termination>,
    }
    impl Visitor for Oracle {
        fn begin_game(&mut self) -> Next {
            self.replay.begin_game()
        }

        fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
            let names = ["Event", "White", "Result"];
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
    let mut reader = Reader::with_options(text, options);
    let (mut lines, mut starts) = (Vec::new(), Vec::new());
    loop {
        let replay = Replay::with_options(options);
        let mut oracle =
            Oracle { replay, tags: Default::default(), moves: Vec::new(), termination: None };
        let Some(game) = reader.read_game(&mut oracle).expect("memory") else { break };
        let start = reader.game_start();
        let error = game.err().map(|error| (error.message().to_string(), error.place.byte - start));
        let tags = oracle.tags.each_ref().map(|tag| tag.as_deref());
        lines.push(line(start, &tags, &oracle.moves, oracle.termination, error));
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
