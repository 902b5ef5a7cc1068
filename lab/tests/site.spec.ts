// The pages of the site, which `.ci/site` made in the folder SITE; without it these tests are skipped.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: it has no types.
import { serve } from "../serve.mjs";
import { read } from "../src/state.js";
import { expect, test, violations } from "./lab.js";

const folder = process.env["SITE"];
test.skip(folder === undefined, "no site");

let server: Server;
test.beforeAll(async () => {
  server = await serve(folder ?? "", 0);
});
test.afterAll(() => server.close());

const address = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}/${path}`;

const PAGES = ["", "lessons/magic-fancy.html", "lessons/bits-lowest.html", "docs/reading/index.html"];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing on the pages of the site: ${colorScheme}, ${width} pixels`, async ({ lab }) => {
      await lab.emulateMedia({ colorScheme });
      await lab.setViewportSize({ width, height: 844 });
      for (const path of PAGES) {
        await lab.goto(address(path));
        expect(await violations(lab), path).toEqual([]);
        expect(await lab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}

test("pages have an address, a description of their own and a picture, and no inline script or style", async ({ lab }) => {
  for (const path of PAGES) {
    const response = await lab.goto(address(path));
    const text = (await response?.text()) ?? "";
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|unsafe-inline/);
    await expect(lab.locator("meta[http-equiv=Content-Security-Policy]")).toHaveAttribute("content", /default-src 'none'/);
    await expect(lab.locator("meta[name=description]")).toHaveAttribute("content", /.{40}/);
    await expect(lab.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`^https://.*/${path || "index.html"}$`));
    const picture = await lab.locator('meta[property="og:image"]').getAttribute("content");
    const answer = await fetch(address(new URL(picture ?? "").pathname.slice(1)));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
});

test("links of the landing page have names of their own, and no head of a table is empty", async ({ lab }) => {
  await lab.goto(address(""));
  const names = await lab.locator("main li a").allTextContents();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  await lab.goto(address("docs/find.html"));
  await expect(lab.locator("th:empty")).toHaveCount(0);
});

test("a page leads to the lab in its state, and the lab back to the page", async ({ lab }) => {
  await lab.goto(address("lessons/hyperbola.html"));
  await lab.getByRole("link", { name: "Open in the lab" }).click();
  await expect(lab.locator("html[data-ready]")).toBeAttached();
  await expect(lab.getByRole("tab", { name: "Techniques" })).toHaveAttribute("aria-selected", "true");
  await expect(lab.locator(".lesson h3")).toContainText("Hyperbola quintessence");
  await lab.locator(".about-lesson").evaluate((about: HTMLDetailsElement) => (about.open = true));
  await lab.getByRole("link", { name: "The page of this lesson" }).click();
  await expect(lab).toHaveURL(address("lessons/hyperbola.html"));
});

test("every state that a page names is one that the lab keeps", async ({ lab }) => {
  const states = new Set<string>();
  for (const path of [...PAGES, "docs/reading/bitboard-notes.html", "docs/reading/nagaskaki.html", "docs/reading/legal-moves.html", "docs/reading/sliding-piece-attacks.html"]) {
    await lab.goto(address(path));
    const links = await lab.locator("a[href*='lab/index.html#']").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    links.forEach((link) => states.add(link.split("#")[1] ?? ""));
  }
  expect(states.size).toBeGreaterThan(20);
  await lab.goto(address("lab/index.html"));
  await expect(lab.locator("html[data-ready]")).toBeAttached();
  for (const state of states) {
    // The event comes after the address has been read. Without a change there is none.
    await lab.evaluate((state) => {
      const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      const before = location.hash;
      location.hash = state;
      return location.hash === before ? null : changed;
    }, state);
    await expect(lab.locator(".error:not(:empty)")).toHaveCount(0);
    const kept = { ...read(state) } as Record<string, unknown>;
    for (const [name, value] of new URLSearchParams(state)) {
      const shown = name === "techniques" ? (kept[name] as string[]).join(";") : String(kept[name]);
      if (name !== "sets") {
        expect([state, name, shown]).toEqual([state, name, value]);
      }
    }
  }
});
