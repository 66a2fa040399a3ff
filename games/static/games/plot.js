// The score by move, drawn once, with a point where the replay stands.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 100;
const MOST_POINTS = 800;

export class Plot {
  // `pick` is called with the step that somebody points at.
  constructor(root, frames, pick) {
    Object.assign(this, { root, frames });
    const scores = [frames.dealt, ...frames.events].map((frame) => frame.score);
    // Zero is always in it: in Vegas one begins below.
    this.low = scores.reduce((one, other) => Math.min(one, other), 0);
    this.high = scores.reduce((one, other) => Math.max(one, other), Math.max(this.low + 1, 0));
    root.append(this.curve(scores), ...this.scale());
    this.point = document.createElement("i");
    this.point.className = "point";
    root.append(this.point);
    root.addEventListener("pointerdown", (event) => this.follow(event, pick));
  }

  x(step) {
    return (step - this.frames.first) / Math.max(this.frames.last - this.frames.first, 1);
  }

  y(score) {
    return 1 - (score - this.low) / (this.high - this.low);
  }

  show(step) {
    this.point.style.left = `${this.x(step) * 100}%`;
    this.point.style.top = `${this.y(this.frames.at(step).score) * 100}%`;
  }

  curve(scores) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("preserveAspectRatio", "none");
    const points = thinned(scores).map(([index, score]) =>
      `${round(this.x(this.frames.first + index) * WIDTH)} ${round(this.y(score) * HEIGHT)}`);
    const zero = round(this.y(0) * HEIGHT);
    svg.append(
      path("area", `M0 ${zero}L${points.join("L")}L${WIDTH} ${zero}Z`),
      path("zero", `M0 ${zero}H${WIDTH}`),
      path("line", `M${points.join("L")}`),
    );
    return svg;
  }

  // The highest score and the lowest, in the words of the service.
  scale() {
    const frames = [this.frames.dealt, ...this.frames.events];
    const high = frames.reduce((one, other) => (other.score > one.score ? other : one));
    const low = frames.reduce((one, other) => (other.score < one.score ? other : one));
    return [["high", high], ["low", low]].slice(0, high.score > low.score ? 2 : 1).map(([name, frame]) => {
      const label = document.createElement("span");
      label.className = `label ${name}`;
      label.style.top = `${this.y(frame.score) * 100}%`;
      label.textContent = frame.score_text;
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
