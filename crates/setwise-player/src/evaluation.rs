//! The value of a position, as sets: each term is the number of squares in a set, or of pieces of a
//! set, times a weight.
//!
//! Every weight has a value for the middlegame and one for the endgame; the pieces that are left
//! say how much of each counts. The weights are in `weights.rs`, which the
//! example `tune` writes from games of the player against itself.

mod attack;
mod share;

use setwise::{Bitboard, Board, Color, Direction, Position, Rank, Role, Square, attacks, dispatch};

pub use attack::attack;
use share::share;
pub use share::{MOST, WHOLE, fixed_share, share_terms};

use crate::terms::*;
use crate::weights::WEIGHTS;

/// Returns the value of a position for the side to move, in hundredths of a pawn.
///
/// It says nothing of checks, mates and captures that can be played: the search looks at them.
#[allow(clippy::redundant_closure, reason = "the function itself is not inlined")]
pub fn evaluation(position: &Position) -> i32 {
    dispatch::call(
        position,
        #[inline(always)]
        |position| value(position),
    )
}

// What it calls is inlined too, to be compiled with the features of the CPU.
#[inline(always)]
fn value(position: &Position) -> i32 {
    let mut sum = 0;
    let attacked = terms(position, &mut |term, times| sum += PACKED[term] * times);
    // The low half is signed, and has borrowed from the high half if it is negative.
    let low = i32::from(sum as i16);
    let mut endgame = (sum - low) >> 16;
    let [white, black] = Color::ALL.map(|us| attack::value(position, us, &attacked));
    let middlegame = low + white - black;
    let (board, phase) = (position.board(), phase(position.board()));
    endgame = endgame * share(board, endgame) / WHOLE;
    let score = (middlegame * phase + endgame * (PHASES - phase)) / PHASES;
    sign(position.turn()) * score
}

/// The weights of the middlegame and of the endgame in the halves of a word, so that both are
/// multiplied and added at once.
static PACKED: [i32; TERMS] = {
    let mut packed = [0; TERMS];
    let mut term = 0;
    while term < TERMS {
        packed[term] = WEIGHTS[term][0] as i32 + ((WEIGHTS[term][1] as i32) << 16);
        term += 1;
    }
    packed
};

/// The phase of the start of a game.
pub const PHASES: i32 = 24;

/// Returns how much of the middlegame is left: from 24, all pieces, to 0.
pub fn phase(board: &Board) -> i32 {
    let count = |role| board.role(role).count() as i32;
    let minor = count(Role::Knight) + count(Role::Bishop);
    PHASES.min(minor + 2 * count(Role::Rook) + 4 * count(Role::Queen))
}

/// All roles but the king.
const PIECES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What each side attacks.
#[derive(Default)]
pub struct Attacked {
    by: [[Bitboard; 6]; 2],
    all: [Bitboard; 2],
    twice: [Bitboard; 2],
    /// For each kind of piece, knight to queen: attacked squares around the enemy king, counted
    /// once for each piece, and pieces that attack any.
    ring: [[[i32; 2]; 4]; 2],
}

/// Calls a function with each term of a position and the number of times, negative for Black.
/// Returns the attacked sets, for [`attack`].
#[inline(always)]
pub fn terms(position: &Position, add: &mut impl FnMut(usize, i32)) -> Attacked {
    let mut attacked = Attacked::default();
    for us in Color::ALL {
        let pawns = position.board().pieces(us, Role::Pawn);
        attacked.add(us, Role::Pawn, attacks::pawns(us, pawns));
        attacked.add(us, Role::King, attacks::king(position.king(us)));
    }
    for us in Color::ALL {
        pieces(position, us, &mut attacked, add);
    }
    for us in Color::ALL {
        pawns(position, us, &attacked, add);
        threats(position.board(), us, &attacked, add);
        control(us, &attacked, add);
        castling(position, us, add);
    }
    add(TEMPO, sign(position.turn()));
    attacked
}

#[inline(always)]
fn sign(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

/// Returns the term of a square in a group with 64 squares: seen from our side, with files mirrored
/// if a king is on files a to d, so that the king is always on e to h.
#[inline(always)]
fn place(us: Color, king: Square, square: Square) -> usize {
    let square = square.relative_to(us) as usize;
    if king.file() as usize >= 4 { square } else { square ^ 7 }
}

/// Returns the squares in front of a set, up to the edge of the board.
#[inline(always)]
fn ahead(us: Color, set: Bitboard) -> Bitboard {
    let [forward, ..] = Direction::of_pawns(us);
    let one = set.shift(forward);
    let two = one | one.shift(forward);
    let four = two | two.shift(forward).shift(forward);
    four | four.shift(forward).shift(forward).shift(forward).shift(forward)
}

/// Returns a set and the squares beside it.
#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

#[inline(always)]
fn files(set: Bitboard) -> Bitboard {
    set | ahead(Color::White, set) | ahead(Color::Black, set)
}

impl Attacked {
    #[inline(always)]
    fn add(&mut self, color: Color, role: Role, set: Bitboard) {
        self.by[color][role] |= set;
        self.twice[color] |= self.all[color] & set;
        self.all[color] |= set;
    }
}

/// The squares around a king, and those before them.
#[inline(always)]
fn ring(position: &Position, us: Color) -> Bitboard {
    let around = attacks::king(position.king(us)) | Bitboard::of(position.king(us));
    let [forward, ..] = Direction::of_pawns(us);
    around | around.shift(forward)
}

/// Material, places, mobility, and the pieces at the enemy king.
#[inline(always)]
fn pieces(
    position: &Position,
    us: Color,
    attacked: &mut Attacked,
    add: &mut impl FnMut(usize, i32),
) {
    let (board, them, sign) = (position.board(), !us, sign(us));
    let (own_pawns, pawns) = (board.pieces(us, Role::Pawn), board.role(Role::Pawn));
    let (own_king, enemy_king) = (position.king(us), position.king(them));
    for square in own_pawns {
        add(PLACE + place(us, own_king, square), sign);
        add(TOWARDS + place(us, enemy_king, square), sign);
        add(KING_PAWNS, sign * i32::from(own_king.distance(square)));
        add(KING_PAWNS + 1, -sign * i32::from(enemy_king.distance(square)));
    }
    add(MATERIAL, sign * count(own_pawns));
    pairs(board, us, add);
    add(PLACE + 320 + place(us, own_king, own_king), sign);
    let area = !attacked.by[them][Role::Pawn] - board.color(us);
    let ring = ring(position, them);
    // Sliders look through own sliders of the same kind.
    let occupied = board.occupied();
    let own_queens = board.pieces(us, Role::Queen);
    for (kind, role) in
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate()
    {
        for square in board.pieces(us, role) {
            let reached = match role {
                Role::Knight => attacks::knight(square),
                Role::Bishop => attacks::bishop(square, occupied - own_queens),
                Role::Rook => {
                    attacks::rook(square, occupied - own_queens - board.pieces(us, Role::Rook))
                }
                _ => attacks::queen(square, occupied),
            };
            attacked.add(us, role, reached);
            add(MATERIAL + 1 + kind, sign);
            add(PLACE + 64 * (1 + kind) + place(us, own_king, square), sign);
            add(TOWARDS + 64 * (1 + kind) + place(us, enemy_king, square), sign);
            add(MOBILITY[kind] + (reached & area).count() as usize, sign);
            if reached.meets(ring) {
                let [squares, pieces] = &mut attacked.ring[us][kind];
                *squares += count(reached & ring);
                *pieces += 1;
            }
        }
    }
    rooks(position, us, add);
    let bishops = board.pieces(us, Role::Bishop);
    let (dark, light) = (bishops & Bitboard::DARK, bishops - Bitboard::DARK);
    if dark.any() && light.any() {
        add(BISHOP_PAIR, sign);
    }
    add(
        BISHOP_PAWNS,
        sign * (count(dark) * count(own_pawns & Bitboard::DARK)
            + count(light) * count(own_pawns - Bitboard::DARK)),
    );
    let behind = pawns.shift(Direction::of_pawns(us)[0].opposite());
    add(BEHIND, sign * count(behind & (bishops | board.pieces(us, Role::Knight))));
    let safe = attacked.by[us][Role::Pawn]
        - beside(ahead(them, board.pieces(them, Role::Pawn)))
        - (Bitboard::rank(Rank::First.relative_to(us))
            | Bitboard::rank(Rank::Second.relative_to(us)))
        - Bitboard::rank(Rank::Third.relative_to(us));
    add(OUTPOST, sign * count(safe & board.pieces(us, Role::Knight)));
    add(OUTPOST + 1, sign * count(safe & bishops));
}

/// Rooks on open files, on the seventh rank, and in pairs.
#[inline(always)]
fn rooks(position: &Position, us: Color, add: &mut impl FnMut(usize, i32)) {
    let (board, them, sign) = (position.board(), !us, sign(us));
    let (rooks, pawns) = (board.pieces(us, Role::Rook), board.role(Role::Pawn));
    let open = rooks - files(board.pieces(us, Role::Pawn));
    add(ROOK_FILE, sign * count(open & files(pawns)));
    add(ROOK_FILE + 1, sign * count(open - files(pawns)));
    let [seventh, eighth] =
        [Rank::Seventh, Rank::Eighth].map(|rank| Bitboard::rank(rank.relative_to(us)));
    if seventh.meets(board.pieces(them, Role::Pawn)) || eighth.contains(position.king(them)) {
        add(SEVENTH, sign * count(seventh & rooks));
        add(SEVENTH + 1, sign * count(seventh & board.pieces(us, Role::Queen)));
    }
    let is_pair = |rook| attacks::rook(rook, board.occupied()).meets(rooks);
    add(ROOK_PAIR, sign * i32::from(rooks.into_iter().any(is_pair)));
}

/// Pieces that are worth more, or less, beside each other.
#[inline(always)]
fn pairs(board: &Board, us: Color, add: &mut impl FnMut(usize, i32)) {
    let [own, enemy] = [us, !us].map(|color| PIECES.map(|role| count(board.pieces(color, role))));
    let mut pair = PAIR;
    for greater in 0..PIECES.len() {
        let worth = sign(us) * own[greater];
        add(pair, worth * own[greater]);
        for lesser in 0..greater {
            add(pair + 1 + 2 * lesser, worth * own[lesser]);
            add(pair + 2 + 2 * lesser, worth * enemy[lesser]);
        }
        pair += 1 + 2 * greater;
    }
}

/// Passed, isolated, doubled, backward and connected pawns.
#[inline(always)]
fn pawns(position: &Position, us: Color, attacked: &Attacked, add: &mut impl FnMut(usize, i32)) {
    let (board, them, sign) = (position.board(), !us, sign(us));
    let (own, enemy) = (board.pieces(us, Role::Pawn), board.pieces(them, Role::Pawn));
    let [forward, ..] = Direction::of_pawns(us);
    let backward = forward.opposite();
    let files = files(own);
    let first = files & Bitboard::rank(Rank::First);
    add(ISLANDS, sign * count(first - first.shift(Direction::West)));
    add(ISOLATED, sign * count(own - beside(files)));
    add(DOUBLED, sign * count(own & ahead(us, own)));
    // No own pawn can ever defend the square before them, which an enemy pawn attacks.
    let defended = attacked.by[us][Role::Pawn];
    let stops = own.shift(forward) & attacked.by[them][Role::Pawn];
    let stops = stops - defended - ahead(us, defended);
    add(BACKWARD, sign * count(stops.shift(backward)));
    let rank = |square: Square| square.relative_to(us).rank() as usize - 1;
    for square in own & (beside(own) | defended) {
        add(CONNECTED + rank(square), sign);
    }
    let barred = ahead(them, enemy);
    let passed = own - (barred | beside(barred)) - ahead(them, own);
    add(PASSED_PROTECTED, sign * count(passed & defended));
    for square in passed {
        let rank = rank(square);
        let set = Bitboard::of(square);
        let (front, stop) = (ahead(us, set), set.shift(forward));
        add(PASSED + rank, sign);
        if !stop.meets(board.occupied() | attacked.all[them]) {
            add(FREE + rank, sign);
        }
        if !front.meets(board.color(them) | attacked.all[them]) {
            add(CLEAR + rank, sign);
        }
        if let Some(stop) = stop.first() {
            add(KING_DISTANCE + rank, sign * i32::from(position.king(us).distance(stop)));
            add(KING_DISTANCE + 6 + rank, sign * i32::from(position.king(them).distance(stop)));
        }
        let behind = attacks::rook(square, board.occupied()) & ahead(them, set);
        for (kind, color) in [us, them].into_iter().enumerate() {
            let rooks = board.pieces(color, Role::Rook) | board.pieces(color, Role::Queen);
            add(ROOK_BEHIND + kind, sign * i32::from(behind.meets(rooks)));
        }
        if !front.meets(board.occupied()) && is_runner(position, us, square) {
            add(RUNNER, sign);
        }
    }
}

/// Says whether a pawn with nothing before it is promoted before the enemy king, which has only
/// pawns to help it, can catch it.
#[inline(always)]
fn is_runner(position: &Position, us: Color, pawn: Square) -> bool {
    let (board, them) = (position.board(), !us);
    let only = board.role(Role::Pawn) | board.role(Role::King);
    let last = Square::new(pawn.file(), Rank::Eighth.relative_to(us));
    let steps = pawn.distance(last).min(5);
    let king = position.king(them).distance(last);
    board.color(them).is_subset_of(only) && king > steps + u8::from(position.turn() == them)
}

/// The rights to castle.
#[inline(always)]
fn castling(position: &Position, us: Color, add: &mut impl FnMut(usize, i32)) {
    let king = position.king(us).file();
    for rook in position.castling_rooks() & position.board().color(us) {
        add(CASTLING + usize::from(rook.file() < king), sign(us));
    }
}

/// Enemy pieces that are attacked: by what, whether a pawn or more pieces than attack them protect
/// them, and whether nothing does.
#[inline(always)]
fn threats(board: &Board, us: Color, attacked: &Attacked, add: &mut impl FnMut(usize, i32)) {
    let (them, sign) = (!us, sign(us));
    let enemy = |role| board.pieces(them, role);
    let [forward, ..] = Direction::of_pawns(us);
    let by = &attacked.by[us];
    let protected = attacked.by[them][Role::Pawn] | (attacked.twice[them] - attacked.twice[us]);
    for (kind, attacker) in Role::ALL.into_iter().enumerate() {
        for (victim, role) in PIECES.into_iter().enumerate() {
            let hit = enemy(role) & by[attacker];
            add(THREAT + 10 * kind + victim, sign * count(hit - protected));
            add(THREAT + 10 * kind + 5 + victim, sign * count(hit & protected));
        }
    }
    let pieces = board.color(them) - enemy(Role::King);
    let hanging = (pieces & attacked.all[us]) - attacked.all[them];
    add(HANGING, sign * count(hanging));
    let steps = board.pieces(us, Role::Pawn).shift(forward) - board.occupied();
    let safe = (steps - attacked.by[them][Role::Pawn]) & (attacked.all[us] | !attacked.all[them]);
    let targets = pieces - enemy(Role::Pawn) - by[Role::Pawn];
    add(STEP_THREAT, sign * count(attacks::pawns(us, safe) & targets));
}

/// The squares that a side alone attacks, that it alone attacks twice, and that both attack, by
/// pairs of ranks.
#[inline(always)]
fn control(us: Color, attacked: &Attacked, add: &mut impl FnMut(usize, i32)) {
    let (them, sign) = (!us, sign(us));
    let alone = attacked.all[us] - attacked.all[them];
    let twice = attacked.twice[us] - attacked.twice[them] - attacked.by[them][Role::Pawn];
    let both = attacked.all[us] & attacked.all[them];
    for pair in 0..4 {
        let rank = |number: usize| Bitboard::rank(Rank::ALL[number].relative_to(us));
        let ranks = rank(2 * pair) | rank(2 * pair + 1);
        for (kind, set) in [alone, twice, both].into_iter().enumerate() {
            add(CONTROL + 4 * kind + pair, sign * count(set & ranks));
        }
    }
}
