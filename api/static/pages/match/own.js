/* Own actions on their way to the log: shown at once, sent one at a time, each logged once.

   An action names how many the own side has in the log, so what is sent again after a lost answer is the same one, and
   the service answers it as it did; also when the page has been left meanwhile and comes again. */

import { Later, Refused } from "../play/asking.js";
import { Waiting } from "../play/waiting.js";
import { after, foretell, movedBy, refusal } from "./piles.js";

/**
 * @typedef {object} Owner  What it asks and tells.
 * @property {import("./piles.js").Standing} told  What the service has told.
 * @property {number} count  How many actions the own side has in the log.
 * @property {object} match
 * @property {(answer: object) => void} takeAnswer  An action is in the log.
 * @property {(entries: object[], why: object) => void} takeDrop  These are not, and are shown no more.
 * @property {(problem: object) => void} takeConflict  Something else was sent to this match, or happened to it.
 * @property {() => void} takeDoubt  The service knows more, or was not reached.
 */
export class OwnActions {
  #asking;
  #path;
  #owner;
  #queue = []; // {action, cards, count}: `cards` that it moves; `count` once it was sent
  #kept; // the browser's copy of these
  #isSending = false;
  #waiting = new Waiting();

  /**
   * @param {{asking: import("../play/asking.js").Asking, path: string, owner: Owner,
   *     kept: import("../play/unsent.js").Unsent}} options
   */
  constructor({ asking, path, owner, kept }) {
    this.#asking = asking;
    this.#path = path;
    this.#owner = owner;
    this.#kept = kept;
  }

  /** Go on with what an earlier page has not sent, or has had no answer to. */
  takeUp() {
    this.#queue = this.#kept.read() ?? [];
    this.#send();
  }

  /** Whether none is on its way. */
  get isEmpty() {
    return !this.#queue.length;
  }

  /** Take an action that is legal on what is shown, and send it as soon as those before it are answered. */
  add(action, shown) {
    if (action === "resign") this.#queue = this.#queue.filter(({ count }) => count !== null);
    const { you, options } = this.#owner.match;
    const cards = movedBy(shown, you, action, options);
    this.#queue.push({ action, cards, count: null });
    this.#keep();
    this.#send();
  }

  /** How the table stands with these actions on top of what the service has told. */
  on(told) {
    const { you, options } = this.#owner.match;
    let shown = told;
    for (const { action, count } of this.#queue) {
      if (count !== null && count < this.#owner.count) continue; // it is in the log, and its answer on the way
      if (refusal(shown, you, action, options) !== null) break;
      shown = after(shown, foretell(shown, you, action, options));
    }
    return shown;
  }

  /** An action of the own side is in the log: the first of these, or one that was played from elsewhere. */
  takeEvent({ action, count }) {
    const [first] = this.#queue;
    if (first?.action === action && first.count === count - 1) this.#remove([first]);
  }

  /** End a wait for the connection. */
  end() {
    this.#waiting.end();
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length) await this.#attempt(this.#queue[0]);
    } finally {
      this.#isSending = false;
    }
  }

  async #attempt(entry) {
    // One that was sent may be in the log, whatever the table is like by now.
    const reason = entry.count === null ? this.#hindrance(entry) : null;
    if (reason) return this.#drop([entry], { reason });
    entry.count ??= this.#owner.count;
    this.#keep();
    const body = { count: entry.count, action: entry.action, after: this.#owner.told.version };
    try {
      const answer = await this.#asking.ask("POST", `${this.#path}actions/`, body, { keepalive: true });
      this.#remove([entry]);
      this.#owner.takeAnswer(answer);
    } catch (error) {
      if (!this.#queue.includes(entry)) return; // it has come as an event, and there is nothing to ask
      if (error instanceof Later) await this.#waitAfter(error);
      else if (error instanceof Refused) this.#takeRefusal(entry, error.problem);
      else throw error;
    }
  }

  /** Why an action that is next cannot be played as it was meant, or null. */
  #hindrance({ action, cards }) {
    const { told, match } = this.#owner;
    const reason = refusal(told, match.you, action, match.options);
    // Whether a foundation takes the card, the service knows better: the opponent may have put the one below it there.
    if (reason === "not_next_on_foundation") return lastOf(told, match.you, action) === cards[0] ? null : "changed";
    if (reason) return reason;
    return movedBy(told, match.you, action, match.options).join() === cards.join() ? null : "changed";
  }

  async #waitAfter({ kind, wait }) {
    if (kind === "offline") this.#owner.takeDoubt();
    await this.#waiting.for(wait, { isFirm: kind === "throttled" });
  }

  #takeRefusal(entry, problem) {
    const { code, detail, reason, tops, version } = problem;
    if (code === "illegal_action") {
      this.#drop([entry], { reason, detail, tops });
      if (version > this.#owner.told.version) this.#owner.takeDoubt();
      return;
    }
    // Played from elsewhere, or over: nothing that waits is meant for this table.
    this.#drop([...this.#queue], { reason: code === "count_conflict" ? "played_elsewhere" : code, detail });
    this.#owner.takeConflict(problem);
  }

  #drop(entries, why) {
    this.#remove(entries);
    this.#owner.takeDrop(entries, why);
  }

  #remove(entries) {
    this.#queue = this.#queue.filter((entry) => !entries.includes(entry));
    this.#keep();
  }

  #keep() {
    if (this.#queue.length) this.#kept.keep(this.#queue);
    else this.#kept.forget();
  }
}

const lastOf = ({ piles }, side, action) => piles[`${side}:${action.split("-")[0]}`].at(-1);
