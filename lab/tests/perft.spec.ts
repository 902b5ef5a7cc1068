import { expect, fen, open, square, START, test, theirs } from "./lab.js";

/** The divide of the initial position at depth 3, with one count that is wrong and one that is missing. */
const WRONG = `
a2a3: 380
b2b3: 420
c2c3: 420
d2d3: 539
e2e3: 599
f2f3: 380
g2g3: 420
h2h3: 380
a2a4: 420
b2b4: 421
c2c4: 441
d2d4: 560
e2e4: 601
f2f4: 401
g2g4: 421
h2h4: 420
b1a3: 400
b1c3: 440
g1f3: 440

Nodes searched: 8503
`;

test("divide counts below each move", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "4" });
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText(/perft 4 = 197\s281 in .* in this browser/);
  await expect(lab.getByRole("row", { name: /^e2e4 e4/ })).toContainText(/13\s160/);
});

test("a pasted divide shows where it differs, and the first difference is gone into", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "3" });
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 3 =");
  await (await theirs(lab)).fill(WRONG);
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByText("2 of 20 moves differ.")).toBeVisible();
  await expect(lab.locator(".differences tbody tr")).toHaveText([/e2e4\s*600\s*601/, /g1h3\s*400\s*missing/]);
  await lab.getByRole("button", { name: "Play e2e4 and count to depth 2" }).click();
  await expect(lab.locator(".result")).toContainText("perft 2 = 600");
  expect(await fen(lab)).toContain("/4P3/");
  await (await theirs(lab)).fill("nothing here");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByText("The text has no counts")).toBeVisible();
});

test("a pasted divide is compared without counting first, and one of another depth is told", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "3" });
  await (await theirs(lab)).fill(WRONG);
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByText("2 of 20 moves differ.")).toBeVisible();
  await lab.getByLabel("Depth", { exact: true }).selectOption("2");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByText("20 of 20 moves differ. The text may be of another position or depth than 2.")).toBeVisible();
});

test("a divide in one line is read, with commas, semicolons or spaces", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "3" });
  const lines = WRONG.trim().split(/\n+/);
  for (const text of [lines.join(", "), lines.join(";"), lines.join("  "), lines.join("\r\n")]) {
    await (await theirs(lab)).fill(text);
    await lab.getByRole("button", { name: "Compare" }).click();
    await expect(lab.getByText("2 of 20 moves differ.")).toBeVisible();
    await expect(lab.locator(".differences tbody tr")).toHaveText([/e2e4\s*600\s*601/, /g1h3\s*400\s*missing/]);
    await (await theirs(lab)).fill("");
    await lab.getByRole("button", { name: "Compare" }).click();
    await expect(lab.getByText("The text has no counts")).toBeVisible();
  }
  // A comma before three digits groups them.
  await (await theirs(lab)).fill("e2e4: 13,160, d2d4: 560");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByRole("row", { name: /^e2e4 600 13\s160$/ })).toBeVisible();
  await expect(lab.locator(".differences").getByRole("row", { name: /^d2d4/ })).toHaveCount(0);
  const moves = await lab.locator(".differences tbody th").allTextContents();
  expect(moves).toEqual([...moves].sort());
  expect(moves.length).toBe(19);
});

test("another depth clears the comparison, and going into a difference says what comes next", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "3" });
  await (await theirs(lab)).fill("e2e4: 601");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.locator(".differences")).toBeVisible();
  await lab.getByLabel("Depth", { exact: true }).selectOption("2");
  await expect(lab.locator(".differences")).toHaveCount(0);
  await expect(lab.getByText("moves differ")).toHaveCount(0);
  await lab.getByLabel("Depth", { exact: true }).selectOption("3");
  await lab.getByRole("button", { name: "Compare" }).click();
  await lab.getByRole("button", { name: "Play e2e4 and count to depth 2" }).click();
  await expect(lab.getByText("Now paste the other program's divide after e2e4 at depth 2 (there 601, here 600), and compare.")).toBeVisible();
  await expect(lab.locator(".result")).toContainText("perft 2 = 600");
  await (await theirs(lab)).fill("a7a6: 30");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByText("Now paste")).toHaveCount(0);
});

test("a count is cancelled at once", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "8" });
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toHaveText("Counting …");
  await lab.getByRole("button", { name: "Cancel" }).click();
  await expect(lab.locator(".result")).toHaveText("Cancelled.");
  await lab.getByLabel("Depth", { exact: true }).selectOption("2");
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 2 = 400");
});

test("a small depth is counted at once, again after a move, and the panel says what for", async ({ lab }) => {
  await open(lab, { fen: START });
  await lab.getByRole("tab", { name: "Perft" }).click();
  await expect(lab.getByText("Perft finds faults in move generation")).toBeVisible();
  await expect(lab.locator(".result")).toContainText(/perft 4 = 197\s281 in/);
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(lab.locator(".result")).toContainText(/perft 4 = 405\s385 in/);
});

test("the greatest depth that is counted without being asked for is 4", async ({ lab }) => {
  await lab.clock.install();
  for (const [depth, said] of [["5", ""], ["4", /Counting …|perft 4 =/]] as const) {
    await open(lab, { fen: START, tab: "perft", depth });
    // Every timer that the page has started ends.
    await lab.clock.runFor(1000);
    await expect(lab.locator(".result")).toHaveText(said);
  }
});
