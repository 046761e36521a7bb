// Elements of SVG from data, as dom.js makes those of HTML, and the outlines that charts are drawn of.

const SPACE = "http://www.w3.org/2000/svg";

/** An element of SVG; attributes that are null or false are left out. */
export function s(name, given = {}, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(key, typeof value === "number" ? short(value) : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A tenth of a pixel is as fine as it gets. */
export const short = (number) => String(Math.round(number * 10) / 10);

const point = (x, y) => `${short(x)} ${short(y)}`;

/** Runs of [x, y] without a gap: a null value ends one. */
export function runs(xs, ys) {
  const found = [];
  let run = null;
  xs.forEach((x, i) => {
    if (ys[i] === null || ys[i] === undefined) {
      run = null;
      return;
    }
    if (!run) found.push(run = []);
    run.push([x, ys[i]]);
  });
  return found;
}

/** A line through points. */
export const line = (run) => `M${run.map(([x, y]) => point(x, y)).join("L")}`;

/** Steps, one from left[i] to right[i] at tops[i]. */
export const steps = (left, right, tops) =>
  `M${tops.map((y, i) => `${point(left[i], y)}L${point(right[i], y)}`).join("L")}`;

/** What is between steps above and steps below. */
export function band(left, right, tops, floors) {
  const back = floors.map((y, i) => `${point(right[i], y)}L${point(left[i], y)}`).reverse();
  return `${steps(left, right, tops)}L${back.join("L")}Z`;
}
