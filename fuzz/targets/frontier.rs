//! Any bytes are rows or keys of a deep perft, or an error that names the file. The count below
//! rows is that below each row by itself. The first byte chooses the job, the second the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::job::part_bytes;
use setwise_fuzz::with_deep_jobs;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    with_deep_jobs(|jobs| part_bytes(&jobs[usize::from(first) % jobs.len()], bytes));
});
