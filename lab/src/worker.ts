// A worker: answers questions with an instance of the module, so that the page stays responsive.
import { Engine } from "./engine.js";

/** A question to the worker. */
export interface Asked {
  id: number;
  question: object;
  /** A text to attach first. */
  attachment: ArrayBuffer | undefined;
}

let engine: Engine;

// The first message is the compiled module. After an error the page starts another worker.
self.addEventListener("message", ({ data }: MessageEvent<WebAssembly.Module | Asked>) => {
  if (data instanceof WebAssembly.Module) {
    engine = new Engine(new WebAssembly.Instance(data));
    self.postMessage({});
    return;
  }
  if (data.attachment) {
    engine.attach(new Uint8Array(data.attachment));
  }
  self.postMessage({ id: data.id, answer: engine.ask(data.question) });
});
