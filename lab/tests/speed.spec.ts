import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, open, START, test } from "./lab.js";

// Times are printed. Their bounds are loose here, because machines that run tests are busy.

test("200 random moves update all sets, without an error", async ({ lab }) => {
  const sets = "attacks@;white.attacks;black.attacks;occupied;targets;white.pinned;black.pinned;check-mask;and(1,2);not(3)";
  await open(lab, { fen: START, sets });
  const times = await lab.evaluate(async (start) => {
    const { app } = (self as unknown as { setwiseLab: { app: { position: { moves?: { uci: string }[] }; play(move: string): unknown; setFen(fen: string): unknown; updateTimes: number[] } } }).setwiseLab;
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const found: number[] = [];
    while (found.length < 200) {
      const moves = app.position.moves ?? [];
      const move = moves[random(moves.length)];
      if (!move) {
        app.setFen(start);
        continue;
      }
      const before = performance.now();
      const error = app.play(move.uci);
      // With the layout of what has changed.
      document.body.getBoundingClientRect();
      found.push(performance.now() - before);
      if (error) {
        throw new Error(JSON.stringify(error));
      }
      await new Promise(requestAnimationFrame);
    }
    return found.sort((a, b) => a - b);
  }, START);
  console.log(`update of 10 sets after a move: median ${times[100]?.toFixed(1)} ms, worst ${times[199]?.toFixed(1)} ms`);
  expect(times[100]).toBeLessThan(200);
});

test("the first interaction is possible within a second", async ({ lab }) => {
  await open(lab);
  await open(lab);
  const ready = Number(await lab.locator("html").getAttribute("data-ready"));
  console.log(`ready after ${ready} ms`);
  expect(ready).toBeLessThan(3000);
});

test("perft 6 on two workers", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "6" });
  await lab.getByLabel("Workers").selectOption("2");
  const times: number[] = [];
  for (let run = 0; run < 4; run++) {
    await lab.getByRole("button", { name: "Count", exact: true }).click();
    await expect(lab.locator(".result")).toContainText(/perft 6 = 119\s060\s324/, { timeout: 20_000 });
    times.push(Number(await lab.locator(".result").getAttribute("data-milliseconds")));
  }
  console.log(`perft 6 on two workers: ${times.map((time) => `${time.toFixed(0)} ms`).join(", ")}`);
  expect(Math.min(...times)).toBeLessThan(4000);
});

test("the files are small, and nothing comes from elsewhere", () => {
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  const sizes = readdirSync(dist).map((file) => [file, gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length] as const);
  console.log(sizes.map(([file, size]) => `${file} ${size}`).join(", "));
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(400_000);
  // Most of it is the code of the techniques, each of which is there with and without its steps.
  expect(Object.fromEntries(sizes)["setwise.wasm"]).toBeLessThan(300_000);
  for (const [file] of sizes) {
    if (!file.endsWith(".wasm")) {
      const text = readFileSync(`${dist}/${file}`, "utf8");
      expect(text.match(/https?:\/\/(?!www\.w3\.org\/)[^"'`\s]*/g) ?? []).toEqual([]);
      expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
    }
  }
  const page = readFileSync(`${dist}/index.html`, "utf8");
  expect(page).not.toMatch(/\sstyle=|<style|\son[a-z]+=|unsafe-inline/);
});
