/* The lobby: joins who waits, or begins a match and waits. Whoever has no account becomes a guest with the first press. */

import { Offline, ensureGuest, newKey, request } from "../service.js";

const form = document.getElementById("new-match");
const texts = document.getElementById("texts").dataset;

/** What is chosen, as the API takes it; the one who chooses has side A. */
function chosen() {
  const { private: isPrivate, pace, own, other, redeals, ending, series, first, solo_bonus: bonus } = form.elements;
  return {
    private: isPrivate.value !== "",
    pace: pace.value,
    draw: { A: Number(own.value), B: Number(other.value) },
    redeals: redeals.value,
    ending: ending.value,
    series: Number(series.value),
    first: first.value,
    solo_bonus: bonus.checked,
  };
}

/** Whether somebody who is there waits for just such a match. */
function suits({ seats: [seat], options, series }, choice) {
  const theirs = seat.side;
  const own = theirs === "A" ? "B" : "A";
  return (
    seat.present &&
    seat.player.id !== form.dataset.own &&
    ["pace", "redeals", "ending", "solo_bonus"].every((name) => options[name] === choice[name]) &&
    options.draw[own] === choice.draw.A &&
    options.draw[theirs] === choice.draw.B &&
    series.length === choice.series
  );
}

/** Join one of those who wait for such a match, the longest first; null if there is none left. */
async function joinWaiting(choice) {
  const { data } = await request("GET", "matches/?of=open");
  for (const match of (data?.matches ?? []).filter((match) => suits(match, choice)).reverse()) {
    const joined = await join(match.id);
    if (joined.status === 200) return joined;
  }
  return null;
}

function join(id) {
  return request("POST", `matches/${id}/join/`, {}, { idempotencyKey: newKey() });
}

async function begin() {
  const choice = chosen();
  const joined = choice.private ? null : await joinWaiting(choice);
  return joined ?? request("POST", "matches/", choice, { idempotencyKey: newKey() });
}

/** Do what was pressed, and go to the match that it leads to; or say why there is none. */
async function press(button, act) {
  if (button.ariaDisabled === "true") return;
  say("");
  button.ariaDisabled = "true";
  try {
    if (!(await ensureGuest())) return say(texts.failed);
    const { status, data } = await act();
    if (status < 300) location.assign(`/matches/${data.id}/`);
    else say(data?.errors?.[0]?.detail ?? data?.detail ?? texts.failed);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    say(texts.offline);
  } finally {
    button.ariaDisabled = null;
  }
}

function say(text) {
  const place = form.querySelector("[data-problem]");
  place.textContent = text;
  place.hidden = !text;
  if (text) place.scrollIntoView({ block: "nearest" });
}

function show() {
  const { private: isPrivate, pace } = form.elements;
  const button = form.querySelector("button");
  button.textContent = isPrivate.value ? button.dataset.private : button.dataset.open;
  form.querySelector("[data-if]").hidden = pace.value !== form.querySelector("[data-if]").dataset.if;
}

form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.submitter ?? form.querySelector("button"), begin);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-join]");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  press(button, () => join(button.dataset.join));
});
show();
