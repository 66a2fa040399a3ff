// Cards that slide from where they lay to where they lie now. Where they go is the frames' affair.

import { faceOf } from "./cards.js";

const MOST_CARDS = 16;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Lays the cards by `lay`, and lets those that an event moves slide there. `taken` and `laid` say from which piles cards
// are taken and to which they are laid: lists of [pile, place].
export function slide(table, { taken, laid, lay, duration }) {
  if (still.matches || duration < 80) {
    lay();
    return;
  }
  const origins = taken.flatMap(([pile, at]) => table.from(pile, at).map(origin));
  lay();
  const cards = laid.flatMap(([pile, at]) => table.from(pile, at)).filter((card) => card.offsetParent);
  for (const card of cards.slice(-MOST_CARDS)) {
    const face = faceOf(card.dataset.card);
    const from = take(origins, (one) => face && one.face === face) ?? take(origins, (one) => one.isShown);
    if (from) move(card, from, duration);
  }
}

function origin(card) {
  return { face: faceOf(card.dataset.card), box: card.getBoundingClientRect(), isShown: card.offsetParent !== null };
}

function take(origins, fits) {
  const index = origins.findLastIndex(fits);
  return index < 0 ? undefined : origins.splice(index, 1)[0];
}

function move(card, { box, isShown }, duration) {
  const to = card.getBoundingClientRect();
  const [x, y] = [box.left - to.left, box.top - to.top];
  if (!isShown || (x === 0 && y === 0)) return;
  const pile = card.parentElement;
  pile.style.zIndex = "5";
  const motion = card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration,
    easing: "cubic-bezier(.2, .7, .3, 1)",
  });
  const settle = () => (pile.style.zIndex = "");
  motion.finished.then(settle, settle);
}
