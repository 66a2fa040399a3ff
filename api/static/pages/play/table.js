/* The table as it is seen: piles, cards, what is lifted, and where it may go. It has no rules and changes nothing. */

import { SMALL } from "./layout.js";
import { Piece } from "./piece.js";
import { isColumn, isFoundation, isOthers } from "./piles.js";

/** Of piles that are no columns so many top cards can be in sight. */
const SEEN = { stock: 2, W: 5, F: 2 };

export class TableView {
  #names; // of all piles
  #slots; // the element of each pile
  #pieces = new Map(); // by the card's id
  #piles; // the cards shown last
  #places = {}; // where they lie
  #layOutIn;
  #layout;
  #lifted = null; // the pile and the index of the cards that follow the pointer
  #words;

  /**
   * @param {HTMLElement} element  Has an element `[data-pile]` for each pile.
   * @param {import("./words.js").Words} words
   * @param {(box: import("./layout.js").Box) => import("./layout.js").Layout} layOutIn  Lays piles out in so much room.
   */
  constructor(element, words, layOutIn) {
    this.element = element;
    this.#words = words;
    this.#layOutIn = layOutIn;
    this.#slots = Object.fromEntries(Array.from(element.querySelectorAll("[data-pile]"), (slot) => [slot.dataset.pile, slot]));
    this.#names = Object.keys(this.#slots);
    this.#piles = Object.fromEntries(this.#names.map((name) => [name, []]));
    this.focusable = "stock";
    element.addEventListener("focusin", ({ target }) => {
      if (target.dataset.pile) this.#makeFocusable(target.dataset.pile);
    });
    new ResizeObserver(() => this.#resize()).observe(element);
  }

  /** Whether there is a table to play on. */
  get isReady() {
    return this.#layout !== undefined;
  }

  // -- Showing

  has(pile) {
    return this.#names.includes(pile);
  }

  /** Show piles as they stand. Cards go to where they lie now, at once if `isSudden`. */
  show(piles, { isSudden = false } = {}) {
    this.#piles = piles;
    this.#layout ??= this.#measured();
    this.#layOut(isSudden);
    for (const name of this.#names) {
      this.#slots[name].setAttribute("aria-label", this.#words.contents(name, this.#piles[name]));
      this.#slots[name].dataset.count = this.#piles[name].length;
    }
  }

  /** Show piles that are dealt: their cards come from the stock. */
  deal(piles) {
    this.#layout ??= this.#measured();
    this.element.classList.add("sudden");
    for (const name of this.#names.filter(isColumn)) {
      const stock = name.replace(/T\d$/, "stock");
      const how = { text: "??", pile: name, ...this.#layout.slots[stock], width: this.#layout.sizeOf(stock).width };
      for (const [at, card] of piles[name].entries()) this.#piece(card).lie({ ...how, at, isSeen: true, isSudden: true });
    }
    void this.element.offsetWidth;
    this.element.classList.remove("sudden");
    this.show(piles);
  }

  /** Mark the cards that are picked up, and the piles they may go to. */
  showHeld(held) {
    for (const element of this.element.querySelectorAll(".held, .target")) element.classList.remove("held", "target");
    if (!held) return;
    const cards = this.#piles[held.pile];
    const from = held.at ?? cards.findIndex((card) => card.up);
    for (const { id } of cards.slice(from)) this.#pieces.get(id).element.classList.add("held");
    for (const { pile } of held.targets) this.#markOf(pile).classList.add("target");
  }

  /** Mark the pile that cards are held over. */
  showOver(pile) {
    for (const element of this.element.querySelectorAll(".over")) element.classList.remove("over");
    if (pile) this.#markOf(pile).classList.add("over");
  }

  /** Let the foundations bow, one after another. */
  celebrate() {
    const tops = this.#names.filter(isFoundation).flatMap((name) => this.#piles[name].slice(-1));
    tops.forEach(({ id }, at) => this.#pieces.get(id).bow(at * 70));
  }

  /** Show that the top of a pile cannot do what was asked. */
  showRefusal(pile) {
    const top = this.#piles[pile]?.at(-1);
    if (top) this.#pieces.get(top.id).refuse();
  }

  /** Let the top of a pile glow, on which somebody else has put it. */
  showNews(pile) {
    const top = this.#piles[pile]?.at(-1);
    if (top) this.#pieces.get(top.id).glow();
  }

  #markOf(pile) {
    const top = this.#piles[pile].at(-1);
    return top ? this.#pieces.get(top.id).element : this.#slots[pile];
  }

  #layOut(isSudden) {
    this.element.classList.toggle("sudden", isSudden);
    for (const name of this.#names) this.#showPile(name, isSudden);
    if (!isSudden) return;
    // Where cards have suddenly come to lie they must lie before anything moves again.
    void this.element.offsetWidth;
    this.element.classList.remove("sudden");
  }

  #showPile(name, isSudden) {
    const cards = this.#piles[name];
    const places = (this.#places[name] = this.#layout.places(name, cards));
    const size = this.#layout.sizeOf(name);
    const covered = cards.length - (isColumn(name) ? Infinity : (SEEN[name.split(":").at(-1)] ?? SEEN[name[0]]));
    cards.forEach((card, at) => {
      const text = card.up ? card.face : "??";
      const how = { ...places[at], width: size.width, isSeen: at >= covered, isSudden };
      this.#piece(card).lie({ text, pile: name, at, ...how });
    });
    const slot = this.#slots[name];
    const { x, y, width, height } = this.#boxOf(name);
    slot.style.setProperty("--card-w", `${size.width}px`);
    Object.assign(slot.style, { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` });
    const count = this.element.querySelector(`[data-count-of="${name}"]`);
    if (count) this.#count(count, { cards: cards.length, x, y, ...size });
  }

  /** How many cards a stock has, written on its top card. */
  #count(count, { cards, x, y, width, height }) {
    count.textContent = cards;
    count.hidden = !cards;
    count.style.setProperty("--card-w", `${width}px`);
    count.style.transform = `translate(calc(${x + width / 2}px - 50%), calc(${y + height * 0.94}px - 100%))`;
  }

  /** The piece of a card; in a match cards say whose they are. */
  #piece({ id, owner }) {
    if (!this.#pieces.has(id)) {
      const piece = new Piece();
      if (owner) piece.element.dataset.owner = owner;
      this.#pieces.set(id, piece);
      this.element.append(piece.element);
    }
    return this.#pieces.get(id);
  }

  // -- Lifting

  /** Let the cards of a pile from an index on follow the pointer. */
  lift({ pile, at }) {
    this.#lifted = { pile, at };
    for (const piece of this.#liftedPieces()) piece.lift();
  }

  drag(dx, dy) {
    this.#lifted.dx = dx;
    this.#lifted.dy = dy;
    for (const piece of this.#liftedPieces()) piece.drag(dx, dy);
  }

  /** Put the lifted cards down where they lie. */
  letGo() {
    this.showOver(null);
    for (const piece of this.#liftedPieces()) piece.letGo();
    this.#lifted = null;
  }

  #liftedPieces() {
    if (!this.#lifted) return [];
    return this.#piles[this.#lifted.pile].slice(this.#lifted.at).map(({ id }) => this.#pieces.get(id));
  }

  // -- Finding

  /** The card at a point of the screen, or the empty pile; null where there is neither. */
  spotAt(clientX, clientY) {
    const point = this.#onTable(clientX, clientY);
    for (const pile of this.#names.filter((name) => !isOthers(name))) {
      const { width, height } = this.#layout.sizeOf(pile);
      const at = this.#places[pile].findLastIndex(({ x, y }) => isIn(point, { x, y, width, height }));
      if (at >= 0) return { pile, at };
      if (!this.#piles[pile].length && isIn(point, { ...this.#layout.slots[pile], width, height })) return { pile, at: null };
    }
    return null;
  }

  /** The pile that lifted cards are over: of their targets the one they cover most, else the one at the point. */
  pileUnder(clientX, clientY, targets) {
    const { pile, at, dx, dy } = this.#lifted;
    const first = this.#places[pile][at];
    const lifted = { x: first.x + dx, y: first.y + dy, ...this.#layout.sizeOf(pile) };
    const isHome = targets.some((target) => isFoundation(target.pile));
    const names = [...targets.map((target) => target.pile), ...(isHome ? this.#names.filter(isFoundation) : [])];
    const covered = names.map((name) => ({ name, area: overlap(lifted, this.#reachOf(name)) }));
    const most = covered.reduce((best, next) => (next.area > best.area ? next : best), { name: null, area: 0 });
    if (most.name) return most.name;
    const point = this.#onTable(clientX, clientY);
    return this.#names.find((name) => isIn(point, this.#reachOf(name))) ?? null;
  }

  /** Where cards can be let go for a pile: for a column down to the edge of the table. */
  #reachOf(name) {
    const box = this.#boxOf(name);
    const isToTheEdge = isColumn(name) && !isOthers(name);
    return isToTheEdge ? { ...box, height: this.element.clientHeight - box.y } : box;
  }

  /** The box around a pile's cards, or around its place if it has none. */
  #boxOf(name) {
    const { slots } = this.#layout;
    const { width, height } = this.#layout.sizeOf(name);
    const last = this.#places[name].at(-1) ?? slots[name];
    const { x, y } = slots[name];
    return { x, y, width: last.x - x + width, height: last.y - y + height };
  }

  #onTable(clientX, clientY) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  // -- The focus

  focus(pile) {
    this.#slots[pile].focus({ preventScroll: true });
  }

  heightOf(pile) {
    return this.#piles[pile].length;
  }

  /** The next pile in a direction, by where the piles are; null at the edge. Columns reach down to the edge. */
  neighbour(from, dx, dy) {
    if (dy > 0 && isColumn(from) && !isOthers(from)) return null;
    const { slots } = this.#layout;
    const ahead = this.#names.map((name) => {
      const [right, down] = [slots[name].x - slots[from].x, slots[name].y - slots[from].y];
      const [along, aside] = dx ? [right * dx, Math.abs(down)] : [down * dy, Math.abs(right)];
      return { name, along, cost: along + 3 * aside };
    }).filter(({ along }) => along > 1);
    return ahead.sort((a, b) => a.cost - b.cost)[0]?.name ?? null;
  }

  /** Tab leads to one pile; arrows lead from it to the others. */
  #makeFocusable(pile) {
    this.#slots[this.focusable].tabIndex = -1;
    this.#slots[pile].tabIndex = 0;
    this.focusable = pile;
  }

  // -- The size

  #resize() {
    if (!this.#layout || !this.element.clientWidth) return;
    this.#layout = this.#measured();
    this.#layOut(true);
  }

  #measured() {
    const { element } = this;
    const style = getComputedStyle(element);
    const [x, y] = [parseFloat(style.paddingLeft), parseFloat(style.paddingTop)];
    const layout = this.#layOutIn({ x, y, width: element.clientWidth - 2 * x, height: element.clientHeight - 2 * y });
    element.style.setProperty("--card-w", `${layout.cardWidth}px`);
    element.classList.toggle("tall", layout.isTall);
    element.classList.toggle("large", layout.cardWidth >= SMALL);
    return layout;
  }
}

function isIn({ x, y }, box) {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
