// Measures pages of the site with Lighthouse (a phone on slow 4G), and prints the median of five runs
// for each part, and what brings a part below 95. `.ci/site` makes the site, in the folder that is given.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serve } from "./serve.mjs";

const RUNS = 5;
const LEAST = 95;
const PAGES = ["index.html", "lab/index.html", "lessons/magic-fancy.html"];

const [folder] = process.argv.slice(2);
if (!folder) {
  throw new Error("no folder (expected: npm run lighthouse -- SITE)");
}
const server = await serve(folder, 0);
const env = { ...process.env, CHROME_PATH: process.env["CHROMIUM"] ?? "/usr/bin/chromium" };
const options = ["--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];

/** Returns what Lighthouse reports of a page. */
async function report(page) {
  const url = `http://localhost:${server.address().port}/${page}`;
  const words = ["--yes", "lighthouse@12.8.2", url, ...options];
  return JSON.parse((await promisify(execFile)("npx", words, { env, maxBuffer: 1 << 28 })).stdout);
}

for (const page of PAGES) {
  const reports = [];
  for (let run = 0; run < RUNS; run++) {
    reports.push(await report(page));
  }
  const median = (of) => reports.map(of).sort((a, b) => a - b)[RUNS >> 1];
  const parts = Object.keys(reports[0].categories).map((part) => [part, Math.round(100 * median(({ categories }) => categories[part].score))]);
  const paint = median(({ audits }) => audits["largest-contentful-paint"].numericValue);
  console.log(`${page.padEnd(28)} ${parts.map(([part, score]) => `${part} ${score}`).join(", ")}; largest paint ${Math.round(paint)} ms`);
  for (const [part, score] of parts.filter(([, score]) => score < LEAST)) {
    const { categories, audits } = reports[0];
    const below = categories[part].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score < 1);
    console.log(`  ${part} ${score} (expected ${LEAST}): ${below.map(({ id }) => id).join(", ")}`);
  }
}
server.close();
