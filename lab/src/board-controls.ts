// The controls under the board: undo and flip, and in a folded part whatever sets up a position.
import { type App, pieceName, sideOf } from "./app.js";
import { button, field, h, sentence, setAttribute, setText } from "./dom.js";
import { type Failure, isFailure } from "./engine.js";
import { EndgameView } from "./endgame.js";
import { decidingStep } from "./legality-panel.js";
import { squareIndex } from "./squares.js";
import { START } from "./state.js";
import { recall, remember } from "./storage.js";

export class BoardControls {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #position = h("span", {});
  readonly #immobile = h("span", {});
  /** Why the selected piece cannot move, shown if that is so. */
  readonly #where = button("", () => this.#explain(), { class: "link" });
  readonly #reason = h("span", {}, this.#immobile, this.#where, " shows why.");
  readonly #status = h("p", { class: "status", id: "position-status" }, this.#position);
  readonly #error = h("p", { class: "error", role: "alert", id: "board-error" });
  /** Shows the FEN, and takes another position or a move. */
  readonly #input = h("input", { type: "text", id: "position-input", spellcheck: "false", autocomplete: "off", maxlength: 400 });
  readonly #hatching = h("input", { type: "checkbox", id: "hatching", change: () => this.#hatch(this.#hatching.checked) });
  readonly #setUp: HTMLDetailsElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #edit: HTMLButtonElement;
  readonly #turn: HTMLButtonElement;
  readonly #castle: HTMLButtonElement;
  readonly #clear: HTMLButtonElement;
  /** The position to which the text of the field and its error belong. */
  #fen = "";
  /** What is wrong with the text of the field. */
  #wrong: Failure["error"] | null = null;

  /** Makes the controls. The palette is below the buttons, which do not move when it opens. */
  constructor(app: App, palette: HTMLElement) {
    this.#app = app;
    this.#edit = button("Edit", () => app.change({ editing: !app.state.editing }), {
      "aria-pressed": "false",
    });
    this.#turn = button("Other side to move", () => {
      app.edit({ turn: app.position.turn === "white" ? "b" : "w" });
    });
    this.#castle = button("All castling rights", () => app.edit({ castling: this.#rooks() }));
    this.#clear = button("Empty board", () => this.#take(app.setFen("8/8/8/8/8/8/8/8 w - - 0 1")));
    this.#undo = button("‹ Undo", () => app.goTo(app.ply - 1));
    this.#redo = button("Redo ›", () => app.goTo(app.ply + 1));
    const submit = (event: Event) => {
      event.preventDefault();
      this.#read(this.#input.value.trim());
    };
    this.#setUp = h(
      "details",
      { class: "set-up", open: app.state.editing },
      h("summary", {}, "Edit, FEN, hatching"),
      h(
        "div",
        { class: "buttons" },
        this.#edit,
        this.#turn,
        this.#castle,
        this.#clear,
        button("Start position", () => this.#take(app.setFen(START))),
      ),
      palette,
      h("form", { submit }, field("FEN, move, or number of a Chess960 position", this.#input), h("button", { type: "submit" }, "Set")),
      h("p", {}, this.#hatching, h("label", { for: "hatching" }, "Hatch the sets on the board, and mark them by shapes")),
    );
    this.element = h(
      "div",
      { class: "board-controls" },
      h("div", { class: "bar" }, this.#undo, this.#redo, button("Flip", () => app.change({ flipped: !app.state.flipped })), this.#status),
      this.#error,
      new EndgameView(app).element,
      this.#setUp,
    );
    this.#hatching.checked = recall("hatching") === "true";
    this.#hatch(this.#hatching.checked);
    app.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { state, position } = this.#app;
    if (this.#fen !== state.fen) {
      this.#wrong = null;
      if (document.activeElement !== this.#input) {
        this.#input.value = this.#fen = state.fen;
      }
    }
    setAttribute(this.#undo, "disabled", this.#app.ply === 0 ? "" : null);
    setAttribute(this.#redo, "disabled", this.#app.ply === this.#app.line.sans.length ? "" : null);
    if (state.editing && this.#edit.getAttribute("aria-pressed") === "false") {
      this.#setUp.open = true;
    }
    const text =
      position.unplayable ??
      position.outcome ??
      `${position.turn} to move${position.check ? ", in check" : ""}; ` +
        `${position.moves?.length ?? 0} legal moves`;
    const isRinged = this.#app.mayMove && !state.editing && position.moves?.some(({ from, destination }) => from === state.square && this.#app.pieceAt(squareIndex(destination)));
    setText(this.#position, position.unplayable ? `Not playable: ${text}.` : `${sentence(text)}.${isRinged ? " A dotted ring is a capture." : ""}`);
    this.#showReason();
    setAttribute(this.#edit, "aria-pressed", String(state.editing));
    for (const control of [this.#turn, this.#castle, this.#clear]) {
      setAttribute(control, "hidden", state.editing ? null : "");
    }
    this.#showError();
  }

  /** Says that the selected piece cannot move, if that is so, and where the reason is. */
  #showReason(): void {
    const { state, position } = this.#app;
    const letter = this.#app.pieceAt(squareIndex(state.square));
    const { moves, turn } = position;
    const isMobile = !moves?.length || moves.some((move) => move.from === state.square);
    if (letter === null || sideOf(letter) !== turn || isMobile) {
      this.#reason.remove();
      return;
    }
    setText(this.#immobile, ` The ${pieceName(letter)} on ${state.square} has none: ${state.tab === "legality" ? "" : "the panel "}`);
    setText(this.#where, state.tab === "legality" ? "one of the steps" : "Legality");
    if (this.#reason.parentNode === null) {
      this.#status.append(this.#reason);
    }
  }

  /** Opens the panel Legality at the step after which the selected piece has no moves. */
  #explain(): void {
    this.#app.openLegality(decidingStep(this.#app));
    document.getElementById("tab-legality")?.focus();
  }

  /** Hatches the layers, or leaves them flat. */
  #hatch(hatched: boolean): void {
    document.documentElement.classList.toggle("hatching", hatched);
    remember("hatching", String(hatched));
  }

  /** Shows what is wrong with the text of the field, or with the address. */
  #showError(): void {
    setText(this.#error, (this.#wrong ?? this.#app.error)?.message ?? "");
    setAttribute(this.#input, "aria-invalid", this.#wrong ? "true" : null);
  }

  /** Takes the result of setting up a position or playing a move: the field keeps a wrong text, with its error. */
  #take(error: Failure["error"] | null): void {
    this.#wrong = error;
    this.#fen = this.#app.state.fen;
    if (!error) {
      this.#input.value = this.#fen;
    }
    this.#showError();
  }

  /** Sets up a position by its FEN or number, or plays a move. */
  #read(text: string): void {
    const error = /^\d+$/.test(text) ? this.#chess960(text) : text.includes("/") ? this.#app.setFen(text) : this.#app.play(text);
    this.#take(error);
    if (!error) {
      this.#input.select();
    } else if (error.at !== undefined) {
      this.#input.focus();
      this.#input.setSelectionRange(error.at, error.at + 1);
    }
  }

  #chess960(number: string): Failure["error"] | null {
    const answer = this.#app.engine.ask<{ fen: string }>({ ask: "chess960", number: Number(number) });
    return isFailure(answer) ? answer.error : this.#app.setFen(answer.fen);
  }

  /** Returns all rooks that may have the right to castle: those beside a king on its first rank. */
  #rooks(): string[] {
    const found = [];
    for (const [letter, rank] of [["R", "1"], ["r", "8"]] as const) {
      for (const file of "ah") {
        if (this.#app.pieceAt(squareIndex(file + rank)) === letter) {
          found.push(file + rank);
        }
      }
    }
    return found;
  }
}
