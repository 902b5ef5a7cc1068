//! The CPU features of the techniques that use wide registers, for x86-64. A value proves that this
//! CPU has them.

setwise::cpu_features! {
    /// AVX2: registers of four lanes, each shifted by its own amount.
    pub Avx2: "x86-64 with AVX2 (Intel since Haswell, AMD since Excavator)", "avx2"
}

setwise::cpu_features! {
    /// AVX2 and the instructions for Galois fields, which multiply a matrix of 8 × 8 bits by bytes,
    /// and so mirror a board.
    pub Avx2Gfni: "x86-64 with AVX2 and GFNI (Intel since Ice Lake, AMD since Zen 4)", "avx2" "gfni"
}

setwise::cpu_features! {
    /// AVX-512: registers of eight lanes, each rotated by its own amount.
    pub Avx512: "x86-64 with AVX-512F and VL (Intel since Skylake-X, AMD since Zen 4)",
    "avx512f" "avx512vl"
}

setwise::cpu_features! {
    /// AVX-512 with byte arithmetic, and the instructions for Galois fields, which multiply a
    /// matrix of 8 × 8 bits by bytes, and so mirror or transpose a board.
    pub Avx512Gfni: "x86-64 with AVX-512BW and GFNI (Intel since Ice Lake, AMD since Zen 4)",
    "avx512f" "avx512bw" "gfni"
}
