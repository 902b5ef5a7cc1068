//! The command as people and programs run it: arguments in, two streams and an exit code out.

mod bad_input;
mod diff;
mod moves;
mod output;
mod perft;
mod run;
mod show;
mod verify;
