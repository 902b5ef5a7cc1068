//! PGN games with variations, comments and annotations (NAGs): Setwise, and pgn-reader with
//! shakmaty, must report the same moves and the same positions.

use std::ops::ControlFlow;

use fastrand::Rng;
use pgn_reader::{RawComment, RawTag, SanPlus, Skip};
use setwise::notation::fen::EnPassantStyle;
use setwise::{Position, Setup};
use setwise_pgn::{Fault, GameTree, Nag, Next, Reader, Replay, Termination, Text, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use crate::{starts, times};

const LONGEST_GAME: usize = 120;

/// Returns a random game: mostly a main line, with moves after any earlier node.
fn random_tree(rng: &mut Rng) -> GameTree {
    let start = match rng.u8(..4) {
        0 => starts::random_setup(rng).parse().unwrap_or_default(),
        1 => {
            let board = cozy_chess::Board::chess960_startpos(rng.u32(..960));
            Position::parse_fen(&format!("{board:#}")).expect("it can be played")
        }
        _ => Position::INITIAL,
    };
    // shakmaty refuses some setups that cannot occur in a game.
    let plays = fen(&start)
        .parse::<Fen>()
        .is_ok_and(|fen| fen.into_position::<Chess>(CastlingMode::Chess960).is_ok());
    let mut tree = GameTree::new(if plays { start } else { Position::INITIAL });
    let mut nodes = vec![tree.root()];
    for _ in 0..rng.usize(..LONGEST_GAME) {
        let node =
            if rng.u8(..4) == 0 { nodes[rng.usize(..nodes.len())] } else { nodes[nodes.len() - 1] };
        let Some(&mv) = rng.choice(tree.position(node).legal_moves().iter()) else { continue };
        let node = tree.play(node, mv).expect("it is in the list");
        nodes.push(node);
        match rng.u8(..8) {
            0 => tree.add_comment(node, "a comment (with ) brackets; and 1-0 %"),
            1 => tree.add_nag(node, Nag(rng.u16(..140))),
            _ => {}
        }
    }
    tree.termination =
        *rng.choice(&[Some(Termination::BlackWins), Some(Termination::Draw), None]).expect("three");
    tree
}

/// Returns the form in which both write a position.
fn fen(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// A visitor that records every position, and where variations begin and end.
#[derive(Default)]
struct Ours {
    replay: Replay,
    shown: Vec<String>,
}

impl Visitor for Ours {
    fn begin_game(&mut self) -> Next {
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags();
        self.shown.push(fen(self.replay.position()));
        Next::Read
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        self.shown.push(fen(self.replay.position()));
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        self.shown.push(nag.to_string());
    }

    fn comment(&mut self, piece: Text<'_>, _: bool) {
        self.shown.push(piece.decode().into_owned());
    }

    fn begin_variation(&mut self) -> Next {
        self.shown.push("(".to_owned());
        self.replay.begin_variation()
    }

    fn end_variation(&mut self) {
        self.shown.push(")".to_owned());
        self.replay.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.shown.push(termination.map_or("none", Termination::as_str).to_owned());
        Ok(())
    }
}

/// The same for pgn-reader.
#[derive(Default)]
struct Theirs(Vec<String>);

/// The position, the position before the last move, and those where variations begin.
struct Line {
    now: Chess,
    before: Chess,
    open: Vec<(Chess, Chess)>,
}

impl Theirs {
    fn show(&mut self, position: &Chess) {
        self.0.push(Fen::from_position(position, EnPassantMode::Always).to_string());
    }
}

impl pgn_reader::Visitor for Theirs {
    type Tags = Chess;
    type Movetext = Line;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).expect("a FEN");
            *start = fen.into_position(CastlingMode::Chess960).expect("it can be played");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Line> {
        self.show(&start);
        ControlFlow::Continue(Line { before: start.clone(), now: start, open: Vec::new() })
    }

    fn san(&mut self, line: &mut Line, san_plus: SanPlus) -> ControlFlow<()> {
        use shakmaty::Position as _;
        let mv = san_plus.san.to_move(&line.now).expect("a legal move");
        line.before = line.now.clone();
        line.now.play_unchecked(mv);
        self.show(&line.now);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, _: &mut Line, nag: pgn_reader::Nag) -> ControlFlow<()> {
        self.0.push(format!("${}", nag.0));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut Line, comment: RawComment<'_>) -> ControlFlow<()> {
        self.0.push(String::from_utf8_lossy(comment.as_bytes()).into_owned());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, line: &mut Line) -> ControlFlow<(), Skip> {
        self.0.push("(".to_owned());
        line.open.push((line.now.clone(), line.before.clone()));
        line.now = line.before.clone();
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, line: &mut Line) -> ControlFlow<()> {
        self.0.push(")".to_owned());
        (line.now, line.before) = line.open.pop().expect("a variation was begun");
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, _: &mut Line, outcome: shakmaty::Outcome) -> ControlFlow<()> {
        self.0.push(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Line) {}
}

fn ours(text: &str) -> Vec<String> {
    let (mut reader, mut ours) = (Reader::new(text.as_bytes()), Ours::default());
    while let Some(game) = reader.read_game(&mut ours).expect("memory can be read") {
        game.unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    ours.shown
}

fn theirs(text: &str) -> Vec<String> {
    let mut theirs = Theirs::default();
    let mut reader = pgn_reader::Reader::new(text.as_bytes());
    reader.visit_all_games(&mut theirs).expect("memory can be read");
    theirs.0
}

#[test]
fn random_games_with_variations() {
    let (mut moves, mut variations, mut own_starts) = (0, 0, 0);
    for seed in 0..times(1_500) {
        let mut rng = Rng::with_seed(seed);
        // Three games in a text, so that the ends of games are compared too.
        let trees: [GameTree; 3] = std::array::from_fn(|_| random_tree(&mut rng));
        let text = trees.each_ref().map(GameTree::to_string).join("\n");
        let (ours, theirs) = (ours(&text), theirs(&text));
        assert_eq!(ours, theirs, "seed {seed}\n{text}");
        moves += ours.iter().filter(|shown| shown.contains('/')).count();
        variations += ours.iter().filter(|shown| *shown == "(").count();
        let is_own = |tree: &&GameTree| Setup::from(*tree.start()) != Setup::INITIAL;
        own_starts += trees.iter().filter(is_own).count();
    }
    println!("seeds 0..{}: {moves} positions, {variations} variations", times(1_500));
    assert!(
        moves > 50_000 && variations > 10_000 && own_starts > 500,
        "{moves} {variations} {own_starts}"
    );
}

/// Proof that the comparison can fail: a move changed in the text that one of them reads.
#[test]
fn another_move_is_found() {
    let text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *";
    assert_eq!(ours(text), theirs(text));
    for (from, to) in [("2. Nf3)", "2. Nc3)"), ("c5", "c6"), ("(1... c5 2. Nf3) ", "")] {
        assert_ne!(ours(&text.replace(from, to)), theirs(text), "{to}");
    }
}
