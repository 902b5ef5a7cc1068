// The field of a set expression: what the module says of it, its words completed, and its error with the place.
import type { App } from "./app.js";
import { button, field, h, setAttribute, setText } from "./dom.js";
import { type Failure, isFailure } from "./engine.js";
import { type Asked, askExpression, definitionsIn, type Word } from "./expressions.js";
import type { StepSet } from "./lesson.js";
import { fromHex } from "./squares.js";
import { Notice, worker } from "./modules.js";
import { MAX_EXPRESSION } from "./state.js";

/** A part of an expression that is a set. */
export interface Part {
  text: string;
  set: string;
}

/** Returns a part for the big board. */
export function boardSet(part: Part | undefined): StepSet | null {
  const set = fromHex(part?.set ?? "0");
  return part ? { label: part.text, set, from: set, shift: null, factor: null } : null;
}

/** The number of completions that are shown. */
const COMPLETIONS = 6;

/** Returns a part of a text from one byte of it to another. */
function slice(text: string, from: number, to: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(from, to));
}

export class ExpressionField {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #input: HTMLInputElement;
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #place = h("p", { class: "place" });
  readonly #completions = h("div", { class: "buttons", role: "group", "aria-label": "Words" });
  readonly #notice = new Notice(worker);
  readonly #sentence = h("p", { class: "legend" });
  #asked = "";
  #answer: Asked | Failure | null = null;

  constructor(app: App, label: string) {
    this.#app = app;
    this.#input = h("input", {
      type: "text",
      class: "expression",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      maxlength: MAX_EXPRESSION,
      placeholder: "attacks(N) & q",
      focus: () => void worker.load(),
      input: () => app.change({ expression: this.#input.value }),
      blur: () => this.#showError(),
      keyup: () => this.#complete(),
      click: () => this.#complete(),
    });
    this.element = h(
      "div",
      { class: "expression-field" },
      field(label, this.#input),
      this.#completions,
      this.#sentence,
      this.#notice.element,
      this.#error,
      this.#place,
    );
  }

  /** What is said of the expression at the position on the board; null without one. */
  get answer(): Asked | Failure | null {
    return this.#answer;
  }

  /** The parts that are sets at the position on the board; the last is the whole, if it is a set. */
  get parts(): Part[] {
    return this.#answer && !isFailure(this.#answer) ? (this.#answer.parts ?? []) : [];
  }

  update(): void {
    const { expression, fen } = this.#app.state;
    if (this.#input.value !== expression) {
      this.#input.value = expression;
    }
    const definitions = definitionsIn(expression, this.#app.names());
    // A person who has written nothing waits for nothing.
    this.#notice.element.hidden = expression === "" && worker.phase !== "failed";
    const isReady = worker.value !== null;
    const asked = JSON.stringify([expression, fen, definitions, isReady]);
    if (asked === this.#asked) {
      return;
    }
    this.#asked = asked;
    const isAsked = expression.trim() !== "";
    if (isAsked) {
      void worker.load();
    }
    this.#answer = isAsked && isReady ? askExpression<Asked>({ ask: "expression", text: expression, fen, definitions }) : null;
    this.#showError();
    this.#complete();
  }

  /** Says what is wrong, also while a word is typed, and returns it. */
  insist(): string {
    this.#showError(true);
    return this.#error.textContent ?? "";
  }

  /** Says what is wrong, and where, but not while a word is typed that can still become one of the language. */
  #showError(insists = false): void {
    const { expression } = this.#app.state;
    const isTyped = !insists && document.activeElement === this.#input && this.#begun().length > 0;
    const error: { message: string; at?: number; end?: number } | null =
      this.#answer && isFailure(this.#answer) && !isTyped ? this.#answer.error : null;
    setAttribute(this.#input, "aria-invalid", error ? "true" : null);
    setText(this.#error, error ? error.message : "");
    const { at, end = at } = error ?? {};
    this.#place.replaceChildren();
    if (at !== undefined && end !== undefined) {
      const part = slice(expression, at, end) || "\u00a0";
      this.#place.append(h("code", {}, slice(expression, 0, at), h("mark", {}, part), slice(expression, end, Infinity)));
    }
  }

  /** Returns the words that the letters before the cursor begin. */
  #begun(): Word[] {
    const typed = this.#typed();
    return typed === "" ? [] : (worker.value?.words ?? []).filter(({ name }) => name.startsWith(typed));
  }

  /** Returns the letters before the cursor. */
  #typed(): string {
    const cursor = this.#input.selectionStart ?? 0;
    return /[a-z_]*$/i.exec(this.#input.value.slice(0, cursor))?.[0] ?? "";
  }

  /** Offers the words that begin as the one before the cursor, and says what it means. */
  #complete(): void {
    const typed = this.#typed();
    const found = typed.length < 2 ? [] : this.#begun();
    const exact = found.find(({ name }) => name === typed);
    const offered = found.filter((word) => word !== exact).slice(0, COMPLETIONS);
    setText(this.#sentence, exact ? `${exact.form}: ${exact.sentence}` : "");
    const labels = offered.map(({ form }) => form).join();
    if (labels !== [...this.#completions.children].map((made) => made.textContent).join()) {
      this.#completions.replaceChildren(...offered.map((word) => button(word.form, () => this.#insert(word), { title: word.sentence })));
    }
  }

  /** Puts a word in the place of what is typed of it. */
  #insert({ name, form }: Word): void {
    const cursor = this.#input.selectionStart ?? 0;
    const before = this.#input.value.slice(0, cursor).replace(/[a-z_]*$/i, "");
    const word = form.startsWith(`${name}(`) ? `${name}(` : name;
    this.#input.setRangeText(word, before.length, cursor, "end");
    this.#input.focus();
    this.#app.change({ expression: this.#input.value });
  }
}
