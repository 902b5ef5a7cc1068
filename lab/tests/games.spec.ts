import { type Page } from "@playwright/test";
import { expect, fen, hold, open, reader, reload, square, test } from "./lab.js";

const GAMES = `[Event "One"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {a mistake} 4. Qxf7# 1-0

[Event "Two"]
[White "C"]
[Black "D"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"]
[SetUp "1"]

40... Ke7 41. e4 *
`;

/** Waits until the worker has read the second game: until then the buttons step through the first. */
async function secondGame(lab: Page): Promise<void> {
  await expect(lab.locator(".moves li")).toHaveText(["40… Ke7", "41. e4"]);
}

test("a PGN is pasted and stepped through, and the sets follow", async ({ lab }) => {
  await open(lab, { sets: "checkers" });
  await lab.getByRole("tab", { name: "Games" }).click();
  await (await reader(lab)).fill(GAMES);
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.getByText("2 games.")).toBeVisible();
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
  await lab.getByRole("button", { name: "Last" }).click();
  await expect(lab.locator("#position-status")).toContainText("checkmate");
  await expect(square(lab, "f7")).toHaveAccessibleName("f7, white queen, in A");
  await lab.getByRole("button", { name: "Back" }).press("ArrowLeft");
  await expect(lab.locator(".moves li:has([aria-pressed=true])")).toHaveText("Nf6 a mistake");
  await expect(lab.locator(".moves li").last()).toHaveText("1-0");
  await lab.getByRole("button", { name: "Qh5" }).click();
  await expect(square(lab, "h5")).toHaveAccessibleName(/white queen/);
  await lab.getByLabel("List of games").selectOption("1");
  await secondGame(lab);
  await lab.getByRole("button", { name: "Last" }).click();
  expect(await fen(lab)).toBe("8/4k3/8/8/4P3/8/8/4K3 b - - 0 41");
});

test("a bad PGN says what is wrong and where, and keeps the moves before it", async ({ lab }) => {
  await open(lab, { tab: "games" });
  const read = async (text: string) => {
    await (await reader(lab)).fill(text);
    await lab.getByRole("button", { name: "Read" }).click();
  };
  await read("1. e4 e5 2. Ke3 *");
  const wrong = lab.locator(".games-panel .wrong");
  await expect(wrong).toHaveText("The game ends here. 2. Ke3: the move is not legal in this position (line 1).");
  await expect(lab.getByText("1 game, 1 with an error.")).toBeVisible();
  // It is said behind the last move that is right.
  await expect(lab.locator(".moves li").nth(1).locator("+ .wrong")).toBeVisible();
  await lab.getByRole("button", { name: "Last" }).click();
  await expect(square(lab, "e5")).toHaveAccessibleName(/black pawn/);
  await read("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e5\n2. Nf3 Nf7 *\n");
  await expect(lab.getByText("2 games, 1 with an error.")).toBeVisible();
  await expect(wrong).toHaveCount(0);
  await expect(lab.getByRole("option")).toHaveText([/^1\. [^(]*$/, /^2\. .*\(error\)$/]);
  await lab.getByLabel("List of games").selectOption("1");
  await expect(wrong).toHaveText("The game ends here. 2… Nf7: the move is not legal in this position (line 8).");
  await read("");
  await expect(lab.locator("#panel .error").first()).toContainText("no game");
});

test("variations, glyphs and comments are shown, and the tree is walked", async ({ lab }) => {
  await open(lab, { tab: "games" });
  await (await reader(lab)).fill("{A word before} 1. e4 (1. d4 $16 d5 (1... Nf6 {Indian} 2. c4)) (1. c4) 1... e5!? 2. Nf3 $10 2... Nc6 1/2-1/2");
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.locator(".moves > li")).toHaveText(["A word before", "1. e4", /d4/, "1. c4", "1… e5!?", "2. Nf3=", "Nc6", "1/2-1/2"]);
  await expect(lab.locator(".moves .variation > ol").first().locator("> li")).toHaveText(["1. d4±", "d5", /Nf6/]);
  await expect(lab.locator(".moves .variation .variation li")).toHaveText(["1… Nf6 Indian", "2. c4"]);
  const current = lab.locator(".moves [aria-pressed=true]");
  await lab.getByRole("button", { name: "Nf6" }).click();
  await expect(square(lab, "f6")).toHaveAccessibleName(/black knight/);
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(current).toHaveText("c4");
  await expect(square(lab, "d4")).toHaveAccessibleName(/white pawn/);
  for (const move of ["Nf6", "d4±"]) {
    await lab.getByRole("button", { name: "Back" }).click();
    await expect(current).toHaveText(move);
  }
  // The first move after it is the one of its own line.
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(current).toHaveText("d5");
  await lab.getByRole("button", { name: "First" }).click();
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(current).toHaveText("e4");
  await lab.getByRole("button", { name: "Last" }).click();
  await expect(square(lab, "c6")).toHaveAccessibleName(/black knight/);
});

// Finds a page that is drawn by recursion without a bound.
test("variations inside each other, and an error in one, are read", async ({ lab }) => {
  await open(lab, { tab: "games" });
  const depth = 5000;
  await (await reader(lab)).fill(`1. e4 ${"(1. d4 ".repeat(depth)}${")".repeat(depth)} 1... e5 *\n\n1. e4 (1. d4 Ke7) 1... e5 *\n\n1. e4 *`);
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.getByText("3 games, 1 with an error.")).toBeVisible();
  await expect(lab.locator(".moves .variation")).toHaveCount(100);
  await expect(lab.locator(".moves > li").last()).toHaveText("1… e5");
  await lab.getByLabel("List of games").selectOption("1");
  await expect(lab.locator(".moves .variation .wrong")).toContainText("1… Ke7: the move is not legal");
});

test("a file that cannot be read is told", async ({ lab }) => {
  await open(lab, { tab: "games" });
  // At once, so that the answer to the example comes after it.
  await lab.evaluate(() => {
    const file = new File(["1. e4 *"], "gone.pgn");
    file.arrayBuffer = () => Promise.reject(new Error("it is gone"));
    const transfer = new DataTransfer();
    Object.defineProperty(transfer, "files", { value: [file] });
    document.querySelector(".games-panel")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  });
  const told = lab.getByRole("alert").filter({ hasText: "gone.pgn could not be read: Error: it is gone" });
  await expect(told).toBeVisible();
  await expect(lab.getByRole("button", { name: "Next" })).toBeVisible();
  await expect(told).toBeVisible();
});

// Finds a list whose games are looked for in the text that is being read.
test("while a text is read, the games of the text before are not listed", async ({ lab }) => {
  await open(lab, { tab: "games" });
  await (await reader(lab)).fill(GAMES);
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.getByRole("option")).toHaveCount(2);
  const counts = await lab.evaluate(() => {
    document.querySelector<HTMLFormElement>(".reader form")?.requestSubmit();
    return [document.querySelectorAll(".games-panel option").length, document.querySelectorAll(".moves li").length];
  });
  expect(counts).toEqual([0, 0]);
  await expect(lab.getByRole("option")).toHaveCount(2);
});

test("a link to a search says that its games are not part of it", async ({ lab }) => {
  await open(lab, { tab: "games", find: "checkmate" });
  await expect(lab.locator(".games-panel > [role=status]")).toContainText("To find in other games, read them here.");
});

test("a file of 10 MB is dropped on another panel, listed and read", async ({ lab }) => {
  await open(lab, { tab: "sets" });
  const many = Math.ceil(10e6 / GAMES.length);
  const transfer = await lab.evaluateHandle(
    ([text, many]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text.repeat(many)], "games.pgn"));
      return transfer;
    },
    [`${GAMES}\n`, many] as const,
  );
  await lab.dispatchEvent("h1", "drop", { dataTransfer: transfer });
  await expect(lab.getByText(`${2 * many} games; the first 1000 are listed.`)).toBeVisible();
  await lab.getByLabel("List of games").selectOption("999");
  await secondGame(lab);
  await lab.getByRole("button", { name: "Last" }).click();
  expect(await fen(lab)).toBe("8/4k3/8/8/4P3/8/8/4K3 b - - 0 41");
});

test("a file is opened", async ({ lab }) => {
  await open(lab, { tab: "games" });
  await lab.getByLabel("PGN file").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from(GAMES) });
  await expect(lab.getByText("2 games.")).toBeVisible();
});

test("arrow keys step through the game, except in a field and on the board", async ({ lab }) => {
  await open(lab, { tab: "games" });
  const text = (await reader(lab));
  await text.fill("1. e4 e5 2. Nf3 *");
  await lab.getByRole("button", { name: "Read" }).click();
  const current = lab.locator(".moves button[aria-pressed=true]");
  await lab.getByRole("button", { name: "e4" }).click();
  await lab.keyboard.press("ArrowRight");
  await expect(current).toHaveText("e5");
  await lab.getByRole("button", { name: "Read" }).focus();
  await lab.keyboard.press("ArrowRight");
  await expect(current).toHaveText("Nf3");
  await lab.evaluate(() => (document.activeElement as HTMLElement).blur());
  await lab.keyboard.press("ArrowLeft");
  await expect(current).toHaveText("e5");
  for (const elsewhere of [text, square(lab, "a2")]) {
    await elsewhere.press("ArrowLeft");
    await expect(current).toHaveText("e5");
  }
  // In another panel they go on in the game.
  await lab.getByRole("tab", { name: "Perft" }).click();
  await lab.evaluate(() => (document.activeElement as HTMLElement).blur());
  await lab.keyboard.press("ArrowLeft");
  await expect(square(lab, "e7")).toHaveAccessibleName(/black pawn/);
  await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
  await lab.getByRole("tab", { name: "Games" }).click();
  await expect(current).toHaveText("e4");
  // The squares of the move are marked.
  expect(await lab.locator(".layers .moved").getAttribute("d")).toBe("M400 600h100v100h-100zM400 400h100v100h-100z");
});

// Finds marks of direction that mirror the rest of the line, or that end the isolation.
test("marks of direction in a name do not turn the line", async ({ lab }) => {
  await open(lab, { tab: "games" });
  const game = (name: string) => `[White "${name}"]\n[Black "b"]\n[Result "*"]\n\n1. e4 *\n\n`;
  await (await reader(lab)).fill(game("\u202eevil") + game("\u2069\u202eevil") + game("\u05d0\u05d1"));
  await lab.getByRole("button", { name: "Read" }).click();
  const list = (name: string, at: number) => `${at}. \u2068${name}\u2069 – \u2068b\u2069, \u2068*\u2069`;
  await expect(lab.getByRole("option")).toHaveText([list("evil", 1), list("evil", 2), list("\u05d0\u05d1", 3)]);
});

// Finds a game that is put on the board of the panel that has been opened meanwhile.
test("a game that is read late does not replace the position of another panel", async ({ lab }) => {
  const release = await hold(lab, "worker.js");
  const mine = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  await open(lab, { tab: "games", fen: mine });
  const panel = await lab.locator(".games-panel").elementHandle();
  await (await reader(lab)).fill("1. e4 *");
  await lab.getByRole("button", { name: "Read" }).click();
  await lab.getByRole("tab", { name: "Perft" }).click();
  release();
  await expect.poll(() => panel?.evaluate((panel) => panel.querySelector(".moves")?.textContent)).toBe("1. e4");
  expect(await fen(lab)).toBe(mine);
  await lab.getByRole("tab", { name: "Games" }).click();
  await lab.getByRole("button", { name: "Next" }).click();
  expect(await fen(lab)).toContain("/4P3/");
});

test("the panel opens with a game on the board, at its first comment", async ({ lab }) => {
  for (const tab of ["sets", "games"]) {
    // Once from the panel Sets, once by an address.
    await open(lab, { tab });
    await lab.getByRole("tab", { name: "Games" }).click();
    await expect(square(lab, "g4")).toHaveAccessibleName(/black bishop/);
    await expect(lab.locator(".moves li:has([aria-pressed=true])")).toHaveText(/^Bg4 .*pinned to the queen/);
  }
  await reload(lab);
  await expect(lab.locator(".moves [aria-pressed=true]")).toHaveText("Bg4");
});

test("the panel opens with a game, and a position of the reader stays until a step into the game", async ({ lab }) => {
  const mine = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  await open(lab, { tab: "games", fen: mine });
  await expect(lab.locator(".moves li")).toHaveCount(34);
  await expect(lab.getByRole("heading", { name: /Paul Morphy.* – .*Duke of Brunswick and Count Isouard.*1-0/ })).toBeVisible();
  expect(await fen(lab)).toBe(mine);
  await expect(lab.getByRole("tabpanel").getByRole("status").first()).toContainText("Your position stays on the board");
  await lab.getByRole("button", { name: "Rd8", exact: true }).click();
  await expect(lab.locator(".moves li:has([aria-pressed=true])")).toHaveText(/^Rd8 .*pinned to the king: it has no legal move/);
  await lab.getByRole("button", { name: "Last" }).click();
  await expect(lab.locator("#position-status")).toHaveText("White wins by checkmate.");
});
