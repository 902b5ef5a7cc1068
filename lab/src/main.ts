// The page: the board on one side, the panels in tabs on the other.
import { App } from "./app.js";
import { BoardControls } from "./board-controls.js";
import { BoardView } from "./board.js";
import { COURSE, pageAt } from "./course.js";
import { arrowStep, button, h, setAttribute } from "./dom.js";
import { GamesPanel } from "./games-panel.js";
import { PerftPanel } from "./perft-panel.js";
import { LegalityPanel } from "./legality-panel.js";
import { LessonsPanel } from "./lessons-panel.js";
import { LineView } from "./line.js";
import { listenForSquares } from "./lit.js";
import { board, lessons, listenForModules, type Module, Notice, worker } from "./modules.js";
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

/** The modules without which a panel shows nothing. */
const NEEDED: { readonly [tab in Tab]?: Module<unknown> } = { techniques: lessons, legality: lessons, perft: worker, play: worker, games: worker };

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
  const notices = new Map([lessons, worker].map((module) => [module as Module<unknown>, new Notice(module)]));
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
    document.documentElement.classList.toggle("answering", app.quiz !== null);
    document.documentElement.classList.toggle("small-board", tab === "lessons" && !app.quiz && !COURSE[pageAt(app.state.lesson)]?.isPlayed);
    app.stepSet = null;
    // Without its module the computer cannot move.
    app.mayMove = tab !== "play";
    const needed = NEEDED[tab];
    const isMissing = needed?.phase === "failed" || (needed === lessons && !lessons.value);
    if (!isMissing && !panel) {
      panel = PANELS[tab][1](app);
      made.set(tab, panel);
    }
    // A panel whose module was missing comes back with what was typed, and what it waits for.
    const element = (isMissing && needed ? notices.get(needed) : panel)?.element ?? place;
    if (place.firstChild !== element) {
      const hadFocus = place.firstChild?.contains(document.activeElement);
      place.replaceChildren(element);
      place.setAttribute("aria-labelledby", `tab-${tab}`);
      if (hadFocus) {
        place.focus();
      }
    }
    if (!isMissing) {
      panel?.update();
    }
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
  // A file of games is dropped anywhere.
  document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (file) {
      event.preventDefault();
      app.showGames(file);
    }
  });
  app.listen(update);
  update();
  return list;
}

async function start(): Promise<void> {
  const page = document.getElementById("app");
  const notice = new Notice(board);
  listenForModules(() => board.phase === "failed" && page?.replaceChildren(notice.element));
  const app = new App(await board.load());
  loadPieces();
  void lessons.load();
  const place = h("div", { role: "tabpanel", id: "panel", tabindex: 0 });
  const list = tabs(app, place);
  const view = new BoardView(app);
  const controls = new BoardControls(app, view.palette);
  controls.element.querySelector(".set-up")?.after(" ", new TakeAway(app).element);
  const whole = h("a", { class: "whole", target: "_blank", rel: "noopener", href: "", click: () => (whole.href = self.location.href) }, "Open in the lab");
  document.documentElement.classList.toggle("framed", self !== top);
  const skip = () => document.getElementById(`tab-${app.state.tab}`)?.focus();
  page?.replaceChildren(
    button("Skip to the panels", skip, { class: "skip" }),
    h("section", { class: "position", "aria-label": "Position" }, view.element, controls.element, whole),
    h("section", { class: "panels", "aria-label": "Panels" }, new LineView(app).element, list, place),
  );
  listenForSquares(app);
  // For tests: then nothing more is loaded unasked.
  void lessons.load().then(() => (document.documentElement.dataset["complete"] = ""));
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
  if ("serviceWorker" in navigator) {
    await navigator.serviceWorker.register("offline.js").catch(() => undefined);
  }
}

start().catch((error: unknown) => {
  const message = h("p", { class: "error", role: "alert" }, `The lab could not start: ${String(error)}`);
  document.getElementById("app")?.replaceChildren(message);
});
