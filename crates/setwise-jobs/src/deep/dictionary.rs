//! Sides by number: a hash table that compares whole keys.

use super::children::Child;
use super::side::Side;

/// Different sides, numbered in the order in which they were added.
#[derive(Default)]
pub(crate) struct Dictionary {
    sides: Vec<Side>,
    /// An open-addressing table of numbers plus one; 0 is an empty slot.
    slots: Vec<u32>,
    /// The slot of each side.
    used: Vec<u32>,
}

/// The smallest table, in slots.
const FEWEST_SLOTS: usize = 1 << 10;

impl Dictionary {
    /// Returns the number of a side with its [hash](Side::hash). The side is added if it is new.
    #[inline(always)]
    pub(crate) fn number(&mut self, side: &Side, hash: u64) -> u32 {
        if self.slots.len() <= 2 * self.sides.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Some(number) = self.slots[at].checked_sub(1) else {
                let number = self.sides.len() as u32;
                self.sides.push(*side);
                self.slots[at] = number + 1;
                self.used.push(at as u32);
                return number;
            };
            if self.sides[number as usize] == *side {
                return number;
            }
            at = (at + 1) & mask;
        }
    }

    /// Replaces the contents of a list with the number plus one of each side that is found at once,
    /// and 0 for each other, which may be there too. All are looked up in steps without branches,
    /// so that the CPU waits for many reads at a time.
    #[inline(always)]
    pub(crate) fn look_up(&self, sides: &[Child], found: &mut Vec<u32>) {
        found.clear();
        if self.sides.is_empty() {
            found.resize(sides.len(), 0);
            return;
        }
        let mask = self.slots.len() - 1;
        found.extend(sides.iter().map(|side| self.slots[side.hash as usize & mask]));
        for (found, side) in found.iter_mut().zip(sides) {
            let other = &self.sides[found.saturating_sub(1) as usize];
            *found *= u32::from(other.is_same(&side.moved));
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (4 * self.sides.len()).next_power_of_two().max(FEWEST_SLOTS);
        self.slots = vec![0; slots];
        self.used.clear();
        for (side, number) in self.sides.iter().zip(0..) {
            let mut at = side.hash() as usize & (slots - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = number + 1;
            self.used.push(at as u32);
        }
    }

    /// Returns the number of sides.
    pub(crate) fn len(&self) -> usize {
        self.sides.len()
    }

    /// Returns the sides in ascending order, and for each number the place in that order.
    pub(crate) fn sorted(&self) -> (Vec<Side>, Vec<u32>) {
        let mut numbers: Vec<u32> = (0..self.sides.len() as u32).collect();
        numbers.sort_unstable_by_key(|&number| self.sides[number as usize]);
        let mut places = vec![0; numbers.len()];
        for (&number, place) in numbers.iter().zip(0..) {
            places[number as usize] = place;
        }
        (numbers.iter().map(|&number| self.sides[number as usize]).collect(), places)
    }

    /// Removes all sides.
    pub(crate) fn clear(&mut self) {
        self.sides.clear();
        for slot in self.used.drain(..) {
            self.slots[slot as usize] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use setwise_testkit::suites;

    use super::*;
    use crate::deep::children;

    #[test]
    fn equal_sides_have_equal_numbers_whatever_their_hash() {
        let positions = suites::fens().map(suites::position);
        let mut sides: Vec<Side> = positions.flat_map(|position| Side::both(&position)).collect();
        sides.sort_unstable();
        sides.dedup();
        // With real hashes, with few different ones, and with the same for all.
        for mask in [u64::MAX, 7, 0] {
            let mut dictionary = Dictionary::default();
            for round in 0..2 {
                for (side, number) in sides.iter().zip(0..) {
                    let found = dictionary.number(side, side.hash() & mask);
                    assert_eq!(found, number, "round {round}");
                }
                if mask != u64::MAX {
                    // The table grows with the real hashes.
                    break;
                }
            }
            assert_eq!(dictionary.len(), sides.len());
            let (sorted, places) = dictionary.sorted();
            assert!(
                sorted == sides && places.iter().zip(0..).all(|(&place, number)| place == number)
            );
        }
    }

    #[test]
    fn a_look_up_finds_sides_that_are_there() {
        let (mut children, mut found, mut known) = (Vec::new(), Vec::new(), 0);
        for position in suites::fens().map(suites::position) {
            children::find(&position, &Side::both(&position)[1], &mut children);
            let mut dictionary = Dictionary::default();
            dictionary.look_up(&children, &mut found);
            assert!(found.len() == children.len() && found.iter().all(|&found| found == 0));
            let numbers: Vec<u32> = children
                .iter()
                .step_by(2)
                .map(|child| dictionary.number(&child.moved, child.hash))
                .collect();
            dictionary.look_up(&children, &mut found);
            for (i, (&found, child)) in found.iter().zip(&children).enumerate() {
                let there = dictionary.sides.iter().position(|side| *side == child.moved);
                assert!(found == 0 || there == Some(found as usize - 1), "{position}");
                known += u32::from(i % 2 == 0 && found == numbers[i / 2] + 1);
            }
        }
        assert!(known > 1_000, "{known} are found at once");
    }
}
