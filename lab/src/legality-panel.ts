// The legality panel: the road from potential to legal moves, for the position on the board.
import { type App, pieceName, sideOf } from "./app.js";
import { field, h, select, sentence, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { type Lesson, type Step, stepSet } from "./lesson.js";
import { LessonView, Stepper } from "./lesson-view.js";
import { has, squareIndex, SQUARES } from "./squares.js";

const SCOPES = [
  ["piece", "The piece on the selected square"],
  ["all", "All pieces"],
  ["pawns", "All pawns at once"],
] as const;

/** Asks for the lesson of a scope. */
export function legality(app: App, scope: string) {
  const { fen, square } = app.state;
  const question = scope === "pawns" ? { ask: "pawns", fen } : { ask: "legality", fen, ...(scope === "piece" ? { square } : {}) };
  return app.teach<Lesson>(question);
}

/** Returns the step after which the selected piece has no moves; for a pawn or a king, the first step about it. */
export function decidingStep(app: App): number {
  const lesson = legality(app, "piece");
  if (isFailure(lesson)) {
    return 0;
  }
  const { square } = app.state;
  const isAbout = ({ part }: Step) => part.endsWith(` on ${square}`);
  const first = Math.max(0, lesson.steps.findIndex(isAbout));
  if (/^(?:pawn|king)/.test(lesson.steps[first]?.part ?? "")) {
    return first;
  }
  const none = lesson.steps.findIndex((step, at) => {
    const last = step.figures.filter((figure) => figure.kind === "board").at(-1);
    return at >= first && last !== undefined && BigInt(last.set) === 0n;
  });
  return none < 0 ? first : none;
}

/** Returns the step that removes a target of the selected piece, or -1 if it is no potential target. */
export function forbiddingStep(app: App, to: number): number {
  const lesson = legality(app, "piece");
  if (isFailure(lesson)) {
    return -1;
  }
  const { square } = app.state;
  const name = SQUARES[to] ?? "";
  const verdict = lesson.steps.findIndex(({ text }) => new RegExp(`${square}${name}\\)? is illegal`).test(text));
  if (verdict >= 0) {
    return verdict;
  }
  // The potential moves, and what is left of them step by step. A pawn has potential moves of three kinds.
  const from = squareIndex(square);
  const files = Math.abs((to & 7) - (from & 7));
  const ranks = ((to >> 3) - (from >> 3)) * (app.position.turn === "white" ? 1 : -1);
  const second = (from >> 3) === (app.position.turn === "white" ? 1 : 6);
  const kind = files === 0 && ranks === 1 ? "push" : files === 0 && ranks === 2 && second ? "double push" : files === 1 && ranks === 1 ? "captures" : "";
  const left = new Set(["potential moves", "pseudo-legal"]);
  return lesson.steps.findIndex(({ part, figures }) => {
    const boards = figures.filter((figure) => figure.kind === "board");
    const [first, last] = [boards[0], boards.at(-1)];
    if (!part.endsWith(` on ${square}`) || !first || !last || has(BigInt(last.set), to)) {
      return false;
    }
    if (left.has(first.label)) {
      left.add(last.label);
      return has(BigInt(first.set), to);
    }
    return part.startsWith("pawn") && last.label === kind;
  });
}

export class LegalityPanel {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #scope: HTMLSelectElement;
  readonly #view = new LessonView(true);
  readonly #reason = h("p", { role: "status" });
  readonly #error = h("p", { class: "error", role: "alert" });
  readonly #steps: Stepper;

  constructor(app: App) {
    this.#app = app;
    this.#steps = new Stepper(() => app.state.step, (step) => app.change({ step }), () => this.#view.spoken());
    this.#scope = select(SCOPES, "piece", (scope) => app.change({ scope, step: 0 }, { step: true }));
    this.element = h(
      "div",
      { class: "legality-panel" },
      h("h2", {}, "From potential to legal moves"),
      field("Moves of", this.#scope),
      this.#reason,
      ...this.#steps.elements,
      this.#error,
      this.#view.element,
      h("p", { class: "legend" }, "Click a square that the selected piece may not go to, and see the step that forbids it."),
    );
  }

  update(): void {
    const { state } = this.#app;
    this.#scope.value = state.scope;
    setText(this.#reason, state.scope === "piece" ? this.#illegal() || this.#noMoves() : "");
    const lesson = legality(this.#app, state.scope);
    const failed = isFailure(lesson);
    setText(this.#error, failed ? lesson.error.message : "");
    this.#view.element.hidden = failed;
    if (!failed) {
      this.#steps.last = lesson.steps.length - 1;
      this.#view.show(lesson, state.step);
      this.#app.stepSet = stepSet(lesson, state.step);
    }
  }

  step(move: number): boolean {
    this.#steps.move(move);
    return true;
  }

  /** Says what the shown step is about, if the reader asked why a move is illegal. */
  #illegal(): string {
    const { state, asked } = this.#app;
    const shown = asked?.from === state.square && asked.fen === state.fen && asked.step === state.step;
    return shown ? `Why is ${asked.from} to ${asked.to} illegal? This step removes ${asked.to}.` : "";
  }

  /** Says why there are no moves, if no piece of the side to move is selected. */
  #noMoves(): string {
    const { state, position } = this.#app;
    const letter = this.#app.pieceAt(squareIndex(state.square));
    if (!position.moves || (letter && sideOf(letter) === position.turn)) {
      return "";
    }
    const found = letter
      ? `The ${pieceName(letter)} on ${state.square} has no moves`
      : `There is no piece on ${state.square}`;
    const { turn } = position;
    return `${found}: it is ${sentence(turn)}'s turn. Select a ${turn} piece on the board.`;
  }
}
