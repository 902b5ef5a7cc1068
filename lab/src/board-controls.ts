// The controls under the board: moves and FEN as text, flip, edit, start positions.
import { type App, pieceName, sideOf } from "./app.js";
import { button, field, h, sentence, setAttribute, setText } from "./dom.js";
import { decidingStep } from "./legality-panel.js";
import { squareIndex } from "./squares.js";
import { START } from "./state.js";

export class BoardControls {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #position = h("span", {});
  readonly #immobile = h("span", {});
  /** Why the selected piece cannot move, shown if that is so. */
  readonly #reason = h("span", {}, this.#immobile, button("Legality", () => this.#explain(), { class: "link" }), " shows why.");
  readonly #status = h("p", { class: "status", id: "position-status" }, this.#position);
  readonly #error = h("p", { class: "error", role: "alert", id: "board-error" });
  readonly #fen = h("input", { type: "text", spellcheck: "false", autocomplete: "off", maxlength: 400 });
  readonly #move = h("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    maxlength: 20,
    placeholder: "e4, Nf3, e2e4",
  });
  readonly #edit: HTMLButtonElement;
  readonly #turn: HTMLButtonElement;
  readonly #castle: HTMLButtonElement;
  readonly #clear: HTMLButtonElement;

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
    this.#clear = button("Empty board", () => this.#show(app.setFen("8/8/8/8/8/8/8/8 w - - 0 1")));
    const number = h("input", { type: "number", min: 0, max: 959, value: 518 });
    this.element = h(
      "div",
      { class: "board-controls" },
      this.#status,
      h(
        "div",
        { class: "buttons" },
        button("Flip", () => app.change({ flipped: !app.state.flipped })),
        this.#edit,
        this.#turn,
        this.#castle,
        this.#clear,
        button("Start position", () => this.#show(app.setFen(START))),
      ),
      palette,
      this.#form("Play", () => this.#play(), field("Move", this.#move)),
      this.#form("Set", () => this.#set(), field("FEN", this.#fen)),
      this.#form("Set up", () => this.#chess960(number.value), field("Chess960 position", number)),
      this.#error,
    );
    app.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { state, position, error } = this.#app;
    if (document.activeElement !== this.#fen) {
      this.#fen.value = state.fen;
    }
    const text =
      position.unplayable ??
      position.outcome ??
      `${position.turn} to move${position.check ? ", in check" : ""}; ` +
        `${position.moves?.length ?? 0} legal moves`;
    setText(this.#position, position.unplayable ? `Not playable: ${text}.` : `${sentence(text)}.`);
    this.#showReason();
    setAttribute(this.#edit, "aria-pressed", String(state.editing));
    for (const control of [this.#turn, this.#castle, this.#clear]) {
      setAttribute(control, "hidden", state.editing ? null : "");
    }
    this.#show(error);
  }

  /** Says that the selected piece cannot move, if that is so. */
  #showReason(): void {
    const { state, position } = this.#app;
    const letter = this.#app.pieceAt(squareIndex(state.square));
    const { moves, turn } = position;
    const isMobile = !moves?.length || moves.some((move) => move.from === state.square);
    if (letter === null || sideOf(letter) !== turn || isMobile) {
      this.#reason.remove();
      return;
    }
    setText(this.#immobile, ` The ${pieceName(letter)} on ${state.square} has none: the panel `);
    if (this.#reason.parentNode === null) {
      this.#status.append(this.#reason);
    }
  }

  /** Opens the panel Legality at the step after which the selected piece has no moves. */
  #explain(): void {
    this.#app.openLegality(decidingStep(this.#app));
    document.getElementById("tab-legality")?.focus();
  }

  #form(submit: string, act: () => void, ...fields: HTMLElement[]): HTMLFormElement {
    const listen = (event: Event) => {
      event.preventDefault();
      act();
    };
    return h("form", { submit: listen }, ...fields, h("button", { type: "submit" }, submit));
  }

  /** Shows an error, with its place in the text. */
  #show(error: { message: string; at?: number } | null): void {
    setText(this.#error, error ? error.message : "");
  }

  #play(): void {
    const error = this.#app.play(this.#move.value);
    this.#show(error);
    setAttribute(this.#move, "aria-invalid", error ? "true" : null);
    if (!error) {
      this.#move.value = "";
    }
  }

  #set(): void {
    const error = this.#app.setFen(this.#fen.value);
    this.#show(error);
    setAttribute(this.#fen, "aria-invalid", error ? "true" : null);
    if (error?.at !== undefined) {
      this.#fen.focus();
      this.#fen.setSelectionRange(error.at, error.at + 1);
    }
  }

  #chess960(number: string): void {
    const answer = this.#app.engine.ask<{ fen: string }>({ ask: "chess960", number: Number(number) });
    this.#show("error" in answer ? answer.error : this.#app.setFen(answer.fen));
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
