//! The sizes of tests.

/// Returns the size of a test: the full one if the environment variable `SETWISE_LONG` is 1, else
/// the short one.
///
/// A size is a number of random cases, or a length. The short size is for each change; the full
/// size is for `.ci/long`. A test of a small finite domain needs no size: it tests the whole domain
/// each time.
pub fn scaled(full: usize, short: usize) -> usize {
    if std::env::var_os("SETWISE_LONG").is_some_and(|value| value == "1") { full } else { short }
}
