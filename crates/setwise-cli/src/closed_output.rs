//! Makes writes to a closed standard output fail, as with `setwise show >&-`.
//!
//! The Rust runtime opens `/dev/null` in the place of a closed standard stream before `main`, so
//! all output would be lost without an error. A function that the loader calls earlier detects
//! this.
#![allow(unsafe_code)] // for the section of the loader's functions
// Not in Miri: a section of the loader; the function in it is safe code.

use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::stdio;

/// Whether standard output was closed when the process started.
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: the loader calls each function of this section once, on the only thread, before `main`.
// `detect` needs nothing of the Rust runtime: it makes one system call and sets an atomic flag.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static DETECT: extern "C" fn() = detect;

extern "C" fn detect() {
    let is_closed = rustix::io::fcntl_getfd(stdio::stdout()).is_err();
    WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// If standard output was closed, replaces it by a file that cannot be written.
pub(crate) fn keep_closed() {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        // Without this file, output is lost as in other programs.
        let _ = File::open("/dev/null").map(stdio::dup2_stdout);
    }
}
