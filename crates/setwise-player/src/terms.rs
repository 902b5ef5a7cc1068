//! The terms of the evaluation: the first index of each group in the table of weights.

/// Declares groups of weights, with the number of weights of each, and their names.
macro_rules! groups {
    ($($(#[$about:meta])* $NAME:ident[$count:literal] = $words:literal,)*) => {
        groups!(@ 0; $($(#[$about])* $NAME[$count])*);

        /// Returns the names of the terms in the order of the weights, with the number of weights of
        /// each.
        pub fn groups() -> Vec<(&'static str, usize)> {
            vec![$(($words, $count)),*]
        }
    };
    (@ $start:expr; $(#[$about:meta])* $NAME:ident[$count:literal] $($rest:tt)*) => {
        $(#[$about])*
        pub(crate) const $NAME: usize = $start;
        groups!(@ $NAME + $count; $($rest)*);
    };
    (@ $start:expr;) => {
        /// The number of terms.
        pub const TERMS: usize = $start;
    };
}

groups! {
    /// By role, pawn to queen.
    MATERIAL[5] = "material: pawn, knight, bishop, rook, queen",
    /// By role and square, from the side of the own king: see `place`.
    PLACE[384] = "places by the own king: pawn, knight, bishop, rook, queen, king",
    /// By role, pawn to queen, and square, from the side of the enemy king.
    TOWARDS[320] = "places by the enemy king: pawn, knight, bishop, rook, queen",
    /// The distances of a king from the own pawns, added, and from the enemy's.
    KING_PAWNS[2] = "the distances of a king from pawns: own, enemy",
    KNIGHT_MOBILITY[9] = "mobility of knights, by the number of squares",
    BISHOP_MOBILITY[14] = "mobility of bishops",
    ROOK_MOBILITY[15] = "mobility of rooks",
    QUEEN_MOBILITY[28] = "mobility of queens",
    /// By the role that attacks, pawn to king, whether a pawn or more pieces protect what is attacked,
    /// no and yes, and its role, pawn to queen.
    THREAT[60] = "threats by each role, to pieces without and with protection",
    /// Pieces that are attacked and not defended.
    HANGING[1] = "hanging pieces",
    /// Pieces that a pawn could attack after a safe step.
    STEP_THREAT[1] = "threats by steps of pawns",
    /// By rank, second to seventh.
    PASSED[6] = "passed pawns, by rank",
    /// Passed pawns whose next square is empty and not attacked, by rank.
    FREE[6] = "passed pawns that can step safely, by rank",
    /// Passed pawns with nothing of the enemy on or attacking any square before them, by rank.
    CLEAR[6] = "passed pawns with a safe path, by rank",
    /// The distance of a king from the square before a passed pawn, by rank: the own king, and then the
    /// enemy king.
    KING_DISTANCE[12] = "the distance of kings from a passed pawn, by rank: own, enemy",
    /// Passed pawns that a rook or queen attacks from behind: an own one, one of the enemy.
    ROOK_BEHIND[2] = "passed pawns with a rook or queen behind them: own, enemy",
    /// Passed pawns that an enemy with nothing but king and pawns cannot stop.
    RUNNER[1] = "passed pawns that a lone king cannot stop",
    PASSED_PROTECTED[1] = "passed pawns that a pawn protects",
    /// Groups of files with pawns.
    ISLANDS[1] = "groups of files with pawns",
    ISOLATED[1] = "isolated pawns",
    DOUBLED[1] = "doubled pawns",
    BACKWARD[1] = "backward pawns",
    /// Pawns with a pawn beside or behind them, by rank.
    CONNECTED[6] = "connected pawns, by rank",
    /// Rooks on files without own pawns, and without any.
    ROOK_FILE[2] = "rooks on files without own pawns, without pawns",
    /// Rooks and queens on the seventh rank, if it has enemy pawns or the king is behind it.
    SEVENTH[2] = "rooks and queens on the seventh rank",
    /// A rook that protects another.
    ROOK_PAIR[1] = "a rook that protects another",
    BISHOP_PAIR[1] = "two bishops",
    /// Knights and bishops that a pawn protects, where no enemy pawn can attack them.
    OUTPOST[2] = "outposts: knight, bishop",
    /// Own pawns on squares of a bishop's color.
    BISHOP_PAWNS[1] = "pawns on the color of a bishop",
    /// Knights and bishops behind a pawn.
    BEHIND[1] = "knights and bishops behind a pawn",
    /// By pair of ranks from the own side: squares that only this side attacks, those that it attacks
    /// twice and the other does not, and those that both attack.
    CONTROL[12] = "squares that one side attacks, or twice, and that both attack, by pairs of ranks",
    /// For each role, pawn to queen: pairs of it, then for each lesser role a pair with an own piece and
    /// a pair with an enemy piece of that role.
    PAIR[25] = "pairs of pieces: see `terms.rs`",
    /// Rights to castle: short, long.
    CASTLING[2] = "rights to castle: short, long",
    TEMPO[1] = "the right to move",
}

/// By role, knight to queen, and number of squares.
pub(crate) const MOBILITY: [usize; 4] =
    [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// What counts in an attack on a king, by the role of the attacker, knight to queen: squares around
/// the king that it attacks.
pub(crate) const RING: usize = 0;
/// Pieces that attack squares around the king.
pub(crate) const ATTACKERS: usize = RING + 4;
/// Whether a piece could give check on a square without danger.
pub(crate) const SAFE_CHECK: usize = ATTACKERS + 4;
/// Whether it could only give check on a square with danger.
pub(crate) const CHECK: usize = SAFE_CHECK + 4;
/// Pawns of the king one and two ranks before it.
pub(crate) const SHELTER: usize = CHECK + 4;
/// Files next to the king without pawns of it, and without any.
pub(crate) const KING_FILE: usize = SHELTER + 2;
/// Attacked squares around the king that only the king or queen defends, or nothing.
pub(crate) const WEAK: usize = KING_FILE + 2;
/// Whether the attacker has a queen.
pub(crate) const QUEEN: usize = WEAK + 1;
/// Pawns of the attacker two and three ranks before the king.
pub(crate) const STORM: usize = QUEEN + 1;
/// Squares of the king's wing that are attacked, and attacked twice.
pub(crate) const WING: usize = STORM + 2;
/// Knights and bishops of the king beside it.
pub(crate) const GUARDS: usize = WING + 2;
/// Pieces that are pinned to the king.
pub(crate) const PINNED: usize = GUARDS + 2;
/// Bishops of the attacker whose color of squares no enemy bishop has.
pub(crate) const LONE_BISHOP: usize = PINNED + 1;
/// Whether the attacker is to move.
pub(crate) const TO_MOVE: usize = LONE_BISHOP + 1;
/// Counts in every attack.
pub(crate) const ALWAYS: usize = TO_MOVE + 1;
/// The number of features of an attack.
pub const ATTACK_TERMS: usize = ALWAYS + 1;

/// The share of an endgame's value that counts: always; then for each pawn of the better side.
pub(crate) const SHARE: usize = 0;
/// Whether there are pawns on both wings.
pub(crate) const BOTH_WINGS: usize = SHARE + 2;
/// Whether each side has one bishop, of opposite colors: with nothing else, with other pieces.
pub(crate) const OPPOSITE_BISHOPS: usize = BOTH_WINGS + 1;
/// Whether each side has one rook, and nothing else.
pub(crate) const ROOK_ENDING: usize = OPPOSITE_BISHOPS + 2;
/// Whether there are only pawns.
pub(crate) const PAWN_ENDING: usize = ROOK_ENDING + 1;
/// Whether the better side has two pawns more.
pub(crate) const TWO_AHEAD: usize = PAWN_ENDING + 1;
/// Whether the better side has no pawn.
pub(crate) const NO_PAWN: usize = TWO_AHEAD + 1;
/// The number of features of an endgame.
pub const SHARE_TERMS: usize = NO_PAWN + 1;
