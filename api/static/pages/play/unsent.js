/* What the service does not have yet of a game, kept in this browser so that it survives a reload or a flat battery. Of
   a match it is kept in the tab alone: what another tab sends has its number in the log. */

const ROOT = "double-solitaire/unsent/";

/**
 * @typedef {object} Rest  Of a game; of a match its own, in `match/own.js`.
 * @property {number} version  How many moves the service had.
 * @property {string[]} moves  Those after them.
 * @property {{score: number} | null} finish  The finish, if it was asked for.
 * @property {string | null} startKey  The key of the request that makes the game, while the service has not made it.
 */

export class Unsent {
  #key;
  #inTab;

  /** @param {string} name  The game's id, or the code of its deal while it has none; or a match's and the side. */
  constructor(name, { inTab = false } = {}) {
    this.#key = ROOT + name;
    this.#inTab = inTab;
  }

  /** The deals of games that the service has not made yet. @returns {string[]} */
  static deals() {
    const names = withStorage(() => Object.keys(localStorage)) ?? [];
    return names.filter((name) => name.startsWith(`${ROOT}DS1-`)).map((name) => name.slice(ROOT.length));
  }

  /** What was kept, or null. @returns {Rest | null} */
  read() {
    return withStorage(() => JSON.parse(this.#storage.getItem(this.#key)));
  }

  /** @param {Rest} rest */
  keep(rest) {
    withStorage(() => this.#storage.setItem(this.#key, JSON.stringify(rest)));
  }

  forget() {
    withStorage(() => this.#storage.removeItem(this.#key));
  }

  get #storage() {
    return this.#inTab ? sessionStorage : localStorage;
  }
}

/* Storage may be forbidden or full. Then moves are kept as long as the page is open, which is all that can be done. */
function withStorage(use) {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
