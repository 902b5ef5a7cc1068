//! Parsing EPD.

use alloc::{borrow::ToOwned, vec::Vec};
use core::str::FromStr;

use super::value::{self, Kind};
use super::{Epd, EpdError, EpdErrorKind, Operand, OperationErrorKind, Value};
use crate::Position;
use crate::notation::fen::Form;
use crate::notation::san::SanOptions;

impl Epd {
    /// Parses a line of EPD.
    ///
    /// Fields, operations and operands may be separated by any ASCII white space. Moves must be
    /// exact SAN; see [`Epd::parse_with`].
    ///
    /// # Errors
    ///
    /// Returns the first error of the line, with its location.
    pub fn parse(text: &str) -> Result<Epd, EpdError> {
        read(text, SanOptions::STRICT, false)
    }

    /// Parses a line of EPD that may deviate from the standard, with moves that may deviate from
    /// SAN as the options allow.
    ///
    /// A line that the standard does not allow is read as other programs write it: the last
    /// semicolon may be missing, a semicolon may follow the fourth field or another semicolon, and
    /// in a quoted string `\"` does not end the string. EPD has no way to write a quotation mark, so
    /// the string has an apostrophe there.
    ///
    /// ```
    /// use setwise::notation::{epd::Epd, san::SanOptions};
    ///
    /// let text = r#"6k1/5ppp/8/8/8/8/8/R3K3 w Q -; id "a \"back rank\"";; bm Ra8"#;
    /// let epd = Epd::parse_with(text, SanOptions::LENIENT)?;
    /// let standard = r#"6k1/5ppp/8/8/8/8/8/R3K3 w Q - id "a 'back rank'"; bm Ra8#;"#;
    /// assert_eq!(epd.to_string(), standard);
    /// # Ok::<(), setwise::notation::epd::EpdError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Epd::parse`].
    pub fn parse_with(text: &str, options: SanOptions) -> Result<Epd, EpdError> {
        read(text, options, false).or_else(|error| {
            let deviating = read(text, options, true);
            // The error behind which nothing can be read is the one to mend.
            deviating.map_err(|other| if other.at > error.at { other } else { error })
        })
    }
}

fn read(text: &str, options: SanOptions, deviates: bool) -> Result<Epd, EpdError> {
    let mut reader = Reader { text, at: 0, deviates };
    let mut epd = Epd::new(reader.position()?);
    while !reader.at_end() {
        reader.operation(&mut epd, options)?;
    }
    Ok(epd)
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Parses a line of EPD; see [`Epd::parse`].
    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse(text)
    }
}

/// The text and the offset of the next byte to read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Whether the text may deviate from the standard.
    deviates: bool,
}

/// An operand as written.
enum Token<'t> {
    Word(&'t str),
    Quoted(&'t str),
}

impl<'t> Reader<'t> {
    fn error<T>(&self, kind: EpdErrorKind, at: usize) -> Result<T, EpdError> {
        let column = self.text[..at].chars().count() + 1;
        Err(EpdError { kind, at, column })
    }

    fn wrong<T>(&self, error: OperationErrorKind, at: usize) -> Result<T, EpdError> {
        self.error(EpdErrorKind::Operation(error.into()), at)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_white_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
    }

    fn at_end(&mut self) -> bool {
        let deviates = self.deviates;
        self.take_while(|letter| letter.is_ascii_whitespace() || deviates && letter == ';');
        self.at == self.text.len()
    }

    /// Consumes and returns the longest prefix whose characters all pass the test.
    fn take_while(&mut self, mut test: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|letter| !test(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Parses the first four fields.
    fn position(&mut self) -> Result<Position, EpdError> {
        for field in 0..4 {
            self.skip_white_space();
            let ends = self.deviates && field == 3;
            self.take_while(|letter| !(letter.is_ascii_whitespace() || ends && letter == ';'));
        }
        let position = Position::parse_fen_form(&self.text[..self.at], Form::Lenient);
        position.or_else(|error| self.error(EpdErrorKind::Position(error), error.at))
    }

    fn operation(&mut self, epd: &mut Epd, options: SanOptions) -> Result<(), EpdError> {
        let at = self.at;
        let opcode = self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        match self.rest().chars().next() {
            Some(found) if opcode.is_empty() => {
                return self.error(EpdErrorKind::Unexpected(found), at);
            }
            _ => self.separated()?,
        }
        value::check_opcode(opcode).or_else(|error| self.wrong(error, at))?;
        let value = self.value(opcode, epd.position, options)?;
        value::check(opcode, &value).or_else(|error| self.wrong(error, at))?;
        epd.add(opcode, value).or_else(|error| self.wrong(error, at))
    }

    /// Consumes the operands and the semicolon, and parses them as the opcode requires.
    fn value(
        &mut self,
        opcode: &str,
        mut position: Position,
        options: SanOptions,
    ) -> Result<Value, EpdError> {
        let kind = Kind::of(opcode);
        let (mut moves, mut operands) = (Vec::new(), Vec::new());
        while let Some((at, token)) = self.operand()? {
            match (kind, token) {
                (Kind::Moves | Kind::OneMove | Kind::Line, Token::Word(word)) => {
                    let read = position.parse_san_with(word, options);
                    let mv = read.or_else(|error| {
                        self.error(EpdErrorKind::Move(error.kind), at + error.at)
                    })?;
                    if kind == Kind::Line {
                        position = position.play_unchecked(mv);
                    }
                    moves.push(mv);
                }
                (Kind::Moves | Kind::OneMove | Kind::Line, Token::Quoted(_)) => {
                    return self.wrong(OperationErrorKind::Value(kind.description()), at);
                }
                (_, Token::Quoted(text)) => {
                    operands.push(Operand::Text(text.replace("\\\"", "'")));
                }
                (_, Token::Word(word)) => operands.push(match value::integer(word) {
                    Some(number) => Operand::Integer(number),
                    None => Operand::Symbol(word.to_owned()),
                }),
            }
        }
        Ok(match (kind, operands.as_mut_slice()) {
            (Kind::Moves | Kind::OneMove, _) => Value::Moves(moves),
            (Kind::Line, _) => Value::Line(moves),
            (_, []) => Value::Nothing,
            (Kind::Integer, [Operand::Integer(number)]) => Value::Integer(*number),
            (Kind::Text | Kind::TextOrNothing, [Operand::Text(text)]) => {
                Value::Text(core::mem::take(text))
            }
            _ => Value::Operands(operands),
        })
    }

    /// Consumes the next operand and returns it with its offset; `None` at the semicolon, which is
    /// consumed too, or at the end of a text that lacks it.
    fn operand(&mut self) -> Result<Option<(usize, Token<'t>)>, EpdError> {
        self.skip_white_space();
        let at = self.at;
        let token = match self.rest().chars().next() {
            None if self.deviates => return Ok(None),
            None => return self.error(EpdErrorKind::Unfinished, at),
            Some(';') => {
                self.at += 1;
                return Ok(None);
            }
            Some('"') => Token::Quoted(self.quoted()?),
            Some(_) => Token::Word(self.take_while(|letter| {
                !is_separator(letter) && letter != '"' && !letter.is_control()
            })),
        };
        self.separated()?;
        Ok(Some((at, token)))
    }

    /// Consumes a quoted string and returns the text between the quotation marks.
    fn quoted(&mut self) -> Result<&'t str, EpdError> {
        let at = self.at;
        self.at += 1;
        let (deviates, mut is_escaped) = (self.deviates, false);
        let text = self.take_while(|letter| {
            let is_inside = (letter != '"' || is_escaped) && !letter.is_control();
            is_escaped = deviates && letter == '\\' && !is_escaped;
            is_inside
        });
        match self.rest().chars().next() {
            None => self.error(EpdErrorKind::UnclosedText, at),
            Some('"') => {
                self.at += 1;
                Ok(text)
            }
            Some(found) => self.error(EpdErrorKind::Unexpected(found), self.at),
        }
    }

    /// Checks that white space, `;` or the end of the line follows an opcode or operand.
    fn separated(&self) -> Result<(), EpdError> {
        match self.rest().chars().next() {
            Some(found) if !is_separator(found) => {
                self.error(EpdErrorKind::Unexpected(found), self.at)
            }
            _ => Ok(()),
        }
    }
}

fn is_separator(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter == ';'
}
