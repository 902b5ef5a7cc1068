//! How the last moves of a perft are counted.

/// How the last moves of a perft are counted. The counts are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountMode {
    /// The moves of a position are counted without being played. Where a move changes the number of
    /// replies by a known amount, it is not played either: such moves of a position are a *family*.
    #[default]
    Families,
    /// The moves of a position are counted without being played (bulk counting), and all moves
    /// before are played. This is what most programs do, and the speed to compare with theirs.
    EachAlone,
    /// All moves are played, the last ones too. It is counted one position at a time.
    EachMove,
}

impl CountMode {
    /// Returns the name: `families`, `each-alone` or `each-move`.
    pub const fn as_str(self) -> &'static str {
        match self {
            CountMode::Families => "families",
            CountMode::EachAlone => "each-alone",
            CountMode::EachMove => "each-move",
        }
    }
}
