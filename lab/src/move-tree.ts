// The moves of a game as a tree: the main line, and after a move the variations that replace it.
import { button, h } from "./dom.js";

/** A move, the position after it, and the place of the entry before it. */
export interface Played {
  san: string;
  fen: string;
  comment: string;
  nags: number[];
  before: number;
}

export interface Game {
  /** The first entry is the start of the game. */
  moves: Played[];
  result: string | null;
  /** Why the game cannot go on, and the place of the move after which it cannot. */
  error: string | null;
  last: number;
}

/** The signs of numeric annotation glyphs, as lichess has them. */
const GLYPHS: Record<number, string> = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
  18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "↑↑", 36: "↑", 40: "→", 132: "⇆", 138: "⊕", 140: "∆", 146: "N",
};

export class MoveTree {
  readonly element = h("ol", { class: "moves", "aria-label": "Moves" });
  game: Game | null = null;
  /** The places of the moves after each one; the first goes on in its line. */
  #next: number[][] = [];
  #items: HTMLElement[] = [];

  /** Makes a tree whose moves call a function with their places. */
  constructor(private readonly go: (at: number) => void) {}

  show(game: Game | null): void {
    this.game = game;
    const moves = game?.moves ?? [];
    this.#items = [];
    this.#next = moves.map(() => []);
    moves.slice(1).forEach(({ before }, at) => this.#next[before]?.push(at + 1));
    const comment = moves[0]?.comment ? [h("li", { class: "comment" }, moves[0].comment)] : [];
    this.element.replaceChildren(...comment, ...this.#line(this.#next[0] ?? []));
    if (game?.error != null) {
      const error = h("li", { class: "wrong" }, h("span", { class: "error", role: "alert" }, `The game ends here. ${game.error}.`));
      const last = this.#items[game.last];
      last ? last.after(error) : this.element.append(error);
    }
    if (game?.result && game.result !== "*") {
      this.element.append(h("li", { class: "result" }, game.result));
    }
  }

  /** Returns the places of the line through a move: those before it, and those that go on. */
  through(at: number): number[] {
    const line = [at];
    for (let before = at; before > 0; line.unshift(before)) {
      before = this.game?.moves[before]?.before ?? 0;
    }
    for (let next = this.#next[at]?.[0]; next !== undefined; next = this.#next[next]?.[0]) {
      line.push(next);
    }
    return line;
  }

  /** Returns the item of a move. */
  item(at: number | undefined): HTMLElement | undefined {
    return this.#items[at ?? -1];
  }

  /** Makes the items of a line that begins with a move, which the others replace. */
  #line([first, ...others]: number[]): HTMLElement[] {
    const items: HTMLElement[] = [];
    let hasNumber = true;
    for (let [at, rest] = [first, others]; at !== undefined; [at, ...rest] = this.#next[at] ?? []) {
      const variations = rest.map((other) => h("li", { class: "variation" }, h("ol", {}, ...this.#line([other]))));
      items.push(this.#item(at, hasNumber), ...variations);
      hasNumber = rest.length > 0 || this.game?.moves[at]?.comment !== "";
    }
    return items;
  }

  #item(at: number, hasNumber: boolean): HTMLElement {
    const { san = "", fen = "", comment = "", nags = [] } = this.game?.moves[at] ?? {};
    const [, turn, , , , number = "1"] = fen.split(" ");
    const before = turn === "b" ? `${number}. ` : hasNumber ? `${Number(number) - 1}… ` : "";
    const glyphs = nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join("");
    const move = button(`${san}${glyphs}`, () => this.go(at), { "aria-pressed": "false" });
    return (this.#items[at] = h("li", {}, before, move, comment && h("span", { class: "comment" }, ` ${comment}`)));
  }
}
