//! The integration tests of the collection, one module for each subject.

mod fills;
mod lessons;
mod mapping;
mod memory;
mod pseudo_rotation;
mod techniques;
