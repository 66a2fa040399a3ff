/* What comes after a finish: the check, which decides in a moment or when its worker is back, and the place on the board. */

import { Refused, jittered } from "./asking.js";

const WAITS = [500, 1000, 1500, 2000, 3000, 5000, 8000, 10_000]; // before each look, and from then on before all others

export class Verdict {
  /** Whether there is nothing more to find out. */
  isFinal = false;
  /** The game as the service showed it last; null until then. */
  game = null;

  #asking;
  #looks = 0;

  /** @param {import("./asking.js").Asking} asking */
  constructor(asking) {
    this.#asking = asking;
  }

  /** How long to wait, in milliseconds, before the next look. */
  get wait() {
    if (this.game?.status === "verified") return 0;
    return jittered(WAITS[Math.min(this.#looks++, WAITS.length - 1)]);
  }

  /** Look once: `checking`, `rejected`, or `verified` with the place. Throws Later and Refused. */
  async look({ id, code }) {
    if (this.game?.status !== "verified") this.game = await this.#asking.ask("GET", `games/${id}/`);
    const { game } = this;
    if (game.status === "finished") return { kind: "checking", game };
    const place = game.status === "verified" ? await this.#place(code) : {};
    this.isFinal = true;
    return { kind: game.status, game, ...place };
  }

  async #place(code) {
    try {
      return { place: await this.#asking.ask("GET", `deals/${code}/leaderboard/me/`), reason: null };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { place: null, reason: error.problem.reason ?? error.problem.code };
    }
  }
}
