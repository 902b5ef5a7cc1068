//! The topics of `setwise explain` that are no technique for one slider.

use clap::Subcommand;
use setwise::notation::uci::Uci;
use setwise::{Bitboard, Color, Direction, Position, Square};
use setwise_lessons::{
    Lesson, bits, boards, fills, legal, operators, pawns, rotated, squares, stored_moves,
    transforms,
};
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;

use super::{SliderSets, lesson_of_fill};
use crate::commands::endgame;
use crate::commands::mapping::squares as parse_squares;
use crate::endgames::TablesOption;
use crate::occupancy::{OccupancyOptions, hexadecimal};
use crate::options::{OnePosition, color_name, named, position_parser};
use crate::verdict::Failure;
use crate::{history, position};

/// A topic.
#[derive(Subcommand)]
pub(crate) enum Topic {
    /// From potential to legal moves: own pieces, check mask, pins, the king, en passant, castling
    Legal {
        #[command(flatten)]
        position: OnePosition,

        /// Show only the piece on this square
        #[arg(long)]
        square: Option<Square>,
    },
    /// Squares as numbers: rank, file, diagonal and anti-diagonal index, and the compass rose
    Squares {
        /// The square whose numbers are computed
        #[arg(long, default_value = "d2")]
        square: Square,
    },
    /// Operations on sets: AND, OR, XOR, NOT and NAND, the empty set and the universe
    Operators {
        #[command(flatten)]
        set: SetOptions,

        /// The second set, as squares
        #[arg(long, value_name = "SQUARES", value_parser = parse_squares)]
        #[arg(default_value = "d4 e4 d5 e5")]
        other: Bitboard,
    },
    /// Moves of a king, knight or pawn from stored boards, captures and quiet moves apart
    StoredMoves {
        /// The piece, of the side to move
        #[arg(value_parser = named(&stored_moves::Piece::ALL, stored_moves::Piece::name))]
        piece: stored_moves::Piece,

        /// The square of the piece, as in e2; it need not be occupied
        square: Square,

        #[command(flatten)]
        position: OnePosition,
    },
    /// The boards of a position: by role, by side, empty, enemy and empty
    Boards(OnePosition),
    /// Pawn moves for all pawns at once
    Pawns(ExamplePosition),
    /// Rotated bitboards: the four boards, their rows, and moves made and taken back
    RotatedBoards {
        #[command(flatten)]
        position: OnePosition,

        /// The square whose rows are looked up
        #[arg(long, default_value = "d2")]
        square: Square,

        /// Make this legal move of the position on the four boards, as in e2e4, instead of a move
        /// of each
        /// kind from other positions
        #[arg(long = "move", value_name = "MOVE")]
        uci: Option<Uci>,
    },
    /// Several sliders at once, by a set-wise fill
    Sliders {
        /// The fill
        #[arg(value_parser = named(&Fill::ALL.map(Fill::technique), Technique::name))]
        fill: Technique,

        #[command(flatten)]
        sets: SliderSets,

        /// Take all rooks, bishops and queens of this side of the position
        #[arg(long, value_parser = named(&Color::ALL, color_name))]
        #[arg(conflicts_with_all = SliderSets::NAMES, conflicts_with = "occupied")]
        color: Option<Color>,

        /// Fill in one direction only
        #[arg(long, value_parser = named(&Direction::ALL, Direction::name))]
        direction: Option<Direction>,

        #[command(flatten)]
        occupancy: OccupancyOptions,
    },
    /// Fills at work: pins, discovered checks, two moves, shortest ways, mobility, the king as a
    /// slider
    Fills(ExamplePosition),
    /// How a king is mated, as sets: its squares at each distance to mate, step by step
    Endgame {
        #[command(flatten)]
        position: ExamplePosition,

        #[command(flatten)]
        endgames: TablesOption,
    },
    /// Bit tricks: lowest, de-bruijn, modulo-67, count, subsets
    Bits {
        /// The trick
        #[arg(value_parser = named(&bits::Subject::ALL, bits::Subject::name))]
        trick: bits::Subject,

        #[command(flatten)]
        set: SetOptions,
    },
    /// Flips, mirrors, rotations and pseudo-rotations
    Transform {
        /// The transform
        #[arg(value_parser = named(&transforms::Transform::ALL, transforms::Transform::name))]
        name: transforms::Transform,

        #[command(flatten)]
        set: SetOptions,
    },
}

/// The argument that selects one position, of a topic for which the initial position shows little.
#[derive(clap::Args)]
pub(crate) struct ExamplePosition {
    /// The position: a FEN, a well-known name, or a file or - (standard input) with a position
    /// [default: an example that shows each part of the topic]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(value_parser = position_parser(), hide_possible_values = true)]
    words: Vec<String>,
}

impl ExamplePosition {
    /// Returns the position, or the example if none is given.
    fn read_or(&self, example: &str) -> Result<Position, Failure> {
        if self.words.is_empty() {
            return Position::parse_fen(example).map_err(|error| Failure::Run(error.to_string()));
        }
        position::read_one(&self.words, history::checked)
    }
}

/// Pawns that capture to both sides, that are blocked on the first and on the second step, and that
/// stand on the a-file and the h-file.
const PAWNS: &str = "rnbqk1nr/ppp2ppp/8/3pp3/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4";

/// A pinned knight on e2, a knight on d5 that discovers a check, and a rook that can capture and go
/// on.
const FILLS: &str = "r3r1k1/pppq2p1/2n2n2/2bN1p2/8/1B1P4/1PP1NPP1/R2QK2R w KQ - 0 1";

/// A king and a rook, with squares for the other king where the mate takes one move, and two.
const ENDGAME: &str = "8/8/8/4R3/8/2K5/8/k7 w - - 0 1";

/// The options that give a set.
#[derive(clap::Args)]
pub(crate) struct SetOptions {
    /// The set, as squares
    #[arg(long, value_name = "SQUARES", value_parser = parse_squares, default_value = "c2 e4 f7")]
    squares: Bitboard,

    /// The set, in hexadecimal; a1 is the lowest bit, h8 the highest
    #[arg(long, value_name = "HEX", value_parser = hexadecimal, conflicts_with = "squares")]
    hex: Option<Bitboard>,
}

impl SetOptions {
    fn set(&self) -> Bitboard {
        self.hex.unwrap_or(self.squares)
    }
}

/// Returns the lesson on rotated bitboards, with a move if one is given.
fn rotated_boards(
    position: &Position,
    square: Square,
    uci: Option<Uci>,
) -> Result<Lesson, Failure> {
    let Some(uci) = uci else { return Ok(rotated::lesson(position, square)) };
    let mv = uci.find(position).ok_or_else(|| {
        let promotions = ['q', 'r', 'b', 'n'].map(|role| format!("{uci}{role}"));
        let needs_piece = promotions.iter().any(|text| position.parse_uci(text).is_ok());
        let expected = if needs_piece {
            format!(" without the piece of its promotion (expected {})", promotions.join(", "))
        } else {
            String::new()
        };
        Failure::Input(format!(
            "the move {uci} is not legal in this position{expected}:\n  {position}"
        ))
    })?;
    Ok(rotated::lesson_of_move(position, square, mv))
}

/// Returns the lesson on a topic.
pub(super) fn lesson(topic: &Topic) -> Result<Lesson, Failure> {
    Ok(match topic {
        Topic::Legal { position, square } => {
            let position = position.read()?;
            if let Some(square) = square {
                let side = position.turn();
                if !position.board().color(side).contains(*square) {
                    let text = format!("no piece of {side}, whose move it is, on {square}");
                    return Err(Failure::Input(text));
                }
            }
            legal::lesson(&position, *square)
        }
        Topic::Boards(position) => boards::lesson(&position.read()?),
        Topic::Pawns(position) => pawns::lesson(&position.read_or(PAWNS)?),
        Topic::Squares { square } => squares::lesson(*square),
        Topic::Operators { set, other } => operators::lesson(set.set(), *other),
        Topic::StoredMoves { piece, square, position } => {
            stored_moves::lesson(&position.read()?, *piece, *square)
        }
        Topic::RotatedBoards { position, square, uci } => {
            rotated_boards(&position.read()?, *square, *uci)?
        }
        Topic::Fills(position) => fills::uses(&position.read_or(FILLS)?),
        Topic::Endgame { position, endgames } => {
            endgames.apply();
            endgame::lesson(&position.read_or(ENDGAME)?)?
        }
        Topic::Bits { trick, set } => bits::lesson(*trick, set.set()),
        Topic::Transform { name, set } => transforms::lesson(*name, set.set()),
        Topic::Sliders { fill, sets, color, direction, occupancy } => {
            let (sets, occupied) = match (color, occupancy.read_with_position()?) {
                (Some(color), (occupied, Some(position))) => {
                    let board = position.board();
                    let sets = (board.rook_sliders(*color), board.bishop_sliders(*color));
                    (Some(sets).filter(|(rooks, bishops)| (*rooks | *bishops).any()), occupied)
                }
                _ => (sets.sets(), occupancy.read_or_empty()?),
            };
            let (rooks, bishops) = sets.ok_or_else(|| {
                let text = "no sliders (expected --rooks, --bishops, --queens or --color)";
                Failure::Input(text.to_owned())
            })?;
            let occupied = occupied | rooks | bishops;
            let sliders = fills::Sliders { rooks, bishops, occupied, direction: *direction };
            lesson_of_fill(*fill, sliders)?
        }
    })
}
