// The drawings of the pieces, from the SVG diagrams of the library.
import { svg } from "./dom.js";

/** An SVG document for each piece letter, which the build puts here. */
declare const PIECES: Record<string, string>;

const drawings = new Map<string, SVGGElement>();

/** Takes the drawings out of their documents. */
export function loadPieces(): void {
  for (const [letter, text] of Object.entries(PIECES)) {
    const document = new DOMParser().parseFromString(text, "image/svg+xml");
    const drawing = document.querySelector("g > g");
    if (drawing) {
      const outline = svg("g", {
        "stroke-width": 4,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      });
      outline.append(drawing);
      drawings.set(letter, outline);
    }
  }
}

/** Returns a drawing of a piece on a square of 100 units, which a screen reader skips. */
export function pieceImage(letter: string): SVGSVGElement {
  const image = svg("svg", { viewBox: "0 0 100 100", class: "piece-image", "aria-hidden": "true" });
  const drawing = drawings.get(letter);
  if (drawing) {
    image.append(drawing.cloneNode(true));
  }
  return image;
}
