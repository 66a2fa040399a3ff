/* An open board updates by itself, and so does what else a page has in `data-part`: it asks whether anything has changed,
   and changes what has.

   What stays as it is stays in the page, so that focus and scroll position do; nothing is asked while nobody looks. */

import { released } from "./pressed.js";
import { localise } from "./times.js";

const board = document.querySelector("[data-part]");
const SECONDS = Number(board?.dataset.seconds ?? 10);
const MOST_SECONDS = Number(board?.dataset.most ?? 60); // after failures, and on boards on which nothing happens

const status = announcer();
let tag = null;
let pause = SECONDS;
let timer = null;
let asking = false;

async function ask() {
  if (asking) return;
  asking = true;
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(board.dataset.part, { headers, cache: "no-store" });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag");
      const html = await answer.text();
      await released(board);
      const changed = update(html);
      pause = changed ? SECONDS : Math.min(pause * 1.2, MOST_SECONDS);
    } else {
      // 304: nothing has changed. Anything else: whatever it is, the board that is shown stays.
      pause = Math.min(pause * 1.2, MOST_SECONDS);
    }
  } catch {
    pause = Math.min(pause * 2, MOST_SECONDS); // no network: asked again later
  }
  asking = false;
}

function next() {
  clearTimeout(timer);
  if (document.hidden) return;
  timer = setTimeout(async () => {
    await ask();
    next();
  }, pause * 1000);
}

/** Put what is new into the board that is shown; true if anything was. */
function update(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-part]");
  if (!fresh) return false;
  localise(board);
  localise(fresh);
  const focused = document.activeElement?.id;
  const changed = merge(board, fresh);
  if (!changed) return false;
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  status.textContent = "";
  // Read out again even if the same was said before.
  requestAnimationFrame(() => (status.textContent = board.dataset.changed));
  return true;
}

/** Make the children of one element those of another, and keep the elements that are alike; true if any was not. */
function merge(old, fresh) {
  let changed = false;
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const wanted = [...fresh.children].map((child) => {
    const own = known.get(child.id);
    if (!own) {
      changed = true;
      if (isRow(child)) child.classList.add("fresh");
      return child;
    }
    own.classList.remove("fresh");
    if (!own.classList.length) own.removeAttribute("class");
    if (own.isEqualNode(child)) return own;
    if (own.localName === child.localName && ["table", "ul"].includes(own.localName)) {
      changed = merge(own.tBodies?.[0] ?? own, child.tBodies?.[0] ?? child) || changed;
      return own;
    }
    changed = true;
    if (isRow(child)) child.classList.add("fresh");
    return child;
  });
  for (const child of [...old.children]) {
    if (!wanted.includes(child)) {
      child.remove();
      changed = true;
    }
  }
  wanted.forEach((child, place) => {
    if (old.children[place] !== child) old.insertBefore(child, old.children[place] ?? null);
  });
  return changed;
}

const isRow = ({ localName }) => localName === "tr" || localName === "li";

function announcer() {
  const element = document.createElement("p");
  element.className = "unseen";
  element.setAttribute("role", "status");
  document.body.append(element);
  return element;
}

if (board) {
  document.addEventListener("visibilitychange", async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    pause = SECONDS;
    await ask();
    next();
  });
  next();
}
