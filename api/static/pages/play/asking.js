/* Requests of a game to the service, and what becomes of those that it does not grant: later, or refused. */

import { Offline, ensureGuest, request, token } from "../service.js";

const TIMEOUT = 20_000;
const FIRST_RETRY = 1000;
const LAST_RETRY = 30_000;

/** The service cannot answer now, for it is `offline` or we are `throttled`. Ask again in `wait` milliseconds. */
export class Later extends Error {
  constructor(kind, wait) {
    super(kind);
    this.kind = kind;
    this.wait = wait;
  }
}

/** The service refuses; `problem` is its answer. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.code);
    this.problem = problem;
  }
}

export class Asking {
  /** Whether an answer is waited for. */
  isWaiting = false;

  #failures = 0;
  #lastRetry;

  /** @param {{lastRetry?: number}} [options]  The longest wait, in milliseconds, that is not the service's wish. */
  constructor({ lastRetry = LAST_RETRY } = {}) {
    this.#lastRetry = lastRetry;
  }

  /**
   * The answer to a request. Throws Later and Refused.
   * @param {{idempotencyKey?: string, keepalive?: boolean}} [options]
   */
  async ask(method, path, body, options = {}) {
    this.isWaiting = true;
    try {
      const answer = await request(method, path, body, { ...options, signal: AbortSignal.timeout(TIMEOUT) });
      return this.#granted(answer);
    } catch (error) {
      throw this.#isUnreached(error) ? this.#later("offline") : error;
    } finally {
      this.isWaiting = false;
    }
  }

  /** Make whoever has no token a guest. Throws Later. */
  async becomePlayer() {
    if (token()) return;
    try {
      if (await ensureGuest()) return;
    } catch (error) {
      throw this.#isUnreached(error) ? this.#later("offline") : error;
    }
    // That new guests are not made now, for too many were, is all that can be told.
    throw this.#later("throttled");
  }

  #granted({ status, data, headers }) {
    // What has no JSON is no answer of the service, but of something in between.
    if (status < 400 && data) {
      this.#failures = 0;
      return data;
    }
    const seconds = Number(headers.get("Retry-After"));
    if (status === 429) throw this.#later("throttled", seconds);
    if (status >= 500 || !data) throw this.#later("offline", seconds);
    throw new Refused(data);
  }

  #isUnreached(error) {
    return error instanceof Offline || error.name === "TimeoutError";
  }

  /** Each failure doubles the wait, unless the service has said how long it should be. */
  #later(kind, seconds = 0) {
    const wait = Math.min(FIRST_RETRY * 2 ** this.#failures++, this.#lastRetry);
    return new Later(kind, seconds > 0 ? 1000 * seconds + jittered(500) : jittered(wait));
  }
}

/** About so many milliseconds, so that not all clients come back at once. */
export const jittered = (ms) => ms * (0.75 + Math.random() / 2);
