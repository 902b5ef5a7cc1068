// The pages of the site, which `.ci/site` made in the folder SITE; without it these tests are skipped.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
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

const PAGES = ["", "techniques.html", "lessons/magic-fancy.html", "lessons/bits-lowest.html", "docs/reading/index.html", "docs/reading/legal-moves.html"];

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
    expect(text).not.toMatch(/<script(?! src="[./]*site\.js" defer>)|<style|\sstyle=|\son[a-z]+=|unsafe-inline/);
    await expect(lab.locator("meta[http-equiv=Content-Security-Policy]")).toHaveAttribute("content", /default-src 'none'/);
    await expect(lab.locator("meta[name=description]")).toHaveAttribute("content", /.{40}/);
    await expect(lab.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`^https://.*/${path || "index.html"}$`));
    const picture = await lab.locator('meta[property="og:image"]').getAttribute("content");
    const answer = await fetch(address(new URL(picture ?? "").pathname.slice(1)));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
});

test("a blocker of the landing page's board is moved by mouse, finger and keys, and the sets follow", async ({ lab }) => {
  await lab.setViewportSize({ width: 390, height: 844 });
  await lab.goto(address(""));
  const word = lab.locator("dd code").nth(2);
  const piece = (name: string) => lab.getByRole("button", { name });
  const place = async (name: string) => {
    const box = await lab.locator(".live svg").first().boundingBox();
    const side = (box?.width ?? 0) / 8;
    return { x: (box?.x ?? 0) + ("abcdefgh".indexOf(name.charAt(0)) + 0.5) * side, y: (box?.y ?? 0) + (8.5 - Number(name.charAt(1))) * side };
  };
  await expect(word).toHaveText("0x0000080877080808");
  // The knight on d7 becomes the first blocker.
  await piece("black pawn on d6").press("ArrowRight");
  await expect(word).toHaveText("0x0008080877080808");
  const [from, to] = [await place("e6"), await place("d5")];
  await lab.mouse.move(from.x, from.y);
  await lab.mouse.down();
  await lab.mouse.move(to.x, to.y, { steps: 3 });
  await lab.mouse.up();
  await expect(word).toHaveText("0x0000000877080808");
  await lab.mouse.move(from.x, from.y);
  await expect(piece("black pawn on d5")).toBeVisible();
  const [bishop, edge] = [await place("g4"), await place("e4")];
  const session = await lab.context().newCDPSession(lab);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [bishop] });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [edge] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(word).toHaveText("0x0000000817080808");
  await expect(lab.locator("[role=status]")).toHaveText("The rook attacks d1 d2 d3 a4 b4 c4 e4 d5.");
  // At the edge of the board a key moves nothing.
  for (let step = 0; step < 4; step++) {
    await lab.getByRole("button", { name: "black bishop" }).press("ArrowRight");
  }
  await expect(piece("black bishop on h4")).toBeVisible();
  await expect(word).toHaveText("0x00000008f7080808");
});

test("the landing page is small, and shows its board without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(address(""));
  await expect(page.locator("rect.attacked:visible")).toHaveCount(11);
  await expect(page.getByText("Drag a piece")).toBeHidden();
  await context.close();
  // With the script, which is not loaded here.
  const files = await Promise.all([...loaded, address("site.js")].map(async (file) => (await fetch(file)).arrayBuffer()));
  expect(files.reduce((sum, file) => sum + file.byteLength, 0)).toBeLessThan(60_000);
});

test("the steps of a lesson are shown one at a time, by slider, buttons, keys and address", async ({ lab, browser }) => {
  await lab.goto(address("lessons/hyperbola.html#step-2"));
  const [slider, status, shown] = [lab.getByRole("slider", { name: "Step" }), lab.getByRole("status"), lab.locator(".steps > li:visible")];
  await expect(status).toHaveText("Step 2 of 13: file");
  await expect(shown).toHaveCount(1);
  await slider.press("ArrowRight");
  await expect(status).toHaveText("Step 3 of 13: file");
  await slider.blur();
  await lab.keyboard.press("ArrowLeft");
  await expect(status).toHaveText("Step 2 of 13: file");
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(shown).toHaveAttribute("id", "step-3");
  await expect(lab.locator(".formula")).toHaveText((await shown.getByRole("img").getAttribute("alt")) ?? "");
  await slider.press("End");
  await expect(status).toHaveText("Step 13 of 13: moves");
  await lab.goto(address("docs/reading/sliding-piece-attacks.html"));
  await expect(status).toHaveText("Step 1 of 7: file");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address("lessons/hyperbola.html"));
  await expect(page.locator(".steps img:visible")).toHaveCount(13);
  await context.close();
});

test("the table of techniques is sorted by each column, and leads to each technique", async ({ lab }) => {
  await lab.goto(address("techniques.html"));
  const rows = lab.locator(".sortable tbody tr");
  await expect(rows).toHaveCount(30);
  const sortedBy = async (name: string, column: number) => {
    await lab.getByRole("columnheader", { name }).getByRole("button").click();
    return rows.locator(`> :nth-child(${column})`).allTextContents();
  };
  const bytes = (await sortedBy("bytes of tables", 3)).map((text) => Number(text.replaceAll(",", "")));
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  expect(bytes.at(-1)).toBeGreaterThan(1e6);
  const perft = async () => (await sortedBy("in perft", 4)).map((text) => Number.parseFloat(text) || 0);
  expect((await perft()).indexOf(0.2)).toBe(1);
  expect((await perft())[0]).toBe(1);
  await expect(lab.getByRole("columnheader", { name: "in perft" })).toHaveAttribute("aria-sort", "descending");
  expect((await sortedBy("idea", 2))[0]).toBe("Fill");
  await lab.getByRole("link", { name: "Classical rays in the lab" }).click();
  await expect(lab.locator(".lesson h3")).toContainText("Classical rays");
});

test("links of the landing page have names of their own, and no head of a table is empty", async ({ lab }) => {
  await lab.goto(address(""));
  const names = await lab.locator("main li a").allTextContents();
  expect(names.length).toBeGreaterThan(25);
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
