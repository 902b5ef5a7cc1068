//! Any bytes are a record and a claim of a shard, of a deep perft or an export, or an error that
//! names the file. The first byte chooses the shard.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::job::record_bytes;
use setwise_fuzz::{with_deep_jobs, with_export_job};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let number = u32::from(first >> 2);
    match first & 3 {
        3 => with_export_job(|done| record_bytes(done, number, bytes)),
        job => with_deep_jobs(|jobs| record_bytes(&jobs[usize::from(job)], number, bytes)),
    };
});
