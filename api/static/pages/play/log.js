/* The game as the service has it. The page plays at once; here moves go to the service in batches, one request at a
   time, in order, each once, however often the connection breaks.

   The version of the log keeps them in order: an append that is sent again after a lost answer has the same answer, and
   one that was made on an old log is refused. Then the log is read anew, and what it has of our moves already is told
   apart from what others have played. */

import { Asking, Later, Refused } from "./asking.js";
import { Unsent } from "./unsent.js";
import { Verdict } from "./verdict.js";
import { Waiting } from "./waiting.js";
import { newKey, request } from "../service.js";

const PAUSE = 400; // after a move, for more to come
const LONGEST_PAUSE = 3000; // however many come
const BATCH = 100; // moves in an append

/** Refusals that end it, and the state that shows each; all that are nowhere here show as `refused`. */
const ENDS = {
  posting_banned: "banned",
  not_authenticated: "signed-out",
  invalid_token: "signed-out",
  game_not_found: "gone",
};
/** Refusals after which the log is read anew: others have appended, or moves of ours are not taken. */
const CONFLICTS = ["version_conflict", "game_finished"];
const NOT_TAKEN = ["illegal_move", "bad_notation", "limit_exceeded"];
/** Kinds of state that a move more does not change. */
const HELD_UP = ["offline", "throttled"];

/**
 * @typedef {object} State
 * @property {string} kind  While it is played `new` (nothing played, and nothing at the service), `saving`, `saved`;
 *     `offline` and `throttled`, with `retryAt` in ms, of which nothing is lost; `conflict` and `refused`, after which the
 *     table is another one, with `lost`, how many moves are gone. Then `finishing`, `checking`, and at last `rejected` or
 *     `verified`, with `game`, and `place` on the board or the `reason` for which there is none. It ends in `banned`,
 *     `signed-out`, `gone` or `refused`, with the API's `problem`, until `retry`.
 * @property {number} pending  How many moves the service does not have.
 * @typedef {object} Listener
 * @property {(state: State) => void} [changed]
 * @property {(id: string) => void} [started]  The service has made the game.
 * @property {(moves: string[]) => void} [replaced]  The game is another one now: these are its moves.
 */
export class GameLog {
  /** The game's id; null until the service has made it. @type {string | null} */
  id = null;
  /** The code of its deal. */
  code = "";
  /** When the first move was made, in ms since 1970, as far as it is known. @type {number | null} */
  startedAt = null;
  /** @type {State} */
  state = Object.freeze({ kind: "new", pending: 0 });

  #listener;
  #asking = new Asking();
  #verdict = new Verdict(this.#asking);
  #kept; // the browser's copy of what is unsent
  #startKey = null;
  #sent = []; // the moves that the service has
  #unsent = []; // those after them
  #batch = null; // the first of those, once they were sent: sent again they are the same
  #finish = null; // the score to finish with, once that is asked for
  #isClosed = false; // at the service
  #isRead = true; // whether the log is known as the service has it
  #refusal = null; // why it has to be read anew

  #isRunning = false;
  #isStopped = false;
  #isHurried = false; // no pause for more moves
  #pauseSince = 0;
  #lastMoveAt = 0;
  #waiting = new Waiting();
  #opened = (_log) => {}; // ends the wait of `resume`
  #page = new AbortController(); // takes the listeners off the page

  /** A new game of a deal. Moves of an earlier page that have never reached the service are in it already. */
  static start(code, listener = {}) {
    const log = new GameLog(listener);
    log.code = code;
    log.#kept = new Unsent(code);
    const rest = log.#kept.read();
    log.#startKey = rest?.startKey ?? newKey();
    if (rest) log.#takeUp(rest);
    log.#run();
    return log;
  }

  /** A game of this player with what an earlier page has not sent, once it is read; null if there is none to go on with. */
  static resume(id, listener = {}) {
    const log = new GameLog(listener);
    log.id = id;
    log.#kept = new Unsent(id);
    log.#isRead = false;
    return new Promise((resolve) => {
      log.#opened = resolve;
      log.#run();
    });
  }

  /** Use `start` or `resume`. @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    const { signal } = this.#page;
    addEventListener("online", () => this.#waiting.end(), { signal });
    addEventListener("pagehide", () => this.#flush(), { signal });
    document.addEventListener("visibilitychange", () => this.#turnedToOrFrom(), { signal });
  }

  /** All moves, those on their way among them. @returns {string[]} */
  get moves() {
    return [...this.#sent, ...this.#unsent];
  }

  /** Whether the game takes no more moves. */
  get isOver() {
    return this.#isClosed || this.#finish !== null;
  }

  /** Take a move that has been played. It is on its way, and kept, when this returns. */
  add(move) {
    if (this.isOver) throw new Error(`The game is over: ${move} comes too late.`);
    this.#lastMoveAt = Date.now();
    this.startedAt ??= this.#lastMoveAt;
    if (!this.#unsent.length) this.#pauseSince = this.#lastMoveAt;
    this.#unsent.push(move);
    this.#goOn();
  }

  /** Finish the game as it stands, with the score that the player sees. A won game needs none. */
  finish(score) {
    if (this.isOver) return;
    this.#finish = { score };
    this.#isHurried = true;
    this.#goOn();
    this.#waiting.end();
  }

  /** Try again now, as after signing in. */
  retry() {
    this.#isStopped = false;
    this.#waiting.end();
    this.#run();
  }

  /** Let go of the page, which shows another game. What is unsent is still sent. */
  close() {
    this.#page.abort();
    this.#listener = {};
    this.#isHurried = true;
    this.#waiting.end();
  }

  // -- What is to be done next, until nothing is

  #goOn() {
    this.#keep();
    if (this.#isStopped || HELD_UP.includes(this.state.kind)) this.#show(this.state.kind, this.state);
    else this.#show(this.#progress);
    this.#run();
  }

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let step = this.#next; step && !this.#isStopped; step = this.#next) await this.#attempt(step);
    } finally {
      this.#isRunning = false;
    }
  }

  get #next() {
    if (!this.#isRead) return this.#read;
    if (this.#isClosed) return this.#verdict.isFinal || this.#page.signal.aborted ? null : this.#look;
    if (!this.#unsent.length && !this.#finish) return null;
    if (!this.id) return this.#start;
    return this.#unsent.length ? this.#append : this.#finishIt;
  }

  async #attempt(step) {
    try {
      await step.call(this);
    } catch (error) {
      if (error instanceof Later) await this.#waitAfter(error);
      else if (error instanceof Refused) this.#takeRefusal(error.problem);
      else throw error;
    }
  }

  async #waitAfter({ kind, wait }) {
    this.#show(kind, { retryAt: Date.now() + wait });
    await this.#waiting.for(wait, { isFirm: kind === "throttled" });
  }

  #takeRefusal(problem) {
    this.#batch = null;
    if (CONFLICTS.includes(problem.code) || NOT_TAKEN.includes(problem.code)) {
      this.#isRead = false;
      this.#refusal = problem;
      return;
    }
    this.#isStopped = true;
    this.#show(ENDS[problem.code] ?? "refused", { problem });
    this.#opened(null);
  }

  async #start() {
    await this.#asking.becomePlayer();
    const options = { idempotencyKey: this.#startKey };
    const game = await this.#asking.ask("POST", "games/", { deal: this.code }, options);
    this.id = game.id;
    this.#kept.forget();
    this.#kept = new Unsent(this.id);
    this.#keep();
    this.#tell("started", this.id);
  }

  async #append() {
    await this.#pause();
    this.#batch ??= this.#unsent.slice(0, BATCH);
    const { state } = await this.#send(this.#sent.length, this.#batch);
    this.#sent.push(...this.#unsent.splice(0, this.#batch.length));
    this.#batch = null;
    this.#pauseSince = Date.now();
    this.#isHurried = this.#finish !== null;
    this.#keep();
    if (state.status === "playing") this.#show(this.#progress);
    else this.#takeClose();
  }

  #send(version, moves) {
    return this.#asking.ask("POST", `games/${this.id}/moves/`, { version, moves }, { keepalive: true });
  }

  async #finishIt() {
    const body = { version: this.#sent.length, ...this.#finish };
    await this.#asking.ask("POST", `games/${this.id}/finish/`, body, { keepalive: true });
    this.#takeClose();
  }

  #takeClose() {
    this.#isClosed = true;
    this.#finish = null;
    this.#keep();
    this.#show("checking", { game: null });
  }

  async #look() {
    await this.#waiting.for(this.#verdict.wait);
    const { kind, ...details } = await this.#verdict.look(this);
    this.#show(kind, details);
  }

  // -- Reading the log anew

  async #read() {
    const log = await this.#asking.ask("GET", `games/${this.id}/log/`);
    const isOpening = !this.code;
    const moves = log.batches.flatMap((batch) => batch.moves);
    this.startedAt ??= log.batches.length ? Date.parse(log.batches[0].at) : null;
    if (isOpening) this.#open(log.deal, moves);
    const isClosed = log.status !== "playing";
    const isNotTaken = NOT_TAKEN.includes(this.#refusal?.code);
    const lost = this.#adopt(moves, { isWhole: isClosed || isNotTaken });
    this.#isRead = true;
    if (lost !== null && !isOpening) this.#tell("replaced", this.moves);
    if (lost !== null && isNotTaken) this.#show("refused", { lost, problem: this.#refusal });
    else if (lost !== null) this.#show("conflict", { lost });
    else if (!["conflict", "refused"].includes(this.state.kind) || this.#unsent.length) this.#show(this.#progress);
    this.#refusal = null;
    if (isClosed) this.#takeClose();
    if (isOpening) this.#opened(this);
  }

  #open(code, moves) {
    this.code = code;
    const rest = this.#kept.read();
    // Moves that followed more than the log has do not follow what it has.
    if (!rest || rest.version > moves.length) return;
    this.#sent = moves.slice(0, rest.version);
    this.#takeUp(rest);
  }

  #takeUp({ moves, finish }) {
    this.#unsent = moves;
    this.#finish = finish;
  }

  /**
   * Make the service's moves ours; ours that may follow them stay, unless its log is the `isWhole` game.
   * How many of ours were dropped, or null if the table is as it was.
   */
  #adopt(moves, { isWhole }) {
    const known = this.moves;
    const differs = known.findIndex((move, at) => move !== moves[at]);
    const common = differs < 0 ? known.length : differs;
    const rest = known.slice(common);
    const isOurs = common === moves.length && !(isWhole && rest.length);
    this.#sent = moves;
    this.#unsent = isOurs ? rest : [];
    this.#batch = null;
    if (!isOurs) this.#finish = null;
    this.#keep();
    return isOurs ? null : rest.length;
  }

  // -- Waiting, and being woken

  async #pause() {
    const due = () => Math.min(this.#lastMoveAt + PAUSE, this.#pauseSince + LONGEST_PAUSE) - Date.now();
    while (!this.#batch && !this.#isHurried && this.#unsent.length < BATCH && due() > 0) await this.#waiting.for(due());
  }

  #turnedToOrFrom() {
    if (document.visibilityState === "hidden") return this.#flush();
    // The game may have gone on elsewhere meanwhile, on a phone or in another tab.
    if (this.id && !this.#isRunning && !this.#isStopped && !this.#isClosed) this.#isRead = false;
    this.#waiting.end();
    this.#run();
  }

  /** Send what is unsent before the page goes, whether or not an answer comes back to it. */
  #flush() {
    if (!this.#unsent.length || this.#isStopped) return;
    this.#isHurried = true;
    this.#waiting.end();
    const after = this.#unsent.slice(this.#batch?.length);
    if (!this.#batch || !this.#asking.isWaiting || !after.length) return;
    // Behind a batch that is on its way. Should this one overtake it, it is refused, and the next page sends it.
    const body = { version: this.#sent.length + this.#batch.length, moves: after.slice(0, BATCH) };
    request("POST", `games/${this.id}/moves/`, body, { keepalive: true }).catch(() => {});
  }

  // -- Telling and keeping

  get #progress() {
    if (this.#finish) return "finishing";
    return this.#unsent.length ? "saving" : "saved";
  }

  #show(kind, details = {}) {
    this.state = Object.freeze({ ...details, kind, pending: this.#unsent.length });
    this.#tell("changed", this.state);
  }

  /* What goes wrong in the page is reported as any error of its own, and keeps no move from being saved. */
  #tell(what, value) {
    try {
      this.#listener[what]?.(value);
    } catch (error) {
      reportError(error);
    }
  }

  #keep() {
    if (!this.#unsent.length && !this.#finish) return this.#kept.forget();
    const startKey = this.id ? null : this.#startKey;
    this.#kept.keep({ version: this.#sent.length, moves: this.#unsent, finish: this.#finish, startKey });
  }
}
