// A worker: answers questions with a module of its own, so that the page stays responsive.
import { Engine } from "./engine.js";

/** A message to the worker. */
export interface Asked {
  id: number;
  question: object;
  /** A text to attach first. */
  attachment?: ArrayBuffer;
}

const engine = Engine.load("worker");

self.addEventListener("message", (event: MessageEvent<Asked>) => {
  const { id, question, attachment } = event.data;
  void engine.then((engine) => {
    if (attachment) {
      engine.attach(new Uint8Array(attachment));
    }
    self.postMessage({ id, answer: engine.ask(question) });
  });
});
