// Steps through a game by the frames that the service computed. It knows no rules: it puts cards where a frame says.
// The page comes with one step drawn, and with a copy of every card to draw the others from.

const root = document.querySelector(".replay");
const slider = root.querySelector(".replay-slider");
const failure = root.querySelector(".replay-failure");
const list = root.querySelector(".replay-moves ol");

const keyed = (nodes, key) => new Map(Array.from(nodes, (node) => [node.dataset[key], node]));
const cards = keyed(document.querySelector("#replay-cards").content.children, "card");
const piles = keyed(root.querySelectorAll("[data-pile]"), "pile");
const counts = keyed(root.querySelectorAll("[data-count]"), "count");
const texts = keyed(root.querySelectorAll("[data-show]"), "show");
const buttons = keyed(root.querySelectorAll("[data-go]"), "go");
const moves = Array.from(list.querySelectorAll("a:not(.refused)"));

const { first, events } = await loadFrames();
// The page's own last step: a game in progress may have grown since.
const last = moves.length;
let step = Number(root.dataset.step);
let remembering;

slider.hidden = false;
show();
listen();
goToHash();

async function loadFrames() {
  const response = await fetch(root.dataset.frames, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${root.dataset.frames} answered ${response.status}`);
  return response.json();
}

// Makes a pile what it is from `at` on; `faces` lie there from the bottom up.
function put({ pile: name, at }, faces) {
  const pile = piles.get(name);
  while (pile.children.length > at) pile.lastElementChild.remove();
  pile.append(...faces.map((face) => cards.get(face).cloneNode(true)));
}

function goTo(target) {
  if (target === step) return;
  while (step < target) {
    for (const change of events[step].changes) put(change, change.in);
    step += 1;
  }
  while (step > target) {
    step -= 1;
    for (const change of events[step].changes) put(change, change.out);
  }
  show();
  rememberStep();
}

function show() {
  const frame = step === 0 ? first : events[step - 1];
  for (const [name, text] of texts) {
    if (name === "step") text.textContent = step;
    else if (name === "move") text.textContent = frame.move ?? text.dataset.start;
    else text.textContent = frame[name];
  }
  for (const [name, count] of counts) count.textContent = piles.get(name).children.length;
  slider.value = step;
  for (const name of ["first", "back"]) buttons.get(name).ariaDisabled = step === 0;
  for (const name of ["next", "last"]) buttons.get(name).ariaDisabled = step === last;
  if (failure) failure.hidden = step !== last;
  showMoved(frame.changes ?? []);
  showCurrent();
}

// Marks the cards that the event just shown has put where they are.
function showMoved(changes) {
  for (const card of root.querySelectorAll(".card.moved")) card.classList.remove("moved");
  for (const { pile, at } of changes) {
    for (const card of Array.from(piles.get(pile).children).slice(at)) card.classList.add("moved");
  }
}

function showCurrent() {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = moves[step - 1];
  current?.setAttribute("aria-current", "step");
  // Scrolls the list alone, never the page.
  const item = step === last ? list.lastElementChild : current?.parentElement;
  const top = item ? item.offsetTop - list.offsetTop : 0;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (item && top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + item.offsetHeight - list.clientHeight;
  }
}

// Keeps the step in the address, so that it can be linked to; not at each tick of a drag, which browsers refuse.
function rememberStep() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", `${location.pathname}#${step}`), 100);
}

function goToHash() {
  const named = /^#([0-9]{1,6})$/.exec(location.hash);
  if (named && Number(named[1]) <= last) goTo(Number(named[1]));
}

function go(name) {
  goTo({ first: 0, back: Math.max(step - 1, 0), next: Math.min(step + 1, last), last }[name]);
}

function listen() {
  slider.addEventListener("input", () => goTo(slider.valueAsNumber));
  addEventListener("hashchange", goToHash);
  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.go) go(link.dataset.go);
    else goTo(Number(link.dataset.step));
  });
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    // The slider and other fields have these keys for themselves.
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    go(keys[event.key]);
  });
}
