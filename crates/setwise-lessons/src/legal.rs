//! The lesson from potential to legal moves.

use setwise::attacks::{self, rays};
use setwise::{
    Bitboard, Board, CastlingTargets, Color, Direction, Move, Position, Rank, Role, Square,
};
use setwise_techniques::trace::{Set, Trace, combine};

use super::{Figure, Lesson, Mark, Writer};

/// Returns the lesson on the legal moves of a position, of one piece if a square is given.
///
/// For each piece it starts from the potential moves and removes what makes a move illegal: own
/// pieces, squares that do not answer a check, squares off the line of a pin. It ends with the
/// number of legal moves, which [`Position::count_legal_moves`] returns too.
///
/// ```
/// use setwise::Position;
/// use setwise_lessons::legal;
///
/// let lesson = legal::lesson(&Position::INITIAL, None);
/// assert!(lesson.steps.iter().any(|step| step.text.contains("20 legal moves")));
/// ```
pub fn lesson(position: &Position, only: Option<Square>) -> Lesson {
    let title = match only {
        Some(square) => format!("From potential to legal moves: {square} in {position}"),
        None => format!("From potential to legal moves: {position}"),
    };
    let mut writer = Writer::new("legal", title);
    writer
        .source(setwise_techniques::Document::LegalMoves.name(), "")
        .source(setwise_techniques::Document::NagaSkaki.name(), "")
        .source("Checks and pinned pieces", CHECKS_AND_PINS)
        .note(
            "Idea",
            "A piece has potential moves: what it could do if only its own rule counted. Removing the \
             squares of its own side leaves the pseudo-legal moves. A legal move also leaves its own king \
             safe. Nothing is tried out: check, pins and attacked squares are sets, and AND with them \
             keeps the legal moves.",
        );
    let mut road = Road::new(position, writer);
    road.board();
    road.checks();
    road.pins();
    let own = position.board().color(position.turn());
    let wanted = |square: &Square| only.is_none_or(|only| only == *square);
    for from in own.into_iter().filter(wanted) {
        road.piece(from);
    }
    road.end()
}

const CHECKS_AND_PINS: &str =
    "https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)";

/// The sets that all pieces share.
struct Road<'p> {
    position: &'p Position,
    writer: Writer,
    us: Color,
    king: Square,
    own: Set,
    enemy: Set,
    occupied: Set,
    check_mask: Set,
    /// The moves that the lesson found.
    found: Vec<Found>,
}

/// Moves that the lesson found: moves of a piece without castling, or castling with one rook.
struct Found {
    from: Square,
    /// The rook, if the move is castling.
    rook: Option<Square>,
    /// The targets; of castling, the king's.
    to: Bitboard,
    /// The number of moves: a promotion target has four.
    legal: u32,
}

impl<'p> Road<'p> {
    fn new(position: &'p Position, writer: Writer) -> Road<'p> {
        let (us, board) = (position.turn(), position.board());
        Road {
            position,
            writer,
            us,
            king: position.king(us),
            own: Set("own pieces", board.color(us)),
            enemy: Set("enemy pieces", board.enemy(us)),
            occupied: Set("occupied", board.occupied()),
            check_mask: Set("check mask", Bitboard::UNIVERSE),
            found: Vec::new(),
        }
    }

    fn pieces(&self) -> &'p Board {
        self.position.board()
    }

    fn board(&mut self) {
        let board = *self.pieces();
        self.writer.begin("the board").pieces(Some(board));
        let pieces = self.writer.board("position", Bitboard::EMPTY);
        self.writer.pieces(None);
        let sides = vec![
            pieces,
            self.writer.board("own pieces", *self.own),
            self.writer.board("enemy pieces", *self.enemy),
        ];
        let owner = crate::owner(self.us);
        self.writer
            .say(format!("It is {owner} move, so `own` pieces are {owner} pieces."))
            .show(sides);
        self.writer
            .say("A square is occupied if a piece of either side stands on it.")
            .set("occupied", self.own | self.enemy);
        self.writer.mark(&[(Mark::Own, *self.own), (Mark::Enemy, *self.enemy)]);
    }

    fn checks(&mut self) {
        self.writer.begin("check");
        let attackers = self.position.attackers(self.king, *self.occupied);
        let king = Set("king", Bitboard::of(self.king));
        let attackers = combine((), "attackers of", king, attackers.0);
        let attackers = self
            .writer
            .say("Which pieces of either side attack the king? Look from the king in all directions.")
            .set("attackers", attackers);
        let checkers = self
            .writer
            .say("The enemies among them give check.")
            .set("checkers", attackers & self.enemy);
        match (checkers.single(), checkers.is_empty()) {
            (_, true) => {
                self.writer
                    .say("There is no check, so any square will do: the check mask is the whole board.")
                    .show(Vec::new());
            }
            (Some(checker), _) => {
                let between = Set("between", rays::between(self.king, checker));
                self.check_mask = self
                    .writer
                    .say(
                        "One piece gives check. Every piece but the king must capture it, or go to a \
                         square between it and the king. These squares are the check mask.",
                    )
                    .set("check mask", between | checkers);
            }
            (None, _) => {
                self.check_mask = Set("check mask", Bitboard::EMPTY);
                self.writer
                    .say(
                        "Two pieces give check. No move of another piece answers both, so only the king \
                         may move: the check mask is empty.",
                    )
                    .show(Vec::new());
            }
        }
    }

    fn pins(&mut self) {
        self.writer.begin("pins");
        let pinned = self.position.pinned(self.us);
        if pinned.is_empty() {
            self.writer
                .say("No piece stands alone between the king and an enemy slider: there is no pin.")
                .show(Vec::new());
            return;
        }
        for square in pinned {
            let Some(pinner) = self.position.pinner(square) else { continue };
            let line = Set("between", rays::between(self.king, pinner));
            self.writer
                .say(format!(
                    "The piece on {square} stands alone between the king and the slider on {pinner}: it \
                     is pinned, and may only move on their line."
                ))
                .set("on the line", line & self.occupied);
        }
    }

    fn piece(&mut self, from: Square) {
        let Some(role) = self.pieces().role_at(from) else { return };
        self.writer.begin(format!("{role} on {from}"));
        match role {
            Role::King => self.king_steps(),
            Role::Pawn => self.pawn(from),
            _ => self.free_piece(role, from),
        }
    }

    /// Knights, bishops, rooks and queens.
    fn free_piece(&mut self, role: Role, from: Square) {
        let piece = Set("piece", Bitboard::of(from));
        let attacked = match role {
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, *self.occupied),
            Role::Rook => attacks::rook(from, *self.occupied),
            _ => attacks::queen(from, *self.occupied),
        };
        let sign = match role {
            Role::Knight => "knight attacks of",
            Role::Bishop => "bishop attacks of",
            Role::Rook => "rook attacks of",
            _ => "queen attacks of",
        };
        let potential = self
            .writer
            .say("The potential moves are the attacked squares.")
            .set("potential moves", combine((), sign, piece, attacked.0));
        let pseudo = self
            .writer
            .say("A piece cannot go to a square of its own side. What is left is pseudo-legal.")
            .set("pseudo-legal", potential & !self.own);
        let to = self.restricted(from, pseudo);
        self.found(from, *to, to.count());
    }

    /// Notes the legal moves of a piece, without castling.
    fn found(&mut self, from: Square, to: Bitboard, legal: u32) {
        self.found.push(Found { from, rook: None, to, legal });
    }

    /// Applies the check mask and the pin to pseudo-legal moves.
    fn restricted(&mut self, from: Square, pseudo: Set) -> Set {
        let mut to = pseudo;
        if *self.check_mask != Bitboard::UNIVERSE {
            to = self
                .writer
                .say("In check, the move must answer it: AND with the check mask.")
                .set("legal", to & self.check_mask);
        }
        if self.position.pinned(self.us).contains(from) {
            let line = Set("whole line", rays::line(self.king, from));
            to = self
                .writer
                .say("A pinned piece stays on the line through its king: AND with the whole line.")
                .set("legal", to & line);
        }
        to
    }

    fn pawn(&mut self, from: Square) {
        let [forward, ..] = Direction::of_pawns(self.us);
        let pawn = Set("pawn", Bitboard::of(from));
        let empty =
            self.writer.say("Pawns push to empty squares only.").set("empty", !self.occupied);
        let step = combine((), "one step forward of", pawn, pawn.shift(forward).0);
        let push =
            self.writer.say("One step forward, if that square is empty.").set("push", step & empty);
        let third = Set("third rank", Bitboard::rank(Rank::Third.relative_to(self.us)));
        let first = self
            .writer
            .say(
                "A pawn that stands on the third rank after one step began on the second, so it may make \
                 another. A pawn that is blocked one step ahead has nothing left here.",
            )
            .set("may step again", push & third);
        let again = combine((), "one step forward of", first, first.shift(forward).0);
        let double = self
            .writer
            .say("The second step needs an empty square too.")
            .set("double push", again & empty);
        let attacked = combine((), "pawn attacks of", pawn, attacks::pawn(self.us, from).0);
        let captures = self
            .writer
            .say("A pawn captures diagonally, and only where an enemy stands.")
            .set("captures", attacked & self.enemy);
        let pseudo = self
            .writer
            .say("Together they are the pseudo-legal moves, apart from en passant.")
            .set("pseudo-legal", (push | double) | captures);
        let to = self.restricted(from, pseudo);
        let last = Set("last rank", Bitboard::rank(Rank::Eighth.relative_to(self.us)));
        let promotions = if to.meets(*last) {
            let text = "On the last rank each target is four moves: a pawn becomes a queen, a rook, a \
                        bishop or a knight.";
            self.writer.say(text).set("promotions", to & last).count()
        } else {
            0
        };
        let mut all = *to;
        let mut count = to.count() + 3 * promotions;
        if let Some(target) = self.en_passant(from) {
            all = all.with(target);
            count += 1;
        }
        self.found(from, all, count);
    }

    /// Shows the en passant capture of a pawn, and returns its target if it is legal.
    fn en_passant(&mut self, from: Square) -> Option<Square> {
        let target = self.position.en_passant()?;
        if !attacks::pawn(self.us, from).contains(target) {
            return None;
        }
        let captured = Square::new(target.file(), from.rank());
        let (pawn, target_set) =
            (Set("pawn", Bitboard::of(from)), Set("target", Bitboard::of(target)));
        let captured = Set("captured pawn", Bitboard::of(captured));
        let changed = self
            .writer
            .say(
                "En passant empties two squares at once: the pawn's and, beside it, that of the captured \
                 pawn. It has two traps. Both pawns may leave a rank at the same time and open it for a \
                 rook, which no pin tells. And the captured pawn may be the one that gives check, though \
                 the target is not in the check mask. So the capture is played on the occupancy.",
            )
            .set("changed", (pawn | target_set) | captured);
        let after =
            self.writer.say("XOR changes them.").set("occupied after", self.occupied ^ changed);
        let king = Set("king", Bitboard::of(self.king));
        let attackers = self.position.attackers(self.king, *after);
        let enemies = self
            .writer
            .say("The captured pawn is gone, so it attacks nothing.")
            .set("enemies left", self.enemy & !captured);
        let attackers = combine((), "attackers after the capture of", king, attackers.0);
        let left = self
            .writer
            .say(
                "Which enemies attack the king after the capture? If there is none, the capture \
                  is legal.",
            )
            .set("attackers", attackers & enemies);
        let verdict = if left.is_empty() {
            format!("No enemy attacks the king: the en passant capture {from}{target} is legal.")
        } else {
            let (pieces, attack) =
                if left.count() == 1 { ("piece", "attacks") } else { ("pieces", "attack") };
            format!(
                "The enemy {pieces} on {} {attack} the king: the en passant capture {from}{target} \
                 is illegal.",
                crate::names(*left).join(" and ")
            )
        };
        self.writer.say(verdict).show(Vec::new());
        left.is_empty().then_some(target)
    }

    fn king_steps(&mut self) {
        let from = self.king;
        let king = Set("king", Bitboard::of(from));
        let steps = combine((), "king attacks of", king, attacks::king(from).0);
        let steps = self.writer.say("The potential moves of a king.").set("potential moves", steps);
        let pseudo = self
            .writer
            .say("Squares of its own side are removed.")
            .set("pseudo-legal", steps & !self.own);
        let lifted = self
            .writer
            .say(
                "The king is lifted off the board. If it stayed, it would hide the square behind it from a \
                 slider, and could step back along the line of the check.",
            )
            .set("occupied without the king", self.occupied & !king);
        let attacked = self.attacked(*lifted);
        let attacked = self
            .writer
            .say("What does the enemy attack, with the king gone?")
            .set("attacked by the enemy", combine((), "enemy attacks over", lifted, attacked.0));
        let to = self.writer.say("The king may not go there.").set("legal", pseudo & !attacked);
        self.found(from, *to, to.count());
        for rook in self.position.castling_rooks() & *self.own {
            self.castling(rook, attacked);
        }
    }

    /// Returns the squares that the enemy attacks over an occupancy.
    fn attacked(&self, occupied: Bitboard) -> Bitboard {
        let (board, them) = (self.pieces(), !self.us);
        let leapers = attacks::pawns(them, board.pieces(them, Role::Pawn))
            | attacks::knights(board.pieces(them, Role::Knight))
            | attacks::kings(board.pieces(them, Role::King));
        let rooks = board.rook_sliders(them).into_iter().map(|from| attacks::rook(from, occupied));
        let bishops =
            board.bishop_sliders(them).into_iter().map(|from| attacks::bishop(from, occupied));
        rooks.chain(bishops).fold(leapers, |all, set| all | set)
    }

    fn castling(&mut self, rook: Square, attacked: Set) {
        let king = self.king;
        let to = CastlingTargets::of(king, rook);
        let king_path = rays::between(king, to.king).with(to.king);
        let rook_path = rays::between(rook, to.rook).with(to.rook);
        let pair = Set("king and rook", Bitboard::of(king).with(rook));
        let name = castling_name(self.position, king, rook);
        self.writer.begin(format!("castling {name}"));
        let paths = Set("paths of king and rook", king_path | rook_path);
        let others = self
            .writer
            .say("The king and the rook do not stand in each other's way.")
            .set("others", self.occupied & !pair);
        let in_the_way = self
            .writer
            .say("All squares that either passes or ends on must be empty.")
            .set("in the way", paths & others);
        let path = Set("path of the king", king_path.with(king));
        let unsafe_squares = self
            .writer
            .say(
                "The king may not castle out of check, through an attacked square or onto one. For the rook \
                 that does not matter.",
            )
            .set("attacked on the way", path & attacked);
        let castled = others.with(to.king).with(to.rook);
        let exposed = self.position.attackers(to.king, castled) & *self.enemy;
        let castled = Set("occupied after", castled);
        let exposed = self
            .writer
            .say(
                "Last, is the king safe where it stands then? Only in Chess960 can this be the only fault: \
                 the rook may have shielded the king.",
            )
            .set("attackers", combine((), "attackers after castling over", castled, exposed.0));
        let legal = in_the_way.is_empty() && unsafe_squares.is_empty() && exposed.is_empty();
        let kings = if king == to.king {
            format!("the king stays on {king}")
        } else {
            format!("the king goes from {king} to {}", to.king)
        };
        let rooks = if rook == to.rook {
            format!("the rook stays on {rook}")
        } else {
            format!("the rook goes from {rook} to {}", to.rook)
        };
        let text = if legal {
            format!(
                "Nothing is in the way, and the king is never attacked: {name} is legal. In it \
                 {kings}, and {rooks}."
            )
        } else {
            let faults = [
                (in_the_way, "a piece stands in the way"),
                (unsafe_squares, "the king would leave, pass or reach an attacked square"),
                (exposed, "the king would be attacked after it"),
            ];
            let faults = faults.into_iter().filter(|(set, _)| set.any()).map(|(_, text)| text);
            format!("{name} is illegal now: {}.", faults.collect::<Vec<_>>().join(", and "))
        };
        self.writer.say(text).show(Vec::new());
        let targets = if legal { Bitboard::of(to.king) } else { Bitboard::EMPTY };
        self.found.push(Found { from: king, rook: Some(rook), to: targets, legal: legal.into() });
    }

    fn end(mut self) -> Lesson {
        let position = self.position;
        let pseudo = position.pseudo_legal_moves();
        let total: u32 = self.found.iter().map(|found| found.legal).sum();
        let mut rows = Vec::new();
        for &Found { from, rook, to, legal } in &self.found {
            let same = |mv: &&Move| match rook {
                None => mv.from() == from && !mv.is_castle(),
                Some(rook) => mv.is_castle() && mv.to() == rook,
            };
            let (name, targets) = match rook {
                None => {
                    let role = position.board().role_at(from).unwrap_or(Role::King);
                    (format!("{role} {from}"), crate::names(to).join(" "))
                }
                Some(rook) => {
                    let squares = CastlingTargets::of(from, rook);
                    let rook_goes = if rook == squares.rook {
                        format!("rook stays on {rook}")
                    } else {
                        format!("rook {rook} to {}", squares.rook)
                    };
                    let targets = format!("{}, {rook_goes}", squares.king);
                    let targets = if legal == 0 { String::new() } else { targets };
                    (castling_name(position, from, rook), targets)
                }
            };
            let pseudo = pseudo.iter().filter(same).count();
            rows.push(vec![name, pseudo.to_string(), legal.to_string(), targets]);
        }
        let columns = ["piece", "pseudo-legal", "legal", "to"];
        let answer = self.found.iter().fold(Bitboard::EMPTY, |all, found| all | found.to);
        let these = if total == 1 {
            "This is 1 legal move".to_owned()
        } else {
            format!("These are {total} legal moves")
        };
        self.writer.begin("legal moves").mark(&[]);
        self.writer
            .say(format!(
                "{these}. Castling has a row of its own for each rook, with the king's target."
            ))
            .show(vec![Figure::table(columns, rows)]);
        let targets = self.writer.board("targets", answer);
        self.writer.say("All target squares together.").show(vec![targets]);
        self.writer.finish(Some(answer))
    }
}

/// Returns the name of castling with the move in UCI notation, as in `O-O (e1g1)`; in Chess960
/// `O-O (e1f1)`, with the square of the rook.
fn castling_name(position: &Position, king: Square, rook: Square) -> String {
    let name = if rook > king { "O-O" } else { "O-O-O" };
    format!("{name} ({})", position.uci(Move::castle(king, rook)))
}
