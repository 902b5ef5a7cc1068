// Calls of the WebAssembly modules: a question is a query string, and its answer is JSON.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  attach(): void;
  answer(): number;
  answer_length(): number;
}

/** An answer that is an error, with the byte offset in the text where there is one. */
export interface Failure {
  error: { message: string; at?: number };
}

export function isFailure(answer: object): answer is Failure {
  return "error" in answer && typeof answer.error === "object" && answer.error !== null;
}

/** Returns a question as a query string, with a pair for each element of a list; null is absent. */
export function questionText(question: object): string {
  const pairs = Object.entries(question).flatMap(([name, value]) => [value ?? []].flat().map((element) => [name, String(element)]));
  return new URLSearchParams(pairs).toString();
}

/** A module that has been started. */
export class Engine {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Loads a module, and returns it compiled and started. */
  static async load(name: string): Promise<{ engine: Engine; compiled: WebAssembly.Module }> {
    const response = fetch(new URL(`${name}.wasm`, self.location.href));
    const { instance, module } = await WebAssembly.instantiateStreaming(response);
    return { engine: new Engine(instance), compiled: module };
  }

  /** Answers a question. */
  ask<T extends object>(question: object): T | Failure {
    this.#write(this.#encoder.encode(questionText(question)));
    const at = this.#exports.answer();
    const bytes = new Uint8Array(this.#exports.memory.buffer, at, this.#exports.answer_length());
    return JSON.parse(this.#decoder.decode(bytes)) as T | Failure;
  }

  /** Answers a question that cannot fail. */
  sure<T extends object>(question: object): T {
    const answer = this.ask<T>(question);
    if (isFailure(answer)) {
      throw new Error(answer.error.message);
    }
    return answer;
  }

  /** Attaches a text, to which the next questions refer. */
  attach(text: Uint8Array): void {
    this.#write(text);
    this.#exports.attach();
  }

  #write(bytes: Uint8Array): void {
    const at = this.#exports.reserve(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }
}
