// A square under the pointer or with the focus is lit on every board, and its bit in every word; a digit
// of a word under the pointer lights the squares of its bits.
import type { App } from "./app.js";
import { has } from "./squares.js";

/** Marks an element as the drawing of a square on some board. */
export const SQUARE = "data-square";

/** The bit of each square in a word that is shown, for an element whose text is the word in base 16 or 2. */
const words = new WeakMap<Element, readonly number[]>();
const WORD = "[data-word]";

/** The digits that are lit, where the browser can mark parts of a text. */
const digits = typeof Highlight === "function" ? new Highlight() : null;
let lit: readonly number[] = [];
let turns: ReturnType<typeof setInterval> | undefined;

/** Tells which bit of a word is which square. */
export function setBits(word: HTMLElement, bits: readonly number[]): void {
  if (words.get(word) !== bits) {
    word.dataset["word"] = "";
    words.set(word, bits);
  }
}

/** Returns the bits of the digit at each place of a text; none for a prefix or a separator. */
function bitsOf(text: string): number[][] {
  const width = text.startsWith("0b") ? 1 : text.startsWith("0x") ? 4 : 0;
  let bit = 0;
  return [...text].reverse().map((digit, place) => {
    if (width === 0 || digit === "_" || place >= text.length - 2) {
      return [];
    }
    bit += width;
    return Array.from({ length: width }, (_, at) => bit - width + at);
  }).reverse();
}

/** Returns the squares of the digit under a point. */
function digitAt(word: Element, x: number, y: number): number[] {
  const text = word.firstChild;
  const bits = words.get(word);
  const at = document.caretPositionFromPoint?.(x, y);
  if (!(text instanceof Text) || !bits || at?.offsetNode !== text) {
    return [];
  }
  const range = document.createRange();
  // The caret is before or after the digit.
  const place = [at.offset - 1, at.offset].find((place) => {
    if (place < 0 || place >= text.length) {
      return false;
    }
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    const { left, right } = range.getBoundingClientRect();
    return left <= x && x < right;
  });
  const found = bitsOf(text.data)[place ?? -1] ?? [];
  return bits.flatMap((bit, square) => (found.includes(bit) ? [square] : []));
}

/** Lights some squares and no others. */
function light(squares: readonly number[]): void {
  if (squares.join() !== lit.join()) {
    lit = squares;
    lightAgain();
  }
}

/** Lights the squares again after boards and words have changed. */
export function lightAgain(): void {
  for (const element of document.querySelectorAll(".lit")) {
    element.classList.remove("lit");
  }
  digits?.clear();
  if (lit.length === 0) {
    return;
  }
  for (const element of document.querySelectorAll(lit.map((square) => `[${SQUARE}="${square}"]`).join())) {
    element.classList.add("lit");
  }
  for (const word of digits ? document.querySelectorAll(WORD) : []) {
    const text = word.firstChild;
    const set = lit.reduce((set, square) => set | (1n << BigInt(words.get(word)?.[square] ?? 64)), 0n);
    bitsOf(word.textContent ?? "").forEach((bits, place) => {
      if (text && bits.some((bit) => has(set, bit))) {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        digits?.add(range);
      }
    });
  }
}

/** Lights squares one after another while an element is shown, until the reader lights others. */
export function lightInTurn(squares: readonly number[], shown: Element): void {
  const waiting = [...squares];
  clearInterval(turns);
  turns = setInterval(() => {
    const next = shown.isConnected ? waiting.shift() : undefined;
    light(next === undefined ? [] : [next]);
    if (next === undefined) {
      clearInterval(turns);
      turns = undefined;
    }
  }, 150);
}

/** Lights the squares that the reader points to. */
function pointTo(squares: readonly number[]): void {
  if (squares.length > 0 || turns === undefined) {
    clearInterval(turns);
    turns = undefined;
    light(squares);
  }
}

/** Returns the squares that an event of the pointer or the focus is about. */
function squaresOf(target: EventTarget | null, point?: PointerEvent): number[] {
  const element = target instanceof Element ? target : null;
  const square = element?.closest(`[${SQUARE}]`)?.getAttribute(SQUARE);
  const word = element?.closest(WORD);
  return square ? [Number(square)] : word && point ? digitAt(word, point.clientX, point.clientY) : [];
}

/** Begins to light squares. */
export function listenForSquares(app: App): void {
  app.listen(lightAgain);
  if (digits) {
    CSS.highlights.set("lit", digits);
  }
  document.addEventListener("pointermove", (event) => pointTo(squaresOf(event.target, event)));
  document.documentElement.addEventListener("pointerleave", () => pointTo([]));
  document.addEventListener("focusin", ({ target }) => pointTo(squaresOf(target)));
}
