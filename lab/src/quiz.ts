// A quiz: click all squares of a set, and see what is missing.
import type { App, SetValues } from "./app.js";
import { BitBoard } from "./bit-board.js";
import { button, h } from "./dom.js";
import type { Page } from "./course.js";
import { fromHex, has, members, SQUARES, toggled } from "./squares.js";

export class QuizView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #words = h("p", {});
  readonly #moved = h("p", { class: "legend" }, "The question is about the position of this page, not the one that is on the board now. ");
  readonly #board: BitBoard;
  readonly #result = h("p", { role: "status" });
  #page: Page | null = null;
  #clicked = 0n;

  constructor(app: App) {
    this.#app = app;
    this.#moved.append(button("Set it up again", () => app.setFen(this.#page?.fen ?? ""), { class: "link" }));
    this.#board = new BitBoard("Your answer", (square) => {
      this.#clicked = toggled(this.#clicked, square);
      this.#result.textContent = "";
      this.#show();
    });
    this.element = h(
      "section",
      { class: "quiz card", "aria-label": "Quiz" },
      h("h4", {}, "Quiz"),
      this.#words,
      this.#moved,
      this.#board.element,
      h(
        "div",
        { class: "buttons" },
        button("Check", () => this.#check()),
        button("Show the answer", () => this.#reveal()),
        this.#result,
      ),
    );
  }

  update(): void {
    this.#moved.hidden = this.#app.state.fen === this.#page?.fen;
  }

  show(page: Page): void {
    this.#page = page;
    this.#clicked = 0n;
    this.element.hidden = page.quiz === undefined;
    this.#words.textContent = page.quiz?.words ?? "";
    this.#result.textContent = "";
    this.#show();
  }

  #show(): void {
    this.#board.show(this.#clicked, SQUARES.map((_, square) => square));
  }

  /** Returns the answer, in the position of the page whatever is on the board. */
  #answer(): bigint {
    const { fen = "", square = "a1", quiz } = this.#page ?? {};
    const values = this.#app.engine.sure<SetValues>({ ask: "sets", fen, square, sets: quiz?.set ?? "empty" });
    return fromHex(values.sets[0]?.set ?? "0");
  }

  #check(): void {
    const answer = this.#answer();
    const missing = members(answer & ~this.#clicked).length;
    const wrong = members(this.#clicked).filter((square) => !has(answer, square)).map((square) => SQUARES[square]);
    if (missing === 0 && wrong.length === 0) {
      this.#say("good", `Right: ${members(answer).length} squares.`);
      return;
    }
    const words = [
      ...(missing > 0 ? [`${missing} ${missing === 1 ? "square is" : "squares are"} missing`] : []),
      ...(wrong.length > 0 ? [`not in the set: ${wrong.join(" ")}`] : []),
    ];
    this.#say("error", `Not yet: ${words.join("; ")}.`);
  }

  #reveal(): void {
    this.#clicked = this.#answer();
    this.#show();
    this.#say("good", "This is the answer.");
  }

  #say(className: string, words: string): void {
    this.#result.className = className;
    this.#result.textContent = words;
  }
}
