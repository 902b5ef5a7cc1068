use setwise_testkit::scaled;

use super::{History, PositionErrorKind, is_plainly_playable, unchecked, validated};
use crate::random::Random;
use crate::{Bitboard, Color, Piece, Position, Role, Setup, Square};

/// Changes setups.
struct Mutator(Random);

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.below(64)]
    }

    /// Changes a part of a setup.
    fn mutate(&mut self, setup: &mut Setup) {
        let square = self.square();
        match self.below(8) {
            0 => setup.board.put(square, self.piece()),
            1 => setup.board.clear(Bitboard::of(square)),
            2 | 3 => {
                let occupied: Vec<Square> = setup.board.occupied().into_iter().collect();
                let Some(&from) = occupied.get(self.below(64)) else { return };
                let piece = setup.board.piece_at(from).expect("an occupied square");
                setup.board.clear(Bitboard::of(from));
                setup.board.put(square, piece);
            }
            4 => setup.turn = !setup.turn,
            5 => {
                // Most castling rights are of rooks, or at least on a first rank.
                let rook = setup.board.role(Role::Rook).last().filter(|_| self.below(2) == 0);
                setup.castling ^= Bitboard::of(rook.unwrap_or(square));
            }
            6 => {
                let pawns = setup.board.pieces(!setup.turn, Role::Pawn);
                let pawn = pawns.into_iter().nth(self.below(8));
                let passed = pawn.map(|pawn| Square::masked(pawn as u8 ^ 8));
                setup.en_passant = passed.or(Some(square)).filter(|_| self.below(8) != 0);
            }
            _ => setup.fullmoves = self.below(3) as u32,
        }
    }

    fn piece(&mut self) -> Piece {
        Piece { color: Color::ALL[self.below(2)], role: Role::ALL[self.below(6)] }
    }
}

/// Calls a function with the positions of random games of standard chess and of Chess960, and then
/// with a setup that differs from each in some parts.
fn for_setups(games: usize, mutations: usize, mut function: impl FnMut(&Setup, bool)) {
    let mut random = Mutator(Random::new());
    for game in 0..games {
        let start = Position::chess960(random.below(960) as u16).filter(|_| game % 2 == 0);
        let mut position = start.unwrap_or(Position::INITIAL);
        for _ in 0..random.below(160) {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            position = position.play_unchecked(mv);
            function(&position.into(), true);
            for _ in 0..mutations {
                let mut setup = position.into();
                for _ in 0..=random.below(3) {
                    random.mutate(&mut setup);
                }
                function(&setup, false);
            }
        }
    }
}

/// Fails if the fast test accepts what the checks refuse, or the test is so strict that many
/// positions of games need the checks.
#[test]
fn the_fast_test_accepts_only_what_the_checks_accept() {
    let [mut games, mut fast, mut mutated, mut refused, mut history] = [0; 5];
    let checked = |setup, history| super::checked(setup, history).map_err(PositionErrorKind::into);
    for_setups(scaled(4_000, 600), 8, |setup, is_game| {
        let is_plain = is_plainly_playable(&unchecked(*setup));
        let by_checks = checked(*setup, History::Checked);
        assert!(!is_plain || by_checks.is_ok(), "{setup:?}: {by_checks:?}");
        assert_eq!(validated(*setup, History::Checked), by_checks, "{setup:?}");
        let ignoring = checked(*setup, History::Ignored);
        assert_eq!(validated(*setup, History::Ignored), ignoring, "{setup:?}");
        if is_game {
            games += 1;
            fast += usize::from(is_plain);
        } else {
            mutated += 1;
            refused += usize::from(by_checks.is_err());
            history += usize::from(by_checks != ignoring);
        }
    });
    assert!(fast * 100 >= games * 99, "{fast} of {games} positions of games");
    assert!(refused * 10 > mutated && refused * 10 < mutated * 9, "{refused} of {mutated}");
    assert!(history * 1_000 > mutated, "{history} are refused because of their history");
}
