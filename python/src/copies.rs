//! The methods by which the module `copy` copies values.

use pyo3::prelude::*;

use crate::board::Board;
use crate::moves::Move;
use crate::piece::Piece;
use crate::positions::Positions;
use crate::square_set::SquareSet;

/// Defines the methods of classes whose objects share nothing that can change.
macro_rules! copies {
    ($($class:ident)*) => {
        $(
            #[pymethods]
            impl $class {
                fn __copy__(&self) -> $class {
                    self.clone()
                }

                fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> $class {
                    self.clone()
                }
            }
        )*
    };
}

copies! { Board Move Piece Positions SquareSet }
