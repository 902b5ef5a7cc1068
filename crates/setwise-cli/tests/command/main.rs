//! The command as people and programs run it: arguments in, two streams and an exit code out.

mod attacks;
mod bad_input;
mod bench;
mod book;
mod convert;
mod diff;
mod epd;
mod explain;
mod magics;
mod moves;
mod output;
mod perft;
mod run;
mod show;
mod techniques;
mod verify;
