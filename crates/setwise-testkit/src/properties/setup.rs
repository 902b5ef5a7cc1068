//! Any setup is refused or playable.

use setwise::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};

use super::position::{invariants, moves_and_queries};

/// Generates a setup from some bytes and, if it is playable, checks the position. Returns whether
/// it is playable.
pub fn setup(bytes: &[u8]) -> bool {
    let setup = Bytes(bytes).setup();
    match Position::try_from(setup) {
        Ok(position) => {
            assert_eq!(Setup::from(position), setup);
            assert_eq!(Position::ignoring_history(setup), Ok(position));
            invariants(&position);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let Ok(position) = Position::ignoring_history(setup) {
                assert!(error.is_about_history(), "{position:?}: {error}");
                moves_and_queries(&position);
            }
            false
        }
    }
}

/// Bytes that are consumed one by one, followed by zeros without end.
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl Bytes<'_> {
    fn take(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    /// Generates a setup. Playable setups are more likely than by chance: two kings, pawns on ranks
    /// 2 to 7, castling rights of existing rooks.
    pub(super) fn setup(&mut self) -> Setup {
        let mut setup = Setup::EMPTY;
        let flags = self.take();
        setup.turn = if flags & 1 == 0 { Color::White } else { Color::Black };
        for color in Color::ALL {
            let square = self.take();
            // Half of the time, kings and rooks are on their first rank, so that castling is
            // common.
            let king = if flags & 2 != 0 {
                self.put_rooks_at_home(&mut setup, color);
                Square::masked(square & 7).relative_to(color)
            } else {
                Square::masked(square)
            };
            if square != u8::MAX {
                setup.board.put(king, Piece { color, role: Role::King });
            }
        }
        for _ in 0..self.take() % 31 {
            self.put_piece(&mut setup);
        }
        setup.castling = self.castling(&setup);
        setup.en_passant = self.en_passant(&mut setup);
        setup.halfmoves = u16::from_le_bytes([self.take(), flags >> 3 & 1]);
        // The move number 0 is refused, so exhausted bytes must give another value.
        setup.fullmoves = u32::from(self.take() ^ 1);
        setup
    }

    /// Puts two rooks on their first rank. In one of four cases also adds an enemy rook, which can
    /// make castling illegal in Chess960 from behind the castling rook.
    fn put_rooks_at_home(&mut self, setup: &mut Setup, color: Color) {
        let files = self.take();
        let mut put = |file: u8, owner| {
            let square = Square::masked(file & 7).relative_to(color);
            setup.board.put(square, Piece { color: owner, role: Role::Rook });
        };
        put(files, color);
        put(files >> 3, color);
        if files >> 6 == 3 {
            put(self.take(), !color);
        }
    }

    fn put_piece(&mut self, setup: &mut Setup) {
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        let (piece, square) = (self.take(), self.take());
        let role = match piece {
            u8::MAX => Role::King,
            _ => [Pawn, Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen][usize::from(piece & 7)],
        };
        let color = if piece & 8 == 0 { Color::White } else { Color::Black };
        let square = match role {
            // One pawn in eight may also be on rank 1 or 8.
            Role::Pawn if piece & 0x70 != 0 => Square::masked(8 + square % 48),
            _ => Square::masked(square),
        };
        // Kings are not replaced.
        if setup.board.role_at(square) != Some(Role::King) {
            setup.board.put(square, Piece { color, role });
        }
    }

    /// Generates castling rights: the bits of a byte select among the rooks on ranks 1 and 8. In
    /// one of sixteen cases any one square has the right.
    fn castling(&mut self, setup: &Setup) -> Bitboard {
        let (chosen, any) = (self.take(), self.take());
        if any & 15 == 15 {
            return Bitboard::of(Square::masked(chosen));
        }
        let outer = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        let rooks = setup.board.role(Role::Rook) & outer;
        let is_chosen = |&(index, _): &(usize, Square)| chosen >> (index % 8) & 1 == 1;
        rooks.into_iter().enumerate().filter(is_chosen).map(|(_, rook)| rook).collect()
    }

    /// Generates an en passant square: none, any square, or one for which the pawn of the double
    /// step is added, with optional enemy pawns next to it.
    fn en_passant(&mut self, setup: &mut Setup) -> Option<Square> {
        let byte = self.take();
        match byte >> 6 {
            0 => None,
            1 => Some(Square::masked(byte)),
            _ => {
                let (us, file) = (setup.turn, File::ALL[usize::from(byte & 7)]);
                let pawn = Square::new(file, Rank::Fifth.relative_to(us));
                for (beside, color, wanted) in [(0, !us, 0), (-1, us, byte & 8), (1, us, byte & 16)]
                {
                    let square = pawn.offset(beside, 0).filter(|_| beside == 0 || wanted != 0);
                    let square = square.filter(|&s| setup.board.role_at(s) != Some(Role::King));
                    if let Some(square) = square {
                        setup.board.put(square, Piece { color, role: Role::Pawn });
                    }
                }
                Some(Square::new(file, Rank::Sixth.relative_to(us)))
            }
        }
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }
}
