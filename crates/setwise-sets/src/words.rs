//! The words of the language: one table for the parser and for those who learn it.

use setwise::Direction;

use crate::transform::Transform;
use crate::tree::{
    Arithmetic, Field, Id, Kind, Node, NumberWord, PairFunction, SetFunction, SetWord, TextTest,
    Toward, TruthWord,
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
            Meaning::Node(Node::Text(..)) => "text",
            Meaning::Node(node) => match node.kind() {
                Some(Kind::Set) => "set",
                Some(Kind::Number) => "number",
                Some(Kind::Truth) => "truth",
                None => "",
            },
            Meaning::TagNumber => "number",
            Meaning::Route | Meaning::Transform(_) => "truth",
            Meaning::Grammar => "",
        }
    }
}

/// The meaning of a word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// A node: what stands for its parts is replaced by the values in parentheses.
    Node(Node),
    /// The value of a tag as a number.
    TagNumber,
    /// A piece that has stood on some squares.
    Route,
    /// A question that is rewritten.
    Transform(Transform),
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
    use Meaning::{Grammar, Node as Is, Route, TagNumber, Transform as Rewritten};
    /// Stands for a part.
    const S: Id = Id(0);
    words! {
    "light" "light" Is(Node::SetWord(SetWord::Light)), "The light squares.", "light";
    "dark" "dark" Is(Node::SetWord(SetWord::Dark)), "The dark squares.", "B & dark";
    "own" "own" Is(Node::SetWord(SetWord::Own)), "The pieces of the side to move.", "own";
    "enemy" "enemy" Is(Node::SetWord(SetWord::Enemy)), "The pieces of the side that is not to move.", "enemy";
    "checkers" "checkers" Is(Node::SetWord(SetWord::Checkers)), "The pieces that give check.", "checkers";
    "pinned" "pinned" Is(Node::SetWord(SetWord::Pinned)), "The pieces of either side that are pinned to their own king.", "pinned & a";
    "from" "from" Is(Node::SetWord(SetWord::From)), "The origin of the move played from this position; empty at the end of the game.", "from & P";
    "to" "to" Is(Node::SetWord(SetWord::To)), "The target of the move played from this position; of castling, of the king.", "to & enemy";
    "last_from" "last_from" Is(Node::SetWord(SetWord::LastFrom)), "The origin of the move before this position; empty at the start.", "last_from & e2";
    "last_to" "last_to" Is(Node::SetWord(SetWord::LastTo)), "The target of the move before this position.", "checkers & last_to";
    "unmoved" "unmoved" Is(Node::SetWord(SetWord::Unmoved)), "The pieces that have stood still since the game began.", "unmoved & K";

    "castling_rooks" "castling_rooks" Is(Node::SetWord(SetWord::CastlingRooks)), "The rooks of either side that may still castle.", "castling_rooks & r";
    "en_passant_square" "en_passant_square" Is(Node::SetWord(SetWord::EnPassantSquare)), "The square that a pawn has just passed by a double step.", "attackers(en_passant_square) & own & [Pp]";

    "count" "count(S)" Is(Node::Count(S)), "The number of squares of a set; `count s in S: C` counts those for which C holds.", "count(a) <= 3";
    "value" "value(S)" Is(Node::Value(S)), "The value of the pieces on a set: 1, 3, 3, 5 and 9, kings nothing.", "value(A) - value(a) >= 9";
    "moves" "moves" Is(Node::NumberWord(NumberWord::Moves)), "The number of legal moves; a promotion counts four.", "moves < 5";
    "ply" "ply" Is(Node::NumberWord(NumberWord::Ply)), "The number of moves before this position, 0 at the start of the game.", "ply < 20";
    "plies" "plies" Is(Node::NumberWord(NumberWord::Plies)), "The number of moves of the game.", "ply = plies";
    "move_number" "move_number" Is(Node::NumberWord(NumberWord::MoveNumber)), "The number of the move, as it is written.", "move_number = 10";
    "halfmoves" "halfmoves" Is(Node::NumberWord(NumberWord::Halfmoves)), "The number of moves since the last capture or move of a pawn.", "halfmoves >= 50";
    "repetition" "repetition" Is(Node::NumberWord(NumberWord::Repetition)), "How often the position has stood on the board, 1 the first time.", "repetition = 3";
    "eval" "eval" Is(Node::NumberWord(NumberWord::Eval)), "The evaluation of the position in hundredths of a pawn for White, from its comment.", "eval > 300";
    "depth" "depth" Is(Node::NumberWord(NumberWord::Depth)), "The depth in plies of the search that gave the evaluation, from its comment.", "depth >= 8";
    "clock" "clock" Is(Node::NumberWord(NumberWord::Clock)), "The time left to the mover after the move played from here, in whole seconds.", "clock < 10";
    "number" "number(Tag)" TagNumber, "The value of a tag as a number; missing if it is none.", "number(WhiteElo) - number(BlackElo) > 200";

    "check" "check" Is(Node::TruthWord(TruthWord::Check)), "The side to move is in check.", "check";
    "checkmate" "checkmate" Is(Node::TruthWord(TruthWord::Checkmate)), "The side to move is in check and has no legal move.", "checkmate";
    "stalemate" "stalemate" Is(Node::TruthWord(TruthWord::Stalemate)), "The side to move is not in check and has no legal move.", "stalemate";
    "white_to_move" "white_to_move" Is(Node::TruthWord(TruthWord::WhiteToMove)), "White is to move.", "white_to_move";
    "black_to_move" "black_to_move" Is(Node::TruthWord(TruthWord::BlackToMove)), "Black is to move.", "black_to_move";
    "won" "won" Is(Node::TruthWord(TruthWord::Won)), "The side to move can force mate, by an endgame table of at most four pieces.", "won";
    "drawn" "drawn" Is(Node::TruthWord(TruthWord::Drawn)), "Neither side can force mate, by an endgame table of at most four pieces.", "drawn";
    "lost" "lost" Is(Node::TruthWord(TruthWord::Lost)), "The other side can force mate, by an endgame table of at most four pieces.", "lost";
    "mate_in" "mate_in" Is(Node::NumberWord(NumberWord::MateIn)), "The number of moves to mate, of the side that wins; missing in a draw, and with more than four pieces.", "won and mate_in <= 10";
    "captures" "captures" Is(Node::TruthWord(TruthWord::Captures)), "The move played from here captures, en passant too.", "captures and from & Q";
    "castles" "castles" Is(Node::TruthWord(TruthWord::Castles)), "The move played from here castles.", "castles";
    "promotes" "promotes" Is(Node::TruthWord(TruthWord::Promotes)), "The move played from here promotes a pawn.", "promotes";
    "en_passant" "en_passant" Is(Node::TruthWord(TruthWord::EnPassant)), "The move played from here captures en passant.", "en_passant";
    "gives_check" "gives_check" Is(Node::TruthWord(TruthWord::GivesCheck)), "The move played from here gives check.", "gives_check and captures";

    "result" "result = 1-0" Is(Node::Text(Field::Result, TextTest::Present)), "The result at the end of the moves, or of the tag.", "result = 1-0";
    "variant" "variant = chess960" Is(Node::Text(Field::Variant, TextTest::Present)), "`standard`, `chess960`, or the tag Variant in small letters.", "variant = standard";
    "date" "date >= 2013-02" Is(Node::Text(Field::Date, TextTest::Present)), "The tag UTCDate, or Date.", "date >= 1990";
    "error" "error" Is(Node::Text(Field::Error, TextTest::Present)), "The kind of the error that ends the game.", "not error";
    "san" "san = Nf3" Is(Node::Text(Field::San, TextTest::Present)), "The move played from here, with + and #.", "san = 'O-O-O+'";
    "material" "material = KRPvKR" Is(Node::Text(Field::Material, TextTest::Present)), "The material of both sides, of either color.", "material = KRPvKR";
    "position" "position = \"FEN\"" Is(Node::Text(Field::Position, TextTest::Present)), "The position; its counters do not matter.", "position = '8/8/8/8/8/4k3/4p3/4K3 w - -'";

    "attacks" "attacks(S)" Is(Node::SetFunction(SetFunction::Attacks, S)), "The squares that the pieces on S attack; pawns their two capture squares, even if empty.", "attacks(N)";
    "attackers" "attackers(S)" Is(Node::SetFunction(SetFunction::Attackers, S)), "The pieces of both sides that attack a square of S.", "attackers(k) & A";
    "targets" "targets(S)" Is(Node::SetFunction(SetFunction::Targets, S)), "The targets of the legal moves of the pieces on S.", "targets(K)";
    "pseudo_targets" "pseudo_targets(S)" Is(Node::SetFunction(SetFunction::PseudoTargets, S)), "The targets of the moves of the pieces on S, also of those that leave the king in check.", "pseudo_targets(N) - targets(N)";
    "check_targets" "check_targets(S)" Is(Node::SetFunction(SetFunction::CheckTargets, S)), "The targets of the legal moves of the pieces on S that give check.", "check_targets(Q)";
    "movable" "movable(S)" Is(Node::SetFunction(SetFunction::Movable, S)), "The pieces of S that have a legal move.", "own - movable(own)";
    "north" "north(S)" Is(Node::Toward(Toward::Steps(1), Direction::North, S)), "S moved one step north; `north(S, 3)` three steps.", "north(P)";
    "northeast" "northeast(S)" Is(Node::Toward(Toward::Steps(1), Direction::NorthEast, S)), "S moved one step north-east.", "northeast(P)";
    "east" "east(S)" Is(Node::Toward(Toward::Steps(1), Direction::East, S)), "S moved one step east.", "east(P)";
    "southeast" "southeast(S)" Is(Node::Toward(Toward::Steps(1), Direction::SouthEast, S)), "S moved one step south-east.", "southeast(p)";
    "south" "south(S)" Is(Node::Toward(Toward::Steps(1), Direction::South, S)), "S moved one step south.", "south(p)";
    "southwest" "southwest(S)" Is(Node::Toward(Toward::Steps(1), Direction::SouthWest, S)), "S moved one step south-west.", "southwest(p)";
    "west" "west(S)" Is(Node::Toward(Toward::Steps(1), Direction::West, S)), "S moved one step west.", "west(P)";
    "northwest" "northwest(S)" Is(Node::Toward(Toward::Steps(1), Direction::NorthWest, S)), "S moved one step north-west.", "northwest(P)";
    "forward" "forward(S)" Is(Node::SetFunction(SetFunction::Forward, S)), "A step up for White's pieces on S, down for Black's.", "forward(P) & a";
    "slide" "slide(east, S)" Is(Node::Toward(Toward::Slide, Direction::North, S)), "From each square of S the empty squares in a direction, and the first piece behind them.", "slide(north, R)";
    "fill" "fill(north, S)" Is(Node::Toward(Toward::Fill, Direction::North, S)), "S and all squares in that direction.", "fill(north, P)";
    "file" "file(S)" Is(Node::SetFunction(SetFunction::File, S)), "The whole files through S.", "file(R) - file(P)";
    "rank" "rank(S)" Is(Node::SetFunction(SetFunction::Rank, S)), "The whole ranks through S.", "rank(k) & R";
    "diagonal" "diagonal(S)" Is(Node::SetFunction(SetFunction::Diagonal, S)), "The whole diagonals and anti-diagonals through S.", "diagonal(B)";
    "around" "around(S)" Is(Node::SetFunction(SetFunction::Around, S)), "The king's steps from S.", "around(k)";
    "between" "between(S, T)" Is(Node::Pair(PairFunction::Between, S, S)), "The squares strictly between squares of S and T on one line.", "between(R, k)";
    "line" "line(S, T)" Is(Node::Pair(PairFunction::Line, S, S)), "The whole lines through different squares of S and T.", "line(R, k)";
    "behind" "behind(S, T)" Is(Node::Pair(PairFunction::Behind, S, S)), "Where a square of S sees one of T: the squares beyond, up to the first piece.", "behind(B, attacks(B) & q) & k";
    "passed" "passed(S)" Is(Node::SetFunction(SetFunction::Passed, S)), "The pawns of S without an enemy pawn in front on their file or a neighbouring one.", "passed(P)";
    "isolated" "isolated(S)" Is(Node::SetFunction(SetFunction::Isolated, S)), "The pawns of S without an own pawn on a neighbouring file.", "isolated(P) & d1-8";
    "doubled" "doubled(S)" Is(Node::SetFunction(SetFunction::Doubled, S)), "The pawns of S with another own pawn on their file.", "doubled(p)";
    "connected" "connected(S)" Is(Node::SetFunction(SetFunction::Connected, S)), "The pawns of S with an own pawn beside or defending them.", "connected(P)";
    "backward" "backward(S)" Is(Node::SetFunction(SetFunction::Backward, S)), "The pawns of S that no own pawn can support, and whose next square an enemy pawn attacks.", "backward(p)";
    "hanging" "hanging(S)" Is(Node::SetFunction(SetFunction::Hanging, S)), "The pieces of S, kings not, that are attacked and not defended.", "hanging(a)";
    "flip_vertical" "flip_vertical(S)" Is(Node::SetFunction(SetFunction::FlipVertical, S)), "S upside down: the first rank becomes the eighth.", "flip_vertical(P) - p";
    "mirror_horizontal" "mirror_horizontal(S)" Is(Node::SetFunction(SetFunction::MirrorHorizontal, S)), "S from left to right: the a file becomes the h file.", "P - mirror_horizontal(P)";
    "flip_diagonal" "flip_diagonal(S)" Is(Node::SetFunction(SetFunction::FlipDiagonal, S)), "S about the diagonal a1-h8: files become ranks.", "flip_diagonal(file(K))";
    "flip_anti_diagonal" "flip_anti_diagonal(S)" Is(Node::SetFunction(SetFunction::FlipAntiDiagonal, S)), "S about the diagonal a8-h1.", "flip_anti_diagonal(P)";
    "rotate180" "rotate180(S)" Is(Node::SetFunction(SetFunction::Rotate180, S)), "S turned by half a turn: a1 becomes h8.", "rotate180(P) & p";
    "rotate_clockwise" "rotate_clockwise(S)" Is(Node::SetFunction(SetFunction::RotateClockwise, S)), "S turned by a quarter, as White sees the board: a1 becomes a8.", "rotate_clockwise(P)";
    "rotate_counterclockwise" "rotate_counterclockwise(S)" Is(Node::SetFunction(SetFunction::RotateCounterclockwise, S)), "S turned by a quarter the other way: a1 becomes h1.", "rotate_counterclockwise(P)";
    "times" "times(C)" Is(Node::Times(S)), "At how many plies up to here C held.", "times(check) >= 5";
    "route" "route(S, f1, b5, a4)" Route, "A piece of S has stood on these squares in this order, and stands on the last.", "route(B, f1, b5, a4)";
    "if" "if(C, x, y)" Is(Node::If(S, S, S)), "x where C holds, else y.", "count(if(white_to_move, P, p)) = 8";
    "min" "min(x, y)" Is(Node::Arithmetic(Arithmetic::Minimum, S, S)), "The smaller of two numbers.", "min(count(R), count(r)) = 2";
    "max" "max(x, y)" Is(Node::Arithmetic(Arithmetic::Maximum, S, S)), "The larger of two numbers.", "max(value(A), value(a)) < 10";
    "abs" "abs(x)" Is(Node::Absolute(S)), "A number without its sign.", "abs(value(A) - value(a)) >= 5";
    "either" "either(C)" Rewritten(Transform::Either), "C, or C with colors exchanged.", "either(Ke1 and not R)";
    "mirrored" "mirrored(C)" Rewritten(Transform::Mirrored), "C, or C with files exchanged, a with h.", "mirrored(Pa2 and Pb2)";
    "shifted" "shifted(C)" Rewritten(Transform::Shifted), "C, or C with its squares moved by any one displacement.", "shifted(Pd4 and Pe4)";

    "and" "C and D" Grammar, "Both hold.", "check and captures";
    "or" "C or D" Grammar, "One or both hold.", "checkmate or stalemate";
    "not" "not C" Grammar, "C does not hold.", "not Q";
    "any" "any s in S: C" Grammar, "C holds for some square of S.", "any s in N: attacks(s) & k and attacks(s) & q";
    "all" "all s in S: C" Grammar, "C holds for every square of S.", "all s in P: attackers(s) & A";
    "in" "let x = E in C" Grammar, "Ends the value of `let`, and names the set of a quantifier.", "let x = R & rank(k) in count(x) = 2";
    "let" "let x = E in C" Grammar, "A name for a value.", "let x = attacks(N) in x & k and x & q";
    "then" "C then D" Grammar, "D holds here, and C at some earlier ply.", "Qd1 then Qh5";
    "next" "C next D" Grammar, "D holds here, and C at the ply before.", "castles next check";
    "ever" "ever C" Grammar, "C holds at some ply of the game.", "ever checkmate";
    "never" "never C" Grammar, "C holds at no ply of the game.", "never castles";
    "for" "C for 8" Grammar, "C holds at each of the last positions, this one included.", "isolated(P) for 10";
    "within" "S within T" Grammar, "Every square of S is in T; `C within 4`: C at one of the last positions.", "a within d1-8";
    }
};

/// Returns the word of a name.
pub(crate) fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

/// Returns the word of a node, whatever its parts, number of steps, direction to slide or fill, and
/// value of a text are.
pub(crate) fn word_of(node: &Node) -> Option<&'static Word> {
    let node = match node.clone().map_parts(&mut |_| Id(0)) {
        Node::Toward(Toward::Steps(_), direction, part) => {
            Node::Toward(Toward::Steps(1), direction, part)
        }
        Node::Toward(function, _, part) => Node::Toward(function, Direction::North, part),
        Node::Text(field, _) => Node::Text(field, TextTest::Present),
        node => node,
    };
    WORDS.iter().find(|word| matches!(&word.meaning, Meaning::Node(known) if *known == node))
}

impl Meaning {
    /// Returns whether the word needs a game: one position does not tell.
    pub(crate) fn needs_game(&self) -> bool {
        match self {
            Meaning::TagNumber | Meaning::Route => true,
            Meaning::Node(node) => node.needs_game(),
            _ => false,
        }
    }
}
