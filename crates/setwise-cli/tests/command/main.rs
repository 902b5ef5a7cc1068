//! The command as people and programs run it: arguments in, two streams and an exit code out.

mod attacks;
mod bad_input;
mod book;
mod completions;
mod convert;
mod diff;
mod epd;
mod explain;
mod magics;
mod moves;
mod output;
mod perft;
mod pgn;
mod readme;
mod run;
mod show;
mod svg;
mod techniques;
mod verify;
