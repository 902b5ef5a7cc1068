//! Sets of squares turned and numbered in every way there is.

mod mapping;
mod transform;
