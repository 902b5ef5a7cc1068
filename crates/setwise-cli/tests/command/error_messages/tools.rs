//! Errors of suites, CPU levels, back-ends, hash tables and techniques.

use setwise::attacks::{Sliders, walk};
use setwise::dispatch::{CpuLevel, CpuLevelError};
use setwise::{Bitboard, Square};
use setwise_perft::suite::{epd_line, perft_line};
use setwise_perft::{BackendName, Table};
use setwise_player::{Options, Player};
use setwise_techniques::index::magic_family::finder::Target;
use setwise_techniques::parts::RookOrBishop;
use setwise_techniques::{Technique, battery};

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    inventory.function("suite::epd_line");
    for text in ["D1", "D1 -20", "Dx 20", "1 20", "D1 20 30", "D256 20"] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;{text}");
        let error = epd_line(&line).1.next().expect("a count").expect_err(text);
        inventory.add(text, &error, &error);
    }
    inventory.function("suite::perft_line");
    for text in ["perft 1", "perft x 2", "depth 3"] {
        let error = perft_line(text).expect_err(text);
        inventory.add(text, &error, &error);
    }
    // These depend on the CPU: here one CPU has x86-64-v3, and one does not.
    inventory.function("dispatch::forced_level");
    let highest = CpuLevel::V3;
    let error = CpuLevelError::Unknown { found: "v5".to_owned(), highest };
    inventory.add("SETWISE_CPU=v5", &error, &error);
    for highest in [CpuLevel::V3, CpuLevel::Baseline] {
        let error = CpuLevelError::Unavailable { found: CpuLevel::V4, highest };
        inventory.add("SETWISE_CPU=v4", &error, &error);
    }
    inventory.function("str::parse::<BackendName>");
    let error = "avx1024".parse::<BackendName>().expect_err("no such back-end");
    inventory.add("avx1024", &error, &error);

    inventory.function("Table::new");
    let error = Table::new(1 << 62).expect_err("too large");
    inventory.add("1 << 62", &error, &error);

    inventory.function("Player::new");
    let options = Options { hash: 1 << 40, ..Options::default() };
    let error = Player::new(&options).expect_err("too large");
    inventory.add("a hash table of 1 << 40 MiB", &error, &error);

    inventory.function("Target::check");
    let error = Target::ordinary(RookOrBishop::Bishop, Square::B1).check(1).expect_err("not magic");
    inventory.add("the factor 1 for a bishop on b1", &error, &error);

    inventory.function("battery::run");
    let error = battery::run(NoBishop).expect_err("the bishop attacks no square");
    inventory.add("a technique whose bishop attacks no square", &error, &error);

    // The list of names depends on the CPU architecture of the build.
    inventory.function("str::parse::<Technique>");
    let error = "magik".parse::<Technique>().expect_err("no such technique");
    let message = error.to_string();
    let (begin, names) = message.split_once(" walk ").expect("a list of names");
    assert!(names.ends_with(')'), "{message}");
    inventory.add_text("magik", &format!("{begin} walk …)"), &error);
}

/// A technique with an error.
#[derive(Clone, Copy)]
struct NoBishop;

impl Sliders for NoBishop {
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        walk::rook(from, occupied)
    }

    fn bishop(self, _: Square, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }
}
