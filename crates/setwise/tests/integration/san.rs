//! Algebraic notation: one test for each class of bugs known from other libraries.

use setwise::notation::san::{SanError, SanOptions};
use setwise::notation::{MoveText, uci::Uci};
use setwise::{Move, Position, Role, Square};

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn mv(position: &Position, uci: &str) -> Move {
    let parsed: Uci = uci.parse().expect("a move in UCI notation");
    parsed.find(position).unwrap_or_else(|| panic!("{uci} is not legal in {position}"))
}

#[track_caller]
fn writes(fen: &str, uci: &str, san: &str, lan: &str) {
    let position = position(fen);
    let mv = mv(&position, uci);
    assert_eq!((&*position.san(mv), &*position.lan(mv)), (san, lan), "{fen}");
    assert_eq!(position.parse_san(san), Ok(mv), "{fen}");
}

fn strict(fen: &str, text: &str) -> SanError {
    position(fen).parse_san(text).expect_err(text)
}

/// Returns the place and the message of the error of strict parsing.
fn strict_error(fen: &str, text: &str) -> (usize, String) {
    let error = strict(fen, text);
    (error.at, error.message().to_string())
}

fn lenient(fen: &str, text: &str) -> Result<Move, String> {
    let read = position(fen).parse_san_with(text, SanOptions::LENIENT);
    read.map_err(|error| error.message().to_string())
}

const NOT_LEGAL: &str = "the move is not legal in this position";
const UNFINISHED: &str = "the move is incomplete (expected a move such as Nf3, exd8=Q+ or O-O)";
const NULL_MOVE: &str = "a null move is not legal (expected a legal move)";

fn unexpected(found: char) -> String {
    format!("unexpected {found:?} (expected a move such as Nf3, exd8=Q+ or O-O)")
}

fn ambiguous(squares: &str) -> String {
    format!(
        "the move is ambiguous: the pieces on {squares} can all make it \
         (expected the file or rank of one)"
    )
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Disambiguation.

/// Two of three knights share a file, and two share a rank (chess-library #144, #141, #149).
#[test]
fn three_knights_that_reach_one_square() {
    let fen = "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 0 1";
    writes(fen, "e2c3", "Ne2c3", "Ne2-c3");
    writes(fen, "e4c3", "N4c3", "Ne4-c3");
    writes(fen, "a2c3", "Nac3", "Na2-c3");
    assert_eq!(strict_error(fen, "Nec3"), (1, ambiguous("e2 e4")));
    assert_eq!(strict_error(fen, "N2c3"), (1, ambiguous("a2 e2")));
}

/// One queen on the same file and one on the same rank: both file and rank are needed.
#[test]
fn file_and_rank_where_neither_is_enough() {
    let fen = "8/8/1k6/8/4Q2Q/8/8/1K5Q w - - 0 1";
    writes(fen, "h4e1", "Qh4e1", "Qh4-e1");
    writes(fen, "e4e1", "Qee1", "Qe4-e1");
    writes(fen, "h1e1", "Q1e1", "Qh1-e1");
}

/// A pinned knight cannot move, so the other one needs no disambiguation (chess.js #75, shakmaty
/// #77, chesslib #38).
#[test]
fn pinned_pieces_need_no_disambiguation() {
    let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    writes(fen, "g1e2", "Ne2", "Ng1-e2");
    assert_eq!(strict_error(fen, "Nc3e2").1, NOT_LEGAL);
    let message = "wrong disambiguation of the origin (expected Ne2)";
    assert_eq!(strict_error(fen, "Nge2"), (1, message.to_owned()));
}

/// A pinned rook can move along its pin, so disambiguation is needed there.
#[test]
fn pieces_pinned_along_the_move_need_disambiguation() {
    let fen = "4r1k1/8/8/8/4R3/8/R7/4K3 w - - 0 1";
    writes(fen, "e4e2", "Ree2", "Re4-e2");
    writes(fen, "a2e2", "Rae2", "Ra2-e2");
    writes(fen, "a2a4", "Ra4", "Ra2-a4");
}

/// A blocked rook does not attack the target.
#[test]
fn blocked_pieces_need_no_disambiguation() {
    writes("4k3/8/8/8/8/8/8/R2R1K2 w - - 0 1", "d1e1", "Re1+", "Rd1-e1+");
    writes("4k3/8/8/8/8/8/8/R2R1K2 w - - 0 1", "a1b1", "Rab1", "Ra1-b1");
}

// Marks.

/// The rook gives check or mate after castling (chess-library 9bf8600).
#[test]
fn castling_has_its_check_and_mate_marks() {
    writes("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", "O-O+");
    writes("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+", "O-O-O+");
    writes("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#", "O-O#");
    let message = "missing or wrong check mark + or # (expected O-O+)";
    let error = strict_error("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    assert_eq!(error, (3, message.to_owned()));
}

/// The promoted piece gives check.
#[test]
fn a_promotion_has_its_check_and_mate_marks() {
    let fen = "3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1";
    writes(fen, "e7e8q", "e8=Q+", "e7-e8=Q+");
    writes(fen, "e7e8n", "e8=N", "e7-e8=N");
    writes(fen, "e7d8q", "exd8=Q#", "e7xd8=Q#");
    writes(fen, "e7d8b", "exd8=B", "e7xd8=B");
    let message = "missing or wrong check mark + or # (expected exd8=Q#)";
    assert_eq!(strict_error(fen, "exd8=Q+"), (6, message.to_owned()));
    let message = "the promotion is missing (expected =N, =B, =R or =Q)";
    assert_eq!(strict_error(fen, "e8").1, message);
}

/// An en passant capture discovers a check along its rank (chessops 0.3.2).
#[test]
fn en_passant_is_a_capture_and_can_give_check() {
    writes("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+", "e5xd6+");
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let en_passant = Move::en_passant(Square::E5, Square::D6);
    for text in
        ["exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "exd6", "ed6", "e5xd6", "exd6 e.p.!?"]
    {
        assert_eq!(lenient(fen, text), Ok(en_passant), "{text}");
    }
    assert_eq!(lenient(fen, "e6 e.p."), Err(NOT_LEGAL.to_owned()));
    assert_eq!(lenient(fen, "e6 ep"), Err(NOT_LEGAL.to_owned()));
    assert_eq!(strict_error(fen, "exd6 e.p."), (4, unexpected(' ')));
}

/// A piece that moves to the en passant square does not capture (lc0 #2425).
#[test]
fn piece_moves_to_the_en_passant_square_are_not_captures() {
    writes("4k3/8/8/3pP3/8/B7/8/4K3 w - d6 0 1", "a3d6", "Bd6", "Ba3-d6");
}

// Reading.

/// python-chess 1.9.1, chessops 0.11.
#[test]
fn d5_is_never_a_pawn_capture() {
    let fen = "4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1";
    assert_eq!(lenient(fen, "d5"), Err(NOT_LEGAL.to_owned()));
    assert_eq!(lenient(fen, "xd5"), Err(unexpected('x')));
    assert_eq!(lenient(fen, "cd5"), Ok(Move::normal(Square::C4, Square::D5)));
    let message = "missing or superfluous capture mark x (expected cxd5)";
    assert_eq!(strict_error(fen, "cd5").1, message);
}

/// A lower-case b is a file, an upper-case B the bishop (chessops 0.7.3).
#[test]
fn letter_case_distinguishes_b_pawn_and_bishop() {
    let fen = "4k3/8/2p5/1P6/B7/8/8/4K3 w - - 0 1";
    assert_eq!(lenient(fen, "bxc6"), Ok(Move::normal(Square::B5, Square::C6)));
    let fen = "4k3/8/2p5/1B6/1P6/8/8/4K3 w - - 0 1";
    assert_eq!(lenient(fen, "Bxc6"), Ok(Move::normal(Square::B5, Square::C6)));
    assert_eq!(lenient(fen, "bxc6"), Err(NOT_LEGAL.to_owned()));
}

/// An ambiguous text is refused, even by lenient parsing, and the error has the pieces
/// (chess-library #145).
#[test]
fn an_ambiguous_text_is_refused() {
    let fen = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    assert_eq!(lenient(fen, "Nd2"), Err(ambiguous("b1 f1")));
    assert_eq!(strict(fen, "Nd2").name(), "ambiguous-move");
    let message = strict(fen, "Nd2").to_string();
    let expected = "character 2: the move is ambiguous: the pieces on b1 f1 can all make it \
                    (expected the file or rank of one)";
    assert_eq!(message, expected);
}

/// Castling with zeros (chess-library #36, chess.js #524), and malformed castling (shakmaty
/// 7ea6cec).
#[test]
fn castling_with_letters_with_zeros_and_malformed() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (h_side, a_side) = (Square::H1, Square::A1);
    let castle = |rook| Ok(Move::castle(Square::E1, rook));
    assert_eq!(lenient(fen, "0-0"), castle(h_side));
    assert_eq!(lenient(fen, "0-0-0"), castle(a_side));
    assert_eq!(lenient(fen, "O-O-O!!"), castle(a_side));
    let message = "castling is written with zeros (expected the letter O)";
    assert_eq!(strict_error(fen, "0-0").1, message);
    for (bad, at) in [("O-O-X", 4), ("O-0", 2), ("0-O", 2), ("OO", 1), ("O-O-O-O", 5), ("o-o", 0)] {
        let found = bad[at..].chars().next().expect("a character");
        assert_eq!(lenient(fen, bad), Err(unexpected(found)), "{bad}");
    }
    for bad in ["O", "O-", "O-O-"] {
        assert_eq!(lenient(fen, bad), Err(UNFINISHED.to_owned()), "{bad}");
    }
    assert_eq!(strict_error("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O").1, NOT_LEGAL);
    assert_eq!(strict_error("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O").1, NOT_LEGAL);
}

/// In Chess960 the king may be on the square that it castles to, or next to it.
#[test]
fn castling_and_king_moves_differ_in_chess960() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    writes(fen, "f1h1", "O-O", "O-O");
    writes(fen, "f1g1", "Kg1", "Kf1-g1");
}

#[test]
fn the_null_move_has_its_own_error() {
    for text in ["--", "Z0", "0000", "@@@@"] {
        assert_eq!(strict_error(START, text), (0, NULL_MOVE.to_owned()));
        assert_eq!(strict(START, text).name(), "null-move");
    }
    assert_eq!(lenient(START, "--"), Err(NULL_MOVE.to_owned()));
    assert_eq!(lenient(START, "-"), Err(unexpected('-')));
}

/// A text that is a legal move in UCI notation has an error that says so, with the SAN of the move.
#[test]
fn moves_in_coordinates_are_named() {
    for (fen, text, san) in [
        (START, "g1f3", "Nf3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8", "Rh8+"),
    ] {
        let message = format!("the move is written with its squares (expected {san})");
        assert_eq!(strict_error(fen, text), (0, message));
        assert_eq!(strict(fen, text).name(), "coordinate-move");
        assert_eq!(lenient(fen, text), Ok(position(fen).parse_san(san).expect("SAN")));
    }
    for text in ["g1g3", "b8c6", "e4e5", "g1f3q"] {
        assert_ne!(strict(START, text).name(), "coordinate-move", "{text}");
        assert!(lenient(START, text).is_err(), "{text}");
    }
}

#[test]
fn malformed_texts_have_located_errors() {
    for (text, message, at) in [
        ("", UNFINISHED.to_owned(), 0),
        ("N", UNFINISHED.to_owned(), 1),
        ("Nf", UNFINISHED.to_owned(), 2),
        ("exd", UNFINISHED.to_owned(), 3),
        ("e8=", UNFINISHED.to_owned(), 3),
        ("e8=K", unexpected('K'), 3),
        ("P@f7", unexpected('P'), 0),
        ("nf3", unexpected('n'), 0),
        ("Nf9", unexpected('9'), 2),
        ("Nf3 ", unexpected(' '), 3),
        (" Nf3", unexpected(' '), 0),
        ("Nf3!", unexpected('!'), 3),
        ("Nf3++", unexpected('+'), 4),
        ("é4", unexpected('é'), 0),
        ("eé", unexpected('é'), 1),
        ("♘f3", unexpected('♘'), 0),
        ("Nxf3x", unexpected('x'), 4),
        ("Ng1-f3", unexpected('-'), 3),
    ] {
        assert_eq!(strict_error(START, text), (at, message), "{text:?}");
    }
}

/// Texts of millions of characters are parsed in linear time.
#[test]
fn megabytes_of_text_are_handled() {
    let many = 1 << 22;
    assert!(lenient(START, &"N".repeat(many)).is_err());
    assert!(lenient(START, &format!("e4{}", " ".repeat(many))).is_err());
    assert!(lenient(START, &format!("e4{}", "!".repeat(many))).is_ok());
}

/// Writing an illegal move gives unspecified text and does not panic.
#[test]
fn writing_illegal_moves_does_not_panic() {
    let promotion = Move::promotion(Square::B1, Square::C3, Role::Queen).expect("a promotion");
    let mut texts: Vec<MoveText> = Vec::new();
    for mv in
        [promotion, Move::normal(Square::E4, Square::E4), Move::castle(Square::A1, Square::H8)]
    {
        texts.extend([Position::INITIAL.san(mv), Position::INITIAL.lan(mv)]);
    }
    assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
}
