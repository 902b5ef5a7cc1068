//! The squares that pieces attack, and the trait of the techniques that find the attacks of
//! sliders.
//!
//! ```
//! use setwise::{Bitboard, Color, Square, attacks};
//!
//! let occupied = Bitboard::of(Square::D7);
//! assert_eq!(attacks::rook(Square::D1, occupied).count(), 13);
//! assert_eq!(attacks::knight(Square::A1).count(), 2);
//! assert_eq!(attacks::pawn(Color::White, Square::E4), Bitboard::of(Square::D5).with(Square::F5));
//! ```
//!
//! # Overview
//!
//! * [`rook`], [`bishop`], [`queen`], [`knight`], [`king`], [`pawn`]: the squares that one piece
//!   attacks;
//! * [`knights`], [`kings`], [`pawns`]: the squares that a set of pieces attacks, by shifts;
//! * [`slide`]: the squares that a set of sliders attacks in one direction;
//! * [`rays`]: rays and lines of the empty board, and the squares between two squares;
//! * [`walk`]: sliders step by step, the definition that every technique must agree with;
//! * [`Sliders`]: the trait of a technique for sliders, and the three techniques that this crate
//!   has:
//!
//! | technique | index | tables | runs on |
//! |---|---|---|---|
//! | [`kindergarten`] | a multiplication for each line | 10,240 bytes, built at compile time | every CPU |
//! | `magic` | a multiplication for each piece | 865,280 bytes, built at first use | every CPU, with the feature `std` |
//! | `pext` | one instruction for each piece | 863,232 bytes, built at first use | x86-64 with fast BMI2, with the feature `std` |
//!
//! The crate `setwise-techniques` has the others, and the battery that tests a technique on every
//! case.
//!
//! The functions of pawns, knights and kings are `const fn`, and so are [`walk::rook`] and
//! [`walk::bishop`]: tables can be built from them at compile time.
//!
//! ```
//! use setwise::{Bitboard, Square, attacks::{self, walk}};
//!
//! const KNIGHTS_ON_E5: Bitboard = attacks::knight(Square::E5);
//! const ROOK_ON_A1: Bitboard = walk::rook(Square::A1, Bitboard::of(Square::A4));
//! assert_eq!((KNIGHTS_ON_E5.count(), ROOK_ON_A1.count()), (8, 3 + 7));
//! ```
//!
//! # Choosing a technique
//!
//! The functions above use the [`DEFAULT`], which runs everywhere and takes up to twice as long as
//! the fastest technique. A search calls [`use_fastest`] once, and its lists and counts of moves
//! come from the fastest technique of the CPU. A program that itself looks up millions of attacks
//! puts its work into a [`Task`], generic over the technique, and calls [`run_fastest`].
//!
//! ```
//! use setwise::attacks::{self, Sliders, Task};
//! use setwise::{Bitboard, Square};
//!
//! let blocker = Bitboard::of(Square::D7);
//!
//! /// Which squares a rook on d1 attacks.
//! struct Lookup(Bitboard);
//!
//! impl Task for Lookup {
//!     type Output = Bitboard;
//!
//!     #[inline(always)]
//!     fn run<S: Sliders>(self, sliders: S) -> Bitboard {
//!         sliders.rook(Square::D1, self.0)
//!     }
//! }
//! assert_eq!(attacks::run_fastest(Lookup(blocker)).count(), 13);
//! ```

mod erased;
mod fastest;
pub mod kindergarten;
mod leapers;
#[cfg(feature = "std")]
pub mod magic;
#[cfg(feature = "std")]
pub mod pext;
pub mod rays;
#[cfg(feature = "std")]
mod slices;
mod slide;
mod table;
pub mod walk;

pub use erased::Erased;
#[cfg(feature = "std")]
pub(crate) use fastest::Fastest;
pub use fastest::run_fastest;
#[cfg(feature = "std")]
pub use fastest::use_fastest;
pub(crate) use fastest::with_technique_in_use;
pub use leapers::{king, kings, knight, knights, pawn, pawns};
pub use slide::slide;

use crate::{Bitboard, Square};

/// The sources of the techniques, whose pages the collection shows too.
///
/// **Not a public API.**
#[doc(hidden)]
pub mod sources {
    pub const KINDERGARTEN: &[u8] = include_bytes!("attacks/kindergarten.rs");
    #[cfg(feature = "std")]
    pub const MAGIC: &[u8] = include_bytes!("attacks/magic.rs");
    #[cfg(feature = "std")]
    pub const PEXT: &[u8] = include_bytes!("attacks/pext.rs");
}

/// Returns the squares that a rook on `from` attacks: each line up to and including the first
/// occupied square on each side.
///
/// Whether `from` itself is occupied makes no difference. Cost: a lookup of the [`DEFAULT`]
/// technique for each of the two lines. The speed of this function was 0.70 of cozy-chess's
/// `get_rook_moves` and 0.67 to 0.75 of shakmaty's `rook_attacks`, which have large tables. The
/// method [`Sliders::rook`] of the technique that [`run_fastest`] provides reached 1.16 to 1.34 of
/// both (`peers/README.md` in the repository).
///
/// ```
/// use setwise::{Square, attacks, bitboard};
///
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . X . . . X
///     . . . . . . . .
///     . . . . . X . .
///     . X . . . . X .
///     . . . . . . . .
///     . X . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(attacks::rook(Square::D4, occupied), bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . X X . X X X .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
/// });
/// ```
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    DEFAULT.rook(from, occupied)
}

/// Returns the squares that a bishop on `from` attacks, as [`rook`] does.
///
/// ```
/// use setwise::{Square, attacks, bitboard};
///
/// // A pawn on d5 and a king on f1 block a bishop on g2.
/// let occupied = bitboard! {
///     . . . . . . . .
///     . X . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X .
///     . . . . . X . .
/// };
/// assert_eq!(attacks::bishop(Square::G2, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . X . . .
///     . . . . . X . X
///     . . . . . . . .
///     . . . . . X . X
/// });
/// ```
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    DEFAULT.bishop(from, occupied)
}

/// Returns the squares that a queen on `from` attacks: the squares of a [`rook`] and of a
/// [`bishop`].
///
/// ```
/// use setwise::{Position, Square, attacks, bitboard};
///
/// // After 1.e4 e5 2.Qh5, the queen attacks the pawns on e5, f7 and h7.
/// let position = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
/// let position: Position = position.parse()?;
/// let occupied = position.board().occupied();
/// assert_eq!(attacks::queen(Square::H5, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . X . X
///     . . . . . . X X
///     . . . . X X X .
///     . . . . . . X X
///     . . . . . X . X
///     . . . . X . . X
///     . . . X . . . .
/// });
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    DEFAULT.queen(from, occupied)
}

/// A technique that finds the squares that sliding pieces attack.
///
/// A technique is a value. If not every CPU can run it, or if it has tables, its constructor checks
/// the CPU and builds the tables, so that lookups cannot fail. Values are `Copy` and at most as
/// large as a pointer, so a search passes them by value.
///
/// The attacked squares of a line are those up to and including the first occupied square on each
/// side. Whether the slider's own square is in the occupancy makes no difference, and neither does
/// any square off its lines.
///
/// Methods are `#[inline(always)]` and name no CPU feature, so that they are inlined into the
/// caller and use the instructions that the caller is compiled for; [`dispatch`](crate::dispatch)
/// compiles a caller for more than the crate's baseline.
///
/// ```
/// use setwise::attacks::{Sliders, rays};
/// use setwise::{Bitboard, Direction, Position, Square};
///
/// /// All squares of the lines but those behind a blocker.
/// #[derive(Clone, Copy)]
/// struct BlockersAndBeyond;
///
/// #[inline(always)]
/// fn attacked(directions: [Direction; 4], from: Square, occupied: Bitboard) -> Bitboard {
///     directions.into_iter().fold(Bitboard::EMPTY, |attacked, direction| {
///         let ray = rays::ray(from, direction);
///         let beyond = |reached, blocker| reached - rays::ray(blocker, direction);
///         attacked | (ray & occupied).into_iter().fold(ray, beyond)
///     })
/// }
///
/// impl Sliders for BlockersAndBeyond {
///     #[inline(always)]
///     fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
///         attacked(Direction::ROOK, from, occupied)
///     }
///
///     #[inline(always)]
///     fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
///         attacked(Direction::BISHOP, from, occupied)
///     }
/// }
/// assert_eq!(Position::INITIAL.count_legal_moves_with(BlockersAndBeyond), 20);
/// ```
pub trait Sliders: Copy + Send + Sync + 'static {
    /// Returns the squares that a rook on `from` attacks.
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the squares that a bishop on `from` attacks.
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the squares that a queen on `from` attacks.
    #[inline(always)]
    fn queen(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.rook(from, occupied) | self.bishop(from, occupied)
    }

    /// Returns the technique behind function pointers, for [`Erased::of`].
    #[doc(hidden)]
    fn erased(self) -> Erased {
        Erased::store(self)
    }
}

/// Work to be done with a technique that is chosen at run time.
///
/// Rust instantiates [`Task::run`] once for each technique, so inside it the choice costs nothing.
/// If the method is `#[inline(always)]`, it is compiled for the CPU features of its caller, such as
/// [`run_fastest`].
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work with one technique.
    fn run<S: Sliders>(self, sliders: S) -> Self::Output;
}

/// The technique of every method that names none, except for those that follow `use_fastest`.
///
/// It needs no CPU feature, and its 10,240 bytes of tables are built at compile time.
pub const DEFAULT: kindergarten::Kindergarten = kindergarten::Kindergarten::new();
