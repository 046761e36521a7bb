// The list on the screen: rows in place, the row one is at, what is picked.

import { attribute, h } from "../../dom.js";
import { inRecord, learn } from "../../store/names.js";
import { makeRow } from "./row.js";

const TICK = 10_000;

/** `act(verb, id)`; `picking(ids)` when the selection changed; `end()` when one goes on past the last row. */
export function makeRows(list, signal, { act, picking, end }) {
  const el = h("ul", { class: "rows", role: "list", "aria-label": "Escalations" });
  const rows = new Map();
  const picked = new Set();
  let at = null;
  let anchor = null;

  const paint = (id) => rows.get(id)?.paint(list.records.get(id));
  const paintAll = () => { for (const id of list.order) paint(id); };

  async function name(ids) {
    const people = ids.flatMap((id) => inRecord(list.records.get(id) ?? {}));
    if (await learn(people)) paintAll();
  }

  function moveTo(id, { focus = true } = {}) {
    if (at !== id) rows.get(at)?.current(false);
    at = id;
    const row = rows.get(id);
    row?.current(true);
    if (!row || !focus) return;
    row.focus();
    row.el.scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    const here = list.order.indexOf(at);
    const focused = el.contains(document.activeElement);
    const to = here < 0 ? 0 : focused ? here + by : here;
    if (to >= list.order.length) {
      end();
      return;
    }
    if (to >= 0) moveTo(list.order[to]);
  }

  function pick(ids, on) {
    for (const id of ids) {
      if (on) picked.add(id);
      else picked.delete(id);
      rows.get(id)?.pick(on);
    }
    picking([...picked]);
  }

  function onPick(id, on, event) {
    moveTo(id, { focus: false });
    const from = list.order.indexOf(anchor);
    const to = list.order.indexOf(id);
    anchor = id;
    if (!event.shiftKey || from < 0) return pick([id], on);
    return pick(list.order.slice(Math.min(from, to), Math.max(from, to) + 1), on);
  }

  function add(id) {
    const row = rows.get(id) ?? makeRow(id, { act, picked: onPick });
    rows.set(id, row);
    row.paint(list.records.get(id));
    return row.el;
  }

  /** Draws the list anew; rows that stay keep their elements, and the focus. */
  function draw({ fresh = new Set() } = {}) {
    const held = el.contains(document.activeElement);
    const before = list.order.indexOf(at);
    for (const [id] of rows) if (!list.records.has(id)) rows.delete(id);
    el.replaceChildren(...list.order.map(add));
    for (const id of fresh) rows.get(id)?.el.classList.add("fresh");
    const gone = [...picked].filter((id) => !rows.has(id));
    if (gone.length) pick(gone, false);
    if (before < 0 && list.order.length) moveTo(list.order[0], { focus: held });
    else if (held) moveTo(at);
    name(list.order);
  }

  function append(ids) {
    el.append(...ids.map(add));
    name(ids);
  }

  el.addEventListener("focusin", (event) => {
    const id = event.target.closest("li")?.dataset.id;
    if (id) moveTo(id, { focus: false });
  });
  el.addEventListener("click", (event) => {
    const id = event.target.closest("li")?.dataset.id;
    if (!id || event.target.closest("a, button, label") || !getSelection().isCollapsed) return;
    moveTo(id);
    act("open", id);
  });
  el.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  });
  const timer = setInterval(paintAll, TICK);
  signal.addEventListener("abort", () => clearInterval(timer));

  return {
    el, draw, append, step, pick,
    change: (ids) => { ids.forEach(paint); name(ids); },
    /** The row one is at, or null. */
    at: () => (at && list.records.has(at) ? list.records.get(at) : null),
    moveTo,
    picked: () => list.order.filter((id) => picked.has(id)),
    pickAll: (on) => pick(on ? list.order : [...picked], on),
    busy: (id, on) => rows.get(id)?.busy(on),
    wait: (on) => attribute(el, "aria-busy", on),
  };
}
