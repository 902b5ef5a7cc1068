// The magic finder, run live in a worker for the piece and square of the techniques panel.
import type { App } from "./app.js";
import { button, field, h, setAttribute } from "./dom.js";
import { type Failure, isFailure } from "./engine.js";
import { Notice, worker as module } from "./modules.js";
import { LabWorker } from "./workers.js";

interface Started {
  bits: number;
  relevant: string;
  occupancies: number;
  attackSets: number;
  tableBytes: number;
}

interface Progress {
  tried: string;
  factor: string | null;
  used: number | null;
}

/** The number of candidates between two reports. */
const STEP = 50_000;

export class MagicFinder {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #bits = h("input", { type: "number", min: 1, max: 16, placeholder: "all" });
  readonly #seed = h("input", { type: "number", min: 0, max: 4_294_967_295, value: 1 });
  readonly #result = h("div", { class: "magic-result", role: "status" });
  readonly #stop = button("Stop", () => this.#end("Stopped."), { disabled: true });
  #worker: LabWorker | null = null;
  #run = 0;

  constructor(app: App) {
    this.#app = app;
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#find();
    };
    this.element = h(
      "details",
      { class: "magic-finder" },
      h("summary", {}, "Find a magic factor"),
      h(
        "p",
        {},
        "A magic factor multiplies the occupied relevant squares, so that the highest bits of the product " +
          "are an index. Occupancies with different attacked squares must have different indices. " +
          "Factors are found by trying candidates.",
      ),
      h(
        "form",
        { submit },
        field("Bits of the index", this.#bits),
        field("Seed", this.#seed),
        h("button", { type: "submit" }, "Find"),
        this.#stop,
      ),
      new Notice(module).element,
      this.#result,
    );
  }

  async #find(): Promise<void> {
    this.#end("");
    const run = this.#run;
    const piece = this.#app.state.piece === "bishop" ? "bishop" : "rook";
    const { square } = this.#app.state;
    const worker = (this.#worker ??= new LabWorker());
    const bits = this.#bits.value === "" ? {} : { bits: Number(this.#bits.value) };
    const started = await worker.ask<Started>({
      ask: "magic-start",
      piece,
      square,
      seed: Number(this.#seed.value) || 0,
      ...bits,
    });
    if (run !== this.#run) {
      return;
    }
    if (isFailure(started)) {
      this.#fail(started);
      return;
    }
    setAttribute(this.#stop, "disabled", null);
    const before = performance.now();
    for (;;) {
      const progress = await worker.ask<Progress>({ ask: "magic-step", candidates: STEP });
      if (run !== this.#run) {
        return;
      }
      if (isFailure(progress)) {
        this.#fail(progress);
        return;
      }
      const seconds = (performance.now() - before) / 1000;
      const tried = Number(progress.tried).toLocaleString("en");
      const rate = (Number(progress.tried) / seconds / 1e6).toFixed(2);
      const facts = `A ${piece} on ${square}: ${started.occupancies} occupancies, ${started.attackSets} sets of attacked squares, an index of ${started.bits} bits, a table of ${started.tableBytes} bytes.`;
      const counted = `${tried} candidates in ${seconds.toFixed(2)} s, ${rate} million a second.`;
      if (progress.factor !== null) {
        setAttribute(this.#stop, "disabled", "");
        const used = `${progress.used} of ${2 ** started.bits} entries are used.`;
        this.#show(h("p", {}, facts), h("p", { class: "good" }, "Found ", h("code", {}, `0x${progress.factor}`)), h("p", {}, `${counted} ${used}`));
        return;
      }
      this.#show(h("p", {}, facts), h("p", {}, `Searching: ${counted}`));
    }
  }

  #fail({ error }: Failure): void {
    setAttribute(this.#stop, "disabled", "");
    this.#show(h("p", { class: "error" }, error.message));
  }

  #show(...children: Node[]): void {
    this.#result.replaceChildren(...children);
  }

  #end(text: string): void {
    this.#run++;
    if (!this.#stop.disabled) {
      this.#worker?.stop();
      this.#worker = null;
      setAttribute(this.#stop, "disabled", "");
    }
    if (text) {
      this.#show(h("p", {}, text));
    }
  }
}
