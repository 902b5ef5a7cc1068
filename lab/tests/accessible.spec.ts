import { COURSE } from "../src/course.js";
import { expect, open, reader, settled, square, test, theirs, type, violations } from "./lab.js";

const PAGES: Record<string, Record<string, string>> = {
  sets: {},
  "a set of each kind": { sets: "occupied;0xff;=set_a & set_b;attacks@" },
  "an editor": { editing: "1", fen: "8/8/8/3r4/8/8/8/8 w - - 0 1" },
  techniques: { tab: "techniques", step: "2" },
  "two techniques": { tab: "techniques", techniques: "magic-fancy;hyperbola", step: "1", piece: "queen" },
  legality: { tab: "legality", step: "3" },
  perft: { tab: "perft" },
  play: { tab: "play" },
  "a game": { tab: "play", side: "white", moves: "e4 d5 d4 Nf6 Nf3 dxe4", fen: "rnbqkb1r/ppp1pppp/5n2/8/3Pp3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4" },
  games: { tab: "games" },
  lessons: { tab: "lessons" },
  "an exercise": { tab: "lessons", lesson: "pack", exercise: "legal-7" },
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, address] of Object.entries(PAGES)) {
    test(`axe finds nothing: ${name}, ${colorScheme}`, async ({ lab }) => {
      await lab.emulateMedia({ colorScheme });
      await open(lab, address);
      await settled(lab);
      await lab.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
        await lab.setViewportSize(size);
        expect(await violations(lab), `${size.width} pixels`).toEqual([]);
        // Nothing is wider than the window.
        expect(await lab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
}

test("a panel has one open text field at most", async ({ lab }) => {
  for (const [name, address] of Object.entries(PAGES)) {
    if (name !== "an editor") {
      await open(lab, address);
      await settled(lab);
      const fields = lab.locator("textarea, input:not([type=checkbox], [type=radio], [type=file])");
      expect(await fields.filter({ visible: true }).count(), name).toBeLessThanOrEqual(1);
    }
  }
});

test("axe finds nothing after errors, in the promotion dialog, and after a count and a game", async ({ lab }) => {
  await open(lab, { fen: "7k/P7/8/8/8/8/8/K7 w - - 0 1", square: "a7", depth: "2" });
  const check = async () => expect(await violations(lab)).toEqual([]);
  await square(lab, "a8").click();
  await check();
  await lab.getByRole("button", { name: "Cancel" }).click();
  await type(lab, "?");
  await check();
  await lab.getByRole("tab", { name: "Perft" }).click();
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 2 =");
  await (await theirs(lab)).fill("a7a8q: 1");
  await lab.getByRole("button", { name: "Compare" }).click();
  await check();
  await lab.getByRole("tab", { name: "Play" }).click();
  await lab.getByRole("button", { name: "New game" }).click();
  await lab.getByRole("button", { name: "Hint" }).click();
  await expect(lab.locator(".play-status")).toContainText("Hint: ");
  await check();
  await lab.getByRole("button", { name: "Resign" }).click();
  await check();
  await lab.getByRole("tab", { name: "Games" }).click();
  await (await reader(lab)).fill("1. e4 e5 {a comment} 2. Ke3 *");
  await lab.getByRole("button", { name: "Read" }).click();
  await lab.getByRole("button", { name: "Last" }).click();
  await check();
  await (await reader(lab)).fill("");
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.locator("#panel .error").first()).toContainText("no game");
  await check();
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await lab.getByRole("button", { name: "Explain it" }).click();
  await lab.getByRole("textbox", { name: "Your answer" }).fill("?");
  await lab.getByRole("button", { name: "Check the answer" }).click();
  await expect(lab.getByRole("textbox", { name: "Your answer" })).toHaveAttribute("aria-invalid", "true");
  await check();
});

test("both colors of pieces are seen in a figure", async ({ lab }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await lab.emulateMedia({ colorScheme });
    await open(lab, { tab: "legality" });
    const luminances = await lab.locator(".with-pieces svg[role=img]").first().evaluate((drawing) => {
      const luminance = (color: string) => {
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const fill = (selector: string) => luminance(getComputedStyle(drawing.querySelector(selector) ?? drawing).fill);
      const dark = [...drawing.querySelectorAll(".piece-image path")].map((path) => luminance(getComputedStyle(path).fill));
      return { square: fill(".square"), darkest: Math.min(...dark) };
    });
    expect((luminances.square + 0.05) / (luminances.darkest + 0.05)).toBeGreaterThan(3);
  }
});

test("black pieces are seen on the tint of every set", async ({ lab }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await lab.emulateMedia({ colorScheme });
    await open(lab);
    const contrasts = await lab.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const fill = document.createElementNS("http://www.w3.org/2000/svg", "path");
      document.querySelector(".layers")?.append(fill);
      const root = getComputedStyle(document.documentElement);
      /** Returns the luminance of colors laid over one another, each with its opacity. */
      const luminance = (...layers: [string, number][]) => {
        for (const [color, opacity] of layers) {
          Object.assign(context ?? {}, { fillStyle: color, globalAlpha: opacity });
          context?.fillRect(0, 0, 1, 1);
        }
        const [r = 0, g = 0, b = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].map((part) => (part / 255) ** 2.2);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const outline = luminance(["#16191d", 1]);
      const paths = [...document.querySelectorAll('[data-piece="p"] .piece-image path')];
      const piece = Math.max(...paths.map((path) => luminance([getComputedStyle(path).fill, 1])));
      const dark = luminance([root.getPropertyValue("--dark"), 1]);
      // A pawn has no light lines. Its colour is seen on a dark square too.
      return [(dark + 0.05) / (piece + 0.05)].concat(Array.from({ length: 8 }, (_, style) => {
        fill.setAttribute("class", `layer-fill style-${style}`);
        const tint = getComputedStyle(fill);
        const squares = ["--light", "--dark"].map((name) => luminance([root.getPropertyValue(name), 1], [tint.fill, Number(tint.fillOpacity)]));
        return Math.min(...squares.map((square) => (square + 0.05) / (outline + 0.05)));
      }));
    });
    expect(Math.min(...contrasts), `${colorScheme}: ${contrasts}`).toBeGreaterThan(3);
  }
});

test("reduced motion is respected", async ({ lab }) => {
  await lab.emulateMedia({ reducedMotion: "reduce" });
  await open(lab);
  const moving = await lab.evaluate(() =>
    [...document.querySelectorAll("*")].filter((element) => {
      const { animationName, transitionDuration } = getComputedStyle(element);
      return animationName !== "none" || parseFloat(transitionDuration) > 0;
    }).length,
  );
  expect(moving).toBe(0);
});

test("on a phone the board, the tabs and the panel are in the first screen, and the board stays in lessons", async ({ lab }) => {
  await lab.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["sets", "techniques", "legality", "perft", "play", "games", "lessons"]) {
    await open(lab, { tab });
    await settled(lab);
    const [board, tabs, heading] = [lab.locator(".board-frame"), lab.getByRole("tablist"), lab.getByRole("tabpanel").getByRole("heading").first()];
    const [above, between, below] = await Promise.all([board.boundingBox(), tabs.boundingBox(), heading.boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? Infinity)).toBeLessThan(between?.y ?? 0);
    // One row, with a third of the screen for the panel.
    expect(between?.height).toBeLessThan(50);
    expect((between?.y ?? 0) + (between?.height ?? Infinity)).toBeLessThan(below?.y ?? 0);
    expect(below?.y).toBeLessThan((2 / 3) * 844);
    expect(await lab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await open(lab, { tab: "lessons", lesson: "operators" });
  const text = lab.locator(".step-text").first();
  await text.scrollIntoViewIfNeeded();
  await expect(lab.locator(".board-frame")).toBeInViewport({ ratio: 1 });
  expect((await lab.locator(".position").boundingBox())?.height).toBeLessThan(844 / 3);
  // What has the focus is not under the board.
  await lab.getByRole("button", { name: "Next page" }).last().focus();
  for (let at = 0; at < 40; at++) {
    await lab.keyboard.press("Shift+Tab");
    expect(await lab.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return above === null || element.contains(above) || above.contains(element);
    })).toBe(true);
  }
});

for (const size of [{ width: 320, height: 256 }, { width: 320, height: 640 }]) {
  test(`nothing is cut off or covered at ${size.width} by ${size.height} pixels, as at 400 % zoom`, async ({ lab }) => {
    await lab.setViewportSize(size);
    for (const tab of ["sets", "techniques", "legality", "perft", "play", "games", "lessons"]) {
      await open(lab, { tab });
      await settled(lab);
      expect(await lab.evaluate(() => document.documentElement.scrollWidth - innerWidth), tab).toBeLessThanOrEqual(0);
    }
    await open(lab, { tab: "lessons", lesson: "operators" });
    await lab.locator(".step-text").first().scrollIntoViewIfNeeded();
    // A board that stays leaves the words half of the window.
    const covered = await lab.evaluate(() => {
      const { top, bottom } = document.querySelector(".position")?.getBoundingClientRect() as DOMRect;
      return Math.max(0, Math.min(innerHeight, bottom) - Math.max(0, top)) / innerHeight;
    });
    expect(covered).toBeLessThan(0.5);
  });
}

test("on a phone a lesson whose words ask for a move, and a quiz, have squares of 40 pixels", async ({ lab }) => {
  await lab.setViewportSize({ width: 390, height: 844 });
  for (const lesson of ["sets", "bishop", "legal"]) {
    await open(lab, { tab: "lessons", lesson });
    expect((await square(lab, "e2").boundingBox())?.width).toBeGreaterThanOrEqual(40);
  }
  for (const { id: lesson } of COURSE) {
    await open(lab, { tab: "lessons", lesson });
    const quiz = lab.getByRole("region", { name: "Quiz" });
    await quiz.getByRole("button", { name: "Answer on the board" }).click();
    expect((await square(lab, "e2").boundingBox())?.width).toBeGreaterThanOrEqual(40);
    // The board, and below it the question and its buttons, are in the window.
    await expect(square(lab, "a8")).toBeInViewport({ ratio: 1 });
    for (const part of [quiz.getByRole("heading"), quiz.getByRole("button", { name: "Check" })]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const [board, box] = [await lab.locator(".board-grid").boundingBox(), await part.boundingBox()];
      expect(box?.y).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0));
    }
  }
});
