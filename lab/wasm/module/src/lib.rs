//! The WebAssembly modules of the browser lab: the functions that JavaScript calls. The features
//! `lessons`, `endgames` and `worker` choose what a module answers; without them, it is what is asked of the
//! board.
//!
//! It is a crate of its own because link-time optimisation runs at the level of the crate that is
//! linked: this one is compiled for speed, as counting must be, and the answers for size.
//!
//! A call has three steps: [`reserve`] returns where to write the question, [`answer`] answers it,
//! and returns the address of the answer, whose length is then [`answer_length`]. A text is
//! attached by reserving, writing, and [`attach`]. An address is valid until the next call.
#![allow(unsafe_code, reason = "exported names")]
// Not in Miri: exported names; the functions are safe code.

use std::cell::RefCell;

/// The state of the module, which has one thread.
#[derive(Default)]
struct Module {
    #[cfg(feature = "endgames")]
    endgames: setwise_lab::Endgames,
    #[cfg(feature = "worker")]
    worker: setwise_lab::Worker,
    input: Vec<u8>,
    #[cfg(feature = "worker")]
    attachment: Vec<u8>,
    output: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Returns the address of a buffer of `length` bytes, for a question or a text to attach.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Keeps what has been written to the buffer as the attached text.
#[cfg(feature = "worker")]
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn attach() {
    MODULE.with_borrow_mut(|module| module.attachment = std::mem::take(&mut module.input));
}

/// Answers the question in the buffer, and returns the address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    MODULE.with_borrow_mut(|module| {
        let question = String::from_utf8_lossy(&module.input);
        #[cfg(feature = "worker")]
        let answer = module.worker.answer(&question, &module.attachment);
        #[cfg(feature = "lessons")]
        let answer = setwise_lab::answer_lesson(&question);
        #[cfg(feature = "endgames")]
        let answer = module.endgames.answer(&question);
        #[cfg(not(any(feature = "worker", feature = "lessons", feature = "endgames")))]
        let answer = setwise_lab::answer_board(&question);
        module.output = answer;
        module.output.as_ptr()
    })
}

/// Returns the length of the answer in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}
