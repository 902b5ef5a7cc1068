// The games panel: a PGN that is pasted, dropped or opened, and the steps through a game.
import type { App } from "./app.js";
import { announce, arrowStep, button, field, h, isolated } from "./dom.js";
import { isFailure } from "./engine.js";
import { LabWorker } from "./workers.js";

interface Listed {
  at: number;
  white: string;
  black: string;
  event: string;
  date: string;
  result: string;
  error: string | null;
}

interface Game {
  start: string;
  moves: { san: string; fen: string; comment?: string }[];
  result: string | null;
  error: string | null;
}

/** The number of games that the list shows. */
const LISTED = 1000;

export class GamesPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #worker = new LabWorker();
  readonly #text = h("textarea", { rows: 6, spellcheck: "false", placeholder: "1. e4 e5 2. Nf3 Nc6 3. Bb5" });
  readonly #status = h("p", { role: "status" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #list = h("select", { size: 6, change: () => void this.#choose() });
  readonly #listField: HTMLElement;
  readonly #moves = h("ol", { class: "moves", "aria-label": "Moves" });
  readonly #comment = h("p", { class: "comment" });
  readonly #steps: HTMLElement;
  #games: Listed[] = [];
  #game: Game | null = null;
  #ply = 0;

  constructor(app: App) {
    this.#app = app;
    const file = h("input", {
      type: "file",
      accept: ".pgn,.txt,application/x-chess-pgn,text/plain",
      change: () => void this.#open(file.files?.[0]),
    });
    this.#listField = field("List of games", this.#list, { hidden: true });
    this.#steps = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Step through the game", hidden: true },
      button("« First", () => this.#go(0)),
      button("‹ Back", () => this.#go(this.#ply - 1)),
      button("Next ›", () => this.#go(this.#ply + 1)),
      button("Last »", () => this.#go(this.#game?.moves.length ?? 0)),
    );
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#read(new TextEncoder().encode(this.#text.value).buffer);
    };
    this.element = h(
      "div",
      { class: "games-panel" },
      h("h2", {}, "Games"),
      h("p", {}, "Paste a PGN, drop a file here, or open one. It stays on this computer."),
      h("form", { submit }, field("PGN", this.#text), h("button", { type: "submit" }, "Read")),
      field("PGN file", file),
      this.#error,
      this.#status,
      this.#listField,
      this.#steps,
      this.#moves,
      this.#comment,
    );
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#open(event.dataTransfer?.files[0]);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  update(): void {
    // A move on the board leaves the game; its list stays to come back to.
    const fen = this.#fenAt(this.#ply);
    this.#moves.classList.toggle("left", fen !== null && fen !== this.#app.state.fen);
  }

  /** Steps by the arrow keys, where they have no other use. */
  #key(event: KeyboardEvent): void {
    const target = event.target as Element;
    const { element } = this;
    const isHere = target === document.body ? element.isConnected : element.contains(target);
    const step = target.matches("input, select, textarea") ? 0 : arrowStep(event);
    if (isHere && step !== 0 && this.#game) {
      event.preventDefault();
      this.#go(this.#ply + step);
    }
  }

  async #open(file: File | undefined): Promise<void> {
    if (file) {
      await this.#read(await file.arrayBuffer());
    }
  }

  async #read(text: ArrayBuffer): Promise<void> {
    const bytes = text.byteLength;
    this.#status.textContent = `Reading ${(bytes / 1e6).toFixed(1)} MB …`;
    this.#error.textContent = "";
    const answer = await this.#worker.ask<{ count: number; errors: number; games: Listed[] }>(
      { ask: "games", limit: LISTED },
      text,
    );
    if (isFailure(answer)) {
      this.#error.textContent = answer.error.message;
      return;
    }
    this.#games = answer.games;
    const rest = answer.count > LISTED ? `; the first ${LISTED} are listed` : "";
    this.#status.textContent = `${answer.count} ${answer.count === 1 ? "game" : "games"}${rest}.`;
    this.#list.replaceChildren(
      ...answer.games.map((game, index) => {
        const { white, black, result, event, date } = game;
        const [first, second] = [white, black].map((name) => isolated(name || "?"));
        const players = white || black ? `${first} – ${second}` : "a game";
        const words = [players, ...[result, event, date].filter(Boolean).map(isolated)].join(", ");
        return h("option", { value: index }, `${index + 1}. ${words}${game.error ? " (error)" : ""}`);
      }),
    );
    this.#listField.hidden = answer.games.length < 2;
    if (answer.games.length === 0) {
      this.#error.textContent = "The text has no game (expected a PGN, such as 1. e4 e5).";
      this.#showGame(null);
      return;
    }
    this.#list.value = "0";
    await this.#choose();
  }

  async #choose(): Promise<void> {
    const at = this.#games[Number(this.#list.value)]?.at;
    if (at === undefined) {
      return;
    }
    const answer = await this.#worker.ask<Game>({ ask: "game", at });
    if (isFailure(answer)) {
      this.#error.textContent = answer.error.message;
      return;
    }
    this.#error.textContent = answer.error ?? "";
    this.#showGame(answer);
    // Meanwhile another panel may have been opened, with a position of its own.
    if (this.#app.state.tab === "games") {
      this.#go(0);
    }
  }

  #showGame(game: Game | null): void {
    this.#game = game;
    this.#ply = 0;
    this.#comment.textContent = "";
    this.#steps.hidden = game === null;
    const first = game?.start.split(" ")[1] === "b" ? 1 : 0;
    const number = Number(game?.start.split(" ")[5] ?? 1);
    this.#moves.replaceChildren(
      ...(game?.moves ?? []).map((move, index) => {
        const ply = index + first;
        const before = ply % 2 === 0 ? `${number + ply / 2}. ` : index === 0 ? `${number}… ` : "";
        return h("li", {}, before, button(move.san, () => this.#go(index + 1)));
      }),
    );
  }

  #fenAt(ply: number): string | null {
    return ply === 0 ? (this.#game?.start ?? null) : (this.#game?.moves[ply - 1]?.fen ?? null);
  }

  #go(ply: number): void {
    const fen = this.#fenAt(ply);
    if (fen === null) {
      return;
    }
    this.#ply = ply;
    const move = this.#game?.moves[ply - 1];
    this.#comment.textContent = move?.comment ?? "";
    [...this.#moves.children].forEach((item, index) => {
      const current = index === ply - 1;
      item.querySelector("button")?.setAttribute("aria-pressed", String(current));
      if (current) {
        item.scrollIntoView({ block: "nearest" });
      }
    });
    this.#app.change({ fen, occupied: null });
    const end = ply === this.#game?.moves.length && this.#game.result ? `, ${this.#game.result}` : "";
    announce(move ? `${move.san}${end}` : "the start of the game");
  }
}
