/* What is said of a match beside its table: who waits for whom before it, how it ended after it. The service words it;
   the page puts it in its place, and tells what was pressed there. */

import { released } from "../pressed.js";

const shown = (id) => document.getElementById(id);

export class Stage extends EventTarget {
  #asked = 0;

  /** Tells what is pressed by the name of its `data-do`. */
  constructor() {
    super();
    this.#dress();
    for (const place of [shown("stage"), shown("result")]) {
      place.addEventListener("click", ({ target }) => {
        const button = target.closest("[data-do]");
        if (!button) return;
        if (button.dataset.do === "copy") this.#copy(button);
        else if (button.dataset.do === "share") this.#share();
        else if (button.dataset.do === "close-result") shown("result").close();
        else this.dispatchEvent(new CustomEvent("press", { detail: button }));
      });
    }
  }

  /** Show it in the place that it has: over the table once the match is over, alone before. */
  place({ isOver, isPlaying }) {
    const content = document.querySelector(".match-stage");
    const place = isOver ? shown("result") : shown("stage");
    if (content.parentElement !== place) place.replaceChildren(content);
    shown("stage").hidden = isOver || isPlaying;
  }

  /** Get it anew. Resolves when it is there. */
  async refresh() {
    const asked = ++this.#asked;
    const query = new URLSearchParams(location.search);
    query.set("part", "stage");
    const html = await part(`${location.pathname}?${query}`);
    await released(document.querySelector(".match-stage"));
    if (html === null || asked !== this.#asked) return;
    const content = new DOMParser().parseFromString(html, "text/html").querySelector(".match-stage");
    const old = document.querySelector(".match-stage");
    if (!content || content.innerHTML === old.dataset.html) return;
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.do : undefined;
    content.dataset.html = content.innerHTML;
    old.replaceWith(content);
    this.#dress();
    if (focused) (content.querySelector(`[data-do="${focused}"]:enabled`) ?? content.querySelector("h2")).focus();
  }

  /** What screen readers are told of it. */
  get summary() {
    return document.querySelector(".match-stage [data-say]")?.textContent.trim() ?? "";
  }

  showProblem(text) {
    const place = document.querySelector(".match-stage [data-problem]");
    if (place) place.textContent = text;
  }

  #dress() {
    for (const button of document.querySelectorAll(".match-stage [data-sleeps]")) button.disabled = false;
    for (const heading of document.querySelectorAll(".match-stage h2")) heading.tabIndex = -1;
    for (const button of document.querySelectorAll('.match-stage [data-do="copy"]')) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll('.match-stage [data-do="share"]')) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll('.match-stage [data-do="close-result"]')) button.hidden = false;
  }

  async #copy(button) {
    await navigator.clipboard.writeText(shown("match-link").value);
    button.textContent = button.dataset.done;
  }

  /** By what the device offers: a phone's messages, mail and the like. */
  #share() {
    // Who closes that has changed their mind, and the link is still there to be copied.
    navigator.share({ title: document.title, url: shown("match-link").value }).catch(() => {});
  }
}

/** A part of the page; null if it cannot be had now. */
async function part(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null; // no connection: what is there stays, and is got anew with the next news
  }
}
