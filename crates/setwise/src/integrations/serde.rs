//! `Serialize` and `Deserialize` of [serde](https://serde.rs), by David Tolnay and Erick Tryzelaar.
//!
//! Each value has a form for people, as in JSON, and one for machines, as in bincode. What is read
//! in either is checked: bad text and bad numbers are errors.
//!
//! | value | for people | for machines |
//! |---|---|---|
//! | square | `"e4"` | its index |
//! | color, role | `"white"`, `"knight"` | 0 or 1, 0 to 5 |
//! | piece | its FEN letter, `"N"` | as [`packed`](crate::notation::packed), 0 to 11 |
//! | set of squares | `"0x000000000000ff00"` | its word |
//! | board | the first field of a FEN | 32 bytes: the squares from a1 on, four bits each as in [`packed`](crate::notation::packed), 0 for an empty square and a piece's number plus 1 |
//! | UCI's words | `"e7e8q"` | the two squares and the role, if any |
//! | move | UCI's words, and the rule that these leave open: `"e2e4"`, `"e1h1 castle"`, `"e5d6 en passant"` | its [bits](Move::to_bits) |
//! | setup | its fields by name: `"board"`, `"turn"`, `"castling"`, `"en_passant"`, `"halfmoves"`, `"fullmoves"` | the same in this order |
//! | position | its FEN, with every en passant square | its [30 bytes](crate::notation::packed) |

mod forms;
mod setup;

use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{Deserializer, Error, Visitor};
use ::serde::ser::Serializer;
use ::serde::{Deserialize, Serialize};

use crate::notation::uci::Uci;
use crate::{Bitboard, Board, Color, Move, Piece, Position, Role, Square};

/// A value with its two forms.
trait Forms: Sized {
    /// What machines read.
    type Compact: Serialize + for<'de> Deserialize<'de>;

    /// What the text is, for errors.
    const EXPECTED: &'static str;

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn read<E: Error>(text: &str) -> Result<Self, E>;

    fn compact(&self) -> Self::Compact;

    fn expand<E: Error>(compact: Self::Compact) -> Result<Self, E>;
}

/// Written by `Display`.
struct Text<'t, T>(&'t T);

impl<T: Forms> fmt::Display for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Reads a text.
struct Reader<T>(PhantomData<T>);

impl<T: Forms> Visitor<'_> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::read(text)
    }
}

macro_rules! serialized_in_two_forms {
    ($($value:ty)*) => {$(
        impl Serialize for $value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&Text(self))
                } else {
                    self.compact().serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$value, D::Error> {
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(Reader(PhantomData))
                } else {
                    <$value>::expand(Deserialize::deserialize(deserializer)?)
                }
            }
        }
    )*};
}

serialized_in_two_forms! { Square Color Role Piece Bitboard Board Uci Move Position }
