//! Estimates of frontiers before they are computed.

use std::collections::HashSet;
use std::path::Path;

use setwise::Position;

use super::known;
use super::plan::is_initial;
use super::side::Side;
use crate::Error;
use crate::job::free_space;

/// The numbers of different positions of each ply: known, counted or estimated.
#[derive(Clone, Debug)]
pub struct Estimate {
    positions: Vec<u64>,
    exact: u8,
}

/// The children of up to this many positions are counted, which takes some tenths of a second.
const COUNTED: usize = 20_000;

/// More bytes than a row has on disk: 2.2 were measured at ply 6, and 3.1 at ply 8.
const ROW_BYTES: f64 = 4.5;

/// The time in seconds, for each position of the new frontier, of its `expand` stage.
pub(super) const EXPAND_SECONDS: f64 = 2.5e-7;

/// The time in seconds, for each position, of a `frontier` stage.
pub(super) const MERGE_SECONDS: f64 = 5e-8;

/// Returns the time in seconds of the count of some plies below one position of a frontier. From
/// the initial position, each ply that the frontier is deeper adds about 15 %.
pub(super) fn count_seconds(plies: u8, split: u8) -> f64 {
    let at_ply_six = match plies {
        0 | 1 => 1e-7,
        2 => 1e-6,
        plies => 4e-6 * 16_f64.powi(i32::from(plies) - 3),
    };
    at_ply_six * 1.15_f64.powi(i32::from(split) - 6)
}

impl Estimate {
    /// Estimates the frontiers of a position up to a ply.
    pub fn new(position: &Position, last: u8) -> Estimate {
        let initial = is_initial(position);
        let mut positions = vec![1];
        let mut exact = 0;
        let mut frontier = vec![*position];
        for ply in 1..=last {
            let known = known::unique(ply).filter(|_| initial);
            if let Some(known) = known {
                positions.push(known);
                exact = ply;
                continue;
            }
            if !initial && frontier.len() <= COUNTED && exact + 1 == ply {
                let mut seen = HashSet::new();
                let moves = |position: &Position| {
                    let position = *position;
                    position.legal_moves().into_iter().map(move |mv| position.play_unchecked(mv))
                };
                let next = frontier.iter().flat_map(moves);
                let next: Vec<Position> = next
                    .filter(|next| seen.insert(Side::both(next).map(|side| side.pack())))
                    .collect();
                frontier = next;
                positions.push(frontier.len() as u64);
                exact = ply;
                continue;
            }
            // Growth falls slowly from ply to ply; two plies are taken together, because the sides
            // differ.
            let before =
                |plies: usize| positions.len().checked_sub(plies).map(|i| positions[i] as f64);
            let growth = match (before(1), before(3)) {
                (Some(last), Some(earlier)) if earlier > 0.0 => (last / earlier).sqrt(),
                _ => 30.0,
            };
            positions.push((before(1).unwrap_or(1.0) * growth).min(9e18) as u64);
        }
        Estimate { positions, exact }
    }

    /// Returns the number of different positions after some plies.
    pub fn positions(&self, ply: u8) -> u64 {
        self.positions.get(usize::from(ply)).copied().unwrap_or(u64::MAX)
    }

    /// Returns the last ply whose number is exact.
    pub fn exact(&self) -> u8 {
        self.exact
    }

    /// Returns the disk space in bytes that a job needs: all frontiers, and the runs of the last.
    ///
    /// Each root move by itself may need as many times the space as there are root moves.
    pub fn disk(&self, origins: u32) -> u64 {
        let frontiers: u64 = self.positions.iter().fold(0, |sum, &ply| sum.saturating_add(ply));
        let last = self.positions.last().copied().unwrap_or(0);
        let rows = frontiers.saturating_add(last) as f64;
        (rows * ROW_BYTES * f64::from(origins)).min(u64::MAX as f64) as u64
    }

    /// Checks that the file system of a directory, which need not exist, has the space that a job
    /// needs.
    ///
    /// # Errors
    ///
    /// It has less. If the system does not tell it, there is no error.
    pub fn check_disk(&self, directory: &Path, origins: u32) -> Result<(), Error> {
        let needed = self.disk(origins);
        let parent = directory.parent().filter(|parent| !parent.as_os_str().is_empty());
        let gigabytes = |bytes: u64| bytes as f64 / 1e9;
        match free_space(parent.unwrap_or(".".as_ref())) {
            Some(free) if free < needed => Err(Error::Wrong(format!(
                "the plan needs about {:.1} GB of disk, and {:.1} GB are free in the file system of {}",
                gigabytes(needed),
                gigabytes(free),
                directory.display(),
            ))),
            _ => Ok(()),
        }
    }
}
