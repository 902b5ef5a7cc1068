// Counts below the moves of a position, divided among workers.
import { type Failure, isFailure } from "./engine.js";
import { LabWorker } from "./workers.js";

/** The counts below each root move. */
export interface Division {
  counts: Map<string, bigint>;
  milliseconds: number;
}

export class PerftPool {
  #workers: LabWorker[] = [];
  #run = 0;

  /**
   * Counts below each move with some workers, and reports each count.
   *
   * Returns null if the count was cancelled, and the failure of a worker.
   */
  async divide(
    fen: string,
    moves: readonly string[],
    depth: number,
    workers: number,
    report: (move: string, count: bigint) => void,
  ): Promise<Division | Failure | null> {
    const run = ++this.#run;
    while (this.#workers.length < workers) {
      this.#workers.push(new LabWorker());
    }
    // The clock starts when the modules have been compiled.
    const loaded = await Promise.all(this.#workers.slice(0, workers).map((worker) => worker.ask({ ask: "count", fen, depth: 0 })));
    const failed = loaded.find(isFailure);
    if (run === this.#run && failed) {
      this.cancel();
      return failed;
    }
    const started = performance.now();
    const counts = new Map<string, bigint>();
    const waiting = [...moves];
    let failure: Failure | null = null;
    const work = async (worker: LabWorker) => {
      for (let move = waiting.shift(); move !== undefined && run === this.#run; move = waiting.shift()) {
        const answer = await worker.ask<{ count: string }>({
          ask: "count",
          fen,
          moves: [move],
          depth: depth - 1,
        });
        if (run !== this.#run) {
          return;
        }
        if (isFailure(answer)) {
          // A sum without a move would be a wrong count.
          failure = answer;
          waiting.length = 0;
          return;
        }
        counts.set(move, BigInt(answer.count));
        report(move, BigInt(answer.count));
      }
    };
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    await Promise.race([Promise.all(this.#workers.slice(0, workers).map(work)), stopped]);
    return run === this.#run ? (failure ?? { counts, milliseconds: performance.now() - started }) : null;
  }

  #stopped: () => void = () => {};

  /** Stops a count at once: the workers are ended, and started again at the next count. */
  cancel(): void {
    this.#run++;
    this.#workers.forEach((worker) => worker.stop());
    this.#workers = [];
    this.#stopped();
  }
}
