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
engine.catch((error: unknown) => {
  // An error of the worker itself, which ends it: the page asks another one.
  setTimeout(() => {
    throw error;
  });
});

self.addEventListener("message", (event: MessageEvent<Asked>) => {
  const { id, question, attachment } = event.data;
  const answer = (engine: Engine) => {
    if (attachment) {
      engine.attach(new Uint8Array(attachment));
    }
    self.postMessage({ id, answer: engine.ask(question) });
  };
  void engine.then(answer, () => undefined);
});
