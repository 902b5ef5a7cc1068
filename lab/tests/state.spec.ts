import { expect, fen, goBack, open, reader, reload, square, START, test, type } from "./lab.js";

test("a reload shows the same position, panel and sets", async ({ lab }) => {
  await open(lab, { fen: START });
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await lab.getByText("Pick sets").click();
  await lab.getByRole("checkbox", { name: "White attacks", exact: true }).check();
  const before = [await fen(lab), await lab.getByRole("heading", { level: 3 }).allTextContents()];
  await reload(lab);
  await expect(lab.getByRole("heading", { name: "D: White attacks" })).toBeVisible();
  expect([await fen(lab), await lab.getByRole("heading", { level: 3 }).allTextContents()]).toEqual(before);
});

test("the back button takes a move back, and forward plays it again", async ({ lab }) => {
  await open(lab, { fen: START });
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  const after = await fen(lab);
  await lab.getByRole("tab", { name: "Perft" }).click();
  await goBack(lab);
  await expect(lab.getByRole("tab", { name: "Sets" })).toHaveAttribute("aria-selected", "true");
  expect(await fen(lab)).toBe(after);
  await goBack(lab);
  await expect(square(lab, "e4")).toHaveAccessibleName(/empty/);
  expect(await fen(lab)).toBe(START);
  await lab.goForward();
  await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
});

test("hostile addresses are text, not markup, and never stop the page", async ({ lab }) => {
  const hostile = [
    '"><img src=x onerror=alert(1)>',
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "__proto__",
    "constructor",
    "\u0000\u202e%00",
    "%",
    "0x10000000000000000",
    "=set_a & set_b",
    "=isolate(P)",
    "=<img src=x onerror=alert(1)>",
    "attacks@z9",
    "white.nothing",
    "x".repeat(9000),
  ];
  const names = ["tab", "fen", "square", "sets", "mapping", "techniques", "piece", "occupied", "step", "depth", "lesson", "exercise", "level", "side", "seed", "resigned", "start", "moves", "kept", "find"];
  await open(lab);
  for (const text of hostile) {
    const addresses = [names, ...names.map((name) => [name])].map((names) => names.map((name) => `${name}=${encodeURIComponent(text)}`).join("&"));
    const shown = await lab.evaluate(async (addresses) => {
      const shown = [];
      for (const address of addresses) {
        // The event comes after the address has been read.
        const read = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.hash = address;
        await read;
        shown.push(document.querySelector(".board-grid [data-square='4']")?.ariaLabel);
      }
      return shown;
    }, addresses);
    expect(shown).toEqual(addresses.map(() => expect.stringMatching(/^e1, white king/)));
  }
  // The code of a frame is for pages of others.
  await lab.goto(`/#tab=lessons&kept=${encodeURIComponent('?"><script>alert(1)</script>')}`);
  await lab.getByText("Take it away").click();
  const code = lab.locator(".take-away code").last();
  await expect(code).toHaveText(/^<iframe src="[^"<>]*" title="Setwise lab" width="420" height="760"><\/iframe>$/);
  await lab.goto("/#%E0%A4%A&fen=%");
  await expect(square(lab, "e1")).toHaveAccessibleName(/king/);
  expect(await lab.locator("img, iframe, object, embed, [onerror], [onclick]").count()).toBe(0);
  expect(await lab.locator("script").count()).toBe(1);
});

test("a hostile FEN and PGN are shown as text", async ({ lab }) => {
  await open(lab);
  for (const text of ["<img src=x onerror=alert(1)>", "8/8/8/8/8/8/8/<b>8</b> w - - 0 1", "'\"><svg onload=alert(1)>"]) {
    await type(lab, text);
    await expect(lab.locator("#board-error")).not.toBeEmpty();
  }
  await lab.getByRole("tab", { name: "Games" }).click();
  const attack = "<img src=x onerror=alert(1)>";
  await (await reader(lab)).fill(
    `[White "${attack}"]\n[Black "b"]\n\n1. e4 {${attack}} e5 *\n\n[White "c"]\n\n1. d4 ${attack} *`,
  );
  await lab.getByRole("button", { name: "Read" }).click();
  await expect(lab.getByRole("option").first()).toContainText(attack);
  await lab.getByRole("button", { name: "Next" }).click();
  await expect(lab.locator(".comment")).toHaveText(attack);
  expect(await lab.locator("img").count()).toBe(0);
});

test("the policy forbids inline script and style, on any host", async ({ page }) => {
  // A static host sends no policy of its own.
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": sent = "", ...headers } = response.headers();
    expect(sent).not.toContain("unsafe-inline");
    await route.fulfill({ response, headers });
  });
  await page.goto("/");
  await expect(page.locator("html[data-ready]")).toBeAttached();
  const found = await page.evaluate(async () => {
    const violations: string[] = [];
    const reported = new Promise<void>((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        violations.push(effectiveDirective);
        if (new Set(violations).size === 3) {
          resolve();
        }
      });
    });
    const [script, style, image] = ["script", "style", "p"].map((name) => document.createElement(name));
    script?.append("document.title = 'injected'");
    style?.append("body { color: red }");
    image?.setAttribute("onclick", "document.title = 'injected'");
    document.body.append(...[script, style, image].filter((element) => element !== undefined));
    image?.click();
    // Each of the three is reported by a later event.
    await reported;
    return { violations: [...new Set(violations)].sort(), title: document.title };
  });
  expect(found).toEqual({ violations: ["script-src-attr", "script-src-elem", "style-src-elem"], title: "Setwise lab" });
});

test("an address of more than 8 kB is not read", async ({ lab }) => {
  const sets = Array.from({ length: 12 }, () => "occupied").join(";");
  await open(lab, { sets });
  await expect(lab.getByRole("heading", { name: "A: Occupied" })).toBeVisible();
  await open(lab, { sets, lesson: "x".repeat(9000) });
  await expect(lab.getByRole("heading", { name: "A: Attacks from b5" })).toBeVisible();
});
