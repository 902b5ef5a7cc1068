// The panel of sets: an expression, the tree to pick from, and a card for each set.
import type { App } from "./app.js";
import { setLetter } from "./board.js";
import { announce, button, field, h, select, setAttribute, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { askExpression, definitionsIn, setName } from "./expressions.js";
import { FindView } from "./find-view.js";
import { type SetActions, SetCard } from "./set-card.js";
import { SetTree } from "./set-tree.js";
import { readWord, toggled, toHex } from "./squares.js";
import { isSetExpression, MAX_SETS, type SetChoice } from "./state.js";

const MAPPINGS: readonly (readonly [string, string])[] = [
  ["0", "little-endian: a1 is bit 0"],
  ["1", "Hyatt: a1 is bit 63"],
  ["2", "rotated by 90 degrees"],
  ["3", "rotated by 45 degrees"],
  ["4", "rotated by -45 degrees"],
];

export class SetsPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #tree: SetTree;
  readonly #find: FindView;
  readonly #cards = h("div", { class: "cards" });
  readonly #made: SetCard[] = [];
  readonly #mapping: HTMLSelectElement;
  readonly #word = h("input", { type: "text", spellcheck: "false", autocomplete: "off", placeholder: "0x8100000000000081" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #pickSets = h("summary", {}, "Pick sets");
  readonly #none = h("p", {}, "No set is shown. Pick some from the tree.");

  constructor(app: App) {
    this.#app = app;
    this.#tree = new SetTree(app, (name, picked) => this.#pick(name, picked));
    this.#find = new FindView(app, (part) => this.#addPart(part));
    this.#mapping = select(MAPPINGS, "0", (value) => app.change({ mapping: Number(value) }));
    const submit = (act: () => void) => (event: Event) => {
      event.preventDefault();
      act();
    };
    this.element = h(
      "div",
      { class: "sets-panel" },
      h("h2", {}, "Sets of squares"),
      h("p", {}, "New to bitboards? ", button("Begin with the lessons", () => this.#begin(), { class: "link" }), "."),
      this.#find.element,
      h(
        "div",
        { class: "set-tools" },
        h("details", { class: "picker" }, this.#pickSets, this.#tree.element),
        h(
          "details",
          { class: "tools" },
          h("summary", {}, "Paste, number the bits"),
          h(
            "form",
            { submit: submit(() => this.#paste()) },
            field("Word: 0x…, 0b… or decimal", this.#word),
            h("button", { type: "submit" }, "Add the set"),
          ),
          this.#error,
          field("Bit of each square", this.#mapping),
        ),
      ),
      this.#none,
      this.#cards,
    );
  }

  update(): void {
    this.#find.update();
    const { state } = this.#app;
    const actions: SetActions = {
      toggle: (place, square) => this.#toggle(place, square),
      remove: (place) => this.#close(place),
      show: (place, shown) => this.#app.change({ layers: state.sets.map((_, at) => (at === place ? shown : (this.#app.state.layers[at] ?? true))) }),
    };
    while (this.#made.length < state.sets.length) {
      this.#made.push(new SetCard(this.#made.length, actions));
    }
    const { children } = this.#cards;
    if (state.sets.length !== children.length) {
      // The cards that stay are not moved, so that the focus stays in them.
      [...children].slice(state.sets.length).forEach((card) => card.remove());
      this.#cards.append(...this.#made.slice(children.length, state.sets.length).map((card) => card.element));
    }
    state.sets.forEach((set, place) => this.#made[place]?.update(this.#app, ...this.#describe(set, place)));
    this.#tree.update(state.sets);
    this.#mapping.value = String(state.mapping);
    this.#none.hidden = state.sets.length > 0;
  }

  #begin(): void {
    this.#app.open("lessons");
    document.getElementById("tab-lessons")?.focus();
  }

  #describe(set: SetChoice, place: number): [string, string, string] {
    switch (set.kind) {
      case "named":
        return this.#app.describe(set.name);
      case "fixed":
        return ["fixed", "A set that does not follow the board.", ""];
      case "expression":
        return [set.text, this.#app.setErrors[place] ?? "", ""];
    }
  }

  /** Adds a part of the expression; one that means nothing by itself, with its value. */
  #addPart({ text, set }: { text: string; set: string }): void {
    const definitions = definitionsIn(text, this.#app.names());
    const answer = askExpression({ ask: "set-value", text, fen: this.#app.state.fen, definitions });
    const stands = isSetExpression(text) && !isFailure(answer);
    this.#add(stands ? { kind: "expression", text } : { kind: "fixed", value: set });
  }

  #add(set: SetChoice): boolean {
    const { sets, layers } = this.#app.state;
    if (sets.length >= MAX_SETS) {
      this.#say(`There are ${MAX_SETS} sets; remove one first.`);
      return false;
    }
    this.#say("");
    this.#app.change({ sets: [...sets, set], layers: [...layers, true] }, { step: true });
    announce(`Added set ${setLetter(sets.length)}`);
    return true;
  }

  #pick(name: string, picked: boolean): void {
    const place = this.#app.state.sets.findIndex((set) => set.kind === "named" && set.name === name);
    if (picked && place < 0) {
      this.#add({ kind: "named", name });
    } else if (!picked && place >= 0) {
      this.#remove(place);
    }
    this.update();
  }

  #paste(): void {
    const word = readWord(this.#word.value);
    if (word === null) {
      this.#say("This is not a word of 64 bits (expected 0x and up to 16 digits, 0b and up to 64, or a decimal number).", true);
      return;
    }
    // The word has the bits of the mapping.
    const { bits } = this.#app.values;
    const set = bits.reduce((sum, bit, square) => (((word >> BigInt(bit)) & 1n) === 1n ? sum | (1n << BigInt(square)) : sum), 0n);
    if (this.#add({ kind: "fixed", value: toHex(set) })) {
      this.#word.value = "";
    }
  }

  /** Says why no set was added, and whether the typed word is the reason. */
  #say(error: string, isWord = false): void {
    setText(this.#error, error);
    setAttribute(this.#word, "aria-invalid", isWord ? "true" : null);
  }

  /** Toggles a square. A set that followed the board is then fixed. */
  #toggle(place: number, square: number): void {
    const set = this.#app.value(place);
    if (set !== null) {
      const value = toHex(toggled(set, square));
      const sets = this.#app.state.sets.map((old, at): SetChoice => (at === place ? { kind: "fixed", value } : old));
      this.#app.change({ sets }, { step: true });
    }
  }

  /** Removes a set. Expressions that name it keep their value; the letters of those after it change. */
  #remove(place: number): void {
    const { sets, layers } = this.#app.state;
    const rest = sets.map((set, at): SetChoice => {
      if (set.kind !== "expression") {
        return set;
      }
      const names: readonly string[] = set.text.match(/\bset_[a-x]\b/g) ?? [];
      if (names.includes(setName(place))) {
        return { kind: "fixed", value: toHex(this.#app.value(at) ?? 0n) };
      }
      const moved = (name: string, letter: string) => (name > setName(place) ? setName(letter.charCodeAt(0) - 98) : name);
      return { kind: "expression", text: set.text.replace(/\bset_([a-x])\b/g, moved) };
    });
    const others = (_: unknown, at: number) => at !== place;
    this.#say("");
    this.#app.change({ sets: rest.filter(others), layers: layers.filter(others) }, { step: true });
    announce(`Removed set ${setLetter(place)}`);
  }

  /** Removes a set by the button of its card, and gives the focus to the card that has its place. */
  #close(place: number): void {
    this.#remove(place);
    const { children } = this.#cards;
    const card = children[Math.min(place, children.length - 1)];
    (card?.querySelector<HTMLElement>(".remove") ?? this.#pickSets).focus();
  }
}
