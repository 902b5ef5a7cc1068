// The moves that led to the position on the board, as a list beside it.
import type { App } from "./app.js";
import { button, h, setAttribute } from "./dom.js";

/** A game or a part of one: the position before each move and after the last one, and the moves. */
export interface Line {
  fens: readonly string[];
  sans: readonly string[];
}

/** Returns a list item with a button for each move from a place on; the buttons go to the position after the move. */
export function moveItems({ fens, sans }: Line, go: (ply: number) => void, from = 0): HTMLElement[] {
  const [, turn, , , , first = "1"] = fens[0]?.split(" ") ?? [];
  const odd = turn === "b" ? 1 : 0;
  return sans.slice(from).map((san, place) => {
    const index = from + place;
    const ply = index + odd;
    const before = ply % 2 === 0 ? `${Number(first) + ply / 2}. ` : index === 0 ? `${first}… ` : "";
    return h("li", {}, before, button(san, () => go(index + 1), { "aria-pressed": "false" }));
  });
}

/** Marks the move of an item, and moves it into view in its list. */
export function markMove(list: HTMLElement, item: Element | undefined): void {
  const move = item?.querySelector("button");
  const before = list.querySelector('[aria-pressed="true"]');
  if (move !== before) {
    before?.setAttribute("aria-pressed", "false");
  }
  if (move && move !== before) {
    move.setAttribute("aria-pressed", "true");
    // The layout of the page is computed once, after all of its parts have changed.
    requestAnimationFrame(() => list.scrollTo({ top: move.offsetTop - list.clientHeight / 2, left: move.offsetLeft - list.clientWidth / 2 }));
  }
}

export class LineView {
  readonly element = h("ol", { class: "line", "aria-label": "Moves on the board", tabindex: -1 });
  readonly #app: App;
  #shown: Line = { fens: [], sans: [] };

  constructor(app: App) {
    this.#app = app;
    app.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { line, ply, state } = this.#app;
    // The panel Games has a list of its own.
    const hidden = state.tab === "games" || line.sans.length === 0;
    setAttribute(this.element, "hidden", hidden ? "" : null);
    if (hidden) {
      return;
    }
    if (this.#shown !== line) {
      // The items of the moves before a new one stay.
      const { sans, fens } = this.#shown;
      const changed = line.sans.findIndex((san, at) => san !== sans[at] || line.fens[at] !== fens[at]);
      const kept = changed < 0 ? line.sans.length : changed;
      [...this.element.children].slice(kept).forEach((item) => item.remove());
      this.element.append(...moveItems(line, (ply) => this.#app.goTo(ply), kept));
      this.#shown = line;
    }
    markMove(this.element, this.element.children[ply - 1]);
    [...this.element.children].forEach((item, at) => item.classList.toggle("taken-back", at >= ply));
  }
}
