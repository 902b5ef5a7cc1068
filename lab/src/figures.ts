// The figures of a lesson: boards, words, numbers, signs and tables.
import { pieceName } from "./app.js";
import { h, svg } from "./dom.js";
import type { Figure } from "./lesson.js";
import { setBits, SQUARE } from "./lit.js";
import { pieceImage } from "./pieces.js";
import { has, spoken, squareIndex, SQUARES } from "./squares.js";

/** The side of a square in the drawing. */
const SIDE = 20;

/** The bits in a row of a word. */
const PER_ROW = 16;

type Board = Extract<Figure, { kind: "board" }>;

/** The rows of a board from top to bottom, and where the first square of each row stands. */
interface Layout {
  rows: number[][];
  start: (row: number) => number;
  width: number;
}

const NORMAL: Layout = {
  rows: Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => (7 - row) * 8 + file)),
  start: () => 0,
  width: 8,
};

/** The board turned to the left: files as rows. */
const ROTATED: Layout = {
  rows: Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, at) => (7 - at) * 8 + (7 - row))),
  start: () => 0,
  width: 8,
};

function diamond(row: (length: number, index: number) => number[]): Layout {
  const rows = Array.from({ length: 15 }, (_, index) => row(8 - Math.abs(7 - index), index));
  return { rows, start: (index) => Math.abs(7 - index) / 2, width: 8 };
}

/** The board turned by 45 degrees to the right: diagonals as rows, a8 at the top. */
const DIAGONALS = diamond((length, index) =>
  Array.from({ length }, (_, at) => (index <= 7 ? (7 - index + at) * 8 + at : at * 8 + (index - 7 + at))),
);

/** The board turned by 45 degrees to the left: anti-diagonals as rows, h8 at the top. */
const ANTI_DIAGONALS = diamond((length, index) =>
  Array.from({ length }, (_, at) => (index <= 7 ? (7 - at) * 8 + (7 - index + at) : (14 - index - at) * 8 + at)),
);

const LAYOUTS: Record<Board["geometry"], Layout> = {
  normal: NORMAL,
  "rotated-90": ROTATED,
  "rotated-45": DIAGONALS,
  "rotated-minus-45": ANTI_DIAGONALS,
};

/** What a mark is called, and the letter that stands for it on the drawing. */
const MARKS: Record<string, readonly [string, string]> = {
  slider: ["the piece", "●"],
  blocker: ["occupied", "▲"],
  own: ["own piece", "■"],
  enemy: ["enemy piece", "▲"],
  result: ["result", "◆"],
  highlight: ["highlighted", "○"],
};

/** Draws a board, with coordinates outside; a turned board has the name of each square in it. */
function board(figure: Board): Element {
  const coordinates = figure.geometry === "normal";
  const set = BigInt(figure.set);
  const layout = LAYOUTS[figure.geometry];
  const marks = figure.marks.map(({ mark, set }) => ({ mark, set: BigInt(set) }));
  const drawn: SVGElement[] = [];
  layout.rows.forEach((squares, row) => {
    squares.forEach((square, column) => {
      const [x, y] = [(layout.start(row) + column) * SIDE, row * SIDE];
      const inside = has(set, square);
      const marked = marks.filter((mark) => has(mark.set, square)).map(({ mark }) => mark);
      drawn.push(
        svg("rect", { x, y, width: SIDE, height: SIDE, class: inside ? "square in" : "square", [SQUARE]: square }),
        ...marked.map((mark) => svg("text", { x: x + SIDE / 2, y: y + SIDE * 0.7, class: `mark-${mark}${inside ? " on-in" : ""}` }, MARKS[mark]?.[1] ?? "?")),
      );
      if (!coordinates) {
        drawn.push(svg("text", { x: x + SIDE / 2, y: y + SIDE * (marked.length > 0 ? 0.98 : 0.65), class: `name${inside ? " on-in" : ""}` }, SQUARES[square] ?? ""));
      } else if (inside && marked.length === 0) {
        drawn.push(svg("text", { x: x + SIDE / 2, y: y + SIDE * 0.7, class: "on-in one" }, "1"));
      }
    });
  });
  for (const piece of figure.pieces ?? []) {
    const image = pieceImage(piece.charAt(0));
    const square = squareIndex(piece.slice(1));
    const row = layout.rows.findIndex((squares) => squares.includes(square));
    const column = layout.rows[row]?.indexOf(square) ?? 0;
    image.setAttribute("x", String((layout.start(row) + column) * SIDE));
    image.setAttribute("y", String(row * SIDE));
    image.setAttribute("width", String(SIDE));
    image.setAttribute("height", String(SIDE));
    drawn.push(image);
  }
  const height = layout.rows.length * SIDE;
  for (let at = 0; coordinates && at < 8; at++) {
    drawn.push(
      svg("text", { x: -SIDE / 2, y: (7 - at) * SIDE + SIDE * 0.7, class: "outside" }, String(at + 1)),
      svg("text", { x: (at + 0.5) * SIDE, y: height + SIDE * 0.7, class: "outside" }, "abcdefgh".charAt(at)),
    );
  }
  const margin = coordinates ? SIDE : 1;
  const pieces = (figure.pieces ?? []).map((piece) => `${pieceName(piece.charAt(0))} ${piece.slice(1)}`);
  // A board of pieces alone shows no set.
  const shown = pieces.length > 0 && set === 0n ? pieces.join(", ") : [spoken(set), ...pieces].join(", ");
  const words = [`${figure.label}: ${shown}`, ...marks.map(({ mark, set }) => `${MARKS[mark]?.[0] ?? mark}: ${spoken(set)}`)];
  const value = pieces.length > 0 && set === 0n ? null : h("code", {}, figure.word);
  if (value && figure.geometry === "normal") {
    setBits(value, SQUARES.map((_, square) => square));
  }
  return h(
    "figure",
    { class: `figure board-figure${pieces.length > 0 ? " with-pieces" : ""}${coordinates ? "" : " turned"}` },
    h("figcaption", {}, figure.label),
    svg("svg", { viewBox: `${-margin} -1 ${8 * SIDE + 1 + margin} ${height + 1 + margin}`, role: "img", "aria-label": words.join(". "), class: figure.geometry }, ...drawn),
    value,
  );
}

function word(figure: Extract<Figure, { kind: "word" }>): Element {
  const [value, highlighted] = [BigInt(figure.value), BigInt(figure.highlighted)];
  const perRow = Math.min(figure.bits, PER_ROW);
  const drawn: SVGElement[] = [];
  for (let bit = 0; bit < figure.bits; bit++) {
    const place = figure.bits - 1 - bit;
    const [x, y] = [(place % perRow) * 12, Math.floor(place / perRow) * 16];
    const [inside, marked] = [has(value, bit), has(highlighted, bit)];
    drawn.push(
      svg("rect", { x, y, width: 12, height: 16, class: `square${inside ? " in" : ""}${marked ? " looked-at" : ""}` }),
      svg("text", { x: x + 6, y: y + 12, class: inside ? "on-in" : "zero" }, inside ? "1" : "0"),
    );
    if (marked) {
      drawn.push(svg("path", { d: `M${x + 1} ${y + 15}h10`, class: inside ? "underline on-in" : "underline" }));
    }
  }
  const rows = Math.ceil(figure.bits / perRow);
  const binary = value.toString(2).padStart(figure.bits, "0");
  return h(
    "figure",
    { class: "figure word-figure" },
    h("figcaption", {}, figure.label || "constant"),
    svg("svg", { viewBox: `-1 -1 ${PER_ROW * 12 + 2} ${rows * 16 + 2}`, role: "img", "aria-label": `${figure.bits} bits: ${binary}` }, ...drawn),
    h("code", {}, figure.bits <= 32 ? value.toString() : figure.value),
  );
}

function table(columns: string[], rows: string[][]): Element {
  return h(
    "table",
    { class: "figure" },
    h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
  );
}

/** Draws the figures of a step in a row, as an equation. */
export function equation(figures: readonly Figure[]): HTMLElement {
  return h(
    "div",
    { class: "equation" },
    ...figures.map((figure) => {
      switch (figure.kind) {
        case "board":
          return board(figure);
        case "word":
          return word(figure);
        case "number":
          return h("span", { class: "figure number-figure" }, h("span", {}, figure.label), h("code", {}, String(figure.value)));
        case "sign":
          return h("span", { class: "figure sign" }, figure.sign);
        case "table":
          return table(figure.columns, figure.rows);
      }
    }),
  );
}

/** Writes the figures of a step as a line of text. */
export function equationText(figures: readonly Figure[]): string {
  const words = figures.map((figure) => {
    switch (figure.kind) {
      case "board":
        return figure.label;
      case "word":
      case "number":
        return figure.label || String(figure.value);
      case "sign":
        return figure.sign;
      case "table":
        return "a table";
    }
  });
  return words.join(" ");
}

/** Explains the marks that the boards of some figures have. */
export function legend(figures: readonly Figure[]): HTMLElement {
  const used = new Set(figures.flatMap((figure) => (figure.kind === "board" ? figure.marks.filter(({ set }) => BigInt(set) !== 0n).map(({ mark }) => mark) : [])));
  const words = [...used].map((mark) => `${MARKS[mark]?.[1] ?? "?"} ${MARKS[mark]?.[0] ?? mark}`);
  return h("p", { class: "legend" }, ["1 or filled: in the set", ...words].join(" · "));
}

