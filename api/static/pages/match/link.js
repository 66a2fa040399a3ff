/* A match as the service has it, for the page that shows it: how it stands, what happens in it, and all that a player
   can do. The page plays at once. The opponent may be faster: then the service refuses, and the card is where it was. */

import { Asking, Later, Refused } from "../play/asking.js";
import { Unsent } from "../play/unsent.js";
import { Waiting } from "../play/waiting.js";
import { MatchEvents } from "./events.js";
import { OwnActions } from "./own.js";
import { after, legalActions, refusal, standingOf } from "./piles.js";
import { MatchRequests } from "./requests.js";

const LAST_RETRY = 5000; // a match does not wait longer
/** Looks for a rematch once the match is over: every so many ms, first for a minute, and then for some ten. */
const REMATCH = [...Array(20).fill(3000), ...Array(60).fill(10_000)];

/**
 * @fires changed  {events, own}: the table is another one. `events` are those that the service has told now, of either
 *     side; `own` is the own action that is shown before it has answered, or null.
 * @fires match  `match`, `present` or `claimAt` are others.
 * @fires refused  {action, reason, detail, tops}: an own action has not been played, and the table shows it no more.
 *     `reason` is the service's; or `changed` if it would move other cards by now than those that were seen, and
 *     `played_elsewhere` if the own side has been played from elsewhere. `detail` says it in words, if the service did;
 *     `tops` are the top cards of `F1` to `F8` then, if it told them.
 * @fires connection  `connection` is another one.
 * @fires problem  {problem}: the service refuses what was asked, with its own problem, or was not reached after some
 *     tries: `{code: "offline"}` or `{code: "throttled"}`.
 */
export class MatchLink extends EventTarget {
  /** The newest MatchState, without its table. */
  match;
  /** @type {Record<string, boolean>} */
  present = {};
  /** @type {string | null} */
  claimAt = null;
  /** `closed` before `open`, after `close`, and once the match has been told to its end. */
  connection = "closed";
  /** How many actions the own side has in the log. */
  count = 0;
  /** From the bottom, by their names; hidden cards are `??`, and so is what a draw turns until the service tells it. */
  piles = {};
  /** Whose the cards of `F1` to `F8` are: `ABBA`. */
  owners = {};
  turn = null;
  contributions = { A: 0, B: 0 };
  passed = { A: false, B: false };
  out = [];
  /** What the service has told, without own actions that it has not answered. @type {import("./piles.js").Standing} */
  told = null;

  #path;
  #shown = null;
  #legal = { version: -1, actions: [] }; // what the service said last
  #own;
  #events;
  #requests;
  #asking = new Asking({ lastRetry: LAST_RETRY });
  #waiting = new Waiting();
  #isOpen = false;
  #reading = null;
  #isStale = false;
  #rematchWaiting = new Waiting();

  /** @param {{id: string, invite?: string | null, match: object}} options  `match` as `GET matches/{id}/` has it. */
  constructor({ id, invite = null, match }) {
    super();
    this.#path = `matches/${id}/`;
    const path = this.#path;
    const lastRetry = LAST_RETRY;
    this.#requests = new MatchRequests({ lastRetry, path, invite, refused: (problem) => this.#refused(problem) });
    const kept = new Unsent(`${id}/${match.you}`, { inTab: true });
    this.#own = new OwnActions({ asking: new Asking({ lastRetry }), path, owner: this, kept });
    const query = (members) => this.#requests.query(members);
    this.#events = new MatchEvents({ asking: new Asking({ lastRetry }), path, query, hearer: this });
    this.#take(match);
  }

  /** How many events are known. */
  get version() {
    return this.told?.version ?? 0;
  }

  /** What may be played on the table as it is shown. @returns {string[]} */
  get legal() {
    if (!this.#canPlay) return [];
    const isTold = this.#own.isEmpty && this.#legal.version === this.version;
    return isTold ? this.#legal.actions : legalActions(this.#shown, this.match.you, this.match.options);
  }

  get #canPlay() {
    return this.#shown !== null && this.match.you !== null && this.match.stage === "playing";
  }

  open() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#events.open();
    if (this.#canPlay) this.#own.takeUp();
    if (!this.#own.isEmpty) this.#show();
  }

  close() {
    this.#isOpen = false;
    this.#events.close();
    this.#hurry();
    this.#rematchWaiting.end();
    this.hearConnection("closed");
  }

  // -- Playing

  /** Play an action: it is shown at once, and on its way when this returns; `refused` tells if it is not played. */
  play(action) {
    const { you, options, stage } = this.match;
    const reason = this.#canPlay ? refusal(this.#shown, you, action, options) : (STAGES[stage] ?? "match_over");
    if (reason) return this.#refuse({ action, reason });
    this.#own.add(action, this.#shown);
    this.#show({ own: action });
  }

  resign() {
    this.play("resign");
  }

  takeAnswer({ version, events, table }) {
    if (version >= this.version) this.#legal = { version, actions: table.legal };
    this.hearEvents(events);
  }

  takeDrop(entries, why) {
    this.#show();
    for (const { action } of entries) this.#refuse({ action, ...why });
  }

  takeConflict(problem) {
    if (!["count_conflict", "wrong_stage"].includes(problem.code)) this.#tell("problem", { problem });
    this.#read();
  }

  takeDoubt() {
    this.#events.check();
  }

  #refuse({ action, reason, detail = null, tops = null }) {
    this.#tell("refused", { action, reason, detail, tops });
  }

  // -- Beside the log. Each answers the MatchState that it leads to, or null after a `problem`.

  /** Take the free side; who has no account becomes a guest. */
  async join() {
    const state = await this.#led(this.#requests.join());
    if (state && this.#isOpen) this.#events.restart(); // what was told was for somebody who looks on
    return state;
  }

  ready() {
    return this.#led(this.#requests.ready());
  }

  claim() {
    return this.#led(this.#requests.claim());
  }

  cancel() {
    return this.#led(this.#requests.cancel());
  }

  /** The first match of the next series, which is another match; `match.rematch` has its address then. */
  async rematch() {
    const again = await this.#requests.rematch();
    if (!again) return null;
    this.match = { ...this.match, rematch: again.url };
    this.#tell("match", {});
    return again;
  }

  async #led(request) {
    const state = await request;
    if (state) this.#take(state);
    return state;
  }

  #refused(problem) {
    this.#tell("problem", { problem });
    this.#read();
  }

  // -- What the service tells (the hearer of MatchEvents)

  hearEvents(events) {
    const news = [];
    for (const event of events) {
      if (event.n <= this.version) continue;
      if (!this.told || event.n > this.version + 1) {
        this.#read(); // how it stands by now
        break;
      }
      this.told = after(this.told, event);
      if (event.side === this.match.you) this.#takeOwn(event);
      news.push(event);
    }
    if (news.length) this.#show({ events: news });
    if (news.at(-1)?.over) this.#read();
  }

  #takeOwn(event) {
    this.count = event.count;
    this.#own.takeEvent(event);
  }

  hearNews({ version, stage, revision, present, claim_at, legal }) {
    if (legal && version === this.version) this.#legal = { version, actions: legal };
    const isOther = JSON.stringify([present, claim_at]) !== JSON.stringify([this.present, this.claimAt]);
    this.present = present;
    this.claimAt = claim_at;
    if (isOther) this.#tell("match", {});
    if (revision !== this.match.revision || stage !== this.match.stage) this.#read();
  }

  hearConnection(kind) {
    if (kind === this.connection) return;
    if (this.connection === "offline") this.#hurry();
    this.connection = kind;
    this.#tell("connection", {});
  }

  async hearEnd() {
    await this.#read();
    this.hearConnection("closed");
    this.#awaitRematch();
  }

  /** The connection is back. */
  #hurry() {
    for (const waiting of [this.#waiting, this.#own, this.#requests]) waiting.end();
  }

  hearRefusal(problem) {
    this.hearConnection("closed");
    this.#tell("problem", { problem });
  }

  /* News end with the match. That the opponent wants to play again is seen by looking. */
  async #awaitRematch() {
    for (const wait of REMATCH) {
      const { you, series, rematch } = this.match;
      if (you === null || !series.winner || rematch) return;
      await this.#rematchWaiting.for(wait);
      if (!this.#isOpen) return;
      await this.#read();
    }
  }

  /** Get the match anew, after a gap and when something has happened beside the log; what is asked meanwhile comes too. */
  #read() {
    this.#isStale = true;
    this.#reading ??= this.#readOn().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readOn() {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#take(await this.#asking.ask("GET", `${this.#path}?${this.#requests.query()}`));
      } catch (error) {
        if (error instanceof Refused) return this.#tell("problem", { problem: error.problem });
        if (!(error instanceof Later)) throw error;
        this.#isStale = this.#isOpen;
        await this.#waiting.for(error.wait, { isFirm: error.kind === "throttled" });
      }
    }
  }

  #take({ table, ...match }) {
    this.match = match;
    this.present = Object.fromEntries(match.seats.map(({ side, present }) => [side, present]));
    this.claimAt = match.claim_at;
    if (table && table.version >= this.version) this.#takeTable(table);
    this.#tell("match", {});
  }

  #takeTable(table) {
    const isOther = !this.told || table.version > this.version;
    this.told = standingOf(table, { isOver: this.match.stage === "over" });
    this.#legal = { version: table.version, actions: table.legal };
    this.count = this.match.count ?? 0;
    if (isOther) this.#show();
  }

  /** Show what the service has told, with own actions on top that it has not answered. */
  #show({ events = [], own = null } = {}) {
    this.#shown = this.#own.on(this.told);
    const { piles, owners, turn, contributions, passed, out } = this.#shown;
    Object.assign(this, { piles, owners, turn, contributions, passed, out });
    this.#tell("changed", { events, own });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

const STAGES = { open: "not_begun", ready: "not_begun", playing: "not_a_player" };
