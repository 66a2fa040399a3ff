/* One card as it is seen on the table: its face or back, where it lies, and what lies over what. */

import { cardElement } from "../../games/cards.js";

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
  #isLifted = false;

  /** Where it lies, or would if it were not lifted. */
  x = 0;
  y = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "play-card";
    this.element.setAttribute("aria-hidden", "true");
  }

  /**
   * Lie somewhere, and show a face or `??`.
   * @param {{text: string, pile: string, at: number, x: number, y: number, isSeen: boolean, isSudden: boolean}} how
   */
  lie({ text, pile, at, x, y, isSeen, isSudden }) {
    this.#show(text, isSudden);
    Object.assign(this.element.dataset, { on: pile, at });
    const isMoved = this.x !== x || this.y !== y;
    Object.assign(this, { x, y });
    this.#at = at;
    this.#isSeen = isSeen;
    if (isMoved && !isSudden) this.#move();
    this.#place(0, 0);
  }

  /** Leave the table, and follow the pointer with `drag` until `letGo`. */
  lift() {
    this.#isLifted = true;
    this.element.classList.add("lifted");
    this.#place(0, 0);
  }

  drag(dx, dy) {
    this.#place(dx, dy);
  }

  letGo() {
    this.#isLifted = false;
    this.element.classList.remove("lifted");
    this.#move();
    this.#place(0, 0);
  }

  /** Shake: this card cannot do what was asked. */
  refuse() {
    if (reduced.matches) return;
    const [left, right] = [{ translate: "-4px 0" }, { translate: "4px 0" }];
    this.element.animate([{ translate: "0 0" }, left, right, left, { translate: "0 0" }], { duration: 220 });
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

  /** Be above the others, and in sight, until the move has ended. */
  #move() {
    this.#moves++;
    setTimeout(() => {
      this.#moves--;
      this.#place(null, null);
    }, MOVING);
  }

  #place(dx, dy) {
    const { element } = this;
    const over = this.#isLifted ? OVER.lifted : this.#moves ? OVER.moving : 0;
    element.style.zIndex = this.#at + over;
    element.classList.toggle("covered", !this.#isSeen && over === 0);
    if (dx !== null) element.style.transform = `translate(${this.x + dx}px, ${this.y + dy}px)`;
  }
}
