import { expect, open, square, START, test } from "./lab.js";

const PIN = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";

test("a technique is stepped through, forward and back, by mouse and keys", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "b5" });
  const part = lab.locator(".part");
  await expect(part).toHaveText("Step 1 of 4");
  await expect(lab.locator(".step-text")).toContainText("relevant");
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Next" }).click();
  await expect(part).toHaveText("Step 2 of 4");
  await lab.keyboard.press("ArrowRight");
  await expect(part).toHaveText("Step 3 of 4");
  await expect(lab.getByRole("img", { name: /^64 bits: [01]{64}$/ })).toBeVisible();
  await buttons.getByRole("button", { name: "Last" }).click();
  await expect(part).toHaveText("Step 4 of 4");
  await buttons.getByRole("button", { name: "Back" }).click();
  await lab.reload();
  await expect(part).toHaveText("Step 3 of 4");
});

test("two techniques side by side find the same squares, and follow the occupancy", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "b5", techniques: "magic-fancy;hyperbola" });
  await expect(lab.locator(".lesson")).toHaveCount(2);
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Last" }).click();
  const answers = () => lab.locator(".lesson").evaluateAll((lessons) => lessons.map((lesson) => [...lesson.querySelectorAll(".board-figure > code")].at(-1)?.textContent));
  const before = await answers();
  expect(before[0]).toBe("0x0000050005081020");
  expect(before[1]).toBe(before[0]);
  await lab.getByText("Change the occupied squares").click();
  await lab.getByRole("grid", { name: "Occupied squares of the lookup" }).getByRole("gridcell", { name: "d3, bit 19" }).click();
  const after = await answers();
  expect(after[0]).toBe("0x0000050005080000");
  expect(after[1]).toBe(after[0]);
  await lab.getByRole("button", { name: "Use the board's" }).click();
  expect(await answers()).toEqual(before);
});

test("every technique of the list has a lesson, and those for other CPUs are absent", async ({ lab }) => {
  await open(lab, { tab: "techniques" });
  const list = lab.getByLabel("Technique", { exact: true });
  const names = await list.locator("option:not([disabled])").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    await list.selectOption(name);
    await expect(lab.locator(".part")).toHaveText(/^Step 1 of \d+/);
  }
  await expect(list.locator("option[disabled]", { hasText: "pext:" })).toHaveCount(1);
  expect(names).not.toContain("pext");
});

test("the magic finder finds a factor, and says when there can be none", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "d4" });
  await lab.getByText("Find a magic factor").click();
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText(/Found 0x[0-9a-f]{16}/, { timeout: 20_000 });
  await expect(lab.locator(".magic-result")).toContainText("512 occupancies");
  await lab.getByLabel("Bits of the index").fill("3");
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText("no room");
  // A search that is not over is stopped.
  await lab.getByLabel("Piece", { exact: true }).selectOption("rook");
  await lab.getByLabel("Bits of the index").fill("9");
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText("Searching");
  await lab.getByRole("button", { name: "Stop" }).click();
  await expect(lab.locator(".magic-result")).toHaveText("Stopped.");
});

test("legality: a pinned knight ends with no moves", async ({ lab }) => {
  await open(lab, { tab: "legality", fen: PIN, square: "c6" });
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Last" }).click();
  const last = lab.locator(".lesson .board-figure > code").last();
  await expect(last).toHaveText("0x0000000000000000");
  await square(lab, "g8").click();
  await buttons.getByRole("button", { name: "Last" }).click();
  // e7, f6 and h6.
  await expect(last).toHaveText("0x0010a00000000000");
  await lab.getByLabel("Moves of").selectOption("pawns");
  await expect(lab.locator(".part")).toHaveText(/^Step 1 of/);
});

test("a quiz says what is missing and wrong, and what is right", async ({ lab }) => {
  await open(lab, { tab: "lessons" });
  await expect(lab.getByRole("heading", { name: "1. A set of squares is a number" })).toBeVisible();
  const quiz = lab.getByRole("region", { name: "Quiz" });
  const click = async (names: string[]) => {
    for (const name of names) {
      await quiz.getByRole("gridcell", { name: new RegExp(`^${name}, `) }).click();
    }
  };
  await click(["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h3"]);
  await quiz.getByRole("button", { name: "Check" }).click();
  await expect(quiz).toContainText("Not yet: 1 square is missing; not in the set: h3.");
  await click(["h2", "h3"]);
  await quiz.getByRole("button", { name: "Check" }).click();
  await expect(quiz).toContainText("Right: 8 squares.");
});

test("the course is read to its end, and each page has what it promises", async ({ lab }) => {
  await open(lab, { tab: "lessons", fen: START });
  for (let page = 1; ; page++) {
    await expect(lab.locator(".lessons-panel > h3")).toHaveText(new RegExp(`^${page}\\. `));
    await expect(lab.locator("#position-status")).not.toContainText("Not playable");
    // Every page but the first has steps.
    if (page > 1) {
      await expect(lab.locator(".lesson .part")).toHaveText(/^Step 1 of/);
    }
    const quiz = lab.getByRole("region", { name: "Quiz" });
    if (await quiz.isVisible()) {
      await quiz.getByRole("button", { name: "Show the answer" }).click();
      await quiz.getByRole("button", { name: "Check" }).click();
      await expect(quiz).toContainText(/Right: [1-9]/);
    }
    const next = lab.getByRole("button", { name: "Next page" });
    if (await next.isDisabled()) {
      expect(page).toBe(15);
      break;
    }
    await next.click();
  }
  await lab.goBack();
  await expect(lab.locator(".lessons-panel > h3")).toHaveText(/^14\. /);
});
