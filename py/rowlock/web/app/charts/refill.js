// Shows data anew where one reads: what had the focus has it again, and what was scrolled stays where it was.

import { fill } from "../dom.js";

const reachable = (place) => [...place.querySelectorAll("a[href], button, [tabindex]")];

export function refill(place, ...children) {
  const { activeElement: had } = document;
  const nth = place.contains(had) ? reachable(place).indexOf(had) : -1;
  const href = nth < 0 ? null : had.getAttribute("href");
  const box = place.querySelector(".scroll");
  const [top, left] = [box?.scrollTop, box?.scrollLeft];
  fill(place, children);
  const next = place.querySelector(".scroll");
  if (next && box) {
    next.scrollTop = top;
    next.scrollLeft = left;
  }
  if (nth < 0) return;
  const all = reachable(place);
  const same = all[nth]?.getAttribute("href") === href ? all[nth] : all.find((one) => one.getAttribute("href") === href);
  same?.focus({ preventScroll: true });
}
