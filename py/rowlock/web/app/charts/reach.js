// A chart's values by pointer and by keyboard: one slot at a time, and a stretch of slots to zoom into.

import { attribute, h } from "../dom.js";

const PAGE = 10;
const FAR = 5;

/**
 * `el` becomes what one points at. `slots()`: [left, right] of each, in pixels; `words(i)`: what a slot says;
 * `moved(i)`: somebody points there, or (null) nowhere; `stretch(i, j)`: so much is picked; `zoom(i, j)`: go there.
 */
export function makeReach(el, { label, slots, words, moved, stretch, zoom }) {
  const hint = h("span", { class: "unseen" }, zoom
    ? "Arrow keys go from value to value; with Shift they pick a stretch, Enter zooms into it, Escape leaves it."
    : "Arrow keys go from value to value.");
  hint.id = `r${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  for (const [name, value] of Object.entries({ tabindex: "0", role: "slider", "aria-label": label, "aria-describedby": hint.id, "aria-valuemin": 0 })) {
    attribute(el, name, value);
  }
  el.after(hint);
  let at = null;
  let from = null;
  let pressed = null;

  function tell() {
    const last = slots().length - 1;
    attribute(el, "aria-valuemax", Math.max(last, 0));
    attribute(el, "aria-valuenow", Math.max(at ?? last, 0));
    attribute(el, "aria-valuetext", last < 0 ? "nothing" : words(at ?? last));
  }
  function point(next) {
    at = next;
    moved(at);
    if (from !== null && at !== null) stretch(Math.min(from, at), Math.max(from, at));
    tell();
  }
  function leave() {
    from = null;
    pressed = null;
    stretch(null);
  }
  function choose() {
    const picked = [Math.min(from ?? at, at), Math.max(from ?? at, at)];
    leave();
    point(null);
    zoom(...picked);
  }
  const slotAt = (x) => {
    const all = slots();
    const found = all.findIndex(([, right]) => x < right);
    return found < 0 ? all.length - 1 : found;
  };
  const place = (event) => event.clientX - el.getBoundingClientRect().left;

  el.addEventListener("pointermove", (event) => {
    if (!slots().length) return;
    if (pressed !== null && from === null && Math.abs(place(event) - pressed) > FAR) from = slotAt(pressed);
    point(slotAt(place(event)));
  });
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !slots().length) return;
    if (zoom) {
      leave();
      pressed = place(event);
      el.setPointerCapture(event.pointerId);
    }
    point(slotAt(place(event)));
  });
  el.addEventListener("pointerup", () => {
    pressed = null;
    if (from !== null) choose();
  });
  el.addEventListener("pointercancel", leave);
  // A finger leaves with every tap; what it pointed at stays to be read.
  el.addEventListener("pointerleave", ({ pointerType }) => {
    if (pressed === null && pointerType !== "touch" && document.activeElement !== el) point(null);
  });
  el.addEventListener("blur", () => { leave(); point(null); });
  el.addEventListener("focus", () => { if (el.matches(":focus-visible") && slots().length) point(at ?? slots().length - 1); });

  const MOVES = {
    ArrowLeft: (i) => i - 1, ArrowRight: (i) => i + 1, ArrowDown: (i) => i - 1, ArrowUp: (i) => i + 1,
    PageDown: (i) => i - PAGE, PageUp: (i) => i + PAGE, Home: () => 0, End: () => Infinity,
  };
  el.addEventListener("keydown", (event) => {
    const last = slots().length - 1;
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = at ?? last;
    if (Object.hasOwn(MOVES, event.key)) {
      if (!event.shiftKey && from !== null) leave();
      else if (event.shiftKey && zoom) from ??= here;
      point(Math.min(Math.max(MOVES[event.key](here), 0), last));
    } else if (event.key === "Enter" && zoom && at !== null) choose();
    else if (event.key === "Escape" && from !== null) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    /** The data are others: what was pointed at stays where there is as much. */
    renew() {
      if (at !== null && at >= slots().length) at = slots().length ? slots().length - 1 : null;
      if (from !== null && from >= slots().length) leave();
      moved(at);
      tell();
    },
  };
}
