//! Tests of `setwise epd`.

use std::io::Write;
use std::path::Path;

use crate::run::{setwise, setwise_reading};

/// Writes a file and returns its path.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("a path of text").to_owned()
}

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

#[test]
fn every_line_is_listed_in_the_standard_form() {
    let text = format!("\u{feff}# a suite\n\n{MATE}  bm  Ra8# ;id \"é\";\r\n{MATE}\0\n");
    let run = setwise_reading(&["epd", "-"], text).exits(0);
    let run = run.prints(&format!("{MATE} bm Ra8#; id \"é\";\n{MATE}\n"));
    assert_eq!(run.err, "2 good, 0 wrong\n");
    setwise_reading(&["epd", "-"], "").exits(0).prints("").says("0 good, 0 wrong\n");
}

#[test]
fn errors_have_line_and_column() {
    let text = format!(
        "{MATE} bm Ra8;\n{MATE} c0 \"é\"; bm Ra9;\n{MATE} dm 1;\n{MATE} dm x;\n8/8/8 w - - bm e4;\n\
         \u{1b}\n{MATE} id \"x\n{MATE} bm Ra8#"
    );
    let run = setwise_reading(&["epd", "-"], text.clone()).exits(1);
    let at = MATE.len() + 2;
    let lines: Vec<&str> = run.err.lines().collect();
    let [mark, place, kind, ranks, no_board, unclosed, unfinished, sum] = lines[..] else {
        panic!("eight lines: {run:#?}")
    };
    let begins = |line: &str, start: String| assert!(line.starts_with(&start), "{line}");
    begins(mark, format!("-:1:{}: missing or wrong check mark + or # (expected Ra8#)", at + 6));
    begins(place, format!("-:2:{}: unexpected '9'", at + 13));
    assert_eq!(run.out, format!("{MATE} dm 1;\n"));
    begins(kind, format!("-:4:{at}: wrong operands for this opcode (expected "));
    begins(ranks, "-:5:6: ".to_owned());
    begins(no_board, "-:6:1: ".to_owned());
    begins(
        unclosed,
        format!("-:7:{}: the string that begins here has no closing quotation mark", at + 3),
    );
    begins(unfinished, format!("-:8:{}: the line ends inside an operation (expected ;)", at + 7));
    assert_eq!(sum, "1 good, 7 wrong");
    assert!(!run.err.contains('\u{1b}'), "{run:#?}");
    let lenient = setwise_reading(&["epd", "--lenient", "-"], text).exits(1);
    lenient.prints(&format!("{MATE} bm Ra8#;\n{MATE} dm 1;\n{MATE} bm Ra8#;\n"));
}

#[test]
fn invalid_utf8_and_long_lines_are_errors() {
    let mut bytes = format!("{MATE} id \"").into_bytes();
    bytes.extend(b"\xff\";\n");
    bytes.extend("x".repeat(1 << 20).into_bytes());
    bytes.extend(format!("\n{MATE}\n").into_bytes());
    let run = setwise_reading(&["epd", "-"], bytes).exits(1);
    let lines: Vec<&str> = run.err.lines().collect();
    assert!(lines[0].contains("invalid UTF-8"), "{run:#?}");
    assert!(lines[1].starts_with("-:2:1: the line is longer than 65536 bytes"), "{run:#?}");
    assert_eq!(lines[2..], ["1 good, 2 wrong"]);
    run.prints(&format!("{MATE}\n"));
}

#[test]
fn a_missing_file_exits_with_2() {
    setwise(&["epd", "no such file"]).exits(2).prints("").says("no such file: ");
    setwise(&["epd"]).exits(2).says("Usage");
}

/// The errors and the sum are on standard error, so the output is an EPD file again.
#[test]
fn the_output_is_epd_again() {
    let text = format!("# a suite\n{MATE} bm Ra8#; id \"x\";\nwrong\n{MATE} dm 1;\n");
    let once = setwise_reading(&["epd", "-"], text).exits(1).says("2 good, 1 wrong\n").out;
    setwise_reading(&["epd", "-"], once.clone()).exits(0).prints(&once);
}

#[test]
fn a_line_may_be_a_fen() {
    let text = format!(
        "{MATE} 0 1\n{MATE} 3 40\n{MATE} 3 40 bm Ra8#;\n{MATE} 3 40 hmvc 4;\n{MATE} 3 40 bm Ra9;\n\
         {MATE} 99999 1\n"
    );
    let run = setwise_reading(&["epd", "-"], text).exits(1).prints(&format!(
        "{MATE}\n{MATE} hmvc 3; fmvn 40;\n{MATE} bm Ra8#; hmvc 3; fmvn 40;\n{MATE} hmvc 4; fmvn 40;\n"
    ));
    let columns = [MATE.len() + " 3 40 bm Ra9".len(), MATE.len() + 2];
    for (line, column) in [5, 6].into_iter().zip(columns) {
        assert!(run.err.contains(&format!("-:{line}:{column}: ")), "{column} in {run:#?}");
    }
}

#[test]
fn several_files_may_be_compressed() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(format!("{MATE} dm 1;\n").as_bytes()).expect("into memory");
    let compressed = file("compressed.epd.gz", &gzip.finish().expect("into memory"));
    let text = format!("{MATE} dm 2;\n");
    let zstandard = ruzstd::encoding::compress_to_vec(
        text.as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let zstandard = file("compressed.epd.zst", &zstandard);
    let plain = file("plain.epd", format!("wrong\n{MATE} dm 3;\n").as_bytes());
    let run = setwise(&["epd", &compressed, "no such file", &zstandard, &plain]).exits(2);
    let run = run.prints(&format!("{MATE} dm 1;\n{MATE} dm 2;\n{MATE} dm 3;\n"));
    run.says(&format!("{plain}:1:")).says("3 good, 1 wrong\n").says("error: no such file: ");
}

#[test]
fn as_json() {
    let text = format!(
        "\n{MATE} bm Ra8# Kd2; pv Ra8#; id \"x\"; dm 1; noop 3 sym \"t\"; draw_offer; hmvc 7;\n"
    );
    let json = setwise_reading(&["epd", "-", "--json"], text).exits(0).json();
    let operation = |opcode: &str, operands: serde_json::Value| serde_json::json!({ "opcode": opcode, "operands": operands });
    let expected = serde_json::json!({
        "file": "-",
        "line": 2,
        "fen": format!("{MATE} 7 1"),
        "operations": [
            operation("bm", serde_json::json!(["Ra8#", "Kd2"])),
            operation("pv", serde_json::json!(["Ra8#"])),
            operation("id", serde_json::json!(["x"])),
            operation("dm", serde_json::json!([1])),
            operation("noop", serde_json::json!([3, "sym", "t"])),
            operation("draw_offer", serde_json::json!([])),
            operation("hmvc", serde_json::json!([7])),
        ],
    });
    assert_eq!(json, expected);
}
