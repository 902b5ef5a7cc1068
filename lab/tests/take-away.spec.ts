import { readFileSync } from "node:fs";
import { expect, open, square, START, test } from "./lab.js";

test("the board is saved as SVG and PNG, and its sets as literals", async ({ lab }) => {
  await open(lab, { fen: START, sets: "occupied;white.pawns" });
  await lab.getByText("Take it away").click();
  const saved = async (button: string) => {
    const download = lab.waitForEvent("download");
    await lab.getByRole("button", { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const drawing = await saved("Board as SVG");
  expect(drawing.name).toBe("board.svg");
  // It shows by itself what the page shows: the pieces, two sets, the dark squares and the coordinates.
  const { paths, texts, white } = await lab.evaluate((text) => {
    const svg = new DOMParser().parseFromString(text, "image/svg+xml");
    const [path] = [...svg.querySelectorAll("path[fill='rgb(255, 255, 255)']")];
    return { paths: svg.querySelectorAll("path").length, texts: svg.querySelector("svg")?.textContent, white: path?.getAttribute("transform") };
  }, drawing.bytes.toString());
  expect(paths).toBeGreaterThanOrEqual(3 + 32);
  expect(texts).toBe("87654321abcdefgh");
  expect(white).toBe("translate(40 640)");
  const picture = await saved("Board as PNG");
  expect(picture.name).toBe("board.png");
  expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([880, 880]);
  expect(picture.bytes.length).toBeGreaterThan(10_000);
  const codes = lab.locator(".take-away code");
  await expect(codes.first()).toHaveText("UINT64_C(0xffff00000000ffff)");
  await lab.locator(".take-away").getByLabel("Set to take away").selectOption({ index: 1 });
  await expect(codes.nth(1)).toHaveText("0x000000000000ff00_u64");
  await square(lab, "e2").click();
  await square(lab, "e4").click();
  await expect(codes.nth(2)).toHaveText("0x000000001000ef00");
});

test("the page is shown in a frame, in the state of its address, and links to the whole lab", async ({ lab }) => {
  await open(lab, { tab: "techniques", step: "1" });
  await lab.getByText("Take it away").click();
  const line = lab.locator(".take-away code").last();
  await expect(line).toContainText("tab=techniques&amp;");
  const code = (await line.textContent()) ?? "";
  // The servers of the command and of the tests forbid frames.
  await lab.route("**/*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await lab.route("**/frame.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>A page</title>${code}` }));
  await lab.goto("/frame.html");
  const frame = lab.frameLocator("iframe");
  await expect(frame.locator(".lesson .part").first()).toHaveText(/^Step 2 of/);
  await expect(frame.getByRole("tab")).toHaveCount(0);
  const length = await lab.evaluate(() => history.length);
  await frame.getByRole("gridcell", { name: /^d7,/ }).click();
  await frame.getByRole("gridcell", { name: /^a5,/ }).click();
  const opened = lab.waitForEvent("popup");
  await frame.getByRole("link", { name: "Open in the lab" }).click();
  await expect((await opened).getByRole("tab", { name: "Techniques", selected: true })).toBeVisible();
  expect((await opened).url()).toContain("square=a5");
  expect(await lab.evaluate(() => history.length)).toBe(length);
});

test("the frames that the documentation shows are states of the lab", async ({ lab }) => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const addresses = [...readme.matchAll(/<iframe src="https:\/\/lab\.example\/#([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  expect(addresses.length).toBe(3);
  for (const [at, found] of ["Multiply by the magic factor", "A pinned piece stays on the line", "C: set_a & set_b"].entries()) {
    await lab.goto("about:blank");
    await lab.goto(`/#${addresses[at]}`);
    await expect(lab.getByRole("tabpanel").getByText(found)).toBeVisible();
  }
});
