import { expect, fen, open, square, START, test } from "./lab.js";

test("a bishop's attacks are shown at once", async ({ lab }) => {
  await open(lab);
  await expect(lab.getByRole("heading", { name: "A: Attacks from g5" })).toBeVisible();
  await expect(square(lab, "h4")).toHaveAccessibleName("h4, empty, in A");
});

test("a click on a piece and on a target plays the move", async ({ lab }) => {
  await open(lab, { fen: START });
  await square(lab, "e2").click();
  await expect(square(lab, "e4")).toHaveAccessibleName(/legal target/);
  await square(lab, "e4").click();
  expect(await fen(lab)).toBe("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
});
