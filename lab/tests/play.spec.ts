import { readFileSync } from "node:fs";
import { type Page } from "@playwright/test";
import { expect, fen, goBack, open, reload, square, START, test, type } from "./lab.js";

const status = (lab: Page) => lab.locator(".play-status");

/** White mates in one, by Ra8. */
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/** Plays a move on the board. */
async function move(lab: Page, from: string, to: string): Promise<void> {
  await square(lab, from).click();
  await square(lab, to).click();
}

/** Waits until the computer has moved. */
async function answered(lab: Page, moves: number): Promise<void> {
  await expect(lab.locator(".line li")).toHaveCount(moves);
  await expect(status(lab)).toContainText("Your move.");
}

test("a game begins, the computer answers, and the sets behind its move are drawn", async ({ lab }) => {
  await open(lab);
  await lab.getByRole("tab", { name: "Play" }).click();
  // The example position of the lab is no game.
  expect(await fen(lab)).toBe(START);
  await expect(status(lab)).toHaveText("Your move. You have White, against level 3.");
  await lab.getByLabel("Level").selectOption("1");
  await move(lab, "e2", "e4");
  await answered(lab, 2);
  const answer = await lab.locator(".line button").last().textContent();
  await expect(lab.getByRole("heading", { name: `Why ${answer}?` })).toBeVisible();
  await expect(lab.locator(".why")).toContainText(/It expected .*, a score of .* for the computer/);
  await expect(square(lab, "e4")).toHaveAccessibleName("e4, white pawn");
  // A set of a move is drawn on the big board, and taken away by the same button.
  const set = lab.getByRole("button", { name: "The squares that it attacks" });
  await set.click();
  const drawn = lab.locator(".board .layer-fill.style-0");
  await expect(drawn).toHaveAttribute("d", /^M/);
  await expect(set).toHaveAttribute("aria-pressed", "true");
  await set.click();
  await expect(drawn).toHaveAttribute("d", "");
});

test("the same address and moves give the same game", async ({ lab }) => {
  const games = [];
  for (let at = 0; at < 2; at++) {
    await open(lab, { tab: "play", level: "1", seed: "7" });
    await move(lab, "d2", "d4");
    await answered(lab, 2);
    await move(lab, "g1", "f3");
    await answered(lab, 4);
    games.push(await fen(lab));
  }
  expect(games[0]).toBe(games[1]);
});

test("the address has the game: a reload goes on with it, and back takes back both moves", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1" });
  await move(lab, "d2", "d4");
  await answered(lab, 2);
  const first = await fen(lab);
  await move(lab, "g1", "f3");
  await answered(lab, 4);
  const moves = await lab.locator(".line button").allTextContents();
  await reload(lab);
  await answered(lab, 4);
  expect(await lab.locator(".line button").allTextContents()).toEqual(moves);
  await expect(lab.locator(".why h3")).toBeVisible();
  await lab.getByRole("button", { name: "Take back" }).click();
  expect(await fen(lab)).toBe(first);
  await expect(status(lab)).toHaveText("After 2 of 4 moves: Redo goes on, and another move changes the game from here.");
  await lab.getByRole("button", { name: "Redo" }).click();
  // It is the turn of the computer, but its move is known.
  await expect(status(lab)).toHaveText("After 3 of 4 moves: Redo goes on.");
  await lab.getByRole("button", { name: "Redo" }).click();
  await answered(lab, 4);
  await move(lab, "c1", "f4");
  await answered(lab, 6);
  await goBack(lab);
  await expect(lab.locator(".line [aria-pressed=true]")).toHaveText(moves[3] ?? "");
});

test("an address without a side is a game of the side to move, also from the example position", async ({ lab }) => {
  const example = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
  await open(lab, { tab: "play", fen: example });
  await expect(status(lab)).toHaveText("Your move. You have Black, against level 3.");
  await lab.getByRole("tab", { name: "Sets" }).click();
  await lab.getByRole("tab", { name: "Play" }).click();
  expect(await fen(lab)).toBe(example);
});

test("black moves second, and the board is turned", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1" });
  await lab.getByLabel("You play").selectOption("black");
  await answered(lab, 1);
  await expect(lab.locator(".ranks span").first()).toHaveText("1");
  await lab.getByRole("button", { name: "New game" }).click();
  await answered(lab, 1);
  await move(lab, "e7", "e5");
  await answered(lab, 3);
});

test("it is not your turn while the computer moves, and not after the end", async ({ lab }) => {
  await open(lab, { tab: "play", fen: MATE_IN_ONE, square: "a1" });
  await lab.getByRole("button", { name: "Hint" }).click();
  await expect(status(lab)).toHaveText("Hint: Ra8#.");
  await expect(square(lab, "a8")).toHaveAccessibleName("a8, empty, in the hint, legal target");
  await square(lab, "a8").click();
  await expect(status(lab)).toHaveText("You win: White wins by checkmate.");
  await expect(lab.getByRole("button", { name: "Resign" })).toBeDisabled();
  await type(lab, "Kg7");
  await expect(lab.locator("#board-error")).toHaveText("it is not your turn");
  // Taken back, it goes on.
  await lab.getByRole("button", { name: "Take back" }).click();
  expect(await fen(lab)).toBe(MATE_IN_ONE);
  await lab.getByRole("button", { name: "Resign" }).click();
  await expect(status(lab)).toHaveText("The computer wins: White resigns.");
  await expect(lab.locator(".board-grid .target")).toHaveCount(0);
  await reload(lab);
  await expect(status(lab)).toHaveText("The computer wins: White resigns.");
  await lab.getByRole("button", { name: "New game" }).click();
  await expect(status(lab)).toHaveText(/^Your move/);
});

test("the computer mates, and draws are told", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1", side: "black", fen: MATE_IN_ONE });
  await expect(status(lab)).toHaveText("The computer wins: White wins by checkmate.");
  await open(lab, { tab: "play", fen: "8/8/8/3k4/8/3K4/8/8 w - - 0 1" });
  await expect(status(lab)).toHaveText("Draw by insufficient material.");
  // A repetition is found by the game, not by the position.
  const moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
  await open(lab, { tab: "play", side: "white", moves, fen: START.replace("0 1", "8 5") });
  await expect(status(lab)).toHaveText("Draw by threefold repetition.");
  await open(lab, { tab: "play", fen: "8/8/8/3r4/8/8/8/8 w - - 0 1" });
  await expect(status(lab)).toHaveText(/^This position cannot be played: /);
});

test("the game goes to Games and to a PGN, and on from there", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1", fen: MATE_IN_ONE, square: "a1" });
  await square(lab, "a8").click();
  await expect(status(lab)).toContainText("You win");
  const saving = lab.waitForEvent("download");
  await lab.getByRole("button", { name: "Save as PGN" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("game.pgn");
  const pgn = readFileSync(await saved.path(), "utf8");
  for (const part of ['[White "Human"]', '[Black "Setwise, level 1"]', '[Result "1-0"]', "1. Ra8# 1-0"]) {
    expect(pgn).toContain(part);
  }
  await lab.getByRole("button", { name: "Copy PGN" }).click();
  await expect(lab.locator("#announcer")).toHaveText("Copied the game");
  expect(await lab.evaluate(() => navigator.clipboard.readText())).toBe(pgn);
  await lab.getByRole("button", { name: "Open in Games" }).click();
  await expect(lab.getByRole("heading", { name: /Human.* – .*Setwise, level 1.*1-0/ })).toBeVisible();
  await expect(lab.locator(".moves li")).toHaveText(["1. Ra8#", "1-0"]);
  await lab.getByRole("tab", { name: "Play" }).click();
  await expect(status(lab)).toContainText("After 0 of 1 moves: Redo goes on");
});

test("another panel does not end the game, and the computer does not move there", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1" });
  await move(lab, "e2", "e4");
  await answered(lab, 2);
  await lab.getByRole("tab", { name: "Sets" }).click();
  await move(lab, "d2", "d4");
  await expect(lab.locator("#position-status")).toContainText("Black to move");
  await expect(lab.locator(".line li")).toHaveCount(3);
  await lab.getByRole("tab", { name: "Play" }).click();
  await answered(lab, 4);
});

test("hostile games of an address are not played", async ({ lab }) => {
  for (const moves of ["e4 e4", "e5", "<img src=x onerror=alert(1)>", "e4 ".repeat(2000), "O-O"]) {
    await open(lab, { tab: "play", moves, start: "<svg onload=alert(1)>", fen: MATE_IN_ONE });
    await expect(status(lab)).toContainText("Your move.");
    expect(await fen(lab)).toBe(MATE_IN_ONE);
    await expect(lab.locator(".line")).toBeHidden();
  }
});

test("a game is played with the keyboard alone", async ({ lab }) => {
  await open(lab, { tab: "play", level: "1" });
  await square(lab, "e2").focus();
  await lab.keyboard.press("Enter");
  await lab.keyboard.press("ArrowUp");
  await lab.keyboard.press("ArrowUp");
  await lab.keyboard.press("Enter");
  await answered(lab, 2);
  await lab.getByRole("tab", { name: "Play" }).focus();
  await lab.evaluate(() => (document.activeElement as HTMLElement).blur());
  await lab.keyboard.press("ArrowLeft");
  await lab.keyboard.press("ArrowLeft");
  expect(await fen(lab)).toBe(START);
});
