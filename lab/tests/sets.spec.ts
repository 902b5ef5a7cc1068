import { expect, open, reload, square, START, test } from "./lab.js";

/** The initial position, with two sets. */
const TWO = { fen: START, sets: "white.pieces;0x000000000000ff00" };

test("sets are picked from the tree and follow the moves", async ({ lab }) => {
  await open(lab, { fen: START, sets: "" });
  await lab.getByText("Pick sets").click();
  await lab.getByText("Pawns", { exact: true }).click();
  await lab.getByRole("checkbox", { name: "White pawn pushes" }).check();
  const card = lab.getByRole("article", { name: "A: White pawn pushes" });
  await expect(card.locator(".hexadecimal")).toHaveText("0x0000000000ff0000");
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(card.locator(".hexadecimal")).toHaveText("0x0000001000ef0000");
  await lab.getByRole("checkbox", { name: "White pawn pushes" }).uncheck();
  await expect(card).toHaveCount(0);
});

test("a click on a bit toggles it, and the numbers follow", async ({ lab }) => {
  await open(lab, TWO);
  const card = lab.getByRole("article", { name: "B: fixed" });
  await card.getByRole("gridcell", { name: "h8, bit 63" }).click();
  await expect(card.locator(".hexadecimal")).toHaveText("0x800000000000ff00");
  // The word has no sign.
  await expect(card.locator(".decimal")).toHaveText("9223372036854841088");
  await expect(card.locator(".binary")).toHaveText(
    "0b10000000_00000000_00000000_00000000_00000000_00000000_11111111_00000000",
  );
  await card.getByRole("gridcell", { name: "h8, bit 63" }).press("Enter");
  await expect(card.locator(".decimal")).toHaveText("65280");
});

test("expressions combine sets, also after a move and a removal", async ({ lab }) => {
  await open(lab, TWO);
  const add = async (expression: string) => {
    await lab.getByRole("textbox", { name: "Set expression" }).fill(expression);
    await lab.getByRole("button", { name: "Add as a set" }).click();
  };
  const value = (letter: string) => lab.getByRole("article", { name: new RegExp(`^${letter}: `) }).locator(".hexadecimal");
  await add("set_a & set_b");
  await expect(value("C")).toHaveText("0x000000000000ff00");
  await add("set_a ^ set_b");
  await expect(value("D")).toHaveText("0x00000000000000ff");
  await add("north(set_c)");
  await expect(value("E")).toHaveText("0x0000000000ff0000");
  await add("~set_a");
  await expect(value("F")).toHaveText("0xffffffffffff0000");
  await add("flip_vertical(A) & attacks(selected) | h8");
  await expect(value("G")).toHaveText("0x8000000000000000");
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(value("C")).toHaveText("0x000000000000ef00");
  await expect(value("E")).toHaveText("0x0000000000ef0000");
  await lab.getByRole("button", { name: "Remove set B" }).click();
  // C was combined from B and keeps its value; E, now D, is still the shift of C, now B.
  await expect(value("B")).toHaveText("0x000000000000ef00");
  await expect(value("D")).toHaveText("0x0000000000ef0000");
  await reload(lab);
  await expect(value("D")).toHaveText("0x0000000000ef0000");
  // An address may have an expression that is none.
  await open(lab, { sets: "=isolate(P);white.pawns" });
  await expect(lab.locator(".card").first()).toContainText("did you mean");
  await expect(value("B")).toHaveText(/^0x/);
});

test("a word is pasted in three notations, and copied", async ({ lab }) => {
  await open(lab, { fen: START, sets: "" });
  await lab.getByText("Paste, number").click();
  const field = lab.getByLabel("Word: 0x…, 0b… or decimal");
  for (const [text, hex] of [
    ["0x8100_0000_0000_0081", "0x8100000000000081"],
    ["0b1000", "0x0000000000000008"],
    ["18446744073709551615", "0xffffffffffffffff"],
    ["-1", "0xffffffffffffffff"],
  ] as const) {
    await field.fill(text);
    await field.press("Enter");
    await expect(lab.locator(".card .hexadecimal").last()).toHaveText(hex);
  }
  for (const text of ["", "0x", "0x10000000000000000", "18446744073709551616", "1e3", "alert(1)"]) {
    await field.fill(text);
    await field.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(lab.locator(".card")).toHaveCount(4);
  await lab.locator(".card").first().getByRole("button", { name: /^Copy/ }).first().click();
  await expect(lab.locator("#announcer")).toHaveText("Copied 0x8100000000000081");
  expect(await lab.evaluate(() => navigator.clipboard.readText())).toBe("0x8100000000000081");
});

test("the bits are numbered by any mapping", async ({ lab }) => {
  await open(lab, { fen: START, sets: "0x0000000000000001" });
  await lab.getByText("Paste, number").click();
  await lab.getByLabel("Bit of each square").selectOption("1");
  await expect(lab.locator(".card .hexadecimal")).toHaveText("0x8000000000000000");
  await expect(lab.getByRole("gridcell", { name: "a1, bit 63" })).toHaveAttribute("aria-selected", "true");
  // A pasted word is read by the same mapping.
  await lab.getByLabel("Word: 0x…, 0b… or decimal").fill("0x8000000000000000");
  await lab.getByRole("button", { name: "Add the set" }).click();
  await expect(lab.locator(".card").last().getByRole("gridcell", { name: "a1, bit 63" })).toHaveAttribute("aria-selected", "true");
});

test("a layer is told by its pattern and mark, and can be hidden", async ({ lab }) => {
  await open(lab, TWO);
  const drawn = lab.locator(".layers > path[fill^=url]");
  await expect(drawn.nth(0)).toHaveAttribute("d", /h\d+v/);
  await expect(drawn.nth(1)).toHaveAttribute("d", /h\d+v/);
  expect(await drawn.nth(0).getAttribute("fill")).not.toBe(await drawn.nth(1).getAttribute("fill"));
  await lab.getByRole("article", { name: "A: White pieces" }).getByLabel("On the board").uncheck();
  await expect(drawn.nth(0)).toHaveAttribute("d", "");
  await expect(square(lab, "e1")).toHaveAccessibleName("e1, white king");
  await expect(square(lab, "e2")).toHaveAccessibleName("e2, white pawn, in B");
});
