//! Answers: JSON that is written.

use setwise_lessons::json::Text;

/// A JSON object, or the error that stands in its place.
pub(crate) type Answer = Result<Document, Failure>;

/// An answer that is an error.
pub(crate) struct Failure(pub(crate) Document);

impl Failure {
    /// Returns an error without a place.
    pub(crate) fn plain(message: impl ToString) -> Failure {
        Failure(object!({ "error": object!({ "message": message.to_string() }) }))
    }

    /// Returns the error of a text, with its byte offset.
    pub(crate) fn at(message: impl ToString, at: usize) -> Failure {
        Failure(object!({ "error": object!({ "message": message.to_string(), "at": at }) }))
    }
}

/// A JSON text that has been written.
pub(crate) struct Document(pub(crate) String);

impl Document {
    /// Adds the fields of another object to an object.
    pub(crate) fn extend(&mut self, more: Document) {
        self.0.truncate(self.0.len() - 1);
        self.0 += ",";
        self.0 += &more.0[1..];
    }
}

/// A value that an answer has.
pub(crate) trait Json {
    /// Writes the value at the end of a text.
    fn write(&self, out: &mut String);
}

/// Writes an object with its fields.
macro_rules! object {
    ({ $($name:literal: $value:expr),+ $(,)? }) => {{
        let mut out = String::new();
        $(
            out += if out.is_empty() { "{" } else { "," };
            out += concat!("\"", $name, "\":");
            $crate::answer::Json::write(&$value, &mut out);
        )+
        $crate::answer::Document(out + "}")
    }};
}
pub(crate) use object;

/// Implements the trait by what is printed of a value.
macro_rules! printed {
    ($($value:ty, $printed:expr;)*) => {$(
        impl Json for $value {
            fn write(&self, out: &mut String) {
                let printed: fn(&$value) -> String = $printed;
                *out += &printed(self);
            }
        }
    )*};
}

printed! {
    bool, bool::to_string;
    u8, u8::to_string;
    u32, u32::to_string;
    u64, u64::to_string;
    usize, usize::to_string;
    str, |text| Text(text).to_string();
    String, |text| Text(text).to_string();
    Document, |document| document.0.clone();
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => *out += "null",
        }
    }
}

impl<T: Json> Json for [T] {
    fn write(&self, out: &mut String) {
        *out += "[";
        for (at, value) in self.iter().enumerate() {
            *out += if at > 0 { "," } else { "" };
            value.write(out);
        }
        *out += "]";
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        self[..].write(out);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_are_written_as_json() {
        let (lists, absent) = (vec![vec![1_u8, 2], vec![]], None::<bool>);
        let mut document = object!({ "text": "é\"\\\n\u{1}", "lists": lists, "absent": absent });
        document.extend(object!({ "some": Some(true), "inner": object!({ "at": 3_usize }) }));
        let expected = r#"{"text":"é\"\\\n\u0001","lists":[[1,2],[]],"absent":null,"some":true,"inner":{"at":3}}"#;
        assert_eq!(document.0, expected);
    }
}
