/* What is said of cards, piles and moves, out of the texts that the page hands over. */

import { cardName } from "../../games/cards.js";
import { isColumn } from "./piles.js";

export class Words {
  /** @param {Record<string, any>} texts  By key; `{name}` in one stands for a value. */
  constructor(texts) {
    this.texts = texts;
  }

  /** The text of a key, such as `states.saved`, its places filled. */
  say(key, values = {}) {
    const text = key.split(".").reduce((texts, part) => texts?.[part], this.texts);
    if (typeof text !== "string") throw new TypeError(`the page has no text ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** Draw and scoring of a mode such as `D1N`. */
  mode(mode) {
    return [this.say(`draws.${mode[1]}`), this.say(`scorings.${mode[2]}`)];
  }

  pile(name) {
    return this.say(`piles.${name}`);
  }

  /** A pile with what can be seen of it, for those who do not see it. */
  contents(name, cards) {
    return this.say("holds", { pile: this.pile(name), cards: this.#seen(name, cards) });
  }

  #seen(name, cards) {
    if (!cards.length) return this.say("empty");
    if (name.endsWith("stock")) return String(cards.length);
    if (!isColumn(name)) return cardName(cards.at(-1).face);
    const hidden = cards.filter((card) => !card.up).length;
    const faces = cards.slice(hidden).map((card) => cardName(card.face));
    return (hidden ? [this.say("face_down", { number: hidden }), ...faces] : faces).join(", ");
  }

  /** What is picked up, and where it may go. */
  held({ pile, at, targets }, cards) {
    const from = at ?? cards.findIndex((card) => card.up);
    const piles = targets.map((target) => this.pile(target.pile));
    const values = { card: cardName(cards[from].face), piles: piles.join(", ") };
    return this.say(piles.length ? (at === null ? "held_pile" : "held") : "held_nowhere", { ...values, pile: this.pile(pile) });
  }

  /** What a move has done: "eight of hearts → Column 3". */
  change(change) {
    if (change.undone === "draw" || change.undone === "recycle") return this.say(`undone_${change.undone}`);
    const said = this.#moved(change);
    if (change.undone) return this.say("undone", { change: said });
    const { turned } = change;
    return turned ? `${said} ${this.say("turned", { card: cardName(turned.card.face) })}` : said;
  }

  #moved({ from, to, cards }) {
    if (to === "stock") return this.say("recycled");
    const names = cards.map((card) => cardName(card.face));
    if (from === "stock") return this.say("drawn", { cards: names.join(", ") });
    return this.say(names.length > 1 ? "moved_run" : "moved", { card: names[0], pile: this.pile(to) });
  }

  refusal(reason) {
    return this.say(`refusals.${reason}`);
  }
}
