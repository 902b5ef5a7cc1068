//! Tests of the command as a process: arguments in; standard output, standard error and exit code
//! out.

mod attacks;
mod bad_input;
mod batch;
mod book;
mod completions;
mod convert;
mod cpu_level;
mod deep;
mod deep_killed;
mod diff;
mod endgame;
mod epd;
#[cfg(feature = "tables")]
mod error_messages;
mod explain;
#[cfg(feature = "tables")]
mod export_jobs;
#[cfg(feature = "tables")]
mod exports;
#[cfg(target_os = "linux")]
mod file_operations;
mod find;
mod find_counts;
mod find_puzzles;
#[cfg(feature = "tables")]
mod find_tables;
mod first_lessons;
mod history;
mod killed;
#[cfg(has_lab)]
mod lab;
mod lessons;
mod magics;
mod many_files;
mod moves;
#[cfg(not(feature = "tables"))]
mod no_tables;
mod no_threads;
mod output;
#[cfg(target_os = "linux")]
mod pager;
mod pages;
mod perft;
mod pgn;
mod pgn_files;
mod play;
#[cfg(target_os = "linux")]
mod progress;
mod reading;
mod readme;
mod run;
mod selections;
mod show;
#[cfg(target_os = "linux")]
mod signals;
mod svg;
mod techniques;
mod themes;
#[cfg(feature = "tables")]
mod training;
mod uci;
mod verify;
