// The word of a set in three notations, each of which can be copied.
import { button, h, setText } from "./dom.js";
import { setBits } from "./lit.js";
import { fromHex, toHex } from "./squares.js";
import { copyText } from "./take-away.js";

const NOTATIONS: readonly (readonly [string, (word: bigint) => string])[] = [
  ["Hexadecimal", (word) => `0x${toHex(word)}`],
  ["Decimal", (word) => word.toString()],
  ["Binary", (word) => `0b${word.toString(2).padStart(64, "0").replace(/(.{8})(?=.)/g, "$1_")}`],
];

/** The words of one set. A bit board of 64 bits is a number without a sign. */
export class Words {
  readonly element: HTMLElement;
  readonly #outputs: HTMLElement[];
  #word = "";

  constructor(name: () => string) {
    this.#outputs = NOTATIONS.map(([label]) => h("code", { class: `word ${label.toLowerCase()}` }));
    const rows = NOTATIONS.map(([label], index) => {
      const output = this.#outputs[index] ?? h("code");
      const copy = button("Copy", () => void copyText(output.textContent ?? ""));
      copy.addEventListener("focus", () => {
        copy.setAttribute("aria-label", `Copy ${name()}, ${label.toLowerCase()}`);
      });
      copy.setAttribute("aria-label", `Copy ${label.toLowerCase()}`);
      return h("div", { class: "word-row" }, h("span", { class: "notation" }, label), output, copy);
    });
    this.element = h("div", { class: "words" }, ...rows);
  }

  /** Shows a word of 16 hexadecimal digits, with the bit of each square. */
  show(word: string, bits: readonly number[]): void {
    this.#outputs.forEach((output) => setBits(output, bits));
    if (word === this.#word) {
      return;
    }
    this.#word = word;
    const value = fromHex(word);
    this.#outputs.forEach((output, index) => setText(output, NOTATIONS[index]?.[1](value) ?? ""));
  }
}
