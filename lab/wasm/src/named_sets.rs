//! The sets that have a name: the tree from which the page picks, and the value of each.

use setwise::attacks::{self, rays};
use setwise::{Bitboard, Board, Color, Direction, Filter, Position, Rank, Role, Square};

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
    words: &'static str,
}

#[cfg_attr(not(feature = "files"), allow(unused_variables, reason = "texts are in a file"))]
const fn named(
    group: &'static str,
    name: &'static str,
    label: &'static str,
    words: &'static str,
    value: Value64,
) -> Named {
    Named {
        name,
        value,
        #[cfg(feature = "files")]
        texts: Texts { group, label, words },
    }
}

/// The names of the groups, in the order of the tree.
#[cfg(feature = "files")]
const GROUPS: [&str; 8] =
    ["Pieces", "Attacks", "Selected square", "King safety", "Moves", "Pawns", "X-rays", "Geometry"];

const ALL: &[Named] = &[
    named("Pieces", "occupied", "Occupied", "All pieces.", |c| Some(c.board.occupied())),
    named("Pieces", "empty", "Empty", "The squares without a piece.", |c| Some(c.board.empty())),
    named("Pieces", ".pieces", "pieces", "All pieces of the side.", |c| {
        Some(c.board.color(c.color))
    }),
    named("Pieces", ".pawns", "pawns", "", |c| c.role(Role::Pawn)),
    named("Pieces", ".knights", "knights", "", |c| c.role(Role::Knight)),
    named("Pieces", ".bishops", "bishops", "", |c| c.role(Role::Bishop)),
    named("Pieces", ".rooks", "rooks", "", |c| c.role(Role::Rook)),
    named("Pieces", ".queens", "queens", "", |c| c.role(Role::Queen)),
    named("Pieces", ".king", "king", "", |c| c.role(Role::King)),
    named("Pieces", ".rook-sliders", "rooks and queens", "The pieces that slide as a rook.", |c| {
        Some(c.board.rook_sliders(c.color))
    }),
    named(
        "Pieces",
        ".bishop-sliders",
        "bishops and queens",
        "The pieces that slide as a bishop.",
        |c| Some(c.board.bishop_sliders(c.color)),
    ),
    named("Attacks", ".attacks", "attacks", "The squares that a piece of the side attacks.", |c| {
        Some(Role::ALL.into_iter().fold(Bitboard::EMPTY, |sum, role| sum | c.attacks_of(role)))
    }),
    named("Attacks", ".pawn-attacks", "pawn attacks", "", |c| Some(c.attacks_of(Role::Pawn))),
    named("Attacks", ".knight-attacks", "knight attacks", "", |c| Some(c.attacks_of(Role::Knight))),
    named("Attacks", ".bishop-attacks", "bishop attacks", "", |c| Some(c.attacks_of(Role::Bishop))),
    named("Attacks", ".rook-attacks", "rook attacks", "", |c| Some(c.attacks_of(Role::Rook))),
    named("Attacks", ".queen-attacks", "queen attacks", "", |c| Some(c.attacks_of(Role::Queen))),
    named("Attacks", ".king-attacks", "king attacks", "", |c| Some(c.attacks_of(Role::King))),
    named(
        "Attacks",
        ".undefended",
        "undefended pieces",
        "The pieces that no piece of their own side attacks.",
        |c| {
            let own = Role::ALL.into_iter().fold(Bitboard::EMPTY, |sum, r| sum | c.attacks_of(r));
            Some(c.board.color(c.color) - own)
        },
    ),
    named(
        "Selected square",
        "attacks@",
        "Attacks from",
        "The squares that the piece on the square attacks.",
        |c| Some(c.attacks_from(c.square, c.board.occupied())),
    ),
    named(
        "Selected square",
        "attackers@",
        "Attackers of",
        "The pieces of both sides that attack the square.",
        |c| c.position.map(|p| p.attackers(c.square, c.board.occupied())),
    ),
    named(
        "Selected square",
        "potential@",
        "Potential moves from",
        "The targets of the piece, before pins and checks.",
        |c| c.position.map(|p| c.targets(p.pseudo_legal_moves().into_iter())),
    ),
    named(
        "Selected square",
        "targets@",
        "Legal moves from",
        "The targets of the legal moves of the piece.",
        |c| c.position.map(|p| c.targets(p.legal_moves().into_iter())),
    ),
    named(
        "King safety",
        "checkers",
        "Checkers",
        "The pieces that give check to the side to move.",
        |c| c.position.map(Position::checkers),
    ),
    named(
        "King safety",
        "check-mask",
        "Check mask",
        "Where every move but the king's must go: with no check everywhere, with one the checker \
         and the squares between, with two nowhere.",
        |c| c.position.map(check_mask),
    ),
    named(
        "King safety",
        ".pinned",
        "pinned",
        "The pieces that may not leave the line between their king and a slider.",
        |c| c.position.map(|p| p.pinned(c.color)),
    ),
    named(
        "King safety",
        ".pin-lines",
        "pin lines",
        "The squares between the king and each slider that pins, with the slider: where a pinned \
         piece may go.",
        |c| c.position.map(|p| pin_lines(p, c.color)),
    ),
    named(
        "King safety",
        ".discoverers",
        "discovered check candidates",
        "The pieces that give check by leaving a line to the enemy king.",
        |c| c.position.map(|p| p.discovered_check_candidates(c.color)),
    ),
    named(
        "King safety",
        ".king-danger",
        "king danger",
        "The squares that the enemy would attack if the king were not on the board: where it may \
         not go.",
        |c| c.position.map(|p| c.king_danger(p.king(c.color))),
    ),
    named("Moves", "targets", "Legal targets", "The targets of all legal moves.", |c| {
        c.position.map(|p| p.legal_moves().into_iter().map(|mv| mv.destination()).collect())
    }),
    named("Moves", "movable", "Movable pieces", "The pieces that have a legal move.", |c| {
        c.position.map(|p| p.legal_moves().into_iter().map(|mv| mv.from()).collect())
    }),
    named("Moves", "capture-targets", "Capture targets", "The targets of legal captures.", |c| {
        c.matching(Filter::CAPTURES)
    }),
    named(
        "Moves",
        "checking-targets",
        "Checking targets",
        "The targets of moves that give check.",
        |c| c.matching(Filter::CHECKS),
    ),
    named("Moves", "castling-rooks", "Castling rooks", "The rooks that may still castle.", |c| {
        c.position.map(Position::castling_rooks)
    }),
    named(
        "Moves",
        "en-passant",
        "En passant square",
        "The square that a pawn has just passed, if a pawn may capture it there.",
        |c| c.position.map(|p| p.en_passant().map_or(Bitboard::EMPTY, Bitboard::of)),
    ),
    named("Pawns", ".pushes", "pawn pushes", "Where pawns can step once.", |c| Some(c.pushes())),
    named("Pawns", ".double-pushes", "double pushes", "Where pawns can step twice.", |c| {
        let third = Bitboard::rank(Rank::Third.relative_to(c.color));
        Some((c.pushes() & third).shift(c.forward()) & c.board.empty())
    }),
    named("Pawns", ".pawn-captures", "pawn captures", "Enemy pieces that pawns attack.", |c| {
        Some(c.attacks_of(Role::Pawn) & c.board.color(!c.color))
    }),
    named(
        "Pawns",
        ".passed",
        "passed pawns",
        "The pawns with no enemy pawn ahead on their own and the adjacent files.",
        |c| {
            let them = c.board.pieces(!c.color, Role::Pawn);
            let behind = span(them | beside(them), c.forward().opposite());
            Some(c.board.pieces(c.color, Role::Pawn) - behind)
        },
    ),
    named("Pawns", ".isolated", "isolated pawns", "The pawns with none on adjacent files.", |c| {
        let pawns = c.board.pieces(c.color, Role::Pawn);
        let files = span(pawns, Direction::North) | span(pawns, Direction::South) | pawns;
        Some(pawns - beside(files))
    }),
    named(
        "X-rays",
        "x-ray@",
        "X-ray from",
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
        "The sliders that attack the square once the attackers before them have left.",
        |c| c.position.map(|p| p.attackers_with_x_rays(c.square).x_ray),
    ),
    named("Geometry", "rook-lines@", "Rook lines of", "The empty board's rook attacks.", |c| {
        Some(rays::rook(c.square))
    }),
    named(
        "Geometry",
        "bishop-lines@",
        "Bishop lines of",
        "The empty board's bishop attacks.",
        |c| Some(rays::bishop(c.square)),
    ),
    named("Geometry", "knight-steps@", "Knight steps of", "", |c| Some(attacks::knight(c.square))),
    named("Geometry", "king-steps@", "King steps of", "", |c| Some(attacks::king(c.square))),
    named("Geometry", "file@", "File of", "", |c| Some(Bitboard::file(c.square.file()))),
    named("Geometry", "rank@", "Rank of", "", |c| Some(Bitboard::rank(c.square.rank()))),
    named("Geometry", "diagonal@", "Diagonal of", "", |c| {
        Some(Bitboard::diagonal(c.square.diagonal()))
    }),
    named("Geometry", "anti-diagonal@", "Anti-diagonal of", "", |c| {
        Some(Bitboard::anti_diagonal(c.square.anti_diagonal()))
    }),
    named("Geometry", "dark", "Dark squares", "", |_| Some(Bitboard::DARK)),
    named("Geometry", "universe", "All squares", "", |_| Some(Bitboard::UNIVERSE)),
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
    let Named { name, texts: Texts { label, words, .. }, .. } = set;
    if name.starts_with('.') {
        let entry = |(color, title)| {
            object!({
                "name": format!("{color}{name}"), "label": format!("{title} {label}"), "words": *words,
            })
        };
        return [("white", "White"), ("black", "Black")].into_iter().map(entry).collect();
    }
    vec![object!({ "name": *name, "label": *label, "words": *words })]
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
        let pieces = self.board.pieces(self.color, role);
        let occupied = self.board.occupied();
        pieces
            .into_iter()
            .fold(Bitboard::EMPTY, |sum, from| sum | self.attacks_from(from, occupied))
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
    let mut passed = Bitboard::EMPTY;
    let mut next = squares.shift(direction);
    while next.any() {
        passed |= next;
        next = next.shift(direction);
    }
    passed
}
