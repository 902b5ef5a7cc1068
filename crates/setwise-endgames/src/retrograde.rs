//! A table, one ply after the other, from the mates back.
//!
//! For each side to move and each placement, one word says with which squares of the word's king
//! the side was found to win or to lose at the last ply. The next ply takes two steps on words:
//!
//! * A side wins in an odd number of plies `n` if it has a move to a position that the other side
//!   loses in `n - 1`: [`movers_into`] the words that are new.
//! * A side loses in an even number of plies `n` if it has a move to a position that the other side
//!   wins in `n - 1`, and no move to one that is not won by then: [`movers_into`] the words that
//!   are new, without [`movers_into`] the words that are *held*, which are legal and not won.
//!
//! Captures and promotions lead to smaller tables, which are complete: [`seeds`](crate::seeds).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use setwise::{Bitboard, Color};

use crate::layout::{Layout, Unions};
use crate::moves::{Words, after_en_passant, capturers, movers_into};
use crate::placement::Placement;
use crate::seeds::{Smaller, seeds};

/// The longest number of plies that a byte holds. The longest mate of five pieces has 254 plies,
/// with a king and two pawns against a king and a pawn (Eugene Nalimov's tables, 2000:
/// <https://www.stmintz.com/ccc/index.php?id=113253>).
const MOST_PLIES: u8 = 254;

/// What is known of the positions with one side to move.
#[derive(Debug, Default)]
struct Side {
    /// The positions found at the last ply: won if it was odd, else lost.
    new: Vec<Bitboard>,
    /// The same, as unions along each piece.
    unions: Unions,
    /// The positions found at this ply.
    next: Vec<Bitboard>,
    /// The legal positions that are not won, as far as is known.
    held: Vec<Bitboard>,
    words: Vec<Word>,
    /// For each word and square: the plies to mate and 1, or 0; see [`crate::Table`].
    values: Vec<u8>,
}

/// What else is known of the positions of a word.
#[derive(Clone, Debug, Default)]
struct Word {
    /// The positions that may still be lost: not won, not lost, and no capture or promotion draws
    /// or wins.
    open: Bitboard,
    /// The positions whose value is the value by captures and promotions alone, at a later ply.
    pending: Bitboard,
    /// The positions without a legal move and not in check.
    stalemates: Bitboard,
    /// The least value of pending positions.
    due: u8,
}

/// One word of a side, to be changed.
struct WordMut<'a> {
    next: &'a mut Bitboard,
    held: &'a mut Bitboard,
    word: &'a mut Word,
    /// The values of the 64 squares.
    values: &'a mut [u8],
}

impl Side {
    fn new(layout: &Layout) -> Side {
        let words = layout.words();
        Side {
            new: vec![Bitboard::EMPTY; words],
            unions: Unions::default(),
            next: vec![Bitboard::EMPTY; words],
            held: vec![Bitboard::EMPTY; words],
            words: vec![Word::default(); words],
            values: vec![0; 64 * words],
        }
    }

    /// Calls a function for each word, with its index.
    #[cfg(not(feature = "threads"))]
    fn for_each(&mut self, each: impl Fn(usize, WordMut)) {
        let sets = self.next.iter_mut().zip(&mut self.held).zip(&mut self.words);
        let words = sets.zip(self.values.chunks_exact_mut(64)).enumerate();
        for (index, (((next, held), word), values)) in words {
            each(index, WordMut { next, held, word, values });
        }
    }

    /// Calls a function for each word, with its index, by all threads.
    #[cfg(feature = "threads")]
    fn for_each(&mut self, each: impl Fn(usize, WordMut) + Sync) {
        use rayon::prelude::*;
        let sets = self.next.par_iter_mut().zip(&mut self.held).zip(&mut self.words);
        let words = sets.zip(self.values.par_chunks_exact_mut(64)).enumerate();
        words.with_min_len(1 << 10).for_each(|(index, (((next, held), word), values))| {
            each(index, WordMut { next, held, word, values });
        });
    }
}

/// Returns the values of the positions with White and with Black to move, or `None` if `stop` asks
/// to stop before a ply.
pub(crate) fn values(
    layout: &Layout,
    smaller: &Smaller,
    mut stop: impl FnMut(u8) -> ControlFlow<()>,
) -> Option<[Vec<u8>; 2]> {
    let mut sides = [Side::new(layout), Side::new(layout)];
    for color in Color::ALL {
        begin(&mut sides[color], layout, smaller, color);
    }
    for color in Color::ALL {
        let [side, other] = side_and_other(&mut sides, color);
        mates(side, other, layout, smaller, color);
    }
    for plies in 1..=MOST_PLIES {
        for side in &mut sides {
            core::mem::swap(&mut side.new, &mut side.next);
            side.unions = layout.unions(&side.new);
        }
        let is_over = sides.iter().all(|side| side.unions.is_empty());
        // Nothing of a smaller table becomes known after its longest mate and one move.
        if is_over && plies > smaller.longest().saturating_add(2) {
            break;
        }
        if stop(plies).is_break() {
            return None;
        }
        for color in Color::ALL {
            let [side, other] = side_and_other(&mut sides, color);
            let ply = Ply { layout, smaller, color, plies };
            if plies % 2 == 1 { ply.wins(side, other) } else { ply.losses(side, other) }
        }
    }
    Some(sides.map(|side| side.values))
}

fn side_and_other(sides: &mut [Side; 2], color: Color) -> [&mut Side; 2] {
    let [white, black] = sides;
    if color == Color::White { [white, black] } else { [black, white] }
}

/// Computes the legal positions of a side, and the values of captures and promotions.
fn begin(side: &mut Side, layout: &Layout, smaller: &Smaller, color: Color) {
    side.for_each(|index, this| {
        let Some(placement) = layout.placement(index) else { return };
        let legal = placement.legal(color);
        let seeds = seeds(&placement, color, legal, smaller);
        *this.held = legal;
        *this.next = seeds.any;
        this.word.open = legal - seeds.escapes;
        this.word.pending = seeds.pending;
        for square in seeds.pending {
            this.values[square as usize] = seeds.values[square as usize];
        }
        this.word.due = least(this.values, seeds.pending);
    });
}

/// Finds the mates of a side, which are lost in 0 plies, and its stalemates. The next words are the
/// positions with a legal capture or promotion before.
fn mates(side: &mut Side, other: &Side, layout: &Layout, smaller: &Smaller, color: Color) {
    let successors = Held { other, smaller, color, plies: 0 };
    side.for_each(|index, this| {
        let Some(placement) = layout.placement(index) else { return };
        let quiet = *this.held - *this.next;
        let stuck = quiet - movers_into(&successors, layout, color, (index, &placement), quiet);
        *this.next = stuck & placement.check(color);
        this.word.open -= stuck;
        for square in *this.next {
            this.values[square as usize] = 1;
        }
        this.word.stalemates = stuck - *this.next;
    });
}

/// The steps of a ply for a side to move.
struct Ply<'a> {
    layout: &'a Layout,
    smaller: &'a Smaller,
    color: Color,
    plies: u8,
}

impl Ply<'_> {
    /// Returns whether nothing can be found in a word: the other side has nothing new, no value is
    /// pending, and there is no en passant capture.
    fn is_idle(&self, word: &Word, other: &Side) -> bool {
        other.unions.is_empty() && word.pending.is_empty() && !self.smaller.has_en_passant()
    }

    /// Finds the positions that a side wins in this number of plies.
    fn wins(&self, side: &mut Side, other: &Side) {
        let Ply { layout, smaller, color, plies } = *self;
        let lost = Lost { other, layout, smaller, color, plies };
        side.for_each(|index, this| {
            *this.next = Bitboard::EMPTY;
            let held = *this.held;
            if held.is_empty() || self.is_idle(this.word, other) {
                return;
            }
            let Some(placement) = layout.placement(index) else { return };
            let due = this.word.take_due(plies + 1, this.values);
            let movers = movers_into(&lost, layout, color, (index, &placement), held);
            let won = movers | due & held;
            if won.any() {
                *this.next = won;
                *this.held = held - won;
                this.word.open -= won;
                this.word.pending -= won;
                for square in won {
                    this.values[square as usize] = plies + 1;
                }
            }
        });
    }

    /// Finds the positions that a side loses in this number of plies.
    fn losses(&self, side: &mut Side, other: &Side) {
        let Ply { layout, smaller, color, plies } = *self;
        let won = Won { other, layout, color };
        let held = Held { other, smaller, color, plies };
        side.for_each(|index, this| {
            *this.next = Bitboard::EMPTY;
            if this.word.open.is_empty() || self.is_idle(this.word, other) {
                return;
            }
            let Some(placement) = layout.placement(index) else { return };
            let at = (index, &placement);
            let due = this.word.take_due(plies + 1, this.values);
            let open = this.word.open - this.word.pending;
            let movers = movers_into(&won, layout, color, at, open);
            let candidates = movers | due & open;
            if candidates.is_empty() {
                return;
            }
            let escapes = movers_into(&held, layout, color, at, candidates);
            let lost = candidates - escapes;
            *this.next = lost;
            this.word.open -= lost;
            for square in due - lost {
                this.values[square as usize] = 0;
            }
            for square in lost {
                this.values[square as usize] = plies + 1;
            }
        });
    }
}

impl Word {
    /// Removes and returns the pending positions of a value, which is no more than the least.
    fn take_due(&mut self, value: u8, values: &[u8]) -> Bitboard {
        if self.pending.is_empty() || self.due > value {
            return Bitboard::EMPTY;
        }
        let due = self.pending.into_iter().filter(|&king| values[king as usize] <= value);
        let due: Bitboard = due.collect();
        self.pending -= due;
        self.due = least(values, self.pending);
        due
    }
}

/// Returns the least value of squares.
fn least(values: &[u8], squares: Bitboard) -> u8 {
    squares.into_iter().map(|square| values[square as usize]).min().unwrap_or(u8::MAX)
}

/// The positions that the other side loses in one ply less.
struct Lost<'a> {
    other: &'a Side,
    layout: &'a Layout,
    smaller: &'a Smaller,
    color: Color,
    plies: u8,
}

impl Words for Lost<'_> {
    fn word(&self, index: usize) -> Bitboard {
        self.other.new[index]
    }

    fn along(&self, index: usize, piece: usize) -> Bitboard {
        self.layout.union(&self.other.unions, index, piece)
    }

    /// The positions that are lost, or stalemates but for en passant, and in which each capture en
    /// passant loses by now.
    fn after_double_step(&self, index: usize, placement: &Placement, pawn: usize) -> Bitboard {
        let values = &self.other.values[64 * index..][..64];
        let legal = placement.legal(!self.color);
        let is_lost = |value: u8| value % 2 == 1 && value <= self.plies;
        let lost = legal.into_iter().filter(|&king| is_lost(values[king as usize]));
        let mut captures = Bitboard::EMPTY;
        let mut escapes = Bitboard::EMPTY;
        for capturer in capturers(placement, pawn) {
            let after = after_en_passant(placement, pawn, capturer);
            let line = self.smaller.after_en_passant(pawn, self.color, &after);
            let possible = after.legal(self.color) & legal;
            let is_escape = |value: u8| value == 0 || value % 2 == 1 || value >= self.plies;
            captures |= possible;
            escapes |= possible.into_iter().filter(|&king| is_escape(line.at(king))).collect();
        }
        let stalemates = self.other.words[index].stalemates;
        (lost.collect::<Bitboard>() | stalemates & captures) - escapes
    }
}

/// The positions that the other side wins in one ply less.
struct Won<'a> {
    other: &'a Side,
    layout: &'a Layout,
    color: Color,
}

impl Words for Won<'_> {
    fn word(&self, index: usize) -> Bitboard {
        self.other.new[index]
    }

    fn along(&self, index: usize, piece: usize) -> Bitboard {
        self.layout.union(&self.other.unions, index, piece)
    }

    /// More than is won: candidates are tested again.
    fn after_double_step(&self, _: usize, placement: &Placement, _: usize) -> Bitboard {
        placement.legal(!self.color)
    }
}

/// The legal positions that the other side does not win within one ply less.
struct Held<'a> {
    other: &'a Side,
    smaller: &'a Smaller,
    color: Color,
    plies: u8,
}

impl Words for Held<'_> {
    fn word(&self, index: usize) -> Bitboard {
        self.other.held[index]
    }

    fn along(&self, _: usize, _: usize) -> Bitboard {
        Bitboard::UNIVERSE
    }

    /// The positions that are held, and in which no capture en passant wins by now.
    fn after_double_step(&self, index: usize, placement: &Placement, pawn: usize) -> Bitboard {
        let mut held = self.other.held[index];
        for capturer in capturers(placement, pawn) {
            let after = after_en_passant(placement, pawn, capturer);
            let line = self.smaller.after_en_passant(pawn, self.color, &after);
            let possible = after.legal(self.color) & held;
            let is_won = |value: u8| value % 2 == 1 && value < self.plies;
            held -= possible.into_iter().filter(|&king| is_won(line.at(king))).collect();
        }
        held
    }
}
