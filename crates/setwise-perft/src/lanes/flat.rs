//! The remaining children of a block of parents, eight at a time and without branches, with
//! AVX-512.
//!
//! The remaining moves of a parent are sets of targets, one for each kind of moves. Most have one or
//! two squares, so a loop over the squares of each set mispredicts its end. Here all sets of a block
//! of parents are one list, and each round takes one square of every set:
//!
//! ```text
//!  list            targets          round 1   round 2   round 3
//!  parent 0, N     . x x . . x      x         x         x
//!  parent 1, E     . . x . . .      x
//!  parent 1, NE    x . . . x .      x         x
//!  parent 3, NW    . . . . . x      x
//! ```
//!
//! A round goes through the list in steps of eight entries. A step takes the lowest square of each
//! entry, makes the eight children in registers and stores them in a queue; entries with squares
//! left are compressed to the front of the same list, for the next round. Moves that may give check
//! have a list of their own, because their children have a queue of their own.
#![allow(
    unsafe_code,
    reason = "registers are loaded from arrays, and their instructions are called"
)]
// Miri: setwise-perft counter::tests::lanes_with_one_table_in_miri

use core::arch::x86_64::*;
use core::mem::transmute;

use setwise::Bitboard;
use setwise::dispatch::CpuFeatures;

use super::backend::{Avx512, LaneFeatures};
use super::children::{ChildQueues, FROM_ABOVE, ORIGINS, ROLES, push_special_of};
use super::kernels::{PLAIN_KINDS, RemainingRows, kind};
use super::queue::{LANES, Queue, STEP};

/// Eight words: one field of eight positions, or the fields of one position.
type Eight = [Bitboard; STEP];

/// Eight words in a register.
type Register = __m512i;

/// Loads a register.
#[inline(always)]
fn load(words: &Eight) -> Register {
    // SAFETY: a register has as many bits as eight words, and every bit pattern is valid.
    unsafe { transmute::<Eight, Register>(*words) }
}

/// Returns the words of a register.
#[inline(always)]
fn words_of(register: Register) -> Eight {
    // SAFETY: as above.
    unsafe { transmute::<Register, Eight>(register) }
}

/// Sets of targets, of which a round takes one square each.
struct List {
    targets: [Bitboard; ENTRIES + STEP],
    /// The lane of the parent, and properties of the kind of moves: see [`TAGS`].
    tags: [Bitboard; ENTRIES + STEP],
    len: usize,
}

/// The capacity of a list, a power of two. Blocks of parents rarely have more sets; then a list is
/// emptied before it is full.
const ENTRIES: usize = 1024;

/// The most sets of eight parents.
const MOST_OF_STEP: usize = STEP * kind::PLAIN;

impl List {
    const EMPTY: List = List {
        targets: [Bitboard::EMPTY; ENTRIES + STEP],
        tags: [Bitboard::EMPTY; ENTRIES + STEP],
        len: 0,
    };

    /// Returns the targets and tags of eight entries.
    #[inline(always)]
    fn step(&self, at: usize) -> [Register; 2] {
        let at = at % ENTRIES;
        [&self.targets, &self.tags]
            .map(|words| load(words[at..at + STEP].try_into().expect("a step")))
    }
}

/// Writes the entries with targets, which are stored from an index on, and returns their number.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn put(list: &mut List, at: usize, targets: Register, tags: Register) -> usize {
    let some = _mm512_test_epi64_mask(targets, targets);
    let at = at % ENTRIES;
    list.targets[at..at + STEP].copy_from_slice(&words_of(compressed(some, targets)));
    list.tags[at..at + STEP].copy_from_slice(&words_of(compressed(some, tags)));
    some.count_ones() as usize
}

/// Moves the selected words to the front, and fills the rest with zeros.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn compressed(selected: __mmask8, words: Register) -> Register {
    if cfg!(miri) {
        // Miri does not know the instruction.
        let words = words_of(words);
        let mut front = [Bitboard::EMPTY; STEP];
        for (to, from) in front.iter_mut().zip(Bitboard(selected.into())) {
            *to = words[usize::from(from.index())];
        }
        return load(&front);
    }
    _mm512_maskz_compress_epi64(selected, words)
}

/// The lists of a block of parents, and its positions.
struct Lists {
    /// Moves that do not give check, and moves that may.
    lists: [List; 2],
    /// The words of each parent, and the owner of its count.
    parents: [Eight; LANES],
}

impl Lists {
    const EMPTY: Lists =
        Lists { lists: [List::EMPTY; 2], parents: [[Bitboard::EMPTY; STEP]; LANES] };
}

/// For each kind of moves, the bits above the lane in the tag of an entry: the index of the first
/// of its [`ORIGINS`], whether the origin is the first of them in ascending order and not the last,
/// and whether the king moves.
static TAGS: [u64; kind::ROOM] = {
    let mut tags = [0; kind::ROOM];
    let mut index = 0;
    while index < kind::ROOM {
        tags[index] = (64 * index as u64) << ORIGIN;
        if FROM_ABOVE >> index & 1 == 1 {
            tags[index] |= FIRST;
        }
        if index == kind::KING {
            tags[index] |= KING;
        }
        index += 1;
    }
    tags
};

/// The lowest bit of the index of an origin in a tag.
const ORIGIN: u32 = 8;
const FIRST: u64 = 1 << 32;
const KING: u64 = 1 << 33;

/// The queueing of a block of parents. A value exists only where the CPU has AVX-512.
pub(super) struct Flat {
    avx512: Avx512,
    lists: Box<Lists>,
}

impl Flat {
    /// Allocates the lists, 41 KiB, or returns `None` without AVX-512 among the features.
    pub(super) fn new(features: LaneFeatures) -> Option<Flat> {
        let avx512 = features.avx512()?;
        Some(Flat { avx512, lists: Box::new(Lists::EMPTY) })
    }

    /// Queues the remaining children of the parents in the first lanes.
    pub(super) fn queue_remaining(
        &mut self,
        parents: &Queue<RemainingRows>,
        lanes: usize,
        children: &mut ChildQueues,
    ) {
        self.avx512.call(
            (parents, lanes, children, &mut *self.lists),
            #[inline(always)]
            |(parents, lanes, children, lists)| {
                // SAFETY: the value says that the CPU has the features.
                unsafe { queue_block(parents, lanes, children, lists) };
            },
        );
    }
}

#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn queue_block(
    parents: &Queue<RemainingRows>,
    lanes: usize,
    children: &mut ChildQueues,
    lists: &mut Lists,
) {
    let Lists { lists, parents: positions } = lists;
    for first in (0..lanes.min(LANES)).step_by(STEP) {
        let used = if lanes - first < STEP { (1 << (lanes - first)) - 1 } else { !0 };
        let kinds = _mm512_maskz_mov_epi64(used, load(parents.rows.output.kinds.step(first)));
        let any = Bitboard(_mm512_reduce_or_epi64(kinds) as u64);
        if any.is_empty() {
            continue;
        }
        let step = (&mut positions[first..first + STEP]).try_into().expect("a step");
        collect(parents, first, used, any & PLAIN_KINDS, step, lists);
        for (queue, list) in lists.iter_mut().enumerate() {
            if list.len >= ENTRIES - MOST_OF_STEP {
                make_children(list, positions, queue, children);
            }
        }
        if (any - PLAIN_KINDS).any() {
            let special = _mm512_set1_epi64((!PLAIN_KINDS).0 as i64);
            for lane in Bitboard(_mm512_test_epi64_mask(kinds, special).into()) {
                push_special_of(parents, first + usize::from(lane.index()), children);
            }
        }
    }
    for (queue, list) in lists.iter_mut().enumerate() {
        make_children(list, positions, queue, children);
    }
}

/// Appends the sets of eight parents to the lists, and writes their positions.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn collect(
    parents: &Queue<RemainingRows>,
    first: usize,
    used: __mmask8,
    kinds: Bitboard,
    positions: &mut [Eight; STEP],
    [quiet, checking]: &mut [List; 2],
) {
    let RemainingRows { targets: rows, .. } = &parents.rows.output;
    let sets = parents.rows.input.step(first).map(load);
    let [pawns, knights, bishops, rooks, kings, own, castling] = sets;
    let owners = load(&parents.owners(first).map(|owner| Bitboard(owner.into())));
    let words = transposed([pawns, knights, bishops, rooks, kings, own, castling, owners]);
    *positions = words.map(words_of);
    let checks = checks_by_role(&parents.rows.output, &sets, first).map(words_of);
    let lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    let lanes = _mm512_add_epi64(lanes, _mm512_set1_epi64(first as i64));
    let mut lens = [quiet.len, checking.len];
    for index in kinds {
        let index = usize::from(index.index()) % kind::ROOM;
        let targets = _mm512_maskz_mov_epi64(used, load(rows[index].step(first)));
        let checks = load(&checks[ROLES[index] as usize]);
        let tags = _mm512_or_epi64(lanes, _mm512_set1_epi64(TAGS[index] as i64));
        lens[0] += put(quiet, lens[0], _mm512_andnot_epi64(checks, targets), tags);
        lens[1] += put(checking, lens[1], _mm512_and_epi64(checks, targets), tags);
    }
    [quiet.len, checking.len] = lens;
}

/// As [`Checks::by_roles`](super::threats::Checks::by_roles), for eight parents.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn checks_by_role(output: &RemainingRows, sets: &[Register; 7], first: usize) -> [Register; 6] {
    let [_, _, bishops, rooks, _, own, _] = *sets;
    let [pawn, knight, bishop, rook] = output.checks.each_ref().map(|row| load(row.step(first)));
    let queens = _mm512_andnot_epi64(own, _mm512_and_epi64(bishops, rooks));
    let queens = _mm512_test_epi64_mask(queens, queens);
    let queen = _mm512_or_epi64(rook, bishop);
    let discoverers = load(output.discoverers.step(first));
    let discover = _mm512_test_epi64_mask(discoverers, discoverers);
    let all = _mm512_maskz_set1_epi64(discover, -1);
    [
        _mm512_or_epi64(pawn, all),
        _mm512_or_epi64(knight, all),
        _mm512_or_epi64(_mm512_mask_mov_epi64(bishop, queens, queen), all),
        _mm512_or_epi64(_mm512_mask_mov_epi64(rook, queens, queen), all),
        _mm512_or_epi64(queen, all),
        all,
    ]
}

/// Queues the children of all entries of a list, and empties it.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline(never)]
fn make_children(
    list: &mut List,
    positions: &[Eight; LANES],
    queue: usize,
    children: &mut ChildQueues,
) {
    let one = _mm512_set1_epi64(1);
    let mut len = list.len;
    list.len = 0;
    while len > 0 {
        // The last step goes beyond the list: to entries without targets.
        let none = _mm512_setzero_si512();
        put(list, len, none, none);
        let mut left = 0;
        for at in (0..len).step_by(STEP) {
            let [targets, tags] = list.step(at);
            let lower = _mm512_sub_epi64(targets, one);
            let to = _mm512_andnot_epi64(lower, targets);
            left += put(list, left, _mm512_and_epi64(lower, targets), tags);

            let lanes = words_of(tags).map(|tag| tag.0 as usize % LANES);
            let sets = transposed(lanes.map(|lane| load(&positions[lane])));
            let [pawns, knights, bishops, rooks, kings, own, castling, owners] = sets;
            let from = origins(&sets, tags, to);
            let both = _mm512_or_epi64(from, to);
            // All rights of the enemy side are lost if its king moves.
            let king = _mm512_test_epi64_mask(kings, from);
            let enemy = _mm512_andnot_epi64(own, _mm512_set1_epi64(-1));
            let rights = _mm512_mask_or_epi64(both, king, both, enemy);
            let child = [
                moved(pawns, from, to, both),
                moved(knights, from, to, both),
                moved(bishops, from, to, both),
                moved(rooks, from, to, both),
                moved(kings, from, to, both),
                _mm512_andnot_epi64(to, own),
                _mm512_andnot_epi64(rights, castling),
            ];
            let owners = words_of(owners).map(|owner| owner.0 as u16);
            children.push_step(queue, &child.map(words_of), owners, (len - at).min(STEP));
        }
        len = left;
    }
}

/// Returns a role's pieces after a move.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn moved(set: Register, from: Register, to: Register, both: Register) -> Register {
    let moves = _mm512_test_epi64_mask(set, from);
    let stay = _mm512_andnot_epi64(to, set);
    _mm512_mask_xor_epi64(stay, moves, stay, both)
}

/// Returns the squares of the pieces that move to a square each.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn origins(sets: &[Register; 8], tags: Register, to: Register) -> Register {
    let [pawns, knights, bishops, rooks, kings, ..] = *sets;
    let one = _mm512_set1_epi64(1);
    let number = _mm512_popcnt_epi64(_mm512_sub_epi64(to, one));
    let index = _mm512_add_epi64(_mm512_srli_epi64::<ORIGIN>(tags), number);
    let index = words_of(index).map(|index| index.0 as usize % (64 * kind::ROOM));
    let candidates = load(&index.map(|index| ORIGINS.as_flattened()[index]));
    let king = _mm512_test_epi64_mask(tags, _mm512_set1_epi64(KING as i64));
    let pieces = _mm512_or_epi64(
        _mm512_or_epi64(_mm512_or_epi64(pawns, knights), _mm512_or_epi64(bishops, rooks)),
        kings,
    );
    let pieces = _mm512_mask_mov_epi64(pieces, king, kings);
    let candidates = _mm512_and_epi64(candidates, pieces);
    let first = _mm512_andnot_epi64(_mm512_sub_epi64(candidates, one), candidates);
    let top = _mm512_set1_epi64(i64::MIN);
    let last = _mm512_rorv_epi64(top, _mm512_lzcnt_epi64(candidates));
    let ascending = _mm512_test_epi64_mask(tags, _mm512_set1_epi64(FIRST as i64));
    _mm512_mask_mov_epi64(last, ascending, first)
}

/// Returns the columns of rows.
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn transposed(rows: [Register; 8]) -> [Register; 8] {
    let [a, b, c, d, e, f, g, h] = rows;
    let half = |ab: Register, cd: Register, ef: Register, gh: Register| {
        const LOW: i32 = 0x88;
        const HIGH: i32 = 0xdd;
        let low = [_mm512_shuffle_i64x2::<LOW>(ab, cd), _mm512_shuffle_i64x2::<LOW>(ef, gh)];
        let high = [_mm512_shuffle_i64x2::<HIGH>(ab, cd), _mm512_shuffle_i64x2::<HIGH>(ef, gh)];
        [
            _mm512_shuffle_i64x2::<LOW>(low[0], low[1]),
            _mm512_shuffle_i64x2::<LOW>(high[0], high[1]),
            _mm512_shuffle_i64x2::<HIGH>(low[0], low[1]),
            _mm512_shuffle_i64x2::<HIGH>(high[0], high[1]),
        ]
    };
    let [w0, w2, w4, w6] = half(
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    );
    let [w1, w3, w5, w7] = half(
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    );
    [w0, w1, w2, w3, w4, w5, w6, w7]
}
