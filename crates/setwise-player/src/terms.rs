//! The terms of the evaluation: the first index of each group in the table of weights.

/// By role, pawn to queen.
pub(crate) const MATERIAL: usize = 0;
/// By role and square, from the side of the own king: see `place`.
pub(crate) const PLACE: usize = MATERIAL + 5;
/// By role, pawn to queen, and square, from the side of the enemy king.
pub(crate) const TOWARDS: usize = PLACE + 384;
/// The distances of a king from the own pawns, added, and from the enemy's.
pub(crate) const KING_PAWNS: usize = TOWARDS + 320;
/// By role, knight to queen, and number of squares.
pub(crate) const MOBILITY: [usize; 4] =
    [KING_PAWNS + 2, KING_PAWNS + 11, KING_PAWNS + 25, KING_PAWNS + 40];
/// By the role that attacks, pawn to king, whether a pawn or more pieces protect what is attacked,
/// no and yes, and its role, pawn to queen.
pub(crate) const THREAT: usize = MOBILITY[3] + 28;
/// Pieces that are attacked and not defended.
pub(crate) const HANGING: usize = THREAT + 60;
/// Pieces that a pawn could attack after a safe step.
pub(crate) const STEP_THREAT: usize = HANGING + 1;
/// By rank, second to seventh.
pub(crate) const PASSED: usize = STEP_THREAT + 1;
/// Passed pawns whose next square is empty and not attacked, by rank.
pub(crate) const FREE: usize = PASSED + 6;
/// Passed pawns with nothing of the enemy on or attacking any square before them, by rank.
pub(crate) const CLEAR: usize = FREE + 6;
/// The distance of a king from the square before a passed pawn, by rank: the own king, and then the
/// enemy king.
pub(crate) const KING_DISTANCE: usize = CLEAR + 6;
/// Passed pawns that a rook or queen attacks from behind: an own one, one of the enemy.
pub(crate) const ROOK_BEHIND: usize = KING_DISTANCE + 12;
/// Passed pawns that an enemy with nothing but king and pawns cannot stop.
pub(crate) const RUNNER: usize = ROOK_BEHIND + 2;
pub(crate) const PASSED_PROTECTED: usize = RUNNER + 1;
/// Groups of files with pawns.
pub(crate) const ISLANDS: usize = PASSED_PROTECTED + 1;
pub(crate) const ISOLATED: usize = ISLANDS + 1;
pub(crate) const DOUBLED: usize = ISOLATED + 1;
pub(crate) const BACKWARD: usize = DOUBLED + 1;
/// Pawns with a pawn beside or behind them, by rank.
pub(crate) const CONNECTED: usize = BACKWARD + 1;
/// Rooks on files without own pawns, and without any.
pub(crate) const ROOK_FILE: usize = CONNECTED + 6;
/// Rooks and queens on the seventh rank, if it has enemy pawns or the king is behind it.
pub(crate) const SEVENTH: usize = ROOK_FILE + 2;
/// A rook that protects another.
pub(crate) const ROOK_PAIR: usize = SEVENTH + 2;
pub(crate) const BISHOP_PAIR: usize = ROOK_PAIR + 1;
/// Knights and bishops that a pawn protects, where no enemy pawn can attack them.
pub(crate) const OUTPOST: usize = BISHOP_PAIR + 1;
/// Own pawns on squares of a bishop's color.
pub(crate) const BISHOP_PAWNS: usize = OUTPOST + 2;
/// Knights and bishops behind a pawn.
pub(crate) const BEHIND: usize = BISHOP_PAWNS + 1;
/// By pair of ranks from the own side: squares that only this side attacks, those that it attacks
/// twice and the other does not, and those that both attack.
pub(crate) const CONTROL: usize = BEHIND + 1;
/// For each role, pawn to queen: pairs of it, then for each lesser role a pair with an own piece and
/// a pair with an enemy piece of that role.
pub(crate) const PAIR: usize = CONTROL + 12;
/// Rights to castle: short, long.
pub(crate) const CASTLING: usize = PAIR + 25;
pub(crate) const TEMPO: usize = CASTLING + 2;
/// The number of terms.
pub const TERMS: usize = TEMPO + 1;

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

/// Returns the names of the terms in the order of the weights, with the number of weights of each.
pub fn groups() -> Vec<(&'static str, usize)> {
    let starts = [
        ("material: pawn, knight, bishop, rook, queen", MATERIAL),
        ("places by the own king: pawn, knight, bishop, rook, queen, king", PLACE),
        ("places by the enemy king: pawn, knight, bishop, rook, queen", TOWARDS),
        ("the distances of a king from pawns: own, enemy", KING_PAWNS),
        ("mobility of knights, by the number of squares", MOBILITY[0]),
        ("mobility of bishops", MOBILITY[1]),
        ("mobility of rooks", MOBILITY[2]),
        ("mobility of queens", MOBILITY[3]),
        ("threats by each role, to pieces without and with protection", THREAT),
        ("hanging pieces", HANGING),
        ("threats by steps of pawns", STEP_THREAT),
        ("passed pawns, by rank", PASSED),
        ("passed pawns that can step safely, by rank", FREE),
        ("passed pawns with a safe path, by rank", CLEAR),
        ("the distance of kings from a passed pawn, by rank: own, enemy", KING_DISTANCE),
        ("passed pawns with a rook or queen behind them: own, enemy", ROOK_BEHIND),
        ("passed pawns that a lone king cannot stop", RUNNER),
        ("passed pawns that a pawn protects", PASSED_PROTECTED),
        ("groups of files with pawns", ISLANDS),
        ("isolated pawns", ISOLATED),
        ("doubled pawns", DOUBLED),
        ("backward pawns", BACKWARD),
        ("connected pawns, by rank", CONNECTED),
        ("rooks on files without own pawns, without pawns", ROOK_FILE),
        ("rooks and queens on the seventh rank", SEVENTH),
        ("a rook that protects another", ROOK_PAIR),
        ("two bishops", BISHOP_PAIR),
        ("outposts: knight, bishop", OUTPOST),
        ("pawns on the color of a bishop", BISHOP_PAWNS),
        ("knights and bishops behind a pawn", BEHIND),
        (
            "squares that one side attacks, or twice, and that both attack, by pairs of ranks",
            CONTROL,
        ),
        ("pairs of pieces: see `terms.rs`", PAIR),
        ("rights to castle: short, long", CASTLING),
        ("the right to move", TEMPO),
        ("", TERMS),
    ];
    starts.windows(2).map(|pair| (pair[0].0, pair[1].1 - pair[0].1)).collect()
}
