// The techniques panel: the lesson of one technique, or of two side by side, for a live occupancy.
import type { App } from "./app.js";
import { BitBoard } from "./bit-board.js";
import { button, field, h, select, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { type Lesson, stepSet } from "./lesson.js";
import { LessonView, Stepper } from "./lesson-view.js";
import { MagicFinder } from "./magic-finder.js";
import { fromHex, spoken, squareIndex, toggled, toHex } from "./squares.js";

const PIECES = [
  ["bishop", "Bishop"],
  ["rook", "Rook"],
  ["queen", "Queen"],
] as const;

export class TechniquesPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #first: HTMLSelectElement;
  readonly #second: HTMLSelectElement;
  readonly #piece: HTMLSelectElement;
  readonly #occupancy: BitBoard;
  readonly #words = h("p", { class: "count" });
  readonly #boards: HTMLButtonElement;
  readonly #views = [new LessonView(true), new LessonView(false)];
  readonly #lessons = h("div", { class: "lessons" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #steps: Stepper;

  constructor(app: App) {
    this.#app = app;
    this.#steps = new Stepper(() => app.state.step, (step) => app.change({ step }), () => this.#views[0]?.spoken() ?? "");
    const answer = app.teach<{ techniques: { name: string; title: string }[]; absent: string[] }>({ ask: "techniques" });
    const list = isFailure(answer) ? { techniques: [], absent: [] } : answer;
    const names = list.techniques.map(({ name, title }) => [name, `${name}: ${title}`] as const);
    const choose = (place: number) => (value: string) => {
      const techniques = [...app.state.techniques];
      techniques[place] = value;
      app.change({ techniques: techniques.filter(Boolean), step: 0 }, { step: true });
    };
    this.#first = select(names, "magic-fancy", choose(0));
    this.#second = select([["", "none"], ...names], "", choose(1));
    for (const control of [this.#first, this.#second]) {
      control.append(...list.absent.map((name) => h("option", { disabled: true }, `${name}: needs a CPU feature, absent here`)));
    }
    this.#piece = select(PIECES, "bishop", (piece) => app.change({ piece, step: 0 }, { step: true }));
    this.#occupancy = new BitBoard("Occupied squares of the lookup", (square) => {
      app.change({ occupied: toHex(toggled(this.#occupied(), square)) });
    });
    this.#boards = button("Use the board's", () => app.change({ occupied: null }));
    this.element = h(
      "div",
      { class: "techniques-panel" },
      h("h2", {}, "Sliding-attack techniques, step by step"),
      h(
        "div",
        { class: "choices" },
        field("Technique", this.#first),
        field("Beside it", this.#second),
        field("Piece", this.#piece),
      ),
      h(
        "details",
        { class: "occupancy" },
        h("summary", {}, "Change the occupied squares"),
        h("div", { class: "card-body" }, this.#occupancy.element, h("div", { class: "about" }, this.#words, this.#boards)),
      ),
      h("p", {}, "The square is the one selected on the board."),
      ...this.#steps.elements,
      this.#error,
      this.#lessons,
      new MagicFinder(app).element,
    );
  }

  update(): void {
    const { state, values } = this.#app;
    const occupied = this.#occupied();
    const [first = "", second = ""] = state.techniques;
    this.#first.value = first;
    this.#second.value = second;
    this.#piece.value = state.piece;
    this.#boards.disabled = state.occupied === null;
    this.#occupancy.show(occupied, values.bits, squareIndex(state.square));
    this.#words.textContent = spoken(occupied).split(":")[0] ?? "";
    let error = "";
    const lessons = [first, second].filter(Boolean).flatMap((technique) => {
      const lesson = this.#app.teach<Lesson>({
        ask: "lesson",
        technique,
        piece: state.piece,
        square: state.square,
        occupied: toHex(occupied),
      });
      if (isFailure(lesson)) {
        error = lesson.error.message;
        return [];
      }
      return [lesson];
    });
    // A text that is set again would be read out again.
    setText(this.#error, error);
    this.#app.stepSet = lessons[0] ? stepSet(lessons[0], state.step) : null;
    this.#steps.last = Math.max(0, ...lessons.map((lesson) => lesson.steps.length - 1));
    const shown = lessons.map((lesson, place) => {
      const view = this.#views[place] ?? new LessonView(false);
      view.show(lesson, state.step);
      return view.element;
    });
    if (shown.length !== this.#lessons.children.length) {
      this.#lessons.replaceChildren(...shown);
    }
    this.#lessons.classList.toggle("two", shown.length === 2);
  }

  #occupied(): bigint {
    const { occupied } = this.#app.state;
    return occupied === null ? this.#app.occupied() : fromHex(occupied);
  }

  step(move: number): boolean {
    this.#steps.move(move);
    return true;
  }
}
