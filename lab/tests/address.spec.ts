// Addresses that are opened while the address of a change waits to be written.
import { type Page } from "@playwright/test";
import { expect, open, START, test } from "./lab.js";

const OTHER = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const LINK = `#${new URLSearchParams({ fen: OTHER, square: "h1" })}`;

/** Opens the lab with its timers held: addresses wait until `release`. */
async function openHeld(lab: Page): Promise<void> {
  await open(lab, { fen: START });
  await lab.addInitScript(() => {
    const held: (() => void)[] = [];
    const start = self.setTimeout;
    const setTimeout = (act: () => void, delay = 0) =>
      delay === 0 ? held.push(act) : start(act, delay);
    Object.assign(self, { setTimeout, release: () => held.splice(0).forEach((act) => act()) });
  });
  await lab.reload();
  await expect(lab.locator("html[data-ready]")).toBeAttached();
}

/** Runs the timers that were held. */
async function release(lab: Page): Promise<void> {
  await lab.evaluate(() => (self as unknown as { release(): void }).release());
}

/** Checks the position, on the page and in its address, now and after a reload. */
async function expectPosition(lab: Page, expected: string): Promise<void> {
  for (const _ of ["now", "after a reload"]) {
    await expect(lab.locator("#position-input")).toHaveValue(expected);
    expect(await lab.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("fen"))).toBe(expected);
    await lab.reload();
  }
}

/** A change that replaces the address, and one that adds a step to the history. */
const CHANGES: Record<string, (lab: Page) => Promise<void>> = {
  "a change": (lab) => lab.getByRole("button", { name: "Flip" }).click(),
  "a step": (lab) => lab.getByRole("tab", { name: "Perft" }).click(),
};

/** What writes the addresses that wait: the timer, and the event before the page is left. */
const WRITERS: Record<string, (lab: Page) => Promise<void>> = {
  "the timer": release,
  pagehide: (lab) => lab.evaluate(() => void self.dispatchEvent(new Event("pagehide"))),
};

for (const [name, change] of Object.entries(CHANGES)) {
  for (const [writer, write] of Object.entries(WRITERS)) {
    // Finds an address that is written after another one has been read.
    test(`a link that is opened while ${name} waits stays: ${writer}`, async ({ lab }) => {
      await openHeld(lab);
      await change(lab);
      await lab.evaluate((link) => (location.hash = link), LINK);
      await expect(lab.locator("#position-input")).toHaveValue(OTHER);
      await write(lab);
      await expectPosition(lab, OTHER);
    });
  }

  // Finds the same fault where the history has both addresses already.
  test(`back and forward stay where they lead while ${name} waits`, async ({ lab }) => {
    await openHeld(lab);
    await lab.evaluate((link) => (location.hash = link), LINK);
    await change(lab);
    await lab.goBack();
    await expect(lab.locator("#position-input")).toHaveValue(START);
    await release(lab);
    await expectPosition(lab, START);
    await change(lab);
    await lab.goForward();
    await expect(lab.locator("#position-input")).toHaveValue(OTHER);
    await release(lab);
    await expectPosition(lab, OTHER);
  });

  // Finds an address that is dropped with the page: the way back would lead to the state before.
  test(`${name} that waits is written when the page is left`, async ({ lab }) => {
    await openHeld(lab);
    await change(lab);
    await lab.goto("about:blank");
    await lab.goBack();
    await expect(lab).toHaveURL(name === "a step" ? /#tab=perft&fen=/ : /&flipped=1$/);
  });
}

// Finds an address that `hashchange` reads again after `popstate`: the change since then is lost.
test("a change between the two events of an opened address stays", async ({ lab }) => {
  await openHeld(lab);
  await lab.evaluate((link) => {
    const openPerft = () => document.getElementById("tab-perft")?.click();
    addEventListener("popstate", openPerft, { once: true });
    const read = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = link;
    return read;
  }, LINK);
  await expect(lab.getByRole("tab", { name: "Perft" })).toHaveAttribute("aria-selected", "true");
  await release(lab);
  await expect(lab).toHaveURL(/#tab=perft&/);
  await expectPosition(lab, OTHER);
});
