// What the page shows, kept in the address so that it can be reloaded, shared and gone back to.

/** A set of the panel: named, of a fixed value, or a set expression, which may name those before it. */
export type SetChoice =
  | { kind: "named"; name: string }
  | { kind: "fixed"; value: string }
  | { kind: "expression"; text: string };

export const TABS = ["sets", "techniques", "legality", "perft", "play", "games", "lessons"] as const;
export type Tab = (typeof TABS)[number];

export type Side = "white" | "black";

export interface State {
  tab: Tab;
  fen: string;
  /** The selected square. */
  square: string;
  flipped: boolean;
  /** Whether pieces are put and moved freely. */
  editing: boolean;
  sets: SetChoice[];
  /** Which sets are drawn on the board. */
  layers: boolean[];
  /** The place of the mapping of squares to bits. */
  mapping: number;
  techniques: string[];
  piece: string;
  /** The occupancy of the techniques panel, or null for the occupancy of the board. */
  occupied: string | null;
  /** The set expression of the panels Sets and Games. */
  expression: string;
  step: number;
  depth: number;
  /** What the legality panel shows: one piece, all pieces, or all pawns at once. */
  scope: string;
  /** The page of the course. */
  lesson: string;
  /** The topic and the number of the exercise, such as attacks-7; empty for the first one on the page. */
  exercise: string;
  /** The level of the computer. */
  level: number;
  /** The side that the person plays; empty until a game begins. */
  side: Side | "";
  /** What decides which of several good moves the computer plays. */
  seed: number;
  /** The position of the game in which the person resigned, or empty. */
  resigned: string;
  /** The first position of the game, or empty for the usual one. */
  start: string;
  /** The moves of the game in standard notation, with spaces between them. */
  moves: string;
  /** The position and the sets from before the lessons, as `keep` writes them, or null. */
  kept: string | null;
}

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The square that is selected when a game begins. */
export const FIRST_SQUARE = "e2";

export const MAX_SETS = 24;

/** The longest list of moves of an address; a longer game is only its position there. */
const MAX_MOVES = 4000;

/** The longest set expression. */
export const MAX_EXPRESSION = 2000;

/** The longest address that is read, decoded. */
const MAX_ADDRESS = 8192;

export function initial(): State {
  return {
    tab: "sets",
    // The bishop on b5 attacks seven squares, and pins the knight on c6.
    fen: "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4",
    square: "b5",
    flipped: false,
    editing: false,
    sets: [
      { kind: "named", name: "attacks@" },
      { kind: "named", name: "black.pinned" },
      { kind: "named", name: "black.pin-lines" },
    ],
    layers: [true, true, true],
    mapping: 0,
    techniques: ["magic-fancy"],
    piece: "bishop",
    occupied: null,
    expression: "",
    step: 0,
    depth: 4,
    scope: "piece",
    lesson: "",
    exercise: "",
    level: 3,
    side: "",
    seed: 1,
    resigned: "",
    start: "",
    moves: "",
    kept: null,
  };
}

/** Returns whether a text can be a set of the panel: an address separates sets by semicolons. */
export function isSetExpression(text: string): boolean {
  return /^[^;\x00-\x1f\x7f]{1,500}$/.test(text);
}

function writeSet(set: SetChoice, shown: boolean): string {
  const mark = shown ? "" : "!";
  switch (set.kind) {
    case "named":
      return mark + set.name;
    case "fixed":
      return `${mark}0x${set.value}`;
    case "expression":
      return `${mark}=${set.text}`;
  }
}

function readSet(text: string): [SetChoice, boolean] | null {
  const shown = !text.startsWith("!");
  const rest = shown ? text : text.slice(1);
  const fixed = /^0x([0-9a-f]{1,16})$/.exec(rest);
  if (fixed?.[1]) {
    return [{ kind: "fixed", value: fixed[1].padStart(16, "0") }, shown];
  }
  if (isSetExpression(rest.slice(1)) && rest.startsWith("=")) {
    return [{ kind: "expression", text: rest.slice(1) }, shown];
  }
  return /^[a-z.-]+(?:@(?:[a-h][1-8])?)?$/.test(rest) ? [{ kind: "named", name: rest }, shown] : null;
}

/** Returns the part of the address after `#`. */
export function write(state: State): string {
  const first = initial();
  const words = new URLSearchParams();
  const add = (name: string, value: string, usual: string) => {
    if (value !== usual) {
      words.set(name, value);
    }
  };
  const setText = (state: State) =>
    state.sets.map((set, place) => writeSet(set, state.layers[place] ?? true)).join(";");
  // An address without anything is a visit from elsewhere, which opens the lessons.
  words.set("tab", state.tab);
  const isPlayed = state.tab === "play";
  add("fen", state.fen, isPlayed ? START : first.fen);
  // Without a square the panel Legality chooses one.
  add("square", state.square, state.tab === "legality" ? "" : isPlayed ? FIRST_SQUARE : first.square);
  add("flipped", state.flipped ? "1" : "", "");
  add("editing", state.editing ? "1" : "", "");
  add("sets", setText(state), setText(first));
  add("mapping", String(state.mapping), "0");
  add("techniques", state.techniques.join(";"), first.techniques.join(";"));
  add("piece", state.piece, first.piece);
  add("occupied", state.occupied ?? "", "");
  add("find", state.expression, "");
  add("step", String(state.step), "0");
  add("depth", String(state.depth), String(first.depth));
  add("scope", state.scope, first.scope);
  add("lesson", state.lesson, "");
  add("exercise", state.exercise, "");
  add("level", String(state.level), String(first.level));
  add("side", state.side, "");
  add("seed", String(state.seed), String(first.seed));
  if (isPlayed && state.moves.length <= MAX_MOVES) {
    add("resigned", state.resigned, "");
    add("start", state.start, "");
    add("moves", state.moves, "");
  }
  add("kept", state.kept ?? "", "");
  return words.toString();
}

/** Reads an address; what is not valid there is as at first. */
export function read(address: string): State {
  const state = initial();
  let words: URLSearchParams;
  try {
    words = new URLSearchParams(address);
  } catch {
    return state;
  }
  if ([...words].reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_ADDRESS) {
    return state;
  }
  const take = (name: string, valid: RegExp, set: (value: string) => void) => {
    const value = words.get(name);
    if (value !== null && valid.test(value)) {
      set(value);
    }
  };
  take("tab", new RegExp(`^(?:${TABS.join("|")})$`), (value) => (state.tab = value as Tab));
  if (state.tab === "play") {
    [state.fen, state.square] = [START, FIRST_SQUARE];
  }
  take("fen", /^[\x20-\x7e]{1,200}$/, (value) => (state.fen = value));
  take("square", /^[a-h][1-8]$/, (value) => (state.square = value));
  take("flipped", /^1$/, () => (state.flipped = true));
  take("editing", /^1$/, () => (state.editing = true));
  take("mapping", /^[0-4]$/, (value) => (state.mapping = Number(value)));
  take("techniques", /^[a-z0-9;-]{1,100}$/, (value) => {
    state.techniques = value.split(";").slice(0, 2);
  });
  take("piece", /^(?:rook|bishop|queen)$/, (value) => (state.piece = value));
  take("occupied", /^[0-9a-f]{16}$/, (value) => (state.occupied = value));
  take("find", new RegExp(`^[^\\x00-\\x1f\\x7f]{1,${MAX_EXPRESSION}}$`), (value) => (state.expression = value));
  take("step", /^\d{1,3}$/, (value) => (state.step = Number(value)));
  take("depth", /^[1-8]$/, (value) => (state.depth = Number(value)));
  take("scope", /^(?:piece|all|pawns)$/, (value) => (state.scope = value));
  take("lesson", /^[a-z0-9-]{1,40}$/, (value) => (state.lesson = value));
  take("exercise", /^(?:squares|bits|wrap|attacks|step|index|factor|legal)-[1-9]\d{0,5}$/, (value) => (state.exercise = value));
  take("level", /^[1-8]$/, (value) => (state.level = Number(value)));
  take("side", /^(?:white|black)$/, (value) => (state.side = value as Side));
  take("seed", /^[1-9]\d{0,5}$/, (value) => (state.seed = Number(value)));
  take("resigned", /^[\x20-\x7e]{1,200}$/, (value) => (state.resigned = value));
  take("start", /^[\x20-\x7e]{1,200}$/, (value) => (state.start = value));
  take("moves", new RegExp(`^[a-hxKQRBNO0-9=+# -]{1,${MAX_MOVES}}$`), (value) => (state.moves = value));
  take("kept", /^\?[\x20-\x7e]{0,4000}$/, (value) => (state.kept = value));
  const sets = words.get("sets");
  if (sets !== null) {
    state.sets = [];
    state.layers = [];
    for (const text of sets.split(";").filter(Boolean).slice(0, MAX_SETS)) {
      const found = readSet(text);
      if (!found) {
        break;
      }
      state.sets.push(found[0]);
      state.layers.push(found[1]);
    }
  }
  return state;
}

/** Writes the position and the sets of a state, for `restore`. */
export function keep({ fen, square, sets, layers, occupied }: State): string {
  return `?${write({ ...initial(), fen, square, sets, layers, occupied })}`;
}

/** Returns the position and the sets that were kept. The FEN is not checked. */
export function restore(kept: string) {
  const { fen, square, sets, layers, occupied } = read(kept.slice(1));
  return { fen, square, sets, layers, occupied };
}
