/* One card as it is seen on the table: its face or back, where it lies, and what lies over what. */

import { cardElement } from "../../games/cards.js";
import { SMALL } from "./layout.js";

/** For so many ms a card that was moved stays above the others. */
const MOVING = 260;
/** Cards that move lie above those that lie, and those in the hand above both. */
const OVER = { moving: 200, lifted: 400 };

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Piece {
  #text = null;
  #at = 0; // its index in its pile
  #isSeen = true; // false where other cards cover it wholly
  #moves = 0; // how many of its moves have not ended
  #lift = null; // how far the pointer has carried it, while it is lifted
  #width = null;

  /** Where it lies, or would if it were not lifted. */
  x = 0;
  y = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "play-card";
    this.element.setAttribute("aria-hidden", "true");
  }

  /**
   * Lie somewhere, and show a face or `??`. What is lifted stays in the hand, and goes there when it is let go.
   * @param {{text: string, pile: string, at: number, x: number, y: number, width: number, isSeen: boolean,
   *     isSudden: boolean}} how
   */
  lie({ text, pile, at, x, y, width, isSeen, isSudden }) {
    this.#show(text, isSudden);
    this.#grow(width, isSudden);
    Object.assign(this.element.dataset, { on: pile, at });
    const isMoved = this.x !== x || this.y !== y;
    Object.assign(this, { x, y });
    this.#at = at;
    this.#isSeen = isSeen;
    if (isMoved && !isSudden) this.#move();
    this.#place();
  }

  /** Leave the table, and follow the pointer with `drag` until `letGo`. */
  lift() {
    this.#lift = { dx: 0, dy: 0 };
    this.element.classList.add("lifted");
    this.#place();
  }

  drag(dx, dy) {
    this.#lift = { dx, dy };
    this.#place();
  }

  letGo() {
    this.#lift = null;
    this.element.classList.remove("lifted");
    this.#move();
    this.#place();
  }

  /** Shake: this card cannot do what was asked. */
  refuse() {
    if (reduced.matches) return;
    const [left, right] = [{ translate: "-4px 0" }, { translate: "4px 0" }];
    this.element.animate([{ translate: "0 0" }, left, right, left, { translate: "0 0" }], { duration: 220 });
  }

  /** Glow for a moment: somebody else has put this card here. */
  glow() {
    const glow = [{ outline: "3px solid var(--card-mark)" }, { outline: "3px solid var(--card-mark)", offset: 0.6 }, { outline: "3px solid transparent" }];
    this.element.firstElementChild.animate(glow, { duration: 1400 });
  }

  /** Rise a little and come down again, after so many ms: the game is won. */
  bow(delay) {
    if (reduced.matches) return;
    const up = { translate: "0 -14%", scale: 1.06 };
    this.element.animate([{ translate: "0 0" }, up, { translate: "0 0" }], { duration: 420, delay, easing: "ease-in-out" });
  }

  #show(text, isSudden) {
    if (text === this.#text) return;
    const isTurned = this.#text !== null && !isSudden && !reduced.matches;
    this.#text = text;
    this.element.replaceChildren(cardElement(text));
    if (isTurned) {
      const turn = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
      this.element.firstElementChild.animate(turn, { duration: 180, easing: "ease-out" });
    }
  }

  /** Cards of a pile may be larger than those of another: one that goes there grows on its way. */
  #grow(width, isSudden) {
    if (width === this.#width) return;
    const from = this.#width;
    this.#width = width;
    this.element.style.setProperty("--card-w", `${width}px`);
    this.element.classList.toggle("small", width < SMALL);
    if (from === null || isSudden || reduced.matches) return;
    const card = this.element.firstElementChild;
    const grown = [{ transformOrigin: "0 0", scale: from / width }, { transformOrigin: "0 0", scale: 1 }];
    card.animate(grown, { duration: 170, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
  }

  /** Be above the others, and in sight, until the move has ended. */
  #move() {
    this.#moves++;
    setTimeout(() => {
      this.#moves--;
      this.#order();
    }, MOVING);
  }

  #place() {
    const { dx, dy } = this.#lift ?? { dx: 0, dy: 0 };
    this.element.style.transform = `translate(${this.x + dx}px, ${this.y + dy}px)`;
    this.#order();
  }

  #order() {
    const over = this.#lift ? OVER.lifted : this.#moves ? OVER.moving : 0;
    this.element.style.zIndex = this.#at + over;
    this.element.classList.toggle("covered", !this.#isSeen && over === 0);
  }
}
