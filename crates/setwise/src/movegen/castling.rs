//! Castling moves, in standard chess and in Chess960.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::Sliders;
use crate::moves::CastlingTargets;
use crate::{Bitboard, MoveSet, Rank, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Returns the rooks that have the right to castle, if the filter allows the move and the
    /// paths of king and rook are free. Whether the king's path is attacked is not tested.
    #[inline(always)]
    pub(super) fn free_castling_rooks(&self) -> Bitboard {
        let rooks = self.position.castling_rooks() & self.first_rank();
        if rooks.is_empty() || !self.wanted.castling || !self.wanted.from.contains(self.king) {
            return Bitboard::EMPTY;
        }
        let occupied = self.board().occupied();
        let mut free = Bitboard::EMPTY;
        for rook in rooks {
            if Castling::new(self.king, rook).is_free(occupied)
                && self.wanted.to.contains(CastlingTargets::of(self.king, rook).king)
            {
                free = free.with(rook);
            }
        }
        free
    }

    /// Returns the squares that the king passes and ends on when it castles with any of the rooks.
    #[inline(always)]
    pub(super) fn castling_paths(&self, rooks: Bitboard) -> Bitboard {
        let path = |rook| Castling::new(self.king, rook).king_path;
        rooks.into_iter().fold(Bitboard::EMPTY, |paths, rook| paths | path(rook))
    }

    /// Generates castling with rooks whose paths are free, if no square of the king's path is
    /// attacked: if its path is in the `safe` squares.
    ///
    /// The king must not be in check.
    #[inline(always)]
    pub(super) fn castling<V: MoveVisitor>(
        &self,
        rooks: Bitboard,
        safe: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        for rook in rooks {
            let Castling { king_path, .. } = Castling::new(self.king, rook);
            if king_path.is_subset_of(safe) && !self.is_exposed_by(rook) {
                visitor.moves(MoveSet::Castle { king: self.king, rook })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates castling with rooks whose paths are free, attacked or not.
    #[inline(always)]
    pub(super) fn pseudo_legal_castling<V: MoveVisitor>(
        &self,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        for rook in self.free_castling_rooks() {
            visitor.moves(MoveSet::Castle { king: self.king, rook })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the king is attacked after castling because the rook has left its square.
    ///
    /// This is possible only in Chess960, when the rook stands between the king's target and an
    /// enemy rook or queen on the first rank.
    #[inline(always)]
    fn is_exposed_by(&self, rook: Square) -> bool {
        if !self.board().rook_sliders(!self.us).meets(self.first_rank()) {
            return false;
        }
        let to = CastlingTargets::of(self.king, rook);
        let changed = Bitboard::of(self.king) ^ Bitboard::of(rook) ^ Bitboard::of(to.rook);
        self.is_attacked_by_slider(to.king, self.board().occupied() ^ changed)
    }

    #[inline(always)]
    fn first_rank(&self) -> Bitboard {
        Bitboard::rank(Rank::First.relative_to(self.us))
    }
}

/// The paths of castling with one rook.
#[derive(Clone, Copy)]
pub(crate) struct Castling {
    /// The squares that the king passes and the one that it ends on, without its first square.
    pub(crate) king_path: Bitboard,
    /// The squares that must be empty: the paths of king and rook, without their first squares.
    empty: Bitboard,
}

impl Castling {
    #[inline(always)]
    pub(crate) fn new(king: Square, rook: Square) -> Castling {
        let paths = PATHS[king as usize % 8][rook as usize % 8];
        let first_of_rank = king as u32 & 56;
        Castling {
            king_path: Bitboard(u64::from(paths.king) << first_of_rank),
            empty: Bitboard(u64::from(paths.empty) << first_of_rank),
        }
    }

    /// Returns whether no other piece stands in the way of the king and the rook.
    #[inline(always)]
    pub(crate) fn is_free(&self, occupied: Bitboard) -> bool {
        !occupied.meets(self.empty)
    }
}

/// The squares of [`Castling`], as sets of files.
#[derive(Clone, Copy)]
struct Paths {
    king: u8,
    empty: u8,
}

/// The paths for each file of the king and of the rook. King and rook stand on one rank.
static PATHS: [[Paths; 8]; 8] = {
    let mut table = [[Paths { king: 0, empty: 0 }; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            table[king][rook] = Paths::of(king as u8, rook as u8);
            rook += 1;
        }
        king += 1;
    }
    table
};

impl Paths {
    const fn of(king: u8, rook: u8) -> Paths {
        let (king_to, rook_to) = CastlingTargets::files(king, rook);
        let king_path = path(king, king_to);
        let empty = (king_path | path(rook, rook_to)) & !(1 << king | 1 << rook);
        Paths { king: king_path, empty }
    }
}

/// Returns the files between two files and the second of them, unless it is the first.
const fn path(from: u8, to: u8) -> u8 {
    let files = if from < to { (2_u16 << to) - (2 << from) } else { (1 << from) - (1 << to) };
    files as u8
}
