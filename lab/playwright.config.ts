import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
// Another port lets two checkouts be tested at the same time.
const address = `http://localhost:${process.env["TEST_PORT"] ?? 8378}/`;

export default defineConfig({
  testDir: "tests",
  // Limits for what hangs: a machine may be slow.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  reporter: "line",
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  webServer: {
    command: "node tests/server.mjs",
    url: address,
    reuseExistingServer: false,
  },
});
