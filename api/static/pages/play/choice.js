/* The choice of a deal: the day's, a random one, or a code; in which mode. What was chosen last is chosen already. */

import { DealCodeError, parseDealCode } from "../rules.js";
import { Offline, request } from "../service.js";
import { Unsent } from "./unsent.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Nobody waits longer than so many ms for the deals of a new day. */
const PATIENCE = 3000;
const NUMBER = /^[A-Za-z2-7]{7}$/;
/** Somebody may paste the address of a deal, or a message with its code. */
const WITHIN = /\bDS1-D[13][NV]-[A-Z2-7]{7}\b/g;

export class Choice extends EventTarget {
  #dialog;
  #form;
  #start;
  #settings;
  #words;
  #givenMode = null; // by the code that is entered

  /** Tells `chosen` with a deal code. */
  constructor({ start, settings, words }) {
    super();
    this.#dialog = document.getElementById("choice");
    this.#form = document.getElementById("choice-form");
    this.#start = start;
    this.#settings = settings;
    this.#words = words;
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("change", () => this.#remember());
    this.#form.elements.code.addEventListener("input", () => {
      this.#say("");
      this.#showPart();
    });
    this.#recall();
    this.#offerUnsent();
  }

  /** Open the choice over the table. */
  open() {
    if (this.#dialog.open) return;
    this.#dialog.querySelector("[data-close]").hidden = false;
    document.getElementById("choice-open").hidden = true;
    this.#dialog.showModal();
  }

  close() {
    if (this.#dialog.open) this.#dialog.close();
  }

  /** Games that were begun without a connection are only in this browser. */
  #offerUnsent() {
    for (const code of Unsent.deals()) {
      const game = document.getElementById("choice-unsent").content.cloneNode(true);
      game.querySelector("a").href = `/play/${code}/`;
      game.querySelector(".code").textContent = code;
      document.querySelector(".choice-games").append(game);
      document.getElementById("choice-open").hidden = false;
    }
  }

  #recall() {
    const { deal, code } = this.#form.elements;
    // A code that the page came with, or that went wrong, is what it is about.
    if (!code.value) deal.value = location.hash === "#random" ? "random" : this.#settings.source;
    this.#showPart();
  }

  #remember() {
    const { deal, draw, scoring } = this.#form.elements;
    if (!this.#givenMode) Object.assign(this.#settings, { draw: draw.value, scoring: scoring.value });
    // A code is for one game: who comes back is again one press from the next.
    if (deal.value !== "code") this.#settings.source = deal.value;
    this.#showPart();
  }

  /** A code is asked for only where one is wanted. A whole one has its mode in it, so then there is none to choose. */
  #showPart() {
    const { deal, draw, scoring, code } = this.#form.elements;
    this.#form.dataset.deal = deal.value;
    const whole = deal.value === "code" ? codeWithin(code.value) : null;
    this.#givenMode = whole?.slice(4, 7) ?? null;
    draw.value = this.#givenMode?.[1] ?? this.#settings.draw;
    scoring.value = this.#givenMode?.[2] ?? this.#settings.scoring;
    for (const part of this.#form.querySelectorAll(".choice-mode fieldset")) part.disabled = this.#givenMode !== null;
  }

  async #submit(event) {
    event.preventDefault();
    try {
      const code = await this.#code();
      this.close();
      this.dispatchEvent(new CustomEvent("chosen", { detail: code }));
    } catch (error) {
      if (!(error instanceof DealCodeError)) throw error;
      this.#say(this.#words.say(`codes.${error.part}`));
      this.#form.elements.code.focus();
    }
  }

  #say(problem) {
    document.getElementById("choice-error").textContent = problem;
    this.#form.elements.code.toggleAttribute("aria-invalid", problem !== "");
  }

  async #code() {
    const { deal, draw, scoring, code } = this.#form.elements;
    const mode = `D${draw.value}${scoring.value}`;
    if (deal.value === "today") return (await this.#today())[mode];
    if (deal.value === "random") return `DS1-${mode}-${randomNumber()}`;
    const text = code.value.trim();
    return parseDealCode(NUMBER.test(text) ? `DS1-${mode}-${text}` : (codeWithin(text) ?? text)).code;
  }

  /** The codes of the day by mode. The service's date in UTC says which day it is; a page may be open over midnight. */
  async #today() {
    if (new Date().toISOString().slice(0, 10) === this.#start.day) return this.#start.today;
    try {
      const { status, data } = await request("GET", "deals/daily/", undefined, { signal: AbortSignal.timeout(PATIENCE) });
      if (status === 200) {
        this.#start.today = Object.fromEntries(data.deals.map(({ code }) => [code.slice(4, 7), code]));
        this.#start.day = data.day;
      }
    } catch (error) {
      // Without a connection the deals of the day that we know are better than none.
      if (!(error instanceof Offline) && error.name !== "TimeoutError") throw error;
    }
    return this.#start.today;
  }
}

/** The one code that a text names; null if it names none, or several. */
function codeWithin(text) {
  const [code, ...others] = new Set(text.toUpperCase().match(WITHIN));
  return others.length ? null : (code ?? null);
}

/** The number of a deal out of 2^35, that nobody could know before. */
function randomNumber() {
  return Array.from(crypto.getRandomValues(new Uint8Array(7)), (byte) => ALPHABET[byte & 31]).join("");
}
