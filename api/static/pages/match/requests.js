/* What a player asks of a match beside its log: to join, to be ready, to claim it, to call it off, to play again. */

import { Asking, Later, Refused } from "../play/asking.js";
import { Waiting } from "../play/waiting.js";
import { newKey } from "../service.js";

const TRIES = 4;

export class MatchRequests {
  #asking;
  #path;
  #invite;
  #refused;
  #waiting = new Waiting();

  /**
   * @param {object} options
   * @param {(problem: object) => void} options.refused  Is told why a request answers null: the service's problem, or
   *     `{code: "offline"}` or `{code: "throttled"}` after some tries.
   */
  constructor({ lastRetry, path, invite, refused }) {
    this.#asking = new Asking({ lastRetry });
    this.#path = path;
    this.#invite = invite;
    this.#refused = refused;
  }

  /** What opens the match, and these members, for an address. */
  query(members = {}) {
    const query = new URLSearchParams(members);
    if (this.#invite) query.set("invite", this.#invite);
    return query;
  }

  /** Take the free side; who has no account becomes a guest. */
  async join() {
    const isPlayer = await this.#patiently(async () => (await this.#asking.becomePlayer(), true));
    return isPlayer && this.#post("join/", { invite: this.#invite });
  }

  ready() {
    return this.#post("ready/");
  }

  claim() {
    return this.#post("claim/");
  }

  rematch() {
    return this.#post("rematch/");
  }

  cancel() {
    return this.#post("cancel/");
  }

  /** End a wait for the connection. */
  end() {
    this.#waiting.end();
  }

  #post(path, body = {}) {
    const options = { idempotencyKey: newKey() };
    return this.#patiently(() => this.#asking.ask("POST", this.#path + path, body, options));
  }

  /** What a request answers, after some tries if need be; null if it is refused, or not answered at all. */
  async #patiently(ask) {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof Refused || (error instanceof Later && tries === TRIES)) {
          this.#refused(error.problem ?? { code: error.kind });
          return null;
        }
        if (!(error instanceof Later)) throw error;
        await this.#waiting.for(error.wait, { isFirm: error.kind === "throttled" });
      }
    }
  }
}
