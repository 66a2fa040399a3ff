// The list of a game's moves. However many there are, the page has only those that are in sight, between two spaces.

import { cardOf } from "./frames.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
// Rows beyond those in sight, and rows of context that the current one keeps.
const AROUND = 12;
const AHEAD = 3;

export class MoveList {
  constructor(root, frames, texts) {
    Object.assign(this, { scroller: root, list: root.querySelector("ol"), frames, texts });
    const first = this.list.firstElementChild;
    this.rowHeight = first ? first.getBoundingClientRect().height : 30;
    this.length = frames.events.length + (frames.error ? 1 : 0);
    this.shown = [0, 0];
    this.current = frames.first;
    this.list.style.height = `${this.length * this.rowHeight}px`;
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.scroller);
    this.draw({ anew: true });
  }

  // A row's height changes with the screen, as that of something to touch does.
  measure() {
    const row = this.list.firstElementChild;
    const height = row?.getBoundingClientRect().height;
    if (height && height !== this.rowHeight) {
      this.rowHeight = height;
      this.list.style.height = `${this.length * height}px`;
    }
    this.draw({ anew: true });
    this.reveal();
  }

  // Marks the move that led to a step, and brings it into sight.
  show(step) {
    const hadFocus = this.list.contains(document.activeElement);
    this.current = step;
    this.reveal();
    this.draw();
    for (const link of this.list.querySelectorAll("a")) this.markCurrent(link);
    if (hadFocus) this.list.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  draw({ anew = false } = {}) {
    const from = Math.max(Math.floor(this.scroller.scrollTop / this.rowHeight) - AROUND, 0);
    const to = Math.min(Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / this.rowHeight) + AROUND, this.length);
    if (!anew && from >= this.shown[0] && to <= this.shown[1]) return;
    this.shown = [Math.max(from - AROUND, 0), Math.min(to + AROUND, this.length)];
    const [start, end] = this.shown;
    this.list.replaceChildren(...Array.from({ length: end - start }, (_, index) => this.row(start + index)));
    this.list.style.paddingTop = `${start * this.rowHeight}px`;
  }

  row(index) {
    const event = this.frames.events[index];
    const step = this.frames.first + index + 1;
    const item = document.createElement("li");
    item.setAttribute("aria-setsize", this.length);
    item.setAttribute("aria-posinset", index + 1);
    const link = document.createElement("a");
    link.dataset.step = Math.min(step, this.frames.last);
    link.href = `#${link.dataset.step}`;
    link.append(part("number", step));
    if (event?.side) {
      const by = part("by", event.side);
      by.dataset.side = event.side;
      link.append(by);
    }
    link.append(part("move", (event ?? this.frames.error).move ?? "?"));
    if (event) this.describe(link, event);
    else {
      link.classList.add("refused");
      link.append(part("tag", this.texts.refused));
    }
    this.markCurrent(link);
    item.append(link);
    return item;
  }

  describe(link, event) {
    const face = cardOf(event);
    if (face) link.append(part(/[HD]$/.test(face) ? "face red" : "face", face[0].replace("T", "10") + SIGNS[face[1]]));
    for (const mark of event.marks) {
      link.classList.add(mark);
      link.append(part("tag", this.texts.marks[mark]));
    }
    if (event.time) link.append(part("time", event.time));
  }

  markCurrent(link) {
    const isCurrent = Number(link.dataset.step) === this.current && !link.classList.contains("refused");
    link.tabIndex = isCurrent ? 0 : -1;
    if (isCurrent) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }

  // Scrolls the list alone, never the page.
  reveal() {
    const end = this.current === this.frames.last ? this.length : this.current - this.frames.first;
    const bottom = end * this.rowHeight;
    const room = this.scroller.clientHeight;
    const margin = Math.min(AHEAD * this.rowHeight, room / 3);
    const { scrollTop } = this.scroller;
    if (bottom - this.rowHeight - margin < scrollTop) this.scroller.scrollTop = bottom - this.rowHeight - margin;
    else if (bottom + margin > scrollTop + room) this.scroller.scrollTop = bottom + margin - room;
  }
}

function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
