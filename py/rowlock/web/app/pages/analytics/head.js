// What stands above the charts: the window, its step and zone, and which rows count. Each is an element of the address.

import { attribute, button, field, fill, h, select, text } from "../../dom.js";
import { makeLog } from "./log.js";
import { choices } from "./choices.js";
import { fromInput, own, stamp, stretchOf, toInput } from "../../charts/zone.js";
import { go, withQuery } from "../../router.js";
import { now } from "../../api.js";
import { PERIODS, steps, unfiltered, whole } from "./asked.js";

const iso = (at) => new Date(at).toISOString();
const NOWHERE = { since: null, until: null, period: null, step: null };

/** An address of a stretch of time; what is to come is left out. */
export const stretch = (since, until) => withQuery({ ...NOWHERE, since: iso(since), until: until >= now() ? null : iso(until) });

export function makeHead() {
  const change = (name) => ({ target }) => go(withQuery({ [name]: target.value }));
  const box = (name, label) => {
    const input = select([], "", { name, onchange: change(name) });
    return { input, el: field(label, input) };
  };
  const boxes = { role: box("role", "Role"), type: box("type", "Type"), step: box("step", "Step"), tz: box("tz", "Time zone") };
  const input = (given) => h("input", { autocomplete: "off", ...given });
  const since = input({ type: "datetime-local", name: "since" });
  const until = input({ type: "datetime-local", name: "until" });
  const query = input({ type: "text", name: "query", spellcheck: "false", placeholder: '{"facets": {"region": "north"}}' });
  const texts = { since: field("From", since), until: field("Until", until, "Empty: until now."), query: field("Query", query, "JSON, as a search takes it.") };
  const faults = Object.fromEntries(Object.keys({ ...boxes, ...texts }).map((name) => [name, h("p", { class: "fault", role: "alert" })]));
  for (const [name, { el: place }] of Object.entries(boxes)) place.append(faults[name]);
  for (const [name, place] of Object.entries(texts)) place.append(faults[name]);

  let asked = null;
  const form = h("form", { class: "exact", novalidate: true }, Object.values(texts), h("button", { type: "submit" }, "Show"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const changes = { query: query.value.trim() };
    if (since.value) {
      Object.assign(changes, NOWHERE, { since: iso(fromInput(since.value, asked.zone)) });
      if (until.value) changes.until = iso(fromInput(until.value, asked.zone));
    } else if (until.value) {
      tell("since", "Say from when, too.");
      return;
    }
    go(withQuery(changes));
  });
  const more = h("details", { class: "exactly" }, h("summary", {}, "Exact times, more filters"), form);

  const periods = h("nav", { class: "periods", "aria-label": "Window" });
  const move = (by) => {
    const { since: from, until: to } = asked.frame;
    const size = to - from;
    return by === "out" ? stretch(from - size / 2, to + size / 2) : stretch(from + by * size, to + by * size);
  };
  const earlier = button("‹ Earlier", () => go(move(-1)));
  const later = button("Later ›", () => go(move(1)));
  const out = button("Zoom out", () => go(move("out")));
  const words = h("p", { class: "span" });
  const log = makeLog();
  const clear = button("Clear filters", () => go(withQuery(unfiltered)), { class: "plain" });
  const el = h("header", { class: "asked" },
    h("div", { class: "titled" }, h("h1", { id: "title" }, "Analytics"), periods, h("div", { class: "moves" }, earlier, later, out)),
    h("div", { class: "boxes" }, Object.values(boxes).map(({ el: place }) => place)), more,
    h("div", { class: "told" }, words, clear, h("span", { class: "gap" }), log.el));

  function tell(name, said) {
    const place = faults[name] ? name : "query";
    fill(faults[place], said);
    attribute((boxes[place]?.input ?? { since, until, query }[place]), "aria-invalid", "true");
    if (texts[place]) more.open = true;
  }
  function offer(name, options, value) {
    const { input: list } = boxes[name];
    const made = select(options.filter(([, label]) => label), value);
    fill(list, [...made.options]);
    list.value = value;
  }
  const known = { roles: [], types: [] };
  const pairs = (any, all) => [["", any], ...all.map((one) => [one, one])];
  function offerRows() {
    offer("role", pairs("Any role", known.roles), asked.role);
    offer("type", pairs("Any type", known.types), asked.type);
  }

  function show(next) {
    asked = next;
    for (const place of Object.values(faults)) fill(place);
    for (const one of [since, until, query, ...Object.values(boxes).map((each) => each.input)]) attribute(one, "aria-invalid", null);
    const { since: from, until: to, ends, step } = asked.frame;
    fill(periods, PERIODS.map(([period, name]) => h("a", {
      href: withQuery({ ...NOWHERE, period: period === "24h" ? null : period }), "aria-current": asked.period === period ? "true" : null,
    }, name)));
    later.disabled = !ends;
    offerRows();
    offer("step", [["", `Usual (${asked.step ? "by the window" : step})`], ...steps(asked.frame).map((one) => [one, one])], asked.step);
    const mine = own();
    const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
    offer("tz", [["", `Yours (${mine})`], ["UTC", "UTC"], ...zones.filter((zone) => zone !== "UTC").map((zone) => [zone, zone.replaceAll("_", " ")])],
      asked.tz === mine ? "" : asked.tz);
    since.value = asked.since === null ? "" : toInput(from, asked.zone);
    until.value = asked.until === null ? "" : toInput(to, asked.zone);
    query.value = asked.query;
    if (asked.query) more.open = true;
    text(words, `${ends ? stretchOf(from, to, asked.zone) : `${stamp(from, asked.zone)} – now`}, ${asked.zone.replaceAll("_", " ")}`);
    clear.hidden = whole(asked);
    log.show(asked);
  }
  async function load() {
    Object.assign(known, await choices());
    offerRows();
  }
  return { el, show, tell, load, move };
}
