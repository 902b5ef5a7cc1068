//! Tests of the command as a process: arguments in; standard output, standard error and exit code
//! out.

mod attacks;
mod bad_input;
mod book;
mod completions;
mod convert;
mod deep;
mod deep_killed;
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
