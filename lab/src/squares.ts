// Squares and sets, as numbers and BigInts: A1 = 0 … H8 = 63.

export const SQUARES: readonly string[] = Array.from(
  { length: 64 },
  (_, index) => "abcdefgh".charAt(index & 7) + String((index >> 3) + 1),
);

/** Returns the index of a square, or -1. */
export function squareIndex(name: string): number {
  return SQUARES.indexOf(name);
}

/** Returns the set of hexadecimal digits. */
export function fromHex(digits: string): bigint {
  return BigInt(`0x${digits}`);
}

/** Returns 16 hexadecimal digits; a set is never negative. */
export function toHex(set: bigint): string {
  return BigInt.asUintN(64, set).toString(16).padStart(16, "0");
}

export function has(set: bigint, square: number): boolean {
  return ((set >> BigInt(square)) & 1n) === 1n;
}

export function toggled(set: bigint, square: number): bigint {
  return set ^ (1n << BigInt(square));
}

/** Returns the squares of a set. Two numbers of 32 bits are much cheaper to test than a BigInt. */
export function members(set: bigint): number[] {
  const halves = [Number(BigInt.asUintN(32, set)), Number(BigInt.asUintN(32, set >> 32n))];
  const found = [];
  for (let square = 0; square < 64; square++) {
    if ((((halves[square >> 5] ?? 0) >>> (square & 31)) & 1) === 1) {
      found.push(square);
    }
  }
  return found;
}

/** Describes a set to a screen reader. */
export function spoken(set: bigint): string {
  const squares = members(set);
  if (squares.length === 0) {
    return "no squares";
  }
  if (squares.length === 64) {
    return "all squares";
  }
  const names = squares.map((square) => SQUARES[square]).join(" ");
  return `${squares.length} ${squares.length === 1 ? "square" : "squares"}: ${names}`;
}

/**
 * Reads a word that a person typed or pasted: hexadecimal with 0x, binary with 0b, or decimal, with
 * spaces and underscores between digits. Returns null for anything else, and for more than 64 bits.
 */
export function readWord(text: string): bigint | null {
  const digits = text.trim().replace(/[\s_]/g, "").replace(/(?:u|ul|ull|n)$/i, "");
  const valid = /^(?:0x[0-9a-f]{1,16}|0b[01]{1,64}|[0-9]{1,20}|-[0-9]{1,19})$/i.test(digits);
  if (!valid) {
    return null;
  }
  const word = BigInt(digits);
  // A negative number is what a signed type of 64 bits shows for a set with H8.
  return word < -(1n << 63n) || word >= 1n << 64n ? null : BigInt.asUintN(64, word);
}
