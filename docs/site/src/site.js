// @ts-check
// What the pages do with JavaScript. Without it they show the same in pictures.

/** The steps of a rook. The first two lead to higher squares. */
const STEPS = /** @type {const} */ ([[0, 1], [1, 0], [0, -1], [-1, 0]]);

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };

/** @param {number} x @param {number} y */
const isOnBoard = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8;

/** Returns the squares of a ray, nearest first. @param {number} from @param {readonly [number, number]} step */
function ray(from, [dx, dy]) {
  const squares = [];
  for (let x = (from & 7) + dx, y = (from >> 3) + dy; isOnBoard(x, y); x += dx, y += dy) {
    squares.push(8 * y + x);
  }
  return squares;
}

/** @param {number[]} squares */
const setOf = (squares) => squares.reduce((set, square) => set | (1n << BigInt(square)), 0n);

/** @param {bigint} set @param {number} square */
const has = (set, square) => ((set >> BigInt(square)) & 1n) === 1n;

/** @param {number} square */
const nameOf = (square) => `${"abcdefgh"[square & 7]}${(square >> 3) + 1}`;

/** Returns the number of the highest bit. @param {bigint} set */
const highest = (set) => set.toString(2).length - 1;

/** Lets the pieces of the landing page be moved. @param {Element} live */
function makeLive(live) {
  const board = /** @type {SVGSVGElement} */ (live.querySelector("svg"));
  // They stand in the order of their numbers, a1 first.
  const squares = [...board.querySelectorAll("rect[class]")];
  const pieces = /** @type {SVGGElement[]} */ ([...board.querySelectorAll(".piece")]);
  const words = [...live.querySelectorAll("dd code")];
  const spoken = /** @type {HTMLElement} */ (live.querySelector("[role=status]"));
  /** The squares of the pieces; the first is the rook's. */
  const at = pieces.map((piece) => Number(piece.id.slice(6)));

  const show = () => {
    const occupied = setOf(at);
    let [rays, truncators] = [0n, 0n];
    STEPS.forEach((step, direction) => {
      const whole = setOf(ray(at[0] ?? 0, step));
      const blockers = whole & occupied;
      const first = highest(direction < 2 ? blockers & -blockers : blockers);
      rays |= whole;
      truncators |= blockers === 0n ? 0n : setOf(ray(first, step));
    });
    const attacks = rays ^ truncators;
    squares.forEach((rect, square) => rect.setAttribute("class", has(attacks, square) ? "attacked" : has(rays, square) ? "cut" : ""));
    [rays, truncators, attacks].forEach((set, place) => {
      /** @type {Element} */ (words[place]).textContent = `0x${set.toString(16).padStart(16, "0")}`;
    });
    pieces.forEach((piece, place) => {
      const square = at[place] ?? 0;
      piece.setAttribute("transform", `translate(${100 * (square & 7)} ${100 * (7 - (square >> 3))})`);
      piece.setAttribute("aria-label", `${piece.querySelector("desc")?.textContent} on ${nameOf(square)}`);
    });
    spoken.textContent = `The rook attacks ${squares.flatMap((_, square) => (has(attacks, square) ? nameOf(square) : [])).join(" ")}.`;
  };

  /** @param {number} place @param {number | undefined} square */
  const move = (place, square) => {
    if (square !== undefined && !at.includes(square)) {
      at[place] = square;
      show();
    }
  };

  pieces.forEach((piece, place) => {
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.addEventListener("pointerdown", (event) => piece.setPointerCapture(event.pointerId));
    piece.addEventListener("pointermove", (event) => {
      const { left, top, width } = board.getBoundingClientRect();
      const [x, y] = [Math.floor((8 * (event.clientX - left)) / width), 7 - Math.floor((8 * (event.clientY - top)) / width)];
      if (piece.hasPointerCapture(event.pointerId) && isOnBoard(x, y)) {
        move(place, 8 * y + x);
      }
    });
    piece.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      if (step) {
        event.preventDefault();
        // Over the pieces that stand beside it.
        move(place, ray(at[place] ?? 0, step).find((square) => !at.includes(square)));
      }
    });
  });
  show();
  live.classList.add("is-live");
}

/** Shows one step of a list at a time. @param {Element} list */
function makeStepper(list) {
  const steps = /** @type {HTMLElement[]} */ ([...list.children]);
  const parts = steps.map(() => "");
  steps.forEach((step, at) => (parts[at] = step.querySelector("h3")?.textContent ?? parts[at - 1] ?? ""));
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: "1", max: String(steps.length), value: "1" });
  slider.setAttribute("aria-label", "Step");
  const [status, equation] = [document.createElement("p"), document.createElement("p")];
  status.setAttribute("role", "status");
  equation.className = "formula";

  const show = () => {
    const at = slider.valueAsNumber - 1;
    steps.forEach((step, other) => (step.hidden = other !== at));
    status.textContent = [`Step ${at + 1} of ${steps.length}`, parts[at]].filter(Boolean).join(": ");
    slider.setAttribute("aria-valuetext", status.textContent);
    equation.textContent = steps[at]?.querySelector("img")?.alt ?? "";
  };
  /** @param {number} by */
  const move = (by) => {
    slider.valueAsNumber += by;
    show();
  };
  const follow = () => {
    const at = steps.findIndex(({ id }) => id !== "" && `#${id}` === location.hash);
    slider.valueAsNumber = at + 1 || slider.valueAsNumber;
    show();
  };
  const buttons = [["‹ Back", -1], ["Next ›", 1]].map(([label, by]) => {
    const button = document.createElement("button");
    button.textContent = String(label);
    button.addEventListener("click", () => move(Number(by)));
    return button;
  });
  slider.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key]?.[0];
    const isFree = !(event.target instanceof HTMLInputElement) && !event.altKey && !event.ctrlKey && !event.metaKey;
    // What is wider than the window is scrolled by these keys.
    if (step && isFree && !document.activeElement?.matches("pre, .wide")) {
      move(step);
    }
  });
  addEventListener("hashchange", follow);
  const bar = document.createElement("div");
  bar.className = "stepper";
  bar.append(...buttons, slider, status);
  list.before(bar);
  list.after(equation);
  list.classList.add("is-live");
  follow();
}

/** Makes the heads of a table buttons that sort it. @param {HTMLTableElement} table */
function makeSortable(table) {
  const heads = [...table.querySelectorAll("thead th")];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const order = head.ariaSort === "ascending" ? "descending" : "ascending";
      heads.forEach((other) => (other.ariaSort = other === head ? order : null));
      /** @param {HTMLTableRowElement} row */
      const text = (row) => row.cells[column]?.textContent ?? "";
      /** @param {HTMLTableRowElement} row */
      const number = (row) => Number.parseFloat(text(row).replaceAll(",", "")) || 0;
      const rows = [...(table.tBodies[0]?.rows ?? [])].sort((a, b) => number(a) - number(b) || text(a).localeCompare(text(b)));
      table.tBodies[0]?.append(...(order === "ascending" ? rows : rows.reverse()));
    });
  });
}

document.querySelectorAll(".live").forEach(makeLive);
/** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll(".sortable")).forEach(makeSortable);
document.querySelectorAll(".steps").forEach(makeStepper);
