/* How the game stands, beside the table: score, moves, time, whether it is saved, and what was done last. */

import { say } from "./said.js";

const RECYCLE = 100; // points that it costs in Normal, or as many as there are

const shown = (id) => document.getElementById(id);

export class Status {
  #words;
  #since = null; // when the game began, in ms
  #until = null; // when it ended

  /** @param {import("./words.js").Words} words */
  constructor(words) {
    this.#words = words;
    setInterval(() => this.#tick(), 1000);
  }

  /** Show the numbers of a table, and what the last move was worth. */
  show(table) {
    shown("score").textContent = table.scoreText;
    shown("ranked").textContent = table.rankedScoreText;
    shown("ranked-part").hidden = table.rankedScore === table.score;
    shown("moves").textContent = table.moves;
    shown("undos").textContent = table.undos;
    shown("home").textContent = table.cardsHome;
  }

  /** Show a deal: its code, which leads to its board, and its mode. */
  showDeal({ code }) {
    shown("deal-link").textContent = code;
    shown("deal-link").href = `/deals/${code}/`;
    shown("mode").textContent = this.#words.mode(code.slice(4, 7)).join(" · ");
    document.title = `${code} · Double Solitaire`;
  }

  /** What a move has added to the score, for a moment beside it. */
  showPoints(points) {
    const element = shown("points");
    element.textContent = points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "";
    element.classList.toggle("loss", points < 0);
    for (const animation of element.getAnimations()) animation.cancel();
    if (points) element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: 1400, fill: "forwards" });
  }

  /** What was done, or why it was not. */
  say = say;

  /** What the stock offers: how many cards it has or, when it is empty, what turning the waste over costs. */
  showTurn(table, { isOver }) {
    const stock = table.pile("stock").length;
    const canRecycle = !stock && table.refusal("recycle") === null;
    const cost = table.deal.scoring === "normal" ? Math.min(RECYCLE, table.score) : 0;
    const element = document.querySelector('[data-pile="stock"]');
    element.toggleAttribute("data-recycles", canRecycle);
    shown("recycle-cost").textContent = canRecycle ? `−${cost}` : "";
    shown("draw-text").textContent = this.#words.say(canRecycle ? "recycle" : "draw");
    shown("draw-cost").textContent = canRecycle ? `−${cost}` : "";
    if (!stock) {
      const label = canRecycle ? this.#words.say("recycle_cost", { points: `−${cost}` }) : this.#words.contents("stock", []);
      element.setAttribute("aria-label", label);
    }
    document.querySelector('[data-do="draw"]').disabled = isOver || (!stock && !canRecycle);
  }

  /** @param {string} state  A kind of the log's states. */
  showSaved(state) {
    const saved = shown("saved");
    if (saved.dataset.state === state && saved.textContent) return;
    saved.dataset.state = state;
    saved.textContent = this.#words.say(`states.${state}`);
  }

  /** When the game began and, if it has, when it ended, in ms. Only for show: nothing is ranked by it. */
  showTime(since, until = null) {
    this.#since = since;
    this.#until = until;
    this.#tick();
  }

  get time() {
    return formatTime(this.#since === null ? 0 : (this.#until ?? Date.now()) - this.#since);
  }

  #tick() {
    shown("time").textContent = this.time;
  }
}

/** `4:05`, or `1:04:05`. */
export function formatTime(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
