// A module that cannot be loaded, and a worker that stops: the page says so, shows no number, and
// goes on after another try.
import { type Page } from "@playwright/test";
import { complete, expect, hold, open, openEarly, settled, square, START, test, theirs } from "./lab.js";

const panel = (page: Page) => page.getByRole("tabpanel");
const again = (page: Page) => panel(page).getByRole("button", { name: "Try again" });

/** Lets a file be missing. Returns a function that lets it be found. */
async function miss(page: Page, file: string): Promise<() => Promise<void>> {
  await page.route(`**/${file}`, (route) => route.abort());
  return () => page.unroute(`**/${file}`);
}

/** Expects that the panel says what failed, and that it shows no count and awaits nothing. */
async function expectFailed(page: Page): Promise<void> {
  await expect(panel(page).getByRole("alert").filter({ hasText: "could not be loaded: " })).toBeVisible();
  await expect(again(page)).toBeVisible();
  await expect(panel(page).getByText(/…$|\d in \d/).filter({ visible: true })).toHaveCount(0);
}

for (const [file, tab] of [
  ["worker.js", "perft"],
  ["worker.js", "games"],
  ["worker.wasm", "perft"],
  ["worker.wasm", "games"],
  ["lessons.wasm", "techniques"],
  ["lessons.wasm", "legality"],
  ["lessons.wasm", "lessons"],
] as const) {
  test(`without ${file} the panel ${tab} says so, and another try loads it`, async ({ page }) => {
    const find = await miss(page, file);
    await openEarly(page, { tab, lesson: tab === "lessons" ? "magic" : "" });
    await expectFailed(page);
    // It fails again.
    await again(page).click();
    await expectFailed(page);
    await find();
    await again(page).click();
    await expect(panel(page)).toBeFocused();
    await settled(page);
    if (tab === "lessons") {
      await expect(panel(page).locator(".part").first()).toContainText("Step 1 of");
    }
    await expect(panel(page).getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
    await expect(again(page)).toBeHidden();
  });
}

for (const file of ["worker.js", "worker.wasm"]) {
  test(`without ${file} a count that was asked for begins once it is loaded, and what was typed stays`, async ({ page }) => {
    const find = await miss(page, file);
    await openEarly(page, { fen: START, tab: "perft", depth: "5" });
    await (await theirs(page)).fill("e2e4: 1");
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await expectFailed(page);
    await expect(panel(page)).toBeFocused();
    await find();
    await again(page).click();
    await expect(page.locator(".result")).toContainText(/perft 5 = 4\s865\s609 in/);
    await expect(await theirs(page)).toHaveValue("e2e4: 1");
  });
}

test("without its module Play takes no move, and it goes on after another try", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const find = await miss(page, "worker.wasm");
  await open(page);
  // The module is loaded when a panel first needs it.
  expect(loaded).toContain("/lessons.wasm");
  expect(loaded).not.toContain("/worker.wasm");
  await page.getByRole("tab", { name: "Play" }).click();
  await expectFailed(page);
  await square(page, "e2").click();
  await square(page, "e4").click();
  await expect(page.locator(".line li")).toHaveCount(0);
  // All panels that need the module say the same.
  await page.getByRole("tab", { name: "Games" }).click();
  await expectFailed(page);
  await page.getByRole("tab", { name: "Play" }).click();
  await find();
  await again(page).click();
  await expect(page.locator(".play-status")).toHaveText(/^Your move/);
  await square(page, "e2").click();
  await square(page, "e4").click();
  await expect(page.locator(".line li")).toHaveCount(2);
  await page.getByRole("tab", { name: "Games" }).click();
  await settled(page);
});

test("without its module an expression is not answered, and the other sets are shown", async ({ page }) => {
  const find = await miss(page, "worker.wasm");
  await openEarly(page, { find: "N", sets: "occupied;=attacks(N)" });
  await expectFailed(page);
  const words = page.locator(".card .hexadecimal");
  await expect(words.first()).toHaveText(/^0x[0-9a-f]{16}$/);
  await expect(page.locator(".card").nth(1)).toContainText("could not be loaded");
  await expect(words.nth(1)).toBeEmpty();
  await find();
  await again(page).click();
  await expect(page.getByRole("region", { name: "Find" }).getByRole("status")).toContainText("It holds here");
  await expect(words.nth(1)).toHaveText(/^0x[0-9a-f]{16}$/);
});

test("without its module the finder of factors says so, and finds one after another try", async ({ page }) => {
  const find = await miss(page, "worker.wasm");
  await open(page, { tab: "techniques" });
  await page.getByText("Find a magic factor").click();
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expectFailed(page);
  await find();
  await again(page).click();
  await expect(page.locator(".magic-result")).toContainText("Found 0x");
});

test("without the pages of the techniques the sources are shown, and another try loads the page", async ({ page }) => {
  const find = await miss(page, "pages.json");
  await open(page, { tab: "techniques" });
  await page.getByText("About and sources").click();
  await expectFailed(page);
  await expect(page.locator(".about-lesson li").first()).toBeVisible();
  await find();
  await again(page).click();
  await expect(page.getByRole("heading", { name: "Literature" })).toBeVisible();
});

test("without the module of the board the page says so, and another try starts the lab", async ({ page }) => {
  const find = await miss(page, "board.wasm");
  await page.goto("/");
  await expect(page.getByRole("alert")).toHaveText(/^The lab could not be loaded: /);
  await expect(page.getByText("Loading")).toHaveCount(0);
  await find();
  await page.getByRole("button", { name: "Try again" }).click();
  await complete(page);
  await expect(square(page, "e2")).toBeVisible();
});

test("without its script the page says what to do", async ({ page }) => {
  await miss(page, "lab.js");
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText("If this text stays, a file is missing: load the page again.");
});

for (const tab of ["techniques", "legality", "lessons"]) {
  test(`the board can be used before the steps of the panel ${tab} are loaded`, async ({ lab }) => {
    const release = await hold(lab, "lessons.wasm");
    await openEarly(lab, { fen: START, tab, ...(tab === "lessons" && { lesson: "magic", square: "e2" }) });
    await expect(panel(lab).getByText("Loading the steps of lessons …")).toBeVisible();
    await square(lab, "e2").click();
    await square(lab, "e4").click();
    await expect(lab.locator(".line li")).toHaveCount(1);
    release();
    await expect(panel(lab).locator(".part").first()).toHaveText(/^Step 1 of/);
    await expect(panel(lab).getByText("Loading")).toHaveCount(0);
    await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
  });
}

test("the reason of a piece without moves leads to Legality also without its module", async ({ page }) => {
  const find = await miss(page, "lessons.wasm");
  await openEarly(page, { square: "c6" });
  await page.locator("#position-status").getByRole("button", { name: "Legality" }).click();
  await expectFailed(page);
  await find();
  await again(page).click();
  await expect(page.locator(".legality-panel .part")).toHaveText(/^Step 1 of/);
});

test("a module that failed without a network is tried again when there is one", async ({ page, context }) => {
  await open(page, { fen: START });
  await context.setOffline(true);
  await page.getByRole("tab", { name: "Perft" }).click();
  await expectFailed(page);
  await context.setOffline(false);
  await expect(page.locator(".result")).toContainText(/perft 4 = 197\s281 in/);
});

/** Lets workers stop at a question. Returns a function after which later workers are whole. */
async function stopAt(page: Page, ask: string): Promise<() => Promise<void>> {
  await page.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const stop = `self.addEventListener("message", (event) => {
      if (event.data.question?.ask === ${JSON.stringify(ask)}) {
        event.stopImmediatePropagation();
        throw new Error("broken");
      }
    });`;
    await route.fulfill({ response, body: stop + (await response.text()) });
  });
  return () => page.unroute("**/worker.js");
}

test("Perft: a worker that stops is no count", async ({ page }) => {
  const mend = await stopAt(page, "count");
  await open(page, { fen: START, tab: "perft" });
  await expect(page.locator(".result")).toHaveText(/^Nothing was counted. The worker has stopped: .*broken/);
  await expect(page.locator(".perft-panel tbody tr")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await mend();
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page.locator(".result")).toContainText(/perft 4 = 197\s281 in/);
});

test("Games: after a worker has stopped, the next one has the games", async ({ page }) => {
  const mend = await stopAt(page, "find-step");
  await open(page, { tab: "games", find: "checkmate" });
  await settled(page);
  const [filter, find] = [page.locator(".games-filter"), page.getByRole("button", { name: "Find", exact: true })];
  await find.click();
  await expect(filter.getByRole("alert").last()).toContainText("The worker has stopped");
  await expect(filter.getByRole("status")).toBeEmpty();
  await expect(filter.getByRole("progressbar")).toBeHidden();
  await mend();
  await find.click();
  await expect(filter.getByRole("status")).toContainText("1 of 1 game matches");
  await expect(filter.getByRole("alert").last()).toBeEmpty();
});

test("Games: a text that stops the worker is told, and another text is read", async ({ page }) => {
  const mend = await stopAt(page, "games");
  await openEarly(page, { tab: "games" });
  const [said, status] = [page.locator(".games-panel > .error").first(), page.locator(".games-panel > [role=status]")];
  await expect(said).toContainText("The worker has stopped");
  await expect(status).toBeEmpty();
  await mend();
  await page.getByLabel("PGN file").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 *") });
  await expect(status).toHaveText("1 game.");
  await expect(said).toBeEmpty();
});

test("Play and the finder of factors: that a worker has stopped is told", async ({ page }) => {
  await stopAt(page, "answer");
  await open(page, { tab: "play" });
  await square(page, "e2").click();
  await square(page, "e4").click();
  await expect(panel(page).getByRole("alert")).toContainText("The worker has stopped");
  await expect(page.locator(".play-status")).toHaveText(/^The computer cannot answer/);
  await stopAt(page, "magic-step");
  await page.getByRole("tab", { name: "Techniques" }).click();
  await page.getByText("Find a magic factor").click();
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(page.locator(".magic-result")).toContainText("The worker has stopped");
  await expect(page.getByRole("button", { name: "Stop" })).toBeDisabled();
});
