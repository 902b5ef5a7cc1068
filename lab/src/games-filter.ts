// Finds the games that match the expression, in a worker: with progress, and until it is cancelled.
import type { App } from "./app.js";
import { button, h } from "./dom.js";
import { isFailure } from "./engine.js";
import { boardSet, ExpressionField } from "./expression-field.js";
import { withoutNames } from "./expressions.js";
import { counted, type Listed } from "./games-panel.js";
import type { LabWorker } from "./workers.js";

/** A game that matches. */
export interface Found extends Listed {
  /** Its number in the text, from 1. */
  number: number;
  /** The number of positions that match, and the first of their plies. */
  hits: number;
  plies: number[];
}

interface Step {
  done: boolean;
  games: number;
  positions: number;
  damaged: number;
  missing: string[];
  found: Found[];
}

/** The number of games that are read between two looks at the page. */
const STEP = 250;

/** The number of games that are kept. */
const KEPT = 1000;

/** Expressions to begin with, and what they find. */
const EXAMPLES = [
  ["attacks(n) & Q", "a black knight attacks White's queen"],
  ["pinned & a", "a black piece is pinned"],
  ["checkmate", "the end of a game by checkmate"],
] as const;

export class GamesFilter {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #worker: LabWorker;
  readonly #reading: () => Promise<void>;
  readonly #show: (found: Found[] | null, isChosen: boolean) => void;
  readonly #field: ExpressionField;
  readonly #status = h("p", { role: "status" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Games that were read" });
  readonly #cancel = button("Cancel", () => this.#stop("Cancelled."), { hidden: true });
  readonly #examples = h(
    "div",
    { class: "examples" },
    h("p", { class: "legend" }, "Capitals are White's pieces and small letters Black's: N is the white knights, q the black queen, A and a all pieces of a side. & is what two sets share. For example:"),
    h(
      "ul",
      {},
      ...EXAMPLES.map(([text, meaning]) => h("li", {}, button(text, () => this.#try(text), { class: "link" }), `: ${meaning}`)),
    ),
  );
  readonly #all = button("Show all games", () => this.#clear(), { hidden: true });
  #games = 0;
  /** The number of searches that have begun or been stopped. */
  #run = 0;

  /** Makes a view that waits for the reading, and shows what it finds; null lists all games. */
  constructor(app: App, worker: LabWorker, reading: () => Promise<void>, show: (found: Found[] | null, isChosen: boolean) => void) {
    this.#app = app;
    this.#worker = worker;
    this.#reading = reading;
    this.#show = show;
    this.#field = new ExpressionField(app, "Set expression: games that match");
    const submit = (event: Event) => {
      event.preventDefault();
      void this.find();
    };
    this.element = h(
      "form",
      { submit, class: "games-filter" },
      this.#field.element,
      this.#examples,
      h("div", { class: "buttons" }, h("button", { type: "submit" }, "Find"), this.#cancel, this.#all),
      this.#progress,
      this.#error,
      this.#status,
    );
  }

  update(): void {
    this.#field.update();
    this.#examples.hidden = this.#app.state.expression.trim() !== "";
    this.#app.stepSet = boardSet(this.#field.parts.at(-1));
  }

  /** Finds the games of an example. */
  #try(text: string): void {
    this.#app.change({ expression: text });
    void this.find();
  }

  /** Takes the number of games of another text, and forgets what was found in the one before. */
  read(count: number): void {
    this.#stop("");
    this.#games = count;
    this.#all.hidden = true;
  }

  /** Finds the games that match the expression of the state, in the text that was last begun to be read. */
  async find(): Promise<void> {
    await this.#reading();
    const expression = withoutNames(this.#app.state.expression, this.#app.names());
    this.#stop("");
    if (expression.trim() === "") {
      this.#fail("The expression is empty (expected such as checkmate).");
      return;
    }
    const run = this.#run;
    const began = performance.now();
    [this.#cancel.hidden, this.#progress.hidden, this.#progress.value] = [false, false, 0];
    this.#status.textContent = "Finding …";
    let answer = await this.#worker.ask<object>({ ask: "find-start", text: expression });
    const found: Found[] = [];
    let [read, matching, hits, damaged] = [0, 0, 0, 0];
    while (run === this.#run && !isFailure(answer)) {
      const step = await this.#worker.ask<Step>({ ask: "find-step", games: STEP });
      answer = step;
      if (run !== this.#run || isFailure(step)) {
        break;
      }
      found.push(...step.found.slice(0, KEPT - found.length).map((game) => ({ ...game, number: read + game.number + 1 })));
      read += step.games;
      matching += step.found.length;
      damaged += step.damaged;
      hits += step.found.reduce((sum, game) => sum + game.hits, 0);
      this.#progress.value = read / Math.max(1, this.#games);
      if (step.done) {
        const time = `${((performance.now() - began) / 1000).toFixed(2)} s`;
        const rest = matching > KEPT ? ` The first ${KEPT} are listed.` : "";
        const errors = damaged > 0 ? ` ${counted(damaged, "game")} with an error: asked up to it.` : "";
        this.#stop(`${matching} of ${counted(read, "game")} ${matching === 1 ? "matches" : "match"}, at ${counted(hits, "position")}; ${time}.${rest}${errors} ${step.missing.join(" ")}`);
        this.#all.hidden = false;
        this.#show(found, true);
        return;
      }
    }
    if (run === this.#run && isFailure(answer)) {
      this.#stop("");
      this.#fail(answer.error.message);
    }
  }

  /** Says why nothing is found, and lists all games: those listed match an earlier expression. */
  #fail(message: string): void {
    // What is wrong with the expression is said below its field.
    this.#error.textContent = message === this.#field.insist() ? "" : message;
    if (!this.#all.hidden) {
      this.#all.hidden = true;
      this.#show(null, false);
    }
  }

  #clear(): void {
    this.#stop("");
    this.#all.hidden = true;
    this.#show(null, true);
  }

  #stop(status: string): void {
    this.#run++;
    [this.#cancel.hidden, this.#progress.hidden] = [true, true];
    [this.#status.textContent, this.#error.textContent] = [status, ""];
  }
}
