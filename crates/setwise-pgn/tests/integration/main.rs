//! PGN: callbacks, located errors, and resistance to malicious input.

mod events;
mod hostile;
mod known_bugs;
mod memory;
mod options;
mod random;
mod reading;
mod replaying;
mod trees;
