// The course as guided pages: words, live sets, steps, a quiz and exercises.
import type { App } from "./app.js";
import { button, h, setAttribute, setText } from "./dom.js";
import { COURSE, type Page, pageAt, pageState } from "./course.js";
import { isFailure } from "./engine.js";
import { ExerciseView } from "./exercise.js";
import { equation } from "./figures.js";
import { type Figure, stepSet } from "./lesson.js";
import { LessonView, Stepper } from "./lesson-view.js";
import { lightInTurn } from "./lit.js";
import { lessons, Notice } from "./modules.js";
import { mayMove } from "./motion.js";
import { lessonOf, QuizView } from "./quiz.js";
import { members, squareIndex, toHex } from "./squares.js";
import { initial } from "./state.js";
import { recall, remember } from "./storage.js";

/** The pieces that the lessons on techniques have steps for. */
const SLIDERS: Readonly<Record<string, string>> = { b: "bishop", r: "rook", q: "queen" };

export class LessonsPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #links = new Map<string, HTMLElement>();
  readonly #kept = h("p", { class: "legend" }, "Your own position and sets come back when you open another panel.");
  readonly #contents: HTMLDetailsElement;
  readonly #progress = h("summary", {});
  /** The pages that have been read to their end, in this visit and those before. */
  readonly #read = new Set((recall("read") ?? "").split(" "));
  readonly #title = h("h3", {});
  readonly #words = h("div", {});
  readonly #sets = h("div", {});
  readonly #view = new LessonView(true);
  readonly #steps: Stepper;
  readonly #quiz: QuizView;
  readonly #exercise: ExerciseView;
  /** The buttons to other pages, at the top and at the end. */
  readonly #pagers = [this.#pager(), this.#pager()] as const;
  #shown = "";
  /** Whether the board has the position of the page, or of its address. */
  #hasPosition = true;
  /** The page whose squares have been lit in turn. */
  #turned = "";

  constructor(app: App) {
    this.#app = app;
    this.#quiz = new QuizView(app);
    this.#exercise = new ExerciseView(app);
    this.#steps = new Stepper(() => app.state.step, (step) => app.change({ step }), () => this.#view.spoken());
    const links = COURSE.map((page, at) => {
      const link = button(page.title, () => this.#open(at));
      this.#links.set(page.id, link);
      return h("li", {}, link);
    });
    this.#contents = h("details", { class: "contents" }, this.#progress, h("ol", {}, ...links));
    this.element = h(
      "div",
      { class: "lessons-panel" },
      h("h2", { class: "spoken-only" }, "Lessons"),
      this.#contents,
      this.#pagers[0],
      this.#title,
      this.#words,
      this.#sets,
      ...this.#steps.elements,
      this.#view.element,
      this.#quiz.element,
      new Notice(lessons).element,
      this.#exercise.element,
      this.#pagers[1],
      this.#kept,
    );
  }

  update(): void {
    const page = COURSE[this.#at()];
    if (!page) {
      return;
    }
    if (this.#shown !== page.id) {
      this.#shown = page.id;
      remember("lesson", page.id);
      this.#title.textContent = `${this.#at() + 1}. ${page.title}`;
      this.#words.replaceChildren(...page.words.map((words) => h("p", {}, words)));
      this.#quiz.show(page);
      // A page whose address has no position of its own sets the board.
      const { lesson, fen, sets } = this.#app.state;
      const first = initial();
      const isFirst = fen === first.fen && (fen !== page.fen || JSON.stringify(sets) === JSON.stringify(first.sets));
      this.#hasPosition = lesson !== "" && !isFirst;
      if (!this.#hasPosition) {
        queueMicrotask(() => this.#open(this.#at(), false));
      }
    }
    if (page.steps === undefined && this.#turned !== page.id && this.#hasPosition && mayMove()) {
      // A page without steps has a picture that moves too: the bits of its set, from the lowest.
      this.#turned = page.id;
      lightInTurn(members(this.#app.value(0) ?? 0n), this.element);
    }
    this.#kept.hidden = this.#app.state.kept === null;
    for (const { id, title } of COURSE) {
      const link = this.#links.get(id);
      if (link) {
        setAttribute(link, "aria-current", id === page.id ? "page" : null);
        setText(link, this.#read.has(id) ? `${title} ✓` : title);
      }
    }
    const read = COURSE.filter(({ id }) => this.#read.has(id)).length;
    setText(this.#progress, read === 0 ? "Contents" : `Contents: ${read} of ${COURSE.length} read`);
    for (const pager of this.#pagers) {
      const [back, next] = pager.querySelectorAll("button");
      setAttribute(back as Element, "disabled", this.#at() === 0 ? "" : null);
      setAttribute(next as Element, "disabled", this.#at() === COURSE.length - 1 ? "" : null);
      setText(pager.querySelector("span") as Element, `${this.#at() + 1} of ${COURSE.length}`);
    }
    this.#quiz.update();
    this.#showSets();
    this.#showSteps(page);
    this.#exercise.update(page.exercise);
  }

  #at(): number {
    return pageAt(this.#app.state.lesson);
  }

  #pager(): HTMLElement {
    const next = () => {
      this.#read.add(COURSE[this.#at()]?.id ?? "");
      remember("read", [...this.#read].join(" "));
      this.#open(this.#at() + 1);
    };
    const back = button("‹ Previous page", () => this.#open(this.#at() - 1));
    return h("div", { class: "buttons", role: "group", "aria-label": "Pages" }, back, h("span", {}), button("Next page ›", next));
  }

  #open(at: number, step = true): void {
    const page = COURSE[at];
    if (page) {
      this.#hasPosition = true;
      const start = step ? { step: 0, exercise: "" } : {};
      this.#app.change({ ...pageState(page), ...start }, { step });
      if (step) {
        this.#contents.open = false;
        this.#title.tabIndex = -1;
        this.#title.focus();
      }
    }
  }

  #showSets(): void {
    const figures = this.#app.state.sets.flatMap((set, place): Figure[] => {
      const value = this.#app.value(place);
      if (set.kind !== "named" || value === null) {
        return [];
      }
      const [label] = this.#app.describe(set.name);
      return [{ kind: "board", label, set: `0x${toHex(value)}`, word: `0x${toHex(value)}`, geometry: "normal", marks: [] }];
    });
    this.#sets.replaceChildren(equation(figures));
  }

  #showSteps(page: Page): void {
    const lesson = this.#lesson(page);
    const shown = lesson !== null && !isFailure(lesson);
    this.#steps.buttons.hidden = !shown;
    this.#view.element.hidden = !shown;
    if (shown) {
      this.#steps.last = lesson.steps.length - 1;
      this.#view.show(lesson, this.#app.state.step);
      this.#app.stepSet = stepSet(lesson, this.#app.state.step);
    }
  }

  step(move: number): boolean {
    const { buttons: { hidden } } = this.#steps;
    if (!hidden) {
      this.#steps.move(move);
    }
    return !hidden;
  }

  /** Returns the parts of the lesson that the page is about. */
  #lesson({ steps, parts, square: usual }: Page) {
    if (steps === undefined) {
      return null;
    }
    const { fen, square } = this.#app.state;
    const isTechnique = typeof steps === "object" && "technique" in steps;
    // The steps are about the selected slider, or the page's: the parts of a page have the names of one piece.
    const piece = SLIDERS[this.#app.pieceAt(squareIndex(square))?.toLowerCase() ?? ""];
    const isSelected = isTechnique && piece && (parts === undefined || piece === steps.piece);
    const asked = isSelected ? { ...steps, piece } : steps;
    const lesson = lessonOf(this.#app, asked, { fen, square: isSelected || !isTechnique ? square : usual, occupied: this.#app.occupied() });
    return isFailure(lesson) || parts === undefined ? lesson : { ...lesson, steps: lesson.steps.filter(({ part }) => parts.test(part)) };
  }
}
