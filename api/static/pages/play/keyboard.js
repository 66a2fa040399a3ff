/* The table by keyboard and screen reader: piles take the focus, are picked up and put down; letters are shortcuts. */

import { COLUMNS, FOUNDATIONS } from "../rules.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  /**
   * @param {import("./table.js").TableView} view
   * @param {import("./hand.js").Hand} hand
   * @param {Record<string, () => void>} commands  What other letters do.
   */
  constructor(view, hand, commands) {
    Object.assign(this, { view, hand, commands });
    document.addEventListener("keydown", (event) => this.#key(event));
    // A screen reader's click has no pointer; those of pointers are taps already.
    view.element.addEventListener("click", (event) => {
      if (event.detail === 0) this.#press(event.target.closest("[data-pile]")?.dataset.pile);
    });
  }

  #key(event) {
    // Keys belong to what is open over the table, and there may be no table yet.
    if (document.querySelector("dialog[open], :popover-open") || !this.view.isReady) return;
    // What a closed dialog hid keeps the focus until the page is next drawn; nothing is written in it any more.
    const target = event.target.checkVisibility() ? event.target : document.body;
    const isField = target.closest("input, select, textarea") !== null;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
    if (isField || (!isUndo && (event.ctrlKey || event.metaKey || event.altKey))) return;
    const act = isUndo ? () => this.hand.undo() : this.#actionOf(event.key, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does here, or undefined. */
  #actionOf(key, target) {
    const focused = target.closest("[data-pile]")?.dataset.pile;
    if (key in ARROWS && (focused || target === document.body)) return () => this.#go(focused, ...ARROWS[key]);
    if (focused && (key === "Enter" || key === " ")) return () => this.#press(focused);
    if (key.length === 1 && this.view.has(`T${key}`)) return () => this.#column(`T${key}`);
    const source = this.hand.held?.pile ?? focused;
    const letters = {
      escape: () => this.hand.drop(),
      backspace: () => this.hand.undo(),
      d: () => this.hand.turn(),
      u: () => this.hand.undo(),
      w: () => this.#pick("W"),
      f: source && (() => this.hand.home(source)),
      a: source && (() => this.hand.away(source)),
      ...this.commands,
    };
    const letter = key.toLowerCase();
    return Object.hasOwn(letters, letter) ? letters[letter] : undefined;
  }

  #go(from, dx, dy) {
    this.view.focus(from ? (this.view.neighbour(from, dx, dy) ?? from) : this.view.focusable);
  }

  /** What Enter does on a pile: turns the stock; puts down what is held, or picks up. */
  #press(pile) {
    if (pile === undefined) return;
    if (pile === "stock") this.hand.turn();
    else if (!this.hand.held) this.#pick(pile);
    else if (this.hand.held.pile === pile) this.hand.drop();
    else this.hand.put(pile);
  }

  #pick(pile) {
    this.view.focus(pile);
    const isOne = pile === "W" || FOUNDATIONS.includes(pile);
    this.hand.take({ pile, at: isOne ? this.view.heightOf(pile) - 1 : null });
  }

  /** A column's number puts what is held there, or picks the column up. */
  #column(pile) {
    if (this.hand.held && this.hand.held.pile !== pile) {
      this.view.focus(pile);
      this.hand.put(pile);
    } else if (this.hand.held) this.hand.drop();
    else if (COLUMNS.includes(pile)) this.#pick(pile);
  }
}
