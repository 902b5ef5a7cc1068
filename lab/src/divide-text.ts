// The divide of another program, as pasted text.

/** A move whose counts differ; null where a side does not have the move. */
export interface Difference {
  move: string;
  ours: bigint | null;
  theirs: bigint | null;
}

const LINE = /^\s*([a-h][1-8][a-h][1-8][nbrq]?)\b[^0-9]*(\d{1,30})\s*$/i;

/** Reads the lines that are a move and a count, as nearly all programs print them. */
export function readDivide(text: string): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const line of text.split(/\r?\n/)) {
    const [, move, count] = LINE.exec(line) ?? [];
    if (move && count) {
      found.set(move.toLowerCase(), BigInt(count));
    }
  }
  return found;
}

/** Returns the moves whose counts differ, ours first. */
export function compare(ours: Map<string, bigint>, theirs: Map<string, bigint>): Difference[] {
  const moves = new Set([...ours.keys(), ...theirs.keys()]);
  return [...moves]
    .map((move) => ({ move, ours: ours.get(move) ?? null, theirs: theirs.get(move) ?? null }))
    .filter((row) => row.ours !== row.theirs);
}
