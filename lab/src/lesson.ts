// A lesson as the module sends it; docs/lesson.schema.json describes it.

export interface Lesson {
  topic: string;
  title: string;
  sources: { name: string; url: string }[];
  notes: { heading: string; text: string }[];
  steps: Step[];
  answer?: string;
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
