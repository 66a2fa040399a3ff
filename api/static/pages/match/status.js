/* How a match stands, beside the table: cards on the foundations, whose turn it is, who has passed or is away, whether
   the page is in touch with the service. */

import { say } from "../play/said.js";

const shown = (id) => document.getElementById(id);

/** Nothing is said of an opponent who is silent for less than so much of the time after which they are absent. */
const PATIENCE = 0.4;

export class MatchStatus {
  #words;
  #absent;
  #offset;
  #claimAt = null;
  #wait = null; // what was said of it last

  /**
   * @param {import("./said.js").MatchWords} words
   * @param {{now: number, absent: number}} start  The service's time in ms; after how many seconds one is absent.
   */
  constructor(words, { now, absent }) {
    this.#words = words;
    this.#absent = absent;
    this.#offset = now - Date.now();
    setInterval(() => this.#tick(), 1000);
  }

  /** @param {import("./link.js").MatchLink} link */
  show({ match, contributions, passed, out, turn, present, claimAt, connection }, { own, other }) {
    shown("own-cards").textContent = contributions[own];
    shown("other-cards").textContent = contributions[other];
    const { totals } = match.series;
    if (shown("totals")) shown("totals").textContent = `${totals[own]} : ${totals[other]}`;
    const isPlaying = match.stage === "playing";
    for (const [name, side] of Object.entries({ own, other })) {
      const isAway = isPlaying && present[side] === false && side !== match.you;
      const state = out.includes(side) ? "out" : isAway ? "away" : isPlaying && passed[side] ? "passed" : "";
      shown(`${name}-state`).textContent = state && this.#words.say(`state_${state}`);
      shown(`${name}-state`).parentElement.classList.toggle("away", isAway);
      shown(`${name}-state`).parentElement.classList.toggle("turn", isPlaying && turn === side);
    }
    shown("turn").textContent = isPlaying ? this.#turn(turn, { own, you: match.you }) : "";
    shown("turn").classList.toggle("own", turn !== null && turn === match.you);
    // Between the matches of a series, who is ready can claim the next one. What was told before an outage is not so
    // after it.
    this.#claimAt = claimAt && connection !== "offline" ? Date.parse(claimAt) : null;
    this.#tick();
    const isOver = ["over", "cancelled", "expired"].includes(match.stage);
    shown("saved").dataset.state = connection;
    shown("saved").textContent = isOver ? "" : this.#words.say(`connections.${connection}`);
  }

  #turn(turn, { own, you }) {
    if (turn === null) return this.#words.say(you === null ? "looks_on" : "both_play");
    if (turn === you) return this.#words.say("your_turn");
    return this.#words.say("their_turn", { name: this.#words.say(`names.${turn === own ? "own" : "other"}`) });
  }

  /** What was done, or why it was not. */
  say = say;

  /** What the other player has done: read out only. */
  tell(text) {
    if (text) shown("told").textContent = text;
  }

  /** Whether the match can be claimed, or how soon: only where the other player has been silent for a while. */
  #tick() {
    const left = this.#claimAt === null ? Infinity : (this.#claimAt - Date.now() - this.#offset) / 1000;
    const isWaiting = left <= this.#absent * (1 - PATIENCE);
    const places = document.querySelectorAll("[data-away]");
    for (const place of places) place.hidden = !isWaiting;
    if (!isWaiting) {
      this.#wait = null;
      return;
    }
    const name = this.#words.say("names.other");
    const text = left > 0 ? this.#words.say("waits", { name, time: minutes(left) }) : this.#words.say("claimable", { name });
    // Seen every second, and read out when it begins and when it has come.
    const wait = left > 0 ? "waits" : "claimable";
    if (wait !== this.#wait) this.tell(text);
    this.#wait = wait;
    for (const place of places) {
      place.querySelector("[data-away-text]").textContent = text;
      place.querySelector('[data-do="claim"]').hidden = left > 0;
    }
  }
}

function minutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
