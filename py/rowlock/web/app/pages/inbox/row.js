// One row of the list: made once, then changed in place, so that nothing moves under a hand.

import { now } from "../../api.js";
import { attribute, button, fill, h, hidden, text } from "../../dom.js";
import { clock, isPast, left, showTime, since, value } from "../../format.js";
import { standing } from "./standing.js";

const CHIPS = 6;
const URGENT = { 1: "Priority 1, most urgent", 4: "Priority 4, least urgent" };
const LABELS = { claim: "Claim", release: "Release" };

const due = (iso) => (isPast(iso) ? "overdue" : `due in ${left(iso)}`);
const isSoon = (iso) => Date.parse(iso) - now() < 15 * 60_000;

function chips(record) {
  const entries = Object.entries(record.metadata ?? {}).filter(([key]) => !/^(form_schema|schema_version)$/.test(key));
  const shown = entries.slice(0, CHIPS).map(([key, given]) => h("span", { class: "chip" }, h("span", { class: "soft" }, `${key} `), value(given)));
  if (record.level) shown.unshift(h("span", { class: "chip at-level" }, `Level ${record.level}`));
  return entries.length > CHIPS ? [...shown, h("span", { class: "chip soft" }, `+${entries.length - CHIPS}`)] : shown;
}

/** `act(verb, id)` when a button is pressed, `picked(id, on, event)` when the box is. */
export function makeRow(id, { act, picked }) {
  const box = h("input", { type: "checkbox", onclick: (event) => picked(id, box.checked, event) });
  const boxLabel = hidden("");
  const priority = h("span", { class: "priority" });
  const link = h("a", { href: `/escalations/${encodeURIComponent(id)}`, class: "title" });
  const facets = h("span", { class: "chips" });
  const type = h("span", { class: "type" });
  const role = h("span", { class: "role" });
  const age = h("time", { class: "age" });
  const deadline = h("time", { class: "deadline" });
  const state = h("span", { class: "standing" });
  const verb = button("", () => act(verb.dataset.verb, id), { class: "verb" });
  const el = h("li", { class: "row", "data-id": id },
    h("label", { class: "pick" }, box, boxLabel), priority,
    h("div", { class: "what" }, link, facets), type, role, age, h("span", { class: "status" }, state, deadline), h("span", { class: "act" }, verb));
  let drawn = null;

  function paint(record) {
    const { is, words, offers } = standing(record);
    const title = record.description || record.type;
    el.dataset.is = is;
    text(state, words);
    attribute(state, "title", record.assigned_until && is !== "free" ? `until ${clock(record.assigned_until)}` : null);
    showTime(age, record.created_at, (iso) => since(iso));
    showTime(deadline, record.expires_at, due);
    attribute(deadline, "data-soon", record.expires_at && isSoon(record.expires_at));
    verb.hidden = !offers;
    if (offers) {
      verb.dataset.verb = offers;
      text(verb, LABELS[offers]);
      attribute(verb, "aria-label", `${LABELS[offers]} ${title}`);
    }
    if (drawn === record) return;
    drawn = record;
    text(link, title);
    attribute(link, "title", title);
    text(boxLabel, `Select ${title}`);
    text(priority, record.priority);
    priority.dataset.is = record.priority;
    attribute(priority, "title", URGENT[record.priority] ?? `Priority ${record.priority}`);
    text(type, record.type);
    text(role, record.role);
    fill(facets, chips(record));
  }

  function current(on) {
    el.classList.toggle("current", on);
    for (const part of [box, link, verb]) part.tabIndex = on ? 0 : -1;
  }

  current(false);
  return {
    el, paint, current,
    focus: () => link.focus({ preventScroll: true }),
    pick: (on) => { box.checked = on; el.classList.toggle("picked", on); },
    busy: (on) => { attribute(verb, "aria-disabled", on); el.classList.toggle("busy", on); },
  };
}
