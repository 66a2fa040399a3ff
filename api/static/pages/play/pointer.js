/* The table by mouse, pen and finger: a press that stays where it is taps, one that moves drags. */

/** A press has moved, in CSS pixels, when it is no tap any more. Fingers are less steady than mice. */
const MOVED = { mouse: 5, pen: 7, touch: 10 };
/** The second tap of a double tap is so near to the first. */
const NEAR = 30;
/** A tap on the stock this soon after it ran out was meant to draw, and must not recycle. */
const SETTLE = 600;

export class Pointer {
  #press = null; // what the pointer went down on, and where
  #last = null; // where and when the last tap was
  #emptied = -Infinity; // when the stock ran out

  /**
   * @param {import("./table.js").TableView} view
   * @param {import("./hand.js").Hand} hand
   * @param {{doubleTap: boolean}} settings
   */
  constructor(view, hand, settings) {
    Object.assign(this, { view, hand, settings });
    const { element } = view;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("dragstart", (event) => event.preventDefault());
    hand.addEventListener("move", ({ detail }) => {
      if (detail === "draw") this.#emptied = performance.now();
    });
  }

  get isDragging() {
    return this.#press?.isDrag ?? false;
  }

  /** Give up a drag: what is dragged goes back. */
  cancel() {
    const wasDrag = this.isDragging;
    this.#press = null;
    if (!wasDrag) return;
    this.hand.drop();
    this.view.letGo();
  }

  #down(event) {
    if (!event.isPrimary || event.button !== 0 || !this.view.isReady) return;
    const spot = this.view.spotAt(event.clientX, event.clientY);
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, spot, isDrag: false };
    // The element hears of the pointer until it is up, wherever it goes.
    this.view.element.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const press = this.#press;
    if (!press) this.#hover(event);
    if (press?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isDrag && Math.hypot(dx, dy) >= (MOVED[event.pointerType] ?? MOVED.mouse)) this.#startDrag(press);
    if (!press.isDrag) return;
    this.view.drag(dx, dy);
    const pile = this.#pileUnder(event);
    this.view.showOver(this.hand.held?.targets.some((target) => target.pile === pile) ? pile : null);
  }

  /** What a mouse may do where it is. */
  #hover({ pointerType, clientX, clientY }) {
    if (pointerType !== "mouse" || !this.view.isReady) return;
    const spot = this.view.spotAt(clientX, clientY);
    const cursor = !spot ? "" : spot.pile === "stock" ? "pointer" : this.hand.canTake(spot) ? "grab" : "";
    this.view.element.style.cursor = cursor;
  }

  #pileUnder({ clientX, clientY }) {
    return this.view.pileUnder(clientX, clientY, this.hand.held?.targets ?? []);
  }

  #startDrag(press) {
    if (press.hasSlipped || !press.spot || !this.hand.canTake(press.spot)) {
      press.hasSlipped = true;
      return;
    }
    press.isDrag = true;
    this.view.element.style.cursor = "grabbing";
    this.hand.take(press.spot);
    this.view.lift(press.spot);
  }

  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    this.#press = null;
    if (press.isDrag) this.#land(event);
    // What cannot be dragged may be tapped by a finger that slips on it.
    else if (!press.hasSlipped || this.view.spotAt(event.clientX, event.clientY)?.pile === press.spot?.pile) {
      this.#tap(press, event);
    }
  }

  #land(event) {
    const pile = this.#pileUnder(event);
    this.view.letGo();
    // Cards that are let go where they were, or beside the piles, have not been refused.
    if (pile === null || pile === this.hand.held?.pile) this.hand.drop();
    else this.hand.put(pile);
  }

  #tap({ x, y, spot }, event) {
    if (!spot) {
      this.hand.drop();
      return;
    }
    const last = this.#last;
    const isNear = this.settings.doubleTap && last !== null && Math.hypot(x - last.x, y - last.y) < NEAR;
    this.#last = { x, y, at: event.timeStamp };
    if (spot.pile === "stock" && spot.at === null && event.timeStamp - this.#emptied < SETTLE) return;
    this.hand.tap(spot, isNear ? event.timeStamp - last.at : Infinity);
  }
}
