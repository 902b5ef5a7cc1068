import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, open, reload, START, test, type } from "./lab.js";

test("each move of a game updates all sets, without an error", async ({ lab }) => {
  const sets = "attacks@;white.attacks;black.attacks;occupied;targets;white.pinned;black.pinned;check-mask;=set_b & set_c;=~set_d";
  await open(lab, { fen: START, sets });
  const moves = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8";
  for (const move of moves.split(" ")) {
    await type(lab, move);
  }
  await expect(lab.locator(".line li")).toHaveCount(24);
  // What is shown belongs to the position that is reached.
  const shown = await lab.locator(".card .hexadecimal").allTextContents();
  await reload(lab);
  await expect(lab.locator(".card .hexadecimal")).toHaveText(shown);
});

test("perft 6 on two workers", async ({ lab }) => {
  await open(lab, { fen: START, tab: "perft", depth: "6" });
  await lab.getByLabel("Workers").selectOption("2");
  await lab.getByRole("button", { name: "Count", exact: true }).click();
  await expect(lab.locator(".result")).toContainText(/perft 6 = 119\s060\s324/);
});

test("the build says in one line what to do where the target of the modules is missing", () => {
  const rustc = test.info().outputPath("rustc");
  writeFileSync(rustc, "#!/bin/sh\necho /nowhere/lib\n", { mode: 0o755 });
  const build = fileURLToPath(new URL("../build.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: "utf8", env: { ...process.env, RUSTC: rustc } });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\/nowhere\/lib is missing: .*`rustup target add wasm32-unknown-unknown`.*\n$/);
});

test("no path of the machine that built it is in the modules", () => {
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  for (const module of ["board", "lessons", "worker"]) {
    const text = readFileSync(`${dist}/${module}.wasm`, "latin1");
    // Paths of the sources are there, relative to the repository.
    expect(text).toContain("crates/setwise");
    for (const folder of [fileURLToPath(new URL("../..", import.meta.url)), homedir()]) {
      expect(text).not.toContain(folder);
    }
  }
});

test("the files are small, and nothing comes from elsewhere", () => {
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  const sizes = readdirSync(dist).map((file) => [file, gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length] as const);
  console.log(sizes.map(([file, size]) => `${file} ${size}`).join(", "));
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  const size = (name: string) => sizes.find(([file]) => file === name)?.[1] ?? Infinity;
  expect(size("worker.wasm")).toBeLessThan(360_000);
  expect(size("endgames.wasm")).toBeLessThan(80_000);
  // A visit that never uses these two needs only the other files at once.
  expect(all - size("worker.wasm") - size("endgames.wasm")).toBeLessThan(300_000);
  // What the first page needs.
  const first = sizes.filter(([file]) => ["index.html", "lab.css", "lab.js", "board.wasm"].includes(file));
  expect(first.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(150_000);
  for (const [file] of sizes) {
    if (file === "pages.json") {
      // Texts that name the literature with its addresses: paragraphs, and nothing that could load anything.
      const pages = JSON.parse(readFileSync(`${dist}/${file}`, "utf8")) as Record<string, object[]>;
      for (const note of Object.values(pages).flat()) {
        expect(Object.entries(note).map(([name, value]) => [name, typeof value])).toEqual([["heading", "string"], ["text", "string"]]);
      }
    } else if (!file.endsWith(".wasm")) {
      const text = readFileSync(`${dist}/${file}`, "utf8");
      expect(text.match(/https?:\/\/(?!www\.w3\.org\/)[^"'`\s]*/g) ?? []).toEqual([]);
      expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
    }
  }
  const page = readFileSync(`${dist}/index.html`, "utf8");
  expect(page).not.toMatch(/\sstyle=|<style|\son[a-z]+=|unsafe-inline/);
});
