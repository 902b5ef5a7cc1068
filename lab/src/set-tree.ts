// The tree of named sets: groups that open, with a checkbox for each set.
import type { App } from "./app.js";
import { h } from "./dom.js";
import type { SetChoice } from "./state.js";

interface Named {
  name: string;
  label: string;
  words: string;
}

export class SetTree {
  readonly element: HTMLElement;
  readonly #boxes = new Map<string, HTMLInputElement>();
  readonly #named = new Map<string, Named>();

  constructor(app: App, pick: (name: string, picked: boolean) => void) {
    const tree = app.engine.sure<{ groups: { title: string; sets: Named[] }[] }>({ ask: "set-tree" });
    const groups = tree.groups.map(({ title, sets }, index) => {
      const boxes = sets.map((set) => {
        this.#named.set(set.name, set);
        const id = `pick-${set.name}`;
        const box = h("input", { type: "checkbox", id, change: () => pick(set.name, box.checked) });
        this.#boxes.set(set.name, box);
        const label = set.name.endsWith("@") ? `${set.label} the selected square` : set.label;
        return h("li", { title: set.words }, box, h("label", { for: id }, label));
      });
      return h("details", { open: index === 1 }, h("summary", {}, title), h("ul", {}, ...boxes));
    });
    this.element = h("div", { class: "set-tree" }, ...groups);
  }

  /** Checks the boxes of the sets that are shown. */
  update(sets: readonly SetChoice[]): void {
    const names = new Set(sets.flatMap((set) => (set.kind === "named" ? [set.name] : [])));
    for (const [name, box] of this.#boxes) {
      box.checked = names.has(name);
    }
  }

  /** Returns the name for people of a set, and what it is. */
  describe(name: string, selected: string): [string, string] {
    const [base = "", square] = name.split("@");
    const named = this.#named.get(square === undefined ? base : `${base}@`);
    if (!named) {
      return [name, ""];
    }
    return [square === undefined ? named.label : `${named.label} ${square || selected}`, named.words];
  }
}
