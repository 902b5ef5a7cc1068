//! Steps of a lookup, recorded and drawn: boards in a row with their operators between.

mod recording;
mod svg;
mod text;

pub(crate) use recording::Recording;
pub(crate) use svg::Svg;
pub(crate) use text::Text;
