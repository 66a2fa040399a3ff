/* Where everything lies on a table of a given size, so that all of it is in sight: no part of a table is scrolled to.

   Upright tables, as phones have, carry stock, waste and foundations in a band above the columns; wide ones carry the
   stock and the waste to the left of them and the foundations, in four rows of two, to the right. */

import { COLUMNS, FOUNDATIONS } from "../rules.js";

export const HEIGHT = 1.4; // of a card, in its widths
export const WIDEST = 150;
/** How far a card of a column lies below the one under it, in heights: face up, face down; and at the least. */
export const FAN = { up: 0.3, smallUp: 0.38, tallUp: 0.44, down: 0.13, leastUp: 12, leastDown: 3 };
/** Cards narrower than so many pixels have larger indices. */
export const SMALL = 60;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class Layout {
  /**
   * @param {Box} box  The room that there is, in CSS pixels.
   * @param {() => number} draw  With draw 3 the waste shows its three newest cards.
   */
  constructor(box, draw) {
    this.draw = draw;
    this.bottom = box.y + box.height;
    this.isTall = box.width < box.height * 0.95;
    if (this.isTall) this.#layTall(box);
    else this.#layWide(box);
  }

  /** Nine columns across; above them stock and waste, and the four pairs of foundations side by side. */
  #layTall({ x, y, width, height }) {
    const gap = Math.max(3, width * 0.012);
    this.#size(Math.min((width - 8 * gap) / 9, height * 0.12, WIDEST));
    const step = this.cardWidth + gap;
    const left = x + (width - 9 * step + gap) / 2;
    const rows = [y, y + this.cardHeight + gap];
    const middle = (rows[0] + rows[1]) / 2;
    this.slots = { stock: { x: left, y: middle }, W: { x: left + step * 1.25, y: middle } };
    FOUNDATIONS.forEach((name, at) => (this.slots[name] = { x: left + step * (5 + (at >> 1)), y: rows[at % 2] }));
    const top = rows[1] + this.cardHeight + gap * 3;
    COLUMNS.forEach((name, at) => (this.slots[name] = { x: left + step * at, y: top }));
    this.wasteStep = { x: this.cardWidth * 0.62, y: 0 };
    this.up = this.cardHeight * FAN.tallUp;
  }

  /** Stock over waste, nine columns, four rows of two foundations. */
  #layWide({ x, y, width, height }) {
    const [gap, wide] = [0.13, 0.4]; // between cards, and between the three parts, in widths
    const widths = 12 + 9 * gap + 2 * wide;
    this.#size(Math.min(width / widths, height / (4 * HEIGHT + 3 * gap), WIDEST));
    const [unit, step, row] = [this.cardWidth, this.cardWidth * (1 + gap), this.cardHeight + this.cardWidth * gap];
    const left = x + (width - unit * widths) / 2;
    const columns = left + unit * (1 + wide);
    const home = columns + step * 9 + unit * (wide - gap);
    this.slots = { stock: { x: left, y }, W: { x: left, y: y + row + unit * gap } };
    COLUMNS.forEach((name, at) => (this.slots[name] = { x: columns + step * at, y }));
    FOUNDATIONS.forEach((name, at) => (this.slots[name] = { x: home + step * (at % 2), y: y + row * (at >> 1) }));
    this.up = this.cardHeight * (this.cardWidth < SMALL ? FAN.smallUp : FAN.up);
    this.wasteStep = { x: 0, y: this.up * 1.1 };
  }

  /** How large the cards of a pile are: all of them alike. */
  sizeOf() {
    return { width: this.cardWidth, height: this.cardHeight };
  }

  #size(width) {
    this.cardWidth = Math.floor(width);
    this.cardHeight = Math.round(this.cardWidth * HEIGHT);
  }

  /**
   * Where the cards of a pile lie, from its bottom.
   * @param {string} name
   * @param {{up: boolean}[]} cards
   * @returns {{x: number, y: number}[]}
   */
  places(name, cards) {
    const { x, y } = this.slots[name];
    if (COLUMNS.includes(name)) return this.#column(x, y, cards);
    const fanned = name === "W" && this.draw() === 3 ? Math.min(3, cards.length) : 1;
    return cards.map((_, at) => {
      const over = Math.max(0, at - (cards.length - fanned));
      return { x: x + over * this.wasteStep.x, y: y + over * this.wasteStep.y };
    });
  }

  #column(x, y, cards) {
    const fan = { up: this.up, down: this.cardHeight * FAN.down };
    return columnPlaces({ x, y }, cards, fan, this.bottom - y - this.cardHeight);
  }
}

/**
 * Where the cards of a column lie that has so much room below its first one.
 * @param {{x: number, y: number}} slot  Where the first lies.
 * @param {{up: boolean}[]} cards
 * @param {{up: number, down: number}} fan  How far a card lies below one that is face up, and face down.
 */
export function columnPlaces({ x, y }, cards, fan, room) {
  const { up, down } = fanWithin(cards, fan, room);
  let below = 0;
  return cards.map((card) => {
    const place = { x, y: y + below };
    below += card.up ? up : down;
    return place;
  });
}

/** How far apart cards lie that have so much room: those face up give way first, down to what tells them apart. */
function fanWithin(cards, fan, room) {
  const covered = cards.slice(0, -1);
  const [ups, downs] = [covered.filter((card) => card.up).length, covered.filter((card) => !card.up).length];
  if (ups * fan.up + downs * fan.down <= room) return fan;
  const up = Math.max(FAN.leastUp, ups ? Math.min(fan.up, (room - downs * fan.down) / ups) : fan.up);
  if (ups * up + downs * fan.down <= room) return { up, down: fan.down };
  const least = Math.max(FAN.leastDown, downs ? (room - ups * up) / downs : fan.down);
  return { up: ups ? Math.min(up, (room - downs * least) / ups) : up, down: least };
}
