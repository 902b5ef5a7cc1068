// What the page loads besides its script. Each part is absent, loading, ready or failed, and every
// panel draws from that state.
import { button, h, sentence } from "./dom.js";
import { Engine } from "./engine.js";
import type { Word } from "./expressions.js";
import type { Note } from "./lesson.js";

export type Phase = "absent" | "loading" | "ready" | "failed";

const listeners: (() => void)[] = [];

/** Calls a function after a module has changed its phase. */
export function listenForModules(listener: () => void): void {
  listeners.push(listener);
}

/** A part of the lab that is loaded when it is first needed. */
export class Module<T> {
  phase: Phase = "absent";
  /** What has been loaded. */
  value: T | null = null;
  /** Why it could not be loaded. */
  problem = "";
  #waiting: (() => void)[] = [];

  /** Names a module in words for a sentence, and says how it is loaded. */
  constructor(
    readonly name: string,
    private readonly start: () => Promise<T>,
  ) {
    // What failed without a network is tried again with one.
    self.addEventListener("online", () => this.phase === "failed" && this.tryAgain());
  }

  /** Loads the module, if that has not begun. The promise waits for a try that succeeds. */
  async load(): Promise<T> {
    if (this.phase === "absent") {
      this.tryAgain();
    }
    while (this.value === null || this.phase !== "ready") {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.value;
  }

  tryAgain(): void {
    this.#become("loading");
    this.start().then(
      (value) => {
        this.value = value;
        this.#become("ready");
        this.#waiting.splice(0).forEach((resolve) => resolve());
      },
      (error: unknown) => this.fail(String(error)),
    );
  }

  /** Marks the module as failed; a worker of it may not start though it is loaded. */
  fail(reason: string): void {
    this.problem = `${sentence(this.name)} could not be loaded: ${reason}`;
    this.#become("failed");
  }

  #become(phase: Phase): void {
    this.phase = phase;
    // A panel that is being drawn may have asked for the module.
    queueMicrotask(() => listeners.forEach((listener) => listener()));
  }
}

/** What a panel shows while a module loads or has failed: words, and a button to try again. */
export class Notice {
  readonly element = h("div", { class: "notice" });
  #shown: Phase = "absent";

  constructor(private readonly module: Module<unknown>) {
    this.update();
    listenForModules(() => this.update());
  }

  private update(): void {
    const { phase, name, problem } = this.module;
    // A text that is set again would be read out again.
    if (phase !== this.#shown) {
      this.#shown = phase;
      const loading = phase === "loading" ? [h("p", {}, `Loading ${name} …`)] : [];
      const failed = phase === "failed" ? [h("p", { class: "error", role: "alert" }, problem), button("Try again", () => this.#tryAgain())] : [];
      this.element.replaceChildren(...loading, ...failed);
    }
  }

  #tryAgain(): void {
    // The button that has the focus goes.
    document.getElementById("panel")?.focus();
    this.module.tryAgain();
  }
}

const load = (name: string) => async () => (await Engine.load(name)).engine;

/** The module that answers questions about the board. */
export const board = new Module("the lab", load("board"));

/** The module of the worker that solves endgames. */
export const endgames = new Module("the endgame tables", () => Engine.load("endgames"));

/** The module that answers questions about the steps of lessons. */
export const lessons = new Module("the steps of lessons", load("lessons"));

/** The module of the workers, which also knows the language of set expressions. */
export const worker = new Module("the module of counts, games and set expressions", async () => {
  const { engine, compiled } = await Engine.load("worker");
  return { engine, compiled, ...engine.sure<{ words: Word[] }>({ ask: "words" }) };
});

/** The pages of the techniques, by name. */
export const pages = new Module("the page of this technique", async () => {
  const response = await fetch(new URL("pages.json", self.location.href));
  return (await response.json()) as Record<string, Note[]>;
});
