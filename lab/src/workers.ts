// Workers as functions that return promises.
import type { Failure } from "./engine.js";
import type { Asked } from "./worker.js";

/** A worker with its own module. */
export class LabWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: object) => void>();
  #next = 0;

  constructor() {
    this.#worker = new Worker(new URL("worker.js", self.location.href), { type: "module" });
    this.#worker.addEventListener("message", (event: MessageEvent<{ id: number; answer: object }>) => {
      this.#waiting.get(event.data.id)?.(event.data.answer);
      this.#waiting.delete(event.data.id);
    });
  }

  /** Answers a question; an attached text is kept for later questions. */
  ask<T extends object>(question: object, attachment?: ArrayBuffer): Promise<T | Failure> {
    const id = this.#next++;
    const message: Asked = attachment ? { id, question, attachment } : { id, question };
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve(answer as T | Failure));
      this.#worker.postMessage(message, attachment ? [attachment] : []);
    });
  }

  /** Stops the worker; what it was asked is never answered. */
  stop(): void {
    this.#worker.terminate();
  }
}
