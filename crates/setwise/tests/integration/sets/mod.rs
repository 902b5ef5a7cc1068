//! Flips and rotations of sets.

mod transform;
