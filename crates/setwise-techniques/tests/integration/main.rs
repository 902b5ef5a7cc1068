//! The integration tests of the collection, one module for each subject.

mod fills;
mod mapping;
mod pseudo_rotation;
mod techniques;
