// The course and docs/reading teach the same: in the same order, with the same techniques and topics.
import { readFileSync } from "node:fs";
import { COURSE } from "../src/course.js";
import { expect, test } from "./lab.js";

const README = readFileSync(new URL("../../docs/reading/README.md", import.meta.url), "utf8");
const commands = (pattern: RegExp) =>
  [...README.replace(/\s+/g, " ").matchAll(pattern)].map((match) => match[1] ?? "");

test("the course has the lessons of docs/reading, in their order", () => {
  const read = commands(/`setwise explain ([a-z-]+(?: lowest)?)[^`]*`/g);
  const taught = COURSE.flatMap(({ steps }) => {
    if (steps === undefined || typeof steps === "string") {
      return steps === undefined ? [] : [steps === "legality" ? "legal" : steps];
    }
    // A browser has no instruction PEXT.
    return "topic" in steps ? [steps.topic] : [steps.technique.replace("-emulated", "")];
  });
  let at = 0;
  for (const lesson of taught) {
    const found = read.indexOf(lesson, at);
    expect(found, `${lesson} is in docs/reading after ${taught[taught.indexOf(lesson) - 1]}`).toBeGreaterThanOrEqual(0);
    at = found;
  }
});

test("the course has the quizzes of docs/reading", () => {
  const asked = commands(/`setwise quiz ([a-z]+)`/g);
  expect(COURSE.flatMap(({ exercise }) => exercise ?? []).sort()).toEqual([...new Set(asked)].sort());
});
