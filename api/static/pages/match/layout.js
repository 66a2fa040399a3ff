/* Where everything lies on the table of a match: the opponent's cards small at the top, the foundations between, the own
   ones large at the bottom. All of it is in sight, whatever the size of the table.

   Upright tables, as phones have, carry the own stock and waste beside the foundations; wide ones to the left of the
   own columns. */

import { FAN, HEIGHT, SMALL, WIDEST, columnPlaces } from "../play/layout.js";
import { isColumn, isFoundation, isOthers } from "../play/piles.js";
import { COLUMNS, FOUNDATIONS } from "./piles.js";

const GAP = 0.13; // between cards side by side on a wide table, in their widths
const APART = 0.4; // between stock and columns there
/** On a wide table, in heights of an own card: what the own columns take at the least, and the room between the parts. */
const OWN = 2.9;
const BETWEEN = 0.11;
/** On an upright one the own columns have at the least so much before the opponent's get more. */
const TALL_OWN = 4.4;
/** How large the foundations and the opponent's cards are there, beside own ones; and the opponent's on an upright one. */
const SCALE = { home: 0.78, other: 0.56, tallOther: 0.66 };
/** How high the opponent's part is, in heights of the opponent's cards. */
const OTHERS = 1.95;
/** The opponent's columns are to be seen as a whole, and may be closer than what one plays with; the least in pixels. */
const OTHERS_FAN = { up: 0.32, down: 0.1, leastUp: 2, leastDown: 1 };

export class MatchLayout {
  /**
   * @param {import("../play/layout.js").Box} box  The room that there is, in CSS pixels.
   * @param {{own: number, other: number}} draws  How many cards a draw of each side turns.
   */
  constructor(box, draws) {
    this.draws = draws;
    this.bottom = box.y + box.height;
    this.isTall = box.width < box.height * 0.95;
    this.slots = {};
    if (this.isTall) this.#layTall(box);
    else this.#layWide(box);
  }

  /** How wide an own card is. */
  get cardWidth() {
    return this.own.width;
  }

  sizeOf(name) {
    return isOthers(name) ? this.other : isFoundation(name) ? this.home : this.own;
  }

  /** The opponent in one row; then stock, waste, and the four pairs of foundations; then the own columns. */
  #layTall({ x, y, width, height }) {
    const gap = Math.max(3, width * 0.012);
    this.own = this.home = size(Math.min((width - 6 * gap) / 7, height * 0.115, WIDEST));
    this.other = size(this.own.width * SCALE.tallOther);
    const step = this.own.width + gap;
    const left = x + (width - 7 * step + gap) / 2;
    // What an upright window leaves over in height is for long columns, a part of it for the opponent's.
    const over = height - this.other.height * OTHERS - this.own.height * (2 + TALL_OWN) - gap * 5.5;
    const others = this.other.height * OTHERS + Math.max(0, over) * 0.3;
    this.#layOther({ left, right: left + 7 * step - gap, y, height: others });
    const top = this.othersBottom + gap * 2;
    const rows = [top, top + this.own.height + gap];
    const middle = (rows[0] + rows[1]) / 2;
    Object.assign(this.slots, { stock: { x: left, y: middle }, W: { x: left + step * 1.05, y: middle } });
    FOUNDATIONS.forEach((name, at) => (this.slots[name] = { x: left + step * (3 + (at >> 1)), y: rows[at % 2] }));
    const columns = rows[1] + this.own.height + gap * 2.5;
    COLUMNS.forEach((name, at) => (this.slots[name] = { x: left + step * at, y: columns }));
    this.wasteStep = { x: this.own.width * 0.42, y: 0 };
    this.up = this.own.height * FAN.tallUp;
  }

  /** The opponent in one row, the foundations in the next; then the own columns, stock and waste to the left of them. */
  #layWide({ x, y, width, height }) {
    const widths = 8 + APART + 6 * GAP;
    const heights = OWN + 2 * BETWEEN + SCALE.home + SCALE.other * OTHERS;
    this.own = size(Math.min(width / widths, height / (heights * HEIGHT), WIDEST));
    this.home = size(this.own.width * SCALE.home);
    this.other = size(this.own.width * SCALE.other);
    const left = x + (width - this.own.width * widths) / 2;
    const right = left + this.own.width * widths;
    // What a wide but narrow window leaves over in height is for long columns, a part of it for the opponent's.
    const over = Math.max(0, height - heights * this.own.height);
    const narrow = this.other.width * (9 + APART * 2 + 9 * GAP);
    const inset = (right - left - narrow) / 2;
    this.#layOther({ left: left + inset, right: right - inset, y, height: this.other.height * OTHERS + over * 0.25 });
    const between = this.own.height * BETWEEN;
    const homes = this.othersBottom + between;
    const homeStep = this.home.width * (1 + GAP);
    const homeLeft = (left + right - 8 * homeStep + this.home.width * GAP) / 2;
    FOUNDATIONS.forEach((name, at) => (this.slots[name] = { x: homeLeft + homeStep * at, y: homes }));
    const top = homes + this.home.height + between;
    const step = this.own.width * (1 + GAP);
    const columns = left + this.own.width * (1 + APART);
    COLUMNS.forEach((name, at) => (this.slots[name] = { x: columns + step * at, y: top }));
    Object.assign(this.slots, { stock: { x: left, y: top }, W: { x: left, y: top + this.own.height + this.own.width * GAP } });
    this.up = this.own.height * (this.own.width < SMALL ? FAN.smallUp : FAN.up);
    this.wasteStep = { x: 0, y: this.up };
  }

  /** The opponent's stock and waste at the left, the columns at the right of what there is from `left` to `right`. */
  #layOther({ left, right, y, height }) {
    const { width } = this.other;
    const gap = Math.min(width * GAP, (right - left - 9 * width) / 9);
    const step = width + gap;
    Object.assign(this.slots, { "other:stock": { x: left, y }, "other:W": { x: left + step, y } });
    const columns = right - 7 * step + gap;
    COLUMNS.forEach((name, at) => (this.slots[`other:${name}`] = { x: columns + step * at, y }));
    this.othersBottom = y + height;
    this.othersWasteStep = { x: width * 0.28, y: 0 };
  }

  /** Where the cards of a pile lie, from its bottom. */
  places(name, cards) {
    const slot = this.slots[name];
    if (isColumn(name)) return this.#column(name, slot, cards);
    const step = isOthers(name) ? this.othersWasteStep : this.wasteStep;
    const draw = isOthers(name) ? this.draws.other : this.draws.own;
    const fanned = name.endsWith("W") && draw === 3 ? Math.min(3, cards.length) : 1;
    return cards.map((_, at) => {
      const over = Math.max(0, at - (cards.length - fanned));
      return { x: slot.x + over * step.x, y: slot.y + over * step.y };
    });
  }

  #column(name, slot, cards) {
    const { height } = this.sizeOf(name);
    if (!isOthers(name)) {
      return columnPlaces(slot, cards, { up: this.up, down: height * FAN.down }, this.bottom - slot.y - height);
    }
    return squeezedPlaces(slot, cards, height, this.othersBottom - slot.y - height);
  }
}

/**
 * Where the cards of one of the opponent's columns lie. Where there is little room those at its bottom give way first:
 * what can be read longest is what comes free next.
 */
function squeezedPlaces({ x, y }, cards, height, room) {
  const steps = cards.slice(0, -1).map(({ up }) => height * (up ? OTHERS_FAN.up : OTHERS_FAN.down));
  let over = sum(steps) - room;
  const squeezed = steps.map((step, at) => {
    const least = cards[at].up ? OTHERS_FAN.leastUp : OTHERS_FAN.leastDown;
    const less = Math.min(Math.max(over, 0), Math.max(step - least, 0));
    over -= less;
    return step - less;
  });
  const scale = over > 0 ? room / sum(squeezed) : 1;
  return cards.map((_, at) => ({ x, y: y + sum(squeezed.slice(0, at)) * scale }));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function size(width) {
  const whole = Math.floor(width);
  return { width: whole, height: Math.round(whole * HEIGHT) };
}
