//! Conditions in the description of a job: their texts.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(super) fn serialize<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let invalid = |text: &str, error| de::Error::custom(format_args!("{text:?}: {error}"));
    let parse = |text: String| text.parse().map_err(|error: T::Err| invalid(&text, error));
    Option::<String>::deserialize(deserializer)?.map(parse).transpose()
}
