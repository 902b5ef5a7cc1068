// One set of the panel: its layer, its little board and its words.
import type { App } from "./app.js";
import { BitBoard } from "./bit-board.js";
import { setLetter } from "./board.js";
import { button, h, setAttribute, setText } from "./dom.js";
import { STYLES, swatch } from "./layers.js";
import { fromHex, spoken, squareIndex } from "./squares.js";
import { Words } from "./words.js";

export interface SetActions {
  toggle(place: number, square: number): void;
  remove(place: number): void;
  show(place: number, shown: boolean): void;
}

export class SetCard {
  readonly element: HTMLElement;
  readonly #place: number;
  readonly #title = h("h3", {});
  readonly #count = h("p", { class: "count" });
  readonly #spoken = h("p", { class: "spoken-only" });
  readonly #expression = h("code", {});
  readonly #board: BitBoard;
  readonly #words: Words;
  readonly #layer: HTMLInputElement;
  #name = "";

  constructor(place: number, actions: SetActions) {
    this.#place = place;
    this.#board = new BitBoard("", (square) => actions.toggle(place, square));
    this.#words = new Words(() => this.#name);
    this.#layer = h("input", {
      type: "checkbox",
      id: `layer-${place}`,
      change: () => actions.show(place, this.#layer.checked),
    });
    const layer = h("label", { for: `layer-${place}` }, "On the board");
    this.element = h(
      "article",
      { class: "card" },
      h(
        "header",
        {},
        swatch(place % STYLES),
        this.#title,
        button("✕", () => actions.remove(place), { class: "remove", "aria-label": `Remove set ${setLetter(place)}` }),
      ),
      h("div", { class: "card-body" }, this.#board.element, h("div", { class: "about" }, this.#count, this.#spoken, this.#expression, h("p", { class: "layer" }, this.#layer, layer))),
      this.#words.element,
    );
  }

  update(app: App, name: string, words: string, expression: string): void {
    const { state, values } = app;
    setText(this.#expression, expression);
    const value = values.sets[this.#place];
    this.#name = `${setLetter(this.#place)}: ${name}`;
    setText(this.#title, this.#name);
    setAttribute(this.#title, "title", words);
    this.#layer.checked = state.layers[this.#place] ?? false;
    this.element.classList.toggle("absent", value === null);
    this.#board.label(`Set ${this.#name}`);
    if (!value) {
      const isExpression = state.sets[this.#place]?.kind === "expression";
      setText(this.#count, isExpression ? words : "The position must be playable for this set.");
      this.#board.show(0n, values.bits);
      setText(this.#spoken, "");
      return;
    }
    const set = fromHex(value.set);
    const text = spoken(set);
    setText(this.#count, text.split(":")[0] ?? "");
    setText(this.#spoken, text);
    const marked = name.endsWith(state.square) ? squareIndex(state.square) : -1;
    this.#board.show(set, values.bits, marked);
    this.#words.show(value.word, values.bits);
    setAttribute(this.element, "aria-label", this.#name);
  }
}
