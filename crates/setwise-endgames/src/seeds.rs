//! Captures and promotions: values from smaller tables.

use alloc::sync::Arc;
use alloc::vec::Vec;

use setwise::{Bitboard, Color, Piece, Role, Square};

use crate::material::Material;
use crate::moves::{Conversion, for_each_conversion};
use crate::placement::Placement;
use crate::table::{Line, Table};

/// The tables after each capture and promotion.
#[derive(Debug)]
pub(crate) struct Smaller {
    /// By the captured piece, or the last for none, and the promoted pawn with its role.
    tables: [[Option<Arc<Table>>; PROMOTIONS]; 4],
    has_en_passant: bool,
    longest: u8,
}

/// No promotion, and the roles of three pawns.
const PROMOTIONS: usize = 1 + 3 * 6;

impl Smaller {
    /// Takes the tables after each capture and promotion. A table that is missing has draws only.
    pub(crate) fn new(
        material: &Material,
        get: impl Fn(&Material) -> Option<Arc<Table>>,
    ) -> Smaller {
        let pieces: Vec<Piece> = material.pieces().collect();
        let has_pawn = |&color: &Color| pieces.contains(&Piece { color, role: Role::Pawn });
        let has_en_passant = Color::ALL.iter().all(has_pawn);
        let mut smaller = Smaller { tables: Default::default(), has_en_passant, longest: 0 };
        let pawns = (0..pieces.len()).filter(|&pawn| pieces[pawn].role == Role::Pawn);
        let promotions: Vec<Option<(usize, Role)>> = core::iter::once(None)
            .chain(pawns.flat_map(|pawn| Role::PROMOTIONS.map(|role| Some((pawn, role)))))
            .collect();
        for captured in (0..pieces.len()).map(Some).chain([None]) {
            for &promoted in &promotions {
                let enemy = captured.map(|captured| pieces[captured].color);
                let pawn = promoted.map(|(pawn, _)| pieces[pawn].color);
                if enemy.or(pawn).is_none() || enemy == pawn {
                    continue;
                }
                let mut after = *material;
                if let Some((pawn, role)) = promoted {
                    after = after.promoted(pieces[pawn].color, role);
                }
                if let Some(captured) = captured {
                    after = after.without(pieces[captured]);
                }
                let table = get(&after.canonical());
                let longest = table.as_ref().map_or(0, |table| table.longest_plies());
                smaller.longest = smaller.longest.max(longest);
                smaller.tables[captured.unwrap_or(3)][column(promoted)] = table;
            }
        }
        smaller
    }

    /// Returns whether both sides have a pawn.
    pub(crate) fn has_en_passant(&self) -> bool {
        self.has_en_passant
    }

    /// Returns the plies of the longest mate of all tables.
    pub(crate) fn longest(&self) -> u8 {
        self.longest
    }

    /// Returns the values of the positions after the capture of a pawn en passant.
    pub(crate) fn after_en_passant(&self, pawn: usize, turn: Color, after: &Placement) -> Line<'_> {
        self.line(Some(pawn), None, turn, after)
    }

    fn line(
        &self,
        captured: Option<usize>,
        promoted: Option<(usize, Role)>,
        turn: Color,
        after: &Placement,
    ) -> Line<'_> {
        let table = &self.tables[captured.unwrap_or(3)][column(promoted)];
        table.as_ref().map_or(Line::Drawn, |table| table.line(turn, after))
    }
}

fn column(promoted: Option<(usize, Role)>) -> usize {
    promoted.map_or(0, |(pawn, role)| 1 + 6 * pawn + role as usize)
}

/// What captures and promotions of a side say about its positions.
pub(crate) struct Seeds {
    /// The positions with a capture or a promotion.
    pub(crate) any: Bitboard,
    /// The positions in which one draws or wins, so that they cannot be lost.
    pub(crate) escapes: Bitboard,
    /// The positions in which one wins, or all lose.
    pub(crate) pending: Bitboard,
    /// For each pending position: the plies to mate and 1, if no other move is shorter, or longer
    /// where the side loses.
    pub(crate) values: [u8; 64],
}

/// Computes the values of the captures and promotions of a side in the legal positions of a word.
pub(crate) fn seeds(
    placement: &Placement,
    side: Color,
    legal: Bitboard,
    smaller: &Smaller,
) -> Seeds {
    let (mut wins, mut draws, mut losses) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    let mut values = [0_u8; 64];
    let mut add = |king: Square, after: u8| {
        let value = &mut values[king as usize];
        // The side that is to move after the conversion loses, draws or wins.
        if after % 2 == 1 {
            let is_first = !wins.contains(king);
            let plies = after.saturating_add(1);
            *value = if is_first { plies } else { plies.min(*value) };
            wins = wins.with(king);
        } else if after == 0 {
            draws = draws.with(king);
        } else {
            if !wins.contains(king) {
                *value = after.saturating_add(1).max(*value);
            }
            losses = losses.with(king);
        }
    };
    for_each_conversion(placement, side, |conversion| {
        let Conversion { kings, king, after, captured, promoted } = conversion;
        let possible = after.legal(!side);
        let kings = kings & legal;
        let line = || smaller.line(captured, promoted, !side, &after);
        match king {
            Some(king) if possible.contains(king) && kings.any() => {
                let value = line().at(king);
                kings.into_iter().for_each(|from| add(from, value));
            }
            None if kings.meets(possible) => {
                let line = line();
                (kings & possible).into_iter().for_each(|king| add(king, line.at(king)));
            }
            _ => {}
        }
    });
    let (escapes, pending) = (wins | draws, wins | (losses - draws));
    Seeds { any: escapes | losses, escapes, pending, values }
}
