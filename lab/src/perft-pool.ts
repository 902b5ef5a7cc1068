// Counts below the moves of a position, divided among workers.
import { type Failure, isFailure } from "./engine.js";
import { LabWorker } from "./workers.js";

export class PerftPool {
  #workers: LabWorker[] = [];

  /**
   * Counts below each move with some workers, and reports each count.
   *
   * Returns the milliseconds that it took, or the failure of a worker; never if it is cancelled.
   */
  async divide(
    fen: string,
    moves: readonly string[],
    depth: number,
    workers: number,
    report: (move: string, count: bigint) => void,
  ): Promise<{ milliseconds: number } | Failure> {
    while (this.#workers.length < workers) {
      this.#workers.push(new LabWorker());
    }
    const chosen = this.#workers.slice(0, workers);
    // The clock starts when the workers have started.
    await Promise.all(chosen.map((worker) => worker.ask({ ask: "count", fen, depth: 0 })));
    const started = performance.now();
    const waiting = [...moves];
    let failure: Failure | null = null;
    const work = async (worker: LabWorker) => {
      for (let move = waiting.shift(); move !== undefined; move = waiting.shift()) {
        const answer = await worker.ask<{ count: string }>({ ask: "count", fen, moves: [move], depth: depth - 1 });
        if (isFailure(answer)) {
          // A sum without a move would be a wrong count.
          failure = answer;
          waiting.length = 0;
        } else {
          report(move, BigInt(answer.count));
        }
      }
    };
    await Promise.all(chosen.map(work));
    return failure ?? { milliseconds: performance.now() - started };
  }

  /** Stops a count at once: the workers are ended, and started again at the next count. */
  cancel(): void {
    this.#workers.forEach((worker) => worker.stop());
    this.#workers = [];
  }
}
