/* What a player does with cards: pick some up, put them somewhere, tap. Mouse, finger and keyboard all come here.

   A hand knows the rules' table and nothing of the page. It tells those who listen: `held` when what it holds changes,
   `move` for a move to play, `refused` for what cannot be, with the reason's code. */

import { COLUMNS, FOUNDATIONS, PILES } from "../rules.js";

/** A second tap within so many ms of the first makes a double tap. */
const DOUBLE = 350;
/** So soon after a tap that sent its card home a second one was meant for the same card, not for the one below. */
const HASTE = 240;

/** @typedef {{pile: string, at: number | null}} Spot  A card by its index from the bottom; null is the whole pile. */

export class Hand extends EventTarget {
  /** What is picked up: its spot and where it may go, as `{pile, move}`; or null. */
  held = null;

  #tableOf;
  #fixed;
  #tapped = null; // the pile of the last tap, and whether its card went home

  /**
   * @param {() => import("../rules.js").Table} tableOf  The table as it is now.
   * @param {(pile: string) => boolean} isFixed  Whether what lies on a pile stays there.
   */
  constructor(tableOf, isFixed = () => false) {
    super();
    this.#tableOf = tableOf;
    this.#fixed = isFixed;
  }

  /** Whether the card can be picked up, alone or with those on it. */
  canTake({ pile, at }) {
    const cards = pile === "stock" || this.#fixed(pile) ? [] : this.#tableOf().pile(pile);
    if (!cards.length) return false;
    if (at === null || COLUMNS.includes(pile)) return cards[at ?? cards.length - 1]?.up ?? false;
    return at === cards.length - 1;
  }

  /** Pick up a card and those on it, or as many of a pile as will fit where they go. Says whether it could. */
  take(spot) {
    if (!this.canTake(spot)) return false;
    this.#hold({ ...spot, targets: this.#targetsOf(spot) });
    return true;
  }

  /** Put what is held onto a pile. Refused, it is held no longer either. Says whether it was played. */
  put(pile) {
    const { held } = this;
    if (!held) return false;
    const target = this.#targetOn(pile);
    this.#hold(null);
    if (target) this.#play(target.move);
    else this.#refuse(this.#whyNot(held, pile), held.pile);
    return target !== undefined;
  }

  /** Let go of what is held. */
  drop() {
    if (this.held) this.#hold(null);
  }

  /** The table has changed under the hand: what is held may go elsewhere now, or is held no longer. */
  look() {
    if (!this.held) return;
    const { pile, at } = this.held;
    this.#hold(this.canTake({ pile, at }) ? { pile, at, targets: this.#targetsOf({ pile, at }) } : null);
  }

  /** Turn cards from the stock, or the waste over if the stock is empty. */
  turn() {
    this.drop();
    const move = this.#tableOf().pile("stock").length ? "draw" : "recycle";
    this.#playOrRefuse(move, "stock");
  }

  undo() {
    this.drop();
    this.#playOrRefuse("undo", null);
  }

  /** Send the top card of a pile to a foundation. */
  home(pile) {
    this.drop();
    if (pile === "stock" || FOUNDATIONS.includes(pile)) return;
    this.#playOrRefuse(`${pile}-F`, pile);
  }

  /** Send the top card of a pile where a double tap sends it. */
  away(pile) {
    this.drop();
    if (pile !== "W" && !COLUMNS.includes(pile)) return;
    const move = this.#tableOf().doubleTap(pile);
    if (move) this.#play(move);
    else this.#refuse(this.#tableOf().pile(pile).length ? "no_place" : `${pile === "W" ? "waste" : "column"}_empty`, pile);
  }

  /**
   * A tap on a card. What is held goes there if it can; else the last card goes home if a foundation takes it; else it
   * is picked up. A second tap soon after the first makes a double tap, unless the first has sent its card home.
   * @param {Spot} spot
   * @param {number} since  How many ms after a tap at the same place; Infinity if there are no double taps.
   */
  tap(spot, since = Infinity) {
    const first = this.#tapped?.pile === spot.pile && since < DOUBLE ? this.#tapped : null;
    this.#tapped = null;
    if (first?.wentHome && since < HASTE) return;
    if (spot.pile === "stock") {
      this.turn();
    } else if (first && !first.wentHome) {
      this.away(spot.pile);
    } else if (this.held && this.#targetOn(spot.pile)) {
      this.put(spot.pile);
    } else {
      this.#tapped = { pile: spot.pile, wentHome: this.#tapAlone(spot) };
    }
  }

  /** A tap that puts nothing down. Says whether the card went home. */
  #tapAlone(spot) {
    const { held } = this;
    const isSame = held?.pile === spot.pile && (held.at === spot.at || held.at === null);
    this.drop();
    if (isSame) return false;
    const isLast = spot.at === this.#tableOf().pile(spot.pile).length - 1;
    const home = isLast && !FOUNDATIONS.includes(spot.pile) ? this.#tableOf().tap(spot.pile) : null;
    if (home) this.#play(home);
    else if (held) this.#refuse(this.#whyNot(held, spot.pile), held.pile);
    if (!home) this.take(spot);
    return home !== null;
  }

  #targetsOf({ pile, at }) {
    const table = this.#tableOf();
    if (at !== null || !COLUMNS.includes(pile)) return table.targetsOf(pile, at ?? undefined);
    const targets = table.pile(pile).flatMap((card, index) => (card.up ? table.targetsOf(pile, index) : []));
    return targets.sort((a, b) => PILES.indexOf(a.pile) - PILES.indexOf(b.pile));
  }

  /** The target on a pile. A foundation stands for all: which one it is, the player does not choose. */
  #targetOn(pile) {
    const isHome = FOUNDATIONS.includes(pile);
    return this.held.targets.find((target) => target.pile === pile || (isHome && FOUNDATIONS.includes(target.pile)));
  }

  #whyNot({ pile, at }, to) {
    const isHome = FOUNDATIONS.includes(to);
    if (to === pile || to === "W" || to === "stock" || (isHome && FOUNDATIONS.includes(pile))) return "no_place";
    const table = this.#tableOf();
    if (isHome && at !== null && at < table.pile(pile).length - 1) return "one_at_a_time";
    const reason = table.refusal(`${pile}-${isHome ? "F" : to}`);
    // The move would take other cards of the run than the one that was picked.
    return reason === null || (reason === "no_card_fits" && at !== null) ? "does_not_fit" : reason;
  }

  #playOrRefuse(move, pile) {
    const reason = this.#tableOf().refusal(move);
    if (reason === null) this.#play(move);
    else this.#refuse(reason, pile);
  }

  #hold(held) {
    this.held = held;
    this.#tell("held", held);
  }

  #play(move) {
    this.#tell("move", move);
  }

  #refuse(reason, pile) {
    this.#tell("refused", { reason, pile });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
