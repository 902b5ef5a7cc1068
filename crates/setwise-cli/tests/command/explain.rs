//! Tests of `setwise explain`. The drawings are snapshots; `cargo insta review` shows changes.

use std::fs;
use std::path::Path;

use roxmltree::Document;
use setwise_techniques::Technique;

use crate::run::{explain, setwise};

/// The ray to lower squares, whose nearest blocker is the highest; docs/reading/classical.svg has a
/// ray to higher squares.
#[test]
fn the_bishop_on_d4_by_classical_rays() {
    let steps = ["classical", "bishop", "d4", "--occupied", "0x8000200", "--step", "9..12"];
    insta::assert_snapshot!(explain(&steps).out);
}

/// The rank and the union; docs/reading/hyperbola.svg has the file.
#[test]
fn the_rook_on_c3_by_hyperbola_quintessence() {
    let steps = ["hyperbola", "rook", "c3", "--occupied", "0x240000", "--step", "8..12"];
    insta::assert_snapshot!(explain(&steps).out);
}

/// The place in the shared table is the sum of an index and an offset, in decimal on one line.
#[test]
fn the_rook_on_h1_by_black_magic() {
    insta::assert_snapshot!(explain(&["magic-black", "rook", "h1", "--occupied", "0x800020"]).out);
}

/// The fill spreads from the four squares around the rook; the square of the rook is removed again.
#[test]
fn the_rook_on_d4_by_exploding_bitboards() {
    let steps = ["exploding", "rook", "d4", "--occupied", "0x80020000000", "--step", "3..6"];
    insta::assert_snapshot!(explain(&steps).out);
}

#[test]
fn a_picture_of_the_steps() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("steps.svg");
    let file = path.to_str().expect("the path is text");
    let steps = ["magic", "bishop", "a1", "--occupied", "0x8000000", "--svg", file];
    explain(&steps);
    let picture = fs::read_to_string(&path).expect("it has been written");
    assert!(Document::parse(&picture).is_ok(), "{picture}");
    insta::assert_snapshot!(picture);
}

/// As with `svg -o -`, there is only the image, and no file with the name `-`.
#[test]
fn a_dash_is_standard_output() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let steps = ["explain", "hyperbola", "bishop", "a1", "--occupied", "0x8000000", "--svg"];
    let file = directory.join("steps-to-compare.svg");
    setwise(&[&steps[..], &[file.to_str().expect("the path is text")]].concat()).exits(0);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(steps)
        .arg("-")
        .current_dir(directory)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, fs::read(file).expect("it has been written"));
    assert!(!directory.join("-").exists());
}

/// The last step of every technique is the set that `attacks` prints.
#[test]
fn the_last_board_is_the_answer() {
    for piece in ["rook", "bishop", "queen"] {
        let attacked = setwise(&["attacks", piece, "e4", "kiwipete"]).exits(0).out;
        for technique in Technique::ALL.iter().filter(|technique| technique.is_available()) {
            let json = explain(&[technique.name(), piece, "e4", "kiwipete", "--json"]).json();
            let answer = json["answer"].as_str().expect("a set");
            let answer = u64::from_str_radix(&answer[2..], 16).expect("hexadecimal digits");
            let drawn = format!("{}", setwise::Bitboard(answer));
            assert_eq!(drawn.trim_end(), attacked.trim_end(), "{technique} {piece}");
        }
    }
}

#[test]
fn errors_list_the_possible_values() {
    setwise(&["explain", "magick", "rook", "c3"]).exits(2).prints("").says("walk, classical");
    setwise(&["explain", "classical", "knight", "c3"]).exits(2).says("rook, bishop, queen");
    setwise(&["explain", "classical", "rook", "j3"]).exits(2).says("a file a to h");
    setwise(&["explain", "classical", "rook", "c3", "--occupied", "zz"])
        .exits(2)
        .says("16 hexadecimal digits");
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such directory/steps.svg");
    let nowhere = nowhere.to_str().expect("the path is text");
    setwise(&["explain", "classical", "rook", "c3", "--svg", nowhere])
        .exits(2)
        .says("cannot write")
        .says("steps.svg");
}
