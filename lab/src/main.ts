// The page: the board on one side, the panels in tabs on the other.
import { App } from "./app.js";
import { BoardControls } from "./board-controls.js";
import { BoardView } from "./board.js";
import { COURSE, pageAt } from "./course.js";
import { arrowStep, button, h, setAttribute } from "./dom.js";
import { Engine } from "./engine.js";
import { GamesPanel } from "./games-panel.js";
import { PerftPanel } from "./perft-panel.js";
import { LegalityPanel } from "./legality-panel.js";
import { LessonsPanel } from "./lessons-panel.js";
import { LineView } from "./line.js";
import { listenForSquares } from "./lit.js";
import { playRandomly } from "./measure.js";
import { loadPieces } from "./pieces.js";
import { PlayPanel } from "./play-panel.js";
import { SetsPanel } from "./sets-panel.js";
import { type Tab, TABS } from "./state.js";
import { TakeAway } from "./take-away.js";
import { TechniquesPanel } from "./techniques-panel.js";

/** A panel, made when its tab is first opened. */
export interface Panel {
  readonly element: HTMLElement;
  update(): void;
  /** Goes a step forward (1) or back (-1); returns false if there are no steps. */
  step?(move: number): boolean;
}

/** The panels that show nothing but steps. */
const STEPS: readonly Tab[] = ["techniques", "legality"];

const PANELS: Record<Tab, [string, (app: App) => Panel]> = {
  sets: ["Sets", (app) => new SetsPanel(app)],
  techniques: ["Techniques", (app) => new TechniquesPanel(app)],
  legality: ["Legality", (app) => new LegalityPanel(app)],
  perft: ["Perft", (app) => new PerftPanel(app)],
  play: ["Play", (app) => new PlayPanel(app)],
  games: ["Games", (app) => new GamesPanel(app)],
  lessons: ["Lessons", (app) => new LessonsPanel(app)],
};

/** What uses the arrow keys itself. */
const OWN_ARROWS = "input, select, textarea, dialog, pre, .wide, [role=grid], [role=tablist]";

/** The tabs; they are updated before the board, which draws the set of the step in the open panel. */
function tabs(app: App, place: HTMLElement): HTMLElement {
  const made = new Map<Tab, Panel>();
  const buttons = new Map<Tab, HTMLElement>();
  const list = h("div", { role: "tablist", "aria-label": "Panels", class: "tabs" });
  for (const tab of TABS) {
    const choose = () => app.open(tab);
    const attributes = { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": "panel" };
    const button = h("button", { ...attributes, click: choose }, PANELS[tab][0]);
    buttons.set(tab, button);
    list.append(button);
  }
  list.addEventListener("keydown", (event) => {
    const move = arrowStep(event);
    const at = TABS.indexOf(app.state.tab);
    const next = TABS[(at + move + TABS.length) % TABS.length];
    if (move !== 0 && next) {
      event.preventDefault();
      buttons.get(next)?.click();
      buttons.get(next)?.focus();
    }
  });
  const update = () => {
    const { tab } = app.state;
    for (const [name, button] of buttons) {
      setAttribute(button, "aria-selected", String(name === tab));
      button.classList.toggle("current", name === tab);
      setAttribute(button, "tabindex", name === tab ? "0" : "-1");
    }
    let panel = made.get(tab);
    document.documentElement.dataset["tab"] = tab;
    app.stepSet = null;
    app.mayMove = true;
    if (STEPS.includes(tab) && !app.hasTeacher) {
      place.replaceChildren(h("p", { role: "status" }, app.noTeacher));
      return;
    }
    if (!panel) {
      panel = PANELS[tab][1](app);
      made.set(tab, panel);
    }
    if (place.firstChild !== panel.element) {
      place.replaceChildren(panel.element);
      place.setAttribute("aria-labelledby", `tab-${tab}`);
    }
    panel.update();
  };
  document.addEventListener("keydown", (event) => {
    const move = arrowStep(event);
    const target = event.target as Element;
    if (move === 0 || event.defaultPrevented || target.closest(OWN_ARROWS)) {
      return;
    }
    event.preventDefault();
    if (!made.get(app.state.tab)?.step?.(move)) {
      app.goTo(app.ply + move);
    }
  });
  app.listen(update);
  update();
  return list;
}

async function start(): Promise<void> {
  const engine = await Engine.load("board");
  loadPieces();
  const app = new App(engine);
  const { tab, lesson } = app.state;
  const teacher = app.loadTeacher();
  if (STEPS.includes(tab) || (tab === "lessons" && COURSE[pageAt(lesson)]?.steps)) {
    await teacher;
  }
  const place = h("div", { role: "tabpanel", id: "panel", tabindex: 0 });
  const list = tabs(app, place);
  const board = new BoardView(app);
  const controls = new BoardControls(app, board.palette);
  controls.element.querySelector(".set-up")?.after(" ", new TakeAway(app).element);
  const whole = h("a", { class: "whole", target: "_blank", rel: "noopener", href: "", click: () => (whole.href = self.location.href) }, "Open in the lab");
  document.documentElement.classList.toggle("framed", self !== top);
  const skip = () => document.getElementById(`tab-${app.state.tab}`)?.focus();
  document.getElementById("app")?.replaceChildren(
    button("Skip to the panels", skip, { class: "skip" }),
    h("section", { class: "position", "aria-label": "Position" }, board.element, controls.element, whole),
    h("section", { class: "panels", "aria-label": "Panels" }, new LineView(app).element, list, place),
  );
  listenForSquares(app);
  void teacher.then(() => {
    app.refresh();
    // For tests: from here on nothing more is loaded unasked.
    document.documentElement.dataset["complete"] = "";
  });
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
  // For measurements and tests.
  Object.assign(self, { setwiseLab: { app, playRandomly: (moves: number, pause?: number) => playRandomly(app, moves, pause) } });
  if ("serviceWorker" in navigator) {
    await navigator.serviceWorker.register("offline.js").catch(() => undefined);
  }
}

start().catch((error: unknown) => {
  const message = h("p", { class: "error", role: "alert" }, `The lab could not start: ${String(error)}`);
  document.getElementById("app")?.replaceChildren(message);
});
