//! Selecting games.

use setwise_sets::Expression;
use setwise_tables::testing::read_text;
use setwise_tables::{Collector, Record, Selection, Tag};

/// Takes the numbers of games of a selection.
struct Taken(Selection);

impl Collector for Taken {
    type Part = Vec<String>;

    fn selection(&self) -> Option<&Selection> {
        Some(&self.0)
    }

    fn part(&self) -> Vec<String> {
        Vec::new()
    }

    fn add(&self, part: &mut Vec<String>, game: &Record) {
        part.push(game.tags.get(Tag::Event).unwrap_or("none").to_owned());
    }
}

const GAMES: &str = "\
[Event \"a\"]\n[WhiteElo \"2100\"]\n[BlackElo \"999\"]\n[UTCDate \"2013.02.28\"]\n[Result \"1-0\"]\n[ECO \"B90\"]\n[Annotator \"x y\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[Event \"b\"]\n[White \"Weiß, Ünal\"]\n[WhiteElo \"?\"]\n[Date \"1992.??.??\"]\n[Variant \"Fischerandom\"]\n[Opening \"Sicilian Defense\"]\n\n1. d4 d5 1/2-1/2\n\n\
[Event \"c\"]\n[WhiteElo \"950\"]\n[TimeControl \"300+3\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 2. Ke3 *\n\n\
[Event \"d\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. e5 Ke6 3. Kd2 Kxe5 0-1\n";

fn asking(question: &str) -> Selection {
    Selection::new(Some(Expression::parse(question).expect(question)), 1.0)
}

fn taken(selection: Selection) -> String {
    let mut taken = String::new();
    let collector = Taken(selection);
    read_text(GAMES.as_bytes(), Default::default(), &collector, |part| {
        part.iter().for_each(|event| taken.push_str(event));
    });
    taken
}

#[test]
fn questions_to_tags_take_games() {
    for (question, expected) in [
        ("WhiteElo >= 950", "ac"),
        ("WhiteElo < 1000", "c"),
        ("WhiteElo = 2100", "a"),
        ("WhiteElo != 2100", "bcd"),
        ("WhiteElo", "abc"),
        ("not WhiteElo", "d"),
        ("date >= 2013", "a"),
        ("date >= 2013-02 and date < 2013-03", "a"),
        ("date > 2013-02-28", ""),
        ("date = 2013-02-28", "a"),
        ("date < 2000", "b"),
        ("Date < 2000", "b"),
        ("ECO = B90", "a"),
        ("ECO >= B00 and ECO <= B99", "a"),
        ("result = 1-0", "a"),
        ("Result = 1-0", "a"),
        ("result = 1/2-1/2 or result = 0-1", "bd"),
        ("variant = chess960", "b"),
        ("variant = standard", "acd"),
        ("Opening ~ sicilian", "b"),
        ("White ~ 'WEISS, ünal'", "b"),
        ("TimeControl = 300+3", "c"),
        ("Termination = 'Time forfeit'", "c"),
        ("Annotator = \"x y\"", "a"),
        ("plies > 2", "ad"),
        ("plies <= 2", "bc"),
        ("error", "c"),
        ("error = illegal-move", "c"),
        ("not error and not (plies = 3 or plies = 6)", "b"),
        ("'SetUp' = 1 or 'whiteelo'", "d"),
        ("SetUp = 1", "d"),
    ] {
        assert_eq!(taken(asking(question)), expected, "{question}");
    }
}

#[test]
fn positions_and_material_take_games() {
    for (fen, expected) in [
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 9", "ac"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "abc"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", ""),
        ("8/8/4k3/4P3/8/8/3K4/8 b - - 0 1", "d"),
    ] {
        assert_eq!(taken(asking(&format!("position = '{fen}'"))), expected, "{fen}");
    }
    for (material, expected) in
        [("KPvK", "d"), ("PKvK", "d"), ("KvK", "d"), ("KvKP", "d"), ("KQvK", "")]
    {
        assert_eq!(taken(asking(&format!("material = {material}"))), expected);
    }
}

/// Fails if a game that has an error before its first position is asked for positions.
#[test]
fn a_game_without_a_start_has_tags_only() {
    let text = "[Event \"a\"]\n[FEN \"x\"]\n\n1. e4 *\n";
    let is_taken = |question: &str| {
        let mut taken = 0;
        let collector = Taken(asking(question));
        read_text(text.as_bytes(), Default::default(), &collector, |part| taken += part.len());
        taken == 1
    };
    for (question, expected) in
        [("error", true), ("Event = a", true), ("not check", false), ("Pe2 or not error", false)]
    {
        assert_eq!(is_taken(question), expected, "{question}");
    }
}

/// Fails if a question is not asked at every position, also up to an error, or not with the tags.
#[test]
fn questions_take_games() {
    for (question, expected) in [
        ("Pe4", "acd"),
        ("Nf3", "a"),
        ("count(N) = 2 and ply = 2", "abc"),
        ("k & e5 and not P", "d"),
        ("check", ""),
        ("captures and WhiteElo", ""),
        ("captures or number(WhiteElo) > 2000", "ad"),
        ("Pd4 and Opening ~ sicilian", "b"),
        ("Pd4 and White ~ ÜNAL", "b"),
        ("Annotator = 'x y' and Pe4", "a"),
        ("Pe4 then pe5", "ac"),
        ("plies = 3 and ply = 3", "a"),
    ] {
        assert_eq!(taken(asking(question)), expected, "{question}");
        let both = format!("ever ({question}) and material = KPvK");
        let expected = if expected.contains('d') { "d" } else { "" };
        assert_eq!(taken(asking(&both)), expected, "{both}");
    }
    let asked = |text: &str| {
        let selection = asking(text);
        let _ = taken(selection.clone());
        selection.missing_tags().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let missing = "no game read has the tag \"WhitElo\" (did you mean \"WhiteElo\"?)";
    assert_eq!(asked("check and number(WhitElo) > 3"), [missing]);
    assert!(asked("check and number(WhiteElo) > 3").is_empty());
}

#[test]
fn sample_is_a_share_of_games() {
    let game = |round: usize| format!("[Round \"{round}\"]\n\n*\n\n");
    let text: String = (0..4000).map(game).collect();
    let count = |sample: f64| {
        let mut count = 0;
        let collector = Taken(Selection::new(None, sample));
        read_text(text.as_bytes(), Default::default(), &collector, |part| {
            count += part.len();
        });
        count
    };
    assert_eq!((count(1.0), count(0.0)), (4000, 0));
    let quarter = count(0.25);
    assert!((900..1100).contains(&quarter), "{quarter}");
    assert_eq!(count(0.25), quarter);
}
