// The result of a position of at most four pieces, with its moves, by tables that a worker computes. The
// board shows where the other king would be mated.
import type { App, Endgame } from "./app.js";
import { button, h, setAttribute, setText } from "./dom.js";
import { isFailure } from "./engine.js";
import { endgames, Notice } from "./modules.js";
import { LabWorker } from "./workers.js";

/** The most pieces that have a table. */
const MOST = 4;

export class EndgameView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #worker = new LabWorker(endgames);
  readonly #solve = button("Solve the endgame", () => this.#toggle(), { "aria-pressed": "false" });
  readonly #status = h("p", { role: "status" });
  readonly #moves = h("ul", { class: "endgame-moves", "aria-label": "Moves and their results" });
  #isWanted = false;
  /** The position that was asked last. */
  #fen = "";

  constructor(app: App) {
    this.#app = app;
    this.element = h("div", { class: "endgame" }, this.#solve, new Notice(endgames).element, this.#status, this.#moves);
    app.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { state, position, endgame } = this.#app;
    const few = [...position.placement].filter((letter) => letter !== ".").length <= MOST;
    this.element.hidden = !few || position.unplayable !== undefined;
    setAttribute(this.#solve, "aria-pressed", String(this.#isWanted));
    if (!this.#isWanted || this.element.hidden) {
      this.#fen = "";
      this.#show(null, "");
    } else if (this.#fen !== state.fen) {
      this.#fen = state.fen;
      this.#show(null, "Computing …");
      void this.#ask(state.fen);
    } else if (endgame) {
      const squares = `Colours and numbers say what would happen with ${endgame.other}'s king there: red, it is mated in so many moves; grey, it draws; green, it mates.`;
      this.#show(endgame, `${endgame.side} ${endgame.result}. ${squares}`);
    }
  }

  #toggle(): void {
    this.#isWanted = !this.#isWanted;
    this.#app.refresh({ endgame: null });
  }

  /** Asks until all tables are there. */
  async #ask(fen: string): Promise<void> {
    for (;;) {
      const answer = await this.#worker.ask<Endgame | { left: number }>({ ask: "endgame", fen });
      if (this.#fen !== fen) {
        return;
      }
      if (isFailure(answer)) {
        setText(this.#status, `No result: ${answer.error.message}.`);
        return;
      }
      if (!("left" in answer)) {
        this.#app.refresh({ endgame: answer });
        return;
      }
      setText(this.#status, `Computing: tables to do: ${answer.left} …`);
    }
  }

  #show(endgame: Endgame | null, status: string): void {
    setText(this.#status, status);
    const move = ({ uci, san, result }: Endgame["moves"][number]) => h("li", {}, button(san, () => this.#app.play(uci)), ` ${result}`);
    this.#moves.replaceChildren(...(endgame?.moves ?? []).map(move));
  }
}
