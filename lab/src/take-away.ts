// What a reader takes away: a picture of the board, a set as a literal, and the page in a frame.
import type { App } from "./app.js";
import { setLetter } from "./board.js";
import { announce, button, field, h, select, setText, svg } from "./dom.js";
import { toHex } from "./squares.js";

/** The literals of a set of 16 hexadecimal digits. */
const LITERALS: readonly (readonly [string, (digits: string) => string])[] = [
  ["C", (digits) => `UINT64_C(0x${digits})`],
  ["Rust", (digits) => `0x${digits}_u64`],
  ["Python", (digits) => `0x${digits}`],
];

/** The margin of a picture, for the coordinates. */
const MARGIN = 40;
const SIDE = 800 + 2 * MARGIN;
const FONT = "28px system-ui, sans-serif";

/** A shape on the board; the place is of its square. */
interface Shape {
  path: string;
  x: number;
  y: number;
  fill: string;
  opacity: string;
  rule: CanvasFillRule;
  stroke: string;
  width: string;
}

/** A drawing of the board as it is shown, without hatching, the selection and the targets. */
class Picture {
  readonly #frame = document.querySelector(".board-frame") as HTMLElement;
  readonly #texts: { text: string; x: number; y: number }[] = [];
  readonly #shapes: Shape[];
  readonly #light = getComputedStyle(this.#frame).backgroundColor;

  constructor() {
    const box = this.#frame.getBoundingClientRect();
    const at = (cell: Element | null, start: number, from: "left" | "top") =>
      MARGIN + (cell ? 100 * Math.round((8 * (cell.getBoundingClientRect()[from] - start)) / box.width) : 0);
    this.#shapes = [...this.#frame.querySelectorAll("path")].flatMap((path) => {
      const style = getComputedStyle(path);
      const d = path.getAttribute("d");
      if (!d || path.closest("defs") || style.display === "none" || style.fill.startsWith("url")) {
        return [];
      }
      const cell = path.closest(".cell");
      const place = { path: d, x: at(cell, box.left, "left"), y: at(cell, box.top, "top") };
      return [{ ...place, fill: style.fill, opacity: style.fillOpacity, rule: style.fillRule as CanvasFillRule, stroke: style.stroke, width: style.strokeWidth }];
    });
    const read = (name: string) => [...(this.#frame.parentElement?.querySelectorAll(`.${name} span`) ?? [])].map((span) => span.textContent ?? "");
    read("ranks").forEach((text, row) => this.#texts.push({ text, x: MARGIN / 2, y: MARGIN + 100 * row + 60 }));
    read("files").forEach((text, column) => this.#texts.push({ text, x: MARGIN + 100 * column + 50, y: SIDE - 10 }));
  }

  svg(): Blob {
    const shapes = this.#shapes.map(({ path, x, y, fill, opacity, rule, stroke, width }) =>
      svg("path", { d: path, transform: `translate(${x} ${y})`, fill, "fill-opacity": opacity, "fill-rule": rule, stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    );
    const texts = this.#texts.map(({ text, x, y }) => svg("text", { x, y, "text-anchor": "middle", "font-family": "system-ui, sans-serif", "font-size": 28 }, text));
    const board = svg("rect", { x: MARGIN, y: MARGIN, width: 800, height: 800, fill: this.#light });
    const whole = svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE }, svg("rect", { width: SIDE, height: SIDE, fill: "#fff" }), board, ...shapes, ...texts);
    return new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" });
  }

  /** Draws the picture: the policy of the page allows no image that is not a file of it. */
  png(): Promise<Blob | null> {
    const canvas = h("canvas", { width: SIDE, height: SIDE });
    const context = canvas.getContext("2d");
    if (context) {
      Object.assign(context, { lineCap: "round", lineJoin: "round", textAlign: "center", font: FONT, fillStyle: "#fff" });
      context.fillRect(0, 0, SIDE, SIDE);
      context.fillStyle = this.#light;
      context.fillRect(MARGIN, MARGIN, 800, 800);
      for (const { path, x, y, fill, opacity, rule, stroke, width } of this.#shapes) {
        const outline = new Path2D(path);
        context.setTransform(1, 0, 0, 1, x, y);
        if (fill !== "none") {
          context.globalAlpha = Number(opacity);
          context.fillStyle = fill;
          context.fill(outline, rule);
          context.globalAlpha = 1;
        }
        if (stroke !== "none") {
          context.strokeStyle = stroke;
          context.lineWidth = Number.parseFloat(width);
          context.stroke(outline);
        }
      }
      context.resetTransform();
      context.fillStyle = "#16191d";
      this.#texts.forEach(({ text, x, y }) => context.fillText(text, x, y));
    }
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }
}

/** Saves a file. */
export function download(blob: Blob | null, name: string): void {
  if (blob) {
    const href = URL.createObjectURL(blob);
    h("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    announce(`Saved ${name}`);
  }
}

export class TakeAway {
  readonly element: HTMLDetailsElement;
  readonly #app: App;
  readonly #choice = select([], "", () => this.#update());
  readonly #codes = [...LITERALS.map(([name]) => name), "Frame for a page"].map((name) => [name, h("code", {})] as const);

  constructor(app: App) {
    this.#app = app;
    const rows = this.#codes.map(([name, code]) => {
      const copy = button("Copy", () => void copyText(code.textContent ?? ""), { "aria-label": `Copy: ${name}` });
      return h("div", { class: "word-row" }, h("span", { class: "notation" }, name), code, copy);
    });
    const picture = h(
      "div",
      { class: "buttons" },
      button("Board as SVG", () => download(new Picture().svg(), "board.svg")),
      button("Board as PNG", () => void new Picture().png().then((blob) => download(blob, "board.png"))),
    );
    this.element = h("details", { class: "take-away", toggle: () => this.#update() }, h("summary", {}, "Take it away"), picture, field("Set to take away", this.#choice), h("div", { class: "words" }, ...rows));
    app.listen(() => this.#update());
  }

  /** Shows the literals of the chosen set, of those that the board shows. */
  #update(): void {
    if (!this.element.open) {
      return;
    }
    const { stepSet, state } = this.#app;
    const sets = stepSet
      ? [{ name: stepSet.label, set: stepSet.set }]
      : state.sets.flatMap((set, place) => {
          const value = this.#app.value(place);
          const name = set.kind === "named" ? this.#app.describe(set.name)[0] : set.kind;
          return value === null ? [] : [{ name: `${setLetter(place)}: ${name}`, set: value }];
        });
    const { value } = this.#choice;
    this.#choice.replaceChildren(...sets.map(({ name }) => h("option", {}, name)));
    this.#choice.value = sets.find(({ name }) => name === value)?.name ?? sets[0]?.name ?? "";
    const digits = toHex(sets[this.#choice.selectedIndex]?.set ?? 0n);
    const address = new URL(`#${this.#app.address()}`, self.location.href);
    const frame = `<iframe src="${address.href.replaceAll("&", "&amp;")}" title="Setwise lab" width="420" height="760"></iframe>`;
    this.#codes.forEach(([, code], at) => setText(code, LITERALS[at]?.[1](digits) ?? frame));
  }

}

/** Copies a text, and says what was copied. */
export async function copyText(text: string, what = text): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => announce(`Copied ${what}`),
    () => announce("The browser does not allow copying here"),
  );
}
