//! Compressed bytes.

use std::io::Write;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Compresses bytes with gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

/// Compresses bytes with bzip2.
pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

/// Compresses bytes into one Zstandard frame.
pub fn zstandard(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// Returns a Zstandard frame of raw blocks of a size: it is made without compressing
/// anything.
pub fn raw_frame(text: &[u8], block: usize) -> Vec<u8> {
    // No checksum, no content size, a window of 128 KiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
    let blocks: Vec<&[u8]> = text.chunks(block).collect();
    for (index, block) in blocks.iter().enumerate() {
        let is_last = index + 1 == blocks.len();
        let header = (block.len() as u32) << 3 | u32::from(is_last);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}

/// Splits a text into frames of a size, with pzstd's skippable frames or without.
pub fn frames(bytes: &[u8], size: usize, is_pzstd: bool) -> Vec<u8> {
    let mut all = Vec::new();
    for part in bytes.chunks(size) {
        let frame = raw_frame(part, 1000);
        if is_pzstd {
            all.extend([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]);
            all.extend((frame.len() as u32).to_le_bytes());
        }
        all.extend(frame);
    }
    all
}
