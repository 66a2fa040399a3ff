// The replay viewer: shows a game or a match step by step, as the frames of the service say. It knows no rules.

import { cardElement } from "./cards.js";
import { Frames } from "./frames.js";
import { MatchParts } from "./match-parts.js";
import { slide } from "./motion.js";
import { MoveList } from "./moves.js";
import { Plot } from "./plot.js";
import { Table } from "./table.js";

const SLIDE = 170;
const SPEAK_AFTER = 400;
const started = new WeakMap();

// The viewer of a <section class="viewer">, once its frames are there.
export function viewerOf(root) {
  if (!started.has(root)) started.set(root, start(root));
  return started.get(root);
}

async function start(root) {
  try {
    return new Viewer(root, await Frames.of(root));
  } catch (error) {
    root.querySelector(".viewer-trouble").hidden = false;
    throw error;
  }
}

class Viewer {
  constructor(root, frames) {
    this.root = root;
    this.frames = frames;
    this.first = frames.first;
    // Not what the page says: a game in play may have grown since.
    this.last = frames.last;
    this.step = Number(root.dataset.step);
    this.stops = new Set();
    this.texts = JSON.parse(document.getElementById("viewer-texts").textContent);
    this.table = new Table(root.querySelector(".card-table"));
    this.shown = Array.from(root.querySelectorAll("[data-show]"), (element) => [element.dataset.show, element]);
    this.buttons = new Map(Array.from(root.querySelectorAll("[data-go]"), (button) => [button.dataset.go, button]));
    this.playButton = root.querySelector("[data-play]");
    this.slider = root.querySelector(".viewer-slider");
    this.refusal = root.querySelector(".viewer-refusal");
    this.match = MatchParts.of(root, frames);
    frames.goTo(this.step);
    this.unveil();
    this.listen();
    this.show();
    if ("linked" in root.dataset) this.followAddress();
  }

  get frame() {
    return this.frames.at(this.step);
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  // -- going through the game

  goTo(step) {
    const target = Math.min(Math.max(step, this.first), this.last);
    if (target === this.step) return;
    const isNext = Math.abs(target - this.step) === 1;
    if (isNext) this.slideTo(target);
    else this.layOut(this.frames.goTo(target));
    this.step = target;
    this.show();
    this.rememberStep();
    this.root.dispatchEvent(
      new CustomEvent("viewerstep", { bubbles: true, detail: { viewer: this, step: this.step, last: this.last } }),
    );
  }

  go(name) {
    this.goTo({ first: this.first, back: this.step - 1, next: this.step + 1, last: this.last }[name]);
  }

  play() {
    if (this.isPlaying) return;
    if (this.step === this.last) this.goTo(this.first);
    this.tick();
    this.showPlaying();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  tick() {
    this.timer = setTimeout(() => {
      this.goTo(this.step + 1);
      if (this.step === this.last || this.stops.has(this.step)) this.pause();
      else if (this.isPlaying) this.tick();
    }, this.pace);
  }

  // Milliseconds from a step to the next.
  get pace() {
    return Number(this.root.querySelector("[data-speed]")?.value ?? 700);
  }

  // -- showing where it is

  layOut(piles) {
    for (const pile of piles) this.table.lay(pile, this.frames.piles[pile]);
  }

  slideTo(target) {
    const [{ changes }] = this.frames.between(this.step, target);
    const forward = target > this.step;
    const places = (side) => changes.filter((change) => change[side].length > 0).map(({ pile, at }) => [pile, at]);
    slide(this.table, {
      taken: places(forward ? "out" : "in"),
      laid: places(forward ? "in" : "out"),
      lay: () => this.layOut(this.frames.goTo(target)),
      duration: this.isPlaying ? Math.min(SLIDE, this.pace * 0.6) : SLIDE,
    });
  }

  show() {
    const { frame } = this;
    const move = frame.move ?? (this.first === 0 ? this.texts.start : "");
    const said = frame.side ? `${frame.side} ${move}` : move;
    for (const [name, element] of this.shown) {
      element.textContent = { step: this.step, last: this.last, move }[name] ?? frame[name];
    }
    for (const name of ["first", "back"]) this.buttons.get(name).ariaDisabled = this.step === this.first;
    for (const name of ["next", "last"]) this.buttons.get(name).ariaDisabled = this.step === this.last;
    if (this.slider) {
      this.slider.value = this.step;
      this.slider.setAttribute("aria-valuetext", `${this.step} / ${this.last}, ${said}`);
    }
    this.table.mark("moved", (frame.changes ?? []).flatMap(({ pile, at }) => this.table.from(pile, at)));
    this.showHeaps();
    this.moves?.show(this.step);
    this.plot?.show(this.step);
    const link = this.root.querySelector("[data-link]");
    if (link) link.href = `#${this.step}`;
    this.showRefusal();
    this.match?.show(frame);
    this.speak(`${this.texts.step} ${this.step} / ${this.last}: ${said}`);
  }

  // Stock and waste card by card, while hidden cards are looked at.
  showHeaps() {
    if (!this.isPeeking) return;
    for (const heap of this.root.querySelectorAll("[data-heap]")) {
      heap.replaceChildren(...this.frames.piles[heap.dataset.heap].map(cardElement).reverse());
    }
  }

  peek(isPeeking) {
    this.isPeeking = isPeeking;
    this.table.root.classList.toggle("peek", isPeeking);
    this.root.querySelector(".viewer-heaps").hidden = !isPeeking;
    this.showHeaps();
  }

  // What was refused, and the piles that the refused move names.
  showRefusal() {
    if (!this.refusal) return;
    const isHere = this.step === this.last;
    this.refusal.hidden = !isHere;
    const { move } = this.frames.error;
    const names = ["draw", "recycle"].includes(move) ? ["stock"] : (move ?? "").split(/[-x]/);
    for (const [name, pile] of this.table.piles) pile.classList.toggle("refused", isHere && names.includes(name));
  }

  showPlaying() {
    this.root.classList.toggle("playing", this.isPlaying);
    this.playButton.querySelector("span").textContent = this.isPlaying ? this.texts.pause : this.texts.play;
  }

  // Not at each step of a fast play or drag: the last one is enough.
  speak(text) {
    clearTimeout(this.speaking);
    if (this.isPlaying || document.activeElement === this.slider) return;
    this.speaking = setTimeout(() => (this.root.querySelector(".viewer-spoken").textContent = text), SPEAK_AFTER);
  }

  // -- taking part

  // Shows what works only with a script.
  unveil() {
    for (const part of this.root.querySelectorAll(".viewer-tools")) part.hidden = false;
    // Where there is one step alone, there is nothing to go through.
    for (const part of this.root.querySelectorAll(".viewer-track, .viewer-play")) part.hidden = this.first === this.last;
    if (this.slider) this.slider.max = this.last;
    const list = this.root.querySelector(".viewer-list");
    if (list) this.moves = new MoveList(list, this.frames, this.texts);
    const plot = this.root.querySelector(".viewer-plot");
    if (plot) this.plot = new Plot(plot, this.frames, (step) => this.byHand(() => this.goTo(step)));
  }

  // Whoever takes a step ends the playing.
  byHand(act) {
    if (this.isPlaying) this.pause();
    act();
  }

  listen() {
    this.slider?.addEventListener("input", () => this.byHand(() => this.goTo(this.slider.valueAsNumber)));
    this.playButton.addEventListener("click", () => (this.isPlaying ? this.pause() : this.play()));
    const peek = this.root.querySelector("[data-peek]");
    peek?.addEventListener("change", () => this.peek(peek.checked));
    // Browsers keep what was checked over a reload.
    if (peek?.checked) this.peek(true);
    this.root.addEventListener("click", (event) => {
      const link = event.target.closest("[data-go], a[data-step], [data-link]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.dataset.go) this.byHand(() => this.go(link.dataset.go));
      else if (link.dataset.step) this.byHand(() => this.goTo(Number(link.dataset.step)));
      else this.copyLink(link);
    });
  }

  async copyLink(link) {
    const text = link.textContent;
    history.replaceState(null, "", link.href);
    // A page that is not secure has no clipboard; the address has the step all the same.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(link.href);
    link.textContent = this.texts.copied;
    setTimeout(() => (link.textContent = text), 1500);
  }

  // Keeps the step in the address; not at each tick of a drag, which browsers refuse.
  rememberStep() {
    if (!("linked" in this.root.dataset)) return;
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      const address = new URL(location);
      address.searchParams.delete("step");
      address.hash = this.step;
      history.replaceState(null, "", address);
    }, 150);
  }

  followAddress() {
    const go = ({ hash }) => {
      const named = /^#([0-9]{1,6})$/.exec(hash);
      if (named) this.byHand(() => this.goTo(Number(named[1])));
    };
    // The address may have been written anew since, for the step before.
    addEventListener("hashchange", ({ newURL }) => go(new URL(newURL)));
    go(location);
  }
}

// -- keys: for the viewer that has the focus, else for the first that is in sight and not small

const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const LIST_KEYS = { ArrowUp: "back", ArrowDown: "next" };

async function onKey(event) {
  const { target } = event;
  const act = KEYS[event.key] ?? (target.closest(".viewer-list") && LIST_KEYS[event.key]);
  if (!act || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // Fields, and the slider, have these keys for themselves, but for the slider's space.
  if (target.closest("select, textarea, [contenteditable], input:not(.viewer-slider)")) return;
  if (target.matches(".viewer-slider") && act !== "play") return;
  if (act === "play" && target.closest("button, summary")) return;
  const root = target.closest(".viewer") ?? Array.from(document.querySelectorAll(".viewer:not(.small)")).find(isInSight);
  if (!root) return;
  event.preventDefault();
  const viewer = await viewerOf(root);
  if (act !== "play") viewer.byHand(() => viewer.go(act));
  else if (viewer.isPlaying) viewer.pause();
  else viewer.play();
}

function isInSight(root) {
  const { top, bottom } = root.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

document.addEventListener("keydown", onKey);
// Where it fails the page says so, and its links still work.
for (const root of document.querySelectorAll(".viewer")) viewerOf(root).catch(() => {});
