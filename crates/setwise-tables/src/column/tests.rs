//! Columns keep the values that are pushed.

use super::*;

/// Tries all sets of rows without a value, of up to 10 rows, after up to 9 rows that are alike.
#[test]
fn missing_values_are_found_at_every_row() {
    for (same, is_present) in (0..10).flat_map(|same| [(same, false), (same, true)]) {
        for length in 0..=10 {
            for set in 0..1u16 << length {
                let rows = std::iter::repeat_n(is_present, same);
                let rows: Vec<bool> =
                    rows.chain((0..length).map(|row| set >> row & 1 != 0)).collect();
                let mut numbers = Numbers::default();
                rows.iter().for_each(|&present| numbers.push(present.then_some(7u16)));
                let missing = rows.iter().filter(|&&present| !present).count();
                assert_eq!(numbers.presence.missing(), missing);
                let has: Vec<bool> =
                    (0..rows.len()).map(|row| numbers.get(row).is_some()).collect();
                assert_eq!(has, rows);
                let bits = numbers.presence.bits();
                assert_eq!(bits.is_some(), missing > 0);
                let Some(bits) = bits else { continue };
                assert_eq!(bits.len(), rows.len().div_ceil(8));
                let bit = |row: usize| bits[row / 8] >> (row % 8) & 1 != 0;
                assert!(rows.iter().enumerate().all(|(row, &present)| bit(row) == present));
            }
        }
    }
}

#[test]
fn words_are_stored_once() {
    let mut words = Words::default();
    for word in [Some("a"), None, Some("b"), Some("a"), Some(""), Some("b")] {
        words.push(word);
    }
    assert_eq!(words.dictionary.presence.len(), 3);
    let read: Vec<_> = (0..6).map(|row| words.get(row)).collect();
    assert_eq!(read, [Some("a"), None, Some("b"), Some("a"), Some(""), Some("b")]);
    assert_eq!(words.get(6), None);
    let mut words = Words::default();
    let text = |number: usize| (number * number % 1009).to_string();
    (0..5000).for_each(|number| words.push(Some(&text(number))));
    assert_eq!(words.dictionary.presence.len(), 505);
    assert!((0..5000).all(|number| words.get(number) == Some(&text(number))));
}

/// Texts that differ in one byte or in their length have different hashes.
#[test]
fn similar_texts_have_different_hashes() {
    let mut hashes = std::collections::HashSet::new();
    let mut count = 0;
    let hash = |seed, text: &[u8]| Print::of(text).hash(seed, text);
    for length in 0..=40 {
        let text = vec![0; length];
        count += 1;
        hashes.insert(hash(7, &text));
        for at in 0..length {
            for byte in 1..=u8::MAX {
                let mut text = text.clone();
                text[at] = byte;
                count += 1;
                hashes.insert(hash(7, &text));
            }
        }
    }
    assert_eq!(hashes.len(), count);
    assert_ne!(hash(7, b"a"), hash(8, b"a"));
}

#[test]
fn lists_have_items_without_values() {
    let mut lists = Lists::default();
    lists.push_complete([1u16, 2]);
    lists.push(None::<[Option<u16>; 0]>);
    lists.push(Some([None, Some(3)]));
    lists.push_complete([]);
    let read: Vec<_> = (0..4).map(|row| lists.get(row).map(Iterator::collect)).collect();
    let list = |items: &[Option<u16>]| Some(items.to_vec());
    assert_eq!(read, [list(&[Some(1), Some(2)]), None, list(&[None, Some(3)]), list(&[])]);
}
