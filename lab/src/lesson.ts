// A lesson as the module sends it; docs/lesson.schema.json describes it.
import { type Shift, shiftOf } from "./motion.js";

export interface Lesson {
  topic: string;
  title: string;
  sources: { name: string; url: string }[];
  notes: Note[];
  steps: Step[];
  answer?: string;
}

/** A paragraph about the whole. */
export interface Note {
  heading: string;
  text: string;
}

export interface Step {
  part: string;
  text: string;
  figures: Figure[];
}

export type Figure =
  | {
      kind: "board";
      label: string;
      set: string;
      word: string;
      geometry: "normal" | "rotated-90" | "rotated-45" | "rotated-minus-45";
      marks: { mark: string; set: string }[];
      pieces?: string[];
    }
  | { kind: "word"; label: string; value: string; bits: number; highlighted: string }
  | { kind: "number"; label: string; value: number }
  | { kind: "sign"; sign: string }
  | { kind: "table"; columns: string[]; rows: string[][] };

/** The signs of the shifts, and whether the bits go up or down. */
const SHIFTS: Record<string, number> = { "<<": 1, ">>": -1 };

/** The set that a step results in, for the big board, and the set from which it comes. */
export interface StepSet {
  label: string;
  set: bigint;
  from: bigint;
  /** The shift that the step begins with. */
  shift: Shift | null;
  /** The factor, if the set is a product. */
  factor: bigint | null;
}

/** Returns the set that a figure shows: of a board that has not only pieces, or of a word of 64 bits. */
export function setOf(figure: Figure | undefined): bigint | null {
  if (figure?.kind === "board") {
    const set = BigInt(figure.set);
    return figure.pieces?.length && set === 0n ? null : set;
  }
  return figure?.kind === "word" && figure.bits === 64 ? BigInt(figure.value) : null;
}

/** Returns the set of a step, or of the nearest step before it that has one; null if none has. */
export function stepSet({ steps }: Pick<Lesson, "steps">, at: number): StepSet | null {
  for (const { figures } of steps.slice(0, at + 1).reverse()) {
    const sign = figures.findIndex((figure) => figure.kind === "sign" && figure.sign === "x");
    const [times, factor] = [setOf(figures[sign - 1]), setOf(figures[sign + 1])];
    if (times !== null && factor !== null) {
      return { label: "product", set: BigInt.asUintN(64, times * factor), from: times, shift: null, factor };
    }
    const shown = figures.filter((figure) => setOf(figure) !== null);
    const [first, last] = [shown[0], shown.at(-1)];
    if (first && last && "label" in last) {
      const at = figures.indexOf(first);
      const [sign, by] = figures.slice(at + 1, at + 3);
      const bits = first !== last && sign?.kind === "sign" && by?.kind === "number" ? by.value * (SHIFTS[sign.sign] ?? 0) : 0;
      return { label: last.label, set: setOf(last) ?? 0n, from: setOf(first) ?? 0n, shift: bits === 0 ? null : shiftOf(bits), factor: null };
    }
  }
  return null;
}
