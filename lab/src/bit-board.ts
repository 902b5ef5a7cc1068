// A little board of one set: a square is in the set or not, and may be toggled.
import { Labelled } from "./coordinates.js";
import { h, setAttribute, svg } from "./dom.js";
import { Grid } from "./grid.js";
import { has, members, SQUARES } from "./squares.js";

/** The side of a square in the drawing. */
const SIDE = 10;

/** A filled square, and the digits 1 and 0, after a move to the upper left corner of a square. */
const FILLED = `h${SIDE}v${SIDE}h-${SIDE}z`;
const ONE = "m3.8 3.6l1.4 -1v5.4";
const ZERO = "m5 2.6a1.5 2.4 0 1 0 .01 0z";

function drawn(set: bigint, shape: string): string {
  return members(set)
    .map((square) => `M${(square & 7) * SIDE} ${(7 - (square >> 3)) * SIDE}${shape}`)
    .join("");
}

/** The set is drawn by three paths: 64 texts that change would each be laid out again. */
export class BitBoard {
  readonly element: HTMLElement;
  readonly #grid: Grid;
  readonly #filled = svg("path", { class: "filled" });
  readonly #ones = svg("path", { class: "digit one" });
  readonly #zeros = svg("path", { class: "digit" });
  #shown: { set: bigint; bits: string; marked: number } | null = null;

  constructor(label: string, toggle: (square: number) => void) {
    this.#grid = new Grid(label, "bit-grid", toggle);
    const viewBox = `0 0 ${8 * SIDE} ${8 * SIDE}`;
    const drawing = svg("svg", { viewBox, "aria-hidden": "true" }, this.#filled, this.#ones, this.#zeros);
    this.element = new Labelled(h("div", { class: "bit-board" }, drawing, this.#grid.element)).element;
  }

  /** Shows a set, with the bit of each square, and a square to mark. */
  show(set: bigint, bits: readonly number[], marked = -1): void {
    const key = bits.join();
    const old = this.#shown;
    this.#shown = { set, bits: key, marked };
    if (old?.set !== set) {
      setAttribute(this.#filled, "d", drawn(set, FILLED));
      setAttribute(this.#ones, "d", drawn(set, ONE));
      setAttribute(this.#zeros, "d", drawn(~set, ZERO));
    }
    const { cells } = this.#grid;
    // Only what has changed is touched: a panel may have 24 boards.
    for (const square of members(old ? old.set ^ set : -1n)) {
      cells[square]?.setAttribute("aria-selected", String(has(set, square)));
    }
    if (old?.marked !== marked) {
      cells[old?.marked ?? -1]?.classList.remove("marked");
      cells[marked]?.classList.add("marked");
    }
    if (old?.bits !== key) {
      cells.forEach((cell, square) => {
        setAttribute(cell, "aria-label", `${SQUARES[square]}, bit ${bits[square]}`);
        cell.title = `${SQUARES[square]} is bit ${bits[square]}`;
      });
    }
  }

  label(text: string): void {
    setAttribute(this.#grid.element, "aria-label", text);
  }
}
