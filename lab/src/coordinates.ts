// The letters of the files and the numbers of the ranks, outside a board.
import { h, setText } from "./dom.js";

/** A board with its coordinates, which a screen reader skips: each square has its own name. */
export class Labelled {
  readonly element: HTMLElement;
  readonly #texts = [..."87654321abcdefgh"].map((text) => h("span", {}, text));

  constructor(board: Element) {
    const [ranks, files] = [this.#texts.slice(0, 8), this.#texts.slice(8)];
    this.element = h(
      "div",
      { class: "labelled-board" },
      h("div", { class: "ranks", "aria-hidden": "true" }, ...ranks),
      board,
      h("div", { class: "files", "aria-hidden": "true" }, ...files),
    );
  }

  /** Shows the coordinates from White's or Black's side. */
  flip(flipped: boolean): void {
    const texts = flipped ? "12345678hgfedcba" : "87654321abcdefgh";
    this.#texts.forEach((text, at) => setText(text, texts.charAt(at)));
  }
}
