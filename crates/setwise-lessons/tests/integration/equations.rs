//! Recomputes the equations of lessons from the figures that are shown.

use setwise::attacks::{self, walk};
use setwise::{Bitboard, Direction, Position, Role, Square};
use setwise_lessons::transforms::Transform;
use setwise_lessons::{Figure, Geometry, Lesson, Step};

/// Signs whose result depends on what is not among the figures: an entry of a table, or a board on
/// which a capture or castling has been played. The answer of the lesson is compared with the
/// oracle, so a wrong one is found there.
const ENTRIES: [&str; 11] = [
    "entry of",
    "attackers after the capture of",
    "attackers after castling over",
    "entry of square and index",
    "entry of rank and index",
    "entry of file and index",
    "entry of file",
    "entry of that place",
    "entry of that rank",
    "entry of those ranks",
    "set of that number",
];

const BINARY: [&str; 20] = [
    "- in each byte",
    "AND",
    "NAND",
    "OR",
    "XOR",
    "-",
    "+",
    "x",
    "<<",
    ">>",
    "modulo",
    "PEXT",
    "PDEP",
    "BZHI",
    "moved by",
    "filled over",
    "along",
    "these moved",
    "rotated left by",
    "rotated right by",
];

const POSTFIX: [&str; 3] = ["reversed", "turned", "turned back"];

/// Returns the equation of a step in words.
pub(super) fn text(step: &Step) -> String {
    let name = |figure: &Figure| match figure {
        Figure::Board(board) => board.label.clone(),
        Figure::Word(word) => word.label.clone(),
        Figure::Number { label, value } => format!("{label} {value}"),
        Figure::Sign(sign) => sign.clone(),
        Figure::Table { .. } => "table".to_owned(),
    };
    step.figures.iter().map(name).collect::<Vec<_>>().join(" | ")
}

/// Recomputes every equation of a lesson, and panics at a wrong one.
pub(super) fn check(lesson: &Lesson, from: Square, occupied: Bitboard) {
    check_on(lesson, from, occupied, None);
}

/// Does the same for a lesson on a position.
pub(super) fn check_position(lesson: &Lesson, position: &Position) {
    check_on(lesson, Square::A1, position.board().occupied(), Some(position));
}

fn check_on(lesson: &Lesson, from: Square, occupied: Bitboard, position: Option<&Position>) {
    let mut equations = 0;
    for step in &lesson.steps {
        let is_equals = |figure: &Figure| matches!(figure, Figure::Sign(sign) if sign == "=");
        let Some(equals) = step.figures.iter().position(is_equals) else { continue };
        let [result] = &step.figures[equals + 1..] else { panic!("one result: {}", text(step)) };
        let expected = value(result);
        let mut reader = Reader {
            position,
            tokens: tokens(&step.figures[..equals]),
            at: 0,
            step,
            from,
            occupied,
        };
        if let Some(computed) = reader.expression() {
            let place = format!("{}, {}: {}", lesson.title, step.part, text(step));
            assert_eq!(reader.at, reader.tokens.len(), "{place}");
            // The board of a rotated geometry is the same set in another mapping.
            let same_set = matches!(result, Figure::Board(board) if Bitboard(computed) == board.set)
                && text(step).starts_with("board of");
            assert!(
                same_set || reversed(expected, computed, step),
                "{place}\ncomputed {computed:#x}, shown {expected:#x}"
            );
        }
        equations += 1;
    }
    assert!(equations > 0, "{}", lesson.title);
}

/// Returns whether a shown value is the computed one. A line may be reversed by swapping bytes or
/// by reversing bits, which is the same for its squares but not for others.
fn reversed(shown: u64, computed: u64, step: &Step) -> bool {
    let is_reversal = text(step).contains("| reversed |");
    shown == computed || is_reversal && shown == computed.swap_bytes().reverse_bits()
}

fn value(figure: &Figure) -> u64 {
    match figure {
        Figure::Board(board) if board.geometry != Geometry::Normal => board.word(),
        Figure::Board(board) => board.set.0,
        Figure::Word(word) => word.value,
        Figure::Number { value, .. } => *value as u64,
        Figure::Sign(_) | Figure::Table { .. } => panic!("no value"),
    }
}

enum Token {
    Value(u64),
    Sign(String),
}

/// Divides figures into values and single signs: `AND NOT` becomes two.
fn tokens(figures: &[Figure]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for figure in figures {
        let Figure::Sign(sign) = figure else {
            tokens.push(Token::Value(value(figure)));
            continue;
        };
        let first = BINARY.iter().find(|first| {
            sign.strip_prefix(**first).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        match first.filter(|_| !ENTRIES.contains(&sign.as_str())) {
            Some(first) => {
                tokens.push(Token::Sign((*first).to_owned()));
                let rest = sign[first.len()..].trim();
                if !rest.is_empty() {
                    tokens.push(Token::Sign(rest.to_owned()));
                }
            }
            None => tokens.push(Token::Sign(sign.clone())),
        }
    }
    tokens
}

fn union(set: Bitboard, each: impl Fn(Square) -> Bitboard) -> Bitboard {
    set.into_iter().fold(Bitboard::EMPTY, |all, from| all | each(from))
}

fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    walk::rook(from, occupied) | walk::bishop(from, occupied)
}

struct Reader<'s> {
    position: Option<&'s Position>,
    tokens: Vec<Token>,
    at: usize,
    step: &'s Step,
    from: Square,
    occupied: Bitboard,
}

impl Reader<'_> {
    fn sign(&self) -> Option<String> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) => Some(sign.clone()),
            _ => None,
        }
    }

    /// Returns the value from here to the end or to a closing parenthesis, or `None` if it is an
    /// entry of a table.
    fn expression(&mut self) -> Option<u64> {
        let mut left = self.operand()?;
        while let Some(sign) = self.sign().filter(|sign| sign != ")") {
            self.at += 1;
            if ENTRIES.contains(&sign.as_str()) {
                return None;
            }
            if POSTFIX.contains(&sign.as_str()) {
                left = if sign == "reversed" { left.swap_bytes() } else { left.reverse_bits() };
                continue;
            }
            assert!(BINARY.contains(&sign.as_str()), "unknown sign {sign:?}: {}", text(self.step));
            if sign == "these moved" {
                left = self.these_moved(left);
                continue;
            }
            let right = self.operand()?;
            left = self.binary(left, &sign, right);
        }
        Some(left)
    }

    fn operand(&mut self) -> Option<u64> {
        match &self.tokens[self.at] {
            Token::Value(value) => {
                self.at += 1;
                Some(*value)
            }
            Token::Sign(sign) if sign == "(" => {
                self.at += 1;
                let inner = self.expression();
                assert_eq!(self.sign().as_deref(), Some(")"));
                self.at += 1;
                inner
            }
            Token::Sign(sign) => {
                let sign = sign.clone();
                self.at += 1;
                if ENTRIES.contains(&sign.as_str()) {
                    return None;
                }
                let operand = self.operand()?;
                Some(self.function(&sign, operand))
            }
        }
    }

    /// Reads `( moving by n )`: the bits of `moving` go down by n, and the others stay.
    fn these_moved(&mut self, left: u64) -> u64 {
        let number = |token: &Token| match token {
            Token::Value(value) => *value,
            Token::Sign(sign) => panic!("{sign}"),
        };
        let (moving, by) = (number(&self.tokens[self.at + 1]), number(&self.tokens[self.at + 3]));
        self.at += 5;
        left & !moving | (left & moving) >> by
    }

    fn direction(&self) -> Direction {
        let part = self.step.part.split(' ').next().unwrap_or_default();
        let found = Direction::ALL.into_iter().find(|direction| direction.name() == part);
        found.unwrap_or_else(|| panic!("no direction: {part:?}, {}", text(self.step)))
    }

    fn binary(&self, left: u64, sign: &str, right: u64) -> u64 {
        match sign {
            "AND" => left & right,
            "NAND" => !(left & right),
            "OR" => left | right,
            "XOR" => left ^ right,
            "-" => left.wrapping_sub(right),
            "+" => left.wrapping_add(right),
            "x" => left.wrapping_mul(right),
            "<<" => left << right,
            ">>" => left >> right,
            "modulo" => left % right,
            "PEXT" => pext(left, right),
            "PDEP" => pdep(left, right),
            "BZHI" => left & ((1 << right) - 1),
            "- in each byte" => {
                let (a, b) = (left.to_le_bytes(), right.to_le_bytes());
                u64::from_le_bytes(core::array::from_fn(|i| a[i].wrapping_sub(b[i])))
            }
            "moved by" => {
                let bits = u32::from(self.direction().shift().unsigned_abs()) * right as u32;
                if self.direction().is_positive() { left << bits } else { left >> bits }
            }
            "filled over" => {
                let occupied = !Bitboard(right);
                let rays =
                    Bitboard(left).into_iter().map(|s| walk::ray(s, self.direction(), occupied));
                rays.fold(Bitboard::EMPTY, |all, ray| all | ray).0
            }
            "rotated left by" => left.rotate_left(right as u32),
            "rotated right by" => left.rotate_right(right as u32),
            "along" => {
                let occupied = Bitboard(left);
                (walk::rook(self.from, occupied) | walk::bishop(self.from, occupied)).0 & right
            }
            _ => unreachable!("{sign}"),
        }
    }

    fn function(&self, sign: &str, operand: u64) -> u64 {
        let lowest = operand & operand.wrapping_neg();
        let highest = if operand == 0 { 0 } else { 1 << (63 - operand.leading_zeros()) };
        let set = Bitboard(operand);
        match sign {
            "NOT" => !operand,
            "lowest of" => lowest,
            "highest of" => highest,
            "up to the lowest of" | "BLSMSK" => operand ^ operand.wrapping_sub(1),
            "below the highest of" => highest.max(1) - 1,
            "one step of" => self.steps(set, 1).0,
            "two steps of" => self.steps(set, 2).0,
            "four steps of" => self.steps(set, 4).0,
            "ray of" => {
                let ray = |s| walk::ray(s, self.direction(), Bitboard::EMPTY);
                set.into_iter().map(ray).fold(Bitboard::EMPTY, |all, ray| all | ray).0
            }
            "step until" => {
                assert_eq!(set, self.occupied);
                walk::ray(self.from, self.direction(), set).0
            }
            "board of" => operand,
            "ray down from the lowest of" => {
                self.line().reverse_bits() >> (63 - operand.trailing_zeros())
            }
            "ray up from the highest of" => self.line() << (63 - operand.leading_zeros()),
            "all" => operand,
            "negative of" => operand.wrapping_neg(),
            "hardware scan of" => lowest,
            "one step forward of" => set.shift(Direction::of_pawns(self.position().turn())[0]).0,
            "pawn attacks of" => attacks::pawns(self.position().turn(), set).0,
            "knight attacks of" => attacks::knights(set).0,
            "king attacks of" => attacks::kings(set).0,
            "rook attacks of" => union(set, |from| walk::rook(from, self.occupied)).0,
            "bishop attacks of" => union(set, |from| walk::bishop(from, self.occupied)).0,
            "queen attacks of" => union(set, |from| queen(from, self.occupied)).0,
            "attackers of" => self.attackers(set, self.occupied).0,
            "rook fill of" => union(set, |from| walk::rook(from, self.occupied)).0,
            "queen fill of" => union(set, |from| queen(from, self.occupied)).0,
            "bishop fill of" => union(set, |from| walk::bishop(from, self.occupied)).0,
            "enemy attacks over" => {
                let (board, them) = (self.position().board(), !self.position().turn());
                let attacks =
                    |to: &Square| self.attackers(Bitboard::of(*to), set).meets(board.color(them));
                Square::ALL.into_iter().filter(attacks).collect::<Bitboard>().0
            }
            _ => match Transform::ALL.into_iter().find(|transform| transform.name() == sign) {
                Some(transform) => transform.apply(set).0,
                None => panic!("unknown function {sign:?}: {}", text(self.step)),
            },
        }
    }

    fn position(&self) -> &Position {
        self.position.expect("a lesson on a position")
    }

    /// Returns the pieces of both sides that attack a square, by stepping from each of them.
    fn attackers(&self, square: Bitboard, occupied: Bitboard) -> Bitboard {
        let board = self.position().board();
        let attacks = |from: &Square| {
            let piece = board.piece_at(*from).expect("an occupied square");
            let attacked = match piece.role {
                Role::Pawn => attacks::pawn(piece.color, *from),
                Role::Knight => attacks::knight(*from),
                Role::Bishop => walk::bishop(*from, occupied),
                Role::Rook => walk::rook(*from, occupied),
                Role::Queen => queen(*from, occupied),
                Role::King => attacks::king(*from),
            };
            attacked.meets(square)
        };
        board.occupied().into_iter().filter(attacks).collect()
    }

    fn steps(&self, set: Bitboard, steps: u32) -> Bitboard {
        (0..steps).fold(set, |set, _| set.shift(self.direction()))
    }

    /// Returns the ray upwards of a line from the corner where it begins, moved down to bit 0.
    fn line(&self) -> u64 {
        let (start, up) = match self.step.part.as_str() {
            "file" => (Square::A1, Direction::North),
            "rank" => (Square::A1, Direction::East),
            "diagonal" => (Square::A1, Direction::NorthEast),
            _ => (Square::H1, Direction::NorthWest),
        };
        walk::ray(start, up, Bitboard::EMPTY).with(start).0 >> start as u32
    }
}

fn pext(word: u64, mask: u64) -> u64 {
    let bits = Bitboard(mask).into_iter().enumerate();
    bits.fold(0, |packed, (index, bit)| packed | (word >> bit as u32 & 1) << index)
}

fn pdep(word: u64, mask: u64) -> u64 {
    let bits = Bitboard(mask).into_iter().enumerate();
    bits.fold(0, |spread, (index, bit)| spread | (word >> index & 1) << bit as u32)
}
