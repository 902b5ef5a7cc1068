//! Moves on words: where a side can move into a set of positions.
//!
//! A set of positions is a word for each placement. A side can move into the set from the squares
//! of the word's king that this module computes: moves of the word's king are the king steps of the
//! word of the same placement, and each move of another piece adds the whole word of the placement
//! after it. The word's king must not stand on the way of a slider, so the squares between are
//! removed from the word. No test of legality is needed, because a set has legal positions only.

use setwise::attacks::{self, rays};
use setwise::{Bitboard, Color, Rank, Role, Square};

use crate::layout::Layout;
use crate::placement::{Placement, attacks_of};

/// A set of positions with one side to move, as a word for each placement.
pub(crate) trait Words {
    /// Returns the word of a placement.
    fn word(&self, index: usize) -> Bitboard;

    /// Returns a set that holds the words of all placements that differ only in the square of a
    /// piece.
    fn along(&self, index: usize, piece: usize) -> Bitboard;

    /// Returns the word of a placement after a double step of a pawn that an enemy pawn may capture
    /// en passant.
    fn after_double_step(&self, index: usize, placement: &Placement, pawn: usize) -> Bitboard;
}

/// Returns the squares of the word's king among `wanted` with which a side has a move into a set,
/// of all moves but captures, promotions and en passant captures.
#[inline]
pub(crate) fn movers_into(
    set: &impl Words,
    layout: &Layout,
    side: Color,
    (index, placement): (usize, &Placement),
    wanted: Bitboard,
) -> Bitboard {
    let occupied = placement.occupied();
    let mut found = match side {
        Color::White => white_king_into(set, layout, placement),
        Color::Black => attacks::kings(set.word(index)),
    };
    for (at, &(piece, from)) in placement.pieces().iter().enumerate() {
        if piece.color != side {
            continue;
        }
        let missing = wanted - found;
        if missing.is_empty() {
            break;
        }
        if piece.role != Role::Pawn && !set.along(index, at).meets(missing) {
            continue;
        }
        // The index of the placement with this piece on a1, which wraps below 0 for a pawn.
        let base = index.wrapping_sub(from as usize * layout.stride(at));
        let after = |to: Square| base.wrapping_add(to as usize * layout.stride(at));
        match piece.role {
            Role::Pawn => {
                let Some(to) = single_step(side, from).filter(|&to| !occupied.contains(to)) else {
                    continue;
                };
                if !is_last_rank(to) {
                    found |= set.word(after(to));
                }
                if let Some(far) = double_step(side, from).filter(|&far| !occupied.contains(far)) {
                    let next = placement.moved(at, Role::Pawn, far);
                    let word = if capturers(&next, at).next().is_some() {
                        set.after_double_step(after(far), &next, at)
                    } else {
                        set.word(after(far))
                    };
                    found |= word.without(to);
                }
            }
            Role::Knight => {
                for to in attacks::knight(from) - occupied {
                    found |= set.word(after(to));
                }
            }
            _ => {
                for to in attacks_of(piece, from, occupied) - occupied {
                    found |= set.word(after(to)) - rays::between(from, to);
                }
            }
        }
    }
    found & wanted
}

/// Returns the squares of the word's king with which White's king can move into a set.
fn white_king_into(set: &impl Words, layout: &Layout, placement: &Placement) -> Bitboard {
    let steps = attacks::king(placement.king()) - placement.occupied();
    steps.into_iter().fold(Bitboard::EMPTY, |found, to| {
        let (index, symmetry) = layout.index_with(placement, to);
        let word = set.word(index);
        if word.any() { found | symmetry.undo(word) } else { found }
    })
}

/// A capture, a promotion or both: a move to another table.
pub(crate) struct Conversion {
    /// The squares of the word's king before the move, legal or not.
    pub(crate) kings: Bitboard,
    /// The square of the word's king after the move, or `None` if it does not move.
    pub(crate) king: Option<Square>,
    /// The other pieces after the move.
    pub(crate) after: Placement,
    /// The captured piece.
    pub(crate) captured: Option<usize>,
    /// The pawn that is promoted, and its new role.
    pub(crate) promoted: Option<(usize, Role)>,
}

/// Calls a function for each capture and promotion of a side, except en passant captures. Moves to
/// positions that are not legal are among them.
pub(crate) fn for_each_conversion(
    placement: &Placement,
    side: Color,
    mut visit: impl FnMut(Conversion),
) {
    let (king, occupied) = (placement.king(), placement.occupied());
    for (captured, &(enemy, target)) in placement.pieces().iter().enumerate() {
        if enemy.color == side {
            continue;
        }
        let (without, captured) = (placement.without(captured), Some(captured));
        let kings = attacks::king(target) - occupied;
        if side == Color::Black {
            let king = Some(target);
            visit(Conversion { kings, king, after: without, captured, promoted: None });
        } else if attacks::king(king).contains(target) {
            let (kings, after) = (Bitboard::UNIVERSE, without.with_king(target));
            visit(Conversion { kings, king: None, after, captured, promoted: None });
        }
    }
    for (at, &(piece, from)) in placement.pieces().iter().enumerate() {
        if piece.color != side {
            continue;
        }
        let mut convert = |to: Square, captured: Option<usize>| {
            let kings = !rays::between(from, to).with(to);
            let is_promotion = piece.role == Role::Pawn && is_last_rank(to);
            let roles = if is_promotion { &Role::PROMOTIONS[..] } else { &[piece.role] };
            for &role in roles {
                let moved = placement.moved(at, role, to);
                let after = captured.map_or(moved, |captured| moved.without(captured));
                let promoted = is_promotion.then_some((at, role));
                visit(Conversion { kings, king: None, after, captured, promoted });
            }
        };
        for (captured, &(enemy, target)) in placement.pieces().iter().enumerate() {
            if enemy.color != side && attacks_of(piece, from, occupied).contains(target) {
                convert(target, Some(captured));
            }
        }
        let step = single_step(side, from).filter(|&to| is_last_rank(to) && !occupied.contains(to));
        if let Some(to) = step.filter(|_| piece.role == Role::Pawn) {
            convert(to, None);
        }
    }
}

/// Returns the pawns that may capture a pawn en passant, which has just made a double step.
pub(crate) fn capturers(placement: &Placement, pawn: usize) -> impl Iterator<Item = usize> + '_ {
    let (pushed, square) = placement.pieces()[pawn];
    let beside = attacks::king(square) & Bitboard::rank(square.rank());
    placement.pieces().iter().enumerate().filter_map(move |(at, &(piece, from))| {
        let is_capturer = piece.role == Role::Pawn && piece.color != pushed.color;
        (is_capturer && beside.contains(from)).then_some(at)
    })
}

/// Returns the placement after an en passant capture of a pawn that has just made a double step.
pub(crate) fn after_en_passant(placement: &Placement, pawn: usize, capturer: usize) -> Placement {
    let (pushed, square) = placement.pieces()[pawn];
    // One rank behind the pawn.
    let target = single_step(!pushed.color, square).unwrap_or(square);
    placement.moved(capturer, Role::Pawn, target).without(pawn)
}

fn single_step(side: Color, from: Square) -> Option<Square> {
    from.offset(0, if side == Color::White { 1 } else { -1 })
}

fn double_step(side: Color, from: Square) -> Option<Square> {
    let step = if side == Color::White { 2 } else { -2 };
    from.offset(0, step).filter(|_| from.rank() == Rank::Second.relative_to(side))
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}
