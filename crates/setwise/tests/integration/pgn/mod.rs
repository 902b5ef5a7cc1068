//! PGN: what a reader shows, what it refuses and where, and that nothing makes it panic or grow.

mod events;
mod hostile;
mod known_bugs;
mod random;
mod reading;
mod replaying;
mod trees;
