// Draws anew what changed elsewhere, and leaves the reader on the link where they were.

import { fill } from "../../../dom.js";

/** As fill; the link or button that has the focus keeps it, if there is one like it afterwards. */
export function refill(node, ...children) {
  const held = node.contains(document.activeElement) ? document.activeElement : null;
  const key = (one) => one.getAttribute("href") ?? one.getAttribute("name");
  const wanted = held && key(held);
  fill(node, ...children);
  if (wanted) [...node.querySelectorAll("a[href], [name]")].find((one) => key(one) === wanted)?.focus({ preventScroll: true });
  return node;
}
