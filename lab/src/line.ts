// The moves that led to the position on the board, as a list beside it.
import type { App } from "./app.js";
import { button, h, setAttribute } from "./dom.js";

/** A game or a part of one: the position before each move and after the last one, and the moves. */
export interface Line {
  fens: readonly string[];
  sans: readonly string[];
}

/** Returns a list item with a button for each move; the buttons go to the position after the move. */
export function moveItems({ fens, sans }: Line, go: (ply: number) => void): HTMLElement[] {
  const [, turn, , , , first = "1"] = fens[0]?.split(" ") ?? [];
  const odd = turn === "b" ? 1 : 0;
  return sans.map((san, index) => {
    const ply = index + odd;
    const before = ply % 2 === 0 ? `${Number(first) + ply / 2}. ` : index === 0 ? `${first}… ` : "";
    return h("li", {}, before, button(san, () => go(index + 1)));
  });
}

/** Marks the move that led to the position of a ply, and moves it into view in its list. */
export function markMove(list: HTMLElement, ply: number): void {
  [...list.children].forEach((item, index) => {
    const current = index === ply - 1;
    const move = item.querySelector("button");
    if (move && current && move.ariaPressed !== "true") {
      list.scrollTo({ top: move.offsetTop - list.clientHeight / 2, left: move.offsetLeft - list.clientWidth / 2 });
    }
    move?.setAttribute("aria-pressed", String(current));
  });
}

export class LineView {
  readonly element = h("ol", { class: "line", "aria-label": "Moves on the board", tabindex: -1 });
  readonly #app: App;
  #shown: Line | null = null;

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
      this.#shown = line;
      this.element.replaceChildren(...moveItems(line, (ply) => this.#app.goTo(ply)));
    }
    markMove(this.element, ply);
  }
}
