//! What a build without the feature `cloud` does with URLs.

use std::io::{self, ErrorKind};
use std::ops::Range;

#[cfg(feature = "write")]
use crate::Existing;
use crate::{Entry, Facts};

fn refused<T>(url: &str) -> io::Result<T> {
    let message = format!(
        "{url} is a URL (expected a path on this machine: this build is without the feature cloud)"
    );
    Err(io::Error::new(ErrorKind::Unsupported, message))
}

pub(crate) fn check(url: &str) -> io::Result<()> {
    refused(url)
}

pub(crate) fn check_store(url: &str) -> io::Result<()> {
    refused(url)
}

pub(crate) fn facts(url: &str) -> io::Result<Facts> {
    refused(url)
}

pub(crate) fn object_facts(url: &str) -> io::Result<Facts> {
    refused(url)
}

pub(crate) fn delete_all(url: &str) -> io::Result<()> {
    refused(url)
}

pub(crate) fn read(url: &str, _: Range<u64>, _: &Facts) -> io::Result<Vec<u8>> {
    refused(url)
}

pub(crate) fn read_whole(url: &str) -> io::Result<(Vec<u8>, Facts)> {
    refused(url)
}

pub(crate) fn entries(url: &str) -> io::Result<Vec<Entry>> {
    refused(url)
}

#[cfg(feature = "write")]
pub(crate) fn put(url: &str, _: Vec<u8>, _: &Existing) -> io::Result<()> {
    refused(url)
}

#[cfg(feature = "write")]
pub(crate) fn copy(url: &str, _: &str) -> io::Result<()> {
    refused(url)
}

pub(crate) fn delete(url: &str) -> io::Result<()> {
    refused(url)
}
