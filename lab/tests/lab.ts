// What the tests share: a page that fails on any error that the console or the policy reports.
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** What Playwright itself reports where it blocks service workers. */
const BLOCKED = "Service Worker registration blocked by Playwright";

export const test = base.extend<{ lab: Page }>({
  lab: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if ((message.type() === "error" || message.type() === "warning") && message.text() !== BLOCKED) {
        errors.push(message.text());
      }
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("dialog", (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Opens the lab at an address, by default in the panel Sets, and waits until its modules have been loaded. */
export async function open(page: Page, address: Record<string, string> = {}): Promise<void> {
  await openEarly(page, address);
  await complete(page);
}

/** Opens the lab at an address, and waits only until the board can be used. */
export async function openEarly(page: Page, address: Record<string, string> = {}): Promise<void> {
  // An address that differs only after # would not load the page again.
  await page.goto("about:blank");
  await page.goto(`/#${new URLSearchParams({ tab: "sets", ...address })}`);
  await expect(page.locator("html[data-ready]")).toBeAttached();
}

/** Waits until the modules that the page loads unasked have been loaded, and the page has been drawn with them. */
export async function complete(page: Page): Promise<void> {
  await expect(page.locator("html[data-complete]")).toBeAttached();
}

/** Waits until the open panel shows what it loads or computes by itself at the address of the page. */
export async function settled(page: Page): Promise<void> {
  await addressWritten(page);
  const address = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const tab = address.get("tab");
  // The page of a technique, which may have drawings to scroll.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  if (tab === "perft") {
    await expect(page.locator(".result")).toContainText(/perft \d = \d/);
  } else if (tab === "games") {
    await expect(page.locator(".games-panel .moves li").first()).toBeVisible();
  } else if (tab === "play" && address.has("moves")) {
    await expect(page.getByRole("heading", { name: /^Why / })).toBeVisible();
  } else if (tab === "lessons") {
    await complete(page);
  }
}

/** Holds back the answers to requests for a file, until the returned function is called. */
export async function hold(page: Page, file: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${file}`, (route) => released.then(() => route.continue()));
  return release;
}

/** The rules that a page breaks, found by axe, each with some elements that break it. */
export async function violations(page: Page): Promise<[string, string[]][]> {
  // The pages have no frames, so no second page is needed to gather what was found in each.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => `${html}: ${failureSummary}`)]);
}

/** Waits until the address has been written: the page draws first, and writes it after that. */
async function addressWritten(page: Page): Promise<void> {
  // Timers end in the order in which they began.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Loads the page again. */
export async function reload(page: Page): Promise<void> {
  await addressWritten(page);
  await page.reload();
}

/** Goes a step of the history back. */
export async function goBack(page: Page): Promise<void> {
  await addressWritten(page);
  await page.goBack();
}

/** Returns the cell of a square of the board. */
export function square(page: Page, name: string) {
  return page.getByRole("grid", { name: "Chess board" }).getByRole("gridcell", { name: new RegExp(`^${name},`) });
}

/** Returns the FEN in its field, which is in a folded part. */
export async function fen(page: Page): Promise<string> {
  return page.locator("#position-input").inputValue();
}

/** Opens the folded part that reads games, and returns its field. */
export async function reader(page: Page) {
  await page.locator(".reader").evaluate((part: HTMLDetailsElement) => (part.open = true));
  return page.getByRole("textbox", { name: "PGN" });
}

/** Opens the folded part that compares counts, and returns its field. */
export async function theirs(page: Page) {
  await page.locator("details.compare").evaluate((part: HTMLDetailsElement) => (part.open = true));
  return page.getByLabel("Another program's divide");
}

/** Opens the folded part that sets up a position, and types a FEN, a move or a number there. */
export async function type(page: Page, text: string): Promise<void> {
  await unfold(page);
  await page.locator("#position-input").fill(text);
  await page.locator("#position-input").press("Enter");
}

/** Opens the folded part that sets up a position. */
export async function unfold(page: Page): Promise<void> {
  await page.locator(".set-up").evaluate((part: HTMLDetailsElement) => (part.open = true));
}

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
