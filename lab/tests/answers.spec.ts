import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Engine, isFailure, questionText } from "../src/engine.js";
import type { Lesson, Note } from "../src/lesson.js";
import { expect, START, test } from "./lab.js";

const lab = fileURLToPath(new URL("..", import.meta.url));

async function load(module: "board" | "lessons" | "worker"): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(readFileSync(`${lab}dist/${module}.wasm`));
  return new Engine(instance);
}

/** The questions of each module, but for those of the board, which have all others. */
const OF_LESSONS = ["techniques", "lesson", "legality", "pawns", "topic", "exercise"];
const OF_WORKERS = [
  "count", "magic-start", "magic-step", "games", "game", "words", "expression", "set-value", "find-start", "find-step", "look", "answer", "hint", "pgn",
];
const EXPRESSIONS = [
  "attacks(selected) & enemy", "pinned & a and not check", "count(targets(own)) > moves", "any s in N: attacks(s) & k", "passed(P) | isolated(p)",
  "value(A) - value(a)", "behind(B, attacks(B) & q) & k", "flip_vertical(K) ^ k", "hanging(enemy) or fork(N)", "ever check", "isolate(P)",
];

interface Position {
  moves?: { uci: string; san: string }[];
}

/** Returns positions of random games, in standard chess and Chess960, and some that are special. */
function positions(engine: Engine, count: number): string[] {
  const found = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
    "bad",
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  let fen = START;
  while (found.length < count) {
    found.push(fen);
    const { moves = [] } = engine.sure<Position>({ ask: "position", fen });
    const move = moves[random(moves.length)];
    fen = move
      ? engine.sure<{ fen: string }>({ ask: "play", fen, move: move.uci }).fen
      : engine.sure<{ fen: string }>({ ask: "chess960", number: random(960) }).fen;
  }
  return found;
}

/** Returns the answers of the native build, one a line. */
function askNative(questions: object[]): string[] {
  const manifest = `${lab}wasm/Cargo.toml`;
  const native = spawnSync("cargo", ["run", "--quiet", "--locked", "--bin", "answers", "--manifest-path", manifest], {
    input: questions.map((question) => `${questionText(question)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  expect(native.stderr).toBe("");
  return native.stdout.trim().split("\n");
}

test("every answer equals the native build's, on 500 positions and all techniques", async () => {
  const [engine, teacher, worker] = await Promise.all([load("board"), load("lessons"), load("worker")]);
  const moduleOf = (question: object) => {
    const ask = "ask" in question ? String(question.ask) : "";
    return OF_LESSONS.includes(ask) ? teacher : OF_WORKERS.includes(ask) ? worker : engine;
  };
  for (const ask of [...OF_LESSONS, ...OF_WORKERS, "position"]) {
    const others = [engine, teacher, worker].filter((module) => module !== moduleOf({ ask }));
    const answers = others.map((module) => module.ask({ ask }));
    const unknown = { error: { message: `there is no question ${JSON.stringify(ask)}` } };
    expect(answers).toEqual([unknown, unknown]);
  }
  // The module is without what the page has in its files, such as the tree of sets.
  expect(isFailure(engine.ask({ ask: "set-tree" }))).toBe(true);
  const [tree = ""] = askNative([{ ask: "set-tree" }]);
  const names = (JSON.parse(tree) as { groups: { sets: { name: string }[] }[] }).groups.flatMap(({ sets }) => sets.map(({ name }) => name));
  const { techniques } = teacher.sure<{ techniques: { name: string }[] }>({ ask: "techniques" });
  const topics = ["rotated-boards", "bits lowest", "no topic"];
  const questions: object[] = [{ ask: "techniques" }, { ask: "words" }, { ask: "none" }, {}];
  positions(engine, 500).forEach((fen, index) => {
    const square = "abcdefgh".charAt(index % 8) + String((Math.floor(index / 8) % 8) + 1);
    questions.push({ ask: "position", fen });
    questions.push({ ask: "sets", fen, square, mapping: index % 5, sets: names });
    questions.push({ ask: "count", fen, depth: 2 });
    questions.push({ ask: "edit", fen, put: [[square, "q"], ["e4", null]], turn: "b" });
    questions.push({ ask: "legality", fen, square });
    questions.push({ ask: "topic", topic: topics[index % topics.length], fen, square });
    const text = EXPRESSIONS[index % EXPRESSIONS.length];
    questions.push(...["expression", "set-value"].map((ask) => ({ ask, text, fen, definitions: [`selected = ${square}`] })));
    const technique = techniques[index % techniques.length]?.name;
    for (const piece of ["rook", "bishop", "queen"]) {
      questions.push({ ask: "lesson", technique, piece, square, occupied: index.toString(16).repeat(5) });
    }
  });
  for (const { name } of techniques) {
    questions.push({ ask: "lesson", technique: name, piece: "queen", square: "d4", occupied: "ff00000000ff42" });
  }
  for (let number = 1; number <= 60; number++) {
    const topic = ["squares", "bits", "attacks", "index", "legal", "other"][number % 6];
    questions.push({ ask: "exercise", topic, number, ...(number % 4 > 0 ? { typed: ["none", "0x10", "e4 z"][number % 3] } : {}) });
  }
  // Moves of the computer at each level, and what is said of them.
  positions(engine, 24).forEach((fen, index) => {
    const answer = engine.ask<Position>({ ask: "position", fen });
    const moves = isFailure(answer) ? [] : (answer.moves ?? []);
    const game = { fen, moves: moves.slice(0, 1).map(({ san }) => san), side: index % 2 === 0 ? "white" : "black" };
    questions.push({ ask: "look", ...game });
    questions.push({ ask: "answer", ...game, level: 1 + (index % 9), seed: index });
    questions.push({ ask: "pgn", ...game, level: 3, seed: 1, result: ["1-0", "0-1", "nobody"][index % 3] });
  });
  questions.push({ ask: "hint", fen: START, moves: ["e4"], level: 1, seed: 1 }, { ask: "look", fen: START, moves: ["e5"], side: "white" });
  questions.push({ ask: "magic-start", piece: "bishop", square: "d4", seed: 1 });
  questions.push({ ask: "magic-step", candidates: 100_000 });

  const answers = askNative(questions);
  expect(answers.length).toBe(questions.length);
  // The module has the lessons of techniques without their pages, which are in a file.
  const pages = JSON.parse(readFileSync(`${lab}dist/pages.json`, "utf8")) as Record<string, Note[]>;
  const withPage = (lesson: Lesson) => ({ ...lesson, notes: [...(pages[lesson.topic] ?? []), ...lesson.notes] });
  expect(Object.keys(pages)).toEqual(techniques.map(({ name }) => name));
  for (const name of Object.keys(pages)) {
    expect(pages[name]?.map(({ heading }) => heading), name).toContain("Literature");
  }
  questions.forEach((question, index) => {
    let answer = moduleOf(question).ask(question);
    if ("ask" in question && question.ask === "lesson" && !isFailure(answer)) {
      answer = withPage(answer as Lesson);
    }
    if ("ask" in question && question.ask === "exercise" && !isFailure(answer)) {
      const { lesson, ...rest } = answer as { lesson: Lesson };
      answer = { ...rest, lesson: withPage(lesson) };
    }
    const native: unknown = JSON.parse(answers[index] ?? "");
    // Thousands of expectations are slow, and their reports long.
    if (!isDeepStrictEqual(answer, native)) {
      expect(answer, JSON.stringify(question)).toEqual(native);
    }
  });
});
