import { expect, fen, open, square, test } from "./lab.js";

test("a quiz is answered on the board, in the position of its page, until the position changes", async ({ lab }) => {
  await open(lab, { tab: "lessons" });
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  const after = await fen(lab);
  const quiz = lab.getByRole("region", { name: "Quiz" });
  const answer = quiz.getByRole("button", { name: "Answer on the board" });
  await answer.click();
  // A click is part of the answer, and no move.
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(square(lab, "e2")).toHaveAccessibleName("e2, white pawn, in your answer");
  await expect(square(lab, "e4")).toHaveAccessibleName("e4, empty, in your answer");
  await expect(square(lab, "d2")).toHaveAttribute("aria-selected", "false");
  await expect(lab.getByRole("button", { name: "Start position" })).toBeHidden();
  // By the keys alone.
  await square(lab, "e4").press("ArrowRight");
  await square(lab, "f4").press("Enter");
  await square(lab, "f4").press("Escape");
  await expect(quiz.getByRole("button", { name: "Check" })).toBeFocused();
  expect(await fen(lab)).toBe(after);
  // A step of the page is drawn on the board again, and the clicks are kept.
  await lab.getByRole("tab", { name: "Lessons" }).click();
  await expect(square(lab, "e4")).toHaveAccessibleName(/white pawn/);
  await answer.click();
  await expect(lab.locator(".board-grid [aria-selected=true]")).toHaveCount(3);
});

test("a quiz says what is missing and wrong, and what is right", async ({ lab }) => {
  await open(lab, { tab: "lessons" });
  await expect(lab.getByRole("heading", { name: "1. A set of squares is a number" })).toBeVisible();
  const quiz = lab.getByRole("region", { name: "Quiz" });
  const click = async (names: string[]) => {
    for (const name of names) {
      await square(lab, name).click();
    }
  };
  await quiz.getByRole("button", { name: "Answer on the board" }).click();
  await click(["a1", "h1", "b2", "h3"]);
  await quiz.getByRole("button", { name: "Check" }).click();
  await expect(quiz).toContainText("Not yet: 1 square missing; not in the set: h3; h3 is bit 23, which is 0.");
  const isBeside = async () => {
    const [check, result] = await Promise.all([quiz.getByRole("button", { name: "Check" }).boundingBox(), quiz.getByRole("status").boundingBox()]);
    expect(result?.x).toBeGreaterThan((check?.x ?? Infinity) + (check?.width ?? 0));
    expect(result?.y).toBeLessThan((check?.y ?? 0) + (check?.height ?? 0));
  };
  await isBeside();
  await click(["g2", "h3"]);
  await quiz.getByRole("button", { name: "Check" }).click();
  await expect(quiz).toContainText("Right: 4 squares: a1 h1 b2 g2.");
  await isBeside();
});

test("a quiz names the step that leaves a square out, and shows the step after the answer", async ({ lab }) => {
  const quiz = lab.getByRole("region", { name: "Quiz" });
  const cases = [
    ["rays", "e3", 'the step "ray AND occupied = ray blockers": it is not in "occupied"'],
    ["checks", "e3", 'the step "pseudo-legal AND check mask = legal": it is not in "check mask"'],
    ["checks", "b2", 'the step "potential moves AND NOT own pieces = pseudo-legal": it is in "own pieces"'],
    ["checks", "a8", 'the step "bishop attacks of piece = potential moves"'],
    ["captures", "b4", 'the step "pawns >> 9 = all shifted": c5 is not in "pawns"'],
    ["bishop", "g8", 'the step "step until occupied = reached": the walk ends before it, or goes elsewhere'],
    ["legal", "f4", 'the step "pseudo-legal AND NOT attacked by the enemy = legal": it is in "attacked by the enemy"'],
  ] as const;
  for (const [lesson, name, why] of cases) {
    await open(lab, { tab: "lessons", lesson });
    await quiz.getByRole("button", { name: "Answer on the board" }).click();
    await square(lab, name).click();
    await quiz.getByRole("button", { name: "Check" }).click();
    await expect(quiz).toContainText(`not in the set: ${name}; ${name} is left out by ${why}.`);
  }
  await expect(quiz.locator(".equation .board-figure")).toHaveCount(0);
  await quiz.getByRole("button", { name: "Show the answer" }).click();
  await expect(quiz.locator(".equation .board-figure")).toHaveCount(3);
});
