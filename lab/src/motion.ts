// How a set of a step becomes the next one on the board, unless the reader prefers reduced motion.
import { members } from "./squares.js";

/** A shift of all squares by files and ranks. */
export type Shift = readonly [number, number];

/** Returns the shift of the squares by a number of bits, from -9 to 9. */
export function shiftOf(bits: number): Shift {
  const ranks = Math.round(bits / 8);
  return [bits - 8 * ranks, ranks];
}

/** Returns the squares of a set after a shift, without those that leave the board. */
export function shifted(set: bigint, [files, ranks]: Shift): bigint {
  return members(set).reduce((sum, square) => {
    const [file, rank] = [(square & 7) + files, (square >> 3) + ranks];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? sum : sum | (1n << BigInt(rank * 8 + file));
  }, 0n);
}

/**
 * Returns the sets to show from one set to another: a set that grows, or the way from one square,
 * spreads by one square at a time. Any other set follows at once.
 */
export function setsBetween(from: bigint, to: bigint): bigint[] {
  const frames = [from];
  const spreads = (from & ~to) === 0n || members(from).length === 1;
  for (let last = from; from !== 0n && spreads && last !== to; ) {
    const around = [-1, 0, 1].flatMap((files) => [-1, 0, 1].map((ranks) => shifted(last, [files, ranks])));
    const next = to & around.reduce((sum, set) => sum | set);
    if (next === last || next === 0n) {
      break;
    }
    frames.push(next);
    last = next;
  }
  return frames.at(-1) === to ? frames : [from, to];
}

/** Returns the sums of the copies of a set that a multiplication adds, one for each bit of the factor. */
export function sumsOfCopies(set: bigint, factor: bigint): bigint[] {
  let sum = 0n;
  return members(factor).map((bit) => (sum = BigInt.asUintN(64, sum + (set << BigInt(bit)))));
}

/** Returns whether pictures may move. */
export function mayMove(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
