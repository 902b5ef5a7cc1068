// Set expressions, which the module of the workers knows, and the names that the lab adds to them.
import { setLetter } from "./board.js";
import type { Failure } from "./engine.js";
import { worker } from "./modules.js";
import { members, SQUARES } from "./squares.js";

/** What the module says of an expression at a position. */
export interface Asked {
  /** Why it is no question to games, or null. */
  question: string | null;
  notes: string[];
  /** Why it is asked of games only; what follows is then absent. */
  game?: string;
  verdict?: string;
  words?: string | null;
  why?: string[];
  parts?: { text: string; set: string }[];
}

/** A word of the language, or a shipped definition. */
export interface Word {
  name: string;
  form: string;
  sentence: string;
}

/** Asks the module, if it has been loaded. */
export function askExpression<T extends object>(question: { ask: "expression" | "set-value"; text: string; fen: string; definitions: string[] }): T | Failure {
  const { value, phase, problem, name } = worker;
  return value?.engine.ask<T>(question) ?? { error: { message: phase === "failed" ? problem : `Loading ${name} …` } };
}

/** The names that the lab has besides the words of the language: the selected square, and the sets of the panel. */
export type Names = ReadonlyMap<string, string>;

/** Returns the name of a set of the panel. */
export function setName(place: number): string {
  return `set_${setLetter(place).toLowerCase()}`;
}

/** Returns the names for a selected square and the values of sets, with what they stand for. */
export function namesOf(square: string, sets: readonly (bigint | null)[]): Names {
  const squares = (set: bigint) => (set === 0n ? "~." : `[${members(set).map((at) => SQUARES[at]).join(" ")}]`);
  const named = sets.map((set, place) => [setName(place), squares(set ?? 0n)] as const);
  return new Map([["selected", square], ...named]);
}

/** Returns the definitions of the names that a text has. */
export function definitionsIn(text: string, names: Names): string[] {
  return [...names].filter(([name]) => text.includes(name)).map(([name, meaning]) => `${name} = ${meaning}`);
}

/** Returns a text without these names, for the command and Python. */
export function withoutNames(text: string, names: Names): string {
  return text.replace(/\b(?:selected|set_[a-x])\b/g, (name) => names.get(name) ?? name);
}
