//! EPD: parsing, located errors, and round trips.

use setwise::notation::epd::{Epd, Operand, Value};
use setwise::notation::san::SanOptions;
use setwise::{Move, Position, Square};

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

fn value(operation: &str) -> Value {
    let epd = Epd::parse(&format!("{MATE} {operation}")).unwrap_or_else(|error| panic!("{error}"));
    let [only] = epd.operations() else { panic!("one operation: {epd}") };
    only.value().clone()
}

#[test]
fn standard_opcodes_have_typed_values() {
    let mate = Move::normal(Square::A1, Square::A8);
    let castle = Move::castle(Square::E1, Square::A1);
    assert_eq!(value("bm Ra8#;"), Value::Moves(vec![mate]));
    assert_eq!(value("am O-O-O Ra8#;"), Value::Moves(vec![castle, mate]));
    assert_eq!(value("sm O-O-O;"), Value::Moves(vec![castle]));
    let line = [castle, Move::normal(Square::H7, Square::H6), Move::normal(Square::D1, Square::D8)];
    assert_eq!(value("pv O-O-O h6 Rd8+;"), Value::Line(line.to_vec()));
    assert_eq!(value("ce -120;"), Value::Integer(-120));
    assert_eq!(value("acn 123456789012;"), Value::Integer(123_456_789_012));
    assert_eq!(value("id \"back; rank\";"), Value::Text("back; rank".into()));
    assert_eq!(value("c9;"), Value::Nothing);
    assert_eq!(value("c0 \"\";"), Value::Text(String::new()));
    assert_eq!(value("draw_offer;"), Value::Nothing);
}

#[test]
fn other_opcodes_take_any_operands() {
    let operands = [
        Operand::Symbol("Nf3".into()),
        Operand::Integer(7),
        Operand::Symbol("1.5".into()),
        Operand::Text("a text".into()),
        Operand::Symbol("99999999999999999999".into()),
    ];
    let text = "My_opcode7 Nf3 +7 1.5 \"a text\" 99999999999999999999;";
    assert_eq!(value(text), Value::Operands(operands.to_vec()));
    assert_eq!(value("D1;"), Value::Nothing);
}

#[test]
fn written_epd_parses_back() {
    for text in [
        MATE.to_owned(),
        format!("{MATE} bm Ra8# O-O-O; id \"BK.01\"; acd 12; ce -5; pv Ra8#;"),
        format!("{MATE} c0 \"é ♔\"; c0 \"again\"; X 1 \"2\" three; noop;"),
        format!("{MATE} pv O-O-O h6 Rd8+ Kh7;"),
        format!("{MATE} hmvc 99; fmvn 80;"),
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - bm a4;".to_owned(),
    ] {
        let read = Epd::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = read.to_string();
        assert_eq!(Epd::parse(&written), Ok(read), "{written}");
        if !text.contains("HFhf") {
            assert_eq!(written, text);
        }
    }
}

#[test]
fn operations_set_the_counters() {
    let epd = Epd::parse(&format!("{MATE} hmvc 99; fmvn 80;")).expect("good");
    assert_eq!((epd.position().halfmoves(), epd.position().fullmoves()), (99, 80));
    for bad in ["hmvc -1;", "hmvc 65536;", "fmvn 0;", "fmvn 4294967296;"] {
        let error = Epd::parse(&format!("{MATE} {bad}")).expect_err(bad);
        let message =
            "the counter is out of range (expected hmvc 0 to 65535, fmvn 1 to 4294967295)";
        assert_eq!(error.message().to_string(), message, "{bad}");
    }
}

#[test]
fn any_white_space_separates_fields_and_operations() {
    let text = format!("  {}\t bm  Ra8#  ;id\t\"x\" ;dm 1;  ", MATE.replace(' ', "  "));
    let epd = Epd::parse(&text).expect("good");
    assert_eq!(epd.to_string(), format!("{MATE} bm Ra8#; id \"x\"; dm 1;"));
}

#[test]
fn moves_without_check_marks_need_an_option() {
    let text = format!("{MATE} bm Ra8;");
    let error = Epd::parse(&text).expect_err("strict");
    let message = "missing or wrong check mark + or # (expected Ra8#)";
    assert_eq!(error.message().to_string(), message);
    let epd = Epd::parse_with(&text, SanOptions::LENIENT).expect("lenient");
    assert_eq!(epd.to_string(), format!("{MATE} bm Ra8#;"));
}

/// The last column is the place of the error of the strict parser.
#[test]
fn deviations_of_other_programs_are_read_as_the_standard_writes_them() {
    let lenient = |text: &str| Epd::parse_with(&format!("{MATE}{text}"), SanOptions::LENIENT);
    for (text, standard, at) in [
        (" bm Ra8#", " bm Ra8#;", 8),
        (" bm Ra8; id \"x\"", " bm Ra8#; id \"x\";", 7),
        (" draw_offer", " draw_offer;", 11),
        (" ;", "", 1),
        (";", "", 0),
        ("; ;dm 1;;", " dm 1;", 0),
        (" dm 1; ; ;acd 2;", " dm 1; acd 2;", 7),
        (r#" c0 "\"";"#, r#" c0 "'";"#, 7),
        (r#" c0 "a \"b\" \\"; c1 "\n""#, r#" c0 "a 'b' \\"; c1 "\n";"#, 9),
        (r#" x "\"a" 1 "\\" b;"#, r#" x "'a" 1 "\\" b;"#, 6),
    ] {
        let error = Epd::parse(&format!("{MATE}{text}")).expect_err(text);
        assert_eq!(error.at, MATE.len() + at, "{text}: {error}");
        let epd = lenient(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(epd.to_string(), format!("{MATE}{standard}"), "{text}");
        assert_eq!(Epd::parse(&epd.to_string()), Ok(epd), "{text}");
    }
    // A line of the standard keeps its backslashes.
    let text = r#" c0 "C:\"; c1 "\\";"#;
    assert_eq!(lenient(text), Epd::parse(&format!("{MATE}{text}")));
    for (text, at) in [(" bm Ra9", 6), ("; id \"x", 5), (" dm 1;; dm", 8), (r#" c0 "\"#, 4)] {
        assert_eq!(lenient(text).expect_err(text).at, MATE.len() + at, "{text}");
    }
}

const OPCODE: &str = "invalid opcode (expected a letter and up to 14 letters, digits or _)";

#[test]
fn errors_have_messages_and_locations() {
    let needs = |expected| format!("wrong operands for this opcode (expected {expected})");
    let unexpected = |found: char| {
        format!("unexpected {found:?} (expected an operation such as bm Nf3; or id \"name\";)")
    };
    let unfinished = || "the line ends inside an operation (expected ;)".to_owned();
    for (operations, message, at) in [
        ("bm Ra8#", unfinished(), 7),
        ("bm", unfinished(), 2),
        ("bm;", needs("one or more moves"), 0),
        ("bm \"Ra8#\";", needs("one or more moves"), 3),
        ("sm Ra8# O-O-O;", needs("one move"), 0),
        (
            "bm Ra8# Rb9;",
            "unexpected '9' (expected a move such as Nf3, exd8=Q+ or O-O)".to_owned(),
            10,
        ),
        ("bm Rh8;", "the move is not legal in this position".to_owned(), 3),
        ("pv Ra8# Kg7;", "the move is not legal in this position".to_owned(), 8),
        ("bm --;", "a null move is not legal (expected a legal move)".to_owned(), 3),
        ("dm one;", needs("one integer"), 0),
        ("dm 1 2;", needs("one integer"), 0),
        ("id x;", needs("one quoted string"), 0),
        ("id;", needs("one quoted string"), 0),
        ("resign 1;", needs("no operand"), 0),
        ("id \"x;", "the string that begins here has no closing quotation mark".to_owned(), 3),
        ("id \"x\u{7};", unexpected('\u{7}'), 5),
        (";D1 20 ;D2 400", unexpected(';'), 0),
        ("0 1", OPCODE.to_owned(), 0),
        ("-", unexpected('-'), 0),
        ("bm\"x\";", unexpected('"'), 2),
        ("id \"x\"y;", unexpected('y'), 6),
        ("x y\"z\";", unexpected('"'), 3),
        ("x \u{7};", unexpected('\u{7}'), 2),
        ("sixteen_letters_;", OPCODE.to_owned(), 0),
        ("é;", unexpected('é'), 0),
        ("c0 \"é\"; dm x;", needs("one integer"), 9),
    ] {
        let error = Epd::parse(&format!("{MATE} {operations}")).expect_err(operations);
        let at = MATE.len() + 1 + at;
        assert_eq!((error.message().to_string(), error.at), (message, at), "{operations}");
        let accents = operations[..at - MATE.len() - 1].matches('é').count();
        assert_eq!(error.column, at + 1 - accents, "{operations}");
    }
    let error = Epd::parse("6k1/5ppp/8/8/8/8/9/R3K3 w Q - bm Ra8#;").expect_err("nine squares");
    assert_eq!((error.at, error.column), (17, 18));
    let message = "board, character 18: unexpected '9' \
                   (expected piece letters, digits 1 to 8 and /, such as 4k3/8)";
    assert_eq!(error.to_string(), message);
    assert!(Epd::parse("").is_err());
    assert!(Epd::parse("8/8/8 w").is_err());
}

#[test]
fn operations_that_would_not_parse_back_are_refused() {
    let epd = Epd::new(Position::parse_fen(&format!("{MATE} 0 1")).expect("valid"));
    let with = |opcode: &str, value| match epd.clone().with(opcode, value) {
        Ok(epd) => Ok(epd.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let character = |found: char| {
        format!(
            "{found:?} is not allowed in an operand (expected no quotation mark and no control \
             character; in a symbol, also no white space and no semicolon)"
        )
    };
    let no_symbol = "a symbol is empty or a number (expected a word that is not a number)";
    let value = |expected| format!("wrong operands for this opcode (expected {expected})");
    let text = |text: &str| Value::Text(text.into());
    let symbol = |symbol: &str| Value::Operands(vec![Operand::Symbol(symbol.into())]);
    for (opcode, operands, error) in [
        ("", Value::Nothing, OPCODE.to_owned()),
        ("a b", Value::Nothing, OPCODE.to_owned()),
        ("1a", Value::Nothing, OPCODE.to_owned()),
        ("id", text("a\"b"), character('"')),
        ("id", text("a\nb"), character('\n')),
        ("x", symbol("a b"), character(' ')),
        ("x", symbol("a;"), character(';')),
        ("x", symbol("12"), no_symbol.to_owned()),
        ("x", symbol(""), no_symbol.to_owned()),
        ("x", Value::Operands(vec![]), value("integers, quoted strings or symbols")),
        ("bm", Value::Moves(vec![]), value("one or more moves")),
        ("dm", text("1"), value("one integer")),
    ] {
        assert_eq!(with(opcode, operands), Err(error), "{opcode}");
    }
    let illegal = Move::normal(Square::A1, Square::H8);
    let message = "the move a1h8 is not legal in the position in which it is played";
    for value in [("bm", Value::Moves(vec![illegal])), ("pv", Value::Line(vec![illegal]))] {
        assert_eq!(with(value.0, value.1), Err(message.to_owned()));
    }
    let line = vec![Move::normal(Square::A1, Square::A8)];
    assert_eq!(with("pv", Value::Line(line)), Ok(format!("{MATE} pv Ra8#;")));
}
