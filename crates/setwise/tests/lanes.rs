//! Counts in lanes against published ones.

use setwise::Position;
use setwise::notation::fen::Form;
use setwise::perft::lanes::{Backend, lanes};
use setwise::perft::suite;
use setwise::techniques;

fn suite_in_lanes(text: &str, max_nodes: u128) -> u32 {
    let available: Vec<Backend> =
        Backend::ALL.iter().copied().filter(|backend| backend.is_available()).collect();
    let mut checked = 0;
    for line in text.lines() {
        let (fen, counts) = suite::epd_line(line);
        let position = Position::from_fen_form(fen, Form::Lenient).expect(line);
        for count in counts {
            let suite::Count { depth, nodes } = count.expect(line);
            if nodes <= max_nodes {
                for &backend in &available {
                    let got = lanes(&position, depth, techniques::DEFAULT, backend);
                    assert_eq!(got, Some(nodes), "{backend:?} {fen} depth {depth}");
                }
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn the_suite_of_random_positions() {
    assert!(suite_in_lanes(include_str!("data/random.epd"), 1_000_000) > 1_000);
}

#[test]
fn the_suite_of_chess960_positions() {
    assert!(suite_in_lanes(include_str!("data/chess960.epd"), 1_000_000) > 300);
}
