//! A hostile text: everything that looks like the start of a game but is none, and starts of games
//! that do not look like it.

use crate::random::Random;

/// Parts of games, most of which hide or cut the start of a game.
const PARTS: [&str; 41] = [
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
    "[Event \"b\"]\r\n[White \"x\"]\r\n\r\n1. d4 d5 *\r\n\r\n",
    "[Event \"c\"]\n\n1. e4 {a comment\n[Event \"not a game\"]\n\n1. d4 *\n\n} e5 2. Nc3 0-1\n\n",
    "[Event \"d\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4\n[Event \"inside a variation\"]\n\n) 2. c4) e5 1-0\n",
    "[Event \"e\"]\n[Event \"f\"]\n[Event \"g\"]\n",
    "[Event \"tags only\"]\n[White \"w\"]\n\n",
    "[White \"no event\"]\n[Black \"b\"]\n\n1. c4 c5 1/2-1/2\n",
    "[White \"first\"]\n[Event \"h\"]\n\n1. Nf3 *\n",
    "1. e4 e5 *",
    " 1. e4 c5 2. Nf3 d6 1-0 1. d4 *\n",
    "[Event \"unclosed]\n[Site \"s\"]\n\n1. e4 *\n\n",
    "[Event \"i\"]\n\n1. e4 e5 2. Ke3 {an illegal move\n[Event \"j\"]\n} 2... Nc6 1-0\n\n",
    "[Event \"k\"]\n\n1. e4 e5 2. Qh5",
    "\n[Event \"quote \\\" inside\"]\n\n1. e4 1-0\n",
    "{a comment before\n[Event \"l\"]\n\n}\n",
    "[Event \"m\"] {after the tag\n[Event \"n\"]\n}\n\n1. e4 *\n",
    "; to the end of the line [Event \"o\"]\n",
    "1. e4 ; a comment {\n[Event \"p\"]\n\n1. d4 d5 *\n",
    "%escaped {\n[Event \"q\"]\n\n1. e4 *\n",
    " %not escaped\n",
    "[Event \"r\"]\n\n1. e4 *\n% {[Event \"s\"]\n",
    "\u{feff}[Event \"after a mark\"]\n\n1. e4 *\n",
    "\n\u{feff}1. e4 *\n",
    "[Event \"t\"]\n\n*\n",
    "[Event \"u\"]\n\n1. e4 } e5 1-0\n\n",
    "[Event \"v\"]\n\n1. e4 ) e5 1-0\n\n",
    "{ an open comment that ends late\n[Event \"w\"]\n\n",
    "[Event \"w2\"]\n\n1. e4 {not closed\r\n\r\n[Event \"w3\"]\n\n1. d4 {here} *\n",
    " } ",
    "1-0\n",
    "0-1 {on the line of the result\n[Event \"x\"]\n}\n",
    "@ ",
    "[Event \"y\"]\n[FEN \"bad\"]\n\n1. e4 *\n",
    "[Event \"z\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *\n",
    "[Event \"aa\"\n]\n\n1. e4 *\n",
    "[Event \"bb\"]\n\n1. e4 -- 2. d4 1/2\n",
    "[Event \"cc\"]\n\n1. e4 e5 1-0 1. d4 [Event \"dd\"]\n\n*\n",
    "[Event \"ee\"]\n\n(1. e4) 1. d4 *\n",
    "[Event \"ff\"]\n\n1. e4 $1 $999999 e5 *\n",
    "\n\n\n",
    "[Event \"a long one\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n\n",
];

/// Returns a text of at least this many bytes.
pub fn hostile_text(random: &mut Random, length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < length {
        text.extend_from_slice(PARTS[random.below(PARTS.len())].as_bytes());
        // Most comments are closed soon, so that not all of the text is one.
        if random.below(4) == 0 {
            text.extend_from_slice(b" }\n*\n");
        }
    }
    text
}
