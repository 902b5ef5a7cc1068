// The service worker, which keeps the files of the page. No other test has one.
import { type Page } from "@playwright/test";
import { expect, fen, open, reload, settled, square, START, test } from "./lab.js";

test.use({ serviceWorkers: "allow" });

/** Opens the lab at an address, and loads it again by the service worker once that has all files. */
async function openKept(lab: Page, address: Record<string, string>): Promise<void> {
  await open(lab, address);
  await lab.evaluate(() => navigator.serviceWorker.ready);
  await reload(lab);
  await expect.poll(() => lab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await settled(lab);
}

async function count(lab: Page, depth: string): Promise<void> {
  await lab.getByLabel("Depth", { exact: true }).selectOption(depth);
  await lab.getByRole("button", { name: "Count", exact: true }).click();
}

test("it works without a network once it has been loaded", async ({ lab, context }) => {
  await openKept(lab, { fen: START });
  await context.setOffline(true);
  await reload(lab);
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  expect(await fen(lab)).toContain("/4P3/");
  await lab.getByRole("tab", { name: "Techniques" }).click();
  await lab.getByText("About and sources").click();
  await expect(lab.getByRole("heading", { name: "Literature" })).toBeVisible();
  await lab.getByRole("tab", { name: "Legality" }).click();
  await expect(lab.locator(".legality-panel .part")).toHaveText(/^Step 1 of/);
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await expect(lab.getByRole("region", { name: "Exercise" })).toContainText("?");
});

test("what counts, reads games and plays works without a network, also if it was never used", async ({ lab, context }) => {
  await openKept(lab, { fen: START });
  await context.setOffline(true);
  await lab.getByRole("tab", { name: "Perft" }).click();
  await count(lab, "3");
  await expect(lab.locator(".result")).toContainText(/perft 3 = 8\s902 in/);
  await lab.getByRole("tab", { name: "Games" }).click();
  await expect(lab.locator(".moves li")).toHaveCount(34);
  await lab.getByRole("tab", { name: "Play" }).click();
  await lab.getByLabel("Level").selectOption("1");
  await lab.getByRole("button", { name: "New game" }).click();
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(lab.locator(".line li")).toHaveCount(2);
  await lab.getByRole("tab", { name: "Sets" }).click();
  await lab.getByRole("textbox", { name: "Set expression" }).fill("N");
  await expect(lab.getByRole("region", { name: "Find" }).getByRole("status")).toContainText("It holds here");
});
