//! Any bytes, read as PGN in pieces and cut anywhere: the games are the games of the whole text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_pgn::Options;
use setwise_pgn::threads::testing::{read_cut, read_in_pieces};
use setwise_testkit::lines::Lines;

fuzz_target!(|input: (u8, u16, Vec<u8>)| {
    let (piece, cut, text) = input;
    let (options, fold) = (Options::default(), Lines { with_text: true });
    let (mut whole, mut pieces, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
    read_cut(&text, &[], options, &fold, |part| whole.extend(part));
    read_in_pieces(&text, piece.into(), options, &fold, |part| pieces.extend(part));
    assert_eq!(pieces, whole);
    let cut = usize::from(cut).min(text.len());
    read_cut(&text, &[cut], options, &fold, |part| cuts.extend(part));
    assert_eq!(cuts, whole);
});
