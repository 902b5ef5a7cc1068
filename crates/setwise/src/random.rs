//! Pseudo-random numbers for unit tests. Other tests take `setwise-testkit`.

/// A generator of pseudo-random numbers: xorshift (George Marsaglia, 2003).
pub(crate) struct Random(u64);

impl Random {
    /// Returns a generator that gives the same numbers each time.
    pub(crate) fn new() -> Random {
        Random(1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below a bound, which is at least 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}
