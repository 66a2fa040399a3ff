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

const isOwn = ({ seats: [seat] }) => seat.player.id === form.dataset.own;

/** Whether a match that waits is what is chosen. Who begins keeps nobody apart: most would do so themselves. */
function suits(match, choice) {
  const { options, series } = match;
  const [{ side }] = match.seats;
  const other = side === "A" ? "B" : "A";
  const [own, theirs] = isOwn(match) ? [side, other] : [other, side];
  return (
    ["pace", "redeals", "ending", "solo_bonus"].every((name) => options[name] === choice[name]) &&
    options.draw[own] === choice.draw.A &&
    options.draw[theirs] === choice.draw.B &&
    series.length === choice.series
  );
}

/** The matches that wait and are what is chosen, the one that waits longest first. */
async function waiting(choice) {
  const { data } = await request("GET", "matches/?of=open");
  return (data?.matches ?? []).filter((match) => suits(match, choice)).reverse();
}

/** The answer of the first of these that can be joined and whose player is there; null if there is none. */
async function joinOne(matches) {
  for (const match of matches.filter((match) => match.seats[0].present)) {
    const joined = await join(match.id);
    if (joined.status === 200) return joined;
  }
  return null;
}

function join(id) {
  return request("POST", `matches/${id}/join/`, {}, { idempotencyKey: newKey() });
}

function create(choice) {
  return request("POST", "matches/", choice, { idempotencyKey: newKey() });
}

/** Lead to one's own match that waits already, to somebody's who waits, or to a new one. */
async function meet(choice) {
  const found = await waiting(choice);
  const own = found.find(isOwn);
  if (own) return { status: 200, data: own };
  const joined = await joinOne(found);
  if (joined) return joined;
  const created = await create(choice);
  if (created.status !== 201) return created;
  // Two who press at one moment have both found nobody. The later of the two matches gives way.
  const earlier = (await waiting(choice)).filter(({ id }) => id < created.data.id);
  const met = await joinOne(earlier);
  if (met) await request("POST", `matches/${created.data.id}/cancel/`, {});
  return met ?? created;
}

function begin() {
  const choice = chosen();
  return choice.private ? create(choice) : meet(choice);
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
form.querySelector("button").disabled = false;
show();
