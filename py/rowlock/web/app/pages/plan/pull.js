// Pulling something with the pointer: by mouse from anywhere, by touch from its grip, so that the page still scrolls.

import { h } from "../../dom.js";

const FAR = 5;
const EDGE = 70;
const SPEED = 14;

/**
 * `on.from(target)`: what is pulled there; `begin(what, words)`, `move(what, x, y, words)` which answers where it would
 * go, `drop(what, where)`, `end(what)` whatever becomes of it. `words`: what goes along with the pointer.
 */
export function makePull(el, signal, on) {
  let held = null;
  const words = h("div", { class: "plan-pulled", "aria-hidden": "true" });

  function aim() {
    words.style.setProperty("translate", `${held.x + 14}px ${held.y + 10}px`);
    held.to = on.move(held.what, held.x, held.y, words);
  }

  function roll() {
    if (!held?.on) return;
    const by = (at, end, edge) => (at < edge ? -SPEED : at > end - edge ? SPEED : 0);
    const down = by(held.y, innerHeight, EDGE);
    const right = by(held.x, innerWidth, EDGE / 2);
    if (down || right) {
      scrollBy(0, down);
      el.scrollBy(right, 0);
      aim();
    }
    requestAnimationFrame(roll);
  }

  function begin() {
    held.on = true;
    el.setPointerCapture(held.pointer);
    getSelection().removeAllRanges();
    document.documentElement.classList.add("pulling");
    document.body.append(words);
    on.begin(held.what, words);
    requestAnimationFrame(roll);
  }

  function end(dropped) {
    const { what, to, on: pulled } = held;
    held = null;
    if (!pulled) return;
    document.documentElement.classList.remove("pulling");
    words.remove();
    on.end(what);
    // The click that ends it is no click on what is there.
    const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
    if (dropped) on.drop(what, to);
  }

  el.addEventListener("dragstart", (event) => event.preventDefault());
  el.addEventListener("pointerdown", (event) => {
    const what = on.from(event.target);
    if (held || event.button !== 0 || !what || event.target.closest("button")) return;
    if (event.pointerType !== "mouse" && !event.target.closest(".grip")) return;
    held = { what, x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY, pointer: event.pointerId, on: false };
  });
  const own = (event) => held?.pointer === event.pointerId;
  addEventListener("pointermove", (event) => {
    if (!own(event)) return;
    held.x = event.clientX;
    held.y = event.clientY;
    if (!held.on && Math.hypot(held.x - held.startX, held.y - held.startY) < FAR) return;
    if (!held.on) begin();
    aim();
  }, { signal });
  addEventListener("pointerup", (event) => { if (own(event)) end(true); }, { signal });
  addEventListener("pointercancel", (event) => { if (own(event)) end(false); }, { signal });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held?.on) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  }, { signal, capture: true });
  signal.addEventListener("abort", () => { if (held) end(false); });
}
