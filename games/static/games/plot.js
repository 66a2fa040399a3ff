// What is counted by move, as a line for each count, drawn once, with a point where the replay stands on each.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 100;
const MOST_POINTS = 800;
// What happens in a match that is no card on a foundation: moves, or marks of moves.
const MARKED = ["pass", "out", "end", "timed_out"];

export class Plot {
  // The page names the counts: `data-lines="score"`. `pick` is called with the step that somebody points at.
  constructor(root, frames, pick) {
    Object.assign(this, { root, frames });
    this.lines = root.dataset.lines.split(" ");
    this.all = [frames.dealt, ...frames.events];
    const counts = this.lines.flatMap((line) => this.counts(line));
    // Zero is always in it: in Vegas one begins below.
    this.low = counts.reduce((one, other) => Math.min(one, other), 0);
    this.high = counts.reduce((one, other) => Math.max(one, other), Math.max(this.low + 1, 0));
    root.append(this.curves(), ...this.scale());
    this.points = this.lines.map((line) => {
      const point = document.createElement("i");
      point.className = "point";
      point.dataset.line = line;
      return point;
    });
    root.append(...this.points);
    root.addEventListener("pointerdown", (event) => this.follow(event, pick));
  }

  counts(line) {
    return this.all.map((frame) => frame[line]);
  }

  x(step) {
    return (step - this.frames.first) / Math.max(this.frames.last - this.frames.first, 1);
  }

  y(count) {
    return 1 - (count - this.low) / (this.high - this.low);
  }

  show(step) {
    for (const point of this.points) {
      point.style.left = `${this.x(step) * 100}%`;
      point.style.top = `${this.y(this.frames.at(step)[point.dataset.line]) * 100}%`;
    }
  }

  curves() {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("preserveAspectRatio", "none");
    const zero = round(this.y(0) * HEIGHT);
    const lines = this.lines.map((line) => [line, this.course(line).join("L")]);
    // Where there is one line alone, the space below it is filled.
    if (lines.length === 1) svg.append(path("area", `M0 ${zero}L${lines[0][1]}L${WIDTH} ${zero}Z`));
    svg.append(path("zero", `M0 ${zero}H${WIDTH}`), ...MARKED.flatMap((mark) => this.marks(mark)));
    for (const [line, course] of lines) {
      const drawn = path("line", `M${course}`);
      drawn.dataset.line = line;
      svg.append(drawn);
    }
    return svg;
  }

  course(line) {
    return thinned(this.counts(line)).map(([index, count]) =>
      `${round(this.x(this.frames.first + index) * WIDTH)} ${round(this.y(count) * HEIGHT)}`);
  }

  // Where something happened, as lines across the plot.
  marks(mark) {
    const steps = this.all.flatMap(({ move, marks }, index) =>
      move === mark || marks?.includes(mark) ? [Math.round(this.x(this.frames.first + index) * WIDTH)] : []);
    const places = [...new Set(steps)];
    return places.length > 0 ? [path(`mark ${mark}`, places.map((x) => `M${x} 0V${HEIGHT}`).join(""))] : [];
  }

  // The highest count and the lowest, in the words of the service where it has some.
  scale() {
    const counted = this.lines.flatMap((line) =>
      this.all.map((frame) => ({ count: frame[line], text: frame[`${line}_text`] ?? frame[line] })));
    const high = counted.reduce((one, other) => (other.count > one.count ? other : one));
    const low = counted.reduce((one, other) => (other.count < one.count ? other : one));
    return [["high", high], ["low", low]].slice(0, high.count > low.count ? 2 : 1).map(([name, { count, text }]) => {
      const label = document.createElement("span");
      label.className = `label ${name}`;
      label.style.top = `${this.y(count) * 100}%`;
      label.textContent = text;
      return label;
    });
  }

  follow(down, pick) {
    if (down.button !== 0) return;
    down.preventDefault();
    const go = (event) => {
      const { left, width } = this.root.getBoundingClientRect();
      const part = Math.min(Math.max((event.clientX - left) / width, 0), 1);
      pick(Math.round(this.frames.first + part * (this.frames.last - this.frames.first)));
    };
    const end = () => this.root.removeEventListener("pointermove", go);
    this.root.setPointerCapture(down.pointerId);
    this.root.addEventListener("pointermove", go);
    for (const name of ["pointerup", "pointercancel"]) this.root.addEventListener(name, end, { once: true });
    go(down);
  }
}

// Of a long game, from each stretch, the point that is lowest and the one that is highest.
function thinned(scores) {
  const points = Array.from(scores.entries());
  const stretch = Math.ceil(points.length / (MOST_POINTS / 2));
  if (stretch <= 2) return points;
  const kept = [];
  for (let start = 0; start < points.length; start += stretch) {
    const part = points.slice(start, start + stretch);
    const low = part.reduce((one, other) => (other[1] < one[1] ? other : one));
    const high = part.reduce((one, other) => (other[1] > one[1] ? other : one));
    kept.push(...(low === high ? [low] : [low, high].sort(([one], [other]) => one - other)));
  }
  const last = points.at(-1);
  return kept.at(-1) === last ? kept : [...kept, last];
}

function path(name, d) {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("class", name);
  element.setAttribute("d", d);
  return element;
}

function round(number) {
  return Math.round(number * 100) / 100;
}
