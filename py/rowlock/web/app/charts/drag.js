// A stretch drawn with the pointer over bars that are HTML: shares of the width, from 0 to 1.

import { h } from "../dom.js";

const FAR = 5;

/** `over`: where one draws; `grid`: what is as wide as the bars, in which the stretch is shown. */
export function makeDrag(over, grid, done) {
  const shade = h("div", { class: "drawn", hidden: true });
  grid.append(shade);
  let from = null;
  const share = (event) => {
    const { left, width } = grid.getBoundingClientRect();
    return Math.min(Math.max((event.clientX - left) / (width || 1), 0), 1);
  };
  const wide = (a, b) => Math.abs(a - b) * grid.clientWidth > FAR;
  function leave() {
    from = null;
    shade.hidden = true;
  }
  over.addEventListener("pointerdown", (event) => {
    const { left } = grid.getBoundingClientRect();
    if (event.button !== 0 || event.clientX < left || event.target.closest("a")) return;
    from = share(event);
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const to = share(event);
    shade.hidden = !wide(from, to);
    shade.style.setProperty("left", `${Math.min(from, to) * 100}%`);
    shade.style.setProperty("width", `${Math.abs(from - to) * 100}%`);
  });
  over.addEventListener("pointerup", (event) => {
    const [low, high] = [Math.min(from ?? 0, share(event)), Math.max(from ?? 0, share(event))];
    const drawn = from !== null && wide(low, high);
    leave();
    if (drawn) done(low, high);
  });
  over.addEventListener("pointercancel", leave);
}
