//! Tests of `setwise epd`.

use crate::run::{setwise, setwise_reading};

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

#[test]
fn every_line_is_listed_in_the_standard_form() {
    let text = format!("\u{feff}# a suite\n\n{MATE}  bm  Ra8# ;id \"é\";\r\n{MATE}\n");
    let run = setwise_reading(&["epd", "-"], text).exits(0);
    run.prints(&format!("{MATE} bm Ra8#; id \"é\";\n{MATE}\n2 good, 0 wrong\n"));
    setwise_reading(&["epd", "-"], "").exits(0).prints("0 good, 0 wrong\n");
}

#[test]
fn errors_have_line_and_column() {
    let text = format!(
        "{MATE} bm Ra8;\n{MATE} c0 \"é\"; bm Ra9;\n{MATE} dm 1;\n{MATE} dm x;\n8/8/8 w - - bm e4;\n\
         \u{1b}\n{MATE} id \"x\n{MATE} bm Ra8#"
    );
    let run = setwise_reading(&["epd", "-"], text.clone()).exits(1);
    let at = MATE.len() + 2;
    let lines: Vec<&str> = run.out.lines().collect();
    let [mark, place, good, kind, ranks, no_board, unclosed, unfinished, sum] = lines[..] else {
        panic!("nine lines: {run:#?}")
    };
    let begins = |line: &str, start: String| assert!(line.starts_with(&start), "{line}");
    begins(mark, format!("-:1:{}: the mark of check or mate is missing or wrong: Ra8#", at + 6));
    begins(place, format!("-:2:{}: '9' cannot stand here", at + 13));
    assert_eq!(good, format!("{MATE} dm 1;"));
    begins(kind, format!("-:4:{at}: the opcode needs a whole number"));
    begins(ranks, "-:5:6: ".to_owned());
    begins(no_board, "-:6:1: ".to_owned());
    begins(unclosed, format!("-:7:{}: the text has no closing quotation mark", at + 3));
    begins(unfinished, format!("-:8:{}: the operation has no ; at its end", at + 7));
    assert_eq!(sum, "1 good, 7 wrong");
    assert!(!run.out.contains('\u{1b}'), "{run:#?}");
    let lenient = setwise_reading(&["epd", "--lenient", "-"], text).exits(1);
    assert!(lenient.out.starts_with(&format!("{MATE} bm Ra8#;\n")), "{lenient:#?}");
}

#[test]
fn invalid_utf8_and_long_lines_are_errors() {
    let mut bytes = format!("{MATE} id \"").into_bytes();
    bytes.extend(b"\xff\";\n");
    bytes.extend("x".repeat(1 << 20).into_bytes());
    bytes.extend(format!("\n{MATE}\n").into_bytes());
    let run = setwise_reading(&["epd", "-"], bytes).exits(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains("invalid UTF-8"), "{run:#?}");
    assert!(lines[1].starts_with("-:2:1: the line is longer than 65536 bytes"), "{run:#?}");
    assert_eq!(lines[2..], [MATE, "1 good, 2 wrong"]);
}

#[test]
fn a_missing_file_exits_with_2() {
    setwise(&["epd", "no such file"]).exits(2).prints("").says("no such file: ");
    setwise(&["epd"]).exits(2).says("Usage");
}
