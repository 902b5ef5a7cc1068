// The board: pieces, moves by drag, click and keyboard, layers of sets under the pieces.
import { type App, type Move, pieceName, type Position, sideOf } from "./app.js";
import { Labelled } from "./coordinates.js";
import { announce, button, h, setAttribute } from "./dom.js";
import { Grid } from "./grid.js";
import { Layers, STYLES, type NamedSet } from "./layers.js";
import { forbiddingStep } from "./legality-panel.js";
import type { StepSet } from "./lesson.js";
import { mayMove } from "./motion.js";
import { pieceImage } from "./pieces.js";
import { has, members, SQUARES, squareIndex } from "./squares.js";

const EMPTY = "empty";
const LETTERS = "KQRBNPkqrbnp";

/** A quiz shows its pieces and the answer, and nothing of the position. */
const NOTHING: Pick<App, "endgame" | "lastMove"> & { position: Partial<Position> } = { position: {}, endgame: null, lastMove: [] };

export class BoardView {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #grid: Grid;
  readonly #layers = new Layers("board");
  readonly #labelled: Labelled;
  /** The pieces to put when editing. */
  readonly palette: HTMLElement;
  readonly #promotion = h("dialog", { class: "promotion", "aria-label": "Promote to" });
  /** The set of the step that is drawn. */
  #step: StepSet | null = null;
  /** What a click puts when editing: a letter, or nothing to remove. */
  #brush = "";
  #drag: { from: number; image: Element; x: number; y: number; moved: boolean } | null = null;
  #dragged = false;

  constructor(app: App) {
    this.#app = app;
    this.#grid = new Grid("Chess board", "board-grid", (square) => this.#act(square));
    const frame = h("div", { class: "board-frame" }, this.#grid.element);
    frame.prepend(this.#layers.element);
    this.palette = this.#makePalette();
    this.#labelled = new Labelled(frame);
    this.element = h("div", { class: "board" }, this.#labelled.element, this.#promotion);
    this.#listen();
    app.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { state, quiz } = this.#app;
    const { position, endgame, lastMove } = quiz ? NOTHING : this.#app;
    this.#grid.flip(state.flipped);
    this.#labelled.flip(state.flipped);
    const sets = this.#shownSets();
    const names = SQUARES.map(() => "");
    for (const shown of sets) {
      for (const square of shown ? members(shown.set) : []) {
        names[square] += ` ${shown?.name}`;
      }
    }
    const moved = lastMove.reduce((set, name) => set | (1n << BigInt(squareIndex(name))), 0n);
    this.#layers.show(sets, moved, state.flipped);
    this.#animate();
    const selected = squareIndex(quiz?.square ?? state.square);
    const targets = state.editing || quiz ? [] : this.#targets(selected);
    this.#grid.enterAt(selected);
    setAttribute(this.#grid.element, "aria-multiselectable", quiz && "true");
    this.#grid.cells.forEach((cell, square) => {
      this.#showPiece(cell, square);
      const name = SQUARES[square] ?? "";
      const letter = this.#pieceAt(square);
      const words = [name, letter ? pieceName(letter) : EMPTY];
      if (names[square]) {
        words.push(`in${names[square]}`);
      }
      if (targets.includes(name)) {
        words.push("legal target");
      }
      if (position.check && position.king === name) {
        words.push("in check");
      }
      const ending = endgame?.squares[square];
      if (ending) {
        words.push(`${endgame.other}'s king here ${ending}`);
      }
      setAttribute(cell, "data-king", ending?.replace(/ in .*/, "") ?? null);
      setAttribute(cell, "data-moves", ending?.replace(/\D/g, "") || null);
      setAttribute(cell, "aria-label", words.join(", "));
      setAttribute(cell, "aria-selected", String(quiz ? has(quiz.clicked, square) : square === selected));
      cell.classList.toggle("selected", square === selected);
      cell.classList.toggle("target", targets.includes(name));
      cell.classList.toggle("check", position.check === true && position.king === name);
    });
    setAttribute(this.palette, "hidden", state.editing && !quiz ? null : "");
  }

  #pieceAt(square: number): string | null {
    return this.#app.pieceAt(square, this.#app.quiz ?? this.#app.position);
  }

  /** Shows how the set of a step comes about, if the step is another one than before. */
  #animate(): void {
    const { state, stepSet, quiz } = this.#app;
    const before = this.#step;
    this.#step = stepSet;
    if (!quiz && stepSet && before && (before.label !== stepSet.label || before.set !== stepSet.set) && mayMove()) {
      this.#layers.animate(stepSet, state.flipped);
    }
  }

  /** Moves the focus to the selected square. */
  focus(): void {
    this.#grid.focus(squareIndex(this.#app.state.square));
  }

  /** The sets of the layers, in the place of their style; or the set of the step. */
  #shownSets(): (NamedSet | null)[] {
    const { state: { sets, layers }, stepSet, quiz } = this.#app;
    const shown = new Array<NamedSet | null>(STYLES).fill(null);
    if (quiz || stepSet) {
      shown[0] = quiz ? { set: quiz.clicked, name: "your answer" } : stepSet && { set: stepSet.set, name: stepSet.label };
      return shown;
    }
    sets.forEach((_, place) => {
      const set = this.#app.value(place);
      if (layers[place] && set !== null) {
        shown[place % STYLES] = { set, name: setLetter(place) };
      }
    });
    return shown;
  }

  #showPiece(cell: HTMLElement, square: number): void {
    const letter = this.#pieceAt(square);
    // After a flip a cell stands for another square.
    if (cell.dataset["piece"] === (letter ?? "")) {
      return;
    }
    cell.dataset["piece"] = letter ?? "";
    cell.replaceChildren(...(letter ? [pieceImage(letter)] : []));
  }

  #moves(square: number): Move[] {
    const name = SQUARES[square];
    if (!this.#app.mayMove) {
      return [];
    }
    return (this.#app.position.moves ?? []).filter((move) => move.from === name);
  }

  /**
   * Returns the squares of the legal moves of a piece. Castling is marked where the king ends, and
   * on the rook if another move leads there or the king stays.
   */
  #targets(square: number): string[] {
    const moves = this.#moves(square);
    return moves.map((move) => {
      const isOnly = moves.every((other) => other === move || other.to !== move.destination);
      return isOnly && move.destination !== move.from ? move.destination : move.to;
    });
  }

  /** A click or a key on a square: select it, move to it, or edit it. */
  #act(square: number): void {
    if (this.#dragged) {
      this.#dragged = false;
      return;
    }
    const { state, quiz } = this.#app;
    const name = SQUARES[square] ?? "";
    if (quiz) {
      quiz.toggle(square);
      return;
    }
    if (state.editing && this.#brush !== "") {
      this.#put(square, this.#brush === "x" ? null : this.#brush);
      return;
    }
    const from = squareIndex(state.square);
    if (!state.editing && from !== square && this.#move(from, square)) {
      return;
    }
    const mine = this.#side(from) === this.#app.position.turn && this.#side(square) !== this.#app.position.turn;
    const step = state.tab === "legality" && !state.editing && mine ? forbiddingStep(this.#app, square) : -1;
    if (step >= 0) {
      this.#app.explainIllegal(name, step);
    } else {
      this.#app.change({ square: name });
    }
  }

  #side(square: number): string | null {
    const letter = this.#app.pieceAt(square);
    return letter && sideOf(letter);
  }

  #put(square: number, letter: string | null): void {
    const name = SQUARES[square] ?? "";
    this.#app.edit({ put: [[name, letter]] });
    announce(`${name}: ${letter ? pieceName(letter) : EMPTY}`);
  }

  /** Plays the legal move between two squares; returns false if there is none. */
  #move(from: number, to: number): boolean {
    const name = SQUARES[to];
    const moves = this.#moves(from).filter((move) => move.to === name);
    const found =
      moves.length > 0 ? moves : this.#moves(from).filter((move) => move.destination === name);
    const [first] = found;
    if (!first) {
      return false;
    }
    if (found.length > 1 && first.promotion) {
      this.#choosePromotion(found);
    } else {
      this.#app.play(first.uci);
    }
    return true;
  }

  #choosePromotion(moves: Move[]): void {
    const white = this.#app.position.turn === "white";
    const choices = [...moves].reverse().map((move) => {
      const letter = move.promotion ?? "q";
      const piece = white ? letter.toUpperCase() : letter;
      const choice = button("", () => {
        this.#promotion.close();
        this.#app.play(move.uci);
        this.focus();
      });
      choice.setAttribute("aria-label", pieceName(piece));
      choice.append(pieceImage(piece));
      return choice;
    });
    this.#promotion.replaceChildren(...choices, button("Cancel", () => this.#promotion.close()));
    this.#promotion.showModal();
  }

  #makePalette(): HTMLElement {
    const choose = (brush: string, choice: HTMLElement) => {
      this.#brush = this.#brush === brush ? "" : brush;
      for (const other of this.palette.querySelectorAll("button")) {
        other.setAttribute("aria-pressed", String(other === choice && this.#brush !== ""));
      }
    };
    const choices = [...LETTERS, "x"].map((letter) => {
      const label = letter === "x" ? "Remove a piece" : pieceName(letter);
      const choice: HTMLButtonElement = button(letter === "x" ? "✕" : "", () => choose(letter, choice), {
        "aria-label": label,
        "aria-pressed": "false",
        title: label,
      });
      if (letter !== "x") {
        choice.append(pieceImage(letter));
      }
      return choice;
    });
    return h("div", { class: "palette", role: "group", "aria-label": "Pieces to put" }, ...choices);
  }

  #listen(): void {
    const grid = this.#grid.element;
    grid.addEventListener("keydown", (event) => {
      const square = this.#grid.squareOf(event.target);
      const { quiz } = this.#app;
      if (event.key === "Escape" && this.#drag) {
        this.#endDrag();
      } else if (quiz) {
        if (event.key === "Escape") {
          quiz.back();
        }
      } else if (this.#app.state.editing && square >= 0 && !event.ctrlKey && !event.metaKey) {
        if (LETTERS.includes(event.key)) {
          this.#put(square, event.key);
        } else if (event.key === "Delete" || event.key === "Backspace") {
          this.#put(square, null);
        }
      }
    });
    grid.addEventListener("pointerdown", (event) => this.#startDrag(event));
    // A fast pointer leaves the board before it is seen to move.
    document.addEventListener("pointermove", (event) => this.#moveDrag(event));
    document.addEventListener("pointerup", (event) => this.#drop(event));
    document.addEventListener("pointercancel", () => this.#endDrag());
  }

  #startDrag(event: PointerEvent): void {
    const from = this.#grid.squareOf(event.target);
    const image = this.#grid.cells[from]?.querySelector(".piece-image");
    this.#dragged = false;
    if (event.button === 0 && image && this.#brush === "" && !this.#app.quiz) {
      this.#drag = { from, image, x: event.clientX, y: event.clientY, moved: false };
    }
  }

  #moveDrag(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) {
      return;
    }
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) > 5) {
      drag.moved = true;
      drag.image.classList.add("dragged");
      this.#app.change({ square: SQUARES[drag.from] ?? "a1" });
    }
    if (drag.moved && drag.image instanceof SVGElement) {
      drag.image.style.transform = `translate(${dx}px, ${dy}px)`;
    }
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    this.#endDrag();
    if (!drag?.moved) {
      return;
    }
    this.#dragged = true;
    // A click follows at once if the pointer is over the board, and would act on the square.
    setTimeout(() => (this.#dragged = false), 0);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const to = this.#grid.squareOf(under);
    const [fromName, toName] = [SQUARES[drag.from], SQUARES[to] ?? null];
    if (this.#app.state.editing) {
      const letter = this.#app.pieceAt(drag.from);
      if (to !== drag.from) {
        this.#app.edit({ put: [[fromName, null], ...(toName ? [[toName, letter]] : [])] });
      }
    } else if (to >= 0 && to !== drag.from && !this.#move(drag.from, to)) {
      announce(`${fromName} to ${toName} is not a legal move`);
    }
  }

  #endDrag(): void {
    const image = this.#drag?.image;
    this.#drag = null;
    if (image instanceof SVGElement) {
      image.style.removeProperty("transform");
      image.classList.remove("dragged");
    }
  }
}

/** Returns the letter of a set of the panel, from A. */
export function setLetter(place: number): string {
  return String.fromCharCode(65 + place);
}
