// The state of the page, the answers for it, and who is told when it changes.
import { type Engine, type Failure, isFailure } from "./engine.js";
import { COURSE, pageAt, pageState } from "./course.js";
import { announce, sentence } from "./dom.js";
import { askExpression, definitionsIn, type Names, namesOf } from "./expressions.js";
import type { StepSet } from "./lesson.js";
import type { Line } from "./line.js";
import * as modules from "./modules.js";
import { fromHex, members, SQUARES, squareIndex } from "./squares.js";
import { recall } from "./storage.js";
import { FIRST_SQUARE, initial, keep, read, restore, type Side, START, type State, type Tab, write } from "./state.js";

/** A legal move. */
export interface Move {
  from: string;
  /** For castling the square of the rook. */
  to: string;
  destination: string;
  promotion: string | null;
  uci: string;
  san: string;
}

/** What the module says of the position on the board. */
export interface Position {
  /** The pieces from a1 to h8. */
  placement: string;
  turn: Side;
  castling: string;
  /** Why the position cannot be played, or what follows is there. */
  unplayable?: string;
  chess960?: boolean;
  check?: boolean;
  king?: string;
  outcome?: string | null;
  moves?: Move[];
}

/** The results of a position of few pieces. */
export interface Endgame {
  side: string;
  other: string;
  result: string;
  moves: { uci: string; san: string; result: string }[];
  /** The result for the other king on each square, where it can be. */
  squares: (string | null)[];
}

/** A quiz that is answered on the board: its pieces, the square of its piece, and the squares clicked so far. */
export interface BoardQuiz {
  placement: string;
  square: string;
  clicked: bigint;
  /** A click on a square. */
  toggle: (square: number) => void;
  /** Leads the focus from the board back to the quiz. */
  back: () => void;
}

/** The values of the sets of the panel; null where the position must be playable for one. */
export interface SetValues {
  sets: ({ set: string; word: string } | null)[];
  mapping: string;
  bits: number[];
}

const PIECES: Record<string, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** A set of the tree. A name that ends in @ refers to the selected square. */
export interface NamedSet {
  name: string;
  label: string;
  /** What the set is in the language of expressions, with @ for the square, or nothing. */
  expression: string;
  words: string;
}

/** The tree of named sets, which the build puts here. */
declare const GROUPS: { title: string; sets: NamedSet[] }[];

/** Returns the name of a piece letter, such as "white knight". */
export function pieceName(letter: string): string {
  const role = PIECES[letter.toLowerCase()] ?? "piece";
  return `${sideOf(letter)} ${role}`;
}

/** Returns the side of a piece letter. */
export function sideOf(letter: string): Position["turn"] {
  return letter === letter.toUpperCase() ? "white" : "black";
}

/** Returns the state of a visit without an address: the lesson where the last visit ended, or the first one. */
function visit(): State {
  const page = COURSE[pageAt(recall("lesson") ?? "")];
  return { ...initial(), tab: "lessons", kept: keep(initial()), ...(page ? pageState(page) : {}) };
}

export class App {
  readonly engine: Engine;
  /** The tree of named sets. */
  readonly groups = GROUPS;
  state: State;
  position: Position;
  values: SetValues;
  /** Why the sets that are expressions have no value, by their places. */
  setErrors: string[] = [];
  /** The moves to the position and after it, and the number of those before it. */
  line: Line = { fens: [], sans: [] };
  ply = 0;
  /** The squares that the last move left and reached. */
  lastMove: readonly string[] = [];
  /** The set of the step that the open panel shows; the board then draws it and no other set. */
  stepSet: StepSet | null = null;
  /** The results of the position, if they are wanted and known. */
  endgame: Endgame | null = null;
  /** Whether a person may move; in a game it may be the turn of the computer. */
  mayMove = true;
  /** A file of games for the panel Games. */
  pgn: File | null = null;
  /** Whether the panel Games is to find the games that match the expression. */
  finds = false;
  /** The quiz on the board, until the state changes. */
  quiz: BoardQuiz | null = null;
  /** An illegal move that the reader asked about, and the step that forbids it. */
  asked: { fen: string; from: string; to: string; step: number } | null = null;
  /** What is wrong with the FEN or the sets of the address, until a person makes a step of history. */
  error: Failure["error"] | null = null;
  readonly #listeners: (() => void)[] = [];
  /** The position of the results. */
  #solved = "";
  /** The line in which the position was found. */
  #followed: Line | null = null;
  /** The addresses of changes that are not yet written. */
  readonly #addresses: { address: string; step: boolean }[] = [];

  constructor(engine: Engine) {
    this.engine = engine;
    this.state = initial();
    this.position = engine.sure({ ask: "position", fen: this.state.fen });
    this.values = { sets: [], mapping: "", bits: [] };
    // More can be answered then, also about the sets of the panel.
    modules.listenForModules(() => {
      this.#compute();
      this.#tell();
    });
    self.addEventListener("pagehide", () => this.#writeAddresses());
    // A link inside the page causes `popstate` too. `hashchange` comes after it, and would drop a
    // change that was made since then.
    self.addEventListener("popstate", () => this.#readAddress());
    this.#readAddress();
  }

  /** Answers a question about the steps of lessons, once their module has been loaded. */
  teach<T extends object>(question: object): T | Failure {
    return modules.lessons.value?.ask<T>(question) ?? { error: { message: "" } };
  }

  /** Draws everything again, with a quiz on the board or results of the position, or because more can be answered now. */
  refresh(changes: Partial<Pick<App, "quiz" | "endgame">> = {}): void {
    Object.assign(this, changes);
    this.#tell();
  }

  /** Calls a function after each change. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Changes the state. A change that a person would want to go back from makes a step of history. */
  change(changes: Partial<State>, { step = false } = {}): void {
    this.state = { ...this.state, ...changes };
    this.error = step ? null : this.error;
    this.quiz = null;
    this.#compute();
    this.#addresses.push({ address: `#${write(this.state)}`, step });
    // Chromium takes milliseconds to write an address, so the sets are drawn first.
    setTimeout(() => this.#writeAddresses());
    this.#tell();
  }

  /** Returns the part of the address after `#` for what is shown. */
  address(): string {
    return write(this.state);
  }

  /** Opens a panel. Lessons set the board, so the position and the sets from before them are restored after them. */
  open(tab: Tab): void {
    const { kept, lesson, tab: before } = this.state;
    const page = COURSE[pageAt(lesson)];
    if (tab === before) {
      this.change({ step: 0 }, { step: true });
    } else if (tab === "lessons" && page) {
      this.change({ ...pageState(page), tab, step: 0, kept: kept ?? keep(this.state) }, { step: true });
    } else {
      this.change({ tab, step: 0, ...this.#restored(), kept: null }, { step: true });
      if (tab === "legality") {
        this.change({ square: this.#ownSquare() });
      } else if (tab === "play") {
        this.change(this.#firstGame());
      }
    }
  }

  /** Begins a game at the start position. */
  begin(changes: Partial<State>): void {
    this.line = { fens: [START], sans: [] };
    this.change({ ...changes, fen: START, square: FIRST_SQUARE, occupied: null }, { step: true });
  }

  /** Opens a file of games in the panel Games. */
  showGames(pgn: File): void {
    this.pgn = pgn;
    this.open("games");
  }

  /** Finds the games of the panel Games that match the expression. */
  findGames(): void {
    this.finds = true;
    this.open("games");
  }

  /** Opens the panel Legality at a step, for the selected piece of the position on the board. */
  openLegality(step: number): void {
    this.change({ tab: "legality", scope: "piece", step }, { step: true });
  }

  /** Shows the step that forbids a move of the selected piece. */
  explainIllegal(to: string, step: number): void {
    this.asked = { fen: this.state.fen, from: this.state.square, to, step };
    this.change({ scope: "piece", step }, { step: true });
    announce(`${this.state.square} to ${to} is illegal: step ${step + 1} removes ${to}.`);
  }

  /** Sets the position from a text; returns the fault of the text. */
  setFen(fen: string): Failure["error"] | null {
    const answer = this.engine.ask<Position>({ ask: "position", fen });
    if (isFailure(answer)) {
      return answer.error;
    }
    const chosen = { fen: fen.trim(), occupied: null };
    const { kept } = this.state;
    // A position that a person sets during the lessons is kept too.
    const changed = kept === null ? null : keep({ ...this.state, ...restore(kept), ...chosen });
    this.change({ ...chosen, kept: changed }, { step: true });
    return null;
  }

  /** Plays a move that a person made or typed; returns the fault of the move. */
  play(move: string): Failure["error"] | null {
    return this.mayMove ? this.#play(move, true) : { message: "it is not your turn" };
  }

  /** Plays a move of the computer. The back button takes back the move before it too. */
  reply(move: string): void {
    this.#play(move, false);
  }

  #play(move: string, step: boolean): Failure["error"] | null {
    const answer = this.engine.ask<{ fen: string; move: Move }>({
      ask: "play",
      fen: this.state.fen,
      move,
    });
    if (isFailure(answer)) {
      return answer.error;
    }
    const { fens, sans } = this.line;
    if (fens[this.ply + 1] !== answer.fen) {
      const [before, made] = [fens.slice(0, this.ply + 1), sans.slice(0, this.ply)];
      this.line = { fens: [...before, answer.fen], sans: [...made, answer.move.san] };
    }
    this.change({ fen: answer.fen, square: answer.move.destination, occupied: null }, { step });
    const { outcome, check } = this.position;
    const next = outcome ?? (check ? "check" : `${this.position.turn} to move`);
    announce(`${answer.move.san}. ${sentence(next)}.`);
    return null;
  }

  /** Shows the position after a number of moves of a line; by default of the line on the board. */
  goTo(ply: number, line: Line = this.line): void {
    const fen = line.fens[ply];
    if (fen !== undefined) {
      this.line = line;
      this.change({ fen, occupied: null });
    }
  }

  /** Changes the board without the rules. */
  edit(changes: object): void {
    const answer = this.engine.ask<{ fen: string }>({ ask: "edit", fen: this.state.fen, ...changes });
    if (!isFailure(answer)) {
      this.change({ fen: answer.fen, occupied: null }, { step: true });
    }
  }

  /** Returns the letter of the piece on a square, or null. */
  pieceAt(square: number, { placement } = this.position as { placement: string }): string | null {
    const letter = placement.charAt(square);
    return letter === "." || letter === "" ? null : letter;
  }

  /** Returns the names that expressions may have besides the words of the language. */
  names(): Names {
    return namesOf(this.state.square, this.state.sets.map((_, place) => this.value(place)));
  }

  /** Returns the value of the set at a place of the panel. */
  value(place: number): bigint | null {
    const value = this.values.sets[place];
    return value ? fromHex(value.set) : null;
  }

  /** Returns the label of a named set, what it is in words, and as an expression. */
  describe(name: string): [string, string, string] {
    const [base = "", square] = name.split("@");
    const key = square === undefined ? base : `${base}@`;
    const named = this.groups.flatMap(({ sets }) => sets).find((set) => set.name === key);
    if (!named) {
      return [name, "", ""];
    }
    const place = square || this.state.square;
    return [square === undefined ? named.label : `${named.label} ${place}`, named.words, named.expression.replaceAll("@", place)];
  }

  /** Returns the occupied squares of the board. */
  occupied(): bigint {
    return SQUARES.reduce(
      (sum, _, square) => (this.pieceAt(square) ? sum | (1n << BigInt(square)) : sum),
      0n,
    );
  }

  /**
   * Returns the selected square if the side to move has a piece there, else the square of a pinned
   * piece, or of a piece that can move.
   */
  #ownSquare(): string {
    const { fen, square } = this.state;
    const { turn, moves, king } = this.position;
    const letter = this.pieceAt(squareIndex(square));
    if (!moves || (letter && sideOf(letter) === turn)) {
      return square;
    }
    const sets = `${turn}.pinned`;
    const [pinned] = this.engine.sure<SetValues>({ ask: "sets", fen, square, sets }).sets;
    const [first = -1] = members(fromHex(pinned?.set ?? "0"));
    return SQUARES[first] ?? moves[0]?.from ?? king ?? square;
  }

  /** Returns the state of the first game: the start position, not the example, and the side to move. */
  #firstGame(): Partial<State> {
    const { fen, side } = this.state;
    if (side !== "") {
      return {};
    }
    return fen === initial().fen ? { side: "white", fen: START, square: FIRST_SQUARE } : { side: this.position.turn };
  }

  /** Takes the game of an address as the line, unless the line has it already. */
  #readGame({ start, moves, fen }: State): void {
    const fens = [start || START];
    const sans: string[] = [];
    for (const move of moves.split(" ").filter(Boolean)) {
      const answer = this.engine.ask<{ fen: string; move: Move }>({ ask: "play", fen: fens.at(-1) ?? "", move });
      if (isFailure(answer)) {
        break;
      }
      fens.push(answer.fen);
      sans.push(answer.move.san);
    }
    // A way back leads to a shorter game, after which the rest can be played again.
    const isKnown = fens.every((fen, at) => fen === this.line.fens[at]);
    if (!isKnown && fens.includes(fen)) {
      this.line = { fens, sans };
    }
  }

  /** Returns the position and the sets from before the lessons, if they were kept. */
  #restored(): Partial<State> {
    const { kept } = this.state;
    if (kept === null) {
      return {};
    }
    const state = restore(kept);
    // The address may have any text.
    return isFailure(this.engine.ask<Position>({ ask: "position", fen: state.fen })) ? {} : state;
  }

  /** Writes the addresses of the changes since the last time. */
  #writeAddresses(): void {
    for (const { address, step } of this.#addresses.splice(0)) {
      if (address !== self.location.hash) {
        // A page that has the lab in a frame keeps its own history.
        if (step && self === top) {
          history.pushState(null, "", address);
        } else {
          history.replaceState(null, "", address);
        }
      }
    }
  }

  #readAddress(): void {
    // The addresses that wait belong to the state before.
    this.#addresses.length = 0;
    this.quiz = null;
    const address = self.location.hash.slice(1);
    const state = address === "" ? visit() : read(address);
    const answer = this.engine.ask<Position>({ ask: "position", fen: state.fen });
    this.error = isFailure(answer) ? answer.error : null;
    this.state = this.error ? { ...state, fen: initial().fen } : state;
    if (state.moves !== "") {
      this.#readGame(state);
    }
    this.#compute();
    if (state.tab === "play" && state.side === "") {
      this.state = { ...this.state, side: this.position.turn };
    }
    if (state.tab === "legality" && !new URLSearchParams(address).has("square")) {
      this.state = { ...this.state, square: this.#ownSquare() };
      this.#compute();
    }
    if (address === "") {
      this.#addresses.push({ address: `#${write(this.state)}`, step: false });
      setTimeout(() => this.#writeAddresses());
    }
    this.#tell();
  }

  #compute(): void {
    const { fen, square, mapping } = this.state;
    const before = this.position;
    this.endgame = this.#solved === fen ? this.endgame : null;
    this.#solved = fen;
    this.position = this.engine.sure({ ask: "position", fen });
    this.values = this.#setValues(fen, square, mapping);
    if (this.line.fens[this.ply] !== fen || this.line !== this.#followed) {
      this.#follow(fen, before);
    }
    const { fens: [start = START], sans } = this.line;
    const isPlayed = this.state.tab === "play";
    this.state = { ...this.state, start: isPlayed && start !== START ? start : "", moves: isPlayed ? sans.join(" ") : "" };
  }

  /** Finds the position in its line, or begins a new line. */
  #follow(fen: string, shown: Position): void {
    const last = this.line.fens[this.ply];
    const at = this.line.fens.indexOf(fen);
    this.line = at < 0 ? { fens: [fen], sans: [] } : this.line;
    this.#followed = this.line;
    this.ply = Math.max(0, at);
    const [before, san] = [this.line.fens[at - 1], this.line.sans[at - 1]];
    // After a move the position before it is the one that was shown.
    const isShown = before !== undefined && before === last;
    const { moves = [] } = isShown ? shown : before === undefined ? {} : this.engine.sure<Position>({ ask: "position", fen: before });
    this.lastMove = moves.filter((move) => move.san === san).flatMap(({ from, destination }) => [from, destination]);
  }

  #setValues(fen: string, square: string, mapping: number): SetValues {
    const ask = (sets: string[]) => this.engine.ask<SetValues>({ ask: "sets", fen, square, mapping, sets });
    const asked = this.state.sets.map((set) => (set.kind === "named" ? set.name : `0x${set.kind === "fixed" ? set.value : 0}`));
    const answer = ask(asked);
    if (!isFailure(answer)) {
      return this.state.sets.some(({ kind }) => kind === "expression") ? this.#withExpressions(answer, ask) : answer;
    }
    // A set of the address that does not exist: without it, and those after it.
    this.state = { ...this.state, sets: [], layers: [] };
    this.error = answer.error;
    return this.engine.sure({ ask: "sets", fen, square, mapping, sets: [] });
  }

  /** Evaluates the sets that are expressions, in their order: each may name those before it. */
  #withExpressions(answer: SetValues, ask: (sets: string[]) => SetValues | Failure): SetValues {
    const { fen, square } = this.state;
    void modules.worker.load();
    this.setErrors = [];
    const values = answer.sets.map((value) => (value ? fromHex(value.set) : null));
    this.state.sets.forEach((set, place) => {
      if (set.kind === "expression") {
        const definitions = definitionsIn(set.text, namesOf(square, values.slice(0, place)));
        const found = askExpression<{ set: string }>({ ask: "set-value", text: set.text, fen, definitions });
        this.setErrors[place] = isFailure(found) ? found.error.message : "";
        values[place] = isFailure(found) ? null : fromHex(found.set);
      }
    });
    const whole = ask(values.map((value) => `0x${(value ?? 0n).toString(16)}`));
    return isFailure(whole) ? answer : { ...whole, sets: whole.sets.map((value, place) => (values[place] == null ? null : value)) };
  }

  #tell(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
