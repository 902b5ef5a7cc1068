//! PEXT bitboards: one instruction packs the occupancy of the lines into an index.
//!
//! **Idea.** Of a square's lines only the inner squares matter: the outermost one of each ray is
//! attacked or not whatever stands on it. The BMI2 instruction `pext` gathers the occupied bits
//! on those squares, five to twelve of them, into the low bits of a word, and this is a perfect
//! index: every occupancy has its own number, from 0 to 2ⁿ − 1.
//!
//! ```text
//!  occupied & mask (rook a1)
//!  . . . . . . . .
//!  . . . . . . . .
//!  X . . . . . . .                a7 a6 a5 a4 a3 a2 g1 f1 e1 d1 c1 b1
//!  . . . . . . . .   pext  →       .  X  .  .  .  .  .  .  X  .  .  .   = 0x408
//!  . . . . . . . .
//!  . . . . . . . .
//!  . . . . . . . .
//!  x . . . X . . .
//! ```
//!
//! **Cost.** 102,400 + 5,248 = 107,648 answers, 861,184 bytes, and 2,048 bytes of masks and
//! offsets; a lookup is two loads and one `pext` of three cycles.
//!
//! **When it wins.** Nearly always on Intel since Haswell and AMD since Zen 3, while its table
//! stays in the second-level cache. On AMD before Zen 3 `pext` is microcoded and takes up to
//! hundreds of cycles, so [`Pext::new`] gives `None` there.
//!
//! **Literature.** Zach Wegner 2011, Gerd Isenberg 2013;
//! <https://www.chessprogramming.org/BMI2#PEXTBitboards>.
#![allow(unsafe_code, reason = "the pext intrinsic, and a table index that the masks bound")]

use std::sync::OnceLock;

use crate::sliders::{Card, Sliders, Term, Trace};
use crate::{Bitboard, Square, walk};

/// PEXT bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct Pext(&'static Tables);

const ENTRIES: usize = 102_400 + 5_248;

/// Where the answers of one piece on one square begin, and which squares make the index.
#[derive(Clone, Copy, Default)]
struct Slice {
    mask: u64,
    offset: usize,
}

/// Both pieces' slices of a square, in one half of a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Slices {
    rook: Slice,
    bishop: Slice,
}

struct Tables {
    slices: [Slices; 64],
    attacks: Box<[Bitboard; ENTRIES]>,
}

/// The squares of the lines whose occupancy matters: all but the outermost of each ray.
fn relevant(from: Square, attacks: fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    let lines = attacks(from, Bitboard::EMPTY);
    // A square ends its ray if nothing is attacked beyond it, so that a blocker there is no loss.
    lines.into_iter().filter(|&square| attacks(from, Bitboard::of(square)) != lines).collect()
}

impl Tables {
    fn build() -> Tables {
        let mut slices = [Slices::default(); 64];
        let mut attacks = Vec::with_capacity(ENTRIES);
        let mut slice = |square, piece: fn(Square, Bitboard) -> Bitboard| {
            let mask = relevant(square, piece);
            let offset = attacks.len();
            // Subsets come in counting order of their bits, which is the order of the index.
            attacks.extend(mask.subsets().map(|occupied| piece(square, occupied)));
            Slice { mask: mask.0, offset }
        };
        for square in Square::ALL {
            let rook = slice(square, walk::rook);
            let bishop = slice(square, walk::bishop);
            slices[square] = Slices { rook, bishop };
        }
        let attacks = attacks.into_boxed_slice().try_into();
        Tables { slices, attacks: attacks.unwrap_or_else(|_| unreachable!("102,400 + 5,248")) }
    }

    fn shared() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::build)
    }

    #[inline(always)]
    fn look_up<T: Trace>(&self, slice: Slice, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let index = pack(occupied, slice.mask);
        let mask = Term::Set("relevant squares", Bitboard(slice.mask));
        let terms = [Term::Set("occupied", occupied), Term::Sign("PEXT"), mask];
        trace.number("index", &terms, index as u64);
        // SAFETY: the slice was built with one entry for each of the 2ⁿ subsets of its n-bit
        // mask, starting at its offset, and `pext` with that mask gives less than 2ⁿ.
        let attacked = unsafe { *self.attacks.get_unchecked(slice.offset + index) };
        trace.set("attacked", &[Term::Sign("entry of that index")], attacked);
        attacked
    }
}

/// The occupied bits of a mask, packed into the low bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pack(occupied: Bitboard, mask: u64) -> usize {
    // SAFETY: called only with a value of `Pext`, and `Pext::new` has seen BMI2.
    let packed = unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) };
    packed as usize
}

#[cfg(not(target_arch = "x86_64"))]
fn pack(_: Bitboard, _: u64) -> usize {
    unreachable!("`Pext::new` gives no value on this architecture")
}

/// Whether the CPU has `pext` in hardware rather than in microcode.
#[cfg(target_arch = "x86_64")]
fn is_fast() -> bool {
    use core::arch::x86_64::__cpuid;

    if !std::arch::is_x86_feature_detected!("bmi2") {
        return false;
    }
    let vendor = __cpuid(0);
    let signature = __cpuid(1).eax;
    let (family, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    // "AuthenticAMD" and "HygonGenuine", each in the order ebx, edx, ecx. Zen 3 is family 0x19;
    // Hygon's processors are Zen 1.
    let amd = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6e65, 0x444d_4163];
    let hygon = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6f67_7948, 0x6e65_476e, 0x656e_6975];
    let before_zen_3 = hygon || amd && family + extended < 0x19;
    !before_zen_3
}

#[cfg(not(target_arch = "x86_64"))]
fn is_fast() -> bool {
    false
}

impl Sliders for Pext {
    const CARD: Card = Card {
        title: "PEXT bitboards",
        people: "Zach Wegner, Gerd Isenberg",
        year: "2011",
        source: "https://www.chessprogramming.org/BMI2#PEXTBitboards",
        table_bytes: ENTRIES * 8 + size_of::<[Slices; 64]>(),
        needs: "x86-64 with fast BMI2 (Intel since Haswell, AMD since Zen 3)",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Pext> {
        is_fast().then(|| Pext(Tables::shared()))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.look_up(self.0.slices[from].rook, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.look_up(self.0.slices[from].bishop, *occupied, trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_masks_hold_5_to_12_squares_and_the_table_107_648_answers() {
        let bits = |piece: fn(Square, Bitboard) -> Bitboard| {
            Square::ALL.map(|square| relevant(square, piece).count())
        };
        let (rook, bishop) = (bits(walk::rook), bits(walk::bishop));
        assert_eq!((rook.iter().min(), rook.iter().max()), (Some(&10), Some(&12)));
        assert_eq!((bishop.iter().min(), bishop.iter().max()), (Some(&5), Some(&9)));
        assert_eq!(rook.iter().map(|n| 1 << n).sum::<u32>(), 102_400);
        assert_eq!(bishop.iter().map(|n| 1 << n).sum::<u32>(), 5_248);
    }
}
