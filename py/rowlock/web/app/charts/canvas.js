// A picture as wide as its place: drawn anew when the place or the data change.

import { fill } from "../dom.js";
import { s } from "./svg.js";

/** `draw(width)` gives the nodes of a picture so wide and `height` high; without a height it is as high as its place. */
export function makeCanvas(place, height, draw) {
  const svg = s("svg", { height: height ?? "100%", "aria-hidden": "true" });
  place.append(svg);
  let width = 0;
  let asked = null;
  function renew() {
    asked = null;
    if (!width) return;
    svg.setAttribute("width", width);
    fill(svg, draw(width));
  }
  const later = () => { asked ??= requestAnimationFrame(renew); };
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now === width) return;
    width = now;
    later();
  }).observe(place);
  return { renew: later };
}
