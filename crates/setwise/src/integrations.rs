//! Implementations of traits of other crates, each behind the feature flag of the same name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "serde")]
mod serde;
