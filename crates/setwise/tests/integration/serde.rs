//! The text and compact forms of serde, with JSON and postcard: round trips and invalid input.
//!
//! # Mutation tests
//!
//! These bugs, inserted on purpose, were caught: a space accepted after a move; sets with too few
//! digits; a promotion to a king; the loss of an en passant square where no capture is legal; the
//! loss of castling rights of a setup on squares without a rook; odd squares of a board dropped.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use setwise::notation::uci::CastlingForm;
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Role, Setup, Square};
use setwise_testkit::suites;

/// Checks that both forms round-trip; returns the JSON.
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) -> String {
    let bytes = postcard::to_allocvec(&value).expect("it can be written");
    assert_eq!(postcard::from_bytes::<T>(&bytes).as_ref(), Ok(&value));
    let text = serde_json::to_string(&value).expect("it can be written");
    assert_eq!(serde_json::from_str::<T>(&text).expect(&text), value);
    let tree = serde_json::to_value(&value).expect("it can be written");
    assert_eq!(serde_json::from_value::<T>(tree).expect(&text), value);
    text
}

fn refused<T: DeserializeOwned + Debug>(json: &str, message: &str) {
    let error = serde_json::from_str::<T>(json).expect_err(json).to_string();
    assert!(error.contains(message), "{json}: {error}");
}

#[test]
fn squares_colors_roles_pieces_and_sets() {
    for square in Square::ALL {
        assert_eq!(both(square), format!("\"{square}\""));
        assert_eq!(postcard::to_allocvec(&square), Ok(vec![square.index()]));
    }
    for color in Color::ALL {
        assert_eq!(both(color), format!("\"{color}\""));
        for role in Role::ALL {
            assert_eq!(both(role), format!("\"{role}\""));
            let piece = Piece { color, role };
            assert_eq!(both(piece), format!("\"{}\"", piece.letter()));
        }
    }
    assert_eq!(both(Bitboard(0xff00)), "\"0x000000000000ff00\"");
    both(Bitboard(!0));
    assert_eq!(both(Some([Square::E4, Square::A1])), "[\"e4\",\"a1\"]");
}

#[test]
fn all_moves() {
    for bits in 0..=u16::MAX {
        match Move::from_bits(bits) {
            Some(mv) => drop((both(mv), both(mv.uci(CastlingForm::KingTakesRook)))),
            None => {
                let bytes = postcard::to_allocvec(&bits).expect("it can be written");
                assert!(postcard::from_bytes::<Move>(&bytes).is_err(), "{bits:#x}");
            }
        }
    }
    assert_eq!(both(Move::normal(Square::E2, Square::E4)), "\"e2e4\"");
    assert_eq!(both(Move::castle(Square::E1, Square::H1)), "\"e1h1 castle\"");
    assert_eq!(both(Move::en_passant(Square::E5, Square::D6)), "\"e5d6 en passant\"");
    let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen).expect("a promotion");
    assert_eq!(both(promotion), "\"e7e8q\"");
}

/// The positions of the suites, and one with an en passant square where no capture is legal.
#[test]
fn positions() {
    for fen in suites::fens() {
        both(suites::position(fen));
    }
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position: Position = fen.parse().expect(fen);
    assert_eq!(both(position), format!("\"{fen}\""));
    let bytes = postcard::to_allocvec(&position).expect("it can be written");
    assert_eq!(bytes, position.pack_with_counters());
}

/// Returns a board with a piece on every square, cycling through all pieces.
fn full_board() -> Board {
    let pieces = Color::ALL.map(|color| Role::ALL.map(|role| Piece { color, role }));
    let mut board = Board::EMPTY;
    for (square, &piece) in Square::ALL.into_iter().zip(pieces.as_flattened().iter().cycle()) {
        board.put(square, piece);
    }
    board
}

#[test]
fn boards() {
    let text = both(Board::INITIAL);
    assert_eq!(text, "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"");
    let bytes = postcard::to_allocvec(&Board::INITIAL).expect("it can be written");
    assert_eq!(bytes[..5], [0x24, 0x53, 0x36, 0x42, 0x11]);
    assert_eq!((bytes.len(), bytes[31]), (32, 0xa8));
    both(full_board());
    for square in Square::ALL {
        let mut board = Board::EMPTY;
        board.put(square, Piece { color: Color::Black, role: Role::King });
        both(board);
    }
}

/// Includes setups that FEN cannot express.
#[test]
fn setups() {
    let text = both(Setup::INITIAL);
    assert_eq!(
        text,
        "{\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\",\"turn\":\"white\",\
         \"castling\":\"0x8100000000000081\",\"en_passant\":null,\"halfmoves\":0,\"fullmoves\":1}"
    );
    let initial: Setup =
        serde_json::from_str(&text.replace("\"en_passant\":null,", "")).expect(&text);
    assert_eq!(initial, Setup::INITIAL);
    both(Setup::EMPTY);
    for square in Square::ALL {
        both(Setup {
            board: full_board(),
            turn: Color::Black,
            castling: Bitboard(!0) - Bitboard::of(square),
            en_passant: Some(square),
            halfmoves: u16::MAX,
            fullmoves: u32::MAX,
        });
    }
}

#[test]
fn invalid_input_is_an_error() {
    refused::<Square>("\"e9\"", "invalid value: string \"e9\", expected a square");
    refused::<Square>("12", "invalid type: integer `12`, expected a square");
    refused::<Color>("\"White\"", "expected white or black");
    refused::<Role>("\"prince\"", "expected pawn, knight");
    for text in ["\"\"", "\"x\"", "\"NN\"", "\"é\""] {
        refused::<Piece>(text, "expected the FEN letter");
    }
    for text in ["\"0x1\"", "\"0x00000000000000000\"", "\"0x+00000000000ff00\"", "\"\""] {
        refused::<Bitboard>(text, "expected a set of squares");
    }
    for text in [
        "\"0000\"",
        "\"e2e4 \"",
        "\"e2e4  castle\"",
        "\"e2e4 castle \"",
        "\"e7e8q castle\"",
        "\"e7e8k\"",
        "\"castle\"",
    ] {
        refused::<Move>(text, "expected a move");
    }
    refused::<setwise::notation::uci::Uci>("\"e2\"", "not a move in UCI notation");
    refused::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"", "white has no king (expected one)");
    refused::<Position>("\"\"", "board");
    refused::<Position>("{}", "expected a FEN");
    refused::<Board>("\"8/8/8/8/8/8/8/7x\"", "board, character 16: unexpected 'x'");
    refused::<Board>("\"8/8/8/8/8/8/8/8 w\"", "board, character 16: unexpected ' '");
    refused::<Setup>("{}", "missing field `board`");
    refused::<Setup>("{\"en passant\":\"e3\"}", "unknown field `en passant`");
    let initial = serde_json::to_string(&Setup::INITIAL).expect("it can be written");
    refused::<Setup>(&initial.replace("\"white\"", "\"w\""), "expected white or black");
    refused::<Setup>(&initial.replace(":0,", ":65536,"), "65536");

    assert!(postcard::from_bytes::<Square>(&[64]).is_err());
    assert!(postcard::from_bytes::<Color>(&[2]).is_err());
    assert!(postcard::from_bytes::<Role>(&[6]).is_err());
    assert!(postcard::from_bytes::<Piece>(&[12]).is_err());
    assert!(postcard::from_bytes::<setwise::notation::uci::Uci>(&[0, 1, 1, 5]).is_err());
    assert!(postcard::from_bytes::<Board>(&[0xc; 32]).is_ok());
    assert!(postcard::from_bytes::<Board>(&[0xd; 32]).is_err());
    assert!(postcard::from_bytes::<Board>(&[0; 31]).is_err());
    assert!(postcard::from_bytes::<Position>(&[0; 30]).is_err());
    assert!(postcard::from_bytes::<Position>(&[0; 29]).is_err());
}
