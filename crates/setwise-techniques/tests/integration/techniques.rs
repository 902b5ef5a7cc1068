//! Every technique in the move generator: the suites, and properties that hold at every node.

use std::ops::ControlFlow;

use setwise::attacks::{DEFAULT, Erased, Sliders, walk};
use setwise::{Bitboard, Filter, MoveSet, Position, SearchPosition, Square};
use setwise_perft::{CountMode, count_with};
use setwise_techniques::index::rotated::{Boards, Rotated};
use setwise_techniques::trace::Traced;
use setwise_techniques::{Document, Technique};
use setwise_testkit::scaled;
use setwise_testkit::suites::{self, CHESS960, Known, RANDOM, UNREACHABLE, USUAL};

/// Each document with the techniques that it describes: *Bitboard Notes* 2.2.3, 2.2.4 and 2.3.1;
/// the sections of Isenberg's talk from *Sliding Attacks by Calculation* on; the rook moves of
/// NagaSkaki. Rogers' page describes none.
const DESCRIBED: [(Document, &[&str]); 4] = [
    (Document::BitboardNotes, &["classical", "rotated", "first-rank"]),
    (
        Document::SlidingPieceAttacks,
        &[
            "subtraction",
            "hyperbola",
            "hyperbola-reversed",
            "rotated",
            "first-rank",
            "kindergarten",
            "congruent-modulo",
            "congruent-modulo-dense",
            "magic-plain",
            "magic-fancy",
            "magic-compressed",
            "dumb7",
            "kogge-stone",
        ],
    ),
    (Document::NagaSkaki, &["shifted"]),
    (Document::LegalMoves, &[]),
];

/// Each card names the documents that describe its technique, and a page of `docs/reading` names
/// the technique.
#[test]
fn cards_name_every_document_that_describes_the_technique() {
    for &technique in Technique::ALL {
        let card = technique.card();
        let described = |(_, names): &&(Document, &[&str])| names.contains(&technique.name());
        let expected: Vec<Document> =
            DESCRIBED.iter().filter(described).map(|(document, _)| *document).collect();
        assert_eq!(card.documents, expected, "{technique}");
        assert!(card.source.starts_with("https://") && !card.people.is_empty(), "{technique}");
        assert!(card.page.contains("**Literature.**"), "{technique}");
    }
    let pages = [
        include_str!("../../../../docs/reading/bitboard-notes.md"),
        include_str!("../../../../docs/reading/sliding-piece-attacks.md"),
        include_str!("../../../../docs/reading/nagaskaki.md"),
        include_str!("../../../../docs/reading/legal-moves.md"),
    ];
    for ((document, names), page) in DESCRIBED.iter().zip(pages) {
        for name in *names {
            assert!(
                name.parse::<Technique>().is_ok() || cfg!(not(target_arch = "x86_64")),
                "{name}"
            );
            assert!(
                page.contains(&format!("`{name}`")),
                "{document}: its page does not name {name}"
            );
        }
    }
}

/// Returns the techniques that this CPU can run.
fn techniques() -> impl Iterator<Item = (Technique, Erased)> {
    Technique::ALL.iter().filter_map(|&technique| {
        let sliders = technique.erased();
        if sliders.is_none() {
            println!("{technique}: skipped, this CPU cannot run it");
        }
        Some((technique, sliders?))
    })
}

/// On a CPU below x86-64-v3, counts erase a technique that is erased already. Fails if a lookup
/// then makes the technique again, which panicked.
#[test]
fn every_technique_can_be_erased_twice() {
    for (technique, once) in techniques() {
        let twice = Erased::of(once);
        for occupied in [0, 0x0081_4224_1818_2442, 0x1234_5678_9abc_def0].map(Bitboard) {
            for from in Square::ALL {
                assert_eq!(
                    [twice.rook(from, occupied), twice.bishop(from, occupied)],
                    [walk::rook(from, occupied), walk::bishop(from, occupied)],
                    "{technique} {from}"
                );
                let queen = once.queen(from, occupied);
                assert_eq!(twice.queen(from, occupied), queen, "{technique} {from}");
            }
        }
        assert_eq!(
            count_with(twice, &Position::INITIAL, 2, CountMode::Families),
            400,
            "{technique}"
        );
    }
}

type Counter = (String, Box<dyn FnMut(&Position, u8) -> u128>);

fn counters() -> Vec<Counter> {
    techniques()
        .map(|(technique, sliders)| -> Counter {
            let count = move |position: &Position, depth| {
                count_with(sliders, position, depth, CountMode::EachAlone)
            };
            (technique.to_string(), Box::new(count))
        })
        .collect()
}

#[test]
fn the_suites_with_every_technique() {
    let (mut counters, most) = (counters(), scaled(100_000, 10_000) as u128);
    assert_eq!(suites::check(RANDOM, most, &mut counters), scaled(1_018, 784) as u32);
    assert_eq!(suites::check(CHESS960, most, &mut counters), scaled(361, 254) as u32);
    assert_eq!(suites::check(UNREACHABLE, most, &mut counters), scaled(123, 102) as u32);
}

#[test]
#[ignore = "deep: the suites, minutes in release"]
fn the_suites_with_every_technique_deep() {
    let mut counters = counters();
    assert_eq!(suites::check(RANDOM, 1_000_000, &mut counters), 1_207);
    assert_eq!(suites::check(CHESS960, 1_000_000, &mut counters), 450);
}

/// Counts as perft does, and checks what must hold at every node, whatever the technique.
fn checked_walk<S: Sliders>(searched: &SearchPosition, depth: u8, sliders: S) -> u128 {
    let position: &Position = searched;
    assert_eq!(*searched, SearchPosition::from(*position), "{position}");

    let king = position.king(position.turn());
    let attackers = position.attackers(king, position.board().occupied());
    let enemies = position.board().enemy(position.turn());
    assert_eq!(position.checkers(), attackers & enemies, "{position}");

    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves_with(sliders) as usize, "{position}");
    assert_eq!(moves.is_empty(), !position.has_legal_move(), "{position}");
    assert_eq!(
        moves.len(),
        position.legal_moves_matching(Filter::CAPTURES).len()
            + position.legal_moves_matching(Filter::QUIETS).len(),
        "{position}"
    );
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for mv in moves {
        let next = searched.play(mv).expect("generated moves are legal");
        assert_eq!(position.gives_check(mv), next.is_check());
        nodes += checked_walk(&next, depth - 1, sliders);
    }
    // The same children through the sets, without a list.
    let mut through_sets = Vec::new();
    let mut push = |set: MoveSet| -> ControlFlow<()> {
        position.for_each_next(set, |next| through_sets.push(*next));
        ControlFlow::Continue(())
    };
    let _ = position.visit_legal_moves_with(sliders, Filter::ALL, &mut push);
    let moves = position.legal_moves().into_iter();
    let mut played: Vec<Position> = moves.map(|mv| position.play_unchecked(mv)).collect();
    for children in [&mut played, &mut through_sets] {
        children.sort_by_key(Position::key);
    }
    assert_eq!(played, through_sets, "{position}");
    nodes
}

#[test]
fn every_node_agrees_with_values_computed_from_scratch() {
    for known in USUAL {
        let Known { name, counts, .. } = known;
        let rotated = Rotated::new().expect("runs on every CPU");
        assert_eq!(checked_walk(&known.position().into(), 2, rotated), counts[1], "rotated {name}");
        let depth = if counts[2] <= scaled(usize::MAX, 20_000) as u128 { 3 } else { 2 };
        let expected = counts[usize::from(depth) - 1];
        assert_eq!(checked_walk(&known.position().into(), depth, DEFAULT), expected, "{name}");
    }
}

/// Asserts at each node that the four boards, updated move by move, equal boards built from
/// scratch.
fn rotated_boards_agree(position: Position, depth: u8) -> u128 {
    fn agree(position: &Position, boards: Boards, depth: u8) -> u128 {
        let occupied = position.board().occupied();
        assert_eq!(boards, Boards::of(occupied), "{position}");
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        let _: ControlFlow<()> = position.visit_legal_moves(Filter::ALL, |set| {
            position.for_each_next(set, |next| {
                let mut boards = boards;
                boards.toggle(occupied ^ next.board().occupied());
                nodes += agree(next, boards, depth - 1);
            });
            ControlFlow::Continue(())
        });
        nodes
    }
    agree(&position, Boards::of(position.board().occupied()), depth)
}

/// Asserts that the four boards are updated by every kind of move: quiet, capture, en passant,
/// promotion, and castling. The Chess960 positions contain castling in which king and rook change
/// places or stay. The depth depends on the size of the usual positions, and on the line number of
/// the Chess960 positions.
fn check_rotated_boards(
    usual_depth: impl Fn(&[u128]) -> usize,
    chess960_depth: impl Fn(usize) -> u8,
) {
    for known in USUAL {
        let depth = usual_depth(known.counts);
        let nodes = rotated_boards_agree(known.position(), depth as u8);
        assert_eq!(nodes, known.counts[depth - 1], "{}", known.name);
    }
    let mut checked = 0;
    for (number, (fen, position, counts)) in suites::positions(CHESS960).enumerate() {
        let depth = chess960_depth(number);
        for count in counts.into_iter().filter(|count| count.depth == depth) {
            assert_eq!(rotated_boards_agree(position, depth), count.nodes, "{fen}");
            checked += 1;
        }
    }
    assert!(checked > 110, "{checked}");
}

#[test]
fn updated_rotated_boards_equal_rebuilt_ones() {
    let (most, shallow) = (scaled(1_000_000, 250_000) as u128, scaled(1, 4));
    let some_deep = |number: usize| match number {
        _ if number.is_multiple_of(20 * shallow) => 4,
        _ if number.is_multiple_of(shallow) => 3,
        _ => 2,
    };
    check_rotated_boards(|counts| if counts[3] < most { 4 } else { 3 }, some_deep);
}

#[test]
#[ignore = "deep: some ten seconds"]
fn updated_rotated_boards_equal_rebuilt_ones_at_every_node_of_depth_4() {
    check_rotated_boards(|_| 4, |_| 4);
}
