// The events that are shown, newest first: what comes is drawn once a frame, or waits while the list is held.

import { h } from "../../dom.js";
import { learn } from "../../store/names.js";
import { makeRow } from "./row.js";

export const KEPT = 500;

/** `changed()` when something was drawn or waits; `opened()` when a payload is looked at. */
export function makeList(signal, { changed, opened }) {
  const el = h("ol", { class: "events", "aria-label": "Events, newest first" });
  let rows = [];
  let waiting = [];
  let waits = 0;
  let top = Infinity;
  let held = false;
  let frame = null;

  async function name(fresh) {
    const unnamed = fresh.filter((row) => !row.named);
    if (!unnamed.length) return;
    await learn([...new Set(unnamed.map((row) => row.actor))]);
    for (const row of unnamed) row.named = row.paint();
  }

  const make = (events) => events.map((event) => makeRow(event, opened));

  function cut() {
    for (const row of rows.splice(KEPT)) row.el.remove();
  }

  function draw() {
    frame = null;
    if (held || signal.aborted) return;
    const fresh = make(waiting.reverse());
    waiting = [];
    waits = 0;
    el.prepend(...fresh.map((row) => row.el));
    rows = [...fresh, ...rows];
    cut();
    name(fresh);
    changed();
  }

  const plan = () => { frame ??= requestAnimationFrame(held ? tell : draw); };
  function tell() {
    frame = null;
    changed();
  }
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));

  return {
    el,
    size: () => rows.length,
    waits: () => (held ? waits : 0),
    held: () => held,
    /** An event of the stream; what comes before the list was read is drawn with it. */
    take(event) {
      if (event.id <= top && top !== Infinity) return;
      if (top !== Infinity) top = event.id;
      waiting.push(event);
      waits += 1;
      // Of more than can be shown the oldest go first.
      if (waiting.length > KEPT) waiting.shift();
      if (top !== Infinity) plan();
    },
    hold(on) {
      held = on;
      plan();
    },
    /** Nothing is known: what comes waits until the list is there. */
    empty() {
      rows = [];
      waiting = [];
      waits = 0;
      top = Infinity;
      el.replaceChildren();
    },
    /** The list up to a number. */
    start(events, end) {
      waiting = waiting.filter(({ id }) => id > end);
      waits = waiting.length;
      top = waiting.at(-1)?.id ?? end;
      rows = make(events);
      el.replaceChildren(...rows.map((row) => row.el));
      name(rows);
      plan();
    },
    /** Older ones, at its end. */
    more(events) {
      const fresh = make(events.slice(0, KEPT - rows.length));
      rows.push(...fresh);
      el.append(...fresh.map((row) => row.el));
      name(fresh);
      return fresh[0]?.el;
    },
  };
}
