//! Tests of `setwise magics`.

use setwise::Square;
use setwise_techniques::index::magic_family::Form;
use setwise_techniques::index::magic_family::finder::Target;
use setwise_techniques::parts::RookOrBishop;

#[cfg(unix)]
use crate::run::interrupted;
use crate::run::setwise;

/// Parses a line of the output: the factor, the piece, the square and the number of bits.
fn parse(line: &str) -> (u64, RookOrBishop, Square, u32) {
    let words: Vec<&str> =
        line.split([' ', ',', ':', '/']).filter(|word| !word.is_empty()).collect();
    let [factor, piece, square, bits, "bits", _, "bytes"] = words[..] else {
        panic!("{line:?} has no factor");
    };
    let factor = factor.strip_prefix("0x").expect("hexadecimal");
    (
        u64::from_str_radix(factor, 16).expect("a number"),
        RookOrBishop::ALL.into_iter().find(|p| p.name() == piece).expect("a piece"),
        square.parse().expect("a square"),
        bits.parse().expect("a number"),
    )
}

#[test]
fn all_128_factors_are_found_and_are_magic() {
    let run = setwise(&["magics", "--seed", "5"]).exits(0);
    let (last, lines) = run.out.lines().collect::<Vec<_>>().split_last().map_or_else(
        || panic!("nothing printed"),
        |(last, lines)| {
            (last.to_string(), lines.iter().map(ToString::to_string).collect::<Vec<_>>())
        },
    );
    assert_eq!(last, "// 128 of 128, 861184 bytes, seed 5");
    assert_eq!(lines.len(), 128);
    let squares = RookOrBishop::ALL.into_iter().flat_map(|p| Square::ALL.map(|from| (p, from)));
    for (line, (piece, from)) in lines.iter().zip(squares) {
        let (factor, of_piece, at, bits) = parse(line);
        assert_eq!((of_piece, at), (piece, from), "{line}");
        let target = Target::ordinary(piece, from);
        assert_eq!(bits, target.bits(), "{line}");
        assert!(target.check(factor).is_ok(), "{line}");
    }
    setwise(&["magics", "--seed", "5"]).prints(&run.out);
    assert_ne!(setwise(&["magics", "--seed", "6"]).exits(0).out, run.out);
}

#[test]
fn piece_square_and_bits_can_be_selected() {
    let run = setwise(&["magics", "--piece", "rook"]).exits(0);
    assert!(run.out.ends_with("// 64 of 64, 819200 bytes, seed 1\n"), "{run:#?}");
    let run = setwise(&["magics", "--piece", "bishop", "--square", "d4", "--bits", "10"]).exits(0);
    let mut lines = run.out.lines();
    let (factor, piece, from, bits) = parse(lines.next().expect("a factor"));
    assert_eq!((piece, from, bits), (RookOrBishop::Bishop, Square::D4, 10));
    let target = Target::new(piece, from, Form::Plain, bits).expect("ten bits");
    assert!(target.check(factor).is_ok());
    assert_eq!(lines.next(), Some("// 1 of 1, 8192 bytes, seed 1"));
}

#[test]
fn the_factors_as_json() {
    let arguments = ["magics", "--piece", "rook", "--square", "h8", "--seed", "2", "--json"];
    let json = setwise(&arguments).exits(0).json();
    assert_eq!((&json["seed"], &json["complete"]), (&2.into(), &true.into()));
    assert_eq!(json["table_bytes"], 32_768);
    let magic = &json["magics"][0];
    assert_eq!((&magic["piece"], &magic["square"]), (&"rook".into(), &"h8".into()));
    assert_eq!((&magic["bits"], &magic["table_bytes"]), (&12.into(), &32_768.into()));
    assert!(magic["tried"].as_u64().is_some_and(|tried| tried > 0), "{json}");
    let factor = magic["factor"].as_str().expect("text");
    setwise(&["magics", "--piece", "rook", "--square", "h8", "--check", factor]).exits(0);
}

#[test]
fn check_tells_whether_a_factor_is_magic() {
    // The factor of the example in the module documentation of magic bitboards.
    let of_b1 = ["magics", "--piece", "bishop", "--square", "b1", "--check"];
    setwise(&[&of_b1[..], &["0x0002020202020000"]].concat())
        .exits(0)
        .prints("magic for a bishop on b1 in 5 bits: uses 32 of 32 entries\n");
    // The same factor without the bit that shifts g6 into the index.
    setwise(&[&of_b1[..], &["2_0202_0200_0000"]].concat()).exits(1).prints(
        "\
not magic for a bishop on b1 in 5 bits: the occupancies 0x0 and 0x400000000000 both have index 0, \
but different attacked squares (expected different indices)

occupied
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
attacked
. . . . . . . .
. . . . . . . X
. . . . . . X .
. . . . . X . .
. . . . X . . .
. . . X . . . .
X . X . . . . .
. . . . . . . .

occupied
. . . . . . . .
. . . . . . . .
. . . . . . X .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
attacked
. . . . . . . .
. . . . . . . .
. . . . . . X .
. . . . . X . .
. . . . X . . .
. . . X . . . .
X . X . . . . .
. . . . . . . .
",
    );
    let json = setwise(&[&of_b1[..], &["0", "--json"]].concat()).exits(1).json();
    assert_eq!((&json["magic"], &json["index"]), (&false.into(), &0.into()));
    assert_eq!(json["occupancies"].as_array().map(Vec::len), Some(2));
    let json = setwise(&[&of_b1[..], &["2020202020000", "--json"]].concat()).exits(0).json();
    assert_eq!((&json["magic"], &json["entries"]), (&true.into(), &32.into()));
    // It is still magic with more bits, but not with fewer.
    setwise(&[&of_b1[..], &["2020202020000", "--bits", "7"]].concat()).exits(0);
    setwise(&[&of_b1[..], &["2020202020000", "--bits", "4"]].concat()).exits(1);
}

#[test]
fn the_table_of_occupancies_and_attack_sets() {
    let run = setwise(&["magics", "--table"]).exits(0);
    insta::assert_snapshot!(run.out);
    let json = setwise(&["magics", "--table", "--json"]).exits(0).json();
    let squares = json["squares"].as_array().expect("a list");
    let on = |name: &str| squares.iter().find(|row| row["square"] == name).expect("64 squares");
    assert_eq!(squares.len(), 64);
    assert_eq!(on("d4")["rook"]["attack_sets"], 144);
    assert_eq!(on("a8")["bishop"]["attack_sets"], 7);
    for (piece, occupancies, sets) in [("rook", 102_400, 4_900), ("bishop", 5_248, 1_428)] {
        assert_eq!(json[piece]["occupancies"], occupancies);
        assert_eq!(json[piece]["attack_sets"], sets);
        let ratio = json[piece]["ratio"].as_f64().expect("a number");
        assert!((ratio - f64::from(occupancies) / f64::from(sets)).abs() < 1e-9);
    }
}

#[test]
fn a_search_that_exceeds_its_time_limit_exits_with_1() {
    // Six bits can distinguish the 49 attack sets, but no such factor is known.
    let arguments =
        ["magics", "--piece", "rook", "--square", "a1", "--bits", "6", "--seconds", "1"];
    setwise(&arguments)
        .exits(1)
        .says("no factor found for a rook on a1 in 6 bits after ")
        .prints("// 0 of 1, 0 bytes, seed 1\n");
    let json = setwise(&[&arguments[..], &["--json"]].concat()).exits(1).json();
    assert_eq!((&json["complete"], &json["magics"]), (&false.into(), &serde_json::json!([])));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_search_and_prints_the_factors_found() {
    // No rook factor of eight bits is found soon, so the search is still running.
    let run = interrupted(&["magics", "--piece", "rook", "--bits", "8"]).exits(130);
    assert!(run.out.starts_with("// 0 of 64,"), "{run:#?}");
}

#[test]
fn wrong_arguments_exit_with_2() {
    for (arguments, words) in [
        (&["--square", "a1"][..], "--piece"),
        (&["--bits", "9"], "--piece"),
        (
            &["--piece", "rook", "--bits", "7"],
            "--bits 7 is too small: it distinguishes 128 attack sets, but a rook on d4 has 144",
        ),
        (&["--piece", "queen"], "rook, bishop"),
        (&["--piece", "rook", "--square", "i9"], "i9"),
        (&["--seed", "-1"], "unexpected argument"),
        (&["--check", "0x1"], "--square"),
        (&["--piece", "rook", "--check", "1"], "--square"),
        (&["--piece", "rook", "--square", "a1", "--check", "xyz"], "hexadecimal digits"),
        (&["--piece", "rook", "--square", "a1", "--check", ""], "hexadecimal digits"),
        (&["--piece", "rook", "--square", "a1", "--check", "12345678901234567"], "at most 16"),
        (&["--piece", "rook", "--square", "a1", "--check", "1", "--seed", "1"], "--seed"),
        (&["--piece", "rook", "--square", "a1", "--check", "1", "--seconds", "1"], "--seconds"),
        (&["--table", "--piece", "rook"], "--piece"),
        (&["--table", "--seed", "1"], "--seed"),
        (&["rook"], "unexpected argument"),
    ] {
        let run = setwise(&[&["magics"], arguments].concat()).exits(2).prints("");
        assert!(run.err.contains(words), "no {words:?} in {run:#?}");
    }
}
