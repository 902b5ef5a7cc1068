// A set expression at the position on the board: why it holds or not, its parts drawn, and its text for elsewhere.
import type { App } from "./app.js";
import { announce, button, h, setAttribute, withCode } from "./dom.js";
import { isFailure } from "./engine.js";
import { boardSet, ExpressionField, type Part } from "./expression-field.js";
import { equation } from "./figures.js";
import { withoutNames } from "./expressions.js";
import { SQUARES } from "./squares.js";
import { copyText } from "./take-away.js";

/** The number of parts that are drawn. */
const DRAWN = 24;

export class FindView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #field: ExpressionField;
  readonly #verdict = h("p", { role: "status" });
  readonly #parts = h("ul", { class: "parts" });
  readonly #actions: HTMLElement;
  #shown = "";
  /** The text of the part on the big board; empty for the last one, the whole if it is a set. */
  #chosen = "";

  constructor(app: App, add: (part: Part) => void) {
    this.#app = app;
    this.#field = new ExpressionField(app, "Set expression");
    this.#actions = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "The expression elsewhere" },
      button("Filter the games", () => app.findGames()),
      button("Add as a set", () => add(this.#set() ?? { text: "", set: "0" })),
      button("Copy as command", () => void copyText(command(this.#elsewhere()), "the command")),
      button("Copy as Python", () => void copyText(python(this.#elsewhere()), "the Python")),
    );
    this.element = h("section", { class: "find", "aria-label": "Find" }, this.#field.element, this.#verdict, this.#actions, this.#parts);
  }

  update(): void {
    this.#field.update();
    const { answer } = this.#field;
    const asked = answer && !isFailure(answer) ? answer : null;
    const shown = JSON.stringify([asked, this.#chosen, this.#app.state.fen]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      const game = asked?.game === undefined ? [] : [`This asks a game, not a position: ${asked.game}.`];
      const why = (asked?.why ?? []).slice(0, DRAWN).map((part) => `\`${part}\``);
      const whole = asked?.words ? [`\`${asked.words}\`.`] : [];
      const words = [...game, asked?.verdict ?? "", ...whole, why.length > 0 ? `${why.join("; ")}.` : "", ...(asked?.notes ?? [])];
      this.#verdict.replaceChildren(...withCode(words.filter(Boolean).join(" ")));
      this.#draw();
    }
    this.#actions.hidden = asked === null;
    setAttribute(this.#actions.children[0] as Element, "disabled", asked?.question == null ? null : "");
    setAttribute(this.#actions.children[1] as Element, "disabled", this.#set() ? null : "");
    this.#app.stepSet = boardSet(this.#set());
  }

  #elsewhere(): string {
    return withoutNames(this.#app.state.expression, this.#app.names());
  }

  #all(): Part[] {
    return this.#field.parts.slice(-DRAWN);
  }

  #set() {
    const parts = this.#all();
    return parts.find(({ text }) => text === this.#chosen) ?? parts.at(-1);
  }

  #draw(): void {
    const pieces = SQUARES.flatMap((name, square) => this.#app.pieceAt(square)?.concat(name) ?? []);
    const focused = document.activeElement?.closest(".parts") ? document.activeElement.textContent : null;
    this.#parts.replaceChildren(
      ...this.#all().map(({ text, set }) => {
        const choose = () => {
          this.#chosen = text;
          this.#app.refresh();
          announce(`${text} is on the board`);
        };
        const show = button(text, choose, { "aria-pressed": String(text === this.#set()?.text) });
        const word = `0x${set}`;
        return h("li", {}, show, equation([{ kind: "board", label: "", set: word, word, geometry: "normal", marks: [], pieces }]));
      }),
    );
    [...this.#parts.querySelectorAll("button")].find((made) => made.textContent === focused)?.focus();
  }
}

/** Returns the command that finds the games of a file. */
function command(expression: string): string {
  // What begins with a dash would be an option.
  const options = expression.startsWith("-") ? "-- " : "";
  return `setwise find ${options}'${expression.replaceAll("'", "'\\''")}' games.pgn`;
}

/** Returns the line of Python that finds the games of a file. */
function python(expression: string): string {
  return `setwise.find("games.pgn", ${JSON.stringify(expression)})`;
}
