//! PEXT bitboards: one instruction packs the occupied squares of a piece's lines into an index.
//!
//! **Idea.** Only the inner squares of the lines matter: whether the outermost square of a ray is
//! attacked does not depend on its own occupancy. The BMI2 instruction `pext` gathers the bits of
//! those squares, five to twelve of them, into the low bits of a word. This is a perfect index:
//! every occupancy has its own number, from 0 to 2ⁿ − 1.
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
//! **Cost.** 102,400 + 5,248 = 107,648 entries, 861,184 bytes, and 2,048 bytes of masks and
//! addresses of slices. A lookup is the loads of a mask, an address and an entry, and one `pext` of
//! three cycles. A queen touches three cache lines: the masks of both pieces are in one.
//!
//! **When it wins.** Nearly always on Intel since Haswell and AMD since Zen 3, while its table
//! stays in the second-level cache. On AMD before Zen 3, `pext` is microcoded and takes up to
//! hundreds of cycles, so this technique is not offered there.
//!
//! **Literature.** Zach Wegner 2011, Gerd Isenberg 2013;
//! <https://www.chessprogramming.org/BMI2#PEXTBitboards>.
#![allow(unsafe_code, reason = "the intrinsics of pext and cpuid")]
// Miri: setwise attacks::pext::tests::entries_of_some_occupancies

use std::fmt;
use std::sync::OnceLock;

use super::Sliders;
use super::slices::{Hash, Piece, Slices};
#[cfg(target_arch = "x86_64")]
use crate::dispatch::CpuFeatures;
use crate::{Bitboard, Square};

/// PEXT bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct Pext(&'static Slices<Mask>);

/// The name of the type, because its tables are long.
impl fmt::Debug for Pext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pext")
    }
}

/// The relevant squares, whose occupancy is the index.
#[derive(Clone, Copy)]
struct Mask(Bitboard);

// SAFETY: `pext` packs into as many bits as the mask has, and the mask is the relevant squares.
unsafe impl Hash for Mask {
    fn of(_: Piece, _: Square, relevant: Bitboard) -> Mask {
        Mask(relevant)
    }

    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> usize {
        pack(occupied, self.0) as usize
    }
}

/// Returns the members of a set that are in a mask, packed into the low bits.
///
/// Called only where [`is_fast`] returns true.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pack(set: Bitboard, mask: Bitboard) -> u64 {
    // SAFETY: tables with a `Mask` are built only after `is_fast` has found BMI2.
    unsafe { core::arch::x86_64::_pext_u64(set.0, mask.0) }
}

#[cfg(not(target_arch = "x86_64"))]
fn pack(_: Bitboard, _: Bitboard) -> u64 {
    unreachable!("`is_fast` returns false on this architecture")
}

/// Returns true if this CPU executes `pext` in hardware and not in microcode, and BMI2 may be used
/// ([forced levels](crate::dispatch#forced-levels)).
#[cfg(target_arch = "x86_64")]
pub fn is_fast() -> bool {
    if Bmi2::new().is_none() {
        return false;
    }
    // Miri, the interpreter, has `pext` but no CPUID.
    if cfg!(miri) {
        return true;
    }
    let vendor = cpuid(0);
    let signature = cpuid(1).eax;
    let (family, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    // "AuthenticAMD" and "HygonGenuine", each in the order ebx, edx, ecx. Zen 3 is family 0x19;
    // Hygon's processors are Zen 1.
    let amd = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6e65, 0x444d_4163];
    let hygon = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6f67_7948, 0x6e65_476e, 0x656e_6975];
    let before_zen_3 = hygon || amd && family + extended < 0x19;
    !before_zen_3
}

#[cfg(target_arch = "x86_64")]
crate::cpu_features! {
    /// BMI2, which has `pext`.
    Bmi2: "x86-64 with BMI2", "bmi2"
}

/// Returns the answer of the instruction CPUID to a leaf.
#[cfg(target_arch = "x86_64")]
#[allow(unused_unsafe, reason = "the intrinsic is unsafe before Rust 1.94")]
fn cpuid(leaf: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: every x86-64 CPU has the instruction.
    unsafe { core::arch::x86_64::__cpuid(leaf) }
}

/// Returns false: only x86-64 has `pext`.
#[cfg(not(target_arch = "x86_64"))]
pub fn is_fast() -> bool {
    false
}

impl Pext {
    /// Returns the technique, or `None` if this CPU has no fast `pext`. The first call builds its
    /// tables.
    pub fn new() -> Option<Pext> {
        // Asking the CPU for its vendor takes longer than a lookup, so the answer is kept.
        static TABLES: OnceLock<Option<Slices<Mask>>> = OnceLock::new();
        let tables = || is_fast().then(Slices::build);
        TABLES.get_or_init(tables).as_ref().map(Pext)
    }
}

impl Sliders for Pext {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(from, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(from, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_some_occupancies() {
        assert!(is_fast() || !cfg!(all(miri, target_feature = "bmi2")), "it would not be run");
        if is_fast() {
            crate::attacks::slices::check_some_entries::<Mask>();
        }
    }
}
