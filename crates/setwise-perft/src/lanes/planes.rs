//! Bit planes: a small number for each square, in binary, with one set for each bit.
//!
//! Sums of sets are computed as in hardware adders: three bits give a sum and a carry (Harley and
//! Seal's carry-save adders, in Henry Warren, *Hacker's Delight*, 2002, chapter 5).
//!
//! ```text
//!  + . + .     . + + .        plane 0      plane 1
//!  . + + .  +  . + . .   =    + + . .  and . . + .   (a number of each square, 0, 1 or 2)
//! ```

use setwise::Bitboard;

/// Returns the sum of three bits, and the carry.
#[inline(always)]
pub(super) fn full(a: Bitboard, b: Bitboard, c: Bitboard) -> (Bitboard, Bitboard) {
    let either = a ^ b;
    (either ^ c, (a & b) | (c & either))
}

/// Returns the sum of two numbers of `N` planes and of one bit; `M` is `N + 1`.
#[inline(always)]
pub(super) fn add<const N: usize, const M: usize>(
    a: [Bitboard; N],
    b: [Bitboard; N],
    bit: Bitboard,
) -> [Bitboard; M] {
    let mut sum = [Bitboard::EMPTY; M];
    let mut carry = bit;
    for i in 0..N {
        (sum[i], carry) = full(a[i], b[i], carry);
    }
    sum[N] = carry;
    sum
}

/// Returns the number of sets that contain each square.
#[inline(always)]
pub(super) fn sum_of_seven([a, b, c, d, e, f, g]: [Bitboard; 7]) -> [Bitboard; 3] {
    let (abc, carry_abc) = full(a, b, c);
    let (def, carry_def) = full(d, e, f);
    add::<2, 3>([abc, carry_abc], [def, carry_def], g)
}

/// Returns the number of sets that contain each square.
#[inline(always)]
pub(super) fn sum_of_fifteen(sets: [Bitboard; 15]) -> [Bitboard; 4] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = sets;
    add(sum_of_seven([a, b, c, d, e, f, g]), sum_of_seven([h, i, j, k, l, m, n]), o)
}

/// Returns the sum of eight numbers and seven bits.
#[inline(always)]
pub(super) fn sum_of_eight(numbers: [[Bitboard; 3]; 8], bits: [Bitboard; 7]) -> [Bitboard; 6] {
    let [a, b, c, d, e, f, g, h] = numbers;
    let ab = add::<3, 4>(a, b, bits[0]);
    let cd = add::<3, 4>(c, d, bits[1]);
    let ef = add::<3, 4>(e, f, bits[2]);
    let gh = add::<3, 4>(g, h, bits[3]);
    let abcd = add::<4, 5>(ab, cd, bits[4]);
    let efgh = add::<4, 5>(ef, gh, bits[5]);
    add(abcd, efgh, bits[6])
}

/// Returns the sum of eight numbers, by direction, and seven bits, if the sum is at most 31 and
/// the sum of two opposite directions and a bit at most 7.
#[inline(always)]
pub(super) fn sum_of_axes(numbers: [[Bitboard; 3]; 8], bits: [Bitboard; 7]) -> [Bitboard; 5] {
    let [n, e, s, w, ne, se, sw, nw] = numbers;
    let [a, b, c, _] = add::<3, 4>(n, s, bits[0]);
    let [d, e, f, _] = add::<3, 4>(e, w, bits[1]);
    let [g, h, i, _] = add::<3, 4>(ne, sw, bits[2]);
    let [j, k, l, _] = add::<3, 4>(se, nw, bits[3]);
    let rook = add::<3, 4>([a, b, c], [d, e, f], bits[4]);
    let bishop = add::<3, 4>([g, h, i], [j, k, l], bits[5]);
    add(rook, bishop, bits[6])
}
