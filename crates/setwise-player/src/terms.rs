//! The terms of the evaluation: the first index of each group in the table of weights.

/// By role, pawn to queen.
pub(crate) const MATERIAL: usize = 0;
/// By role and square, from the side of the own king: see `place`.
pub(crate) const PLACE: usize = MATERIAL + 5;
/// By role, pawn to queen, and square, from the side of the enemy king.
pub(crate) const TOWARDS: usize = PLACE + 384;
/// By role, knight to queen, and number of squares.
pub(crate) const MOBILITY: [usize; 4] =
    [TOWARDS + 320, TOWARDS + 329, TOWARDS + 343, TOWARDS + 358];
/// The squares around the king that an enemy attacks, by role, knight to queen.
pub(crate) const RING: usize = MOBILITY[3] + 28;
/// By the number of pieces that attack squares around the king, up to 5, without and with a queen.
pub(crate) const ATTACKERS: usize = RING + 4;
/// Squares without danger from which a piece would give check, by role, knight to queen.
pub(crate) const SAFE_CHECK: usize = ATTACKERS + 12;
/// Pawns one and two ranks before the king.
pub(crate) const SHELTER: usize = SAFE_CHECK + 4;
/// Files next to the king without own pawns, and without any.
pub(crate) const KING_FILE: usize = SHELTER + 2;
/// By the role that attacks, pawn to king, whether a pawn or more pieces protect what is attacked,
/// no and yes, and its role, pawn to queen.
pub(crate) const THREAT: usize = KING_FILE + 2;
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
/// The distance of the own and of the enemy king from the square before a passed pawn beyond
/// the middle.
pub(crate) const KING_DISTANCE: usize = CLEAR + 6;
pub(crate) const PASSED_PROTECTED: usize = KING_DISTANCE + 2;
pub(crate) const ISOLATED: usize = PASSED_PROTECTED + 1;
pub(crate) const DOUBLED: usize = ISOLATED + 1;
pub(crate) const BACKWARD: usize = DOUBLED + 1;
/// Pawns with a pawn beside or behind them, by rank.
pub(crate) const CONNECTED: usize = BACKWARD + 1;
/// Rooks on files without own pawns, and without any.
pub(crate) const ROOK_FILE: usize = CONNECTED + 6;
pub(crate) const BISHOP_PAIR: usize = ROOK_FILE + 2;
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
pub(crate) const TEMPO: usize = PAIR + 25;
/// The number of terms.
pub const TERMS: usize = TEMPO + 1;

/// Returns the names of the terms in the order of the weights, with the number of weights of each.
pub fn groups() -> Vec<(&'static str, usize)> {
    let starts = [
        ("material: pawn, knight, bishop, rook, queen", MATERIAL),
        ("places by the own king: pawn, knight, bishop, rook, queen, king", PLACE),
        ("places by the enemy king: pawn, knight, bishop, rook, queen", TOWARDS),
        ("mobility of knights, by the number of squares", MOBILITY[0]),
        ("mobility of bishops", MOBILITY[1]),
        ("mobility of rooks", MOBILITY[2]),
        ("mobility of queens", MOBILITY[3]),
        ("squares beside the enemy king: knight, bishop, rook, queen", RING),
        (
            "the number of attackers beside the enemy king, 0 to 5, without and with a queen",
            ATTACKERS,
        ),
        ("safe checks: knight, bishop, rook, queen", SAFE_CHECK),
        ("pawns before the king: one rank, two ranks", SHELTER),
        ("files at the king: without own pawns, without pawns", KING_FILE),
        ("threats by each role, to pieces without and with protection", THREAT),
        ("hanging pieces", HANGING),
        ("threats by steps of pawns", STEP_THREAT),
        ("passed pawns, by rank", PASSED),
        ("passed pawns that can step safely, by rank", FREE),
        ("passed pawns with a safe path, by rank", CLEAR),
        ("the distance of kings from a passed pawn: own, enemy", KING_DISTANCE),
        ("passed pawns that a pawn protects", PASSED_PROTECTED),
        ("isolated pawns", ISOLATED),
        ("doubled pawns", DOUBLED),
        ("backward pawns", BACKWARD),
        ("connected pawns, by rank", CONNECTED),
        ("rooks on files without own pawns, without pawns", ROOK_FILE),
        ("two bishops", BISHOP_PAIR),
        ("outposts: knight, bishop", OUTPOST),
        ("pawns on the color of a bishop", BISHOP_PAWNS),
        ("knights and bishops behind a pawn", BEHIND),
        (
            "squares that one side attacks, or twice, and that both attack, by pairs of ranks",
            CONTROL,
        ),
        ("pairs of pieces: see `terms.rs`", PAIR),
        ("the right to move", TEMPO),
        ("", TERMS),
    ];
    starts.windows(2).map(|pair| (pair[0].0, pair[1].1 - pair[0].1)).collect()
}
