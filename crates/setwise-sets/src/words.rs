//! The words of the language: one table for the parser and for those who learn it.

use crate::tree::{
    Arithmetic, Field, Node, NumberWord, PairFunction, SetFunction, SetWord, Toward, TruthWord,
};

/// A word of the language.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word, as it is written.
    pub name: &'static str,
    /// How it is used, such as `attacks(S)`.
    pub form: &'static str,
    /// What it means, in one sentence.
    pub sentence: &'static str,
    /// An expression with it, for a drawn example.
    pub example: &'static str,
    pub(crate) meaning: Meaning,
}

impl Word {
    /// Returns the kind of the word's value: `set`, `number`, `truth` or `text`; empty for a word
    /// of the grammar.
    pub fn kind(&self) -> &'static str {
        match &self.meaning {
            Meaning::Set(_) | Meaning::OfSet(_) | Meaning::OfPair(_) | Meaning::Toward(_) => "set",
            Meaning::Number(_) => "number",
            Meaning::Truth(_) => "truth",
            Meaning::Text(_) => "text",
            Meaning::Special(special) => match special {
                Special::Step => "set",
                Special::Count | Special::Value | Special::TagNumber | Special::Times => "number",
                Special::Minimum | Special::Maximum | Special::Absolute => "number",
                Special::Route | Special::Either | Special::Mirrored | Special::Shifted => "truth",
                Special::If | Special::Grammar => "",
            },
        }
    }
}

/// What the parser makes of a word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    Set(SetWord),
    Number(NumberWord),
    Truth(TruthWord),
    Text(Field),
    /// A function of a set.
    OfSet(SetFunction),
    /// A function of two sets.
    OfPair(PairFunction),
    /// A function of a direction and a set.
    Toward(Toward),
    Special(Special),
}

/// Functions with a form of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// `north(S)`, `north(S, 3)`: the index of the direction in `Direction::ALL`.
    Step,
    Count,
    Value,
    TagNumber,
    Times,
    Route,
    If,
    Minimum,
    Maximum,
    Absolute,
    Either,
    Mirrored,
    Shifted,
    /// A word of the grammar, such as `and`.
    Grammar,
}

macro_rules! words {
    ($($name:literal $form:literal $meaning:expr, $sentence:literal, $example:literal;)*) => {
        &[$(Word {
            name: $name, form: $form, sentence: $sentence, example: $example, meaning: $meaning,
        },)*]
    };
}

/// All words, in the order in which they are taught. Letters of pieces, squares and signs are no
/// words.
pub const WORDS: &[Word] = {
    use Meaning::{Number, OfPair, OfSet, Set, Special as Of, Text, Truth};
    use Special::{
        Absolute, Count, Either, Grammar, If, Maximum, Minimum, Mirrored, Route, Shifted, Step,
        TagNumber, Times, Value,
    };
    words! {
    "light" "light" Set(SetWord::Light), "The light squares.", "light";
    "dark" "dark" Set(SetWord::Dark), "The dark squares.", "B & dark";
    "own" "own" Set(SetWord::Own), "The pieces of the side to move.", "own";
    "enemy" "enemy" Set(SetWord::Enemy), "The pieces of the side that is not to move.", "enemy";
    "checkers" "checkers" Set(SetWord::Checkers), "The pieces that give check.", "checkers";
    "pinned" "pinned" Set(SetWord::Pinned), "The pieces of either side that are pinned to their own king.", "pinned & a";
    "from" "from" Set(SetWord::From), "The origin of the move played from this position; empty at the end of the game.", "from & P";
    "to" "to" Set(SetWord::To), "The target of the move played from this position; of castling, of the king.", "to & enemy";
    "last_from" "last_from" Set(SetWord::LastFrom), "The origin of the move before this position; empty at the start.", "last_from & e2";
    "last_to" "last_to" Set(SetWord::LastTo), "The target of the move before this position.", "checkers & last_to";
    "unmoved" "unmoved" Set(SetWord::Unmoved), "The pieces that have stood still since the game began.", "unmoved & K";

    "castling_rooks" "castling_rooks" Set(SetWord::CastlingRooks), "The rooks of either side that may still castle.", "castling_rooks & r";
    "en_passant_square" "en_passant_square" Set(SetWord::EnPassantSquare), "The square that a pawn has just passed by a double step.", "attackers(en_passant_square) & own & [Pp]";

    "count" "count(S)" Of(Count), "The number of squares of a set; `count s in S: C` counts those for which C holds.", "count(a) <= 3";
    "value" "value(S)" Of(Value), "The value of the pieces on a set: 1, 3, 3, 5 and 9, kings nothing.", "value(A) - value(a) >= 9";
    "moves" "moves" Number(NumberWord::Moves), "The number of legal moves; a promotion counts four.", "moves < 5";
    "ply" "ply" Number(NumberWord::Ply), "The number of moves before this position, 0 at the start of the game.", "ply < 20";
    "plies" "plies" Number(NumberWord::Plies), "The number of moves of the game.", "ply = plies";
    "move_number" "move_number" Number(NumberWord::MoveNumber), "The number of the move, as it is written.", "move_number = 10";
    "halfmoves" "halfmoves" Number(NumberWord::Halfmoves), "The number of moves since the last capture or move of a pawn.", "halfmoves >= 50";
    "repetition" "repetition" Number(NumberWord::Repetition), "How often the position has stood on the board, 1 the first time.", "repetition = 3";
    "eval" "eval" Number(NumberWord::Eval), "The evaluation of the position in hundredths of a pawn for White, from its comment.", "eval > 300";
    "clock" "clock" Number(NumberWord::Clock), "The time left to the mover after the move played from here, in whole seconds.", "clock < 10";
    "number" "number(Tag)" Of(TagNumber), "The value of a tag as a number; missing if it is none.", "number(WhiteElo) - number(BlackElo) > 200";

    "check" "check" Truth(TruthWord::Check), "The side to move is in check.", "check";
    "checkmate" "checkmate" Truth(TruthWord::Checkmate), "The side to move is in check and has no legal move.", "checkmate";
    "stalemate" "stalemate" Truth(TruthWord::Stalemate), "The side to move is not in check and has no legal move.", "stalemate";
    "white_to_move" "white_to_move" Truth(TruthWord::WhiteToMove), "White is to move.", "white_to_move";
    "black_to_move" "black_to_move" Truth(TruthWord::BlackToMove), "Black is to move.", "black_to_move";
    "captures" "captures" Truth(TruthWord::Captures), "The move played from here captures, en passant too.", "captures and from & Q";
    "castles" "castles" Truth(TruthWord::Castles), "The move played from here castles.", "castles";
    "promotes" "promotes" Truth(TruthWord::Promotes), "The move played from here promotes a pawn.", "promotes";
    "en_passant" "en_passant" Truth(TruthWord::EnPassant), "The move played from here captures en passant.", "en_passant";
    "gives_check" "gives_check" Truth(TruthWord::GivesCheck), "The move played from here gives check.", "gives_check and captures";

    "result" "result = 1-0" Text(Field::Result), "The result at the end of the moves, or of the tag.", "result = 1-0";
    "variant" "variant = chess960" Text(Field::Variant), "`standard`, `chess960`, or the tag Variant in small letters.", "variant = standard";
    "date" "date >= 2013-02" Text(Field::Date), "The tag UTCDate, or Date.", "date >= 1990";
    "error" "error" Text(Field::Error), "The kind of the error that ends the game.", "not error";
    "san" "san = Nf3" Text(Field::San), "The move played from here, with + and #.", "san = 'O-O-O+'";
    "material" "material = KRPvKR" Text(Field::Material), "The material of both sides, of either color.", "material = KRPvKR";
    "position" "position = \"FEN\"" Text(Field::Position), "The position; its counters do not matter.", "position = '8/8/8/8/8/4k3/4p3/4K3 w - -'";

    "attacks" "attacks(S)" OfSet(SetFunction::Attacks), "The squares that the pieces on S attack; pawns their two capture squares, even if empty.", "attacks(N)";
    "attackers" "attackers(S)" OfSet(SetFunction::Attackers), "The pieces of both sides that attack a square of S.", "attackers(k) & A";
    "targets" "targets(S)" OfSet(SetFunction::Targets), "The targets of the legal moves of the pieces on S.", "targets(K)";
    "pseudo_targets" "pseudo_targets(S)" OfSet(SetFunction::PseudoTargets), "The targets of the moves of the pieces on S, also of those that leave the king in check.", "pseudo_targets(N) - targets(N)";
    "check_targets" "check_targets(S)" OfSet(SetFunction::CheckTargets), "The targets of the legal moves of the pieces on S that give check.", "check_targets(Q)";
    "movable" "movable(S)" OfSet(SetFunction::Movable), "The pieces of S that have a legal move.", "own - movable(own)";
    "north" "north(S)" Of(Step), "S moved one step north; `north(S, 3)` three steps.", "north(P)";
    "northeast" "northeast(S)" Of(Step), "S moved one step north-east.", "northeast(P)";
    "east" "east(S)" Of(Step), "S moved one step east.", "east(P)";
    "southeast" "southeast(S)" Of(Step), "S moved one step south-east.", "southeast(p)";
    "south" "south(S)" Of(Step), "S moved one step south.", "south(p)";
    "southwest" "southwest(S)" Of(Step), "S moved one step south-west.", "southwest(p)";
    "west" "west(S)" Of(Step), "S moved one step west.", "west(P)";
    "northwest" "northwest(S)" Of(Step), "S moved one step north-west.", "northwest(P)";
    "forward" "forward(S)" OfSet(SetFunction::Forward), "A step up for White's pieces on S, down for Black's.", "forward(P) & a";
    "slide" "slide(east, S)" Meaning::Toward(Toward::Slide), "From each square of S the empty squares in a direction, and the first piece behind them.", "slide(north, R)";
    "fill" "fill(north, S)" Meaning::Toward(Toward::Fill), "S and all squares in that direction.", "fill(north, P)";
    "file" "file(S)" OfSet(SetFunction::File), "The whole files through S.", "file(R) - file(P)";
    "rank" "rank(S)" OfSet(SetFunction::Rank), "The whole ranks through S.", "rank(k) & R";
    "diagonal" "diagonal(S)" OfSet(SetFunction::Diagonal), "The whole diagonals and anti-diagonals through S.", "diagonal(B)";
    "around" "around(S)" OfSet(SetFunction::Around), "The king's steps from S.", "around(k)";
    "between" "between(S, T)" OfPair(PairFunction::Between), "The squares strictly between squares of S and T on one line.", "between(R, k)";
    "line" "line(S, T)" OfPair(PairFunction::Line), "The whole lines through different squares of S and T.", "line(R, k)";
    "behind" "behind(S, T)" OfPair(PairFunction::Behind), "Where a square of S sees one of T: the squares beyond, up to the first piece.", "behind(B, attacks(B) & q) & k";
    "passed" "passed(S)" OfSet(SetFunction::Passed), "The pawns of S without an enemy pawn in front on their file or a neighbouring one.", "passed(P)";
    "isolated" "isolated(S)" OfSet(SetFunction::Isolated), "The pawns of S without an own pawn on a neighbouring file.", "isolated(P) & d1-8";
    "doubled" "doubled(S)" OfSet(SetFunction::Doubled), "The pawns of S with another own pawn on their file.", "doubled(p)";
    "connected" "connected(S)" OfSet(SetFunction::Connected), "The pawns of S with an own pawn beside or defending them.", "connected(P)";
    "backward" "backward(S)" OfSet(SetFunction::Backward), "The pawns of S that no own pawn can support, and whose next square an enemy pawn attacks.", "backward(p)";
    "hanging" "hanging(S)" OfSet(SetFunction::Hanging), "The pieces of S, kings not, that are attacked and not defended.", "hanging(a)";
    "flip_vertical" "flip_vertical(S)" OfSet(SetFunction::FlipVertical), "S upside down: the first rank becomes the eighth.", "flip_vertical(P) - p";
    "mirror_horizontal" "mirror_horizontal(S)" OfSet(SetFunction::MirrorHorizontal), "S from left to right: the a file becomes the h file.", "P - mirror_horizontal(P)";
    "flip_diagonal" "flip_diagonal(S)" OfSet(SetFunction::FlipDiagonal), "S about the diagonal a1-h8: files become ranks.", "flip_diagonal(file(K))";
    "flip_anti_diagonal" "flip_anti_diagonal(S)" OfSet(SetFunction::FlipAntiDiagonal), "S about the diagonal a8-h1.", "flip_anti_diagonal(P)";
    "rotate180" "rotate180(S)" OfSet(SetFunction::Rotate180), "S turned by half a turn: a1 becomes h8.", "rotate180(P) & p";
    "rotate_clockwise" "rotate_clockwise(S)" OfSet(SetFunction::RotateClockwise), "S turned by a quarter, as White sees the board: a1 becomes a8.", "rotate_clockwise(P)";
    "rotate_counterclockwise" "rotate_counterclockwise(S)" OfSet(SetFunction::RotateCounterclockwise), "S turned by a quarter the other way: a1 becomes h1.", "rotate_counterclockwise(P)";
    "times" "times(C)" Of(Times), "At how many plies up to here C held.", "times(check) >= 5";
    "route" "route(S, f1, b5, a4)" Of(Route), "A piece of S has stood on these squares in this order, and stands on the last.", "route(B, f1, b5, a4)";
    "if" "if(C, x, y)" Of(If), "x where C holds, else y.", "count(if(white_to_move, P, p)) = 8";
    "min" "min(x, y)" Of(Minimum), "The smaller of two numbers.", "min(count(R), count(r)) = 2";
    "max" "max(x, y)" Of(Maximum), "The larger of two numbers.", "max(value(A), value(a)) < 10";
    "abs" "abs(x)" Of(Absolute), "A number without its sign.", "abs(value(A) - value(a)) >= 5";
    "either" "either(C)" Of(Either), "C, or C with colors exchanged.", "either(Ke1 and not R)";
    "mirrored" "mirrored(C)" Of(Mirrored), "C, or C with files exchanged, a with h.", "mirrored(Pa2 and Pb2)";
    "shifted" "shifted(C)" Of(Shifted), "C, or C with its squares moved by any one displacement.", "shifted(Pd4 and Pe4)";

    "and" "C and D" Of(Grammar), "Both hold.", "check and captures";
    "or" "C or D" Of(Grammar), "One or both hold.", "checkmate or stalemate";
    "not" "not C" Of(Grammar), "C does not hold.", "not Q";
    "any" "any s in S: C" Of(Grammar), "C holds for some square of S.", "any s in N: attacks(s) & k and attacks(s) & q";
    "all" "all s in S: C" Of(Grammar), "C holds for every square of S.", "all s in P: attackers(s) & A";
    "in" "let x = E in C" Of(Grammar), "Ends the value of `let`, and names the set of a quantifier.", "let x = R & rank(k) in count(x) = 2";
    "let" "let x = E in C" Of(Grammar), "A name for a value.", "let x = attacks(N) in x & k and x & q";
    "then" "C then D" Of(Grammar), "D holds here, and C at some earlier ply.", "Qd1 then Qh5";
    "next" "C next D" Of(Grammar), "D holds here, and C at the ply before.", "castles next check";
    "ever" "ever C" Of(Grammar), "C holds at some ply of the game.", "ever checkmate";
    "never" "never C" Of(Grammar), "C holds at no ply of the game.", "never castles";
    "for" "C for 8" Of(Grammar), "C holds at each of the last positions, this one included.", "isolated(P) for 10";
    "within" "S within T" Of(Grammar), "Every square of S is in T; `C within 4`: C at one of the last positions.", "a within d1-8";
    }
};

/// Returns the word of a name.
pub(crate) fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

impl Meaning {
    /// Returns the meaning of the word that a node has, if it has one and is no transform.
    pub(crate) fn of(node: &Node) -> Option<Meaning> {
        Some(match node {
            Node::SetWord(word) => Meaning::Set(*word),
            Node::SetFunction(function, _) => Meaning::OfSet(*function),
            Node::Pair(function, ..) => Meaning::OfPair(*function),
            Node::NumberWord(word) => Meaning::Number(*word),
            Node::TruthWord(word) => Meaning::Truth(*word),
            Node::Text(field, _) => Meaning::Text(field.clone()),
            Node::Count(_) => Meaning::Special(Special::Count),
            Node::Value(_) => Meaning::Special(Special::Value),
            Node::Times(_) => Meaning::Special(Special::Times),
            Node::Arithmetic(Arithmetic::Minimum, ..) => Meaning::Special(Special::Minimum),
            Node::Arithmetic(Arithmetic::Maximum, ..) => Meaning::Special(Special::Maximum),
            Node::Absolute(_) => Meaning::Special(Special::Absolute),
            Node::If(..) => Meaning::Special(Special::If),
            _ => return None,
        })
    }

    /// Returns the word that means it.
    pub(crate) fn name(&self) -> &'static str {
        WORDS.iter().find(|word| word.meaning == *self).map_or("?", |word| word.name)
    }

    /// Returns whether the word needs a game: one position does not tell.
    pub(crate) fn needs_game(&self) -> bool {
        match self {
            Meaning::Set(word) => word.is_of_moves(),
            Meaning::Number(word) => {
                !matches!(word, NumberWord::Moves | NumberWord::MoveNumber | NumberWord::Halfmoves)
            }
            Meaning::Truth(word) => word.is_of_moves(),
            Meaning::Text(field) => !matches!(field, Field::Material | Field::Position),
            Meaning::Special(special) => {
                matches!(special, Special::TagNumber | Special::Times | Special::Route)
            }
            _ => false,
        }
    }
}
