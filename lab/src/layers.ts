// The sets drawn on the board: each layer has its own colour, and by choice hatching and a mark.
import { setAttribute, svg } from "./dom.js";
import type { StepSet } from "./lesson.js";
import { setsBetween, shifted, sumsOfCopies } from "./motion.js";
import { has, members } from "./squares.js";

/** The number of layers that differ. */
export const STYLES = 8;

/** How long a shift moves, in milliseconds. */
const SHIFT_TIME = 700;

/** The greatest width of the ring of a set on a square of 100 units that is in several sets. */
const RING = 13;

/** The lines of each hatching, on a tile of 20 by 20 units. */
const HATCHES = [
  "M-5 5L5 -5M0 20L20 0M15 25L25 15",
  "M-5 15L5 25M0 0L20 20M15 -5L25 5",
  "M0 5H20M0 15H20",
  "M5 0V20M15 0V20",
  "M4 4h3v3h-3zM14 14h3v3h-3z",
  "M0 10H20M10 0V20",
  "M0 10L5 5L15 15L20 10",
  "M0 0L20 20M20 0L0 20",
];

/** The mark of each layer, on a square of 18 by 18 units. */
const MARKS = [
  "M2 2h14v14h-14z",
  "M9 1l8 16h-16z",
  "M9 1l8 8l-8 8l-8 -8z",
  "M1 6h5v-5h6v5h5v6h-5v5h-6v-5h-5z",
  "M9 1a8 8 0 1 1 -.1 0z",
  "M1 1h16l-8 16z",
  "M1 6h16v6h-16z",
  "M6 1h6v16h-6z",
];

/** Where the mark of each layer is on a square. */
const PLACES = [
  [79, 3],
  [3, 79],
  [79, 41],
  [3, 41],
  [41, 3],
  [41, 79],
  [60, 3],
  [22, 79],
] as const;

function patterns(prefix: string): SVGDefsElement {
  return svg(
    "defs",
    {},
    ...HATCHES.map((lines, style) =>
      svg(
        "pattern",
        { id: `${prefix}-${style}`, width: 20, height: 20, patternUnits: "userSpaceOnUse" },
        svg("path", { d: lines, class: `hatch style-${style}` }),
      ),
    ),
  );
}

/** A sample of a layer, for a legend. */
export function swatch(style: number): SVGSVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 40 40", class: "swatch", "aria-hidden": "true" },
    svg("rect", { width: 40, height: 40, class: `layer-fill style-${style}` }),
    svg("path", { d: HATCHES[style] ?? "", class: `hatch style-${style}`, transform: "scale(2)" }),
    svg("path", { d: MARKS[style] ?? "", class: `mark style-${style}`, transform: "translate(11 11)" }),
  );
}

/** A set of a layer. */
export interface NamedSet {
  set: bigint;
  name: string;
}

/** The drawing under the pieces. */
export class Layers {
  readonly element: SVGSVGElement;
  /** What was to be shown last: its drawing may still be in motion. */
  #last = "";
  readonly #layers: SVGPathElement[][];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #moved = svg("path", { class: "moved" });

  constructor(prefix: string) {
    this.#layers = HATCHES.map((_, style) => [
      svg("path", { class: `layer-fill style-${style}` }),
      svg("path", { class: "hatched", fill: `url(#${prefix}-${style})` }),
      svg("path", { class: `mark style-${style}` }),
    ]);
    this.element = svg(
      "svg",
      { viewBox: "0 0 800 800", class: "layers", "aria-hidden": "true" },
      patterns(prefix),
      svg("path", { class: "dark-squares", d: squares(0xaa55aa55aa55aa55n, false) }),
      this.#moved,
      ...this.#layers.flat(),
    );
  }

  /** Draws the sets, one for each style, and the squares of the last move; null draws nothing. */
  show(named: readonly (NamedSet | null)[], moved: bigint, flipped: boolean): void {
    // The page draws the same again after something has been loaded, which is to end no motion.
    const wanted = [flipped, moved, ...named.map((shown) => shown && `${shown.name} ${shown.set}`)].join();
    if (wanted === this.#last) {
      return;
    }
    this.#last = wanted;
    clearTimeout(this.#timer);
    const sets = named.map((shown) => shown?.set ?? null);
    setAttribute(this.#moved, "d", squares(moved, flipped));
    const shown = sets.map((set, style) => ({ set: set ?? 0n, style })).filter(({ set }) => set !== 0n);
    this.#layers.forEach(([fill, hatch, mark], style) => {
      const set = sets[style] ?? 0n;
      // Where sets meet, each has a ring, and the last one the middle.
      const others = shown.filter((other) => other.style !== style);
      const area = members(set)
        .map((square) => {
          const here = others.filter((other) => has(other.set, square));
          const ring = Math.min(RING, Math.floor(50 / (here.length + 1)));
          const outside = here.filter((other) => other.style < style).length;
          return box(square, outside * ring, flipped) + (outside < here.length ? box(square, (outside + 1) * ring, flipped) : "");
        })
        .join("");
      if (fill && hatch && mark) {
        setAttribute(fill, "d", area);
        setAttribute(hatch, "d", area);
        setAttribute(mark, "d", marks(set, style, flipped));
      }
    });
  }

  /** Shows how the set of a step comes from another one: a shift moves, a fill spreads, a multiplication gathers. */
  animate({ from, set, shift, factor }: StepSet, flipped: boolean): void {
    const paths = this.#layers[0] ?? [];
    const gathered = factor === null ? setsBetween(from, set) : [from, ...sumsOfCopies(from, factor)];
    const sets = shift ? [shifted(from, shift), set] : gathered;
    const pause = shift ? SHIFT_TIME : factor ? 250 : sets.length > 2 ? 150 : 400;
    if (shift) {
      const [files, ranks] = shift.map((by) => by * (flipped ? -100 : 100)) as [number, number];
      const start = { transform: `translate(${-files}px, ${ranks}px)` };
      paths.forEach((path) => path.animate([start, { transform: "none" }], { duration: SHIFT_TIME, easing: "ease-in-out" }));
    }
    const next = () => {
      const shown = sets.shift();
      if (shown !== undefined) {
        paths.forEach((path, at) => setAttribute(path, "d", at === 2 ? marks(shown, 0, flipped) : squares(shown, flipped)));
        this.#timer = setTimeout(next, pause);
      }
    };
    next();
  }
}

function corner(square: number, flipped: boolean): [number, number] {
  const [file, rank] = [square & 7, square >> 3];
  return flipped ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
}

function box(square: number, inset: number, flipped: boolean): string {
  const [x, y] = corner(square, flipped);
  const side = 100 - 2 * inset;
  return `M${x + inset} ${y + inset}h${side}v${side}h-${side}z`;
}

function squares(set: bigint, flipped: boolean): string {
  return members(set)
    .map((square) => box(square, 0, flipped))
    .join("");
}

function marks(set: bigint, style: number, flipped: boolean): string {
  const [dx, dy] = PLACES[style] ?? [0, 0];
  // The shapes begin with an absolute move, which becomes a move to the square.
  const [, x0, y0, rest] = /^M(\d+) (\d+)(.*)$/.exec(MARKS[style] ?? "") ?? [];
  return members(set)
    .map((square) => {
      const [x, y] = corner(square, flipped);
      return `M${x + dx + Number(x0)} ${y + dy + Number(y0)}${rest}`;
    })
    .join("");
}
