// Workers as functions that return promises.
import type { Failure } from "./engine.js";
import { type Module, worker } from "./modules.js";
import type { Asked } from "./worker.js";

/** Starts a worker with the compiled module, or returns why that failed. */
async function start(compiled: WebAssembly.Module): Promise<Worker | string> {
  const worker = new Worker(new URL("worker.js", self.location.href), { type: "module" });
  worker.postMessage(compiled);
  return new Promise((resolve) => {
    worker.addEventListener("message", () => resolve(worker), { once: true });
    // Nothing is said of a script that could not be loaded.
    worker.addEventListener("error", ({ message }) => resolve(message || "a script is missing"), { once: true });
  });
}

/** A worker. While its module cannot be loaded, questions wait for another try. */
export class LabWorker {
  readonly #module: Module<{ compiled: WebAssembly.Module }>;
  #worker: Promise<Worker> | null = null;
  readonly #waiting = new Map<number, (answer: object) => void>();
  #next = 0;
  #text: ArrayBuffer | undefined;
  /** Whether the worker has the text. */
  #isAttached = false;

  constructor(module: Module<{ compiled: WebAssembly.Module }> = worker) {
    this.#module = module;
  }

  /** Attaches a text, to which the next questions refer. It stays attached if the worker fails. */
  attach(text: ArrayBuffer): void {
    this.#text = text;
    this.#isAttached = false;
  }

  /** Answers a question. If the worker fails, that is the answer; the next question starts another. */
  async ask<T extends object>(question: object): Promise<T | Failure> {
    const begun = (this.#worker ??= this.#start());
    const worker = await begun;
    return new Promise((resolve) => {
      if (begun !== this.#worker) {
        return;
      }
      const id = this.#next++;
      const attachment = this.#isAttached ? undefined : this.#text;
      this.#isAttached = true;
      this.#waiting.set(id, (answer) => resolve(answer as T | Failure));
      worker.postMessage({ id, question, attachment } satisfies Asked);
    });
  }

  /** Stops the worker; what it was asked is never answered. */
  stop(): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
    this.#isAttached = false;
    this.#waiting.clear();
  }

  async #start(): Promise<Worker> {
    const { compiled } = await this.#module.load();
    const worker = await start(compiled);
    if (typeof worker === "string") {
      this.#module.fail(worker);
      return this.#start();
    }
    worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer: object }>) => {
      this.#waiting.get(data.id)?.(data.answer);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const failure: Failure = { error: { message: `The worker has stopped: ${event.message}` } };
      const waiting = [...this.#waiting.values()];
      this.stop();
      waiting.forEach((answer) => answer(failure));
    });
    return worker;
  }
}
