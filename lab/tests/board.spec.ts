import { expect, fen, open, square, START, test, type, unfold } from "./lab.js";

const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

test("the first page shows a bishop's attacks and the knight that it pins", async ({ lab }) => {
  await open(lab);
  await expect(lab.getByRole("heading", { name: "A: Attacks from b5" })).toBeVisible();
  await expect(lab.getByRole("heading", { name: "B: Black pinned" })).toBeVisible();
  await expect(square(lab, "a4")).toHaveAccessibleName("a4, empty, in A");
  await expect(square(lab, "c6")).toHaveAccessibleName("c6, black knight, in A B C");
  await expect(lab.locator(".board-grid .piece-image:has(path)")).toHaveCount(32);
});

test("a dotted ring is explained where one is drawn", async ({ lab }) => {
  await open(lab, { fen: "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", square: "e4" });
  const ring = () => square(lab, "d5").evaluate((cell) => getComputedStyle(cell, "::after").borderTopStyle);
  expect(await ring()).toBe("dotted");
  await expect(lab.locator("#position-status")).toHaveText("White to move; 31 legal moves. A dotted ring is a capture.");
  await square(lab, "d2").click();
  expect(await ring()).not.toBe("dotted");
  await expect(lab.locator("#position-status")).toHaveText("White to move; 31 legal moves.");
});

test("a selected piece that cannot move is told", async ({ lab }) => {
  await open(lab);
  await expect(lab.locator("#position-status")).toHaveText("Black to move; 27 legal moves.");
  await square(lab, "c6").click();
  await expect(lab.locator("#position-status")).toHaveText("Black to move; 27 legal moves. The black knight on c6 has none: the panel Legality shows why.");
  // In the panel itself the link leads to the step.
  await lab.getByRole("tab", { name: "Legality" }).click();
  await expect(lab.locator("#position-status")).toHaveText("Black to move; 27 legal moves. The black knight on c6 has none: one of the steps shows why.");
  await lab.getByRole("tab", { name: "Sets" }).click();
  await lab.locator("#position-status").getByRole("button", { name: "Legality" }).press("Enter");
  await expect(lab.getByRole("tab", { name: "Legality" })).toBeFocused();
  // The step that decides: the one after which nothing is left.
  await expect(lab.locator(".step-text")).toContainText("AND with the whole line");
  await expect(lab.locator(".lesson .board-figure > code").last()).toHaveText("0x0000000000000000");
  await square(lab, "c8").click();
  await expect(lab.locator("#position-status")).toHaveText("Black to move; 27 legal moves.");
  await square(lab, "h8").click();
  await lab.locator("#position-status").getByRole("button", { name: "one of the steps" }).click();
  await expect(lab.locator(".step-text")).toContainText("A piece cannot go to a square of its own side");
  await square(lab, "f7").click();
  await expect(lab.locator("#position-status")).toHaveText("Black to move; 27 legal moves.");
});

test("a click on a piece and on a target plays the move", async ({ lab }) => {
  await open(lab, { fen: START });
  await square(lab, "e2").click();
  await expect(square(lab, "e4")).toHaveAccessibleName(/legal target/);
  await square(lab, "e4").click();
  expect(await fen(lab)).toBe(AFTER_E4);
});

test("a drag plays the move, and a drag to another square does not", async ({ lab }) => {
  await open(lab, { fen: START });
  await square(lab, "e2").dragTo(square(lab, "e5"));
  expect(await fen(lab)).toBe(START);
  await square(lab, "e2").dragTo(square(lab, "e4"));
  expect(await fen(lab)).toBe(AFTER_E4);
});

test("Black moves too, with the board flipped", async ({ lab }) => {
  await open(lab, { fen: AFTER_E4 });
  await lab.getByRole("button", { name: "Flip" }).click();
  const [a8, h1] = await Promise.all([square(lab, "h1").boundingBox(), square(lab, "a8").boundingBox()]);
  expect(a8?.y).toBeLessThan(h1?.y ?? 0);
  await square(lab, "c7").dragTo(square(lab, "c5"));
  expect(await fen(lab)).toContain("pp1ppppp/8/2p5");
});

test("keys alone play a move", async ({ lab }) => {
  await open(lab, { fen: START });
  await lab.locator("body").press("Tab");
  await lab.keyboard.press("Tab");
  await expect(lab.locator(".board-grid .cell:focus")).toHaveCount(1);
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await lab.keyboard.press(key);
    }
  };
  // From wherever the focus is to the lower left corner, and then to e2.
  await press(...Array<string>(8).fill("ArrowDown"), "Home", "ArrowUp", ...Array<string>(4).fill("ArrowRight"), "Enter");
  await expect(square(lab, "e2")).toBeFocused();
  await press("ArrowUp", "ArrowUp", " ");
  expect(await fen(lab)).toBe(AFTER_E4);
  await expect(lab.locator("#announcer")).toHaveText("e4. Black to move.");
});

test("a finger plays a move", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(page, { fen: START });
  await square(page, "g1").tap();
  await square(page, "f3").tap();
  expect(await fen(page)).toContain("/5N2/");
  // A drag with touch events, as Chromium sends them.
  const client = await context.newCDPSession(page);
  const centre = async (name: string) => {
    const box = await square(page, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [from, to] = [await centre("d7"), await centre("d5")];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x, y: from.y + 20 }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await fen(page)).toContain("ppp1pppp/8/3p4");
  await context.close();
});

test("a move is typed, and a wrong one says why", async ({ lab }) => {
  await open(lab, { fen: START });
  for (const text of ["e4", "e7e5", "Nf3"]) {
    await type(lab, text);
  }
  expect(await fen(lab)).toBe("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  await type(lab, "Ke7x");
  await expect(lab.locator("#board-error")).not.toBeEmpty();
  await expect(lab.locator("#position-input")).toHaveAttribute("aria-invalid", "true");
  await type(lab, "Ke7");
  await expect(lab.locator("#board-error")).toBeEmpty();
});

test("a bad FEN says what is wrong and where, and the board stays", async ({ lab }) => {
  await open(lab, { fen: START });
  await type(lab, "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await expect(lab.locator("#board-error")).toContainText("expected");
  await expect(square(lab, "e2")).toHaveAccessibleName(/white pawn/);
  expect(await lab.locator("#position-input").evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(18);
});

test("a position that cannot be played says why, and its board sets are shown", async ({ lab }) => {
  await open(lab, { fen: "8/8/8/3r4/8/8/8/8 w - - 0 1", square: "d5" });
  await expect(lab.locator("#position-status")).toHaveText(/Not playable: .*king/);
  await expect(lab.getByRole("article", { name: "A: Attacks from d5" })).toContainText("14 squares");
  await type(lab, "e4");
  await expect(lab.locator("#board-error")).toContainText("king");
});

test("a pawn promotes to the piece that is chosen", async ({ lab }) => {
  await open(lab, { fen: "7k/P7/8/8/8/8/8/K7 w - - 0 1", square: "a7" });
  await square(lab, "a8").click();
  await lab.getByRole("dialog").getByRole("button", { name: "white rook" }).click();
  expect(await fen(lab)).toBe("R6k/8/8/8/8/8/8/K7 b - - 0 1");
});

test("Chess960: a start position, and castling by a click on the rook", async ({ lab }) => {
  await open(lab);
  await type(lab, "0");
  expect(await fen(lab)).toContain("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w");
  await type(lab, "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  await square(lab, "e1").click();
  await square(lab, "b1").click();
  expect(await fen(lab)).toBe("4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1");
});

test("a board is set up with the palette, by drag and by letters", async ({ lab }) => {
  await open(lab, { fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
  await lab.getByText("Edit, FEN, hatching").click();
  await lab.getByRole("button", { name: "Edit" }).click();
  await lab.getByRole("button", { name: "white queen" }).click();
  await square(lab, "d4").click();
  await lab.getByRole("button", { name: "white queen" }).click();
  await square(lab, "d4").dragTo(square(lab, "h4"));
  expect(await fen(lab)).toContain("/7Q/");
  await square(lab, "a1").click();
  await lab.keyboard.press("r");
  await expect(square(lab, "a1")).toHaveAccessibleName(/black rook/);
  await lab.keyboard.press("Delete");
  await expect(square(lab, "a1")).toHaveAccessibleName(/empty/);
  await lab.getByRole("button", { name: "Other side to move" }).click();
  expect(await fen(lab)).toBe("4k3/8/8/8/7Q/8/8/4K3 b - - 0 1");
  // Off the board it is removed.
  await square(lab, "h4").hover();
  await lab.mouse.down();
  await lab.mouse.move(1200, 800, { steps: 4 });
  await lab.mouse.up();
  expect(await fen(lab)).toBe("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
});

// Finds targets that are marked on the rook, as the lessons do not write castling.
test("castling is marked where the king ends, and on the rook only if that says nothing else", async ({ lab }) => {
  const targets = () => lab.locator(".board-grid .target").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel?.slice(0, 2)).sort());
  const both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const [to, after] of [
    ["g1", "R4RK1 b kq"],
    ["h1", "R4RK1 b kq"],
    ["c1", "2KR3R b kq"],
    ["a1", "2KR3R b kq"],
  ] as const) {
    await open(lab, { fen: both, square: "e1" });
    expect(await targets()).toEqual(["c1", "d1", "d2", "e2", "f1", "f2", "g1"]);
    await square(lab, to).click();
    expect(await fen(lab)).toContain(after);
  }
  // Chess960: g1 is also the target of a step of the king, and the king that castles to c1 stays there.
  await open(lab, { fen: "4k3/pppppppp/8/8/8/8/PPPPPPPP/5K1R w H - 0 1", square: "f1" });
  expect(await targets()).toEqual(["e1", "g1", "h1"]);
  await square(lab, "g1").click();
  expect(await fen(lab)).toContain("6KR b - - 1 1");
  await open(lab, { fen: "4k3/pppppppp/8/8/8/8/PPPPPPPP/R1K5 w A - 0 1", square: "c1" });
  expect(await targets()).toEqual(["a1", "b1", "d1"]);
  await square(lab, "a1").click();
  expect(await fen(lab)).toContain("2KR4 b - - 1 1");
});

// Finds a palette, or a text that goes away, above the button.
test("a second click on Edit ends it: nothing moves under the pointer", async ({ lab }) => {
  for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    await lab.setViewportSize(viewport);
    // The selected knight has no moves, which the status says in a second line.
    await open(lab, { square: "c6" });
    await unfold(lab);
    const edit = lab.getByRole("button", { name: "Edit" });
    await edit.scrollIntoViewIfNeeded();
    const box = await edit.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await lab.mouse.click(x, y);
    await expect(lab.getByRole("group", { name: "Pieces to put" })).toBeVisible();
    expect(await edit.boundingBox()).toEqual(box);
    await lab.mouse.click(x, y);
    await expect(edit).toHaveAttribute("aria-pressed", "false");
    await expect(lab.getByRole("group", { name: "Pieces to put" })).toBeHidden();
  }
});

test("the end of a game is a sentence", async ({ lab }) => {
  await open(lab, { fen: "7k/8/5KQ1/8/8/8/8/8 w - - 0 1" });
  await type(lab, "Qg7");
  await expect(lab.locator("#position-status")).toHaveText("White wins by checkmate.");
  await expect(lab.locator("#announcer")).toHaveText("Qg7#. White wins by checkmate.");
});

test("the squares of the last move are marked, and moves are taken back and played again", async ({ lab }) => {
  await open(lab, { fen: "4k3/4p3/8/8/8/8/4P3/R3K2R w KQ - 0 1" });
  const moved = () => lab.locator(".layers .moved").getAttribute("d");
  const list = lab.getByRole("list", { name: "Moves on the board" });
  await expect(list).toBeHidden();
  await type(lab, "O-O");
  // e1 and g1: castling is the move of the king.
  expect(await moved()).toBe("M400 700h100v100h-100zM600 700h100v100h-100z");
  await type(lab, "e5");
  await expect(list.getByRole("listitem")).toHaveText(["1. O-O", "e5"]);
  const [board, moves] = [await lab.locator(".board-frame").boundingBox(), await list.boundingBox()];
  expect(moves?.x).toBeGreaterThan((board?.x ?? 0) + (board?.width ?? Infinity));
  const undo = lab.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(square(lab, "e7")).toHaveAccessibleName(/black pawn/);
  await undo.click();
  await expect(undo).toBeDisabled();
  expect(await moved()).toBe("");
  await lab.getByRole("button", { name: "Redo" }).click();
  await expect(list.getByRole("button", { name: "O-O" })).toHaveAttribute("aria-pressed", "true");
  await list.getByRole("button", { name: "e5" }).click();
  expect(await fen(lab)).toContain("/4p3/8/8/4P3/R4RK1 w");
  // Arrow keys do the same wherever they have no other use, and another move begins another line.
  await lab.keyboard.press("ArrowLeft");
  await square(lab, "e7").click();
  await square(lab, "e6").click();
  await expect(list.getByRole("listitem")).toHaveText(["1. O-O", "e6"]);
  await lab.getByRole("tab", { name: "Legality" }).click();
  await lab.getByRole("tab", { name: "Perft" }).click();
  await lab.getByRole("button", { name: "Undo" }).press("ArrowLeft");
  await expect(square(lab, "e7")).toHaveAccessibleName(/black pawn/);
});

test("the board takes 45 % of the width, and hatching is a choice that is kept", async ({ lab }) => {
  await open(lab);
  for (const [width, height] of [[1280, 800], [1280, 900], [1440, 900]] as const) {
    await lab.setViewportSize({ width, height });
    await expect.poll(async () => (await lab.locator(".board-frame").boundingBox())?.width).toBeGreaterThanOrEqual(0.45 * width);
  }
  // At most one field is open: the set expression.
  await expect(lab.locator("input[type=text]:visible, textarea:visible")).toHaveCount(1);
  const hatched = lab.locator(".layers > .hatched").first();
  await expect(hatched).toBeHidden();
  await lab.getByText("Edit, FEN, hatching").click();
  await lab.getByLabel("Hatch the sets").check();
  await expect(hatched).toBeVisible();
  await lab.reload();
  await expect(hatched).toBeVisible();
  await lab.getByText("Edit, FEN, hatching").click();
  await lab.getByLabel("Hatch the sets").uncheck();
  await expect(hatched).toBeHidden();
  await lab.emulateMedia({ forcedColors: "active" });
  await expect(hatched).toBeVisible();
});

test("the board shows the set of the step, and the sets of the panel Sets there only", async ({ lab }) => {
  await open(lab, { tab: "legality", square: "c6" });
  const inside = (name: string) => lab.locator(".board-grid").getByRole("gridcell", { name });
  await expect(inside("in enemy pieces")).toHaveCount(16);
  await expect(inside(", in A")).toHaveCount(0);
  await lab.keyboard.press("ArrowRight");
  await expect(lab.locator(".part")).toHaveText(/^Step 2 of/);
  await expect(inside("in enemy pieces")).toHaveCount(0);
  await open(lab, { tab: "techniques", square: "b5" });
  await lab.getByRole("group", { name: "Steps" }).getByRole("button", { name: "Last" }).click();
  await expect(inside(", in ")).toHaveCount(7);
  await open(lab, { tab: "lessons", lesson: "pins" });
  await expect(lab.locator(".lesson figcaption .swatch")).toHaveCount(1);
  await lab.getByRole("tab", { name: "Sets" }).click();
  await expect(inside(", in A").first()).toBeVisible();
});

test("a square under the pointer or with the focus is lit on every board and in the words, and a digit lights its squares", async ({ lab }) => {
  await open(lab, { sets: "attacks@;occupied" });
  const lit = () => lab.locator(".lit").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square")));
  /** The lit digits, each with the number of digits after it. */
  const digits = () => lab.evaluate(() => {
    const ranges = [...(CSS.highlights.get("lit") ?? [])] as Range[];
    return ranges.map((range) => `${range.toString()} ${(range.startContainer.textContent ?? "").slice(range.endOffset).replaceAll("_", "").length}`).sort();
  });
  await square(lab, "c6").hover();
  await expect.poll(lit).toEqual(["42", "42", "42"]);
  // Bit 42 of two sets, in two notations; nothing in a decimal number.
  expect(await digits()).toEqual(["1 42", "1 42", "5 10", "c 10"]);
  // Also after a change.
  await lab.keyboard.press("Control");
  await square(lab, "c6").click();
  await expect.poll(lit).toEqual(["42", "42", "42"]);
  await lab.mouse.move(5, 5);
  await square(lab, "a1").focus();
  await expect.poll(lit).toEqual(["0", "0", "0"]);
  // The last digit of the hexadecimal number is a1 to d1, of the binary number a1.
  for (const [notation, squares] of [["hexadecimal", ["0", "1", "2", "3"]], ["binary", ["0"]]] as const) {
    const [x, y] = await lab.locator(`.word.${notation}`).first().evaluate((word) => {
      const range = document.createRange();
      const length = word.firstChild?.textContent?.length ?? 0;
      range.setStart(word.firstChild ?? word, length - 1);
      range.setEnd(word.firstChild ?? word, length);
      const { right, top, height } = range.getBoundingClientRect();
      return [right - 2, top + height / 2] as const;
    });
    await lab.mouse.move(x, y);
    await expect.poll(async () => [...new Set(await lit())].sort()).toEqual(squares);
  }
  await open(lab, { tab: "legality", square: "c6" });
  await lab.locator(".lesson .square[data-square='57']").last().hover();
  await expect.poll(lit).toEqual(["57", "57", "57", "57"]);
  await expect(lab.locator(".board-grid .lit")).toHaveCount(1);
});
