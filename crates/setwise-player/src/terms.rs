//! The terms of the evaluation: the first index of each group in the table of weights.

/// By role, pawn to queen.
pub(crate) const MATERIAL: usize = 0;
/// By role and square, from the side of the own king: see `place`.
pub(crate) const PLACE: usize = 5;
/// By role, pawn to queen, and square, from the side of the enemy king.
pub(crate) const TOWARDS: usize = 389;
/// By role, knight to queen, and number of squares.
pub(crate) const MOBILITY: [usize; 4] = [709, 718, 732, 747];
/// The squares around the king that an enemy attacks, by role, knight to queen.
pub(crate) const RING: usize = 775;
/// By the number of pieces that attack squares around the king, up to 5, without and with a queen.
pub(crate) const ATTACKERS: usize = 779;
/// Squares without danger from which a piece would give check, by role, knight to queen.
pub(crate) const SAFE_CHECK: usize = 791;
/// Pawns one and two ranks before the king.
pub(crate) const SHELTER: usize = 795;
/// Files next to the king without own pawns, and without any.
pub(crate) const KING_FILE: usize = 797;
/// Pieces that a pawn attacks, by role, knight to queen.
pub(crate) const PAWN_THREAT: usize = 799;
/// Pieces that a knight or bishop attacks: knights and bishops without a pawn's protection,
/// rooks, and queens.
pub(crate) const MINOR_THREAT: usize = 803;
/// Queens that a rook attacks.
pub(crate) const ROOK_THREAT: usize = 806;
/// Pieces that are attacked and not defended.
pub(crate) const HANGING: usize = 807;
/// Pieces that a pawn could attack after a safe step.
pub(crate) const STEP_THREAT: usize = 808;
/// By rank, second to seventh.
pub(crate) const PASSED: usize = 809;
/// Passed pawns whose next square is empty and not attacked, by rank.
pub(crate) const FREE: usize = 815;
/// The distance of the own and of the enemy king from the square before a passed pawn beyond
/// the middle.
pub(crate) const KING_DISTANCE: usize = 821;
pub(crate) const PASSED_PROTECTED: usize = 823;
pub(crate) const ISOLATED: usize = 824;
pub(crate) const DOUBLED: usize = 825;
pub(crate) const BACKWARD: usize = 826;
/// Pawns with a pawn beside or behind them, by rank.
pub(crate) const CONNECTED: usize = 827;
/// Rooks on files without own pawns, and without any.
pub(crate) const ROOK_FILE: usize = 833;
pub(crate) const BISHOP_PAIR: usize = 835;
/// Knights and bishops that a pawn protects, where no enemy pawn can attack them.
pub(crate) const OUTPOST: usize = 836;
/// Own pawns on squares of a bishop's color.
pub(crate) const BISHOP_PAWNS: usize = 838;
/// Knights and bishops behind a pawn.
pub(crate) const BEHIND: usize = 839;
/// Pairs of own pieces: knight and pawn, rook and pawn, queen and knight.
pub(crate) const PAIR: usize = 840;
pub(crate) const TEMPO: usize = 843;
/// The number of terms.
pub const TERMS: usize = 844;

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
        ("threats by pawns: knight, bishop, rook, queen", PAWN_THREAT),
        ("threats by knights and bishops: each other, rook, queen", MINOR_THREAT),
        ("threats by rooks: queen", ROOK_THREAT),
        ("hanging pieces", HANGING),
        ("threats by steps of pawns", STEP_THREAT),
        ("passed pawns, by rank", PASSED),
        ("passed pawns that can step safely, by rank", FREE),
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
        ("pairs: knight and pawn, rook and pawn, queen and knight", PAIR),
        ("the right to move", TEMPO),
        ("", TERMS),
    ];
    starts.windows(2).map(|pair| (pair[0].0, pair[1].1 - pair[0].1)).collect()
}
