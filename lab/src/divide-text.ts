// The divide of another program, as pasted text.

/** A move whose counts differ; null where a side does not have the move. */
export interface Difference {
  move: string;
  ours: bigint | null;
  theirs: bigint | null;
}

/**
 * A move and its count, which another move, a separator or a total may follow. A comma before three digits groups
 * the digits of a count.
 */
const ENTRY =
  /[\s,;]*([a-h][1-8][a-h][1-8][nbrq]?)\b[^0-9]*(\d{1,3}(?:,\d{3})+|\d{1,30})(?=\s*$|\s*[,;](?!\d)|\s+(?:[a-h][1-8][a-h][1-8]|nodes|total))/iy;

/**
 * Reads moves and counts: one in a line, as nearly all programs print them, or several with commas, semicolons or
 * spaces between them. A line that begins otherwise is left out.
 */
export function readDivide(text: string): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const line of text.split(/\r?\n/)) {
    ENTRY.lastIndex = 0;
    for (let entry = ENTRY.exec(line); entry; entry = ENTRY.exec(line)) {
      const [, move = "", count = ""] = entry;
      found.set(move.toLowerCase(), BigInt(count.replaceAll(",", "")));
    }
  }
  return found;
}

/** Returns the moves whose counts differ, in the order of the alphabet. */
export function compare(ours: Map<string, bigint>, theirs: Map<string, bigint>): Difference[] {
  const moves = new Set([...ours.keys(), ...theirs.keys()]);
  return [...moves]
    .sort()
    .map((move) => ({ move, ours: ours.get(move) ?? null, theirs: theirs.get(move) ?? null }))
    .filter((row) => row.ours !== row.theirs);
}
