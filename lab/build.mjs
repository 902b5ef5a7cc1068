// Builds the lab into dist/: the WebAssembly modules, the scripts, and the static files.
// With --serve, it then serves dist/ on http://localhost:8377/.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { serve } from "./serve.mjs";

const lab = dirname(fileURLToPath(import.meta.url));
const dist = join(lab, "dist");
const wasm = join(lab, "wasm");
const target = process.env["CARGO_TARGET_DIR"] ?? join(wasm, "target");

const TRIPLE = "wasm32-unknown-unknown";
// rustup installs it because rust-toolchain.toml names it.
const rustc = process.env["RUSTC"] ?? "rustc";
const library = execFileSync(rustc, ["--print", "target-libdir", "--target", TRIPLE], { cwd: wasm, encoding: "utf8" }).trim();
if (!existsSync(library)) {
  console.error(`${library} is missing: install Rust's target ${TRIPLE} (\`rustup target add ${TRIPLE}\`; Debian: libstd-rust-dev-wasm32)`);
  process.exit(1);
}

// SIMD of 128 bits, which every browser has had since 2023. No path of this machine is in the module.
const cargoHome = process.env["CARGO_HOME"] ?? join(homedir(), ".cargo");
const flags = [
  "-Ctarget-feature=+simd128",
  `--remap-path-prefix=${join(cargoHome, "registry/src")}=`,
  `--remap-path-prefix=${dirname(lab)}=`,
];
// The first page waits only for the module of the board.
function buildModule(name, features) {
  execFileSync(
    "cargo",
    [
      ...["build", "--quiet", "--release", "--locked", "--package", "setwise-lab-module", ...features],
      ...["--target", TRIPLE],
    ],
    {
      cwd: wasm,
      stdio: "inherit",
      env: { ...process.env, CARGO_TARGET_DIR: target, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") },
    },
  );
  cpSync(join(target, TRIPLE, "release/setwise_lab_module.wasm"), join(dist, name));
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
buildModule("board.wasm", []);
buildModule("lessons.wasm", ["--features", "lessons"]);
buildModule("endgames.wasm", ["--features", "endgames"]);
buildModule("worker.wasm", ["--features", "worker"]);

// The native build has what the module has not. The pages of the techniques are a file of their own: most
// visits need none of them. The tree of sets and the drawings of the pieces are in the script.
function ask(questions) {
  const answered = execFileSync("cargo", ["run", "--quiet", "--locked", "--bin", "answers"], {
    cwd: wasm,
    input: questions.map((question) => `${new URLSearchParams(question)}\n`).join(""),
    stdio: ["pipe", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return answered.trim().split("\n").map((answer) => JSON.parse(answer));
}
const [{ techniques }, pieces, { groups }] = ask([{ ask: "techniques" }, { ask: "pieces" }, { ask: "set-tree" }]);
const lessons = ask(
  techniques.map(({ name }) => ({ ask: "lesson", technique: name, piece: "rook", square: "a1", occupied: "0" })),
);
const pages = Object.fromEntries(lessons.map(({ topic, notes }) => [topic, notes]));

writeFileSync(join(dist, "pages.json"), JSON.stringify(pages));
cpSync(join(lab, "static"), dist, { recursive: true });
await build({
  absWorkingDir: lab,
  entryPoints: { lab: "src/main.ts", worker: "src/worker.ts" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  define: { PIECES: JSON.stringify(pieces), GROUPS: JSON.stringify(groups) },
});

// The service worker caches the files of this build, by a name that changes with them.
const files = readdirSync(dist).sort();
const hash = createHash("sha256");
for (const file of files) {
  hash.update(file).update(readFileSync(join(dist, file)));
}
await build({
  absWorkingDir: lab,
  entryPoints: { offline: "src/offline.ts" },
  outdir: "dist",
  bundle: true,
  minify: true,
  target: "es2022",
  define: {
    FILES: JSON.stringify(["./", ...files.filter((file) => file !== "index.html")]),
    BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)),
  },
});

// `setwise lab` has the files compressed.
const compressed = join(lab, "compressed");
mkdirSync(compressed, { recursive: true });
for (const file of readdirSync(compressed).filter((file) => file.endsWith(".gz"))) {
  rmSync(join(compressed, file));
}
for (const file of readdirSync(dist)) {
  writeFileSync(join(compressed, `${file}.gz`), gzipSync(readFileSync(join(dist, file)), { level: 9 }));
}

if (process.argv.includes("--serve")) {
  const port = Number(process.env["PORT"] ?? 8377);
  await serve(dist, port);
  console.log(`http://localhost:${port}/`);
}
