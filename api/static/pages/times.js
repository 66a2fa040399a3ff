/* Times in the reader's own zone and language. The page has them in UTC, for whoever runs no scripts. */

const language = document.documentElement.lang || undefined;
const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const lately = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });
const past = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
const list = new Intl.ListFormat(language, { type: "unit", style: "short" });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Write the times in a part of the page as the reader knows them. */
export function localise(part) {
  for (const element of part.querySelectorAll("time[data-local]")) {
    const at = new Date(element.dateTime);
    element.textContent = shown(at, new Date());
    element.title = whole.format(at);
  }
  for (const element of part.querySelectorAll("time[data-until]")) {
    element.textContent = duration(new Date(element.dateTime) - Date.now());
  }
  for (const element of part.querySelectorAll("time[data-ago]")) {
    const at = new Date(element.dateTime);
    element.textContent = ago(Date.now() - at);
    element.title = whole.format(at);
  }
}

/** As short as it can be told: the time of today, the day and time of this half year, else the day. */
function shown(at, now) {
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  return Math.abs(now - at) < 180 * DAY ? lately.format(at) : day.format(at);
}

function duration(milliseconds) {
  const left = Math.max(milliseconds, 0);
  const parts = [];
  if (left >= DAY) parts.push(unit(Math.floor(left / DAY), "day"));
  if (left >= HOUR) parts.push(unit(Math.floor((left % DAY) / HOUR), "hour"));
  if (left < DAY) parts.push(unit(Math.floor((left % HOUR) / MINUTE), "minute"));
  return list.format(parts);
}

/** How long ago, in the largest unit of which it is at least one. */
function ago(milliseconds) {
  for (const [size, name] of [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"]]) {
    if (milliseconds >= size) return past.format(-Math.floor(milliseconds / size), name);
  }
  return past.format(0, "second");
}

function unit(number, name) {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(number);
}

localise(document);
// What a page has of these may come after it.
setInterval(() => document.querySelector("time[data-until], time[data-ago]") && localise(document), MINUTE / 2);
