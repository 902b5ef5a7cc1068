// The perft panel: divide by workers, and the comparison with another program's divide.
import type { App } from "./app.js";
import { compare, type Difference, readDivide } from "./divide-text.js";
import { announce, button, field, h, select } from "./dom.js";
import { isFailure } from "./engine.js";
import { PerftPool } from "./perft-pool.js";

const MAX_DEPTH = 8;

/** The greatest depth that is counted without being asked for. */
const AT_ONCE = 4;

const WHY =
  "Perft finds faults in move generation: programs that generate the same moves have the same counts at " +
  "every depth, and a move below which the counts differ leads to the fault.";

/** Returns a number with spaces between groups of three digits. */
function grouped(count: bigint): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

export class PerftPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #pool = new PerftPool();
  readonly #depth: HTMLSelectElement;
  readonly #workers: HTMLSelectElement;
  readonly #count = h("button", { type: "submit" }, "Count");
  readonly #cancel = button("Cancel", () => this.#stop(), { disabled: true });
  readonly #progress = h("progress", { max: 1, value: 0, "aria-label": "Root moves counted" });
  readonly #result = h("p", { class: "result", role: "status" });
  readonly #rows = h("tbody");
  readonly #theirs = h("textarea", { rows: 6, spellcheck: "false", placeholder: "e2e4: 13160\nd2d4: 12435" });
  readonly #differences = h("div", { role: "status" });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The depth of the comparison that is shown. */
  #compared = 0;
  /** The counts that are shown, and the position that they belong to. */
  #shown: { fen: string; depth: number; counts: Map<string, bigint> } | null = null;

  constructor(app: App) {
    this.#app = app;
    const numbers = (to: number) => Array.from({ length: to }, (_, at) => [String(at + 1), String(at + 1)] as const);
    this.#depth = select(numbers(MAX_DEPTH), "4", (depth) => app.change({ depth: Number(depth) }));
    const most = Math.max(2, Math.min(16, navigator.hardwareConcurrency || 2));
    this.#workers = select(numbers(most), String(Math.min(most, 8)), () => {});
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#start();
    };
    const compareForm = (event: Event) => {
      event.preventDefault();
      void this.#compare();
    };
    this.element = h(
      "div",
      { class: "perft-panel" },
      h("h2", {}, "Perft: count the sequences of legal moves"),
      h("p", {}, WHY),
      h(
        "form",
        { submit },
        field("Depth", this.#depth),
        field("Workers", this.#workers),
        this.#count,
        this.#cancel,
      ),
      this.#progress,
      this.#result,
      h(
        "details",
        { class: "compare" },
        h("summary", {}, "Compare with another program"),
        h(
          "form",
          { submit: compareForm },
          field("Another program's divide of this position and depth", this.#theirs),
          h("button", { type: "submit" }, "Compare"),
        ),
        this.#differences,
      ),
      h(
        "table",
        {},
        h("caption", { class: "spoken-only" }, "Counts below each move"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Count"))),
        this.#rows,
      ),
    );
  }

  update(): void {
    this.#depth.value = String(this.#app.state.depth);
    if (this.#compared !== this.#app.state.depth) {
      this.#compared = this.#app.state.depth;
      this.#differences.replaceChildren();
    }
    if (this.#shown && this.#shown.fen !== this.#app.state.fen) {
      this.#shown = null;
      this.#stop();
      this.#rows.replaceChildren();
      this.#result.textContent = "";
      this.#differences.replaceChildren();
    }
    if (this.#shown === null && this.#app.state.depth <= AT_ONCE && this.#app.position.moves) {
      clearTimeout(this.#timer);
      // Steps through a game are not counted one by one.
      this.#timer = setTimeout(() => this.element.isConnected && void this.#start(), 100);
    }
  }

  async #start(): Promise<void> {
    clearTimeout(this.#timer);
    const { fen, depth } = this.#app.state;
    const moves = this.#app.position.moves;
    if (!moves) {
      this.#result.textContent = `This position cannot be played: ${this.#app.position.unplayable ?? ""}.`;
      return;
    }
    this.#stop();
    const counts = new Map<string, bigint>();
    this.#shown = { fen, depth, counts };
    this.#result.textContent = "Counting …";
    const cells = new Map<string, HTMLElement>();
    this.#rows.replaceChildren(
      ...moves.map(({ uci, san }) => {
        const cell = h("td", { class: "number" }, "…");
        cells.set(uci, cell);
        return h("tr", {}, h("th", { scope: "row" }, `${uci} `, h("span", { class: "san" }, san)), cell);
      }),
    );
    this.#running(true);
    const workers = Number(this.#workers.value);
    const division = await this.#pool.divide(fen, moves.map((move) => move.uci), depth, workers, (move, count) => {
      counts.set(move, count);
      this.#progress.value = counts.size / moves.length;
      const cell = cells.get(move);
      if (cell) {
        cell.textContent = grouped(count);
      }
    });
    this.#running(false);
    if (isFailure(division)) {
      this.#shown = null;
      this.#rows.replaceChildren();
      this.#result.textContent = `Nothing was counted. ${division.error.message}`;
      return;
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0n);
    const seconds = division.milliseconds / 1000;
    const rate = (Number(total) / seconds / 1e6).toFixed(1);
    this.#result.textContent =
      `perft ${depth} = ${grouped(total)} in ${seconds.toFixed(3)} s: ${rate} million nodes a second ` +
      `in this browser, with ${workers} ${workers === 1 ? "worker" : "workers"}. ` +
      "The last move of each sequence is counted without being played.";
  }

  #running(running: boolean): void {
    this.#cancel.disabled = !running;
    this.#progress.value = running ? 0 : 1;
  }

  #stop(): void {
    if (!this.#cancel.disabled) {
      this.#pool.cancel();
      this.#running(false);
      this.#progress.value = 0;
      this.#result.textContent = "Cancelled.";
      announce("The count is cancelled");
    }
  }

  async #compare(): Promise<void> {
    const theirs = readDivide(this.#theirs.value);
    this.#differences.replaceChildren();
    if (theirs.size === 0) {
      this.#differences.replaceChildren(
        h("p", { class: "error" }, "The text has no counts (expected moves with counts, such as e2e4: 13160, one in a line or with commas between them)."),
      );
      return;
    }
    // What is not counted yet is counted first.
    if (this.#shown?.depth !== this.#app.state.depth || !this.#cancel.disabled) {
      await this.#start();
    }
    const shown = this.#shown;
    // Meanwhile another depth may have been chosen.
    if (!shown || shown.depth !== this.#app.state.depth || shown.counts.size < (this.#app.position.moves?.length ?? 0) || !this.#cancel.disabled) {
      return;
    }
    const rows = compare(shown.counts, theirs);
    if (rows.length === 0) {
      this.#differences.replaceChildren(h("p", { class: "good" }, `All ${theirs.size} counts are equal.`));
      return;
    }
    const all = new Set([...shown.counts.keys(), ...theirs.keys()]).size;
    const every = rows.length === all;
    const first = rows.find((row) => row.ours !== null && row.theirs !== null);
    this.#differences.replaceChildren(
      h("p", { class: "error" }, `${rows.length} of ${all} moves differ.${every ? ` The text may be of another position or depth than ${shown.depth}.` : ""}`),
      h(
        "table",
        { class: "differences" },
        h("caption", { class: "spoken-only" }, "Moves whose counts differ"),
        h("thead", {}, h("tr", {}, ...["Move", "Here", "There"].map((title) => h("th", { scope: "col" }, title)))),
        h(
          "tbody",
          {},
          ...rows.map(({ move, ours, theirs }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, move),
              h("td", { class: "number" }, ours === null ? "not legal" : grouped(ours)),
              h("td", { class: "number" }, theirs === null ? "missing" : grouped(theirs)),
            ),
          ),
        ),
      ),
      first && shown.depth > 1
        ? button(`Play ${first.move} and count to depth ${shown.depth - 1}`, () => this.#into(first, shown.depth - 1))
        : "",
    );
  }

  /** Goes to the position in which the programs differ, one move later. */
  #into({ move, ours, theirs }: Difference, depth: number): void {
    if (!this.#app.play(move)) {
      this.#theirs.value = "";
      this.#app.change({ depth });
      this.#count.focus();
      void this.#start();
      const words = `Now paste the other program's divide after ${move} at depth ${depth} (there ${grouped(theirs ?? 0n)}, here ${grouped(ours ?? 0n)}), and compare.`;
      this.#differences.replaceChildren(h("p", {}, words));
    }
  }
}
