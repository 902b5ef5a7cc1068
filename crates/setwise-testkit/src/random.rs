//! Random numbers that are the same in each run.

/// A generator of random numbers: xorshift, by George Marsaglia, 2003
/// (<https://doi.org/10.18637/jss.v008.i14>).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// Returns the generator of a seed: SplitMix64, by Guy Steele and others, 2014
    /// (<https://doi.org/10.1145/2714064.2660195>), makes its state.
    pub fn of(seed: u64) -> Random {
        let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The state must not be 0.
        Random((mixed ^ mixed >> 31).max(1))
    }

    /// Returns a number below a bound, or 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound.max(1)
    }
}
