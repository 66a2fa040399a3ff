/* What a player has set, kept on the device: whether double taps count, and the kind of game chosen last. */

const KEY = "double-solitaire.play";
const FIRST = { doubleTap: true, source: "today", draw: "1", scoring: "N" };

/** The settings. What is assigned to one of them is kept; where nothing can be kept it holds until the page is left. */
export const settings = new Proxy(
  { ...FIRST, ...stored() },
  {
    set(values, name, value) {
      if (!(name in FIRST)) throw new TypeError(`${String(name)} is no setting`);
      values[name] = value;
      store(values);
      return true;
    },
  },
);

function stored() {
  try {
    const values = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => typeof value === typeof FIRST[name]));
  } catch {
    return {}; // no storage here, or not what we put there
  }
}

function store(values) {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // A private window may refuse: then the settings last as long as the page.
  }
}
