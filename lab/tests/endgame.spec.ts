import { expect, open, square, test } from "./lab.js";

const ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";

test("an endgame is solved, and the board shows where the other king is mated", async ({ lab }) => {
  await open(lab, { fen: ROOK });
  await expect(square(lab, "d4")).toHaveAccessibleName("d4, empty");
  const solve = lab.getByRole("button", { name: "Solve the endgame" });
  await solve.click();
  const endgame = lab.locator(".endgame");
  await expect(endgame.getByRole("status")).toContainText("White mates in 16.");
  await expect(endgame.getByRole("listitem").first()).toHaveText(/mates in 16$/);
  await expect(square(lab, "d4")).toHaveAccessibleName(/Black's king here is mated in 1\d$/);
  await expect(square(lab, "b8")).toHaveAccessibleName("b8, empty");
  await expect(square(lab, "d4")).toHaveAttribute("data-king", "is mated");
  // A move that gives the rook away draws, and is played by its button.
  await endgame.getByRole("listitem").filter({ hasText: "draws" }).first().getByRole("button").click();
  await expect(endgame.getByRole("status")).toHaveText(/^Black (draws|is mated)/);
  await solve.click();
  await expect(endgame.getByRole("status")).toHaveText("");
  await expect(square(lab, "d4")).not.toHaveAttribute("data-king", /./);
});

test("what has no table has no button, and castling rights are told", async ({ lab }) => {
  await open(lab);
  await expect(lab.getByRole("button", { name: "Solve the endgame" })).toBeHidden();
  await open(lab, { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" });
  await lab.getByRole("button", { name: "Solve the endgame" }).click();
  await expect(lab.locator(".endgame").getByRole("status")).toHaveText("No result: tables have no positions with castling rights.");
});
