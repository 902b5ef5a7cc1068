//! Positions of some material.

use std::sync::OnceLock;

use setwise::{Bitboard, Board, Color, Piece, Position, Rank, Role, Setup, Square};
use setwise_endgames::{Material, Tables};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

/// The tables that tests share: all materials of two pieces against two, and some of three against
/// one; at full size all materials of three and four pieces.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::new();
        for name in
            ["KPvKP", "KBBvK", "KBNvK", "KNNvK", if scaled(1, 0) == 1 { "KPPvK" } else { "KvK" }]
        {
            tables.build(&name.parse().unwrap()).unwrap();
        }
        tables
    })
}

/// Returns the materials of the shared tables with a number of pieces.
pub(crate) fn materials(pieces: usize) -> Vec<Material> {
    let materials = tables().iter().map(|table| table.material());
    materials.filter(|material| material.count() == pieces).collect()
}

/// Returns a random legal position of a king and a pawn on each side, with a right to capture en
/// passant.
pub(crate) fn random_en_passant(random: &mut Random) -> Position {
    let material: Material = "KPvKP".parse().unwrap();
    loop {
        let turn = Color::ALL[random.below(2)];
        let file = random.below(7) as u8;
        let rank = if turn == Color::White { 4 } else { 3 };
        let mut pawns = [8 * rank + file, 8 * rank + file + 1].map(Square::masked);
        if random.below(2) == 0 {
            pawns.reverse();
        }
        let kings = [Square::ALL[random.below(64)], Square::ALL[random.below(64)]];
        if let Some(position) = place(&material, &[kings, pawns].concat(), turn, true) {
            return position;
        }
    }
}

/// Returns a random legal position of some material, without a right to capture en passant.
pub(crate) fn random(material: &Material, random: &mut Random) -> Position {
    loop {
        let squares: Vec<Square> =
            (0..material.count()).map(|_| Square::ALL[random.below(64)]).collect();
        let turn = Color::ALL[random.below(2)];
        if let Some(position) = place(material, &squares, turn, false) {
            return position;
        }
    }
}

/// Returns the position with the white king, the black king and the other pieces on squares, or
/// `None` if it is not legal. If so asked, the pawn that may be captured en passant with an enemy
/// beside it has just made a double step; without such a pawn there is no position.
pub(crate) fn place(
    material: &Material,
    squares: &[Square],
    turn: Color,
    en_passant: bool,
) -> Option<Position> {
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    let mut board = Board::default();
    for (piece, &square) in kings.into_iter().chain(material.pieces()).zip(squares) {
        if board.occupied().contains(square) {
            return None;
        }
        board.put(square, piece);
    }
    let mut setup = Setup {
        board,
        turn,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };
    if en_passant {
        let rank = Bitboard::rank(Rank::Fourth.relative_to(!turn));
        let passed = (board.pieces(!turn, Role::Pawn) & rank).first()?;
        setup.en_passant = passed.offset(0, if turn == Color::White { 1 } else { -1 });
        let position = Position::ignoring_history(setup).ok()?;
        return position.legal_en_passant().map(|_| position);
    }
    Position::ignoring_history(setup).ok()
}

/// Calls a function for each legal position of some material, with and without a right to capture
/// en passant.
pub(crate) fn each(material: &Material, mut visit: impl FnMut(Position)) {
    let pieces = material.count();
    let pawns = material.pieces().filter(|piece| piece.role == Role::Pawn).count();
    for number in 0..1_u64 << (6 * pieces) {
        let squares: Vec<Square> =
            (0..pieces).map(|at| Square::masked((number >> (6 * at) & 63) as u8)).collect();
        for turn in Color::ALL {
            for en_passant in if pawns > 1 { &[false, true][..] } else { &[false] } {
                if let Some(position) = place(material, &squares, turn, *en_passant) {
                    visit(position);
                }
            }
        }
    }
}
