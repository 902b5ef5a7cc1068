//! A collection of sliding-attack techniques of bitboard chess, for the crate [`setwise`].
//!
//! # Overview
//!
//! A sliding-attack technique finds the squares that a rook, bishop or queen attacks, given the
//! occupied squares. Each technique implements the trait [`Sliders`](setwise::attacks::Sliders), so
//! each runs in the move generator of `setwise`, and [`Traced`](trace::Traced), so that a
//! [trace] can show its steps. Its page explains the idea, with drawings, and gives its cost,
//! the conditions where it is the best choice, and the literature.
//!
//! | family | idea |
//! |---|---|
//! | [`walk`] | step until blocked: the definition |
//! | [`ray`] | a ray of the empty board, cut at its first blocker |
//! | [`subtract`] | the borrow of a subtraction stops at the blocker |
//! | [`index`] | the occupancy of the lines becomes an index into a table of attacks |
//! | [`exploding`] | one multiplication moves a set one step in four directions |
//! | [`fill`] | whole sets of sliders at once, direction by direction |
//!
//! Three of the techniques in the list [`Technique`] are those that `setwise` itself has:
//! [Kindergarten](setwise::attacks::kindergarten), `magic-fancy` and `pext`. An engine needs no
//! other. This crate is for comparing techniques, for learning how they work, and for inventing new
//! ones.
//!
//! Most techniques find the attacks of one ray, line or piece at a time; [`parts`] makes whole
//! techniques of them. There are tools and related algorithms too: the [`battery`] that tests a
//! technique on every case, the finder of magic factors (in [`index`]), [`bitscan`], square
//! [`mapping`]s, and [pseudo-rotations](pseudo_rotation) of the board.
//!
//! # Quick start
//!
//! ```
//! use setwise::attacks::Sliders;
//! use setwise::{Bitboard, Position, Square};
//! use setwise_techniques::Technique;
//!
//! // A technique by name, behind function pointers.
//! let technique: Technique = "hyperbola".parse()?;
//! let sliders = technique.erased().ok_or("this CPU cannot run it")?;
//! assert_eq!(sliders.rook(Square::D1, Bitboard::of(Square::D7)).count(), 13);
//!
//! // Every technique that this CPU can run, in the move generator.
//! for sliders in Technique::ALL.iter().filter_map(|technique| technique.erased()) {
//!     assert_eq!(Position::INITIAL.count_legal_moves_with(sliders), 20);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! At full speed, a [`Task`](setwise::attacks::Task) is generic over the technique, and
//! [`Technique::run`] instantiates it for each.
//!
//! # Adding a technique
//!
//! Implement [`Sliders`](setwise::attacks::Sliders) in any crate, and test it with
//! [`battery::run`]; the example `own_technique` does so. A technique in this crate also has a line
//! in the list in `technique.rs`, which gives it its name in the command and its place in the tests
//! and benchmarks.
//!
//! # Errors
//!
//! Lookups cannot fail: a technique has a value only if this CPU can run it, and a constructor
//! returns `None` otherwise.
//!
//! | input | error |
//! |---|---|
//! | the name of a technique | [`TechniqueError`], which lists the names |
//! | a technique that is wrong in the [`battery`] | [`Mismatch`](battery::Mismatch): the slider, the occupied squares, and both results |
//! | a factor that is not magic | `Collision`: two occupancies that need different entries |
//!
//! # Performance
//!
//! `results/techniques.md` in the repository compares all techniques, in lookups alone and in the
//! move generator. Techniques with large tables build them at first use.
//!
//! # Feature flags
//!
//! * `std` (on by default): techniques with large tables, which are built at first use, and
//!   techniques that detect CPU features at run time.
//! * `pages` (on by default): the page of each technique, a text that its [card](Technique::card)
//!   has.
//!
//! Without `std` the crate needs neither the standard library nor an allocator.
//!
//! # Links
//!
//! * [`setwise::attacks`]: the trait, and the three techniques of `setwise`.
//! * `setwise-lessons`: the steps of a technique as data, text, SVG or JSON.
//! * `setwise-cli`: `setwise explain` draws the steps of a technique, `setwise magics` finds magic
//!   factors.
//! * The Chess Programming Wiki on [sliding piece
//!   attacks](https://www.chessprogramming.org/Sliding_Piece_Attacks).
#![cfg_attr(not(any(feature = "std", test)), no_std)]

pub mod battery;
pub mod bitscan;
#[cfg(feature = "std")]
mod boxed;
mod card;
#[cfg(feature = "std")]
pub mod cpu_features;
pub mod exploding;
pub mod fill;
pub mod index;
pub mod mapping;
mod page;
pub mod parts;
pub mod pseudo_rotation;
pub mod ray;
pub mod subtract;
mod technique;
pub mod trace;
pub mod walk;
pub mod words;

pub use card::{Card, Document};
pub(crate) use page::page;
pub use technique::{Technique, TechniqueError};
