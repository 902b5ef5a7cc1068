// Exercises with typed answers: the ones that `setwise quiz` asks, by topic and number.
import type { App } from "./app.js";
import { button, field, h, select, setAttribute, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { equation, legend } from "./figures.js";
import type { Lesson } from "./lesson.js";
import { LessonView, Stepper } from "./lesson-view.js";

/** The topics, from easy to hard. */
const TOPICS = [
  ["squares", "The number of a square"],
  ["bits", "The lowest bit"],
  ["wrap", "Which squares wrap"],
  ["attacks", "What a slider attacks"],
  ["step", "The next set of a step"],
  ["index", "The index of an occupancy"],
  ["factor", "Which factor works"],
  ["legal", "Legal moves"],
] as const;

export type Topic = (typeof TOPICS)[number][0];

const MAX_NUMBER = 999_999;

interface Exercise {
  question: Lesson;
  hint: string;
  answer: string;
  right: boolean | null;
  /** What is wrong with the typed answer, if it is wrong. */
  mistake: string | null;
  lesson: Lesson;
}

export class ExerciseView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #topic: HTMLSelectElement;
  readonly #number = h("input", { type: "number", min: 1, max: MAX_NUMBER, change: () => this.#choose(Number(this.#number.value)) });
  readonly #text = h("p", { class: "note" });
  readonly #boards = h("div", {});
  readonly #hint = h("p", { class: "legend note", id: "exercise-hint" });
  readonly #typed = h("input", { type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "none", maxlength: 300, "aria-describedby": "exercise-hint" });
  readonly #result = h("p", { role: "status" });
  readonly #steps: Stepper;
  readonly #lesson = new LessonView(false);
  #step = 0;
  #asked = { topic: "squares", number: 1 };
  #exercise: Exercise | null = null;

  constructor(app: App) {
    this.#app = app;
    this.#topic = select(TOPICS, "squares", () => this.#choose(1));
    const go = (step: number) => {
      this.#step = step;
      this.#showLesson(true);
    };
    this.#steps = new Stepper(() => this.#step, go, () => this.#lesson.spoken());
    const submit = (event: Event) => {
      event.preventDefault();
      this.#check();
    };
    this.element = h(
      "section",
      { class: "exercise card", "aria-label": "Exercise" },
      h("h4", {}, "Exercises with typed answers"),
      this.#text,
      this.#boards,
      h("form", { submit }, field("Your answer", this.#typed), h("button", { type: "submit" }, "Check the answer")),
      this.#hint,
      this.#result,
      h(
        "div",
        { class: "buttons" },
        button("Explain it", () => this.#explain()),
        button("Next question ›", () => {
          this.#choose(this.#asked.number + 1);
          this.#typed.focus({ preventScroll: true });
          this.element.scrollIntoView({ block: "start" });
        }),
      ),
      ...this.#steps.elements,
      this.#lesson.element,
      h(
        "details",
        { class: "other-exercises" },
        h("summary", {}, "Another topic or question"),
        h("div", { class: "choices" }, field("Topic of the exercise", this.#topic), field("Number of the question", this.#number)),
      ),
    );
  }

  /** Shows the exercise of the address, or the first one of the topic of a page, if it has one. */
  update(usual: Topic | undefined): void {
    const [topic = usual ?? "", number = "1"] = this.#app.state.exercise.split("-").filter(Boolean);
    if (this.#exercise && this.#asked.topic === topic && this.#asked.number === Number(number)) {
      this.element.hidden = false;
      return;
    }
    const exercise = this.#app.teach<Exercise>({ ask: "exercise", topic, number: Number(number) });
    this.element.hidden = isFailure(exercise);
    if (isFailure(exercise)) {
      return;
    }
    this.#asked = { topic, number: Number(number) };
    const figures = exercise.question.steps[0]?.figures ?? [];
    this.#exercise = exercise;
    this.#steps.last = exercise.lesson.steps.length - 1;
    this.#topic.value = topic;
    this.#number.value = number;
    // The question comes first; its introduction and its FEN are below it.
    const lines = (exercise.question.steps[0]?.text ?? "").split("\n");
    setText(this.#text, lines.pop() ?? "");
    const sets = figures.filter((figure) => figure.kind === "board" && !figure.pieces);
    this.#boards.replaceChildren(equation(figures), ...(sets.length > 0 ? [legend(sets)] : []));
    setText(this.#hint, [exercise.hint.replaceAll("`", ""), ...lines].join("\n"));
    this.#typed.value = "";
    setAttribute(this.#typed, "aria-invalid", null);
    this.#say("", "");
    this.#showLesson(false);
  }

  #choose(number: number): void {
    const valid = Math.min(MAX_NUMBER, Math.max(1, Math.trunc(number) || 1));
    this.#app.change({ exercise: `${this.#topic.value}-${valid}` }, { step: true });
  }

  #check(): void {
    const typed = this.#typed.value;
    const answer = this.#app.teach<Exercise>({ ask: "exercise", ...this.#asked, typed });
    const failed = isFailure(answer);
    setAttribute(this.#typed, "aria-invalid", failed ? "true" : null);
    if (failed) {
      this.#say("error", answer.error.message.replaceAll("`", ""));
    } else if (answer.right) {
      this.#say("good", `Right: ${answer.answer}.`);
    } else {
      this.#say("error", `Not right yet: ${answer.mistake ?? ""}. Try again, or have it explained.`);
    }
  }

  #explain(): void {
    this.#step = 0;
    this.#say("good", `The answer is ${this.#exercise?.answer ?? ""}. These steps lead to it.`);
    this.#showLesson(true);
  }

  #showLesson(shown: boolean): void {
    this.#steps.buttons.hidden = !shown;
    this.#lesson.element.hidden = !shown;
    if (shown && this.#exercise) {
      this.#lesson.show(this.#exercise.lesson, this.#step);
    }
  }

  #say(className: string, words: string): void {
    this.#result.className = className;
    setText(this.#result, words);
  }
}
