// What a person typed, and what the page said, stays when something arrives late, and what moves goes
// on: the module of the steps, the module of the workers, or the page of a technique.
import { type Page } from "@playwright/test";
import { complete, expect, fen, hold, open, openEarly, reader, settled, square, START, test, theirs, type, unfold } from "./lab.js";

const field = (lab: Page) => lab.locator("#position-input");
const error = (lab: Page) => lab.locator("#board-error");

/** Opens the lab while the module of the steps is held back. Returns a function that lets it arrive, and waits for it. */
async function openHeld(lab: Page, address: Record<string, string> = {}): Promise<() => Promise<void>> {
  const release = await hold(lab, "lessons.wasm");
  await openEarly(lab, address);
  return async () => {
    await expect(lab.locator("html[data-complete]")).toHaveCount(0);
    release();
    await complete(lab);
  };
}

for (const [text, said] of [
  ["<img src=x onerror=alert(1)>", /expected/],
  ["8/8/8/8/8/8/8/<b>8</b> w - - 0 1", /expected/],
  ["Ke5", /legal/],
  ["960", /expected/],
] as const) {
  test(`what is wrong with a position or a move stays until the next move: ${text}`, async ({ lab }) => {
    const arrive = await openHeld(lab, { fen: START });
    await type(lab, text);
    await expect(error(lab)).toHaveText(said);
    const words = (await error(lab).textContent()) ?? "";
    await arrive();
    await expect(error(lab)).toHaveText(words);
    await expect(field(lab)).toHaveValue(text);
    await expect(field(lab)).toHaveAttribute("aria-invalid", "true");
    // A selected square is no other position.
    await square(lab, "e2").click();
    await expect(error(lab)).toHaveText(words);
    await square(lab, "e4").click();
    await expect(error(lab)).toBeEmpty();
    await expect(field(lab)).not.toHaveAttribute("aria-invalid");
    await expect(field(lab)).toHaveValue(/\/4P3\//);
  });
}

test("an error goes with the position that a button sets up, also if that is on the board already", async ({ lab }) => {
  await openEarly(lab, { fen: START });
  await type(lab, "?");
  await expect(field(lab)).toHaveAttribute("aria-invalid", "true");
  await lab.getByRole("button", { name: "Start position" }).click();
  await expect(error(lab)).toBeEmpty();
  await expect(field(lab)).not.toHaveAttribute("aria-invalid");
  await expect(field(lab)).toHaveValue(START);
});

test("a text that is typed and not yet set stays", async ({ lab }) => {
  const arrive = await openHeld(lab, { fen: START });
  await unfold(lab);
  await field(lab).fill("e4");
  await field(lab).press("Tab");
  await expect(lab.getByRole("button", { name: "Set", exact: true })).toBeFocused();
  await arrive();
  await expect(field(lab)).toHaveValue("e4");
  await lab.keyboard.press("Enter");
  await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
  expect(await fen(lab)).toContain("/4P3/");
});

test("what is wrong with an address stays until the next step, and a typed error comes before it", async ({ lab }) => {
  const arrive = await openHeld(lab, { fen: "9/8" });
  await expect(error(lab)).toContainText("expected");
  const words = (await error(lab).textContent()) ?? "";
  await type(lab, "Ke5");
  await expect(error(lab)).not.toHaveText(words);
  const typed = (await error(lab).textContent()) ?? "";
  await arrive();
  await expect(error(lab)).toHaveText(typed);
  await type(lab, START);
  await expect(error(lab)).toBeEmpty();
  // A change that is no step does not bring it back.
  await lab.getByRole("button", { name: "Flip" }).click();
  await expect(error(lab)).toBeEmpty();
});

test("a part that is folded while editing stays folded", async ({ lab }) => {
  const arrive = await openHeld(lab, { fen: START, editing: "1" });
  await lab.getByText("Edit, FEN, hatching").click();
  await expect(field(lab)).toBeHidden();
  await arrive();
  await expect(field(lab)).toBeHidden();
});

test("Sets: what is wrong with a word stays, and goes when a set is added", async ({ lab }) => {
  const arrive = await openHeld(lab, { fen: START, sets: "" });
  await lab.getByText("Paste, number").click();
  const word = lab.getByLabel("Word: 0x…, 0b… or decimal");
  await word.fill("0xg");
  await word.press("Enter");
  const said = lab.locator(".tools .error");
  await arrive();
  await expect(said).toContainText("not a word of 64 bits");
  await expect(word).toHaveAttribute("aria-invalid", "true");
  await expect(word).toHaveValue("0xg");
  await lab.getByText("Pick sets").click();
  await lab.getByRole("checkbox", { name: "White attacks", exact: true }).check();
  await expect(said).toBeEmpty();
  await expect(word).not.toHaveAttribute("aria-invalid");
});

test("Sets: that there are too many stays until one is removed", async ({ lab }) => {
  const arrive = await openHeld(lab, { fen: START, sets: Array<string>(24).fill("0x1").join(";") });
  await lab.getByText("Paste, number").click();
  const word = lab.getByLabel("Word: 0x…, 0b… or decimal");
  await word.fill("0x2");
  await word.press("Enter");
  const said = lab.locator(".tools .error");
  await arrive();
  await expect(said).toHaveText("There are 24 sets; remove one first.");
  await expect(word).toHaveValue("0x2");
  await lab.getByRole("button", { name: "Remove set A" }).click();
  await expect(said).toBeEmpty();
});

test("Sets: an expression and what is wrong with it stay", async ({ lab }) => {
  const arrive = await openHeld(lab);
  const input = lab.getByRole("textbox", { name: "Set expression" });
  await input.fill("isolate(P)");
  const said = lab.getByRole("region", { name: "Find" }).getByRole("alert");
  await expect(said).toContainText("did you mean");
  await arrive();
  await expect(said).toContainText("did you mean");
  await expect(input).toHaveValue("isolate(P)");
  await expect(input).toHaveAttribute("aria-invalid", "true");
});

test("Perft: what is wrong with a pasted divide stays while the panel counts by itself", async ({ lab }) => {
  // The timer of the panel ends when the test says so.
  await lab.clock.install({ time: 0 });
  await lab.clock.pauseAt(1000);
  const release = await hold(lab, "worker.wasm");
  await openEarly(lab, { fen: START, tab: "perft", depth: "3" });
  await (await theirs(lab)).fill("nothing here");
  await lab.getByRole("button", { name: "Compare" }).click();
  const said = lab.locator(".compare .error");
  await expect(said).toContainText("The text has no counts");
  await lab.clock.runFor(1000);
  await expect(lab.locator(".result")).toHaveText("Counting …");
  release();
  await expect(lab.locator(".result")).toContainText(/perft 3 = 8\s902 in/);
  await expect(said).toContainText("The text has no counts");
  await expect(await theirs(lab)).toHaveValue("nothing here");
});

test("Perft: differences stay when the same is counted again", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "2" });
  await (await theirs(lab)).fill("e2e4: 1");
  await lab.getByRole("button", { name: "Compare" }).click();
  await expect(lab.locator(".differences")).toBeVisible();
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText("perft 2 = 400");
  await expect(lab.locator(".differences")).toBeVisible();
});

test("Play: that a hint is looked for stays until it is found", async ({ lab }) => {
  const found = await hold(lab, "worker.wasm");
  const arrive = await openHeld(lab, { tab: "play", level: "1" });
  await lab.getByRole("button", { name: "Hint" }).click();
  const status = lab.locator(".play-status");
  await expect(status).toHaveText("Looking for a move …");
  await arrive();
  await expect(status).toHaveText("Looking for a move …");
  found();
  await expect(status).toHaveText(/^Hint: /);
});

test("Play: a hint that comes after a move is neither shown nor awaited", async ({ lab }) => {
  const found = await hold(lab, "worker.wasm");
  await openEarly(lab, { tab: "play", level: "1" });
  await lab.getByRole("button", { name: "Hint" }).click();
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  const status = lab.locator(".play-status");
  await expect(status).toHaveText("The computer is thinking …");
  found();
  await expect(lab.locator(".line li")).toHaveCount(2);
  await expect(status).toHaveText(/^Your move/);
  await lab.getByRole("button", { name: "Take back" }).click();
  await expect(status).toHaveText(/^After 0 of 2 moves/);
});

test("Games: what is wrong with a PGN and with a search stays", async ({ lab }) => {
  const arrive = await openHeld(lab, { tab: "games" });
  await (await reader(lab)).fill("1. e4 e5 2. Ke3 *");
  await lab.getByRole("button", { name: "Read" }).click();
  const panel = lab.locator(".games-panel");
  await expect(panel.locator(".wrong")).toContainText("not legal");
  await lab.getByRole("button", { name: "Find", exact: true }).click();
  await expect(panel.locator(".games-filter > .error")).toContainText("empty");
  await arrive();
  await expect(panel.locator(".wrong")).toContainText("not legal");
  await expect(panel.locator(".games-filter > .error")).toContainText("empty");
  await expect(await reader(lab)).toHaveValue("1. e4 e5 2. Ke3 *");
});

test("Games: the button that reads a game stays where it is", async ({ lab }) => {
  const release = await hold(lab, "worker.wasm");
  await open(lab, { tab: "games" });
  await reader(lab);
  const place = () => lab.getByRole("button", { name: "Read" }).boundingBox();
  const before = await place();
  release();
  await settled(lab);
  expect(await place()).toEqual(before);
});

test("Lessons: the clicks of a quiz and its result stay", async ({ lab }) => {
  const arrive = await openHeld(lab, { tab: "lessons" });
  const quiz = lab.getByRole("region", { name: "Quiz" });
  await quiz.getByRole("button", { name: "Answer on the board" }).click();
  await square(lab, "a1").click();
  await quiz.getByRole("button", { name: "Check" }).click();
  await expect(quiz).toContainText("Not yet: 3 squares missing.");
  await arrive();
  await expect(lab.getByRole("region", { name: "Exercise" })).toBeVisible();
  await expect(quiz).toContainText("Not yet: 3 squares missing.");
  await expect(square(lab, "a1")).toHaveAccessibleName(/in your answer/);
});

test("Techniques: the part with the sources keeps the focus and stays open", async ({ lab }) => {
  const release = await hold(lab, "pages.json");
  await openEarly(lab, { tab: "techniques" });
  const summary = lab.getByText("About and sources");
  await summary.press("Enter");
  await expect(lab.locator(".about-lesson[aria-busy=true]")).toBeVisible();
  release();
  await expect(lab.getByRole("heading", { name: "Literature" })).toBeVisible();
  await expect(summary).toBeFocused();
});

for (const [what, address] of [
  ["a multiplication", { tab: "lessons", lesson: "magic" }],
  ["a fill", { tab: "lessons", lesson: "fill", step: "1" }],
  ["a set of a technique", { tab: "techniques" }],
] as const) {
  test(`${what} goes on moving when the page of its technique arrives`, async ({ lab }) => {
    // The time of the page stands still but for `runFor`.
    await lab.clock.install({ time: 0 });
    await lab.clock.pauseAt(1000);
    const drawn = () => lab.locator(".layers > .layer-fill").first().getAttribute("d");
    const release = await hold(lab, "pages.json");
    await open(lab, address);
    await lab.getByRole("group", { name: "Steps" }).getByRole("button", { name: "Next ›" }).click();
    const first = await drawn();
    release();
    await expect(lab.locator(".about-lesson[aria-busy=true]")).toHaveCount(0);
    expect(await drawn()).toBe(first);
    await lab.clock.runFor(10_000);
    expect(await drawn()).not.toBe(first);
  });
}
