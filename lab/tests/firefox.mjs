// A smoke test in Firefox, which FIREFOX names: the lab starts, each panel opens, and perft counts.
// It speaks WebDriver BiDi, so it needs no package, but `--experimental-websocket` in Node 20.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";

const server = await serve(fileURLToPath(new URL("../dist", import.meta.url)), 0);
const profile = mkdtempSync(join(tmpdir(), "setwise-lab-"));
const program = process.env["FIREFOX"] ?? "firefox-esr";
const words = ["--headless", "--profile", profile, "--remote-debugging-port", "0"];
const firefox = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
const ended = once(firefox, "exit");
// A limit for what hangs: then the connection ends.
const limit = setTimeout(() => firefox.kill(), 600_000);
try {
  let address;
  for await (const line of createInterface({ input: firefox.stderr })) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) {
      break;
    }
  }
  assert.ok(address, `${program} does not listen`);
  firefox.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const [waiting, errors] = [new Map(), []];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
    if (message.method === "log.entryAdded" && ["warn", "error"].includes(message.params.level)) {
      errors.push(message.params.text);
    }
  });
  socket.addEventListener("close", () => waiting.forEach((answer) => answer({ message: `${program} has ended` })));
  let id = 0;
  const send = async (method, params) => {
    id += 1;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answer;
    assert.ok(result, message);
    return result;
  };
  const { capabilities } = await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = contexts[0];
  /** Waits until an expression has a value in the page that is not empty, and returns it. */
  const value = async (expression) => {
    const wait = `new Promise((resolve) => {
      const look = () => {
        const found = ${expression};
        if (found) {
          observer.disconnect();
          resolve(found);
        }
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
      look();
    })`;
    const answer = await send("script.evaluate", { expression: wait, target: { context }, awaitPromise: true });
    return answer.result?.value;
  };
  const state = "tab=techniques&techniques=hyperbola&piece=rook&square=d4";
  const url = `http://localhost:${server.address().port}/#${state}`;
  await send("browsingContext.navigate", { context, url, wait: "complete" });
  await value("document.documentElement.dataset.ready");
  assert.equal(await value("document.querySelector('.lesson h3')?.textContent"), "Hyperbola quintessence: a rook on d4");
  for (const tab of ["sets", "legality", "games", "lessons", "play", "perft"]) {
    await value(`document.getElementById("tab-${tab}").click() ?? true`);
    await value(`document.querySelector("#panel .${tab}-panel h2")`);
  }
  await value("/perft 4 = 197\\s281 /.test(document.querySelector('.result')?.textContent)");
  assert.deepEqual(errors, []);
  console.log(`the lab works in Firefox ${capabilities.browserVersion}`);
  socket.close();
} finally {
  clearTimeout(limit);
  server.close();
  firefox.kill();
  await ended;
  rmSync(profile, { recursive: true });
}
