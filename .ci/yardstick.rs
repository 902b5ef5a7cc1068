//! `.ci/timed` compiles this file to see how fast the machine is at the moment. It keeps a compiler
//! busy as the commands do that are measured, and no change of the project makes it take longer or
//! shorter. After a change of this file, measure its figures in `.ci/seconds.txt` anew.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

/// Uses collections of a type, so that their code is generated for it.
pub fn collect<T: Copy + Ord + Hash + Debug>(values: &[T]) -> String {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    let mut places: HashMap<T, Vec<usize>> = HashMap::new();
    for (place, &value) in values.iter().enumerate() {
        *counts.entry(value).or_default() += place;
        places.entry(value).or_default().push(place);
    }
    let mut sorted = values.to_vec();
    sorted.sort();
    sorted.dedup();
    let mut pairs: Vec<(usize, T)> = counts.iter().map(|(&value, &count)| (count, value)).collect();
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    counts.retain(|value, _| sorted.binary_search(value).is_ok());
    let rest = counts.split_off(&sorted[sorted.len() / 2]);
    format!("{counts:?} {rest:?} {places:?} {pairs:?} {sorted:?}")
}

macro_rules! for_each_type {
    ($($type:ty)*) => {
        pub fn all(bytes: &[u8]) -> Vec<String> {
            let mut texts = Vec::new();
            $(
                let values: Vec<$type> = bytes.iter().map(|&byte| byte as $type).collect();
                texts.push(collect(&values));
                let pairs: Vec<[$type; 2]> = values.iter().map(|&value| [value, value]).collect();
                texts.push(collect(&pairs));
                let triples: Vec<($type, u8, $type)> =
                    values.iter().map(|&value| (value, 1, value)).collect();
                texts.push(collect(&triples));
            )*
            texts
        }
    };
}

for_each_type!(u16 i64);
