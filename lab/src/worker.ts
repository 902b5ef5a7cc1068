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
// The answer to each question tells of a failure, which can come before the first question.
engine.catch(() => undefined);

self.addEventListener("message", (event: MessageEvent<Asked>) => {
  const { id, question, attachment } = event.data;
  const answer = (engine: Engine) => {
    if (attachment) {
      engine.attach(new Uint8Array(attachment));
    }
    return engine.ask(question);
  };
  const failure = (error: unknown) => ({ error: { message: `The module could not be loaded: ${String(error)}` } });
  void engine.then(answer, failure).then((answer) => self.postMessage({ id, answer }));
});
