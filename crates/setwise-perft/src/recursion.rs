//! Recursions that are compiled for CPU features.
//!
//! A generic recursion that a function with CPU features calls is compiled without the features
//! again, so each level goes through [`CpuFeatures::call_apart`].

use setwise::dispatch::CpuFeatures;

/// A recursion with state that its levels share.
pub(crate) trait Recursion {
    /// The input of one level, which may borrow from the level above.
    type Input<'i>;

    /// The result of one level.
    type Output;

    /// Does one level, and the levels below it by `next`.
    ///
    /// It must be `#[inline(always)]`, so that it is compiled with the features of the function that
    /// it is inlined into.
    fn level(
        &mut self,
        input: Self::Input<'_>,
        next: impl Fn(&mut Self, Self::Input<'_>) -> Self::Output + Copy,
    ) -> Self::Output;
}

/// Runs a recursion with CPU features.
#[inline(always)]
pub(crate) fn run<F: CpuFeatures, R: Recursion>(
    features: F,
    recursion: &mut R,
    input: R::Input<'_>,
) -> R::Output {
    features.call_apart(
        input,
        #[inline(always)]
        move |input| {
            recursion.level(
                input,
                #[inline(always)]
                |recursion, input| run(features, recursion, input),
            )
        },
    )
}
