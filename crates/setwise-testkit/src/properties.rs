//! What must hold for any text, any setup and any game.
//!
//! The test module `random_input` of the library runs these on inputs from fixed seeds, and the fuzz
//! targets in `/fuzz` on what libFuzzer finds.
//!
//! # Planted bugs
//!
//! Each of these was put into a copy of the library, one at a time, and the test module
//! `random_input` run; each made it fail, in the check named first.
//!
//! | check | bugs planted in the library |
//! |---|---|
//! | `fen::fen_text` | the digits of a counter wrap around; zeros in front of a number let through; a ninth man on a rank put on the board (a panic); lenient reading one move number off |
//! | `fen::place_of_error` | a missing field reported one byte beyond the end; places counted in characters, not bytes |
//! | `fen::letter_of_error` | the letter of an unplayable man searched from the first rank |
//! | `fen::written_and_read` | an inner castling rook written as `K` or `Q`; `K` and `Q` read as the innermost rook; castling rights without a rook accepted; the key counts an en passant square that nobody can use |
//! | `position::checkers_and_pins` | a man counts as pinned behind another |
//! | `position::before_double_step` | an en passant square accepted although the king would have been in check before; one that is blocked |
//! | `position::filters` | the to-filter not asked about en passant; castling counted among captures |
//! | `position::techniques` | classical rays end at the farthest blocker |
//! | `position::castlings` | castling across an attacked square, over a man on the rook's way, with a rook that shields the king (Chess960; found by the FEN of that case in the list of rare ones, not at random) |
//! | `position::legal_move` | en passant that opens a rank or diagonal; a king that hides from a slider behind himself; pinned knights and pawns that move freely; a side not to move in check accepted; the key forgets castling rights, or the en passant file that was; `gives_check` asked of the wrong side; Chess960 castling written as the king's step |
//! | `position::changes` | a taken rook, or a king that has moved, may castle still; a promotion keeps the halfmove counter; an en passant square after a single step; the pawn taken en passant stays; the castling rook stays |
//! | `position::other_moves` | `is_legal` asks only for from and to |
//! | `exchange::by_definition` | sliders behind others left out; a king that takes what is guarded; no promotion; gains not folded back |
//! | `book::any_order` | entries out of order let through |
//! | `book::sorted` | the search stops behind the first of equal keys, or one too early |
//! | `book::moves` | from and to exchanged |
//! | `packed::packed_bytes` | bytes after the last man not looked at |
//! | `packed::packed_and_unpacked` | the turn forgotten; castling rooks told apart by color alone |
//! | `queries::pinners` | a man counts as pinned behind another |
//! | `queries::discovered_checks` | the enemy's men counted as candidates |
//! | `queries::x_rays` | only one man behind another seen |
//! | `queries::turned` | the en passant square not turned; castling rights kept in the mirror |
//! | `san::written_and_read` | pinned men counted as rivals; a man that moves along its pin not counted; the rank never given; castling read as a king's step onto the rook's square |
//! | `san::san_text` | the rank of a disambiguation not compared with the standard's (found by the fuzz target) |
//! | `epd::written_and_read` | the moves of a line all written in its first position |
//! | `epd::place_of_error` | columns counted in bytes |
//! | `pgn::written_and_read` | a backslash not escaped; a comment with a brace written in braces; a pawn that steps over a man; a taken slider that still attacks (all by `tests/pgn`, whose `random` runs these) |
//! | `pgn::pgn_bytes` | a word cut at the end of the window; a character of a wrong tag cut there; a variation that does not give its position back; a word cut where the sixteen bytes end that are looked at together (by the lexer's own tests, and by the fuzz target in a second) |
//! | `pgn::place_of_error` | the line's start forgotten |
//! | `pgn::skipped_as_read` | comments to the end of the line looked into (the fuzz target `pgn` found it in 2,600 runs) |
//! | `game::play` | a node's occupancy follows only the first square that a move changes |

pub mod book;
pub mod epd;
pub mod exchange;
pub mod fen;
pub mod game;
pub mod packed;
pub mod pgn;
pub mod position;
pub mod queries;
pub mod san;
pub mod setup;

pub use book::book_bytes;
pub use epd::epd_text;
pub use fen::fen_text;
pub use game::play;
pub use packed::packed_bytes;
pub use pgn::pgn_bytes;
pub use san::san_text;
pub use setup::setup;
