// What the tests share: a page that fails on any error that the console or the policy reports.
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

export const test = base.extend<{ lab: Page }>({
  lab: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
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

/** Opens the lab at an address, by default in the panel Sets, and waits until it has started. */
export async function open(page: Page, address: Record<string, string> = {}): Promise<void> {
  await page.goto(`/#${new URLSearchParams({ tab: "sets", ...address })}`);
  await page.reload();
  await expect(page.locator("html[data-ready]")).toBeAttached();
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
