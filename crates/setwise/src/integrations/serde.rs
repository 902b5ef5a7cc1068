//! Implementations of `Serialize` and `Deserialize` of [serde](https://serde.rs), by David Tolnay
//! and Erick Tryzelaar.
//!
//! Each type has a text form for human-readable formats such as JSON, and a compact form for binary
//! formats such as bincode. Deserialization validates both forms.
//!
//! | type | text form | compact form |
//! |---|---|---|
//! | square | `"e4"` | its index |
//! | color, role | `"white"`, `"knight"` | 0 or 1, 0 to 5 |
//! | piece | its FEN letter, `"N"` | 0 to 11, as in [`packed`](crate::notation::packed) |
//! | set of squares | `"0x000000000000ff00"` | its `u64` |
//! | board | the first field of a FEN | 32 bytes: four bits for each square from a1 to h8, low half of a byte first; 0 for an empty square, or the number of the piece plus 1 |
//! | UCI move | `"e7e8q"` | the two squares and the optional role |
//! | move | its UCI notation, with a suffix for castling and en passant: `"e2e4"`, `"e1h1 castle"`, `"e5d6 en passant"` | its [bits](Move::to_bits) |
//! | setup | a map of its fields: `"board"`, `"turn"`, `"castling"`, `"en_passant"`, `"halfmoves"`, `"fullmoves"` | the fields in this order |
//! | position | its FEN, with the en passant square after every double step | its [30 packed bytes](crate::notation::packed) |

mod forms;
mod setup;

use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{Deserializer, Error, Visitor};
use ::serde::ser::Serializer;
use ::serde::{Deserialize, Serialize};

use crate::notation::uci::Uci;
use crate::{Bitboard, Board, Color, Move, Piece, Position, Role, Square};

/// A type with a text form and a compact form.
trait Forms: Sized {
    /// The compact form.
    type Compact: Serialize + for<'de> Deserialize<'de>;

    /// Describes the text form, for error messages.
    const EXPECTED: &'static str;

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn read<E: Error>(text: &str) -> Result<Self, E>;

    fn compact(&self) -> Self::Compact;

    fn expand<E: Error>(compact: Self::Compact) -> Result<Self, E>;
}

/// Writes the text form by `Display`.
struct Text<'t, T>(&'t T);

impl<T: Forms> fmt::Display for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Parses the text form.
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
