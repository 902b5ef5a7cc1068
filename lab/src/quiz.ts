// A quiz: click all squares of the next set of a lesson, and see what is missing and which step leaves out the rest.
import type { App, SetValues } from "./app.js";
import { BitBoard } from "./bit-board.js";
import type { Page } from "./course.js";
import { button, h } from "./dom.js";
import { isFailure } from "./engine.js";
import { equation, equationText } from "./figures.js";
import { type Figure, type Lesson, setOf, type Step, stepSet } from "./lesson.js";
import { fromHex, has, members, SQUARES, toggled, toHex } from "./squares.js";

/** Asks for the lesson of a page, about a position and a square. */
export function lessonOf(app: App, steps: NonNullable<Page["steps"]>, { fen, square, occupied }: { fen: string; square: string; occupied: bigint }) {
  if (typeof steps === "string") {
    return app.teach<Lesson>(steps === "pawns" ? { ask: "pawns", fen } : { ask: "legality", fen, square });
  }
  const question = "topic" in steps ? { ask: "topic", fen } : { ask: "lesson", occupied: toHex(occupied) };
  return app.teach<Lesson>({ ...question, ...steps, square });
}

/** Returns which of some steps leaves a square out of the set of the last one, and why. */
function reason(steps: Step[], name: string): string {
  const square = SQUARES.indexOf(name);
  const isIn = (figure: Figure | undefined) => has(setOf(figure) ?? 0n, square);
  const labelOf = (figure: Figure | undefined) => (figure && "label" in figure ? figure.label : "");
  for (let at = steps.length - 1; ; ) {
    const { figures = [] } = steps[at] ?? {};
    const [first, second] = figures.filter((figure) => setOf(figure) !== null);
    const sign = figures.flatMap((figure) => (figure.kind === "sign" ? figure.sign : []))[0];
    const earlier = isIn(first) ? -1 : steps.slice(0, at).findLastIndex((step) => labelOf(step.figures.at(-1)) === labelOf(first));
    if (earlier >= 0) {
      at = earlier;
      continue;
    }
    const why =
      sign === "OR"
        ? "it is in none of them"
        : !["AND", "AND NOT", "XOR"].includes(sign ?? "")
          ? ""
          : !isIn(first)
            ? `it is not in "${labelOf(first)}"`
            : sign === "AND"
              ? `it is not in "${labelOf(second)}"`
              : `it is in ${sign === "XOR" ? "both" : `"${labelOf(second)}"`}`;
    return `${name} is left out by the step "${equationText(figures)}"${why && `: ${why}`}`;
  }
}

export class QuizView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #words = h("p", {});
  readonly #moved = h("p", { class: "legend" }, "The question is about another position than the one on the board. ");
  readonly #board: BitBoard;
  readonly #result = h("p", { role: "status" });
  /** The step whose set was asked for, after the answer. */
  readonly #step = h("div", {});
  #page: Page | null = null;
  #clicked = 0n;
  /** The steps to the set that is asked for, once they could be asked for. */
  #known: Step[] = [];

  constructor(app: App) {
    this.#app = app;
    this.#moved.append(button("Set it up", () => app.setFen(this.#fen()), { class: "link" }));
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
      this.#step,
    );
  }

  update(): void {
    this.element.hidden = this.#answer() === null;
    // The side to move does not matter: pawns of both sides are asked about.
    this.#moved.hidden = this.#app.state.fen.split(" ")[0] === this.#fen().split(" ")[0];
  }

  show(page: Page): void {
    this.#page = page;
    this.#clicked = 0n;
    this.#known = [];
    this.#words.textContent = page.quiz.words;
    this.#result.textContent = "";
    this.#step.replaceChildren();
    this.#show();
  }

  #show(): void {
    this.#board.show(this.#clicked, SQUARES.map((_, square) => square));
  }

  #fen(): string {
    return this.#page?.quiz.fen ?? this.#page?.fen ?? "";
  }

  /** Returns the steps to the set that is asked for; none before their module has been loaded. */
  #steps(): Step[] {
    const { quiz, square = "", steps } = this.#page ?? {};
    const asked = quiz?.steps ?? steps;
    if (!quiz || !asked || quiz.part === undefined || this.#known.length > 0) {
      return this.#known;
    }
    const fen = this.#fen();
    const { sets } = this.#app.engine.sure<SetValues>({ ask: "sets", fen, square, sets: "occupied" });
    const lesson = lessonOf(this.#app, asked, { fen, square: quiz.square ?? square, occupied: fromHex(sets[0]?.set ?? "0") });
    const part = isFailure(lesson) ? [] : lesson.steps.filter((step) => step.part === quiz.part);
    return (this.#known = part.slice(0, (quiz.step ?? part.length - 1) + 1));
  }

  /** Returns the answer, in the position of the page whatever is on the board. */
  #answer(): bigint | null {
    const { set } = this.#page?.quiz ?? {};
    return set === undefined ? (stepSet({ steps: this.#steps().slice(-1) }, 0)?.set ?? null) : BigInt(set);
  }

  #check(): void {
    const answer = this.#answer() ?? 0n;
    const missing = members(answer & ~this.#clicked).length;
    const wrong = members(this.#clicked & ~answer).map((square) => SQUARES[square] ?? "");
    const [first] = wrong;
    if (missing === 0 && first === undefined) {
      this.#say("good", `Right: ${members(answer).length} squares.`);
      this.#showStep();
      return;
    }
    const steps = this.#steps();
    const why = first === undefined ? "" : steps.length > 0 ? reason(steps, first) : `${first} is bit ${SQUARES.indexOf(first)}, which is 0`;
    const words = [
      ...(missing > 0 ? [`${missing} ${missing === 1 ? "square is" : "squares are"} missing`] : []),
      ...(wrong.length > 0 ? [`not in the set: ${wrong.join(" ")}`, why] : []),
    ];
    this.#say("error", `Not yet: ${words.join("; ")}.`);
  }

  #reveal(): void {
    this.#clicked = this.#answer() ?? 0n;
    this.#show();
    this.#say("good", "This is the answer.");
    this.#showStep();
  }

  #showStep(): void {
    this.#step.replaceChildren(equation(this.#steps().at(-1)?.figures ?? []));
  }

  #say(className: string, words: string): void {
    this.#result.className = className;
    this.#result.textContent = words;
  }
}
