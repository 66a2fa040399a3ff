/* What is pressed stays until it is let go: a button that is replaced in between is not pressed at all. */

const LONGEST = 10_000; // ms; it may be let go where the page does not hear of it
const ENDS = { pointerdown: ["pointerup", "pointercancel"], keydown: ["keyup"] };

let press = null; // what is pressed, or was last, and when it has been let go

for (const [begin, ends] of Object.entries(ENDS)) {
  document.addEventListener(begin, ({ target }) => (press = { target, end: firstOf(ends) }), true);
}

function firstOf(ends) {
  return new Promise((resolve) => {
    for (const end of ends) document.addEventListener(end, () => setTimeout(resolve), { once: true }); // behind its click
    setTimeout(resolve, LONGEST);
  });
}

/** Resolves as soon as nothing is pressed within a part of the page. */
export const released = async (part) => part.contains(press?.target ?? null) && press.end;
