//! Counts that others have published, and what must hold at every node on the way to them.

use std::ops::ControlFlow;

use setwise::node::Node;
use setwise::notation::fen::Form;
use setwise::perft::bulk::{bulk, divide, walk};
use setwise::perft::hash::{self, Table};
use setwise::perft::lanes::{Backend, Lanes};
use setwise::perft::statistics::statistics;
use setwise::perft::{perft, suite};
use setwise::sliders::erased::Erased;
use setwise::sliders::index::rotated::{Boards, Rotated};
use setwise::sliders::{Occupied, Sliders};
use setwise::techniques::{self, DEFAULT, Task, Technique};
use setwise::{Filter, MoveSet, Position};

/// The six positions of the chess programming wiki's page "Perft Results", with their counts from
/// depth 1 on: those of an ordinary test, and those of the deep one.
const USUAL: [(&str, &str, &[u128], &[u128]); 6] = [
    (
        "startpos",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
        &[3_195_901_860],
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
        &[8_031_647_685],
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
        &[3_009_794_393],
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
        &[706_045_033],
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
        &[],
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
        &[6_923_051_137],
    ),
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
}

/// The techniques that this CPU can run.
fn techniques() -> impl Iterator<Item = (Technique, Erased)> {
    Technique::ALL.iter().filter_map(|&technique| {
        let sliders = technique.erased();
        if sliders.is_none() {
            println!("{technique}: skipped, this CPU cannot run it");
        }
        Some((technique, sliders?))
    })
}

#[test]
fn the_six_usual_positions() {
    for (name, fen, counts, _) in USUAL {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(fastest(&position(fen), depth), count, "{name} depth {depth}");
        }
    }
}

#[test]
#[ignore = "deep: some minutes in release"]
fn the_six_usual_positions_deep() {
    for (name, fen, counts, deep) in USUAL {
        for (depth, &count) in (1..).skip(counts.len()).zip(deep) {
            assert_eq!(fastest(&position(fen), depth), count, "{name} depth {depth}");
        }
    }
}

/// A way to count, with its name.
type Counter = (&'static str, Box<dyn Fn(&Position, u32) -> u128>);

fn with_every_technique() -> Vec<Counter> {
    techniques()
        .map(|(technique, sliders)| -> Counter {
            (technique.name(), Box::new(move |position, depth| bulk(position, depth, sliders)))
        })
        .collect()
}

/// With the technique that is fastest here, compiled into the generator.
fn fastest(position: &Position, depth: u32) -> u128 {
    struct Bulk<'p>(&'p Position, u32);
    impl Task for Bulk<'_> {
        type Output = u128;
        fn run<S: Sliders>(self, sliders: S) -> u128 {
            bulk(self.0, self.1, sliders)
        }
    }
    techniques::run_fastest(Bulk(position, depth))
}

/// Families and single children, without a table and with small ones, which forget much.
fn with_every_backend() -> Vec<Counter> {
    let table = |bytes| &*Box::leak(Box::new(Table::new(bytes).expect("little memory")));
    let (tiny, small) = (table(1 << 10), table(1 << 20));
    let mut counters: Vec<Counter> = vec![
        ("a tiny table", Box::new(|position, depth| hash::bulk(position, depth, DEFAULT, tiny))),
        ("a table", Box::new(|position, depth| hash::bulk(position, depth, DEFAULT, small))),
    ];
    for &backend in Backend::ALL.iter().filter(|backend| backend.is_available()) {
        let lanes = Lanes::on(backend);
        let name = backend.name();
        type Count = Box<dyn Fn(&Position, u32) -> Option<u128>>;
        let mut add = |count: Count| {
            let expected = move |position: &_, depth| count(position, depth).expect(name);
            counters.push((name, Box::new(expected)));
        };
        add(Box::new(move |position, depth| lanes.count(position, depth, DEFAULT)));
        add(Box::new(move |position, depth| lanes.each_alone().count(position, depth, DEFAULT)));
        for table in [tiny, small] {
            add(Box::new(move |position, depth| lanes.count_with(table, position, depth, DEFAULT)));
        }
    }
    counters
}

/// Every count of a suite, up to so many nodes each; says how many there were.
fn suite(text: &str, max_nodes: u128, counters: &[Counter]) -> u32 {
    let mut checked = 0;
    for line in text.lines() {
        let (fen, counts) = suite::epd_line(line);
        let position = Position::from_fen_form(fen, Form::Lenient).expect(line);
        for count in counts {
            let suite::Count { depth, nodes } = count.expect(line);
            if nodes > max_nodes {
                continue;
            }
            for (name, counter) in counters {
                assert_eq!(counter(&position, depth), nodes, "{name} {fen} depth {depth}");
            }
            checked += 1;
        }
    }
    checked
}

const RANDOM: &str = include_str!("data/random.epd");
const CHESS960: &str = include_str!("data/chess960.epd");

#[test]
fn the_suites_with_every_technique() {
    let techniques = with_every_technique();
    assert_eq!(suite(RANDOM, 100_000, &techniques), 1_018);
    assert_eq!(suite(CHESS960, 100_000, &techniques), 361);
}

#[test]
fn the_suites_in_lanes() {
    let backends = with_every_backend();
    assert_eq!(suite(RANDOM, 1_000_000, &backends), 1_207);
    assert_eq!(suite(CHESS960, 1_000_000, &backends), 450);
}

#[test]
#[ignore = "deep: the suites, minutes in release"]
fn the_suites_deep() {
    // All counts with all techniques would take ten minutes.
    let techniques = with_every_technique();
    suite(RANDOM, 1_000_000, &techniques);
    suite(CHESS960, 1_000_000, &techniques);
    let mut counters = with_every_backend();
    counters.push(("fastest", Box::new(fastest)));
    let all = |text: &str| text.matches(";D").count() as u32;
    assert_eq!(suite(RANDOM, u128::MAX, &counters), all(RANDOM));
    assert_eq!(suite(CHESS960, u128::MAX, &counters), all(CHESS960));
}

/// Two levels below positions of random games from the suites' positions, in lanes and one by one.
fn random_positions_in_lanes(many: u32) {
    let backends: Vec<Lanes> = Backend::ALL.iter().map(|&backend| Lanes::on(backend)).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut checked = 0;
    for line in RANDOM.lines().chain(CHESS960.lines()).cycle() {
        let mut position = Position::from_fen_form(suite::epd_line(line).0, Form::Lenient).unwrap();
        for _ in 0..40 {
            let expected = fastest(&position, 2);
            for lanes in &backends {
                for lanes in [*lanes, lanes.each_alone()] {
                    let counted = lanes.count(&position, 2, DEFAULT);
                    assert_eq!(counted.unwrap_or(expected), expected, "{lanes:?} {position:?}");
                }
            }
            checked += 1;
            if checked == many {
                return;
            }
            let moves = position.legal_moves();
            // Xorshift (George Marsaglia, 2003).
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let Some(&mv) = moves.get((random >> 32) as usize % moves.len().max(1)) else { break };
            position = position.play_unchecked(mv);
        }
    }
}

#[test]
fn random_games_in_lanes() {
    random_positions_in_lanes(5_000);
}

#[test]
#[ignore = "deep: a million positions, a minute in release"]
fn random_games_in_lanes_deep() {
    random_positions_in_lanes(1_000_000);
}

#[test]
fn the_three_ways_to_count_agree() {
    for (name, fen, counts, _) in USUAL {
        let position = position(fen);
        for (depth, &count) in (1..=3).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{name}");
            assert_eq!(walk(&position, depth, DEFAULT), count, "{name}");
            let divided = divide(&position, depth, DEFAULT);
            assert_eq!(divided.map(|(_, nodes)| nodes).sum::<u128>(), count, "{name}");
        }
        assert_eq!(perft(&position, 0), 1);
        assert_eq!(bulk(&position, 0, DEFAULT), 1);
        assert_eq!(divide(&position, 0, DEFAULT).count(), 0);
    }
}

/// Nodes past the depth at which a word holds any count.
#[test]
fn a_deep_count_of_few_moves() {
    // Two kings and two locked pawns: 9 plies of king moves.
    let position = position("k7/8/8/p7/P7/8/8/K7 w - - 0 1");
    assert_eq!(bulk(&position, 9, DEFAULT), perft(&position, 9));
}

/// What must hold at every node, whatever the technique.
struct Checked {
    key: u64,
    depth: u32,
}

impl Checked {
    fn node<S: Sliders>(&self, node: &Node<S>) -> u128 {
        let position = node.position();
        assert_eq!(self.key, position.key(), "{position}");
        assert_eq!(node.occupied().set(), position.board().occupied(), "{position}");

        let king = position.king(position.turn());
        let attackers = position.attackers(king, position.board().occupied());
        let enemies = position.board().enemy(position.turn());
        assert_eq!(position.checkers(), attackers & enemies, "{position}");

        let moves = position.legal_moves();
        assert_eq!(moves.len(), node.count() as usize, "{position}");
        assert_eq!(moves.is_empty(), !position.has_legal_move(), "{position}");
        assert_eq!(
            moves.len(),
            position.moves(Filter::CAPTURES).len() + position.moves(Filter::QUIETS).len(),
            "{position}"
        );
        if self.depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for mv in moves {
            let next = position.play(mv).expect("generated moves are legal");
            assert_eq!(position.gives_check(mv), next.is_check());
            let below = Checked { key: position.key_after(self.key, mv), depth: self.depth - 1 };
            nodes += below.node(&node.next(next));
        }
        // The same children through the sets, without a list.
        let mut through_sets = Vec::new();
        let _: ControlFlow<()> = node.visit(Filter::ALL, &mut |set: MoveSet| {
            node.for_each_next(set, |next| through_sets.push(*next.position()));
            ControlFlow::Continue(())
        });
        let played = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
        assert!(played.eq(through_sets), "{position}");
        nodes
    }
}

fn checked_walk<S: Sliders>(position: Position, depth: u32, sliders: S) -> u128 {
    Checked { key: position.key(), depth }.node(&Node::new(position, sliders))
}

#[test]
fn every_node_agrees_with_its_own_from_scratch() {
    for (name, fen, counts, _) in USUAL {
        for (technique, sliders) in techniques() {
            let nodes = checked_walk(position(fen), 2, sliders);
            assert_eq!(nodes, counts[1], "{technique} {name}");
        }
        assert_eq!(checked_walk(position(fen), 3, DEFAULT), counts[2], "{name}");
    }
}

/// Asserts at each node that the four boards, kept up move by move, are those built anew.
fn rotated_boards_agree(position: Position, depth: u32) -> u128 {
    fn agree(node: &Node<Rotated>, depth: u32) -> u128 {
        let rebuilt = Boards::of(node.position().board().occupied());
        assert_eq!(*node.occupied(), rebuilt, "{}", node.position());
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        let _: ControlFlow<()> = node.visit(Filter::ALL, &mut |set: MoveSet| {
            node.for_each_next(set, |next| nodes += agree(&next, depth - 1));
            ControlFlow::Continue(())
        });
        nodes
    }
    let rotated = Rotated::new().expect("runs on every CPU");
    agree(&Node::new(position, rotated), depth)
}

/// The four boards follow every kind of move: quiet, capture, en passant, promotion, and castling
/// from where Chess960 begins, where king and rook may change places or stay. To a depth that
/// depends on the size of the usual positions, and on the line number of the Chess960 ones.
fn rotated_boards_are_those_built_anew(
    usual_depth: impl Fn(&[u128]) -> usize,
    chess960_depth: impl Fn(usize) -> u32,
) {
    for (name, fen, counts, _) in USUAL {
        let depth = usual_depth(counts);
        let nodes = rotated_boards_agree(position(fen), depth as u32);
        assert_eq!(nodes, counts[depth - 1], "{name}");
    }
    let mut checked = 0;
    for (number, line) in CHESS960.lines().enumerate() {
        let (fen, counts) = suite::epd_line(line);
        let position = Position::from_fen_form(fen, Form::Lenient).expect(line);
        let depth = chess960_depth(number);
        for count in counts.flatten().filter(|count| count.depth == depth) {
            assert_eq!(rotated_boards_agree(position, depth), count.nodes, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 110, "{checked}");
}

#[test]
fn rotated_boards_kept_up_are_those_built_anew() {
    let one_in_twenty = |number| if number % 20 == 0 { 4 } else { 3 };
    rotated_boards_are_those_built_anew(
        |counts| if counts[3] < 1_000_000 { 4 } else { 3 },
        one_in_twenty,
    );
}

#[test]
#[ignore = "deep: some ten seconds"]
fn rotated_boards_kept_up_are_those_built_anew_at_every_node_of_depth_4() {
    rotated_boards_are_those_built_anew(|_| 4, |_| 4);
}

/// The columns of the wiki's tables: nodes, captures, en passant, castles, promotions, checks,
/// mates; and where it has them, discovered and double checks.
#[test]
fn the_published_statistics_of_the_last_moves() {
    for (usual, depth, row, discovered_and_double) in [
        (0, 4, [197_281, 1_576, 0, 0, 0, 469, 8], Some((0, 0))),
        (0, 5, [4_865_609, 82_719, 258, 0, 0, 27_351, 347], Some((6, 0))),
        (1, 3, [97_862, 17_102, 45, 3_162, 0, 993, 1], Some((0, 0))),
        (1, 4, [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 43], Some((42, 6))),
        (2, 5, [674_624, 52_051, 1_165, 0, 0, 52_950, 0], Some((1_292, 3))),
        (3, 4, [422_333, 131_393, 0, 7_795, 60_032, 15_492, 5], None),
    ] {
        let (name, fen, ..) = USUAL[usual];
        let s = statistics(&position(fen), depth);
        let got =
            [s.nodes, s.captures, s.en_passant, s.castles, s.promotions, s.checks, s.checkmates];
        assert_eq!(got, row, "{name} depth {depth}");
        if let Some(expected) = discovered_and_double {
            assert_eq!((s.discovered_checks, s.double_checks), expected, "{name} depth {depth}");
        }
    }
}
