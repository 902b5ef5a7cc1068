import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

// The same browser without windows takes half the time.
const SHELL = "/usr/bin/chromium-headless-shell";
const executablePath = process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");
// Another port lets two checkouts be tested at the same time.
const address = `http://localhost:${process.env["TEST_PORT"] ?? 8378}/`;

export default defineConfig({
  testDir: "tests",
  // Limits for what hangs. No test is about time: a machine may be slow and busy.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: Math.max(2, Math.min(8, availableParallelism())),
  fullyParallel: true,
  reporter: "line",
  use: {
    baseURL: address,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    // Only the tests of the service worker have one: it would answer for files that a test holds back.
    serviceWorkers: "block",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  webServer: {
    command: "node tests/server.mjs",
    url: address,
    reuseExistingServer: false,
  },
});
