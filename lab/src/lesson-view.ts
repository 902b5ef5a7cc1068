// A lesson: its title and sources, and one step at a time.
import { arrowStep, button, h, setAttribute, setText, withCode } from "./dom.js";
import { equation, equationText, legend } from "./figures.js";
import { swatch } from "./layers.js";
import { type Lesson, setOf, stepSet } from "./lesson.js";
import { listenForModules, Notice, pages } from "./modules.js";

export class LessonView {
  readonly element: HTMLElement;
  readonly #title = h("h3", {});
  readonly #part = h("p", { class: "part" });
  readonly #text = h("p", { class: "step-text" });
  readonly #spoken = h("p", { class: "spoken-only" });
  readonly #figures = h("div", {});
  readonly #about = h("details", { class: "about-lesson" }, h("summary", {}, "About and sources"));
  readonly #notice = new Notice(pages);
  #lesson: Lesson | null = null;
  #step = -1;
  /** The lesson whose sources and notes are shown, and whether they have its page. */
  #shownAbout = "";

  /** Makes a view; the sets of one on the board are marked by the colour that they have there. */
  constructor(private readonly onBoard: boolean) {
    this.element = h(
      "article",
      { class: "lesson card" },
      this.#title,
      this.#part,
      this.#text,
      this.#spoken,
      this.#figures,
      this.#about,
    );
    listenForModules(() => this.#showAbout());
  }

  /** Shows a step; one past the end shows the last. */
  show(lesson: Lesson, at: number): void {
    const step = Math.min(at, lesson.steps.length - 1);
    if (this.#lesson && this.#step === step && JSON.stringify(this.#lesson) === JSON.stringify(lesson)) {
      return;
    }
    this.#lesson = lesson;
    this.#step = step;
    this.#showAbout();
    const shown = lesson.steps[step];
    // The position that some titles name is on the board.
    this.#title.textContent = lesson.title.replace(/(?: in|:) (?:[1-8a-zA-Z]+\/){7}.*$/, "");
    if (!shown) {
      this.#part.textContent = "This lesson has no steps.";
      this.#text.textContent = "";
      this.#figures.replaceChildren();
      return;
    }
    const part = shown.part ? `: ${shown.part}` : "";
    this.#part.textContent = `Step ${step + 1} of ${lesson.steps.length}${part}`;
    this.#text.replaceChildren(...withCode(shown.text));
    this.#spoken.textContent = equationText(shown.figures);
    const drawn = equation(shown.figures);
    const set = stepSet({ ...lesson, steps: [shown] }, 0)?.set;
    const result = shown.figures.map((figure) => setOf(figure) === set).lastIndexOf(true);
    if (this.onBoard && set !== undefined) {
      drawn.children[result]?.querySelector("figcaption")?.prepend(swatch(0), " ");
    }
    this.#figures.replaceChildren(drawn, legend(shown.figures));
  }

  /** Returns the step as a line for a screen reader. */
  spoken(): string {
    return [this.#part, this.#text, this.#spoken].map((element) => element.textContent).join(". ");
  }

  /** Shows the sources and the notes: those of the lesson, or else the page of its technique. */
  #showAbout(): void {
    const lesson = this.#lesson;
    const needsPage = lesson?.notes.length === 0;
    const shown = `${lesson?.title} ${needsPage ? pages.phase : ""}`;
    if (!lesson || shown === this.#shownAbout) {
      return;
    }
    this.#shownAbout = shown;
    if (needsPage) {
      void pages.load();
    }
    setAttribute(this.#about, "aria-busy", needsPage && pages.phase === "loading" ? "true" : null);
    const sources = lesson.sources.map(({ name, url }) =>
      // Only addresses of the web, which the techniques name.
      h("li", {}, /^https?:\/\//.test(url) ? h("a", { href: url, rel: "noreferrer" }, name) : name),
    );
    const about = needsPage ? (pages.value?.[lesson.topic] ?? []) : lesson.notes;
    const notes = about.flatMap(({ heading, text }) => [h("h4", {}, heading), ...noteElements(text)]);
    // The site, but not `setwise lab`, has a page for each lesson.
    const folder = document.documentElement.dataset["lessons"];
    const href = `${folder}${lesson.topic.replaceAll(" ", "-")}.html`;
    const page = folder === undefined ? "" : h("p", {}, h("a", { href }, "The page of this lesson"));
    // The summary stays: it may have the focus, or a pointer on it.
    [...this.#about.childNodes].slice(1).forEach((node) => node.remove());
    this.#about.append(needsPage ? this.#notice.element : "", ...notes, h("ul", {}, ...sources), page);
    this.#about.hidden = sources.length + notes.length === 0 && !needsPage;
  }
}

/** Returns the text of a note: a line that begins with a space belongs to a drawing, whose columns are kept. */
function noteElements(text: string): HTMLElement[] {
  const blocks: { drawing: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const drawing = line.startsWith(" ");
    const last = blocks.at(-1);
    if (last?.drawing === drawing) {
      last.lines.push(line);
    } else {
      blocks.push({ drawing, lines: [line] });
    }
  }
  return blocks.flatMap(({ drawing, lines }) => {
    const words = lines.map((line) => line.trimEnd()).join("\n");
    if (words.trim() === "") {
      return [];
    }
    // What may be wider than the window is scrolled by keys.
    const attributes = { tabindex: 0, role: "group", "aria-label": "Drawing" };
    return [drawing ? h("pre", attributes, words) : h("p", { class: "note" }, ...withCode(words.trim()))];
  });
}

/** The buttons that step through a lesson, and the step that was reached as a line for screen readers. */
export class Stepper {
  readonly buttons: HTMLElement;
  readonly elements: HTMLElement[];
  /** The last step. */
  last = 0;
  readonly #status = h("p", { class: "spoken-only", role: "status" });

  /** Makes the buttons from what returns the step, goes to another one, and says it. */
  constructor(
    private readonly at: () => number,
    private readonly go: (step: number) => void,
    private readonly spoken: () => string,
  ) {
    this.buttons = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Steps" },
      button("« First", () => this.move(-this.last)),
      button("‹ Back", () => this.move(-1)),
      button("Next ›", () => this.move(1)),
      button("Last »", () => this.move(this.last)),
    );
    this.buttons.addEventListener("keydown", (event) => {
      const move = arrowStep(event);
      if (move !== 0) {
        event.preventDefault();
        this.move(move);
      }
    });
    this.elements = [this.buttons, this.#status];
  }

  /** Goes some steps forward, or back. */
  move(by: number): void {
    this.go(Math.max(0, Math.min(this.last, Math.min(this.at(), this.last) + by)));
    setText(this.#status, this.spoken());
  }
}
