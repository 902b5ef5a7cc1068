// A grid of 64 squares: one stop of the Tab key, arrow keys inside.
import { h } from "./dom.js";
import { SQUARE } from "./lit.js";

/** Returns the square shown at a row from the top and a column from the left. */
function shown(row: number, column: number, flipped: boolean): number {
  return flipped ? row * 8 + 7 - column : (7 - row) * 8 + column;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Grid {
  readonly element: HTMLElement;
  /** The cells by square. */
  readonly cells: HTMLElement[] = [];
  #flipped = false;

  /** Makes a grid; `act` is called for a click, Enter and the space bar on a square. */
  constructor(label: string, className: string, act: (square: number) => void) {
    this.element = h("div", { role: "grid", "aria-label": label, class: className });
    for (let row = 0; row < 8; row++) {
      const element = h("div", { role: "row", class: "row" });
      for (let column = 0; column < 8; column++) {
        element.append(h("div", { role: "gridcell", class: "cell", tabindex: -1 }));
      }
      this.element.append(element);
    }
    this.#place();
    this.#focusable(0);
    this.element.addEventListener("click", (event) => {
      const square = this.squareOf(event.target);
      if (square >= 0) {
        this.#focusable(square);
        act(square);
      }
    });
    this.element.addEventListener("keydown", (event) => this.#key(event, act));
    this.element.addEventListener("focusin", (event) => {
      const square = this.squareOf(event.target);
      if (square >= 0) {
        this.#focusable(square);
      }
    });
  }

  /** Returns the square of an element inside the grid, or -1. */
  squareOf(target: EventTarget | null): number {
    const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
    return cell ? this.cells.indexOf(cell) : -1;
  }

  /** Shows Black's or White's side at the bottom. */
  flip(flipped: boolean): void {
    if (flipped !== this.#flipped) {
      this.#flipped = flipped;
      this.#place();
    }
  }

  /** Makes a square the one that Tab leads to, unless the focus is in the grid. */
  enterAt(square: number): void {
    if (!this.element.contains(document.activeElement)) {
      this.#focusable(square);
    }
  }

  /** Moves the focus to a square. */
  focus(square: number): void {
    this.#focusable(square);
    this.cells[square]?.focus();
  }

  #place(): void {
    [...this.element.querySelectorAll<HTMLElement>(".cell")].forEach((cell, place) => {
      const square = shown(place >> 3, place & 7, this.#flipped);
      cell.setAttribute(SQUARE, String(square));
      this.cells[square] = cell;
    });
  }

  #focusable(square: number): void {
    if (this.cells[square]?.tabIndex === 0) {
      return;
    }
    this.cells.forEach((cell, index) => (cell.tabIndex = index === square ? 0 : -1));
  }

  #key(event: KeyboardEvent, act: (square: number) => void): void {
    const square = this.squareOf(event.target);
    if (square < 0 || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act(square);
      return;
    }
    const row = this.#flipped ? square >> 3 : 7 - (square >> 3);
    const column = this.#flipped ? 7 - (square & 7) : square & 7;
    const step = STEPS[event.key];
    const [nextRow, nextColumn] = step
      ? [row + step[0], column + step[1]]
      : event.key === "Home"
        ? [row, 0]
        : event.key === "End"
          ? [row, 7]
          : [-1, -1];
    if (nextRow >= 0 && nextRow < 8 && nextColumn >= 0 && nextColumn < 8) {
      event.preventDefault();
      this.focus(shown(nextRow, nextColumn, this.#flipped));
    }
  }
}
