/* How news of a match come: over a stream while there is one, by polling otherwise, none twice and none missed.

   A stream's address works once, so whenever a stream ends another is asked for, from the version that is known by
   then. While none can be had the match is polled, and a stream tried again now and then. A stream tells something
   every 15 seconds, whether or not something has happened: one that is silent for longer is dead, and is replaced. */

import { Later, Refused } from "../play/asking.js";
import { Waiting } from "../play/waiting.js";

const OPENING = 10_000; // for a stream to tell the first
const SILENCE = 25_000; // of a stream, before it is taken for dead
const LAG = 2000; // of a stream behind a poll
const FIRST_RETRY = 2000; // of a stream that could not be had
const LAST_RETRY = 60_000;
const POLL = 1000; // unless the service says otherwise

/**
 * @typedef {object} Hearer  All may be called at any time between `open` and `close`.
 * @property {number} version  That of the last event that it knows.
 * @property {(events: object[]) => void} hearEvents  As the API tells them, some perhaps again.
 * @property {(news: object) => void} hearNews  The members of the stream's `match`, which a poll has too.
 * @property {(kind: "live" | "polling" | "offline") => void} hearConnection
 * @property {() => void} hearEnd  The match is over, and all of it has been told.
 * @property {(problem: object) => void} hearRefusal  Nothing is told any more.
 */
export class MatchEvents {
  #asking;
  #path;
  #query;
  #hearer;
  #page = null; // takes the listeners off the page
  #running = new AbortController();
  #waiting = new Waiting();
  #stream = null; // {version, end(how)}: what it has told, and what ends it
  #streamAt = 0; // when one is tried again
  #streamRetry = FIRST_RETRY;
  #watch = null;

  /** @param {Hearer} hearer */
  constructor({ asking, path, query, hearer }) {
    this.#asking = asking;
    this.#path = path;
    this.#query = query;
    this.#hearer = hearer;
  }

  open() {
    if (this.#page) return;
    this.#page = new AbortController();
    const { signal } = this.#page;
    addEventListener("online", () => this.check(), { signal });
    addEventListener("offline", () => this.#stream?.end("cut"), { signal });
    // A page that the browser keeps, to go back to, holds no connection.
    addEventListener("pagehide", () => this.#stop(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.restart(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.check(), { signal });
    this.#start();
  }

  close() {
    this.#page?.abort();
    this.#page = null;
    this.#stop();
  }

  /** Come anew, perhaps as somebody else. */
  restart() {
    if (!this.#page) return;
    this.#stop();
    this.#start();
  }

  /** See now whether there are news, also of a stream that may be dead. */
  check() {
    this.#streamAt = 0;
    if (this.#stream) this.#checkStream();
    else this.#waiting.end();
  }

  #start() {
    this.#streamAt = 0;
    this.#running = new AbortController();
    this.#run(this.#running.signal);
  }

  #stop() {
    this.#running.abort();
    this.#stream?.end("cut");
    this.#waiting.end();
  }

  async #run(signal) {
    let isOver = false;
    while (!signal.aborted && !isOver) {
      try {
        isOver = Date.now() >= this.#streamAt && (await this.#follow(signal));
        if (!isOver && !signal.aborted) isOver = await this.#poll(signal);
      } catch (error) {
        if (error instanceof Later) await this.#waitAfter(error, signal);
        else if (error instanceof Refused) return this.#refused(error.problem, signal);
        else throw error;
      }
    }
    if (isOver && !signal.aborted) this.#hearer.hearEnd();
  }

  #refused(problem, signal) {
    if (!signal.aborted) this.#hearer.hearRefusal(problem);
  }

  async #waitAfter({ kind, wait }, signal) {
    if (signal.aborted) return;
    this.#hearer.hearConnection("offline");
    await this.#waiting.for(wait, { isFirm: kind === "throttled" });
  }

  // -- Polling

  /** One poll, and the wait after it; whether it has told the end. */
  async #poll(signal) {
    const told = await this.#ask(signal);
    if (signal.aborted) return false;
    const isAlone = Date.now() < this.#streamAt; // and not on the way to the next stream
    if (isAlone) this.#hearer.hearConnection("polling");
    if (told.version > this.#hearer.version) return false;
    if (told.isOver) return true;
    if (isAlone) await this.#waiting.for(1000 * told.poll_seconds || POLL);
    return false;
  }

  /** Tell what there is since; the browser asks with the tag of the last answer, so nothing new costs next to nothing. */
  async #ask(signal) {
    const address = `${this.#path}events/?${this.#query({ after: this.#hearer.version })}`;
    const { events, ...news } = await this.#asking.ask("GET", address);
    if (signal.aborted) return news;
    this.#hearer.hearEvents(events);
    this.#hearer.hearNews(news);
    return { ...news, isOver: ["over", "cancelled", "expired"].includes(news.stage) };
  }

  // -- The stream

  /** Follow a stream until it ends; whether it has told the end of the match. */
  async #follow(signal) {
    const address = await this.#ticket();
    if (signal.aborted) return false;
    const how = address === null ? "failed" : await this.#listen(address);
    // One that has worked and was cut, as by a restart of the service, is followed by another at once.
    if (how === "failed") {
      this.#streamAt = Date.now() + this.#streamRetry;
      this.#streamRetry = Math.min(2 * this.#streamRetry, LAST_RETRY);
    }
    return how === "end";
  }

  /** Where a stream can be had; null if the service has none now. */
  async #ticket() {
    try {
      const { url } = await this.#asking.ask("POST", `${this.#path}stream/?${this.#query({})}`, {});
      const address = new URL(url, location.href);
      address.searchParams.set("after", this.#hearer.version);
      return address;
    } catch (error) {
      if (error instanceof Later || error instanceof Refused) return null;
      throw error;
    }
  }

  /** How a stream has ended: `failed` before it told anything, `cut` after that, or with the `end` of the match. */
  #listen(address) {
    return new Promise((resolve) => {
      const source = new EventSource(address);
      let hasTold = false;
      const end = (how) => {
        if (this.#stream !== stream) return;
        this.#stream = null;
        source.close();
        clearTimeout(this.#watch);
        resolve(how === "end" || hasTold ? how : "failed");
      };
      const stream = (this.#stream = { version: -1, end });
      const isAlive = () => {
        hasTold = true;
        this.#streamRetry = FIRST_RETRY;
        this.#watchFor(SILENCE, () => end("cut"));
        this.#hearer.hearConnection("live");
      };
      const told = (version) => {
        stream.version = version;
        isAlive();
      };
      source.addEventListener("action", ({ data }) => {
        const event = JSON.parse(data);
        told(event.n);
        this.#hearer.hearEvents([event]);
      });
      source.addEventListener("match", ({ data }) => {
        const news = JSON.parse(data);
        told(news.version);
        this.#hearer.hearNews(news);
      });
      source.addEventListener("ping", isAlive);
      source.addEventListener("end", () => end("end"));
      // Its own reconnection would come with the ticket that is spent.
      source.addEventListener("error", () => end("cut"));
      this.#watchFor(OPENING, () => end("cut"));
    });
  }

  /** A stream that does not tell soon what a poll has told is given up. */
  async #checkStream() {
    const stream = this.#stream;
    const { signal } = this.#running;
    try {
      const { version } = await this.#ask(signal);
      setTimeout(() => stream.version < version && stream.end("cut"), LAG);
    } catch (error) {
      if (error instanceof Refused) this.#refused(error.problem, signal);
      else if (!(error instanceof Later)) throw error;
      stream.end("cut");
    }
  }

  #watchFor(ms, act) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(act, ms);
  }
}
