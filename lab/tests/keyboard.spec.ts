// The Tab key: what it reaches, in which order, and whether the focus is seen.
import { type Page } from "@playwright/test";
import { expect, goBack, open, reader, settled, square, START, test, theirs, type } from "./lab.js";

/** What the page remembers while the Tab key is pressed. */
interface Walk {
  /** Elements that should be reached, in the order of the document. */
  expected: string[];
  /** Elements that had the focus, in the order of time. */
  reached: string[];
  /** What is wrong with the way in which the focus is shown. */
  unseen: string[];
}

/** Starts before the first element, and remembers each element that gets the focus. */
async function begin(page: Page, root: string): Promise<number> {
  return page.evaluate((root) => {
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const elements = [...document.querySelectorAll<HTMLElement>(`${root} :is(${focusable})`)].filter(
      (element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true }),
    );
    // A label may change when its element gets the focus.
    const names = elements.map((element, index) => {
      const words = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30) ?? "";
      return `${index} ${element.tagName.toLowerCase()} ${words}`;
    });
    const name = (element: Element) => names[elements.indexOf(element as HTMLElement)] ?? `another ${element.tagName.toLowerCase()}`;
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** The color behind the outline, which is inside the element if its offset is negative. */
    const behind = (element: Element, inside: boolean) => {
      for (let at: Element | null = inside ? element : element.parentElement; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/^(?:rgba\(0, 0, 0, 0\)|transparent)$/.test(backgroundColor)) {
          return backgroundColor;
        }
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const wrong = (element: Element) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      const [a, b] = [luminance(outlineColor), luminance(behind(element, outlineOffset.startsWith("-")))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) {
        return `the outline is ${outlineStyle} ${outlineWidth}`;
      }
      if (contrast < 3) {
        return `the outline has a contrast of ${contrast.toFixed(2)}`;
      }
      const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      if (!isInside || width < 1 || height < 1) {
        return "it is not in the window";
      }
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const above = document.elementFromPoint(x, y);
      if (above && !above.contains(element) && !element.contains(above) && element.tagName !== "SUMMARY") {
        return `it is under ${name(above)}`;
      }
      return null;
    };
    const walk: Walk = { expected: names, reached: [], unseen: [] };
    document.addEventListener("focusin", ({ target }) => {
      const element = target as Element;
      walk.reached.push(name(element));
      const fault = wrong(element);
      if (fault) {
        walk.unseen.push(`${name(element)}: ${fault}`);
      }
    });
    Object.assign(self, { walk });
    return elements.length;
  }, root);
}

/** Moves the focus to an element that the Tab key does not reach, from which it then goes on. */
async function startAt(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((element: HTMLElement) => {
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  });
  await take(page);
}

/** Takes what has been remembered, and begins anew. */
async function take(page: Page): Promise<Walk> {
  return page.evaluate(() => {
    const { walk } = self as unknown as { walk: Walk };
    const taken = { ...walk };
    walk.reached = [];
    walk.unseen = [];
    return taken;
  });
}

/** Presses Tab through the whole page and out of it, and then Shift and Tab back to its beginning. */
async function walkThrough(page: Page): Promise<void> {
  // The page of a technique, which may have drawings to scroll, has been loaded.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const count = await begin(page, "body");
  expect(count).toBeGreaterThan(10);
  await startAt(page, "body > header");
  // One more leaves the page, unless something keeps the focus.
  for (let at = 0; at <= count; at++) {
    await page.keyboard.press("Tab");
  }
  const forward = await take(page);
  expect(forward.reached.slice(0, count)).toEqual(forward.expected);
  expect(forward.unseen).toEqual([]);
  // What follows is the page from its beginning, or nothing.
  expect(forward.reached.slice(count).every((name) => name === forward.expected[0])).toBe(true);
  await startAt(page, "#announcer");
  for (let at = 0; at < count; at++) {
    await page.keyboard.press("Shift+Tab");
  }
  const back = await take(page);
  expect(back.reached).toEqual([...back.expected].reverse());
  expect(back.unseen).toEqual([]);
}

/** A desk, a phone, a laptop, and a window with large text. */
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
  { width: 1366, height: 720 },
  { width: 900, height: 500 },
  { width: 1280, height: 720 },
];

const PAGES: Record<string, Record<string, string>> = {
  sets: {},
  "a set of each kind": { sets: "occupied;0xff;=set_a & set_b;attacks@" },
  "no set": { sets: "" },
  "an editor of an unplayable position": { editing: "1", fen: "8/8/8/3r4/8/8/8/8 w - - 0 1" },
  techniques: { tab: "techniques", step: "2" },
  "two techniques, flipped": { tab: "techniques", techniques: "magic-fancy;hyperbola", piece: "queen", occupied: "0000000000000001", flipped: "1" },
  legality: { tab: "legality", step: "3" },
  perft: { tab: "perft" },
  play: { tab: "play" },
  "a game": { tab: "play", side: "white", moves: "e4 d5 d4 Nf6 Nf3 dxe4", fen: "rnbqkb1r/ppp1pppp/5n2/8/3Pp3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4" },
  games: { tab: "games" },
  lessons: { tab: "lessons" },
  "a lesson with steps": { tab: "lessons", lesson: "magic" },
  "the last lesson": { tab: "lessons", lesson: "legal" },
};

for (const [index, [name, address]] of Object.entries(PAGES).entries()) {
  test(`Tab reaches everything in order, and is seen: ${name}`, async ({ lab }) => {
    await lab.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
    await lab.setViewportSize(SIZES[index % SIZES.length] ?? { width: 1280, height: 900 });
    await open(lab, address);
    await settled(lab);
    await lab.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    await walkThrough(lab);
  });
}

test("Tab reaches everything during and after a count, a comparison and a search", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "8" });
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.getByRole("button", { name: "Cancel" })).toBeEnabled();
  await walkThrough(lab);
  await lab.getByRole("button", { name: "Cancel" }).click();
  await lab.getByLabel("Depth", { exact: true }).selectOption("3");
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 3 =");
  await (await theirs(lab)).fill("e2e4: 1");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.getByRole("button", { name: /^Play e2e4/ })).toBeVisible();
  await walkThrough(lab);
  await lab.getByRole("tab", { name: "Techniques" }).click();
  await lab.getByText("Find a magic factor").click();
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText("Found");
  await walkThrough(lab);
});

test("Tab reaches everything after an exercise, games and errors", async ({ lab }) => {
  await open(lab, { tab: "lessons" });
  await lab.getByRole("button", { name: "Explain it" }).click();
  await walkThrough(lab);
  await open(lab, { tab: "games" });
  await (await reader(lab)).fill("1. e4 e5 {a comment} 2. Ke2 *\n\n[White \"a\"]\n\n1. d4 Ke4 *");
  await lab.getByRole("button", { name: "Read" }).click();
  await lab.getByRole("button", { name: "Last" }).click();
  await type(lab, "?");
  await expect(lab.locator("#board-error")).not.toBeEmpty();
  await walkThrough(lab);
});

test("the promotion dialog keeps the focus until it is closed, and gives it back", async ({ lab }) => {
  await open(lab, { fen: "7k/P7/8/8/8/8/8/K7 w - - 0 1", square: "a7" });
  await square(lab, "a7").focus();
  await lab.keyboard.press("ArrowUp");
  await lab.keyboard.press("Enter");
  await expect(lab.getByRole("button", { name: "white queen" })).toBeFocused();
  const count = await begin(lab, "dialog");
  expect(count).toBe(5);
  for (let at = 0; at < 2 * count; at++) {
    await lab.keyboard.press("Tab");
  }
  const { expected, reached, unseen } = await take(lab);
  // The first has the focus already.
  expect(reached.slice(0, count - 1)).toEqual(expected.slice(1));
  expect(reached.filter((name) => !expected.includes(name))).toEqual([]);
  expect(unseen).toEqual([]);
  await lab.keyboard.press("Escape");
  await expect(square(lab, "a8")).toBeFocused();
});

test("the focus stays near when what had it goes away", async ({ lab }) => {
  await open(lab, { fen: START, sets: "occupied;empty" });
  const remove = (letter: string) => lab.getByRole("button", { name: `Remove set ${letter}` });
  await remove("A").press("Enter");
  await expect(remove("A")).toBeFocused();
  await goBack(lab);
  await remove("B").press("Enter");
  await expect(remove("A")).toBeFocused();
  await remove("A").press("Enter");
  await expect(lab.locator("summary", { hasText: "Pick sets" })).toBeFocused();
  await open(lab, { fen: START, tab: "perft", depth: "2" });
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 2 =");
  await (await theirs(lab)).fill("e2e4: 1");
  await lab.getByRole("button", { name: "Compare" }).click();
  await lab.getByRole("button", { name: /^Play e2e4/ }).press("Enter");
  await expect(lab.getByRole("button", { name: "Count", exact: true })).toBeFocused();
});

test("Tab enters the board at the selected square, and a button leads past the board", async ({ lab }) => {
  await open(lab, { fen: START, square: "d2" });
  await lab.keyboard.press("Tab");
  const skip = lab.getByRole("button", { name: "Skip to the panels" });
  await expect(skip).toBeFocused();
  await lab.keyboard.press("Tab");
  await expect(square(lab, "d2")).toBeFocused();
  // Also after a change and after a flip.
  await type(lab, "e4");
  await lab.getByRole("button", { name: "Flip" }).press("Enter");
  await skip.focus();
  await lab.keyboard.press("Tab");
  await expect(square(lab, "e4")).toBeFocused();
  await expect(lab.locator(".board-grid [tabindex='0']")).toHaveCount(1);
  await lab.keyboard.press("Shift+Tab");
  await lab.keyboard.press("Enter");
  await expect(lab.getByRole("tab", { name: "Sets" })).toBeFocused();
  // The address is not changed by it.
  await expect(lab).toHaveURL(/#tab=sets&fen=/);
});

// Finds arrow keys that are taken from the browser: Alt and an arrow go through its history.
test("arrow keys with Alt are left to the browser", async ({ lab }) => {
  await open(lab, { tab: "legality", square: "c6", step: "2" });
  const prevented = () => lab.evaluate(() => {
    const event = new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true });
    return !(document.activeElement ?? document.body).dispatchEvent(event);
  });
  await lab.getByRole("group", { name: "Steps" }).getByRole("button", { name: "Next" }).focus();
  expect(await prevented()).toBe(false);
  await lab.getByRole("tab", { name: "Legality" }).focus();
  expect(await prevented()).toBe(false);
});
