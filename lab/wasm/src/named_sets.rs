//! The sets that have a name: the tree from which the page picks, and the value of each.

use setwise::attacks::{self, rays};
use setwise::{Bitboard, Board, Color, Direction, Filter, Position, Rank, Role, Square};

#[cfg(feature = "files")]
use setwise_sets::{Definitions, WORDS};

#[cfg(feature = "files")]
use crate::answer::{Document, object};

/// What a named set is computed from.
pub(crate) struct Context<'a> {
    pub(crate) board: &'a Board,
    /// The position, if the setup is playable.
    pub(crate) position: Option<&'a Position>,
    /// The square that a set refers to.
    pub(crate) square: Square,
    /// The color that a set refers to.
    color: Color,
}

type Value64 = fn(&Context<'_>) -> Option<Bitboard>;

/// A set that has a name. A name that ends in `@` refers to a square, one that begins with a dot to
/// a color.
struct Named {
    name: &'static str,
    value: Value64,
    #[cfg(feature = "files")]
    texts: Texts,
}

/// What the tree says of a set. The page has it in a file.
#[cfg(feature = "files")]
struct Texts {
    group: &'static str,
    label: &'static str,
    /// The set in the language of `find`, for White, with `@` for the square; empty if it has none.
    expression: &'static str,
    /// A sentence, if the expression is not one word of the language, which has its own.
    words: &'static str,
}

#[cfg_attr(not(feature = "files"), allow(unused_variables, reason = "texts are in a file"))]
const fn named(
    group: &'static str,
    name: &'static str,
    label: &'static str,
    expression: &'static str,
    words: &'static str,
    value: Value64,
) -> Named {
    Named {
        name,
        value,
        #[cfg(feature = "files")]
        texts: Texts { group, label, expression, words },
    }
}

/// The names of the groups, in the order of the tree.
#[cfg(feature = "files")]
const GROUPS: [&str; 8] =
    ["Pieces", "Attacks", "Selected square", "King safety", "Moves", "Pawns", "X-rays", "Geometry"];

const ALL: &[Named] = &[
    named("Pieces", "occupied", "Occupied", "[Aa]", "All pieces.", |c| Some(c.board.occupied())),
    named("Pieces", "empty", "Empty", "_", "The squares without a piece.", |c| {
        Some(c.board.empty())
    }),
    named("Pieces", ".pieces", "pieces", "A", "All pieces of the side.", |c| {
        Some(c.board.color(c.color))
    }),
    named("Pieces", ".pawns", "pawns", "P", "", |c| c.role(Role::Pawn)),
    named("Pieces", ".knights", "knights", "N", "", |c| c.role(Role::Knight)),
    named("Pieces", ".bishops", "bishops", "B", "", |c| c.role(Role::Bishop)),
    named("Pieces", ".rooks", "rooks", "R", "", |c| c.role(Role::Rook)),
    named("Pieces", ".queens", "queens", "Q", "", |c| c.role(Role::Queen)),
    named("Pieces", ".king", "king", "K", "", |c| c.role(Role::King)),
    named(
        "Pieces",
        ".rook-sliders",
        "rooks and queens",
        "[RQ]",
        "The pieces that slide as a rook.",
        |c| Some(c.board.rook_sliders(c.color)),
    ),
    named(
        "Pieces",
        ".bishop-sliders",
        "bishops and queens",
        "[BQ]",
        "The pieces that slide as a bishop.",
        |c| Some(c.board.bishop_sliders(c.color)),
    ),
    named("Attacks", ".attacks", "attacks", "attacks(A)", "", |c| Some(c.attacks())),
    named("Attacks", ".pawn-attacks", "pawn attacks", "attacks(P)", "", |c| {
        Some(c.attacks_of(Role::Pawn))
    }),
    named("Attacks", ".knight-attacks", "knight attacks", "attacks(N)", "", |c| {
        Some(c.attacks_of(Role::Knight))
    }),
    named("Attacks", ".bishop-attacks", "bishop attacks", "attacks(B)", "", |c| {
        Some(c.attacks_of(Role::Bishop))
    }),
    named("Attacks", ".rook-attacks", "rook attacks", "attacks(R)", "", |c| {
        Some(c.attacks_of(Role::Rook))
    }),
    named("Attacks", ".queen-attacks", "queen attacks", "attacks(Q)", "", |c| {
        Some(c.attacks_of(Role::Queen))
    }),
    named("Attacks", ".king-attacks", "king attacks", "attacks(K)", "", |c| {
        Some(c.attacks_of(Role::King))
    }),
    named(
        "Attacks",
        ".undefended",
        "undefended pieces",
        "A & ~attacks(A)",
        "The pieces that no piece of their own side attacks.",
        |c| Some(c.board.color(c.color) - c.attacks()),
    ),
    named("Selected square", "attacks@", "Attacks from", "attacks(@)", "", |c| {
        Some(c.attacks_from(c.square, c.board.occupied()))
    }),
    named("Selected square", "attackers@", "Attackers of", "attackers(@)", "", |c| {
        c.position.map(|p| p.attackers(c.square, c.board.occupied()))
    }),
    named("Selected square", "potential@", "Potential moves from", "pseudo_targets(@)", "", |c| {
        c.position.map(|p| c.targets(p.pseudo_legal_moves().into_iter()))
    }),
    named("Selected square", "targets@", "Legal moves from", "targets(@)", "", |c| {
        c.position.map(|p| c.targets(p.legal_moves().into_iter()))
    }),
    named("King safety", "checkers", "Checkers", "checkers", "", |c| {
        c.position.map(Position::checkers)
    }),
    named("King safety", "check-mask", "Check mask", "check_mask", "", |c| {
        c.position.map(check_mask)
    }),
    named(
        "King safety",
        ".pinned",
        "pinned",
        "pinned & A",
        "The pieces that may not leave the line between their king and a slider.",
        |c| c.position.map(|p| p.pinned(c.color)),
    ),
    named("King safety", ".pin-lines", "pin lines", "pin_lines(A)", "", |c| {
        c.position.map(|p| pin_lines(p, c.color))
    }),
    named(
        "King safety",
        ".discoverers",
        "discovered check candidates",
        "discoverers(k)",
        "",
        |c| c.position.map(|p| p.discovered_check_candidates(c.color)),
    ),
    named("King safety", ".king-danger", "king danger", "king_danger(K)", "", |c| {
        c.position.map(|p| c.king_danger(p.king(c.color)))
    }),
    named("Moves", "targets", "Legal targets", "targets(own)", "", |c| {
        c.position.map(|p| p.legal_moves().into_iter().map(|mv| mv.destination()).collect())
    }),
    named("Moves", "movable", "Movable pieces", "movable(own)", "", |c| {
        c.position.map(|p| p.legal_moves().into_iter().map(|mv| mv.from()).collect())
    }),
    named(
        "Moves",
        "capture-targets",
        "Capture targets",
        "",
        "The targets of legal captures.",
        |c| c.matching(Filter::CAPTURES),
    ),
    named("Moves", "checking-targets", "Checking targets", "check_targets(own)", "", |c| {
        c.matching(Filter::CHECKS)
    }),
    named("Moves", "castling-rooks", "Castling rooks", "castling_rooks", "", |c| {
        c.position.map(Position::castling_rooks)
    }),
    named(
        "Moves",
        "en-passant",
        "En passant square",
        "",
        "The square that a pawn has just passed, if a pawn may capture it there.",
        |c| c.position.map(|p| p.en_passant().map_or(Bitboard::EMPTY, Bitboard::of)),
    ),
    named("Pawns", ".pushes", "pawn pushes", "forward(P) & _", "Where pawns can step once.", |c| {
        Some(c.pushes())
    }),
    named("Pawns", ".double-pushes", "double pushes", "", "Where pawns can step twice.", |c| {
        let third = Bitboard::rank(Rank::Third.relative_to(c.color));
        Some((c.pushes() & third).shift(c.forward()) & c.board.empty())
    }),
    named(
        "Pawns",
        ".pawn-captures",
        "pawn captures",
        "attacks(P) & a",
        "Enemy pieces that pawns attack.",
        |c| Some(c.attacks_of(Role::Pawn) & c.board.color(!c.color)),
    ),
    named("Pawns", ".passed", "passed pawns", "passed(P)", "", |c| {
        let them = c.board.pieces(!c.color, Role::Pawn);
        let behind = span(them | beside(them), c.forward().opposite());
        Some(c.board.pieces(c.color, Role::Pawn) - behind)
    }),
    named("Pawns", ".isolated", "isolated pawns", "isolated(P)", "", |c| {
        let pawns = c.board.pieces(c.color, Role::Pawn);
        let files = span(pawns, Direction::North) | span(pawns, Direction::South) | pawns;
        Some(pawns - beside(files))
    }),
    named(
        "X-rays",
        "x-ray@",
        "X-ray from",
        "",
        "What the slider on the square attacks behind the first pieces in its way.",
        |c| {
            let occupied = c.board.occupied();
            let direct = c.attacks_from(c.square, occupied);
            Some(c.attacks_from(c.square, occupied - direct) - direct)
        },
    ),
    named(
        "X-rays",
        "x-ray-attackers@",
        "X-ray attackers of",
        "",
        "The sliders that attack the square once the attackers before them have left.",
        |c| c.position.map(|p| p.attackers_with_x_rays(c.square).x_ray),
    ),
    named(
        "Geometry",
        "rook-lines@",
        "Rook lines of",
        "(file(@) | rank(@)) & ~@",
        "The empty board's rook attacks.",
        |c| Some(rays::rook(c.square)),
    ),
    named(
        "Geometry",
        "bishop-lines@",
        "Bishop lines of",
        "diagonal(@) & ~@",
        "The empty board's bishop attacks.",
        |c| Some(rays::bishop(c.square)),
    ),
    named("Geometry", "knight-steps@", "Knight steps of", "knight_steps(@)", "", |c| {
        Some(attacks::knight(c.square))
    }),
    named("Geometry", "king-steps@", "King steps of", "around(@)", "", |c| {
        Some(attacks::king(c.square))
    }),
    named("Geometry", "file@", "File of", "file(@)", "", |c| Some(Bitboard::file(c.square.file()))),
    named("Geometry", "rank@", "Rank of", "rank(@)", "", |c| Some(Bitboard::rank(c.square.rank()))),
    named("Geometry", "diagonal@", "Diagonal of", "", "", |c| {
        Some(Bitboard::diagonal(c.square.diagonal()))
    }),
    named("Geometry", "anti-diagonal@", "Anti-diagonal of", "", "", |c| {
        Some(Bitboard::anti_diagonal(c.square.anti_diagonal()))
    }),
    named("Geometry", "dark", "Dark squares", "dark", "", |_| Some(Bitboard::DARK)),
    named("Geometry", "universe", "All squares", ".", "", |_| Some(Bitboard::UNIVERSE)),
];

/// Returns the groups with their sets, for the tree of the page.
#[cfg(feature = "files")]
pub(crate) fn tree() -> Document {
    let group = |group: &&str| {
        let members = ALL.iter().filter(|set| set.texts.group == *group);
        object!({ "title": *group, "sets": members.flat_map(entries).collect::<Vec<_>>() })
    };
    object!({ "groups": GROUPS.iter().map(group).collect::<Vec<_>>() })
}

/// Returns the entries of the tree of a set: one, or one for each color.
#[cfg(feature = "files")]
fn entries(set: &Named) -> Vec<Document> {
    let Named { name, texts: Texts { label, expression, words, .. }, .. } = set;
    let words = if words.is_empty() { sentence(expression) } else { (*words).to_owned() };
    let entry = |name: String, label: String, expression: String| object!({ "name": name, "label": label, "expression": expression, "words": words });
    if name.starts_with('.') {
        return [(Color::White, "White"), (Color::Black, "Black")]
            .map(|(color, title)| {
                let name = format!("{}{name}", title.to_lowercase());
                entry(name, format!("{title} {label}"), of_color(expression, color))
            })
            .into();
    }
    vec![entry((*name).to_owned(), (*label).to_owned(), (*expression).to_owned())]
}

/// Returns the sentence of the first word of an expression, from the list of the language.
#[cfg(feature = "files")]
fn sentence(expression: &str) -> String {
    let is_end = |letter: char| !letter.is_ascii_lowercase() && letter != '_';
    let name = expression.split(is_end).next().unwrap_or_default();
    let word = WORDS.iter().find(|word| word.name == name).map(|word| word.sentence.to_owned());
    let defined = || Some(Definitions::standard().describe(name)?.1.to_owned());
    word.or_else(defined).unwrap_or_default()
}

/// Returns an expression for a color: with the other case of the letters of pieces for Black.
#[cfg(feature = "files")]
fn of_color(expression: &str, color: Color) -> String {
    let mut text = String::new();
    for part in
        expression.split_inclusive(|letter: char| !letter.is_ascii_alphabetic() && letter != '_')
    {
        let letters = part.trim_end_matches(|letter: char| !letter.is_ascii_alphabetic());
        let is_piece =
            letters.len() < 3 && letters.bytes().all(|byte| b"KQRBNPAkqrbnpa".contains(&byte));
        let swap = |letter: char| match letter.is_ascii_lowercase() {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        };
        match color {
            Color::Black if is_piece => text.extend(part.chars().map(swap)),
            _ => text += part,
        }
    }
    text
}

/// A name that has been read.
#[derive(Clone, Copy)]
pub(crate) struct Name {
    set: &'static Named,
    color: Color,
    square: Option<Square>,
}

impl Name {
    /// Reads a name: `white.pinned`, `attacks@` for the selected square, `attacks@e4`.
    pub(crate) fn read(text: &str) -> Option<Name> {
        let (text, square) = match text.split_once('@') {
            Some((name, "")) => (format!("{name}@"), None),
            Some((name, square)) => (format!("{name}@"), Some(square.parse().ok()?)),
            None => (text.to_owned(), None),
        };
        let (name, color) = match text.split_once('.') {
            Some(("white", rest)) => (format!(".{rest}"), Color::White),
            Some(("black", rest)) => (format!(".{rest}"), Color::Black),
            Some(_) => return None,
            None => (text, Color::White),
        };
        let set = ALL.iter().find(|set| set.name == name)?;
        Some(Name { set, color, square })
    }

    /// Returns the value, or `None` if the setup must be playable for it and is not.
    pub(crate) fn value(self, context: &Context<'_>) -> Option<Bitboard> {
        let square = self.square.unwrap_or(context.square);
        (self.set.value)(&Context { color: self.color, square, ..*context })
    }
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        board: &'a Board,
        position: Option<&'a Position>,
        square: Square,
    ) -> Context<'a> {
        Context { board, position, square, color: Color::White }
    }

    fn role(&self, role: Role) -> Option<Bitboard> {
        Some(self.board.pieces(self.color, role))
    }

    fn forward(&self) -> Direction {
        let [forward, _, _] = Direction::of_pawns(self.color);
        forward
    }

    fn pushes(&self) -> Bitboard {
        self.board.pieces(self.color, Role::Pawn).shift(self.forward()) & self.board.empty()
    }

    /// Returns the squares that the side's pieces of a role attack.
    fn attacks_of(&self, role: Role) -> Bitboard {
        self.attacked_from(self.board.pieces(self.color, role))
    }

    /// Returns the squares that the side attacks.
    fn attacks(&self) -> Bitboard {
        self.attacked_from(self.board.color(self.color))
    }

    fn attacked_from(&self, pieces: Bitboard) -> Bitboard {
        let occupied = self.board.occupied();
        let attack = |sum, from| sum | self.attacks_from(from, occupied);
        pieces.into_iter().fold(Bitboard::EMPTY, attack)
    }

    /// Returns the squares that the piece on a square attacks; the empty set for an empty square.
    fn attacks_from(&self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.board.piece_at(from) {
            None => Bitboard::EMPTY,
            Some(piece) => match piece.role {
                Role::Pawn => attacks::pawn(piece.color, from),
                Role::Knight => attacks::knight(from),
                Role::Bishop => attacks::bishop(from, occupied),
                Role::Rook => attacks::rook(from, occupied),
                Role::Queen => attacks::queen(from, occupied),
                Role::King => attacks::king(from),
            },
        }
    }

    /// Returns the squares that the enemy attacks once the king has left its square.
    fn king_danger(&self, king: Square) -> Bitboard {
        let occupied = self.board.occupied().without(king);
        let attack = |sum, from| sum | self.attacks_from(from, occupied);
        self.board.color(!self.color).into_iter().fold(Bitboard::EMPTY, attack)
    }

    /// Returns the targets of the moves from the square.
    fn targets(&self, moves: impl Iterator<Item = setwise::Move>) -> Bitboard {
        moves.filter(|mv| mv.from() == self.square).map(|mv| mv.destination()).collect()
    }

    fn matching(&self, filter: Filter) -> Option<Bitboard> {
        let moves = self.position?.legal_moves_matching(filter);
        Some(moves.into_iter().map(|mv| mv.destination()).collect())
    }
}

fn check_mask(position: &Position) -> Bitboard {
    let checkers = position.checkers();
    match checkers.single() {
        Some(checker) => rays::between(position.king(position.turn()), checker).with(checker),
        None if checkers.any() => Bitboard::EMPTY,
        None => Bitboard::UNIVERSE,
    }
}

fn pin_lines(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let pinners = position.pinned(color).into_iter().filter_map(|pinned| position.pinner(pinned));
    pinners.fold(Bitboard::EMPTY, |sum, from| sum | rays::between(king, from).with(from))
}

/// Returns the squares beside the given ones, on the adjacent files.
fn beside(squares: Bitboard) -> Bitboard {
    squares.shift(Direction::East) | squares.shift(Direction::West)
}

/// Returns the squares that the given ones pass on their way to the edge.
fn span(squares: Bitboard, direction: Direction) -> Bitboard {
    attacks::slide(direction, squares, Bitboard::UNIVERSE)
}

#[cfg(test)]
mod tests {
    use setwise_sets::{Evaluator, Expression, Value};

    use super::*;

    /// Finds a set that is another one than its expression, in either color.
    #[test]
    fn named_sets_are_their_expressions() {
        // Games of random moves.
        let (mut position, mut number, mut positions) = (Position::INITIAL, 1_usize, Vec::new());
        while positions.len() < 500 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal_moves();
            position = match moves.get((number >> 33) % moves.len().max(1)) {
                Some(&mv) if positions.len() % 100 > 0 => position.play_unchecked(mv),
                _ => Position::INITIAL,
            };
            positions.push(position);
        }
        for set in ALL.iter().filter(|set| !set.texts.expression.is_empty()) {
            let colors = if set.name.starts_with('.') { &Color::ALL[..] } else { &[Color::White] };
            for &color in colors {
                for square in [Square::D4, Square::A1, Square::H7] {
                    let text =
                        of_color(set.texts.expression, color).replace('@', &square.to_string());
                    let expression = Expression::parse(&text).expect(&text);
                    let mut found = Vec::new();
                    Evaluator::new(&expression).evaluate(&positions, |_, value| found.push(value));
                    for (position, found) in positions.iter().zip(found) {
                        let context = Context {
                            color,
                            ..Context::new(position.board(), Some(position), square)
                        };
                        let value = (set.value)(&context).expect("a position");
                        assert_eq!(found, Value::Set(value), "{}: {text}: {position}", set.name);
                    }
                }
            }
        }
    }

    #[test]
    fn every_set_has_a_sentence_or_says_it_all() {
        let tree = tree().0;
        assert!(
            tree.contains(
                r#""name":"black.pinned","label":"Black pinned","expression":"pinned & a""#
            ),
            "{tree}"
        );
        assert!(tree.contains("The squares that the pieces on S attack"), "{tree}");
    }
}
