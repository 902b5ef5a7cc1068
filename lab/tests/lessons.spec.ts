import { COURSE } from "../src/course.js";
import { expect, fen, goBack, open, reload, square, START, test, unfold } from "./lab.js";

const PIN = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";

test("a technique is stepped through, forward and back, by mouse and keys", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "b5" });
  const part = lab.locator(".part");
  await expect(part).toHaveText("Step 1 of 4");
  await expect(lab.locator(".step-text")).toContainText("relevant");
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Next" }).click();
  await expect(part).toHaveText("Step 2 of 4");
  await lab.keyboard.press("ArrowRight");
  await expect(part).toHaveText("Step 3 of 4");
  await expect(lab.getByRole("img", { name: /^64 bits: [01]{64}$/ })).toBeVisible();
  await buttons.getByRole("button", { name: "Last" }).click();
  await expect(part).toHaveText("Step 4 of 4");
  await buttons.getByRole("button", { name: "Back" }).click();
  await reload(lab);
  await expect(part).toHaveText("Step 3 of 4");
});

test("two techniques side by side find the same squares, and follow the occupancy", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "b5", techniques: "magic-fancy;hyperbola" });
  await expect(lab.locator(".lesson")).toHaveCount(2);
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Last" }).click();
  const answers = () => lab.locator(".lesson").evaluateAll((lessons) => lessons.map((lesson) => [...lesson.querySelectorAll(".board-figure > code")].at(-1)?.textContent));
  const before = await answers();
  expect(before[0]).toBe("0x0000050005081020");
  expect(before[1]).toBe(before[0]);
  await lab.getByText("Change the occupied squares").click();
  await lab.getByRole("grid", { name: "Occupied squares of the lookup" }).getByRole("gridcell", { name: "d3, bit 19" }).click();
  const after = await answers();
  expect(after[0]).toBe("0x0000050005080000");
  expect(after[1]).toBe(after[0]);
  await lab.getByRole("button", { name: "Use the board's" }).click();
  expect(await answers()).toEqual(before);
});

test("every technique of the list has a lesson, and those for other CPUs are absent", async ({ lab }) => {
  await open(lab, { tab: "techniques" });
  const list = lab.getByLabel("Technique", { exact: true });
  const names = await list.locator("option:not([disabled])").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names.length).toBe(26);
  for (const name of names) {
    await list.selectOption(name);
    await expect(lab.locator(".part")).toHaveText(/^Step 1 of \d+/);
  }
  await expect(list.locator("option[disabled]", { hasText: "pext:" })).toHaveCount(1);
  expect(names).not.toContain("pext");
});

test("the magic finder finds a factor, and says when there can be none", async ({ lab }) => {
  await open(lab, { tab: "techniques", square: "d4" });
  await lab.getByText("Find a magic factor").click();
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText(/Found 0x[0-9a-f]{16}/);
  await expect(lab.locator(".magic-result")).toContainText("512 occupancies");
  await lab.getByLabel("Bits of the index").fill("3");
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText("no room");
  // A search that is not over is stopped.
  await lab.getByLabel("Piece", { exact: true }).selectOption("rook");
  await lab.getByLabel("Bits of the index").fill("9");
  await lab.getByRole("button", { name: "Find" }).click();
  await expect(lab.locator(".magic-result")).toContainText("Searching");
  await lab.getByRole("button", { name: "Stop" }).click();
  await expect(lab.locator(".magic-result")).toHaveText("Stopped.");
});

test("legality: a pinned knight ends with no moves", async ({ lab }) => {
  await open(lab, { tab: "legality", fen: PIN, square: "c6" });
  const buttons = lab.getByRole("group", { name: "Steps" });
  await buttons.getByRole("button", { name: "Last" }).click();
  const last = lab.locator(".lesson .board-figure > code").last();
  await expect(last).toHaveText("0x0000000000000000");
  await square(lab, "g8").click();
  await buttons.getByRole("button", { name: "Last" }).click();
  // e7, f6 and h6.
  await expect(last).toHaveText("0x0010a00000000000");
  await lab.getByLabel("Moves of").selectOption("pawns");
  await expect(lab.locator(".part")).toHaveText(/^Step 1 of/);
});

test("legality opens on a piece of the side to move, and says why another has no moves", async ({ lab }) => {
  const reason = lab.getByRole("tabpanel").getByRole("status").first();
  const cases = [
    // The first page: a white bishop is selected, Black is to move, and a knight is pinned.
    [{}, "c6"],
    // The pawn is Black's, White's king and rook can move.
    [{ fen: "4k3/4p3/8/8/8/8/8/4K2R w K - 0 1", square: "e7" }, /^(?:e1|h1)$/],
    // What is selected stays if it can be used.
    [{ fen: START, square: "g1" }, "g1"],
  ] as const;
  for (const [address, chosen] of cases) {
    await open(lab, address);
    await lab.getByRole("tab", { name: "Legality" }).click();
    await expect(reason).toBeEmpty();
    const selected = await lab.locator(".board-grid [aria-selected=true]").getAttribute("aria-label");
    expect(selected?.slice(0, 2)).toMatch(chosen);
  }
  await square(lab, "e7").click();
  await expect(reason).toHaveText("The black pawn on e7 has no moves: it is White's turn. Select a white piece on the board.");
  await square(lab, "e5").click();
  await expect(reason).toHaveText("There is no piece on e5: it is White's turn. Select a white piece on the board.");
  await lab.getByLabel("Moves of").selectOption("all");
  await expect(reason).toBeEmpty();
});

test("the steps of a page are about the selected slider, else about the slider of the page", async ({ lab }) => {
  await open(lab, { tab: "lessons", lesson: "bishop" });
  const title = lab.locator(".lessons-panel .lesson h3").first();
  await expect(title).toHaveText("Step until blocked: a bishop on b5");
  await square(lab, "d8").click();
  await expect(title).toHaveText("Step until blocked: a queen on d8");
  await square(lab, "c6").click();
  await expect(title).toHaveText("Step until blocked: a bishop on b5");
  // Here only some parts are shown, which have the names of a rook's.
  await open(lab, { tab: "lessons", lesson: "shifts" });
  await expect(title).toContainText("a rook on a1");
  await square(lab, "f1").click();
  await expect(title).toContainText("a rook on f1");
  await square(lab, "c4").click();
  await expect(title).toContainText("a rook on a1");
});

test("lessons leave the position and the sets as they were", async ({ lab }) => {
  const mine = "4k3/8/8/8/3b4/8/8/4K2R b - - 0 1";
  await open(lab, { fen: mine, square: "d4", sets: "attacks@;!white.attacks" });
  const headings = ["A: Attacks from d4", "B: White attacks"];
  const restored = async () => {
    await expect(lab.locator(".card h3")).toHaveText(headings);
    await expect(lab.getByRole("checkbox", { name: "On the board" }).nth(1)).not.toBeChecked();
    expect(await fen(lab)).toBe(mine);
  };
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await expect(lab.getByText("come back when you open another panel")).toBeVisible();
  await expect(square(lab, "a1")).toHaveAccessibleName(/white rook/);
  const pagers = lab.getByRole("group", { name: "Pages" });
  await expect(pagers).toHaveText([/1 of 16/, /1 of 16/]);
  await pagers.first().getByRole("button", { name: "Next page" }).click();
  await expect(pagers).toHaveText([/2 of 16/, /2 of 16/]);
  await reload(lab);
  await lab.getByRole("tab", { name: "Sets" }).click();
  await restored();
  // The same page is shown again, in its own position.
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await expect(lab.locator(".lessons-panel > h3")).toHaveText(/^2\. /);
  await expect(square(lab, "f8")).toHaveAccessibleName(/black rook/);
  await lab.getByRole("tab", { name: "Perft" }).click();
  await lab.getByRole("tab", { name: "Sets" }).click();
  await restored();
  await goBack(lab);
  await goBack(lab);
  await expect(lab.getByRole("tab", { name: "Lessons" })).toHaveAttribute("aria-selected", "true");
  await expect(square(lab, "f8")).toHaveAccessibleName(/black rook/);
  // A position that is set meanwhile is kept with the sets from before.
  await unfold(lab);
  await lab.getByRole("button", { name: "Start position" }).click();
  await lab.getByRole("tab", { name: "Sets" }).click();
  await expect(lab.locator(".card h3")).toHaveText(headings);
  expect(await fen(lab)).toBe(START);
});

test("a lesson's position stays for its legal moves, and a kept text that is no position is left out", async ({ lab }) => {
  await open(lab, { fen: START });
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await lab.getByText("Contents").click();
  await lab.getByRole("button", { name: "Why a pinned knight has no moves" }).click();
  await lab.locator("#position-status").getByRole("button", { name: "Legality" }).click();
  expect(await fen(lab)).toBe(PIN);
  await expect(lab.locator(".part")).toHaveText(/: knight on c6$/);
  await lab.getByRole("tab", { name: "Sets" }).click();
  expect(await fen(lab)).toBe(START);
  await open(lab, { tab: "lessons", lesson: "checks", fen: START, kept: "?fen=8/8" });
  await lab.getByRole("tab", { name: "Sets" }).click();
  expect(await fen(lab)).toBe(START);
});

test("the first panel leads to the lessons, whose contents close after a choice", async ({ lab }) => {
  await open(lab);
  await lab.getByRole("button", { name: "Begin with the lessons" }).press("Enter");
  await expect(lab.getByRole("tab", { name: "Lessons" })).toBeFocused();
  const page = lab.getByRole("button", { name: "The lowest bit" });
  await expect(page).toBeHidden();
  await lab.getByText("Contents").click();
  await page.press("Enter");
  await expect(page).toBeHidden();
  await expect(lab.getByRole("heading", { name: "4. The lowest bit" })).toBeFocused();
});

test("drawings in the page of a technique keep their columns", async ({ lab }) => {
  await open(lab, { tab: "techniques", techniques: "classical" });
  await lab.getByText("About and sources").click();
  const drawing = lab.getByRole("group", { name: "Drawing" }).first();
  await expect(drawing).toContainText(" plus9 of d4        occupied           ray blockers");
  const [widths, space] = await drawing.evaluate((element) => {
    const width = (text: string) => {
      const context = new OffscreenCanvas(9, 9).getContext("2d");
      if (context) {
        context.font = getComputedStyle(element).font;
      }
      return context?.measureText(text).width ?? 0;
    };
    return [[width("XXXX"), width("...."), width("    ")], getComputedStyle(element).whiteSpace];
  });
  expect(new Set(widths).size).toBe(1);
  expect(space).toMatch(/^(?:pre|preserve nowrap)$/);
  await expect(lab.locator(".note", { hasText: "The rays of the empty board" })).not.toContainText("plus9 of d4 ");
});

test("a board of pieces has no word, and code has no backquotes", async ({ lab }) => {
  await open(lab, { tab: "legality", fen: PIN, square: "c6" });
  await expect(lab.locator(".step-text")).toHaveText("It is Black's move, so own pieces are Black's pieces.");
  await expect(lab.locator(".step-text code")).toHaveText("own");
  await expect(lab.locator(".lesson .board-figure")).toHaveCount(3);
  await expect(lab.locator(".lesson .board-figure > code")).toHaveCount(2);
});

test("the course is read to its end, and each page has what it promises", async ({ lab }) => {
  await open(lab, { tab: "lessons", fen: START });
  for (let page = 1; ; page++) {
    await expect(lab.locator(".lessons-panel > h3")).toHaveText(new RegExp(`^${page}\\. `));
    await expect(lab.locator("#position-status")).not.toContainText("Not playable");
    // Every page but the first has steps.
    if (page > 1) {
      await expect(lab.locator(".lessons-panel > .lesson .part")).toHaveText(/^Step 1 of/);
    }
    // An exercise is about its own page.
    await expect(lab.getByRole("region", { name: "Exercise" })).toBeVisible({ visible: COURSE[page - 1]?.exercise !== undefined });
    const quiz = lab.getByRole("region", { name: "Quiz" });
    const words = await lab.locator(".lessons-panel .board-figure code").allTextContents();
    await quiz.getByRole("button", { name: "Show the answer" }).click();
    await quiz.getByRole("button", { name: "Check" }).click();
    await expect(quiz).toContainText(/Right: [1-9]/);
    // The answer is on no other board of the page.
    const names = await lab.locator(".board-grid [aria-selected=true]").evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("data-square"))));
    const word = `0x${names.reduce((set, square) => set | (1n << BigInt(square)), 0n).toString(16).padStart(16, "0")}`;
    expect(word).not.toBe("0x0000000000000000");
    expect(words).not.toContain(word);
    // A wrong square is explained.
    const wrong = lab.locator(".board-grid [aria-selected=false]").first();
    const name = (await wrong.getAttribute("aria-label"))?.slice(0, 2);
    await wrong.click();
    await quiz.getByRole("button", { name: "Check" }).click();
    await expect(quiz).toContainText(new RegExp(`not in the set: ${name}; ${name} is (?:bit|left out by the step ".+")`));
    const next = lab.getByRole("button", { name: "Next page" }).last();
    if (await next.isDisabled()) {
      expect(page).toBe(16);
      break;
    }
    await next.click();
  }
  await goBack(lab);
  await expect(lab.locator(".lessons-panel > h3")).toHaveText(/^15\. /);
});

test("an exercise takes a typed answer by keys alone, and explains it", async ({ lab }) => {
  await open(lab, { tab: "lessons", lesson: "bishop" });
  const exercise = lab.getByRole("region", { name: "Exercise" });
  await expect(exercise).toContainText(/Which squares does the (rook|bishop) on [a-h][1-8] attack\?/);
  // The board is told in words.
  await expect(exercise.getByRole("img", { name: /^other pieces: \d+ squares: .*\. the piece: 1 square: [a-h][1-8]$/ })).toBeVisible();
  const typed = exercise.getByRole("textbox", { name: "Your answer" });
  await expect(typed).toHaveAccessibleDescription(/^Answer with squares/);
  const status = exercise.getByRole("status").first();
  await typed.focus();
  const answer = async (text: string) => {
    await typed.fill(text);
    await lab.keyboard.press("Enter");
  };
  await answer("e4 z9");
  await expect(status).toHaveText(/"z9" is no square/);
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  await answer("none");
  await expect(status).toHaveText(/^Not right yet: .+\. Try again/);
  await expect(typed).not.toHaveAttribute("aria-invalid", "true");
  await exercise.getByRole("button", { name: "Explain it" }).press("Enter");
  const right = /^The answer is (.*)\. These/.exec((await status.textContent()) ?? "")?.[1] ?? "";
  expect(right).toMatch(/^[a-h][1-8]( [a-h][1-8])*$/);
  await expect(exercise.locator(".part")).toHaveText(/^Step 1 of/);
  await exercise.getByRole("button", { name: "Next ›", exact: true }).press("Enter");
  await expect(exercise.locator(".part")).toHaveText(/^Step 2 of/);
  // In another order.
  await typed.focus();
  await answer(right.split(" ").reverse().join(", "));
  await expect(status).toHaveText(`Right: ${right}.`);
  await exercise.getByRole("button", { name: "Next question" }).press("Enter");
  await expect(typed).toBeFocused();
  await expect(typed).toHaveValue("");
  await expect(exercise.getByLabel("Number of the question")).toHaveValue("2");
  await expect(status).toBeEmpty();
  await expect(exercise.locator(".lesson")).toBeHidden();
  await reload(lab);
  await expect(exercise.getByLabel("Number of the question")).toHaveValue("2");
  await goBack(lab);
  await expect(exercise.getByLabel("Number of the question")).toHaveValue("1");
});

test("every topic of the exercises asks, takes its answer in each notation, and refuses another", async ({ lab }) => {
  await open(lab, { tab: "lessons", exercise: "index-3" });
  const exercise = lab.getByRole("region", { name: "Exercise" });
  await expect(exercise.getByRole("img")).toHaveCount(2);
  const topics = ["squares", "bits", "wrap", "attacks", "step", "index", "factor", "legal"];
  const status = exercise.getByRole("status").first();
  await exercise.locator(".other-exercises").evaluate((part: HTMLDetailsElement) => (part.open = true));
  for (const [at, topic] of topics.entries()) {
    await exercise.getByLabel("Topic of the exercise").selectOption(topic);
    await exercise.getByLabel("Number of the question").fill(String(at + 5));
    await exercise.getByLabel("Number of the question").press("Tab");
    const question = await exercise.locator("p").first().textContent();
    expect(question).toMatch(/\?/);
    await exercise.getByRole("button", { name: "Explain it" }).click();
    await expect(exercise.locator(".part")).toHaveText(/^Step 1 of/);
    const right = /^The answer is (.*)\. These/.exec((await status.textContent()) ?? "")?.[1] ?? "";
    const notations = /^\d+$/.test(right) ? [right, `0x${Number(right).toString(16)}`, `0b${Number(right).toString(2)}`] : [right];
    for (const notation of notations) {
      await exercise.getByRole("textbox", { name: "Your answer" }).fill(notation);
      await exercise.getByRole("button", { name: "Check the answer" }).click();
      await expect(status).toHaveText(`Right: ${right}.`);
    }
    await exercise.getByRole("textbox", { name: "Your answer" }).fill(/^\d+$/.test(right) ? "9999" : "a1 b1 c1 h8");
    await exercise.getByRole("button", { name: "Check the answer" }).click();
    await expect(status).toHaveText(/^Not right yet: .+\. Try again/);
  }
  // What a question is about comes after it.
  await expect(exercise.locator("p").first()).toHaveText(/^It is (?:White|Black)'s move\./);
  await expect(exercise.getByRole("textbox", { name: "Your answer" })).toHaveAccessibleDescription(/^Answer with .* is a line of FEN: /);
  // The pieces of a position are told in words.
  await expect(exercise.getByRole("img", { name: /^pieces: .*white king [a-h][1-8]/ }).first()).toBeVisible();
});

test("a first visit opens the first lesson, and the next one goes on where it ended", async ({ lab }) => {
  await lab.goto("/");
  const title = lab.locator(".lessons-panel > h3");
  await expect(title).toHaveText("1. A set of squares is a number");
  await expect(lab.getByText("Contents", { exact: true })).toBeVisible();
  await expect(lab.getByRole("button", { name: "The lowest bit" })).toBeHidden();
  await expect(lab).toHaveURL(/#tab=lessons&/);
  await lab.getByRole("button", { name: "Next page" }).last().click();
  await lab.getByRole("button", { name: "Next page" }).last().click();
  await lab.goto("about:blank");
  await lab.goto("/");
  await expect(title).toHaveText("3. A shift over the edge needs a mask");
  await lab.getByText("Contents: 2 of 16 read").click();
  await expect(lab.locator(".contents li")).toHaveText([/number ✓$/, /at once ✓$/, ...Array<RegExp>(14).fill(/[^✓]$/)]);
  // The other panels begin with the position that they have without a lesson.
  await lab.getByRole("tab", { name: "Sets" }).click();
  await expect(lab.getByRole("heading", { name: "A: Attacks from b5" })).toBeVisible();
});

test("a browser that keeps nothing opens the first lesson", async ({ lab }) => {
  await lab.addInitScript(() => {
    Object.defineProperty(self, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  });
  await lab.goto("/");
  await lab.getByRole("button", { name: "Next page" }).last().click();
  await expect(lab.locator(".lessons-panel > h3")).toHaveText(/^2\. /);
  await lab.goto("about:blank");
  await lab.goto("/");
  await expect(lab.locator(".lessons-panel > h3")).toHaveText(/^1\. /);
});

test("Legality opens on the pinned knight by its address too", async ({ lab }) => {
  await open(lab, { tab: "legality" });
  await expect(square(lab, "c6")).toHaveAttribute("aria-selected", "true");
  // Another square that is selected stays.
  await square(lab, "b5").click();
  await reload(lab);
  await expect(square(lab, "b5")).toHaveAttribute("aria-selected", "true");
});

test("steps move: a shift moves, a fill spreads, a set of squares runs through its bits; but not with reduced motion", async ({ lab }) => {
  // The time of the page stands still but for `runFor`.
  await lab.clock.install({ time: 0 });
  await lab.clock.pauseAt(1000);
  const layer = lab.locator(".layers > .layer-fill").first();
  /** Goes to the next step; returns the drawings of the first layer and its animations. */
  const step = async () => {
    const next = await lab.getByRole("group", { name: "Steps" }).getByRole("button", { name: "Next ›" }).elementHandle();
    const animations = await layer.evaluate((layer, next) => {
      (next as HTMLElement).click();
      return layer.getAnimations().length;
    }, next);
    const drawn = new Set<string | null>();
    for (let at = 0; at < 20; at++) {
      drawn.add(await layer.getAttribute("d"));
      await lab.clock.runFor(100);
    }
    return { drawn: drawn.size, animations };
  };
  const lit = lab.locator(".board-grid .lit");
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await lab.emulateMedia({ reducedMotion });
    const moves = reducedMotion === "no-preference";
    await open(lab, { tab: "lessons", lesson: "operators" });
    const found = [];
    for (let at = 1; at < 8; at++) {
      found.push(await step());
    }
    expect(found.some(({ animations }) => animations === 1)).toBe(moves);
    expect(found.some(({ drawn }) => drawn > 1)).toBe(moves);
    // A multiplication adds one copy after another. At its end the board shows the product.
    await open(lab, { tab: "lessons", lesson: "magic" });
    const { drawn } = await step();
    expect(drawn > 2).toBe(moves);
    await expect(lab.locator(".word-figure .swatch")).toHaveCount(1);
    await expect(square(lab, "d6")).toHaveAttribute("aria-label", /in product/);
    await open(lab, { tab: "lessons", lesson: "sets" });
    const seen = [];
    for (let at = 0; at < 40; at++) {
      await lab.clock.runFor(150);
      seen.push(...(await lit.evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("data-square"))))));
    }
    // The occupied squares of the page, one after another.
    const occupied = Array.from({ length: 64 }, (_, at) => at).filter((at) => at < 16 || at >= 48);
    expect(seen).toEqual(moves ? occupied : []);
  }
});

test("a turned board has the name of each square, and another program's counts are folded", async ({ lab }) => {
  await open(lab, { tab: "lessons", lesson: "rotated", step: "2" });
  const names = await lab.locator(".turned text.name").allTextContents();
  expect(names.slice(0, 3)).toEqual(["a8", "a7", "b8"]);
  expect(new Set(names).size).toBe(64);
  await lab.getByRole("tab", { name: "Perft" }).click();
  await expect(lab.getByRole("tabpanel").locator("input, textarea").filter({ visible: true })).toHaveCount(0);
});

test("an illegal target in Legality leads to the step that forbids it", async ({ lab }) => {
  const panel = lab.getByRole("tabpanel");
  for (const [position, from, to, step, words] of [
    // A pin, a check, the enemy's attacks, a blocked pawn, a capture of nothing, en passant, castling.
    ["r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4", "c6", "d4", "Step 9", "A pinned piece stays on the line"],
    ["rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3", "g1", "f3", "Step 9", "In check, the move must answer it"],
    ["4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1", "d2", "Step 11", "The king may not go there"],
    ["4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2", "e3", "Step 8", "One step forward"],
    [START, "e2", "d3", "Step 11", "A pawn captures diagonally"],
    ["8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "b5", "c6", "Step 17", "is illegal"],
    ["4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1", "g1", "Step 16", "is illegal now"],
  ] as const) {
    await open(lab, { tab: "legality", fen: position, square: from });
    await square(lab, to).click();
    await expect(panel.locator(".part")).toHaveText(new RegExp(`^${step} of`));
    await expect(panel.locator(".step-text")).toContainText(words);
    await expect(panel).toContainText(`Why is ${from} to ${to} illegal? This step removes ${to}.`);
    await expect(square(lab, from)).toHaveAttribute("aria-selected", "true");
  }
  // Any other square is selected.
  await square(lab, "a8").click();
  await expect(square(lab, "a8")).toHaveAttribute("aria-selected", "true");
  await expect(panel).not.toContainText("Why is");
});

test("each lesson shows a part of its steps, in at most twelve", async ({ lab }) => {
  for (const { id, steps } of COURSE.filter(({ steps }) => steps !== undefined)) {
    await open(lab, { tab: "lessons", lesson: id });
    const part = await lab.locator(".lessons-panel > .lesson .part").textContent();
    const most = steps === "legality" ? 23 : 12;
    expect(Number(/of (\d+)/.exec(part ?? "")?.[1] ?? 99), `${id}: ${part}`).toBeLessThanOrEqual(most);
  }
});
