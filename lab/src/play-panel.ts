// The play panel: a game against the computer on the board, and the sets behind its moves.
import type { App, Move } from "./app.js";
import { announce, button, field, h, select, sentence, setAttribute, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { equation } from "./figures.js";
import type { StepSet } from "./lesson.js";
import { fromHex, SQUARES, squareIndex } from "./squares.js";
import { copyText, download } from "./take-away.js";
import { LabWorker } from "./workers.js";

/** What is said of a position of the game. */
interface Look {
  result: string | null;
  reason: string | null;
  why: Why | null;
}

/** How a game has ended, in the notation of PGN and in words. */
interface Ending {
  result: string;
  reason: string;
}

/** The sets behind a move of the computer. */
interface Why {
  san: string;
  expected: string | null;
  score: string | null;
  sets: { expression: string; meaning: string; set: string }[];
}

const LEVELS = Array.from({ length: 8 }, (_, at) => {
  const words = at === 0 ? ", for a beginner" : at === 7 ? ", strong" : "";
  return [String(at + 1), `${at + 1}${words}`] as const;
});

const SIDES = [
  ["white", "White"],
  ["black", "Black"],
] as const;

export class PlayPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #worker = new LabWorker();
  readonly #status = h("p", { class: "play-status" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #level: HTMLSelectElement;
  readonly #side: HTMLSelectElement;
  readonly #back = button("Take back", () => this.#takeBack());
  readonly #hintButton = button("Hint", () => void this.#ask());
  readonly #resign = button("Resign", () => this.#giveUp());
  readonly #games = button("Open in Games", () => void this.#pgn((pgn) => this.#app.showGames(new File([pgn], "game.pgn"))));
  readonly #why = h("section", { class: "why", "aria-label": "The sets behind the last move of the computer" });
  /** The game that the worker was asked about last. */
  #asked = "";
  /** What is said of the position on the board, once the worker has answered. */
  #look: Look | null = null;
  #shownWhy: Why | null = null;
  #hint: Move | null = null;
  /** Whether the worker looks for a hint at the position on the board. */
  #isLooking = false;
  /** The place of the set that the big board shows, or -1. */
  #chosen = -1;

  constructor(app: App) {
    this.#app = app;
    this.#level = select(LEVELS, "3", (level) => app.change({ level: Number(level) }));
    this.#side = select(SIDES, "white", (side) => app.change({ side: side === "black" ? "black" : "white", flipped: side === "black" }));
    this.element = h(
      "div",
      { class: "play-panel" },
      h("h2", {}, "Play against the computer"),
      this.#status,
      this.#error,
      h("div", { class: "buttons" }, this.#back, this.#hintButton, this.#resign, button("New game", () => this.#begin())),
      h("div", { class: "choices" }, field("Level", this.#level), field("You play", this.#side)),
      this.#why,
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": "The game as PGN" },
        this.#games,
        button("Save as PGN", () => void this.#pgn((pgn) => download(new Blob([pgn], { type: "application/x-chess-pgn" }), "game.pgn"))),
        button("Copy PGN", () => void this.#pgn((pgn) => void copyText(pgn, "the game"))),
      ),
    );
    this.#showWhy();
  }

  update(): void {
    const { state, position } = this.#app;
    this.#level.value = String(state.level);
    this.#side.value = state.side;
    const asked = position.moves && !state.editing ? JSON.stringify([this.#game(), this.#isAtEnd()]) : "";
    if (asked !== this.#asked) {
      this.#asked = asked;
      this.#look = null;
      this.#hint = null;
      this.#isLooking = false;
      setText(this.#error, "");
      if (asked !== "") {
        void this.#follow(asked);
      }
    }
    const isOver = this.#ending() !== null;
    this.#app.mayMove = !isOver && position.turn === state.side;
    setText(this.#status, this.#text());
    setAttribute(this.#back, "disabled", this.#ply() < 0 ? "" : null);
    for (const control of [this.#hintButton, this.#resign]) {
      setAttribute(control, "disabled", this.#app.mayMove && asked !== "" ? null : "");
    }
    setAttribute(this.#games, "disabled", this.#app.line.sans.length === 0 ? "" : null);
    // The sets of a move stay until the computer has moved again.
    const why = this.#look ? this.#look.why : this.#isAtEnd() ? this.#shownWhy : null;
    if (why !== this.#shownWhy) {
      this.#shownWhy = why;
      this.#showWhy();
    }
    this.#app.stepSet = this.#boardSet();
  }

  /** Returns the game up to the position on the board. */
  #game(): { fen: string; moves: readonly string[]; side: string } {
    const { line, ply, state } = this.#app;
    return { fen: line.fens[0] ?? state.fen, moves: line.sans.slice(0, ply), side: state.side };
  }

  #isAtEnd(): boolean {
    return this.#app.ply === this.#app.line.sans.length;
  }

  /** Returns how the game has ended at a position of which something is said, or null if it is in progress. */
  #ending(look: Look | null = this.#look, fen: string | undefined = this.#app.state.fen): Ending | null {
    const { resigned, side } = this.#app.state;
    if (resigned !== "" && resigned === fen) {
      return { result: side === "white" ? "0-1" : "1-0", reason: `${sentence(side)} resigns` };
    }
    const { result = null, reason = null } = look ?? {};
    return result !== null && reason !== null ? { result, reason } : null;
  }

  /** Looks at the position on the board, and plays the move of the computer if it is its turn at the end of the game. */
  async #follow(asked: string): Promise<void> {
    const { level, seed, side } = this.#app.state;
    const isItsTurn = this.#isAtEnd() && this.#app.position.turn !== side;
    const game = this.#game();
    const look = await this.#worker.ask<Look>({ ask: "look", ...game });
    const answer = isItsTurn && !isFailure(look) && look.result === null ? await this.#worker.ask<{ san: string }>({ ask: "answer", ...game, level, seed }) : null;
    if (asked !== this.#asked) {
      return;
    }
    if (this.#app.state.tab !== "play") {
      // It is asked again when the panel is opened.
      this.#asked = "";
      return;
    }
    const failed = [look, answer].find((answer) => answer && isFailure(answer));
    if (failed && isFailure(failed)) {
      setText(this.#error, failed.error.message);
      this.#app.refresh();
    } else if (answer && !isFailure(answer)) {
      this.#app.reply(answer.san);
    } else if (!isFailure(look)) {
      this.#look = look;
      this.#app.refresh();
      const ending = this.#ending();
      if (ending) {
        announce(this.#verdict(ending));
      }
    }
  }

  /** Says who has won, and why. */
  #verdict({ result, reason }: Ending): string {
    const won = this.#app.state.side === "white" ? "1-0" : "0-1";
    return result === "1/2-1/2" ? `${sentence(reason)}.` : `${result === won ? "You win" : "The computer wins"}: ${sentence(reason)}.`;
  }

  /** Returns the choices of the person, or the end of the game. */
  #text(): string {
    const { position, state, ply, line } = this.#app;
    const ending = this.#ending();
    const yours = position.turn === state.side;
    if (position.unplayable) {
      return `This position cannot be played: ${position.unplayable}.`;
    }
    if (state.editing) {
      return "The game begins when Edit is off.";
    }
    if (ending) {
      return this.#verdict(ending);
    }
    if (this.#isLooking) {
      return "Looking for a move …";
    }
    if (this.#hint) {
      return `Hint: ${this.#hint.san}.`;
    }
    if (!this.#isAtEnd()) {
      return `After ${ply} of ${line.sans.length} moves: Redo goes on${yours ? ", and another move changes the game from here" : ""}.`;
    }
    if (!yours && this.#error.textContent !== "") {
      return "The computer cannot answer: take a move back, or begin a new game.";
    }
    return yours ? `Your move. You have ${sentence(state.side)}, against level ${state.level}.` : "The computer is thinking …";
  }

  /** Shows the sets behind the last move of the computer, as boards, and those that are empty as words. */
  #showWhy(): void {
    const why = this.#shownWhy;
    if (!why) {
      this.#why.replaceChildren(h("p", {}, "After a move of the computer, the sets of squares behind it are here."));
      return;
    }
    const expected = why.expected && why.score ? [h("p", {}, `It expected ${why.expected}, a score of ${why.score} for the computer.`)] : [];
    const pieces = SQUARES.flatMap((name, square) => this.#app.pieceAt(square)?.concat(name) ?? []);
    const boards = why.sets.map(({ expression, meaning, set }, place) => {
      if (fromHex(set) === 0n) {
        return null;
      }
      const show = button(sentence(meaning), () => this.#choose(place), { "aria-pressed": String(place === this.#chosen), "data-place": place });
      const word = `0x${set}`;
      const figure = equation([{ kind: "board", label: expression, set: word, word, geometry: "normal", marks: [], pieces }]);
      return h("li", {}, show, figure);
    });
    const empty = why.sets.filter(({ set }) => fromHex(set) === 0n).map(({ meaning }) => meaning);
    this.#why.replaceChildren(
      h("h3", {}, `Why ${why.san}? The sets behind it`),
      ...expected,
      h("p", { class: "legend" }, "A button shows its set on the big board."),
      h("ul", {}, ...boards),
      empty.length > 0 ? h("p", {}, `None: ${empty.join("; ")}.`) : "",
    );
  }

  /** Shows a set on the big board, or no set if it was there. */
  #choose(place: number): void {
    this.#chosen = this.#chosen === place ? -1 : place;
    for (const show of this.#why.querySelectorAll("button")) {
      setAttribute(show, "aria-pressed", String(Number(show.dataset["place"]) === this.#chosen));
    }
    this.#app.refresh();
    // On a phone the board is above the panel.
    document.querySelector(".board-frame")?.scrollIntoView({ block: "nearest" });
  }

  /** Returns the set for the big board: the squares of the hint, the chosen set, or no squares. */
  #boardSet(): StepSet {
    const row = this.#shownWhy?.sets[this.#chosen];
    const squares = [this.#hint?.from, this.#hint?.destination].flatMap((name) => (name ? [1n << BigInt(squareIndex(name))] : []));
    const set = this.#hint ? squares.reduce((sum, square) => sum | square, 0n) : fromHex(row?.set ?? "0");
    const label = this.#hint ? "the hint" : (row?.expression ?? "no set");
    return { label, set, from: set, shift: null, factor: null };
  }

  /** Returns the number of moves after the last move of the computer and yours before it are taken back; negative if you have not moved. */
  #ply(): number {
    const { ply, position, state } = this.#app;
    return ply - (position.turn === state.side ? 2 : 1);
  }

  #takeBack(): void {
    this.#app.goTo(this.#ply());
    this.#app.change({ resigned: "" });
    announce("Your last move is taken back");
  }

  #giveUp(): void {
    this.#app.change({ resigned: this.#app.state.fen });
    announce(this.#text());
  }

  #begin(): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#app.begin({ resigned: "", seed: 1 + (seed % 999_999), flipped: this.#app.state.side === "black" });
    announce("A new game");
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    this.#isLooking = true;
    setText(this.#error, "");
    this.#app.refresh();
    const { level, seed } = this.#app.state;
    const answer = await this.#worker.ask<{ san: string }>({ ask: "hint", ...this.#game(), level, seed });
    // Meanwhile the game may have gone on.
    if (asked !== this.#asked) {
      return;
    }
    this.#isLooking = false;
    if (isFailure(answer)) {
      setText(this.#error, answer.error.message);
    } else {
      this.#hint = this.#app.position.moves?.find(({ san }) => san === answer.san) ?? null;
      announce(`Hint: ${answer.san}`);
    }
    this.#app.refresh();
  }

  /** Does something with the whole game, also if the board shows an earlier position. */
  async #pgn(use: (pgn: string) => void): Promise<void> {
    const { line, state: { level, seed } } = this.#app;
    const game = { ...this.#game(), moves: line.sans, level, seed };
    const look = await this.#worker.ask<Look>({ ask: "look", ...game });
    const result = this.#ending(isFailure(look) ? null : look, line.fens.at(-1))?.result ?? null;
    const answer = await this.#worker.ask<{ pgn: string }>({ ask: "pgn", ...game, result });
    if (isFailure(answer)) {
      setText(this.#error, answer.error.message);
    } else {
      use(answer.pgn);
    }
  }
}
