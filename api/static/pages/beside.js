/* Two viewers in step: both go to the same action of their lines, and playing stops where the games part. */

import { viewerOf } from "../games/viewer.js";

const PACE = 500;
const page = document.querySelector(".beside-page");
const [parting, last] = [Number(page.dataset.parting), Number(page.dataset.last)];
const controls = page.querySelector(".controls");
const slider = controls.querySelector("[type=range]");
const inStep = controls.querySelector("[type=checkbox]");
const playButton = controls.querySelector("[data-play]");
const shown = controls.querySelector("[data-show=step]");
const head = page.querySelector(".both-scores .head");
const width = head.ownerSVGElement.viewBox.baseVal.width;

let step = Number(page.dataset.step);
let timer = null;
let remembering = null;

const viewers = await Promise.all(Array.from(page.querySelectorAll(".viewer"), viewerOf));
// What this script makes a viewer do is no wish of whoever looks.
const sent = new Map();

controls.hidden = false;
head.removeAttribute("hidden");
page.classList.toggle("in-step", inStep.checked);
for (const viewer of viewers) {
  viewer.stops.add(parting);
  viewer.root.addEventListener("viewerstep", () => followed(viewer));
}
show();

function goTo(wanted) {
  step = Math.min(Math.max(wanted, 0), last);
  for (const viewer of viewers) {
    const bounded = Math.min(step, viewer.last);
    if (viewer.step === bounded) continue;
    sent.set(viewer, bounded);
    viewer.goTo(bounded);
  }
  show();
}

/** A viewer has gone somewhere: the other goes there too, unless it was sent, or each goes alone. */
function followed(viewer) {
  if (sent.get(viewer) === viewer.step) {
    sent.delete(viewer);
    return;
  }
  if (inStep.checked) goTo(viewer.step);
}

function show() {
  slider.value = step;
  shown.textContent = step;
  const x = last ? (width * step) / last : 0;
  head.setAttribute("x1", x);
  head.setAttribute("x2", x);
  clearTimeout(remembering);
  remembering = setTimeout(remember, 300);
}

/** The address leads to this step, for whoever reloads it or sends it on. */
function remember() {
  const address = new URL(location.href);
  if (Number(address.searchParams.get("step") ?? parting) === step) return;
  address.searchParams.set("step", step);
  history.replaceState(null, "", address);
}

function play() {
  if (step >= last) goTo(0);
  timer = setInterval(() => {
    goTo(step + 1);
    if (step === parting || step >= last) pause();
  }, PACE);
  playButton.setAttribute("aria-pressed", "true");
}

function pause() {
  clearInterval(timer);
  timer = null;
  playButton.setAttribute("aria-pressed", "false");
}

const buttons = { back: () => goTo(step - 1), next: () => goTo(step + 1), parting: () => goTo(parting) };
for (const [name, go] of Object.entries(buttons)) {
  controls.querySelector(`[data-go=${name}]`).addEventListener("click", () => {
    pause();
    go();
  });
}
playButton.addEventListener("click", () => (timer ? pause() : play()));
slider.addEventListener("input", () => {
  pause();
  goTo(Number(slider.value));
});
inStep.addEventListener("change", () => {
  pause();
  page.classList.toggle("in-step", inStep.checked);
  if (inStep.checked) goTo(step);
});
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.target.closest("input, select, textarea, .viewer") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: buttons.back, ArrowRight: buttons.next };
  if (!keys[event.key]) return;
  event.preventDefault();
  pause();
  keys[event.key]();
});
