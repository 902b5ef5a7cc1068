// The tree of named sets: groups that open, with a checkbox for each set.
import type { App } from "./app.js";
import { h } from "./dom.js";
import type { SetChoice } from "./state.js";

export class SetTree {
  readonly element: HTMLElement;
  readonly #boxes = new Map<string, HTMLInputElement>();

  constructor(app: App, pick: (name: string, picked: boolean) => void) {
    const groups = app.groups.map(({ title, sets }, index) => {
      const boxes = sets.map((set) => {
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
}
