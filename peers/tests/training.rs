//! Training data of random games, read by the crates whose formats it has.

use std::io::BufReader;
use std::path::Path;

use bulletformat::{ChessBoard, DataLoader};
use fastrand::Rng;
use setwise::{Color, Move, MoveKind, Position};
use setwise_jobs::kind::Interruption;
use setwise_tables::{ExportOptions, Format, Inputs, ReadOptions, export_file};
use viriformat::dataformat::{Game, WDL};

const GAMES: u64 = 100;

const LONGEST_GAME: usize = 80;

/// The most halfmoves without a capture or pawn move that viriformat accepts.
const MOST_HALFMOVES: u16 = 100;

/// Starts with castling rights, an en passant capture, promotions, and Chess960.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// A game whose positions, but for the first, have scores for White.
struct Played {
    start: Position,
    moves: Vec<(Move, i16)>,
    /// 1 if White won, 0 for a draw, −1 if Black won.
    outcome: i8,
}

impl Played {
    /// Plays random legal moves; with probability 1/4 a rare one, if there is any.
    fn random(number: u64, rng: &mut Rng) -> Played {
        let start = Position::parse_fen(STARTS[number as usize % STARTS.len()]).expect("a FEN");
        let (mut position, mut moves) = (start, Vec::new());
        while moves.len() < LONGEST_GAME && position.halfmoves() < MOST_HALFMOVES {
            let legal = position.legal_moves();
            let is_rare =
                |mv: &Move| mv.is_castle() || mv.is_en_passant() || mv.promoted().is_some();
            let rare: Vec<Move> = legal.iter().copied().filter(is_rare).collect();
            let rare = rng.choice(&rare).filter(|_| rng.u8(..4) == 0);
            let Some(&mv) = rare.or_else(|| rng.choice(legal.iter())) else { break };
            moves.push((mv, rng.i16(-3_000..3_000)));
            position = position.play(mv).expect("it is in the list");
        }
        Played { start, moves, outcome: rng.i8(-1..=1) }
    }

    fn result(&self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][(self.outcome + 1) as usize]
    }

    fn pgn(&self, number: u64) -> String {
        let (fen, result) = (self.start.fen(), self.result());
        let mut text = format!(
            "[Event \"{number}\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"
        );
        let mut position = self.start;
        for &(mv, score) in &self.moves {
            text += &format!("{} {{[%eval {:.2}]}}\n", position.san(mv), f32::from(score) / 100.0);
            position = position.play(mv).expect("legal");
        }
        text + result + "\n\n"
    }

    /// Returns the positions after the first one, each with its score.
    fn scored(&self) -> impl Iterator<Item = (Position, i16)> {
        self.moves.iter().scan(self.start, |position, &(mv, score)| {
            *position = position.play(mv).expect("legal");
            Some((*position, score))
        })
    }
}

/// Calls a function with random games and the path of a file of them in a format.
fn with_file(format: Format, test: impl FnOnce(&[Played], &Path)) {
    let mut rng = Rng::with_seed(36);
    let games: Vec<Played> = (0..GAMES).map(|number| Played::random(number, &mut rng)).collect();
    let text: String = (0..).zip(&games).map(|(number, game)| game.pgn(number)).collect();
    let directory = tempfile::tempdir().expect("a directory");
    let (pgn, path) = (directory.path().join("games.pgn"), directory.path().join("data"));
    std::fs::write(&pgn, text).expect("a file");
    let inputs = Inputs::find([pgn]).expect("a file");
    let tables = format.training_tables(Default::default()).expect("training data");
    let (read, options) = (ReadOptions::default(), ExportOptions::new("", tables, format));
    let outcome = export_file(&inputs, &read, &options, Interruption::NEVER, &path);
    let summary = outcome.expect("a file").summary;
    assert_eq!((summary.games, summary.errors.len()), (GAMES, 0));
    assert!(summary.training.expect("training data").written > 4_000);
    test(&games, &path);
}

#[test]
fn bulletformat_reads_the_boards() {
    with_file(Format::Bulletformat, |games, path| {
        let mut found: Vec<ChessBoard> = Vec::new();
        let loader = DataLoader::<ChessBoard>::new(path, 1).expect("a file");
        loader.map_batches(100, |batch| found.extend_from_slice(batch));
        let mut found = found.into_iter();
        for game in games {
            for (position, score) in game.scored() {
                let result = f32::from(game.outcome + 1) / 2.0;
                let text = format!("{} | {score} | {result:.1}", position.fen());
                let (read, board) = (text.parse::<ChessBoard>(), position.board());
                let mut sets = [0; 8];
                sets[0] = board.color(Color::White).0;
                sets[1] = board.color(Color::Black).0;
                for (set, role) in sets[2..].iter_mut().zip(setwise::Role::ALL) {
                    *set = board.role(role).0;
                }
                let made = ChessBoard::from_raw(sets, position.turn() as usize, score, result);
                let found = found.next().expect("a board for each position");
                assert_eq!((Ok(found), Ok(found)), (read, made), "{text}");
            }
        }
        assert_eq!(found.next(), None);
    });
}

fn fields(fen: &str) -> Vec<&str> {
    fen.split(' ').collect()
}

#[test]
fn viriformat_plays_the_games() {
    with_file(Format::Viriformat, |games, path| {
        let file = std::fs::read(path).expect("a file");
        let mut reader = BufReader::new(&file[..]);
        let (mut castles, mut en_passants, mut promotions) = (0, 0, 0);
        for game in games {
            let read = Game::deserialise_from(&mut reader, Vec::new()).expect("a game");
            let outcome = [WDL::Loss, WDL::Draw, WDL::Win][(game.outcome + 1) as usize];
            assert_eq!((read.outcome(), read.len()), (outcome, game.moves.len()));
            let (mut board, mut position) = (read.initial_position(), game.start);
            let mut before = 0;
            for (&(theirs, eval), &(ours, score)) in read.moves.iter().zip(&game.moves) {
                let (expected, found) = (position.fen().to_string(), board.to_string());
                let (expected, found) = (fields(&expected), fields(&found));
                assert_eq!((&found[..2], &found[4..]), (&expected[..2], &expected[4..]));
                // Theirs never names the file of a rook.
                let names_files = expected[2].chars().any(|letter| !"KQkq-".contains(letter));
                assert!(names_files || found[2] == expected[2], "{found:?}, {expected:?}");
                assert_eq!(eval.get(), before);
                assert!(board.legal_moves().contains(&theirs), "{theirs:?} in {board}");
                castles += u32::from(ours.kind() == MoveKind::Castle);
                en_passants += u32::from(ours.kind() == MoveKind::EnPassant);
                promotions += u32::from(ours.promoted().is_some());
                board.make_move_simple(theirs);
                position = position.play(ours).expect("legal");
                before = score;
            }
            assert_eq!(fields(&board.to_string())[..2], fields(&position.fen().to_string())[..2]);
        }
        assert_eq!(Game::deserialise_from(&mut reader, Vec::new()).ok(), None);
        assert!(
            castles > 5 && en_passants > 5 && promotions > 5,
            "{castles} {en_passants} {promotions}"
        );
    });
}
