// A little board of one set: a square is in the set or not, and may be toggled.
import { h, setAttribute } from "./dom.js";
import { Grid } from "./grid.js";
import { has, SQUARES } from "./squares.js";

export class BitBoard {
  readonly element: HTMLElement;
  readonly #grid: Grid;
  #shown: { set: bigint; bits: string } | null = null;

  /** Makes a board; without `toggle` it only shows. */
  constructor(label: string, toggle?: (square: number) => void) {
    this.#grid = new Grid(label, "bit-grid", toggle ?? (() => {}));
    this.#grid.element.setAttribute("aria-readonly", String(toggle === undefined));
    this.element = h("div", { class: "bit-board" }, this.#grid.element);
  }

  /** Shows a set, with the bit of each square, and a square to mark. */
  show(set: bigint, bits: readonly number[], marked = -1): void {
    const key = `${bits.join()}:${marked}`;
    const old = this.#shown;
    if (old?.set === set && old.bits === key) {
      return;
    }
    this.#shown = { set, bits: key };
    const all = old?.bits !== key;
    this.#grid.cells.forEach((cell, square) => {
      const inside = has(set, square);
      if (!all && old && has(old.set, square) === inside) {
        return;
      }
      cell.classList.toggle("in", inside);
      cell.classList.toggle("marked", square === marked);
      setAttribute(cell, "aria-selected", String(inside));
      setAttribute(cell, "aria-label", `${SQUARES[square]}, bit ${bits[square]}`);
      cell.textContent = inside ? "1" : "0";
      cell.title = `${SQUARES[square]} is bit ${bits[square]}`;
    });
  }

  label(text: string): void {
    setAttribute(this.#grid.element, "aria-label", text);
  }
}
