// Workers as functions that return promises.
import type { Failure } from "./engine.js";
import type { Asked } from "./worker.js";

/** A worker with its own module. One that fails answers with the failure; the next question starts another. */
export class LabWorker {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (answer: object) => void>();
  #next = 0;

  /** Answers a question; an attached text is kept for later questions, unless the worker fails. */
  ask<T extends object>(question: object, attachment?: ArrayBuffer): Promise<T | Failure> {
    const id = this.#next++;
    const message: Asked = attachment ? { id, question, attachment } : { id, question };
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve(answer as T | Failure));
      worker.postMessage(message, attachment ? [attachment] : []);
    });
  }

  /** Stops the worker; what it was asked is never answered. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL("worker.js", self.location.href), { type: "module" });
    worker.addEventListener("message", (event: MessageEvent<{ id: number; answer: object }>) => {
      this.#waiting.get(event.data.id)?.(event.data.answer);
      this.#waiting.delete(event.data.id);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const reason = event.message ? `: ${event.message}` : "";
      const failure: Failure = { error: { message: `The module could not be loaded${reason}` } };
      const waiting = [...this.#waiting.values()];
      this.stop();
      for (const answer of waiting) {
        answer(failure);
      }
    });
    return worker;
  }
}
