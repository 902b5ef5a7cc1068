// A quiz: click all squares of the next set of a lesson, and see what is missing and which step leaves out the rest.
import type { App, Position, SetValues } from "./app.js";
import type { Page, Quiz } from "./course.js";
import { announce, button, h } from "./dom.js";
import { isFailure } from "./engine.js";
import { equation, equationText } from "./figures.js";
import { type Figure, type Lesson, setOf, type Step, stepSet } from "./lesson.js";
import { fromHex, has, members, spoken, SQUARES, toggled, toHex } from "./squares.js";

/** Asks for the lesson of a page, about a position and a square. */
export function lessonOf(app: App, steps: NonNullable<Page["steps"]>, { fen, square, occupied }: { fen: string; square: string; occupied: bigint }) {
  if (typeof steps === "string") {
    return app.teach<Lesson>(steps === "pawns" ? { ask: "pawns", fen } : { ask: "legality", fen, square });
  }
  const question = "topic" in steps ? { ask: "topic", fen } : { ask: "lesson", occupied: toHex(occupied) };
  return app.teach<Lesson>({ ...question, ...steps, square });
}

/** Why a step with a sign leaves out a square, where it does not depend on the square. */
const OTHERS: Readonly<Record<string, string>> = { OR: "it is in none of them", "step until": "the walk ends before it, or goes elsewhere" };

/** Returns which of some steps leaves a square out of the set of the last one, and why. */
function reason(steps: Step[], name: string): string {
  const square = SQUARES.indexOf(name);
  const isIn = (figure: Figure | undefined) => has(setOf(figure) ?? 0n, square);
  const labelOf = (figure: Figure | undefined) => (figure && "label" in figure ? figure.label : "");
  for (let at = steps.length - 1; ; ) {
    const { figures = [] } = steps[at] ?? {};
    const [first, second] = figures.filter((figure) => setOf(figure) !== null);
    const [sign = ""] = figures.flatMap((figure) => (figure.kind === "sign" ? figure.sign : []));
    const by = figures.find((figure) => figure.kind === "number")?.value ?? 0;
    const origin = SQUARES[sign === "<<" ? square - by : sign === ">>" ? square + by : -1];
    const earlier = isIn(first) ? -1 : steps.slice(0, at).findLastIndex((step) => labelOf(step.figures.at(-1)) === labelOf(first));
    if (earlier >= 0) {
      at = earlier;
      continue;
    }
    const why =
      sign in OTHERS || origin
        ? (OTHERS[sign] ?? `${origin} is not in "${labelOf(first)}"`)
        : !["AND", "AND NOT", "XOR"].includes(sign)
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
  readonly #start = button("Answer on the board", () => this.#ask(), { class: "primary" });
  readonly #check = button("Check", () => this.#judge());
  readonly #result = h("p", { role: "status" });
  /** The step whose set was asked for, after the answer. */
  readonly #step = h("div", {});
  #quiz: Quiz & { fen: string; square: string } = { words: "", fen: "", square: "" };
  #clicked = 0n;
  /** The steps to the set that is asked for, once they could be asked for. */
  #known: Step[] = [];

  constructor(app: App) {
    this.#app = app;
    this.element = h(
      "section",
      { class: "quiz card", "aria-label": "Quiz" },
      h("h4", {}, "Quiz"),
      this.#words,
      h("div", { class: "buttons" }, this.#start, this.#check, button("Show the answer", () => this.#reveal()), this.#result),
      this.#step,
    );
  }

  update(): void {
    this.element.hidden = this.#answer() === null;
    this.#start.hidden = this.#app.quiz !== null;
    this.#check.hidden = !this.#start.hidden;
  }

  show(page: Page): void {
    this.#quiz = { ...page, ...page.quiz };
    this.#clicked = 0n;
    this.#known = [];
    this.#words.textContent = page.quiz.words;
    this.#say("", "");
    this.#step.replaceChildren();
  }

  /** Puts the quiz on the board, and leads there. */
  #ask(): void {
    this.#say("", "Click the squares on the board.");
    announce("Escape leads from the board back to the quiz.");
    this.#draw();
    this.element.scrollIntoView({ block: "start" });
    document.querySelector<HTMLElement>(".board-grid [tabindex='0']")?.focus({ preventScroll: true });
  }

  /** Draws the position of the page, whatever is on the board, and the clicked squares. */
  #draw(): void {
    const { fen, square } = this.#quiz;
    const { placement } = this.#app.engine.sure<Position>({ ask: "position", fen });
    const toggle = (square: number) => {
      this.#clicked = toggled(this.#clicked, square);
      this.#say("", "");
      this.#draw();
    };
    this.#app.refresh({ quiz: { placement, square, clicked: this.#clicked, toggle, back: () => this.#check.focus() } });
  }

  /** Returns the steps to the set that is asked for; none before their module has been loaded. */
  #steps(): Step[] {
    const { fen, square, steps, part: title, step } = this.#quiz;
    if (!steps || title === undefined || this.#known.length > 0) {
      return this.#known;
    }
    const { sets } = this.#app.engine.sure<SetValues>({ ask: "sets", fen, square, sets: "occupied" });
    const lesson = lessonOf(this.#app, steps, { fen, square, occupied: fromHex(sets[0]?.set ?? "0") });
    const part = isFailure(lesson) ? [] : lesson.steps.filter(({ part }) => part === title);
    return (this.#known = part.slice(0, (step ?? part.length - 1) + 1));
  }

  /** Returns the answer, in the position of the page whatever is on the board. */
  #answer(): bigint | null {
    const { set } = this.#quiz;
    return set === undefined ? (stepSet({ steps: this.#steps().slice(-1) }, 0)?.set ?? null) : BigInt(set);
  }

  #judge(): void {
    const answer = this.#answer() ?? 0n;
    const missing = answer & ~this.#clicked;
    const wrong = members(this.#clicked & ~answer).map((square) => SQUARES[square] ?? "");
    const [first] = wrong;
    if (missing === 0n && first === undefined) {
      this.#say("good", `Right: ${spoken(answer)}.`);
      this.#showStep();
      return;
    }
    const steps = this.#steps();
    const why = first === undefined ? "" : steps.length > 0 ? reason(steps, first) : `${first} is bit ${SQUARES.indexOf(first)}, which is 0`;
    const words = [
      ...(missing > 0n ? [`${spoken(missing).split(":")[0]} missing`] : []),
      ...(wrong.length > 0 ? [`not in the set: ${wrong.join(" ")}`, why] : []),
    ];
    this.#say("error", `Not yet: ${words.join("; ")}.`);
    this.#result.scrollIntoView({ block: "nearest" });
  }

  #reveal(): void {
    this.#clicked = this.#answer() ?? 0n;
    this.#draw();
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
