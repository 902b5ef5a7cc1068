// Measures the page that has been built, in Chromium, and prints each figure beside its bound.
// Nothing fails here: a machine may be slow or busy.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "./serve.mjs";

const PORT = 8379;
const RUNS = 3;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const GAME =
  "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
const SETS = "attacks@;white.attacks;black.attacks;occupied;targets;white.pinned;black.pinned;check-mask;=set_b & set_c;=~set_d";

const server = await serve(join(dirname(fileURLToPath(import.meta.url)), "dist"), PORT);
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });

async function open(address) {
  await page.goto("about:blank");
  await page.goto(`http://localhost:${PORT}/#${new URLSearchParams(address)}`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

function report(name, figure, bound) {
  console.log(`${name.padEnd(70)} ${figure.padStart(24)}   bound: ${bound}`);
}

const milliseconds = (time) => `${time.toFixed(1)} ms`;

console.log(`${browser.version()}; the best of ${RUNS} runs; updates in processor time, from a trace`);

const ready = [];
for (let run = 0; run < RUNS; run++) {
  await open({});
  ready.push(Number(await page.locator("html").getAttribute("data-ready")));
}
report("first interaction", milliseconds(Math.min(...ready)), "1000 ms");

// A phone of the middle class on slow 4G, as Lighthouse has it; each visit has an empty cache.
const slow = [];
for (let run = 0; run < RUNS; run++) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const session = await context.newCDPSession(phone);
  const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await phone.goto(`http://localhost:${PORT}/`);
  await phone.locator("html[data-ready]").waitFor({ state: "attached" });
  slow.push(Number(await phone.locator("html").getAttribute("data-ready")));
  await context.close();
}
report("first interaction, 150 ms and 1.6 Mbit/s, a quarter of the CPU", milliseconds(Math.min(...slow)), "1500 ms");

/** Plays games by the field of the page. Marks of a trace enclose the script and layout of a move. */
async function playGame({ texts, games, pause }) {
  const input = document.getElementById("position-input");
  for (const text of Array(games).fill(texts).flat()) {
    input.value = text;
    performance.mark("move");
    input.form.requestSubmit();
    document.body.getBoundingClientRect();
    performance.mark("moved");
    await new Promise(requestAnimationFrame);
    if (pause > 0) {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Returns the processor times of the main thread between marks of a trace, in milliseconds, sorted. */
function between(trace, from, to) {
  const marks = trace.filter(({ cat, name }) => cat === "blink.user_timing" && [from, to].includes(name));
  const times = marks.flatMap(({ name, tts }, at) => {
    const end = marks.slice(at + 1).find((mark) => mark.name === to);
    return name === from && end ? [(end.tts - tts) / 1000] : [];
  });
  return times.sort((a, b) => a - b);
}

// A person takes longer than a tenth of a second for a move; a move in each frame is the most that can be.
for (const [pause, name] of [[100, "one every 0.1 s"], [0, "one in each frame"]]) {
  await open({ fen: START, sets: SETS });
  await browser.startTracing(page, { categories: ["blink.user_timing"] });
  await page.evaluate(playGame, { texts: [...GAME.split(" "), START], games: 6, pause });
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const updates = between(traceEvents, "move", "moved");
  const frames = between(traceEvents, "move", "move");
  const at = (times, part) => milliseconds(times[Math.floor(times.length * part)]);
  report(`update of 10 sets over 6 games, ${name}: median, 95th percentile`, `${at(updates, 0.5)}, ${at(updates, 0.95)}`, "8 ms");
  report("  with the drawing", `${at(frames, 0.5)}, ${at(frames, 0.95)}`, "none");
}

for (const workers of ["2", "1"]) {
  await open({ fen: START, tab: "perft", depth: "6" });
  await page.getByLabel("Workers").selectOption(workers);
  const times = [];
  for (let run = 0; run < 2 * RUNS; run++) {
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await page.locator(".result", { hasText: /perft 6 = 119\s060\s324/ }).waitFor({ timeout: 120_000 });
    times.push(1000 * Number(/in ([\d.]+) s/.exec(await page.locator(".result").textContent())[1]));
  }
  const time = Math.min(...times);
  const name = `perft 6, warm, ${workers} ${workers === "1" ? "worker" : "workers"}`;
  report(name, `${milliseconds(time)}, ${(119_060_324 / time / 1000).toFixed(0)} Mn/s`, workers === "2" ? "400 ms" : "none");
}

await browser.close();
server.close();
