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
    /// Returns a number below a bound, or 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound.max(1)
    }
}
