// The course: pages in the order of the reading, each with a position, its sets and perhaps a quiz.

import type { Topic } from "./exercise.js";
import type { State } from "./state.js";

/** A question: click all squares of a set of the lesson, about another piece than the page shows. */
export interface Quiz {
  words: string;
  /** The part of the lesson, and its step from 0 whose set is the answer, if it is not the last. */
  part?: string;
  step?: number;
  /** The position, the square and the lesson, if they are not those of the page. */
  fen?: string;
  square?: string;
  steps?: Page["steps"];
  /** The answer where there is no lesson. */
  set?: string;
}

export interface Page {
  id: string;
  title: string;
  words: string[];
  fen: string;
  square: string;
  /** The sets that are shown and drawn on the board. */
  sets: string[];
  /** A lesson to step through: a technique with its piece, a topic, or the legal moves of the selected piece. */
  steps?: { technique: string; piece: string } | { topic: string } | "legality" | "pawns";
  /** The parts of that lesson which the page is about, if not all: those whose title matches. */
  parts?: RegExp;
  quiz: Quiz;
  /** Whether the words ask to use the board. */
  isPlayed?: boolean;
  /** The topic of the exercises of the page, if it has some. */
  exercise?: Topic;
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PIN = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
const CASTLED = "r3k2r/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/2KR3R w kq - 4 11";
const CHECK = "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3";
const PAWNS = "rnbqk1nr/ppp2ppp/8/3pp3/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4";
/** Lines around the rook on d4 on which the first blockers are not beside it. */
const LINES = "3r2k1/1p3ppp/p2p4/8/3R2n1/8/PP1P1PPP/6K1 w - - 0 1";
const OPEN = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

export const COURSE: readonly Page[] = [
  {
    id: "sets",
    isPlayed: true,
    exercise: "squares",
    title: "A set of squares is a number",
    words: [
      "A board has 64 squares, and a computer works with numbers of 64 bits, called words. So a word is a set of squares: a bit is 1 if its square is in the set. Bit 0 is a1, bit 1 is b1, bit 7 is h1, bit 8 is a2, and bit 63 is h8.",
      "The occupied squares are one such set. Their number is written with 16 hexadecimal digits (0 to 9, then a to f for 10 to 15), each for four squares. The last digit is a1 to d1: a1 counts 1, b1 2, c1 4 and d1 8, so f is all four of them, and e is all but a1. Play a move on the board: two bits change, and so does the number.",
    ],
    fen: START,
    square: "e2",
    sets: ["occupied"],
    quiz: { words: "Click the squares of the set 0x0000000000004281. The last digit has a1 to d1, the one before it e1 to h1, and so on.", set: "0x4281" },
  },
  {
    id: "operators",
    title: "Operators act on all squares at once",
    words: [
      "AND keeps the squares that are in both sets, OR those in either one, XOR those in exactly one, NOT all others.",
      "The square in front of a white pawn has a number that is greater by 8. So all pawns step at once by one shift of 8 bits, written << 8: each bit moves to the place whose number is greater by 8. This is called a push. AND with the empty squares removes the steps that are blocked. The second set below is where White's pawns can step, the third where they can step twice.",
    ],
    fen: OPEN,
    square: "d3",
    sets: ["white.pawns", "white.pushes", "white.double-pushes"],
    steps: "pawns",
    parts: /^$|^pushes$/,
    quiz: { words: "Black's pawns step by a shift of 8 bits to the right, >> 8. Click the next set for them: the squares that they can step to, by one square.", fen: OPEN.replace(" w ", " b "), part: "pushes", step: 2 },
  },
  {
    id: "captures",
    exercise: "wrap",
    title: "A shift over the edge needs a mask",
    words: [
      "A white pawn captures one square forward and to the side. To the right, as White sees the board, that is the number of its square plus 9: all pawns capture there by one shift of 9 bits. To the left it is 7. (The steps write << 9, and name directions on the board north, east, south and west.)",
      "A pawn on file h has no square to its right. The shift would carry it over the edge, to file a: h2 is 15, and 15 + 9 is 24, which is a4. This is called wrapping. AND with a mask removes the pawns on file h before the shift, or the squares on file a after it.",
    ],
    fen: PAWNS,
    square: "d4",
    sets: ["white.pawns", "white.pawn-captures"],
    steps: "pawns",
    parts: /to the east$/,
    quiz: { words: "Black's pawns capture to the left, as White sees the board, by a shift of 9 bits to the right, >> 9. Click the squares of all of Black's pawns after this shift, without a mask: one of them wraps.", fen: PAWNS.replace(" w ", " b "), part: "the mask before or after the shift, to the west", step: 1 },
  },
  {
    id: "lowest",
    exercise: "bits",
    title: "The lowest bit",
    words: [
      "The lowest bit of a set is the lowest one that is 1. A set is a number too, so 1 can be subtracted from it: the lowest bit becomes 0, and the zeros below it become 1.",
      "AND of both numbers, before and after the subtraction, removes the lowest bit from the set. AND with the negative of the number keeps only that bit. So a program visits the squares of a set one by one.",
    ],
    fen: CASTLED,
    square: "c1",
    sets: ["occupied"],
    steps: { topic: "bits lowest" },
    quiz: { words: "The set x has the squares e1, c3 and d5. Click the squares of x − 1.", fen: "8/8/8/3k4/8/2P5/8/4K3 w - - 0 1", part: "", step: 2 },
  },
  {
    id: "bishop",
    isPlayed: true,
    exercise: "attacks",
    title: "What a bishop attacks",
    words: [
      "A bishop attacks along four diagonals, up to and including the first piece in its way. The small board has the squares that the bishop on b5 attacks, and the steps below it find them.",
      "Click the queen on d8 to see what she attacks.",
    ],
    fen: PIN,
    square: "b5",
    sets: ["attacks@"],
    steps: { technique: "walk", piece: "bishop" },
    quiz: { words: "In another position, the bishop on c4 walks to the upper right (north-east). Click the squares of this step, to where the walk ends.", fen: OPEN, square: "c4", part: "north-east" },
  },
  {
    id: "shifts",
    exercise: "step",
    title: "Shifts cover what lies behind a blocker",
    words: [
      "Bishops, rooks and queens are sliders. The squares from a slider to the edge, in one direction, are a ray, and an occupied square on it is a blocker. A square of a ray is out of reach if there is a blocker before it.",
      "So the blockers are shifted along the ray, and the squares that they cover are removed from it. No step depends on where the blockers are: there is no loop.",
      "The steps are those to the right, which the lab calls east. Some shifted squares wrap around the edge; AND with the ray removes them. The other three directions are the same with other shifts, and the panel Techniques has them all.",
    ],
    fen: OPEN,
    square: "a1",
    sets: ["occupied", "attacks@"],
    steps: { technique: "shifted", piece: "rook" },
    parts: /^east$/,
    quiz: { words: "The rook on a8 looks to the right. Click the squares that its shifted blockers cover, after the mask.", square: "a8", part: "east", step: 6 },
  },
  {
    id: "rays",
    title: "A ray without the ray of its first blocker",
    words: [
      "The rays of the empty board are stored for every square. AND with the occupied squares finds the blockers on a ray, and the lowest or the highest of them is the nearest.",
      "The squares behind it are the ray of the same direction from the blocker's square. XOR removes them.",
    ],
    fen: OPEN,
    square: "c4",
    sets: ["occupied", "attacks@"],
    steps: { technique: "classical", piece: "bishop" },
    parts: /^north-east$/,
    quiz: { words: "The bishop on c5 looks to the south-east, to g1. Click the blockers on this ray.", square: "c5", part: "south-east", step: 0 },
  },
  {
    id: "subtraction",
    title: "A subtraction finds the first blocker",
    words: [
      "One way is to subtract: the borrow runs through the zeros up to the first occupied square, and stops there.",
      "Here o is the set of the other pieces on the line, and r the bit of the rook. In o − r the bits from the rook up to the first blocker have changed, and no other: XOR with o shows them. They are the attacked squares above the rook. Reversing the bits gives those below.",
    ],
    fen: LINES,
    square: "d4",
    sets: ["occupied", "attacks@"],
    steps: { technique: "hyperbola", piece: "rook" },
    parts: /^file$/,
    quiz: { words: "The rook on d4 looks to the right, where only g4 is occupied. On this ray the bit of the rook is subtracted twice, and twice d4 is e4. Click the squares of g4 − e4: those that the borrow runs through.", steps: { technique: "subtraction", piece: "rook" }, part: "east", step: 1 },
  },
  {
    id: "fill",
    title: "A fill spreads over the empty squares",
    words: [
      "A fill starts with the slider and adds the empty squares beside it, again and again. The attacked squares are one step further.",
      "This fill takes steps of one, two and four squares, so three steps do the work of seven. It works for any number of sliders at once.",
    ],
    fen: OPEN,
    square: "f1",
    sets: ["empty", "attacks@"],
    steps: { technique: "kogge-stone", piece: "rook" },
    parts: /^west$/,
    quiz: { words: "The rook on f8 fills to the left. After one step its set has f8 and e8. Click the next set: after two more steps, made at once.", square: "f8", part: "west", step: 3 },
  },
  {
    id: "pack",
    exercise: "index",
    title: "The relevant squares are packed into an index",
    words: [
      "Only some occupied squares matter to a bishop: those on its diagonals, without the edge. AND keeps these relevant squares.",
      "Packed side by side, their bits are a small number: the index of an entry in a table, which has the attacked squares. Some CPUs pack bits by one instruction, PEXT. Here it is done by shifts.",
    ],
    fen: OPEN,
    square: "c4",
    sets: ["occupied", "attacks@"],
    steps: { technique: "pext-emulated", piece: "bishop" },
    quiz: { words: "Click the occupied relevant squares of the bishop on g4: those whose bits are packed.", square: "g4", part: "", step: 0 },
  },
  {
    id: "rotated",
    title: "Four boards, each rotated for a line",
    words: [
      "The bits of a rank are adjacent, so a shift and an AND take its occupied squares out of the word as an index. The bits of files and diagonals are not adjacent.",
      "So three more boards are kept up to date, on which the files or the diagonals are rows. They are drawn rotated.",
    ],
    fen: OPEN,
    square: "c5",
    sets: ["occupied", "attacks@"],
    steps: { topic: "rotated-boards" },
    parts: /^four boards$|, (rank|file)$/,
    quiz: { words: "The entry of the table for g5 on its rank is 0xb0, in binary 10110000. Its lowest bit stands for a5, its highest for h5. Click its squares: those that a rook on g5 attacks on the rank.", square: "g5", part: "the row of g5, rank" },
  },
  {
    id: "kindergarten",
    exercise: "factor",
    title: "A multiplication collects a line",
    words: [
      "AND keeps the occupied squares of a diagonal, its ends too, but not the bishop's own. A diagonal has at most one square on each file. A multiplication by a file adds its squares up on the last rank, each on its own file.",
      "A shift brings six of them down: an index for one line. A bishop needs two such lookups, one for each diagonal.",
    ],
    fen: OPEN,
    square: "c4",
    sets: ["occupied", "attacks@"],
    steps: { technique: "kindergarten", piece: "bishop" },
    quiz: { words: "Click the set that is multiplied for the diagonal of the bishop on c5, from a3 to f8.", square: "c5", part: "diagonal", step: 0 },
  },
  {
    id: "magic",
    title: "How a magic multiplication finds an index",
    words: [
      "The relevant squares of both diagonals can be collected by one multiplication: only those on the diagonals, without the edge, matter to a bishop.",
      "A multiplication by a magic factor moves copies of them to the highest bits. A shift brings these bits down: they are an index into a table that has the attacked squares.",
      "Step through it, and toggle a piece with Edit: the product and the index change at once.",
    ],
    fen: OPEN,
    square: "c4",
    sets: ["occupied", "attacks@"],
    steps: { technique: "magic-fancy", piece: "bishop" },
    quiz: { words: "Click the set that is multiplied for the bishop on c5: the occupied squares on both diagonals, without the edge.", square: "c5", part: "", step: 0 },
  },
  {
    id: "pins",
    exercise: "legal",
    title: "Why a pinned knight has no moves",
    words: [
      "The knight on c6 stands alone between its king on e8 and the bishop on b5. If it left that line, the bishop would attack the king. It is pinned.",
      "A pinned piece may move only inside the pin line: the squares between the king and the bishop, and the bishop's own square. A knight always leaves the line, so it has no legal move.",
    ],
    fen: PIN,
    square: "c6",
    sets: ["potential@", "black.pin-lines", "targets@"],
    steps: "legality",
    quiz: { words: "Now a bishop stands on d7 in place of the knight, and is pinned by the bishop on b5. Click the squares that it can go to.", fen: "rn1qkbnr/pppb1ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4", square: "d7", part: "bishop on d7" },
  },
  {
    id: "checks",
    title: "The check mask",
    words: [
      "The bishop on b4 gives check. A move other than the king's must capture it or step between: its target must be in the check mask.",
      "AND with the mask turns the potential moves of every piece into those that answer the check. With two checkers the mask is empty, and only the king moves.",
    ],
    fen: CHECK,
    square: "b1",
    sets: ["checkers", "check-mask", "targets@"],
    steps: "legality",
    quiz: { words: "Click the squares that the bishop on c1 can go to: AND with the check mask.", square: "c1", part: "bishop on c1" },
  },
  {
    id: "legal",
    isPlayed: true,
    title: "From potential to legal moves",
    words: [
      "Legal moves are found without trying any: check mask, pin lines and the squares that the king must avoid are sets, and AND does the rest.",
      "The king must avoid what the enemy attacks once the king is lifted off the board: on the board it would hide the square behind it from a rook that gives check, and could step back there.",
      "Select a piece on the board, and follow its moves from potential to legal.",
    ],
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    square: "e1",
    sets: ["targets@", "black.attacks"],
    steps: "legality",
    quiz: { words: "The rook on b4 gives check to the king on e4. Click the king's potential moves without its own pawn, AND NOT what Black attacks with the king lifted off the board.", fen: "4k3/8/8/8/1r2K3/3P4/8/8 w - - 0 1", square: "e4", part: "king on e4" },
  },
];

/** Returns the place of a page, or of the first page if there is no such page. */
export function pageAt(id: string): number {
  return Math.max(0, COURSE.findIndex((page) => page.id === id));
}

/** Returns the state of a page: its position and its sets. */
export function pageState({ id, fen, square, sets: names }: Page): Partial<State> {
  const sets = names.map((name) => ({ kind: "named", name }) as const);
  return { lesson: id, fen, square, sets, layers: sets.map(() => true), occupied: null };
}
