// The games panel: a PGN that is pasted, dropped or opened, and the steps through a game.
import type { App } from "./app.js";
import { announce, button, field, h, isolated } from "./dom.js";
import { isFailure } from "./engine.js";
import { type Found, GamesFilter } from "./games-filter.js";
import { type Line, markMove } from "./line.js";
import { type Game, MoveTree } from "./move-tree.js";
import { initial } from "./state.js";
import { LabWorker } from "./workers.js";

/** A game of a list. */
export interface Listed {
  at: number;
  white: string;
  black: string;
  event?: string;
  date?: string;
  result: string;
  error?: boolean;
}

/** Returns a number of things as words. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** The number of games that the list shows. */
const LISTED = 1000;

/** What the panel shows before another game is read. */
const EXAMPLE = `[Event "Opera game"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {The knight on f3 is pinned to the queen: it may still move by the rules.}
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 {Now the knight on f6 is pinned to the queen.}
b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 {The knight on d7 is pinned to the king: it has no legal move.}
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ {The knight on d7 must capture: its square is in the
check mask.} Nxb8 17. Rd8# 1-0`;

export class GamesPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #worker = new LabWorker();
  readonly #text = h("textarea", { rows: 6, spellcheck: "false", placeholder: "1. e4 e5 2. Nf3 Nc6 3. Bb5" });
  readonly #status = h("p", { role: "status" });
  readonly #error = h("p", { class: "error", role: "alert" });
  /** Why a file cannot be read. It stays until another text is read: an answer may be on its way. */
  readonly #unread = h("p", { class: "error", role: "alert" });
  readonly #filter: GamesFilter;
  readonly #list = h("select", { size: 6, change: () => void this.#choose() });
  readonly #listField: HTMLElement;
  readonly #nextMatch = button("Next match ›", () => this.#goToMatch());
  readonly #matches = h("p", { class: "legend", hidden: true });
  readonly #tree = new MoveTree((at) => this.#go(at));
  readonly #steps: HTMLElement;
  readonly #players = h("h3", {});
  /** The reading of the last text. */
  #reading: Promise<void> = Promise.resolve();
  /** The number of texts that have been read. */
  #run = 0;
  #games: Listed[] = [];
  /** The games that match, if some were found. */
  #found: Found[] | null = null;
  /** The place of the game in the text. */
  #place = -1;
  /** The places in the tree of the line on the board, and of its move. */
  #path: number[] = [];
  #at = 0;
  #line: Line = { fens: [], sans: [] };
  /** The plies of the game that match. */
  #plies: number[] = [];

  constructor(app: App) {
    this.#app = app;
    const file = h("input", {
      type: "file",
      accept: ".pgn,.txt,application/x-chess-pgn,text/plain",
      change: () => void this.#open(file.files?.[0]),
    });
    this.#filter = new GamesFilter(app, this.#worker, () => this.#reading, (found, isChosen) => void this.#filtered(found, isChosen));
    this.#listField = field("List of games", this.#list, { hidden: true });
    this.#steps = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Step through the game", hidden: true },
      button("« First", () => this.#go(0)),
      button("‹ Back", () => this.step(-1)),
      button("Next ›", () => this.step(1)),
      button("Last »", () => this.#go(this.#path.at(-1))),
      this.#nextMatch,
    );
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#read(new TextEncoder().encode(this.#text.value).buffer);
    };
    this.element = h(
      "div",
      { class: "games-panel" },
      h("h2", {}, "Games"),
      // Before all that arrives late, so that its button does not move while it is pressed.
      h(
        "details",
        { class: "reader" },
        h("summary", {}, "Read another game"),
        h("p", {}, "Paste a PGN, drop a file anywhere on the page, or open one. It stays on this computer."),
        h("form", { submit }, field("PGN", this.#text), h("button", { type: "submit" }, "Read")),
        field("PGN file", file),
      ),
      this.#error,
      this.#unread,
      this.#status,
      this.#filter.element,
      this.#listField,
      this.#players,
      this.#steps,
      this.#matches,
      this.#tree.element,
    );
    void this.#read(new TextEncoder().encode(EXAMPLE).buffer, true);
  }

  update(): void {
    this.#filter.update();
    const { pgn, finds } = this.#app;
    this.#app.finds = false;
    if (finds) {
      void this.#filter.find();
    }
    if (pgn !== null) {
      this.#app.pgn = null;
      void this.#open(pgn);
    }
    // A move on the board leaves the game; its list stays to come back to.
    const { line, ply } = this.#app;
    this.#tree.element.classList.toggle("left", this.#tree.game !== null && this.#line !== line);
    if (this.#line === line && this.#path[ply] !== this.#at) {
      this.#show(this.#path[ply] ?? 0);
    }
  }

  /** Lists the games that match, or all games, and chooses the first or keeps the one shown. */
  async #filtered(found: Found[] | null, isChosen: boolean): Promise<void> {
    this.#found = found;
    this.#fill();
    this.#mark([]);
    if (!isChosen) {
      this.#list.value = String(this.#games.findIndex(({ at }) => at === this.#place));
    } else if (found?.length === 0) {
      this.#showGame(null);
    } else {
      this.#list.value = "0";
      await this.#choose();
    }
  }

  step(move: number): boolean {
    // The line of a variation goes on; from the move before it, the game does.
    const line = this.#tree.through(this.#at);
    this.#go(line[line.indexOf(this.#at) + move]);
    return this.#tree.game !== null;
  }

  async #open(file: File | undefined): Promise<void> {
    const text = await file?.arrayBuffer().catch((error: unknown) => (this.#unread.textContent = `${file.name} could not be read: ${String(error)}`));
    if (text instanceof ArrayBuffer) {
      await this.#read(text);
    }
  }

  /** Reads a text and shows its first game. */
  #read(text: ArrayBuffer, isExample = false): Promise<void> {
    this.#unread.textContent = "";
    return (this.#reading = this.#take(text, isExample));
  }

  async #take(text: ArrayBuffer, isExample: boolean): Promise<void> {
    const run = ++this.#run;
    this.#showGame(null);
    // The places of the games before belong to their text.
    this.#games = [];
    this.#found = null;
    this.#fill();
    this.#filter.read(0);
    const bytes = text.byteLength;
    this.#status.textContent = `Reading ${(bytes / 1e6).toFixed(1)} MB …`;
    this.#error.textContent = "";
    this.#worker.attach(text);
    const answer = await this.#worker.ask<{ count: number; errors: number; games: Listed[] }>({ ask: "games", limit: LISTED });
    if (run !== this.#run) {
      return;
    }
    if (isFailure(answer)) {
      this.#status.textContent = "";
      this.#error.textContent = answer.error.message;
      return;
    }
    this.#games = answer.games;
    this.#filter.read(answer.count);
    const rest = answer.count > LISTED ? `; the first ${LISTED} are listed` : "";
    const errors = answer.errors > 0 ? `, ${answer.errors} with an error` : "";
    // The address has the search, but not the games.
    const missing = this.#app.state.expression.trim() === "" ? "" : " To find in other games, read them here.";
    this.#status.textContent = isExample
      ? `An example: the game that Paul Morphy played in the Paris opera in 1858.${missing}`
      : `${counted(answer.count, "game")}${errors}${rest}.`;
    this.#fill();
    if (answer.games.length === 0) {
      this.#error.textContent = "The text has no game (expected a PGN, such as 1. e4 e5).";
      this.#showGame(null);
      return;
    }
    this.#list.value = "0";
    await this.#choose(isExample);
  }

  /** Fills the list: with the games that match, or with all. */
  #fill(): void {
    const listed = this.#found ?? this.#games;
    this.#list.replaceChildren(
      ...listed.map((game, index) => {
        const { white, black, result, event = "", date = "" } = game;
        const [first, second] = [white, black].map((name) => isolated(name || "?"));
        const players = white || black ? `${first} – ${second}` : "a game";
        const words = [players, ...[result, event, date].filter(Boolean).map(isolated)].join(", ");
        const { number = index + 1, hits } = { ...game } as Partial<Found>;
        const name = `${number}. ${words}${game.error ? " (error)" : ""}`;
        return h("option", { value: index, "data-name": name }, `${name}${hits ? `: ${hits}` : ""}`);
      }),
    );
    this.#listField.hidden = this.#found === null ? listed.length < 2 : listed.length === 0;
  }

  async #choose(isExample = false): Promise<void> {
    const run = this.#run;
    const place = Number(this.#list.value);
    const plies = this.#found?.[place]?.plies ?? [];
    const at = (this.#found ?? this.#games)[place]?.at;
    if (at === undefined) {
      return;
    }
    const answer = await this.#worker.ask<Game>({ ask: "game", at });
    if (run !== this.#run) {
      return;
    }
    if (isFailure(answer)) {
      this.#error.textContent = answer.error.message;
      return;
    }
    this.#error.textContent = "";
    this.#place = at;
    this.#showGame(answer);
    this.#mark(plies);
    // Meanwhile another panel may have been opened, with a position of its own.
    if (this.#app.state.tab === "games") {
      this.#go(this.#path[plies[0] ?? (isExample ? this.#examplePly() : 0)]);
    }
  }

  /** Returns where the example begins: at its first comment, but a position of the reader stays on the board. */
  #examplePly(): number {
    const { fen } = this.#app.state;
    if (fen === initial().fen) {
      return this.#tree.game?.moves.findIndex(({ comment }) => comment) ?? -1;
    }
    const at = this.#line.fens.indexOf(fen);
    this.#status.textContent += at < 0 ? " Your position stays on the board; Next puts the game there." : "";
    return at;
  }

  #showGame(game: Game | null): void {
    this.#tree.show(game);
    this.#steps.hidden = game === null;
    this.#players.hidden = game === null;
    this.#players.textContent = game ? (this.#list.selectedOptions[0]?.dataset["name"] ?? "") : "";
    this.#follow(0);
    this.#mark([]);
  }

  /** Takes the line through a move. */
  #follow(at: number): void {
    const moves = this.#tree.game?.moves ?? [];
    this.#at = at;
    this.#path = this.#tree.through(at);
    const line = this.#path.flatMap((place) => moves[place] ?? []);
    this.#line = { fens: line.map(({ fen }) => fen), sans: line.slice(1).map(({ san }) => san) };
  }

  /** Underlines the moves to the positions that match. */
  #mark(plies: number[]): void {
    this.#plies = plies;
    this.#nextMatch.hidden = this.#matches.hidden = plies.length === 0;
    const start = plies[0] === 0 ? "The start of the game matches; after the underlined moves" : "After the underlined moves";
    this.#matches.textContent = `${start} the position matches.`;
    this.#tree.through(0).forEach((at, ply) => this.#tree.item(at)?.classList.toggle("match", plies.includes(ply)));
  }

  /** Goes to the next position that matches, or from the last one to the first. */
  #goToMatch(): void {
    const main = this.#tree.through(0);
    const next = this.#plies.find((ply) => ply > main.indexOf(this.#at)) ?? this.#plies[0];
    this.#go(main[next ?? -1]);
  }

  /** Goes to a move of the tree. */
  #go(at: number | undefined): void {
    const game = this.#tree.game;
    if (at === undefined || !game) {
      return;
    }
    if (!this.#path.includes(at)) {
      this.#follow(at);
    }
    this.#show(at);
    const ply = this.#path.indexOf(at);
    this.#app.goTo(ply, this.#line);
    const end = at === this.#tree.through(0).at(-1) && game.result ? `, ${game.result}` : "";
    const { san = "", comment = "" } = game.moves[at] ?? {};
    announce(`${[san || "the start of the game", comment].filter(Boolean).join(", ")}${end}`);
  }

  /** Marks a move of the line on the board. */
  #show(at: number): void {
    this.#at = at;
    markMove(this.#tree.element, this.#tree.item(at));
  }
}
