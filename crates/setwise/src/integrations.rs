//! Implementations of the traits of other crates, each behind a feature of its name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "serde")]
mod serde;
