//! Back-ends as options name them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_perft::BackendName;

/// Reads the name of a back-end.
pub(crate) fn backend_parser() -> impl TypedValueParser<Value = BackendName> {
    PossibleValuesParser::new(BackendName::ALL.map(BackendName::as_str))
        .try_map(|name| name.parse())
}
