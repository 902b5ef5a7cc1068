// Random moves on the board, marked for a trace.
import type { App } from "./app.js";
import { START } from "./state.js";

/**
 * Plays random moves, the same ones each time, and starts again where a game ends. Between two moves it waits
 * for the next frame and then for `pause` milliseconds: without a pause, the drawing of a move takes time from
 * the next one.
 *
 * In a trace, the marks `move` and `moved` enclose the script of each move and the layout of the page.
 */
export async function playRandomly(app: App, moves: number, pause = 0): Promise<void> {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let played = 0; played < moves; ) {
    const legal = app.position.moves ?? [];
    const move = legal[random(legal.length)];
    if (!move) {
      app.setFen(START);
      continue;
    }
    performance.mark("move");
    const error = app.play(move.uci);
    document.body.getBoundingClientRect();
    performance.mark("moved");
    played++;
    if (error) {
      throw new Error(error.message);
    }
    await new Promise(requestAnimationFrame);
    if (pause > 0) {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
