//! Any bytes are read as PGN games or refused with located errors.

use std::io::Read;

use setwise_pgn::{
    Deviation, DeviationCounts, Fault, GameTree, InMemory, Next, Options, PgnError, Place, Reader,
    Replay, Source, Termination, Text, Visitor, annotations,
};

/// Reads any bytes: replayed, skipped and as trees, at once, in small pieces and in place. Returns
/// the number of valid and of invalid games.
pub fn pgn_bytes(bytes: &[u8]) -> (usize, usize) {
    let games: Vec<_> = all(|reader| reader.read_game(&mut Replay::new()), bytes);
    let trickled: Vec<_> = all(|reader| reader.read_game(&mut Replay::new()), Pieces(bytes));
    assert_eq!(games, trickled, "{:?}", Text(bytes));
    let in_place: Vec<_> = all(|reader| reader.read_game(&mut Replay::new()), InMemory(bytes));
    assert_eq!(games, in_place, "{:?}", Text(bytes));
    for error in games.iter().filter_map(|game| game.err()) {
        place_of_error(bytes, error);
    }
    let trees = all(Reader::read_tree, bytes);
    assert_eq!(trees.len(), games.len(), "{:?}", Text(bytes));
    for (tree, game) in trees.iter().zip(&games) {
        match tree {
            Ok(tree) => written_and_read(tree),
            Err(error) => assert_eq!(Err(*error), *game),
        }
    }
    skipped_as_read(bytes);
    read_with_options(bytes);
    // Never panics.
    annotations(bytes).for_each(drop);
    let valid = games.iter().filter(|game| game.is_ok()).count();
    (valid, games.len() - valid)
}

/// A source that is valid without deviations reads the same if they are accepted, and the counts
/// are zero exactly if it is. One deviation alone reads the same in pieces.
fn read_with_options(bytes: &[u8]) {
    let (common, none) = positions(bytes, Options::COMMON);
    assert_eq!(none, DeviationCounts::default());
    let (lenient, counts) = positions(bytes, Options::LENIENT);
    assert_eq!(positions(Pieces(bytes), Options::LENIENT), (lenient.clone(), counts));
    if common.iter().all(Result::is_ok) {
        assert_eq!((&lenient, counts), (&common, none), "{:?}", Text(bytes));
    } else if counts == none {
        // A word that is divided, such as `d4` and a mark, is wrong at its first part already.
        let (games, expected) = (lenient.iter(), common.iter());
        assert_eq!(games.len(), expected.len(), "{:?}", Text(bytes));
        for (game, expected) in games.zip(expected) {
            let is_same = match (game, expected) {
                (Err(error), Err(expected)) => is_in_one_word(bytes, error.place, expected.place),
                (game, expected) => game == expected,
            };
            assert!(is_same, "{game:?}, {expected:?} in {:?}", Text(bytes));
        }
    }
    for error in lenient.iter().filter_map(|game| game.clone().err()) {
        place_of_error(bytes, error);
        let never = matches!(error.name(), "missing-result" | "invalid-glyph");
        assert!(!never, "{error}");
    }
    for deviation in Deviation::ALL {
        let options = Options::COMMON.accept(deviation);
        let (games, counts) = positions(bytes, options);
        let expected = (games, counts);
        assert_eq!(positions(Pieces(bytes), options), expected, "{:?}", Text(bytes));
        assert_eq!(positions(InMemory(bytes), options), expected, "{:?}", Text(bytes));
        assert!(counts.iter().all(|(counted, _)| counted == deviation));
    }
}

/// Returns whether no white space is between two places.
fn is_in_one_word(bytes: &[u8], first: Place, last: Place) -> bool {
    let between = bytes.get(first.byte as usize..last.byte as usize);
    between.is_some_and(|bytes| !bytes.iter().any(u8::is_ascii_whitespace))
}

/// Replays all games; returns their final positions or errors, and the counts of deviations.
fn positions(
    source: impl Source,
    options: Options,
) -> (Vec<Result<String, PgnError>>, DeviationCounts) {
    let mut replay = Replay::with_options(options);
    let mut reader = Reader::with_options(source, options);
    let mut games = Vec::new();
    let mut start = None;
    while let Some(game) = reader.read_game(&mut replay).expect("bytes can be read") {
        games.push(game.map(|()| replay.position().to_string()));
        assert!(start < Some(reader.game_start()), "games begin one after the other");
        start = Some(reader.game_start());
    }
    let mut counts = reader.deviations();
    counts += replay.deviations();
    (games, counts)
}

/// Reads all games of a source.
fn all<S: Source, T>(
    mut read: impl FnMut(&mut Reader<S>) -> std::io::Result<Option<T>>,
    source: S,
) -> Vec<T> {
    let mut reader = Reader::new(source);
    std::iter::from_fn(|| read(&mut reader).expect("bytes can be read")).collect()
}

/// A source that yields at most three bytes at a time.
struct Pieces<'b>(&'b [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(3);
        self.0.read(&mut buffer[..count])
    }
}

/// The line and the column of an error agree with its byte offset.
fn place_of_error(bytes: &[u8], error: PgnError) {
    let before = &bytes[..error.place.byte as usize];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    assert_eq!(error.place.line, line, "{error}");
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
    let is_mark = |bytes: &&[u8]| *bytes == b"\xef\xbb\xbf";
    let marks = bytes[start..].chunks(3).take_while(is_mark).count();
    let column = (before.len() - start) as u64 + 1;
    assert!((0..=marks as u64).any(|marks| error.place.column + 3 * marks == column), "{error}");
    assert!(!error.to_string().is_empty());
}

/// A written tree parses back to the same tree, and is written the same again.
pub fn written_and_read(tree: &GameTree) {
    let text = tree.to_string();
    let mut reader = Reader::new(text.as_bytes());
    let read = reader.read_tree().expect("bytes can be read").expect("a game");
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(reader.read_tree().expect("bytes can be read").is_none(), "{text}");
    same_moves(tree, &read);
    assert_eq!(read.to_string(), text);
    for line in text.lines().filter(|line| !line.starts_with('[') && line.chars().count() > 79) {
        // Exceptions: a long word, a comment to the end of the line, or a % that must not begin a
        // line.
        assert!(!line.contains(' ') || line.contains([';', '%', '}']), "{line}");
    }
}

/// Checks that two trees have the same moves, comments and glyphs, and that the second has the tags
/// of the first.
fn same_moves(one: &GameTree, other: &GameTree) {
    assert_eq!(one.start(), other.start());
    assert_eq!(
        one.termination.unwrap_or(Termination::Unknown).as_str(),
        other.tag("Result").unwrap()
    );
    for (name, value) in one.tags().filter(|(name, _)| *name != "Result") {
        assert_eq!(other.tag(name), Some(value));
    }
    let mut pairs = vec![(one.root(), other.root())];
    while let Some((a, b)) = pairs.pop() {
        assert_eq!((one.mv(a), one.position(a)), (other.mv(b), other.position(b)));
        assert_eq!(one.nags(a), other.nags(b));
        assert_eq!(one.comments(a), other.comments(b));
        assert_eq!(one.comments_before(a), other.comments_before(b));
        assert_eq!(one.children(a).count(), other.children(b).count());
        pairs.extend(one.children(a).zip(other.children(b)));
    }
}

/// If all games are valid, they end at the same places whether games are read, only their moves are
/// skipped, or they are skipped entirely.
fn skipped_as_read(bytes: &[u8]) {
    /// Records the ends of games.
    #[derive(Default)]
    struct Ends {
        skips_game: bool,
        skips_moves: bool,
        tags: usize,
        ends: Vec<(usize, Option<Termination>)>,
    }
    impl Visitor for Ends {
        fn begin_game(&mut self) -> Next {
            if self.skips_game { Next::Skip } else { Next::Read }
        }

        fn tag(&mut self, _: &str, _: Text<'_>) -> Result<(), Fault> {
            self.tags += 1;
            Ok(())
        }

        fn end_tags(&mut self) -> Next {
            if self.skips_moves { Next::Skip } else { Next::Read }
        }

        fn begin_variation(&mut self) -> Next {
            Next::Read
        }

        fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
            self.ends.push((self.tags, termination));
            Ok(())
        }
    }
    let mut read = Ends::default();
    let games = all(|reader| reader.read_game(&mut read), bytes);
    if games.iter().any(Result::is_err) {
        return;
    }
    let mut without_moves = Ends { skips_moves: true, ..Ends::default() };
    all(|reader| reader.read_game(&mut without_moves), bytes);
    assert_eq!(read.ends, without_moves.ends, "{:?}", Text(bytes));
    let mut skipped = Ends { skips_game: true, ..Ends::default() };
    let skipped = all(|reader| reader.read_game(&mut skipped), bytes);
    assert_eq!(skipped, games, "{:?}", Text(bytes));
}
