// Set expressions in the panels Sets and Games.
import { readFileSync } from "node:fs";
import { type Page } from "@playwright/test";
import { complete, expect, hold, open, reader, reload, square, test, violations } from "./lab.js";

const GAMES = readFileSync(new URL("../../peers/python/games/chess.js-1.4.0/benchmark.pgn", import.meta.url), "utf8");

const find = (page: Page) => page.getByRole("region", { name: "Find" });
const input = (page: Page) => page.getByRole("textbox", { name: /^Set expression/ });

/** Reads a PGN in the panel Games; it is too large to be typed. */
async function read(page: Page, text: string, games: number): Promise<void> {
  await reader(page);
  await page.getByLabel("PGN file").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("status").filter({ hasText: `${games} games` })).toBeVisible();
}

test("an expression is drawn in parts, and told in words, as the board changes", async ({ lab }) => {
  await open(lab, { find: "attacks(B) & n" });
  const view = find(lab);
  await expect(view.getByRole("status")).toHaveText("It holds here: it is a set that is not empty. attacks(B) & n: 1 square. attacks(B): 9 squares; n: 2 squares.");
  await expect(square(lab, "c6")).toHaveAccessibleName(/in attacks\(B\) & n/);
  await view.getByRole("button", { name: "attacks(B)", exact: true }).click();
  await expect(square(lab, "c4")).toHaveAccessibleName(/in attacks\(B\)/);
  await input(lab).fill("pinned & a and check");
  await expect(view.getByRole("status")).toHaveText("It does not hold here. pinned & a: 1 square; check: false.");
  await expect(lab).toHaveURL(/find=pinned\+%26\+a\+and\+check/);
  await lab.getByRole("button", { name: "Flip" }).click();
  await reload(lab);
  await expect(input(lab)).toHaveValue("pinned & a and check");
  await input(lab).fill("captures");
  await expect(view.getByRole("status")).toContainText("This asks a game, not a position");
  // Without one the sets of the panel are drawn as before.
  await input(lab).fill("");
  await expect(square(lab, "c4")).toHaveAccessibleName(/in A/);
});

test("an error waits until the word is typed, or left", async ({ lab }) => {
  await open(lab);
  await input(lab).focus();
  await input(lab).pressSequentially("checkm");
  await expect(lab.getByRole("group", { name: "Words" }).getByRole("button", { name: "checkmate" })).toBeVisible();
  await expect(input(lab)).not.toHaveAttribute("aria-invalid");
  await input(lab).blur();
  await expect(input(lab)).toHaveAttribute("aria-invalid", "true");
  await input(lab).focus();
  await input(lab).pressSequentially("z");
  await expect(find(lab).getByRole("alert")).toContainText("did you mean `check`?");
});

test("an example of Games is found, drawn on the board, and followed from match to match", async ({ lab }) => {
  await open(lab, { tab: "games" });
  const next = lab.getByRole("button", { name: "Next match ›" });
  await expect(next).toBeHidden();
  await lab.getByRole("button", { name: "pinned & a" }).click();
  await expect(lab.locator(".games-filter").getByRole("status")).toContainText("1 game matches");
  await expect(lab.locator(".moves .match").first()).toHaveText("Nbd7");
  await expect(square(lab, "d7")).toHaveAccessibleName(/in pinned & a/);
  const marked = lab.locator('.moves [aria-pressed="true"]');
  const first = await marked.textContent();
  await next.click();
  await expect(marked).not.toHaveText(first ?? "");
  await expect(lab.locator(".moves .match").filter({ has: lab.locator('[aria-pressed="true"]') })).toHaveCount(1);
  await lab.getByRole("button", { name: "Show all games" }).click();
  await expect(next).toBeHidden();
  await input(lab).fill("");
  await expect(lab.getByRole("button", { name: "pinned & a" })).toBeVisible();
});

test("an example that is clicked before the game is read is found after it", async ({ lab }) => {
  const release = await hold(lab, "worker.js");
  await open(lab, { tab: "games" });
  await lab.getByRole("button", { name: "pinned & a" }).click();
  release();
  await expect(lab.locator(".games-filter").getByRole("status")).toContainText("1 of 1 game matches");
  await expect(square(lab, "d7")).toHaveAccessibleName(/in pinned & a/);
});

test("words are completed, and explained", async ({ lab }) => {
  await open(lab);
  await input(lab).focus();
  await input(lab).pressSequentially("P & isol");
  await lab.getByRole("group", { name: "Words" }).getByRole("button", { name: "isolated(S)" }).click();
  await expect(input(lab)).toBeFocused();
  await lab.keyboard.type("P)");
  await expect(input(lab)).toHaveValue("P & isolated(P)");
  await expect(find(lab).getByRole("status")).toContainText("It does not hold here");
  await input(lab).fill("checkmate");
  await expect(find(lab)).toContainText("checkmate: The side to move is in check");
});

test("the text is copied as a command and as Python, and a set is added", async ({ lab }) => {
  await open(lab, { find: 'White ~ "O\'Kelly" and N' });
  const copied = () => lab.evaluate(() => navigator.clipboard.readText());
  await find(lab).getByRole("button", { name: "Copy as command" }).click();
  await expect(lab.locator("#announcer")).toHaveText("Copied the command");
  expect(await copied()).toBe(`setwise find 'White ~ "O'\\''Kelly" and N' games.pgn`);
  await find(lab).getByRole("button", { name: "Copy as Python" }).click();
  await expect(lab.locator("#announcer")).toHaveText("Copied the Python");
  expect(await copied()).toBe(`setwise.find("games.pgn", "White ~ \\"O'Kelly\\" and N")`);
  await input(lab).fill("attacks(N)");
  const cards = await lab.locator(".card").count();
  await find(lab).getByRole("button", { name: "Add as a set" }).click();
  await expect(lab.locator(".card")).toHaveCount(cards + 1);
  await input(lab).fill("count(N)");
  await expect(find(lab).getByRole("button", { name: "Filter the games" })).toBeDisabled();
  await expect(find(lab).locator(".parts button")).toHaveText("N");
  await input(lab).fill("N and attacks(N) & q");
  await expect(find(lab).locator(".parts button")).toHaveText(["attacks(N)", "attacks(N) & q"]);
});

test("hostile expressions are errors with their place, and never markup", async ({ lab }) => {
  const expressions: [string, string][] = [
    ["attacks(N) & isolate(P)", "isolate"],
    ["é & N", "é"],
    ["N & <img src=x onerror=alert(1)>", "<"],
    [`${"(".repeat(990)}N${")".repeat(990)}`, "("],
    ["N &", "\u00a0"],
  ];
  for (const [expression, place] of expressions) {
    await open(lab, { find: expression });
    await expect(find(lab).getByRole("alert")).not.toBeEmpty();
    await expect(find(lab).locator("mark")).toContainText(place);
    await expect(find(lab).locator("img")).toHaveCount(0);
    await expect(input(lab)).toHaveAttribute("aria-invalid", "true");
  }
  // The longest that the field takes, and one that a link is too long for.
  await open(lab, { find: "N | ".repeat(600) });
  await expect(input(lab)).toHaveValue("");
  await input(lab).fill(`${"N | ".repeat(499)}N`);
  await expect(find(lab).getByRole("status")).toContainText("It holds here");
  // A text is no markup in the words either.
  await input(lab).fill('White = "<b>x</b>" and N');
  await expect(find(lab).getByRole("status")).toContainText("This asks a game");
  await expect(find(lab).locator("b")).toHaveCount(0);
});

test("the games that match are found, listed, and opened at the first match", async ({ lab }) => {
  await open(lab, { tab: "games" });
  await read(lab, GAMES, 100);
  const status = lab.locator(".games-filter").getByRole("status");
  // What `setwise find --count` says of this file.
  for (const [expression, matching, positions] of [
    ["Pd4 and not P & [c1-8 e1-8]", 8, 124],
    ["checkmate", 30, 30],
    ["count(pinned & a) >= 2", 7, 13],
  ] as const) {
    await input(lab).fill(expression);
    await lab.getByRole("button", { name: "Find", exact: true }).click();
    await expect(status).toContainText(`${matching} of 100 games match, at ${positions} positions`);
    await expect(lab.getByLabel("List of games").locator("option")).toHaveCount(matching);
    await expect(lab.locator(".moves .match").first()).toBeAttached();
  }
  await input(lab).fill("count(K) = 2");
  await lab.getByRole("button", { name: "Find", exact: true }).click();
  await expect(status).toContainText("0 of 100 games match, at 0 positions");
  await expect(lab.getByLabel("List of games")).toBeHidden();
  // No game is shown, with a heading of another search or without.
  await expect(lab.locator(".moves li")).toHaveCount(0);
  await expect(lab.locator(".games-panel h3")).toBeHidden();
  await input(lab).fill("count(pinned & a) >= 2");
  await lab.getByRole("button", { name: "Find", exact: true }).click();
  await expect(lab.locator(".moves .match").first()).toBeAttached();
  await lab.getByRole("tab", { name: "Sets" }).click();
  await expect(find(lab).getByRole("status")).toContainText("It holds here");
  await input(lab).fill("checkmate");
  await find(lab).getByRole("button", { name: "Filter the games" }).click();
  await expect(status).toContainText("30 of 100 games match");
  await expect(lab.locator("#position-status")).toContainText("checkmate");
  await lab.getByRole("button", { name: "Show all games" }).click();
  await expect(lab.getByLabel("List of games").locator("option")).toHaveCount(100);
  for (const [expression, said, error] of [["isolate(P)", "did you mean", ""], ["count(N)", "", "number"], ["", "", "empty"]] as const) {
    await input(lab).fill("checkmate");
    await lab.getByRole("button", { name: "Find", exact: true }).click();
    await expect(lab.locator(".moves .match").first()).toBeAttached();
    const heading = await lab.locator(".games-panel h3").textContent();
    expect(heading).not.toMatch(/: \d+$/);
    await input(lab).fill(expression);
    await lab.getByRole("button", { name: "Find", exact: true }).click();
    // It is said once, and what the expression before has found is no longer shown.
    await expect(lab.locator(".expression-field > .error")).toContainText(said || /^$/);
    await expect(lab.locator(".games-filter > .error")).toContainText(error || /^$/);
    await expect(lab.getByLabel("List of games").locator("option")).toHaveCount(100);
    await expect(lab.locator(".moves .match")).toHaveCount(0);
    await expect(lab.locator(".games-panel h3")).toHaveText(heading ?? "");
    await expect(status).toBeEmpty();
  }
});

test("ten thousand games are filtered in a worker, with progress, and can be cancelled", async ({ lab }) => {
  await open(lab, { tab: "games", find: "moves > 60" });
  await read(lab, GAMES.repeat(100), 10_000);
  await lab.getByRole("button", { name: "Find", exact: true }).click();
  const status = lab.locator(".games-filter").getByRole("status");
  await expect(status).toContainText("0 of 10000 games match");
  // The page answers between two steps, so the button is pressed before the end.
  await lab.evaluate(() => {
    const press = (name: string) => [...document.querySelectorAll("button")].find((made) => made.textContent === name)?.click();
    new MutationObserver((_, observer) => {
      if ((document.querySelector("progress")?.value ?? 0) > 0) {
        observer.disconnect();
        press("Cancel");
      }
    }).observe(document.querySelector("progress") as Element, { attributes: true });
    press("Find");
  });
  await expect(status).toHaveText("Cancelled.");
  await expect(lab.getByRole("progressbar")).toBeHidden();
});

test("the first lesson does not load the module, and an expression does", async ({ lab }) => {
  const loaded: string[] = [];
  lab.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await lab.goto("/");
  await complete(lab);
  expect(loaded).toContain("/lessons.wasm");
  expect(loaded).not.toContain("/worker.wasm");
  await open(lab, { find: "N" });
  await expect(find(lab).getByRole("status")).toContainText("It holds here");
  expect(loaded).toContain("/worker.wasm");
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing in the panels with expressions: ${colorScheme}, ${width} pixels`, async ({ lab }) => {
      await lab.emulateMedia({ colorScheme });
      await lab.setViewportSize({ width, height: 844 });
      for (const [tab, expression] of [["sets", "attacks(B) & n and check"], ["sets", "isolate(P)"], ["games", "checkmate"]] as const) {
        await open(lab, { tab, find: expression });
        await expect(lab.locator(".expression-field")).toBeVisible();
        if (tab === "games") {
          await lab.getByRole("button", { name: "Find", exact: true }).click();
          await expect(lab.getByText("1 of 1 game match")).toBeVisible();
        } else {
          await expect(lab.locator(".parts li, .expression-field mark").first()).toBeVisible();
        }
        expect(await violations(lab)).toEqual([]);
        expect(await lab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}
